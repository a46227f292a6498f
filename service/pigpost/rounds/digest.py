"""The GM's mail of the day: what is due, and what waits. Nothing to tell, no mail."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import ceil

from pigpost.audit.games import disputed_games, game_state
from pigpost.outbox.gm_codes import new_code
from pigpost.outbox.letterhead import GM, gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import GameRow, Services, Transaction
from pigpost.replay.disputes import ClaimStatus
from pigpost.replay.state import Phase
from pigpost.results.letters import Digest, DueRound, HeldGame, NoMailTo, WaitingClaim

_DAY = timedelta(days=1)
_ASKED_BACK = ("refusal", "asked_back", "mail_refused")
_UNANSWERED = ", not answered"


def send_digest(services: Services) -> bool:
    """Queues the mail of the day; whether it was put there now.

    There is one look a day: at the hour, or as soon after it as the service runs again.
    """
    site, now = services.settings.site, services.clock.now()
    here = now.astimezone(services.settings.zone)
    if site.digest_hour < 0 or here.hour < site.digest_hour:
        return False
    with services.store.writing() as tx:
        if not _first_look(tx, here):
            return False
        digest = digest_of(services, tx, now)
        if not _tells_anything(digest):
            return False
        digest = replace(digest, code=new_code(services, tx, role=GM))
        tell_gm(services, tx, digest, once=f"digest:{here:%Y-%m-%d}")
    return True


def _first_look(tx: Transaction, here: datetime) -> bool:
    """Whether nobody has looked on that day; who looks keeps the others out until it is over."""
    tomorrow = (here + _DAY).replace(hour=0, minute=0, second=0, microsecond=0)
    rest = ceil(tomorrow.timestamp() - here.timestamp())
    return tx.leases.take("digest", owner=here.isoformat(), now=here.astimezone(UTC), seconds=rest)


def digest_of(services: Services, tx: Transaction, now: datetime) -> Digest:
    """What there is to tell."""
    games, mails = tx.projections.games(), tx.mails.counts()
    outcomes = tx.mails.outcomes_since(now - _DAY)
    return Digest(
        head=gm_head(services, None),
        due=tuple(_due(tx, row) for row in _soon(games, now)),
        on_hold=tuple(HeldGame(game=g.game, reason=g.held) for g in games if g.held is not None),
        blocked=tuple(
            NoMailTo(address=each.address, since=each.blocked_at)
            for each in tx.bounces.blocked()
            if each.blocked_at is not None
        ),
        held=mails.get("held", 0),
        unread=mails.get("failed", 0),
        asked_back=sum(outcomes.get(kind, 0) for kind in _ASKED_BACK),
        unanswered=sum(n for outcome, n in outcomes.items() if outcome.endswith(_UNANSWERED)),
        refused=tx.outbox.failed_since(now - _DAY),
        blind_since=tx.inboxes.health(services.mailbox).failing_since,
        claims=waiting_claims(tx),
    )


def waiting_claims(tx: Transaction) -> tuple[WaitingClaim, ...]:
    """What somebody has to decide, the oldest first."""
    found = [
        WaitingClaim(
            game=state.id,
            number=claim.number,
            appealed=claim.status is ClaimStatus.APPEALED,
            since=claim.filed_at,
        )
        for state in disputed_games(tx)
        for claim in state.claims
        if claim.waits
    ]
    return tuple(sorted(found, key=lambda claim: claim.since))


def _soon(games: list[GameRow], now: datetime) -> list[GameRow]:
    due = [(g.deadline, g) for g in games if g.phase == Phase.OPEN and g.deadline is not None]
    return [
        row for deadline, row in sorted(due, key=lambda each: each[0]) if deadline <= now + _DAY
    ]


def _due(tx: Transaction, row: GameRow) -> DueRound:
    """Who has ordered, and nothing of what."""
    state = game_state(tx, row.game)
    current = state.current
    if current is None:
        raise LookupError(f"{row.game} has no round under way")
    seats = [s for s in state.standings.participants if s not in current.absent]
    missing = [seat for seat in seats if current.standing(seat) is None]
    return DueRound(
        game=row.game,
        round=current.round,
        deadline=current.deadline,
        sent=len(seats) - len(missing),
        missing=tuple(state.seats[seat].person.name for seat in missing),
    )


def _tells_anything(digest: Digest) -> bool:
    """What was asked back or went unanswered is no news by itself."""
    counts = (digest.held, digest.unread, digest.refused)
    lists = (digest.due, digest.on_hold, digest.blocked, digest.claims)
    return any(counts) or any(lists) or digest.blind_since is not None
