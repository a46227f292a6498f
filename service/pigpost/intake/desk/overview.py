"""What needs whoever decides, on one page: claims, mails, holds, rounds due. No order is in it."""

from dataclasses import dataclass
from datetime import datetime

from pigpost.audit.games import disputed_games
from pigpost.intake.desk.boxes import WAITING, Box
from pigpost.intake.desk.look import sizes
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import Claim
from pigpost.replay.state import GameState
from pigpost.results.letters import DueRound, HeldGame
from pigpost.rounds.digest import digest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLine:
    """A claim in a list; `who` filed it."""

    game: str
    title: str
    number: int
    about: int | None
    status: str
    who: str
    words: str
    filed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """What waits, the most pressing first; `boxes` are those in which mail lies."""

    claims: tuple[ClaimLine, ...]
    boxes: tuple[tuple[Box, int], ...]
    held: tuple[HeldGame, ...]
    due: tuple[DueRound, ...]
    blind_since: datetime | None


def overview(services: Services, tx: Transaction) -> Overview:
    """What there is to do now."""
    digest, counts = digest_of(services, tx, services.clock.now()), sizes(tx)
    return Overview(
        claims=tuple(line for line in claim_lines(tx) if line.status in ("open", "appealed")),
        boxes=tuple((box, counts[box]) for box in WAITING if counts[box]),
        held=digest.on_hold,
        due=digest.due,
        blind_since=digest.blind_since,
    )


def claim_lines(tx: Transaction) -> list[ClaimLine]:
    """The claims of all games, the latest first."""
    lines = [_line(state, claim) for state in disputed_games(tx) for claim in state.claims]
    return sorted(lines, key=lambda line: line.filed_at, reverse=True)


def _line(state: GameState, claim: Claim) -> ClaimLine:
    return ClaimLine(
        game=state.id,
        title=state.title,
        number=claim.number,
        about=claim.about,
        status=claim.status.value,
        who=who_filed(state, claim.by),
        words=claim.words,
        filed_at=claim.filed_at,
    )


def who_filed(state: GameState, by: str) -> str:
    """A player by name; who decides by his role."""
    seats = {f"p{number}": seat.person.name for number, seat in state.seats.items()}
    return seats.get(by, by)
