"""Everything that an export claims, checked from the export alone, with the standard library.

Entries against their leaves, leaves against the checkpoint's root, parts against their digests,
streams against gaps, and every round from its seed to its scores. Nothing in the file is trusted,
and no byte of it is left unlooked at.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from pigpost.events.codec import SHAPES
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.record import NO_DIGEST, Entry
from pigpost.events.streams import game_of
from pigpost.games.kinds import seat_from_label
from pigpost.replay.archive import LOG, Archive, BadArchive, open_archive
from pigpost.replay.findings import Answer, Finding, What
from pigpost.replay.lines import BadLine, Closing, Line, read_closing, read_line
from pigpost.replay.places import Places
from pigpost.replay.recheck import GameCheck
from pigpost.replay.round_file import round_file, round_file_name
from pigpost.replay.state import GameState

_POSITION = re.compile(rb'"pos":([0-9]{1,15})[,}]')
_NEAR = 64
"""So many places behind the entry before it, a renumbered entry is looked for."""
_VERSIONS = 10
"""Below this, the true version of a changed one is looked for."""


def verify(file: BinaryIO) -> Iterator[Finding]:
    """The findings about an exported zip or its log alone, in the order of the file.

    The file must be seekable: it is read twice. Never raises for what is in it.
    """
    try:
        archive = open_archive(file)
        closing = _closing(archive)
        log = _LogCheck(closing=closing, places=Places(size=closing.size, root=closing.root))
        yield from log.check(archive)
        yield from _check_files(archive, closing, log.games)
    except BadArchive as error:
        member = error.member or "the file"
        gone = str(error).startswith("is not in")
        yield Finding(
            what=What.FILE,
            result=Answer.MISSING if gone else Answer.TAMPERED,
            words=f"{member} {error}",
            field=member,
        )
    except BadLine as error:
        yield _wrong(What.CHECKPOINT, str(error), field=error.field)


def _closing(archive: Archive) -> Closing:
    last = b""
    for line in archive.lines():
        last = line
    return read_closing(last)


@dataclass(slots=True, kw_only=True)
class _LogCheck:
    """The log's lines, one after the other."""

    closing: Closing
    places: Places
    games: dict[str, GameCheck] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    position: int = 0
    entries: int = 0
    withheld: int = 0

    def check(self, archive: Archive) -> Iterator[Finding]:
        """Every line but the last, then what only the whole can show."""
        before: bytes | None = None
        for raw in archive.lines():
            if before is not None:
                yield from self._check_raw(before)
            before = raw
        yield from self._check_ends()
        yield from self._summary()

    def _check_raw(self, raw: bytes) -> Iterator[Finding]:
        self.entries += 1
        try:
            line = read_line(raw)
        except BadLine as error:
            found = _POSITION.search(raw)
            position = int(found[1]) if found else None
            words = f"line {self.entries} of {LOG}: {error}"
            yield _wrong(What.ENTRY, words, position=position, field=error.field)
            return
        wrong = self._wrong_with(line) or self._out_of_order(line.entry)
        self.position = max(self.position, line.entry.pos)
        if wrong is not None:
            yield wrong
            self._give_up(line.entry)
            return
        self.withheld += line.entry.personal_digest != NO_DIGEST and line.entry.personal is None
        yield from self._check_game(line.entry)

    def _check_game(self, entry: Entry) -> Iterator[Finding]:
        game = game_of(entry.stream)
        if game is not None:
            yield from self.games.setdefault(entry.stream, GameCheck(game)).take(entry)

    def _give_up(self, entry: Entry) -> None:
        """What was wrong is said once; the stream goes on behind it, its game can't be judged."""
        self.versions[entry.stream] = max(entry.ver, self.versions.get(entry.stream, 0))
        if (game := game_of(entry.stream)) is not None:
            self.games.setdefault(entry.stream, GameCheck(game)).stuck = True

    def _wrong_with(self, line: Line) -> Finding | None:
        """What does not fit within the line and under the root."""
        entry = line.entry
        leaf = _leaf(entry)
        if not self.places.holds(leaf, index=entry.pos - 1, proof=line.proof):
            name = self._altered(line, leaf)
            words = f"entry {entry.pos}: {name} is not what was recorded"
            return _wrong(What.ENTRY, words, position=entry.pos, field=name)
        if leaf.hex() != entry.leaf:
            words = f"entry {entry.pos}: leaf is not that of the entry"
            return _wrong(What.ENTRY, words, position=entry.pos, field="leaf")
        return _wrong_part(entry)

    def _altered(self, line: Line, leaf: bytes) -> str:
        """Which field was changed: the one whose repair gives back the leaf that was shown."""
        entry = line.entry
        if leaf.hex() == entry.leaf:
            places = range(self.position, min(self.position + _NEAR, self.closing.size))
            moved = any(self.places.holds(leaf, index=i, proof=line.proof) for i in places)
            return "pos" if moved or entry.pos <= self.position else "proof"
        for name, repaired in self._repairs(entry):
            if _leaf(repaired).hex() == entry.leaf:
                return name
        return "head"

    def _repairs(self, entry: Entry) -> Iterator[tuple[str, Entry]]:
        for digest in (part_digest(entry.sealed), NO_DIGEST):
            yield "sealed_digest", replace(entry, sealed_digest=digest)
        for digest in (part_digest(entry.personal), NO_DIGEST):
            yield "personal_digest", replace(entry, personal_digest=digest)
        yield "ver", replace(entry, ver=self.versions.get(entry.stream, 0) + 1)
        for stream in self.closing.entries:
            yield "stream", replace(entry, stream=stream)
        for name in SHAPES:
            yield "type", replace(entry, type=name)
        for v in range(1, _VERSIONS):
            yield "v", replace(entry, v=v)

    def _out_of_order(self, entry: Entry) -> Finding | None:
        """Gapless versions in each stream, ascending places in the log."""
        due = self.versions.get(entry.stream, 0) + 1
        if entry.ver > due:
            words = f"version {due} of {entry.stream} is missing before entry {entry.pos}"
            return Finding(
                what=What.STREAM,
                result=Answer.MISSING,
                words=words,
                position=entry.pos,
                field="ver",
            )
        if entry.ver < due or entry.pos <= self.position:
            words = f"entry {entry.pos} does not come in its order"
            return _wrong(What.STREAM, words, position=entry.pos, field="pos")
        self.versions[entry.stream] = entry.ver
        return None

    def _check_ends(self) -> Iterator[Finding]:
        """No stream may end earlier or later than the last line says."""
        for stream in sorted(self.closing.entries.keys() | self.versions.keys()):
            due, there = self.closing.entries.get(stream, 0), self.versions.get(stream, 0)
            if there < due:
                yield Finding(
                    what=What.STREAM,
                    result=Answer.MISSING,
                    words=f"{stream} ends at version {there}; {due} were exported",
                    position=self.position + 1,
                    field="ver",
                )
            elif there > due:
                words = f"{stream} goes on to version {there}; {due} were exported"
                yield _wrong(What.STREAM, words, position=self.position, field="ver")

    def _summary(self) -> Iterator[Finding]:
        if self.withheld:
            yield Finding(
                what=What.PERSONAL,
                result=Answer.REDACTED,
                words=f"{self.withheld} personal parts (names, addresses, words as mailed) are not "
                "shown; their digests are",
            )
        yield Finding(
            what=What.CHECKPOINT,
            result=Answer.INTACT,
            words=f"{self.entries} entries were read; the log had {self.closing.size}, "
            f"root {self.closing.root}",
        )


def _leaf(entry: Entry) -> bytes:
    return leaf_of(
        stream=entry.stream,
        ver=entry.ver,
        type=entry.type,
        v=entry.v,
        head=entry.head,
        sealed_digest=entry.sealed_digest,
        personal_digest=entry.personal_digest,
    )


def _wrong_part(entry: Entry) -> Finding | None:
    for name, part, digest in (
        ("sealed", entry.sealed, entry.sealed_digest),
        ("personal", entry.personal, entry.personal_digest),
    ):
        if part is not None and part_digest(part) != digest:
            words = f"entry {entry.pos}: {name} or its salt is not what was digested"
            return _wrong(What.ENTRY, words, position=entry.pos, field=name)
    return None


def _check_files(
    archive: Archive, closing: Closing, games: Mapping[str, GameCheck]
) -> Iterator[Finding]:
    """The members beside the log: those that were exported, and what the log says of the rounds."""
    if archive.files is None:
        return
    for name in sorted(closing.files.keys() | archive.files.keys()):
        if name not in archive.files:
            words = f"{name} is missing"
            yield Finding(what=What.FILE, result=Answer.MISSING, words=words, field=name)
        elif name not in closing.files:
            yield _wrong(What.FILE, f"{name} was not exported", field=name)
        elif hashlib.sha256(archive.read(name)).hexdigest() != closing.files[name]:
            yield _wrong(What.FILE, f"{name} is not as it was exported", field=name)
    for check in games.values():
        if not check.stuck and (state := check.state) is not None:
            yield from _check_rounds(archive, closing, state)


def _check_rounds(archive: Archive, closing: Closing, state: GameState) -> Iterator[Finding]:
    counting = {thrown.event.round or 0: thrown for thrown in state.thrown}
    for number, thrown in counting.items():
        name = round_file_name(number)
        if name not in closing.files or archive.files is None or name not in archive.files:
            yield Finding(
                what=What.FILE,
                result=Answer.MISSING,
                words=f"{name} is missing",
                round=number,
                field=name,
            )
            continue
        body = archive.read(name)
        try:
            names = {seat_from_label(k): str(v) for k, v in json.loads(body)["names"].items()}
            same = round_file(state, thrown, names) == body
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            same = False
        if not same:
            words = f"{name} does not say what the log says"
            yield _wrong(What.FILE, words, round=number, field=name)


def _wrong(
    what: What,
    words: str,
    *,
    field: str,
    position: int | None = None,
    round: int | None = None,
) -> Finding:
    return Finding(
        what=what,
        result=Answer.TAMPERED,
        words=words,
        round=round,
        position=position,
        field=field,
    )
