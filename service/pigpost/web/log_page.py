"""The log of a game for people, and one entry of it. What is sealed stays so: see `audit.entries`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pigpost.audit.entries import LogEntry
from pigpost.errors import NotFound
from pigpost.events.receipt import same_code
from pigpost.games.kinds import seat_label
from pigpost.replay.state import GameState, SeatStatus

ON_A_PAGE = 100

_UNSEEN = (SeatStatus.INVITED, SeatStatus.DECLINED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which entries are asked for: below a position, of a round, with a receipt code."""

    before: int | None
    round: int | None
    receipt: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """Entries, the newest first. `older` is the position to go on below, or None at the end.

    `names` are those of who plays or played; who was only invited is a seat and nothing more.
    `bots` are the seats of house players.
    """

    game: str
    title: str
    names: Mapping[str, str]
    bots: tuple[str, ...]
    wanted: Wanted
    found: int
    entries: tuple[LogEntry, ...]
    older: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """One entry, and its neighbours in the game's stream."""

    game: str
    title: str
    names: Mapping[str, str]
    bots: tuple[str, ...]
    entry: LogEntry
    previous: int | None
    next: int | None


def log_page(state: GameState, entries: Sequence[LogEntry], wanted: Wanted) -> LogPage:
    """The entries that are asked for."""
    found = [entry for entry in reversed(entries) if _is_wanted(entry, wanted)]
    below = [entry for entry in found if wanted.before is None or entry.pos < wanted.before]
    shown = below[:ON_A_PAGE]
    return LogPage(
        game=state.id,
        title=state.title,
        names=_names(state),
        bots=_bots(state),
        wanted=wanted,
        found=len(found),
        entries=tuple(shown),
        older=shown[-1].pos if len(below) > ON_A_PAGE else None,
    )


def entry_page(state: GameState, entries: Sequence[LogEntry], pos: int) -> EntryPage:
    """The entry at a position of the whole log; `NotFound` if it is not of this game."""
    place = next((place for place, entry in enumerate(entries) if entry.pos == pos), None)
    if place is None:
        raise NotFound(f"entry {pos} is not of {state.id}")
    return EntryPage(
        game=state.id,
        title=state.title,
        names=_names(state),
        bots=_bots(state),
        entry=entries[place],
        previous=entries[place - 1].pos if place else None,
        next=entries[place + 1].pos if place + 1 < len(entries) else None,
    )


def _is_wanted(entry: LogEntry, wanted: Wanted) -> bool:
    return (wanted.round is None or entry.round == wanted.round) and (
        wanted.receipt is None or same_code(wanted.receipt, entry.receipt)
    )


def _names(state: GameState) -> dict[str, str]:
    return {
        seat_label(seat.seat): seat.person.name
        for seat in state.seats.values()
        if seat.person.name and seat.status not in _UNSEEN
    }


def _bots(state: GameState) -> tuple[str, ...]:
    return tuple(seat_label(seat.seat) for seat in state.seats.values() if seat.bot is not None)
