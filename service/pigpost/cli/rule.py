"""`pigpost rule`: a dispute is decided, with what it does shown first."""

from collections.abc import Mapping
from typing import Any

import click

from pigpost.audit.games import game_state
from pigpost.claims.decide import Proposal
from pigpost.claims.file import claim_of
from pigpost.claims.preview import preview
from pigpost.claims.rule import rule as make_ruling
from pigpost.claims.voices import Voice
from pigpost.cli.claim import voice_option
from pigpost.cli.claim_text import ruling_table
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.errors import AgainstTheRules, UsageError
from pigpost.games.by_hand import read_throws
from pigpost.games.conditions import Condition
from pigpost.games.kinds import RuleBroken, Seat
from pigpost.games.throws import ALL
from pigpost.intake.desk.ruled_orders import ruled_order
from pigpost.intake.put_order import seat_named
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import Later, RulingKind, SeatAct
from pigpost.replay.state import GameState
from pigpost.results.ruling import BeforeAndAfter
from pigpost.seats.invite import NewPlayer


@click.command()
@click.argument("game")
@click.argument("claim", type=int)
@click.argument("what", type=click.Choice([kind.value for kind in RulingKind]))
@click.option("--reason", default="", help="Why; recorded and mailed to all. Comes first.")
@click.option("--round", "number", type=int, help="The round; else the one that is disputed.")
@click.option("--order", "orders", multiple=True, metavar='NAME="ORDER"', help="count, amend")
@click.option("--strike", "struck", metavar="NAME", help="strike: whose order.")
@click.option("--points", multiple=True, metavar="NAME=+3", help="adjust: given or taken.")
@click.option("--throws", metavar="THROWS", help="correct_throw: all of the round, as they fell.")
@click.option("--player", metavar="NAME", help="seat: whose; end: who wins (may be left out).")
@click.option("--act", type=click.Choice([act.value for act in SeatAct]), help="seat: what.")
@click.option("--newcomer", metavar="NAME=ADDRESS", help="seat, replace: who sits down.")
@click.option("--ruling", "overrules", type=int, help="overrule: which ruling is taken back.")
@click.option("--evidence", type=int, metavar="ENTRY", help="The log entry that it rests on.")
@click.option(
    "--later",
    type=click.Choice([later.value for later in Later]),
    default=Later.FORWARD.value,
    show_default=True,
    help="Rounds thrown since: replayed, or only the difference in points.",
)
@click.option("--preview", "only", is_flag=True, help="Show what it would do, and do nothing.")
@click.option("--early", is_flag=True, help="Preview without a reason; logged, and in the mail.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@voice_option
@json_option
@pass_context
def rule(
    context: Context,
    /,
    *,
    game: str,
    claim: int,
    only: bool,
    early: bool,
    yes: bool,
    as_json: bool,
    **given: Any,  # noqa: ANN401 - every other option, as click reads them
) -> None:
    """Decide CLAIM of GAME: count, strike, amend, void, adjust, seat, end, dismiss, overrule ...

    Nothing recorded is touched: the round is replayed on the same throws, all are told before and
    after, and one appeal to the ombudsman is open if there is one.
    """
    services = context.services
    with services.store.reading() as tx:
        proposal = _proposal(tx, game_state(tx, game), claim, given)
    if only or not (yes or as_json):
        told = preview(services, game, proposal, early=early)
        if only:
            emit(values(told), "\n".join(ruling_table(told)), as_json=as_json)
            return
        click.echo("\n".join(ruling_table(told)))
        if not click.confirm("Rule so?"):
            click.echo("Not ruled; that you looked is in the log, and nothing else.", err=True)
            click.get_current_context().exit(1)
    done = make_ruling(services, game, proposal, newcomer=_newcomer(services, given["newcomer"]))
    ruling = done.ruling
    emit(
        {"game": game, "ruling": ruling.number, "position": ruling.pos, **values(done.told)},
        "\n".join([*ruling_table(done.told), f"ruling {ruling.number}, log entry {ruling.pos}"]),
        as_json=as_json,
    )


def values(told: BeforeAndAfter) -> dict[str, Any]:
    """Before and after as JSON."""
    return {
        "round": told.round,
        "players": {
            line.name: {
                "round_before": line.round_before,
                "round_after": line.round_after,
                "score_before": line.score_before,
                "score_after": line.score_after,
                "changed": line.changed,
            }
            for line in told.lines
        },
        "corrected": list(told.corrected),
        "annulled": list(told.annuls),
        "over": told.over,
    }


def _proposal(tx: Transaction, state: GameState, number: int, given: Mapping[str, Any]) -> Proposal:
    what, name = RulingKind(given["what"]), given["player"]
    round = given["number"] or claim_of(state, number).about
    return Proposal(
        claim=number,
        what=what,
        reason=given["reason"],
        voice=Voice(given["voice"]),
        round=round,
        later=Later(given["later"]),
        orders=dict(_order(tx, state, round, text) for text in given["orders"]),
        struck=None if given["struck"] is None else seat_named(state, given["struck"]),
        points=dict(_points(state, text) for text in given["points"]),
        seat=seat_named(state, name) if what is RulingKind.SEAT and name else None,
        act=None if given["act"] is None else SeatAct(given["act"]),
        winners=(seat_named(state, name),) if what is RulingKind.END and name else (),
        draws=_draws(state, given["throws"]),
        overrules=given["overrules"],
        evidence=given["evidence"],
    )


def _order(
    tx: Transaction, state: GameState, round: int | None, text: str
) -> tuple[Seat, Condition]:
    name, words = _pair(text, 'NAME="ORDER", as Ted="THROWS 6"')
    return ruled_order(tx, state.id, round=round or 0, name=name, words=words)


def _points(state: GameState, text: str) -> tuple[Seat, int]:
    name, points = _pair(text, "NAME=POINTS, as Ted=-3")
    try:
        return seat_named(state, name), int(points)
    except ValueError:
        raise UsageError(f"{points!r} is no number of points") from None


def _draws(state: GameState, text: str | None) -> dict[str, tuple[str, ...]] | None:
    if text is None:
        return None
    try:
        return {ALL: read_throws(state.settings.kind, text)}
    except RuleBroken as broken:
        raise AgainstTheRules(f"{broken} (rule {broken.rule})") from broken


def _newcomer(services: Services, text: str | None) -> NewPlayer | None:
    if text is None:
        return None
    name, address = _pair(text, "NAME=ADDRESS, as Ann=ann@hill.example")
    return NewPlayer(
        name=name, address=address, language="en", timezone=services.settings.site.timezone
    )


def _pair(text: str, pattern: str) -> tuple[str, str]:
    name, separator, rest = text.partition("=")
    if not separator or not name.strip() or not rest.strip():
        raise UsageError(f"{text!r} should be {pattern}")
    return name.strip(), rest.strip()
