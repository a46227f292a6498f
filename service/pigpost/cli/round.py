"""`pigpost round`: show, run and replay rounds."""

from typing import Any

import click

from pigpost.audit.games import game_state, stream_named
from pigpost.cli.before_closing import before_closing
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.tables import round_text
from pigpost.errors import (
    AgainstTheRules,
    MailOutOfReach,
    NotFound,
    PigpostError,
    TooLate,
    UsageError,
)
from pigpost.games.by_hand import read_throws
from pigpost.games.conditions import Condition
from pigpost.games.kinds import RuleBroken, Seat
from pigpost.games.output import round_output
from pigpost.games.record import RoundRecord
from pigpost.intake.desk.supposed import supposed_order
from pigpost.intake.play_bots import play_bots
from pigpost.intake.poll import poll_inbox
from pigpost.intake.put_order import seat_named
from pigpost.outbox.deliver import send_outbox
from pigpost.ports import Services, Transaction
from pigpost.replay.record import record_of
from pigpost.replay.state import GameState, Phase, ThrownRound
from pigpost.replay.views import as_at_entry, as_of_ruling, as_recorded, every_attempt
from pigpost.replay.what_if import what_if
from pigpost.results.result import sheet
from pigpost.rounds.adjudicate import adjudicate_sealed_rounds
from pigpost.rounds.run_now import close_now
from pigpost.rounds.seal import seal_due_rounds
from pigpost.rounds.throw import enter_throws


@click.group(name="round")
def round() -> None:
    """Show, run and replay rounds."""


@round.command()
@click.argument("game")
@click.argument("number", type=int)
@click.option("--recorded", is_flag=True, help="As it was thrown, whatever was ruled since.")
@click.option("--ruling", type=int, help="As it counted once that ruling was made.")
@click.option("--entry", type=int, metavar="POSITION", help="As it was known at that log entry.")
@json_option
@pass_context
def show(
    context: Context,
    *,
    game: str,
    number: int,
    recorded: bool,
    ruling: int | None,
    entry: int | None,
    as_json: bool,
) -> None:
    """Round NUMBER of GAME as it counts now: as ruled, else as recorded."""
    with context.services.store.reading() as tx:
        state = game_state(tx, game)
        if entry is not None:
            state = as_at_entry(tx.log.history(stream_named(game)), entry)
    thrown = _thrown(state, number)
    if recorded:
        thrown = as_recorded(thrown)
    elif ruling is not None:
        thrown = as_of_ruling(thrown, ruling)
    _emit_record(state, thrown, record_of(thrown.event), as_json=as_json)


@round.command()
@click.argument("game")
@click.option("--round", "number", type=int, required=True, help="The round that is open.")
@click.option("--reason", help="Why it is closed now; recorded. Needed but for --dry-run.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
@json_option
@pass_context
def run(
    context: Context, *, game: str, number: int, reason: str | None, dry_run: bool, as_json: bool
) -> None:
    """Close the open round now, read the inbox once more, throw, and mail the results."""
    services = context.services
    if dry_run:
        due = before_closing(services, game, round=number)
        emit(due.values(), due.text(), as_json=as_json)
        return
    if reason is None:
        raise click.UsageError("Missing option '--reason'.")
    play_bots(services)
    close_now(services, game, round=number, reason=reason)
    poll_inbox(services, owner="cli")
    seal_due_rounds(services)
    adjudicate_sealed_rounds(services)
    with services.store.reading() as tx:
        state = game_state(tx, game)
    if not any(thrown.event.round == number for thrown in state.thrown):
        raise _not_thrown_yet(services, game, number)
    send_outbox(services, owner="cli")
    thrown = _thrown(state, number)
    _emit_record(state, thrown, record_of(thrown.event), as_json=as_json)


@round.command()
@click.argument("game")
@click.argument("throws")
@click.option("--round", "number", type=int, required=True, help="The round that waits for them.")
@json_option
@pass_context
def throw(context: Context, *, game: str, throws: str, number: int, as_json: bool) -> None:
    """Enter THROWS that were made by hand, as "sider, double trotter, pig out", or "3-4, 1-1".

    Of a game at the level hand, once the deadline has passed; several times, until the round is over.
    """
    services = context.services
    with services.store.reading() as tx:
        kind = game_state(tx, game).settings.kind
    try:
        names = read_throws(kind, throws)
    except RuleBroken as broken:
        raise AgainstTheRules(f"{broken} (rule {broken.rule})") from broken
    entered = enter_throws(services, game, round=number, throws=names)
    value = {
        "game": game,
        "round": number,
        "throws": list(entered.throws),
        "turn_score": entered.turn_score,
        "over": entered.over,
    }
    so_far = f"{len(entered.throws)} throws, turn score {entered.turn_score}"
    end = "the round is over, and told" if entered.over else "the round goes on: throw again"
    emit(value, f"{so_far}; {end}", as_json=as_json)
    if entered.over:
        send_outbox(services, owner="cli")


@round.command()
@click.argument("game")
@click.argument("number", type=int)
@click.option(
    "--with",
    "changes",
    multiple=True,
    metavar='NAME="ORDER"',
    help="Another order; STRIKE for the one before it, or none; ENTRY n for what was sent. Repeatable.",
)
@json_option
@pass_context
def replay(
    context: Context, *, game: str, number: int, changes: tuple[str, ...], as_json: bool
) -> None:
    """Replay a thrown round on its own throws, as it was or with other orders. Stores nothing."""
    with context.services.store.reading() as tx:
        state = game_state(tx, game)
        orders = dict(_change(tx, state, number, text) for text in changes)
    record = what_if(state, number, orders)
    _emit_record(state, _thrown(state, number), record, as_json=as_json)


def _not_thrown_yet(services: Services, game: str, number: int) -> PigpostError:
    """Why a round that was closed waits."""
    with services.store.reading() as tx:
        health, state = tx.inboxes.health(services.mailbox), game_state(tx, game)
    if state.by_hand:
        return TooLate(
            f"round {number} is closed, and waits for its throws: pigpost round throw {game} "
            f'"sider, trotter" --round {number}'
        )
    if health.failing_since is None:
        return TooLate(f"round {number} is closed; the running service is reading the inbox for it")
    return MailOutOfReach(
        f"round {number} is closed, and is thrown when the inbox has been read: {health.last_error}"
    )


def _thrown(state: GameState, number: int) -> ThrownRound:
    if found := every_attempt(state, number):
        return found[-1]
    if state.current is not None and state.current.round == number:
        what = "open: its orders are sealed" if state.phase is Phase.OPEN else "being thrown"
        raise TooLate(f"round {number} of {state.id} is {what}")
    raise NotFound(f"{state.id} has no round {number}; thrown so far: {len(state.thrown)}")


def _change(
    tx: Transaction, state: GameState, number: int, text: str
) -> tuple[Seat, Condition | None]:
    name, separator, words = text.partition("=")
    if not separator:
        raise UsageError(f'{text!r} should be NAME="ORDER", as Ted="THROWS 6"')
    seat = seat_named(state, name.strip())
    supposed = supposed_order(tx, state, round=number, seat=seat, words=words, refused=True)
    return seat, supposed


def _emit_record(
    state: GameState, thrown: ThrownRound, record: RoundRecord, *, as_json: bool
) -> None:
    names = {seat: s.person.name for seat, s in state.seats.items()}
    value: dict[str, Any] = {
        "game": state.id,
        "round": thrown.event.round,
        "attempt": thrown.event.attempt,
        "rulings": [one.ruling for one in thrown.corrections],
        "annulled_by": thrown.annulled_by,
        **round_output(record, names.__getitem__),
    }
    text = round_text(sheet(state, thrown, record))
    emit(value, "\n".join([text, *_ruled(state, thrown)]), as_json=as_json)


def _ruled(state: GameState, thrown: ThrownRound) -> list[str]:
    """What was ruled about the round."""
    lines = [
        f"ruling {ruling.number}: {ruling.reason} (entry {ruling.pos})"
        for ruling in (state.rulings[one.ruling - 1] for one in thrown.corrections)
    ]
    if thrown.annulled_by is not None:
        why = state.rulings[thrown.annulled_by - 1].reason
        lines.append(f"annulled by ruling {thrown.annulled_by}: {why}")
    return lines
