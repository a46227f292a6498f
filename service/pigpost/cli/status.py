"""`pigpost status`: what runs and what needs the GM."""

from datetime import datetime, timedelta
from typing import Any

import click

from pigpost.audit.games import game_state
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.tables import ENGLISH
from pigpost.cli.times import show_instant
from pigpost.intake.inbox_health import next_poll_at
from pigpost.ports import Services
from pigpost.replay.state import Phase
from pigpost.results.phrases import held_because
from pigpost.rounds.digest import waiting_claims

_MINUTE, _SILENT = timedelta(minutes=1), timedelta(minutes=30)


@click.command()
@click.option("--exit-code", is_flag=True, help="Exit 1 when something needs the GM.")
@json_option
@click.pass_context
@pass_context
def status(context: Context, ctx: click.Context, *, exit_code: bool, as_json: bool) -> None:
    """What runs and what needs the GM."""
    value = overview(context.services)
    emit(value, _text(value), as_json=as_json)
    if exit_code and value["needs_gm"]:
        ctx.exit(1)


def overview(services: Services) -> dict[str, Any]:
    """Inbox, outbox, games and log in one value."""
    with services.store.reading() as tx:
        health = tx.inboxes.health(services.mailbox)
        next_at = next_poll_at(services, tx)
        games = tx.projections.games()
        outbox = tx.outbox.counts()
        blocked = tx.bounces.blocked()
        head = tx.log.head()
        mails = tx.mails.counts()
        claims = waiting_claims(tx)
        sealed = [game for game in games if game.phase == Phase.SEALED]
        by_hand = [game for game in sealed if game_state(tx, game.game).by_hand]
    lag = health.lag(services.clock.now())
    needs = [
        f"claim {claim.number} of {claim.game} waits{' for the ombudsman' * claim.appealed} since "
        f"{show_instant(claim.since)}: pigpost claim show {claim.game} {claim.number}"
        for claim in claims
    ]
    needs += [
        f"round {game.round} of {game.game} waits for its throws: pigpost round throw {game.game} "
        f"... --round {game.round}"
        for game in by_hand
    ]
    needs += [
        f"{game.game} is held: {held_because(game.held, ENGLISH)}"
        for game in games
        if game.held is not None
    ]
    if health.failing_since is not None:
        since = show_instant(health.failing_since)
        again = "" if next_at is None else f"; tried again at {show_instant(next_at)}"
        needs.append(
            f"the inbox can't be read since {since} ({health.failures} tries{again}): "
            f"{health.last_error}"
        )
    elif lag is not None and lag > _SILENT:
        needs.append(f"nobody has read the inbox for {lag // _MINUTE} minutes: does a worker run?")
    needs += [
        f"mail to {each.address} comes back since {show_instant(each.blocked_at)}: {each.words}"
        for each in blocked
    ]
    if outbox.get("failed"):
        needs.append(f"{_mails(outbox['failed'])} could not be sent: pigpost mail list --out")
    if mails.get("failed"):
        needs.append(f"{_mails(mails['failed'])} could not be read: pigpost mail list")
    running = [game for game in games if game.phase in {"open", "sealed"}]
    return {
        "needs_gm": needs,
        "inbox_read_at": None if health.seen_at is None else health.seen_at.isoformat(),
        "inbox_lag_seconds": None if lag is None else int(lag.total_seconds()),
        "inbox_failures": health.failures,
        "inbox_last_error": health.last_error,
        "unread": mails.get("stored", 0),
        "outbox": outbox,
        "games": len(games),
        "running": len(running),
        "next_deadlines": [
            {
                "game": g.game,
                "round": g.round,
                "deadline": None if g.deadline is None else g.deadline.isoformat(),
            }
            for g in sorted(running, key=lambda g: (g.deadline is None, g.deadline))[:5]
        ],
        "log_entries": head.size,
    }


def _text(value: dict[str, Any]) -> str:
    lines = ["Needs you:", *(f"   {need}" for need in value["needs_gm"] or ["nothing"])]
    read = "never read" if value["inbox_read_at"] is None else f"read {_at(value['inbox_read_at'])}"
    lines.append(f"Inbox    {read}; {value['unread']} unread")
    counts = ", ".join(f"{n} {state}" for state, n in sorted(value["outbox"].items()))
    lines.append(f"Outbox   {counts or 'empty'}")
    lines.append(f"Games    {value['running']} running of {value['games']}")
    lines += [
        f"   {d['game']} round {d['round']}, due {_at(d['deadline'])}"
        for d in value["next_deadlines"]
    ]
    if more := value["running"] - len(value["next_deadlines"]):
        lines.append(f"   and {more} more: pigpost game list")
    lines.append(f"Log      {value['log_entries']} entries")
    return "\n".join(lines)


def _mails(count: int) -> str:
    return "1 mail" if count == 1 else f"{count} mails"


def _at(written: str | None) -> str:
    return show_instant(None if written is None else datetime.fromisoformat(written))
