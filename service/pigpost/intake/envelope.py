"""A raw mail becomes an envelope: who wrote what to whom. Any bytes do; nothing is raised.

Limits hold before anything is taken apart, and all work after them is bounded: a hostile
mail takes a fraction of a second.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from pigpost.intake.charset import Decoded, changed_lines, decode, seen
from pigpost.intake.flowed import unwrapped
from pigpost.intake.headers import (
    MAX_HEADERS,
    Headers,
    addresses,
    decoded,
    every,
    first,
    one_address,
    split,
)
from pigpost.intake.html_text import html_text
from pigpost.intake.parts import Part, TooMuch, parts_of

MAX_TEXT = 65_536
"""Characters of the text that are kept: far more than anybody writes above a quote."""

_MAX_TEXTS = {"text/plain": 5, "text/html": 1}
"""Texts of a kind that are looked at for something to read; a page takes its time."""

_RECIPIENT_HEADERS = (
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-forwarded-to",
    "to",
    "cc",
)
_ENCRYPTED = frozenset(
    {
        "multipart/encrypted",
        "application/pgp-encrypted",
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
    }
)
_TNEF = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
"""Outlook's own wrapping (winmail.dat), in which the words may be."""

_ARMOURED = "-----BEGIN PGP MESSAGE-----"
_SIGNED = re.compile(r"\s*-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z]+: .*\n)*\n")
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|div|table|p)\b", re.IGNORECASE)
"""HTML that calls itself plain text is read as what it is: its quotes have no signs."""

_DASH_ESCAPE = re.compile(r"^- ", re.MULTILINE)

TextSource: TypeAlias = Literal["plain", "html"]
_SOURCES: dict[str, TextSource] = {"text/plain": "plain", "text/html": "html"}


class Problem(StrEnum):
    """Why a mail can't be read."""

    TOO_BIG = "too_big"
    TOO_MANY_PARTS = "too_many_parts"
    TOO_DEEP = "too_deep"
    NO_TEXT = "no_text"
    ENCRYPTED = "encrypted"
    BAD_SENDER = "bad_sender"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailHead:
    """What the headers of a mail say. All texts are on one line, decoded and without controls.

    `sender` is None when From does not name exactly one address. `in_reply_to` and `references`
    are as written. `recipients` begin with those that the mail was delivered to.
    """

    message_id: str | None
    in_reply_to: str
    references: str
    sender: str | None
    sender_as_written: str
    dated: str
    subject: str
    recipients: tuple[str, ...]
    headers: Headers


@dataclass(frozen=True, slots=True, kw_only=True)
class MailProblem(MailHead):
    """A mail that can't be read, with as much as is known in order to answer it.

    `in_winmail`: it has no text but a winmail.dat, and the words may be in there.
    """

    problem: Problem
    in_winmail: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope(MailHead):
    """A mail that can be read. `text` is its body, quotes and all; set-apart HTML begins with `>`.

    `charset_note` says why another charset than the declared one was used; `changed_lines` are
    those that held what no reader sees, as written and as read.
    """

    sender: str
    text: str
    text_source: TextSource
    charset: str
    charset_note: str | None
    changed_lines: tuple[tuple[str, str], ...]


def open_envelope(
    raw: bytes, *, max_bytes: int = 1_048_576, complete: bool = True
) -> Envelope | MailProblem:
    """Reads a mail. `complete` is False where only its headers were fetched, it being too big."""
    apart = split(_with_lf(raw[: max(max_bytes, MAX_HEADERS + 1)]))
    head = _head(apart.headers)
    if apart.too_big or len(raw) > max_bytes or not complete:
        return _problem(head, Problem.TOO_BIG)
    parts = parts_of(apart.headers, apart.body)
    if isinstance(parts, TooMuch):
        return _problem(head, Problem(parts))
    if head.sender is None:
        return _problem(head, Problem.BAD_SENDER)
    return _with_text(head, parts)


def read_body(raw: bytes) -> Decoded:
    """A plain body without headers, as it would be read in a mail."""
    return _plain(Part(headers=(), body=_with_lf(raw)))


def _with_lf(raw: bytes) -> bytes:
    """Line ends as LF; a lone CR is one only where there are no others (old Macintosh files)."""
    raw = raw.replace(b"\r\n", b"\n")
    return raw if b"\n" in raw else raw.replace(b"\r", b"\n")


def _head(headers: Headers) -> MailHead:
    written = every(headers, "from")
    recipients = [every(headers, name) for name in _RECIPIENT_HEADERS]
    return MailHead(
        message_id=first(headers, "message-id") or None,
        in_reply_to=first(headers, "in-reply-to") or "",
        references=first(headers, "references") or "",
        sender=one_address(written),
        sender_as_written=decoded(", ".join(written[:2]), limit=320),
        dated=decoded(first(headers, "date") or "", limit=100),
        subject=decoded(first(headers, "subject") or "", limit=300),
        recipients=tuple(
            each for values in recipients for value in values for each in addresses(value)
        ),
        headers=headers,
    )


def _with_text(head: MailHead, parts: list[Part]) -> Envelope | MailProblem:
    """The body that counts: the first inline text that shows anything, plain before HTML."""
    if any(part.kind in _ENCRYPTED and not part.enclosed for part in parts):
        return _problem(head, Problem.ENCRYPTED)
    bodies = [part for part in parts if not part.attached and part.kind in _SOURCES]
    shown = (each for each in _readings(bodies) if each[1].text.strip())
    source, body = next(shown, ("plain", Decoded(text="", charset="utf-8")))
    if not body.text.strip() and any(part.kind in _TNEF for part in parts):
        return replace(_problem(head, Problem.NO_TEXT), in_winmail=True)
    if not bodies or not (body.text or head.subject):
        return _problem(head, Problem.NO_TEXT)
    if body.text.lstrip().startswith(_ARMOURED):
        return _problem(head, Problem.ENCRYPTED)
    return Envelope(
        **_fields(head),
        text=body.text,
        text_source=source,
        charset=body.charset,
        charset_note=body.note,
        changed_lines=body.changed,
    )


def _readings(bodies: list[Part]) -> Iterator[tuple[TextSource, Decoded]]:
    """Each text of the mail, in the order in which they count."""
    for kind, source in _SOURCES.items():
        for part in [part for part in bodies if part.kind == kind][: _MAX_TEXTS[kind]]:
            yield source, _plain(part) if source == "plain" else _html(part)


def _plain(part: Part) -> Decoded:
    """Decoded, unwrapped if flowed, without the dress of a clear signature (RFC 4880, 7)."""
    found = decode(part.content(), part.parameters.get("charset"))
    if _PAGE.match(found.text):
        return _html(part)
    written = found.text[: MAX_TEXT + 1]
    text = _whole_lines(seen(written))
    if part.parameters.get("format", "").lower() == "flowed":
        delete_space = part.parameters.get("delsp", "").lower() == "yes"
        text = unwrapped(text, delete_space=delete_space)
    if signed := _SIGNED.match(text):
        text = _DASH_ESCAPE.sub("", text[signed.end() :])
    return replace(found, text=text, changed=changed_lines(written))


def _html(part: Part) -> Decoded:
    found = decode(part.content(), part.parameters.get("charset"))
    written = html_text(found.text)
    return replace(found, text=_whole_lines(seen(written)), changed=changed_lines(written))


def _whole_lines(text: str) -> str:
    """A text that is not longer than we read; never a part of a line, which could say less."""
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT].rpartition("\n")[0]


def _problem(head: MailHead, problem: Problem) -> MailProblem:
    return MailProblem(**_fields(head), problem=problem)


def _fields(head: MailHead) -> dict[str, Any]:
    return {field.name: getattr(head, field.name) for field in fields(MailHead)}
