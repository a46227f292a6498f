"""The parts of a mail (RFC 2045, 2046), within limits that hold before anything is built.

Not the standard library's parser: 20 nested levels over a megabyte of line ends take it minutes.
"""

import binascii
import quopri
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pigpost.intake.headers import Headers, first, split

MAX_PARTS = 100
MAX_LEVELS = 20

_MAX_PART_HEADER = 4_096
_MAX_VALUE = 4_000
_TYPE = re.compile(r"\s*([\w.+-]+)\s*/\s*([\w.+-]+)")
_PARAMETER = re.compile(r';\s*([\w-]++)(?:(\*)[\d*]*+)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))')
_ENCLOSING = frozenset({"message/rfc822", "message/global", "multipart/digest"})
"""What holds whole mails; a part of a digest is one even if it does not say so (RFC 2046, 5.1.5)."""

_NOT_BASE64 = bytes(
    set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
)


class TooMuch(StrEnum):
    """Why the parts of a mail were not all looked at."""

    TOO_MANY_PARTS = "too_many_parts"
    TOO_DEEP = "too_deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part as it came. `enclosed`: inside a message that hangs on to this one."""

    headers: Headers
    body: bytes
    enclosed: bool = False

    @property
    def kind(self) -> str:
        """The media type in lower case; `text/plain` where none is told (RFC 2045, 5.2)."""
        found = _TYPE.match(first(self.headers, "content-type") or "")
        return f"{found[1]}/{found[2]}".lower() if found else "text/plain"

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters of the media type, names in lower case."""
        return _parameters(first(self.headers, "content-type"))

    @property
    def attached(self) -> bool:
        """Whether it is a file beside the text, or part of one."""
        disposition = first(self.headers, "content-disposition") or ""
        named = "name" in self.parameters or "filename" in _parameters(disposition)
        return self.enclosed or named or disposition.lower().startswith("attachment")

    def content(self) -> bytes:
        """The body with its transfer encoding undone as far as that goes."""
        encoding = (first(self.headers, "content-transfer-encoding") or "").strip(" \"'").lower()
        match encoding:
            case "base64":
                return _base64(self.body)
            case "quoted-printable":
                return quopri.decodestring(self.body)
            case _:
                return self.body


def parts_of(headers: Headers, body: bytes) -> list[Part] | TooMuch:
    """The mail and all its parts, each before its own, in the order of the mail."""
    found: list[Part] = []
    waiting = [(Part(headers=headers, body=body), 1)]
    while waiting:
        part, level = waiting.pop()
        inner = _inner(part)
        if inner and level == MAX_LEVELS:
            return TooMuch.TOO_DEEP
        found.append(part)
        waiting += [(each, level + 1) for each in reversed(inner)]
        if len(found) + len(waiting) > MAX_PARTS:
            return TooMuch.TOO_MANY_PARTS
    return found


def _inner(part: Part) -> list[Part]:
    """The parts right inside one, at most one more than a mail may have."""
    if part.kind.startswith("multipart/"):
        boundary = part.parameters.get("boundary", "").rstrip()
        pieces = _pieces(part.body, boundary.encode()) if boundary else []
    else:
        pieces = [part.body] if part.kind in _ENCLOSING else []
    enclosed = part.enclosed or part.kind in _ENCLOSING
    return [_part(piece, enclosed=enclosed) for piece in pieces]


def _part(raw: bytes, *, enclosed: bool) -> Part:
    apart = split(raw, most=_MAX_PART_HEADER)
    return Part(headers=apart.headers, body=apart.body, enclosed=enclosed)


def _pieces(body: bytes, boundary: bytes) -> list[bytes]:
    """What stands between the lines of a boundary; what follows the last one is dropped."""
    mark, text = b"\n--" + boundary, b"\n" + body
    pieces: list[bytes] = []
    begin, at = None, text.find(mark)
    while at >= 0 and len(pieces) <= MAX_PARTS:
        end = text.find(b"\n", at + 1)
        end = len(text) if end < 0 else end
        rest = text[at + len(mark) : end].rstrip()
        if rest in (b"", b"--"):
            if begin is not None:
                pieces.append(text[begin:at])
            if rest:
                return pieces
            begin = end + 1
        at = text.find(mark, end)
    return pieces if begin is None else [*pieces, text[begin:]]


def _parameters(value: str | None) -> dict[str, str]:
    """Names in lower case; what was cut into pieces (`name*0=`, RFC 2231) is joined."""
    found: dict[str, str] = {}
    for name, star, quoted, plain in _PARAMETER.findall((value or "")[:_MAX_VALUE]):
        before = found.get(name.lower(), "") if star else ""
        found[name.lower()] = before + (quoted or plain)
    return found


def _base64(raw: bytes) -> bytes:
    """What can be read; a last symbol that stands alone is no byte."""
    symbols = raw.split(b"=", 1)[0].translate(None, _NOT_BASE64)
    whole = len(symbols) - (len(symbols) % 4 == 1)
    return binascii.a2b_base64(symbols[:whole] + b"==")
