"""The log for people: what anybody may see of each entry, and nothing that is still sealed."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self, overload

from pigpost.audit.games import no_such_game, stream_named
from pigpost.errors import LogBroken
from pigpost.events.canonical_json import parse
from pigpost.events.instants import read
from pigpost.events.receipt import receipt_code
from pigpost.events.record import NO_DIGEST, Entry, Part
from pigpost.ports import Transaction
from pigpost.replay.lines import shown
from pigpost.replay.opened import opened_versions


class PartState(StrEnum):
    """What became of a detached part: `kept` is stored and not shown, `erased` is stored no more."""

    NONE = "none"
    OPEN = "open"
    KEPT = "kept"
    ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One entry as anybody may see it.

    `public` are the fields of its line in an export, `head` and `sealed` the values in its parts;
    `sealed` is None until it is open. `receipt` is the code that the entry's leaf gives.
    """

    pos: int
    ver: int
    at: datetime
    kind: str
    by: str
    round: int | None
    head: Mapping[str, Any]
    sealed: Mapping[str, Any] | None
    sealed_state: PartState
    personal_state: PartState
    leaf: str
    receipt: str
    public: Mapping[str, Any]


class LogEntries(Sequence[LogEntry]):
    """Entries in the order of the log. Each is made when it is asked for: a page shows few of many."""

    def __init__(self, stored: Sequence[Entry], opened: Container[int]) -> None:
        self._stored, self._opened = stored, opened

    def __len__(self) -> int:
        return len(self._stored)

    @overload
    def __getitem__(self, place: int) -> LogEntry: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: int | slice) -> LogEntry | Self:
        if isinstance(place, slice):
            return type(self)(self._stored[place], self._opened)
        stored = self._stored[place]
        return _entry(stored, _public(stored, self._opened))


def entries_of(tx: Transaction, game: str) -> LogEntries:
    """A game's entries; `NotFound` when there is no such game."""
    return LogEntries(*_stored_and_opened(tx, game))


def public_entries(tx: Transaction, game: str) -> list[Entry]:
    """A game's entries without what is sealed at its end, and without anything personal.

    `NotFound` when there is no such game.
    """
    stored, opened = _stored_and_opened(tx, game)
    return [_public(entry, opened) for entry in stored]


def _stored_and_opened(tx: Transaction, game: str) -> tuple[list[Entry], frozenset[int]]:
    """All entries as stored, and the versions of those whose sealed part anybody may see."""
    stream = stream_named(game)
    stored = list(tx.log.entries(stream))
    if not stored:
        raise no_such_game(game)
    return stored, opened_versions(tx.log.history(stream))


def _public(entry: Entry, opened: Container[int]) -> Entry:
    return replace(entry, personal=None, sealed=entry.sealed if entry.ver in opened else None)


def _entry(stored: Entry, public: Entry) -> LogEntry:
    head = _values(stored.head)
    return LogEntry(
        pos=stored.pos,
        ver=stored.ver,
        at=read(head["at"]),
        kind=stored.type,
        by=head["by"],
        round=head["round"],
        head=head,
        sealed=None if public.sealed is None else _values(public.sealed.body),
        sealed_state=_state(stored.sealed_digest, stored.sealed, public.sealed),
        personal_state=_state(stored.personal_digest, stored.personal, public.personal),
        leaf=stored.leaf,
        receipt=receipt_code(stored.leaf),
        public=shown(public),
    )


def _values(body: bytes) -> Mapping[str, Any]:
    values = parse(body)
    if not isinstance(values, dict):
        raise LogBroken(f"no object: {values!r}")
    return values


def _state(digest: str, stored: Part | None, public: Part | None) -> PartState:
    if digest == NO_DIGEST:
        return PartState.NONE
    if stored is None:
        return PartState.ERASED
    return PartState.KEPT if public is None else PartState.OPEN
