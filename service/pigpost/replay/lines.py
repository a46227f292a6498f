"""The lines of an exported log (formats 5): written here, and read here without any trust.

No byte of a line is free: it must be the canonical JSON of what it says.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pigpost.events.record import NO_DIGEST, Entry, Part
from pigpost.events.streams import is_stream

Values: TypeAlias = dict[str, Any]

LONGEST = 4 * 1024 * 1024
"""Bytes of a line beyond which nobody reads on."""

_DIGEST = 64
_HEX = re.compile(r"[0-9a-f]*")
_HEX32 = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_WORD = re.compile(r"[A-Za-z]{1,64}")
_FILE = re.compile(r"[A-Za-z0-9_./-]{1,100}")
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class BadLine(ValueError):
    """A line that no export has; `field` is what is wrong with it."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """An entry as shown, parts only where they are open, and its inclusion proof in lower hex."""

    entry: Entry
    proof: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The last line: the log's head, and what the export holds.

    `entries` is each stream's last version, `files` each other member's SHA-256.
    """

    origin: str
    size: int
    root: str
    entries: Mapping[str, int]
    files: Mapping[str, str]


def shown(entry: Entry) -> Values:
    """An entry as JSON values: every field but those that are nobody's business.

    `idem` is left out: it holds the fingerprint of a private mail.
    """
    values: Values = {
        "pos": entry.pos,
        "stream": entry.stream,
        "ver": entry.ver,
        "type": entry.type,
        "v": entry.v,
        "head": entry.head.decode(),
        "sealed_digest": entry.sealed_digest,
        "personal_digest": entry.personal_digest,
        "leaf": entry.leaf,
    }
    for name, part in (("sealed", entry.sealed), ("personal", entry.personal)):
        if part is not None:
            values |= {name: part.body.decode(), f"{name}_salt": part.salt.hex()}
    return values


def written(entry: Entry, proof: Sequence[bytes]) -> bytes:
    """An entry's line."""
    return spelled({**shown(entry), "proof": [node.hex() for node in proof]})


def written_closing(closing: Closing) -> bytes:
    """The last line; it carries a digest of itself, against slips of the disk."""
    checkpoint = {"origin": closing.origin, "size": closing.size, "root": closing.root}
    manifest: Values = {"entries": closing.entries, "files": closing.files}
    values: Values = {"checkpoint": checkpoint, "manifest": manifest}
    digest = hashlib.sha256(spelled(values)[:-1]).hexdigest()
    return spelled({**values, "manifest": {**manifest, "sha256": digest}})


def spelled(values: Mapping[str, Any]) -> bytes:
    """A line of canonical JSON, of texts that are canonical already: the log's own."""
    return _ENCODER.encode(values).encode() + b"\n"


def read_line(raw: bytes) -> Line:
    """The entry behind a line; `BadLine` for every other bytes."""
    values = _values(raw, _ENTRY)
    for name, fits in _FIELDS.items():
        if not fits(values.get(name)):
            raise BadLine(name, f"{name} is missing or malformed")
    parts = {name: _part(values, name) for name in ("sealed", "personal")}
    proof = values["proof"]
    return Line(
        entry=Entry(
            pos=values["pos"],
            stream=values["stream"],
            ver=values["ver"],
            type=values["type"],
            v=values["v"],
            idem=None,
            head=values["head"].encode(),
            sealed_digest=values["sealed_digest"],
            personal_digest=values["personal_digest"],
            leaf=values["leaf"],
            **parts,
        ),
        proof=tuple(proof),
    )


def read_closing(raw: bytes) -> Closing:
    """What the last line says; `BadLine` for every other bytes."""
    values = _values(raw, _CLOSING)
    try:
        checkpoint, manifest = values["checkpoint"], values["manifest"]
        closing = Closing(
            origin=checkpoint["origin"],
            size=checkpoint["size"],
            root=checkpoint["root"],
            entries=manifest["entries"],
            files=manifest["files"],
        )
        same = written_closing(closing) == raw
    except (LookupError, TypeError, ValueError):
        same = False
    if not same or not _fits_closing(closing):
        raise BadLine("checkpoint", "the last line is not as it was written")
    return closing


def _values(raw: bytes, known: frozenset[str]) -> Values:
    """The object in a line that is spelled as it must be."""
    if not raw.endswith(b"\n"):
        raise BadLine("line", "the line has no end, or is longer than any line of a log")
    try:
        values = json.loads(raw.decode())
        same = spelled(values) == raw
    except (ValueError, RecursionError) as error:
        raise BadLine("line", f"the line is no JSON: {error}") from error
    if not same or not isinstance(values, dict):
        raise BadLine("line", "the line is not the canonical JSON of an object")
    if unknown := values.keys() - known:
        raise BadLine(min(unknown), f"{min(unknown)} is no field of a log line")
    return values


def _part(values: Values, name: str) -> Part | None:
    body, salt = values.get(name), values.get(f"{name}_salt")
    if body is None and salt is None:
        return None
    if not isinstance(body, str) or not _matches(_SALT)(salt):
        raise BadLine(name, f"{name} and its salt do not go together")
    return Part(salt=bytes.fromhex(str(salt)), body=body.encode())


def _fits_closing(closing: Closing) -> bool:
    return (
        isinstance(closing.origin, str)
        and _is_number(closing.size)
        and _is_digest(closing.root)
        and all(is_stream(stream) and _is_number(n) for stream, n in closing.entries.items())
        and all(_FILE.fullmatch(file) and _is_digest(d) for file, d in closing.files.items())
    )


def _matches(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_number(value: object) -> bool:
    return type(value) is int and 1 <= value < 2**53


def _is_part_digest(value: object) -> bool:
    return value == NO_DIGEST or _is_digest(value)


def _is_proof(value: object) -> bool:
    if not isinstance(value, list) or any(type(n) is not str or len(n) != _DIGEST for n in value):
        return False
    return _HEX.fullmatch("".join(value)) is not None


_is_digest = _matches(_HEX32)

_FIELDS: Mapping[str, Callable[[object], bool]] = {
    "pos": _is_number,
    "stream": lambda value: isinstance(value, str) and is_stream(value),
    "ver": _is_number,
    "type": _matches(_WORD),
    "v": _is_number,
    "head": lambda value: isinstance(value, str),
    "sealed_digest": _is_part_digest,
    "personal_digest": _is_part_digest,
    "leaf": _is_digest,
    "proof": _is_proof,
}

_ENTRY = frozenset({*_FIELDS, "sealed", "sealed_salt", "personal", "personal_salt"})
_CLOSING = frozenset({"checkpoint", "manifest"})
