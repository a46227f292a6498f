"""Exports taken apart, changed, and put together again."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

from pigpost.audit.export import export_game
from pigpost.replay.archive import LOG, pack
from pigpost.replay.findings import Finding
from pigpost.replay.lines import Closing, read_closing, written_closing
from pigpost.replay.verify import verify
from tests.replay.playing import Playing

Members = dict[str, bytes]
Lines = list[dict[str, Any]]

ORIGIN = "pigs.example/pigpost"


def exported(playing: Playing) -> Members:
    """The members of a game's export."""
    return unpacked(export_game(playing.tx, playing.game, origin=ORIGIN))


def unpacked(packed: bytes) -> Members:
    with zipfile.ZipFile(BytesIO(packed)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(members: Members) -> bytes:
    packed = BytesIO()
    pack(members, packed)
    return packed.getvalue()


def wrong(file: bytes | Members) -> list[Finding]:
    """What the check of an export finds fault with."""
    packed = file if isinstance(file, bytes) else zipped(file)
    return [finding for finding in verify(BytesIO(packed)) if not finding.good]


def with_lines(members: Members, change: Callable[[Lines], object]) -> Members:
    """The export with its entries changed, each line spelled as it must be; the last line stays."""
    *entries, last = members[LOG].splitlines(keepends=True)
    lines = [json.loads(line) for line in entries]
    change(lines)
    return {**members, LOG: b"".join(map(spelled, lines)) + last}


def with_closing(members: Members, change: Callable[[Closing], Closing]) -> Members:
    """The export with another last line, as a forger would write it."""
    *entries, last = members[LOG].splitlines(keepends=True)
    return {**members, LOG: b"".join(entries) + written_closing(change(read_closing(last)))}


def spelled(values: dict[str, Any]) -> bytes:
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode() + b"\n"
