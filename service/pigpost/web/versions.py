"""A thrown round in all its versions: as recorded, as each ruling had it, attempts that were annulled."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pigpost.errors import NotFound
from pigpost.outbox.plain import one_line
from pigpost.replay.disputes import Ruling
from pigpost.replay.state import GameState, ThrownRound
from pigpost.replay.views import as_of_ruling, as_recorded, every_attempt

_KEY = re.compile(r"([1-9]\d{0,5})-(?:recorded|ruling-([1-9]\d{0,5}))")


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One of them: `key` asks for it, `ruling` made it (None: as recorded), `counts` tells of now."""

    key: str
    attempt: int
    ruling: int | None
    annulled_by: int | None
    counts: bool
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingNote:
    """A ruling about the round, for everybody to read."""

    number: int
    what: str
    by: str
    reason: str
    at: datetime
    entry: int
    blind: bool
    overruled_by: int | None


def version_asked(state: GameState, number: int, key: str | None) -> ThrownRound | None:
    """The version that a key asks for, without one what counts now; None for a round not thrown.

    `NotFound` for a key that leads nowhere.
    """
    attempts = every_attempt(state, number)
    if key is None:
        counting = [thrown for thrown in attempts if thrown.annulled_by is None]
        return counting[-1] if counting else None
    asked = _KEY.fullmatch(key)
    found = [t for t in attempts if asked and t.recorded.attempt == int(asked[1])]
    if not asked or not found:
        raise NotFound(f"there is no version {key} of round {number}")
    return as_recorded(found[0]) if asked[2] is None else as_of_ruling(found[0], int(asked[2]))


def versions_of(state: GameState, number: int, shown: ThrownRound | None) -> tuple[Version, ...]:
    """Every version of a round, the oldest first; none where there is only one."""
    found = tuple(
        version for thrown in every_attempt(state, number) for version in _of_attempt(thrown, shown)
    )
    return found if len(found) > 1 or any(one.annulled_by for one in found) else ()


def _of_attempt(thrown: ThrownRound, shown: ThrownRound | None) -> Iterator[Version]:
    rulings = [None, *(one.ruling for one in thrown.corrections)]
    for ruling in rulings:
        attempt = thrown.recorded.attempt
        yield Version(
            key=f"{attempt}-recorded" if ruling is None else f"{attempt}-ruling-{ruling}",
            attempt=attempt,
            ruling=ruling,
            annulled_by=thrown.annulled_by,
            counts=thrown.annulled_by is None and ruling == rulings[-1],
            shown=shown is not None
            and shown.recorded.attempt == attempt
            and _ruling(shown) == ruling,
        )


def _ruling(thrown: ThrownRound) -> int | None:
    return thrown.corrections[-1].ruling if thrown.corrections else None


def rulings_on(state: GameState, number: int) -> tuple[RulingNote, ...]:
    """What was ruled about a round, in its order."""
    about = [r for r in state.rulings if r.round == number or number in r.annuls]
    return tuple(map(_note, about))


def _note(ruling: Ruling) -> RulingNote:
    return RulingNote(
        number=ruling.number,
        what=ruling.what.value,
        by=ruling.by,
        reason=one_line(ruling.reason),
        at=ruling.at,
        entry=ruling.pos,
        blind=ruling.blind,
        overruled_by=ruling.overruled_by,
    )
