"""An export as a file: the zip, or its log alone; read in bounds, whatever it may hold."""

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BufferedReader
from typing import Any, BinaryIO

from pigpost.replay.lines import LONGEST

LOG = "log.ndjson"

_LONGEST_FILE = 16 * 1024 * 1024
_MOST_MEMBERS = 100_000
_MOST_INFLATION = 100
"""Hex digests do not shrink to less than a half: what swells further is no export."""

_LOCAL_HEADER, _CENTRAL_HEADER, _ZIP_END = 30, 46, 22
_EPOCH = (1980, 1, 1, 0, 0, 0)

_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What `zipfile` raises on bytes that are no zip, or not wholly one."""


class BadArchive(ValueError):
    """A file that no export is; `member` can't be read, or is `gone`."""

    def __init__(self, member: str | None, words: str, *, gone: bool = False) -> None:
        super().__init__(words)
        self.member, self.gone = member, gone


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An export to be read. `files` are the sizes of members beside the log; None without a zip."""

    file: BinaryIO
    unpacked: zipfile.ZipFile | None
    files: Mapping[str, int] | None

    def lines(self) -> Iterator[bytes]:
        """The log's lines with their ends; one that is longer than allowed comes without."""
        try:
            if self.unpacked is None:
                self.file.seek(0)
                yield from _lines(self.file)
            else:
                packed: Any = self.unpacked.open(LOG)
                with BufferedReader(packed) as log:  # whose readline is many times as fast
                    yield from _lines(log)
        except _FAULTS as error:
            raise BadArchive(LOG, f"can't be read: {error}") from error

    def read(self, name: str) -> bytes:
        """One of `files`; `BadArchive` when its bytes are not those that were packed."""
        assert self.unpacked is not None  # the log alone has no members to ask for
        try:
            return self.unpacked.read(name)
        except _FAULTS as error:
            raise BadArchive(name, f"can't be read: {error}") from error


def open_archive(file: BinaryIO) -> Archive:
    """The export in a file that can be read twice; `BadArchive` when it is not laid out as one."""
    start = file.read(4)
    file.seek(0)
    if not start.startswith(b"PK"):
        return Archive(file=file, unpacked=None, files=None)
    try:
        unpacked = zipfile.ZipFile(file)
    except _FAULTS as error:
        raise BadArchive(None, f"is no zip: {error}") from error
    members = unpacked.infolist()
    names = {member.filename: member.file_size for member in members}
    if LOG not in names:
        raise BadArchive(LOG, "is not in the file", gone=True)
    _check_layout(file, members)
    del names[LOG]
    return Archive(file=file, unpacked=unpacked, files=names)


def pack(members: Mapping[str, bytes], file: BinaryIO) -> None:
    """Writes a zip that depends on nothing but its members."""
    with zipfile.ZipFile(file, "w") as packed:
        for name, body in members.items():
            packed.writestr(_member(name), body, zipfile.ZIP_DEFLATED, 9)


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _EPOCH)
    member.create_system = 3
    member.external_attr = 0o644 << 16
    return member


def _lines(log: BinaryIO | BufferedReader) -> Iterator[bytes]:
    while line := log.readline(LONGEST):
        yield line


def _check_layout(file: BinaryIO, members: list[zipfile.ZipInfo]) -> None:
    """Member after member, the list of them, and nothing before, between, twice or behind."""
    size = file.seek(0, 2)
    if len(members) > _MOST_MEMBERS or len({m.filename for m in members}) < len(members):
        raise BadArchive(None, "has too many members, or two of one name")
    if sum(m.file_size for m in members) > _MOST_INFLATION * size:
        raise BadArchive(None, "would swell to more than any export holds")
    if any(m.file_size > _LONGEST_FILE for m in members if m.filename != LOG):
        raise BadArchive(None, "has a member that is larger than any of an export")
    at = 0
    for member in members:
        if member.header_offset != at:
            raise BadArchive(member.filename, "does not stand where it must")
        at += _LOCAL_HEADER + len(member.filename.encode()) + member.compress_size
    at += sum(_CENTRAL_HEADER + len(member.filename.encode()) for member in members)
    if at + _ZIP_END != size:
        raise BadArchive(None, "holds bytes that belong to no member")
