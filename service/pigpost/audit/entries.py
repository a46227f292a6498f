"""The log for people: what anybody may see of each entry, and nothing that is still sealed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from pigpost.audit.games import no_such_game, stream_named
from pigpost.errors import LogBroken
from pigpost.events.canonical_json import parse
from pigpost.events.instants import read
from pigpost.events.receipt import receipt_code
from pigpost.events.record import NO_DIGEST, Entry, Part, Recorded
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


def entries_of(tx: Transaction, game: str) -> list[LogEntry]:
    """A game's entries in the order of the log; `NotFound` when there is no such game."""
    stored, public = stored_and_public(tx, game)
    return [_entry(*pair) for pair in zip(stored, public, strict=True)]


def stored_and_public(tx: Transaction, game: str) -> tuple[list[Entry], list[Entry]]:
    """A game's entries as stored, and as anybody may see them; `NotFound` as above."""
    stream = stream_named(game)
    stored = list(tx.log.entries(stream))
    if not stored:
        raise no_such_game(game)
    return stored, public_entries(stored, tx.log.read(stream))


def public_entries(stored: Iterable[Entry], recorded: Iterable[Recorded]) -> list[Entry]:
    """The whole stream of a game without what is sealed at its end, and without anything personal."""
    opened = opened_versions(recorded)
    return [
        replace(entry, personal=None, sealed=entry.sealed if entry.ver in opened else None)
        for entry in stored
    ]


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
