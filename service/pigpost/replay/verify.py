"""Everything that an export claims, checked from the export alone, with the standard library.

Entries against their leaves, leaves against the checkpoint's root, parts against their digests,
streams against gaps, and every round from its seed to its scores. Nothing in the file is trusted,
and no byte of it is left unlooked at.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pigpost.games.kinds import seat_from_label
from pigpost.replay.archive import Archive, BadArchive, open_archive
from pigpost.replay.findings import Finding, What, missing, tampered
from pigpost.replay.lines import BadLine, Closing, read_closing
from pigpost.replay.log_check import LogCheck
from pigpost.replay.places import Places
from pigpost.replay.round_file import round_file, round_file_name
from pigpost.replay.state import GameState, ThrownRound


def verify(file: BinaryIO) -> Iterator[Finding]:
    """The findings about an exported zip or its log alone, in the order of the file.

    The file must be seekable: it is read twice. Never raises for what is in it.
    """
    try:
        archive = open_archive(file)
        closing = _closing(archive)
        log = LogCheck(closing=closing, places=Places(size=closing.size, root=closing.root))
        yield from log.check(archive.lines())
        yield from _check_files(archive, closing)
        yield from _check_rounds(archive, log.judged_games)
    except BadArchive as error:
        member = error.member or "the file"
        answer = missing if error.gone else tampered
        yield answer(What.FILE, f"{member} {error}", field=member)
    except BadLine as error:
        yield tampered(What.CHECKPOINT, str(error), field=error.field)


def _closing(archive: Archive) -> Closing:
    last = b""
    for line in archive.lines():
        last = line
    return read_closing(last)


def _check_files(archive: Archive, closing: Closing) -> Iterator[Finding]:
    """The members beside the log are those that were exported, byte by byte."""
    if archive.files is None:
        return
    for name in sorted(closing.files.keys() | archive.files.keys()):
        if name not in archive.files:
            yield missing(What.FILE, f"{name} is missing", field=name)
        elif name not in closing.files:
            yield tampered(What.FILE, f"{name} was not exported", field=name)
        elif hashlib.sha256(archive.read(name)).hexdigest() != closing.files[name]:
            yield tampered(What.FILE, f"{name} is not as it was exported", field=name)


def _check_rounds(archive: Archive, games: Iterable[GameState]) -> Iterator[Finding]:
    """Each thrown round has its file, which says what the log says."""
    if archive.files is None:
        return
    for state in games:
        counting = {thrown.event.round or 0: thrown for thrown in state.thrown}
        for number, thrown in counting.items():
            name = round_file_name(number)
            if name not in archive.files:
                yield missing(What.FILE, f"{name} is missing", round=number, field=name)
            elif not _says(archive.read(name), state, thrown):
                words = f"{name} does not say what the log says"
                yield tampered(What.FILE, words, round=number, field=name)


def _says(body: bytes, state: GameState, thrown: ThrownRound) -> bool:
    """Whether a round's file is that of the log, whatever names it gives to the seats."""
    try:
        names = {seat_from_label(k): str(v) for k, v in json.loads(body)["names"].items()}
        return round_file(state, thrown, names) == body
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return False
