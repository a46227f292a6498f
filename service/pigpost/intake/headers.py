"""The header of a mail, from bytes: split, unfolded, decoded. Never raises, whatever the bytes.

The standard library's parser is not used: on hostile headers it raises, or takes minutes.
"""

import binascii
import re
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.intake.charset import decode, one_line
from pigpost.seats.addresses import canonical_address

Headers: TypeAlias = tuple[tuple[str, str], ...]
"""Names in lower case and values on one line, not yet decoded, in their order."""

MAX_HEADER = 65_536
"""Bytes of one header, all its folded lines included."""

MAX_HEADERS = 262_144
"""Bytes of all headers."""

RECEIVED_BY = re.compile(r"(?:^|\s)by\s+(?!by\s)([^\s;()]{1,255})", re.IGNORECASE)
"""Whom a Received header is by: the word, and not the end of a name such as `mail.example.by`."""

_NAME = re.compile(rb"[!-9;-~]+[ \t]*")
_ENCODED = re.compile(r"=\?([^?\s]{1,60})\?([bq])\?([^?\s]*)\?=", re.IGNORECASE)
_BETWEEN_ENCODED = re.compile(r"\?=\s+=\?")
_ATOM = r"[^\s<>()\"@,;:\\\[\]]"
ADDRESS = re.compile(rf"(?<!{_ATOM}){_ATOM}{{1,64}}@{_ATOM}{{1,255}}")
"""An address as people have them; quoted local parts and address literals are not among them."""

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_COMMENT = re.compile(r"\(([^()]*)\)")
_ANGLE = re.compile(r"([^<>]*)<\s*([^<>\s]+)\s*>\s*")
_NOWHERE = re.compile(r"(?:<\s?>)?|<?mailer-daemon(?:@[^<>\s]*)?>?", re.IGNORECASE)
_MAX_MAILBOX = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A mail or a part of one: its headers and what follows. `too_big`: a limit was passed."""

    headers: Headers
    body: bytes
    too_big: bool


def split(raw: bytes, *, most: int = MAX_HEADERS) -> Split:
    """Parts the header from the body. Lines that are no header are passed over."""
    header, body = _apart(raw)
    headers: list[tuple[str, list[bytes]]] = []
    for line in header[:most].split(b"\n"):
        name, colon, value = line.partition(b":")
        if line[:1] in (b" ", b"\t") and headers:
            headers[-1][1].append(line)
        elif colon and _NAME.fullmatch(name):
            headers.append((name.rstrip().decode("ascii").lower(), [value]))
    values = [(name, b" ".join(lines)) for name, lines in headers]
    return Split(
        headers=tuple((name, unfolded(value[:MAX_HEADER])) for name, value in values),
        body=body,
        too_big=len(header) > most or any(len(value) > MAX_HEADER for _, value in values),
    )


def every(headers: Headers, name: str) -> list[str]:
    """All values of a header, in their order."""
    return [value for key, value in headers if key == name]


def first(headers: Headers, name: str) -> str | None:
    """The first value of a header, or None."""
    return next((value for key, value in headers if key == name), None)


def decoded(value: str, *, limit: int) -> str:
    """A header for people: encoded words read (RFC 2047), no line break or control left.

    >>> decoded("=?utf-8?q?Re=3A_round_4=0D=0ABcc=3A_x?=", limit=40)
    'Re: round 4 Bcc: x'
    """
    value = _BETWEEN_ENCODED.sub("?==?", value[: 8 * limit])
    return one_line(_ENCODED.sub(_word, value), limit)


def returns_nowhere(return_path: str) -> bool:
    """Whether nobody wants to hear of the mail again (RFC 5321, 4.5.5), as different servers say so.

    >>> [returns_nowhere(path) for path in ("<>", "<MAILER-DAEMON>", "<karen@hill.example>")]
    [True, True, False]
    """
    return _NOWHERE.fullmatch(return_path.strip()) is not None


def unfolded(value: bytes) -> str:
    """A header on one line, as a reader sees it, not yet decoded."""
    text = value.decode("ascii") if value.isascii() else decode(value, None).text
    return one_line(text, MAX_HEADER)


def addresses(value: str) -> list[str]:
    """Every address in a header of recipients, domains in lower case; names are passed over."""
    return [_lower_domain(found) for found in ADDRESS.findall(value)]


def one_address(values: list[str]) -> str | None:
    """The one address of From, or None where there is none or one could be taken for another.

    Refused: several From headers or addresses, groups, and a name that holds another address
    (the kind of CVE-2023-27043). An address that is its own name is fine.

    >>> one_address(["karen@Hill.example <karen@hill.example>"])
    'karen@hill.example'
    >>> one_address(['"bill@pigs.example" <eve@evil.example>']) is None
    True
    """
    if len(values) != 1 or len(values[0]) > _MAX_MAILBOX:
        return None
    asides = [*_QUOTED.findall(values[0]), *_COMMENT.findall(_QUOTED.sub(" ", values[0]))]
    bare = _COMMENT.sub(" ", _QUOTED.sub(" ", values[0])).strip()
    in_angles = _ANGLE.fullmatch(bare)
    name, address = in_angles.groups() if in_angles else ("", bare)
    if not ADDRESS.fullmatch(address) or re.search(r'[,;:<>()"\\]', name):
        return None
    address = canonical_address(address)
    named = addresses(decoded(" ".join([name, *asides]), limit=_MAX_MAILBOX))
    same = (canonical_address(each.strip("'")).lower() == address.lower() for each in named)
    return address if all(same) else None


def _apart(raw: bytes) -> tuple[bytes, bytes]:
    if raw.startswith(b"\n"):
        return b"", raw[1:]
    header, _, body = raw.partition(b"\n\n")
    return header, body


def _word(match: re.Match[str]) -> str:
    """An encoded word as text; what can't be decoded stays as it is."""
    charset, encoding, text = match.groups()
    raw = text.encode("utf-8", "replace")
    try:
        raw = (
            binascii.a2b_base64(raw + b"==")
            if encoding in "bB"
            else binascii.a2b_qp(raw, header=True)
        )
    except binascii.Error:
        return match[0]
    return decode(raw, charset.partition("*")[0]).text


def _lower_domain(address: str) -> str:
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"
