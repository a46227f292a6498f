"""The log of an export, line by line: leaves, places, parts, order; games are played again."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pigpost.events.codec import SHAPES
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.record import NO_DIGEST, Entry
from pigpost.events.streams import game_of
from pigpost.replay.archive import LOG
from pigpost.replay.findings import Answer, Finding, What, missing, tampered
from pigpost.replay.lines import BadLine, Closing, Line, read_line
from pigpost.replay.places import Places
from pigpost.replay.recheck import GameCheck
from pigpost.replay.state import GameState

_POSITION = re.compile(rb'"pos":([0-9]{1,15})[,}]')
_NEAR = 64
"""So many places behind the entry before it, a renumbered entry is looked for."""
_VERSIONS = 10
"""Below this, the true version of a changed one is looked for."""


@dataclass(slots=True, kw_only=True)
class LogCheck:
    """The log's lines, one after the other."""

    closing: Closing
    places: Places
    games: dict[str, GameCheck] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    position: int = 0
    entries: int = 0
    withheld: int = 0

    @property
    def judged_games(self) -> Iterator[GameState]:
        """The games in which nothing was wrong, as they stand at the end of the log."""
        for game in self.games.values():
            if not game.stuck and (state := game.state) is not None:
                yield state

    def check(self, lines: Iterable[bytes]) -> Iterator[Finding]:
        """What is wrong in the lines, the last of them left out; if nothing is, what they are."""
        good = True
        for finding in self._check_all(lines):
            good = good and finding.good
            yield finding
        if good:
            yield from self._summary()

    def _check_all(self, lines: Iterable[bytes]) -> Iterator[Finding]:
        before: bytes | None = None
        for raw in lines:
            if before is not None:
                yield from self._check_line(before)
            before = raw
        yield from self._check_ends()

    def _check_line(self, raw: bytes) -> Iterator[Finding]:
        self.entries += 1
        try:
            line = read_line(raw)
        except BadLine as error:
            found = _POSITION.search(raw)
            position = int(found[1]) if found else None
            words = f"line {self.entries} of {LOG}: {error}"
            yield tampered(What.ENTRY, words, position=position, field=error.field)
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
            return tampered(What.ENTRY, words, position=entry.pos, field=name)
        if leaf.hex() != entry.leaf:
            words = f"entry {entry.pos}: leaf is not that of the entry"
            return tampered(What.ENTRY, words, position=entry.pos, field="leaf")
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
            return missing(What.STREAM, words, position=entry.pos, field="ver")
        if entry.ver < due or entry.pos <= self.position:
            words = f"entry {entry.pos} does not come in its order"
            return tampered(What.STREAM, words, position=entry.pos, field="pos")
        self.versions[entry.stream] = entry.ver
        return None

    def _check_ends(self) -> Iterator[Finding]:
        """No stream may end earlier or later than the last line says."""
        for stream in sorted(self.closing.entries.keys() | self.versions.keys()):
            due, there = self.closing.entries.get(stream, 0), self.versions.get(stream, 0)
            if there < due:
                words = f"{stream} ends at version {there}; {due} were exported"
                yield missing(What.STREAM, words, position=self.position + 1, field="ver")
            elif there > due:
                words = f"{stream} goes on to version {there}; {due} were exported"
                yield tampered(What.STREAM, words, position=self.position, field="ver")

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
            return tampered(What.ENTRY, words, position=entry.pos, field=name)
    return None
