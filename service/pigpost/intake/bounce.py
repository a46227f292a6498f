"""What a report of a mail server says of a mail of ours (RFC 3464), or a text that stands for one.

Only codes count, as the server gave them; words never make a failure of what is none. Any bytes do,
and nothing is raised.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from pigpost.intake.charset import decode, one_line
from pigpost.intake.headers import Headers, addresses, every, first, split
from pigpost.intake.parts import Part, TooMuch, parts_of

_MOST = 262_144
"""Bytes that are looked at: reports come first, and what they return hardly matters."""

_MOST_IDS = 20
_MOST_WORDS = 200
_REPORTS = ("message/delivery-status", "message/global-delivery-status")
_NO_FAILURE = frozenset(("delayed", "delivered", "relayed", "expanded"))

_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)")
_REPLY = re.compile(
    r"(?:^|[:>(#]|\b(?:said|error|code|response|reply|returned))\W{0,3}([45])\d\d(?=[ -])",
    re.IGNORECASE | re.MULTILINE,
)
_DELAY = re.compile(r"\bdelay(?:ed)?\b|not yet been delivered", re.IGNORECASE)
_COPY = re.compile(
    r"^(?:\s{0,4}[-=*]{2,20} ?(?:\w{1,12} ){0,6}(?:original|returned|copy of (?:the|your)) message\b"
    r"|message headers follow|(?:>[ \t]?)*(?:received|return-path|message-id|from|date):\s)",
    re.IGNORECASE | re.MULTILINE,
)
_MESSAGE_ID = re.compile(
    r"^[>| \t]*message-id:\s*(<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>)", re.IGNORECASE | re.MULTILINE
)
"""What stands before such a header stands on its line: from each of a megabyte of line ends a search
over all that follow takes hours."""


class Fate(StrEnum):
    """What became of the mail. `hard`: never taken; `soft`: perhaps later, or nobody says."""

    HARD = "hard"
    SOFT = "soft"
    NO_FAILURE = "no_failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was read. `words` are the server's, with the status where there is one.

    `recipients` are who did not get it, `message_ids` those of the mail that was returned.
    """

    fate: Fate
    words: str
    recipients: tuple[str, ...]
    message_ids: tuple[str, ...]


def read_report(raw: bytes) -> Report:
    """Reads a mail that is known to be a bounce."""
    apart = split(raw[:_MOST].replace(b"\r\n", b"\n"))
    found = parts_of(apart.headers, apart.body)
    parts = [] if isinstance(found, TooMuch) else found
    fate, words, recipients = _fate(apart.headers, parts)
    return Report(
        fate=fate,
        words=one_line(words, _MOST_WORDS),
        recipients=recipients,
        message_ids=tuple(_message_ids(parts)),
    )


def _fate(headers: Headers, parts: list[Part]) -> tuple[Fate, str, tuple[str, ...]]:
    outside = [part for part in parts if not part.enclosed]
    kind = outside[0].parameters.get("report-type", "").lower() if outside else ""
    if kind not in ("", "delivery-status"):
        return Fate.NO_FAILURE, f"a report of another kind: {kind}", ()
    groups = [each for part in outside if part.kind in _REPORTS for each in _groups(part)]
    if groups:
        judged = [(_judged(group), group) for group in groups]
        worst = min(judged, key=lambda each: list(Fate).index(each[0][0]))
        failed = [group for (fate, _), group in judged if fate is not Fate.NO_FAILURE]
        return *worst[0], tuple(_recipients(failed))
    text = "\n".join(_texts(outside))
    if _DELAY.search(f"{first(headers, 'subject')}\n{text}"):
        return Fate.NO_FAILURE, "delayed", ()
    fate, words = _told(text)
    return fate, words, tuple(addresses(first(headers, "x-failed-recipients") or ""))


def _groups(part: Part) -> Iterator[Headers]:
    """The fields of each recipient (RFC 3464, 2.3); those of the whole mail come before them."""
    for piece in re.split(rb"\n[ \t]*\n", part.content().replace(b"\r\n", b"\n").strip()):
        fields = split(piece.strip() + b"\n\n").headers
        if any(first(fields, name) for name in ("action", "status", "final-recipient")):
            yield fields


def _judged(group: Headers) -> tuple[Fate, str]:
    """By the action, the status, and only where these are silent by the server's own codes."""
    action = (first(group, "action") or "failed").split("(")[0].strip().lower()
    diagnosis = (first(group, "diagnostic-code") or "").partition(";")[2].strip()
    status = _STATUS.search(first(group, "status") or "") or _STATUS.search(diagnosis)
    words = _with_status(status[0] if status else "", diagnosis)
    if action in _NO_FAILURE or (status and status[1] == "2"):
        return Fate.NO_FAILURE, words or action
    if status:
        return _of_class(status[1]), words
    return _told(diagnosis)


def _told(text: str) -> tuple[Fate, str]:
    """By the codes in a text: the status, else the reply of SMTP, and the line they stand in."""
    status = next((s for s in _STATUS.finditer(text) if s[1] != "2"), None)
    code = status or _REPLY.search(text)
    if code is None:
        return Fate.SOFT, next((line for line in text.split("\n") if line.strip()), "")
    begin, end = text.rfind("\n", 0, code.start(1)) + 1, text.find("\n", code.end())
    line = text[begin : end if end >= 0 else len(text)].strip()
    return _of_class(code[1]), line


def _with_status(status: str, words: str) -> str:
    return words if status in words else f"{status} {words}".strip()


def _of_class(digit: str) -> Fate:
    return Fate.HARD if digit == "5" else Fate.SOFT


def _recipients(groups: Iterable[Headers]) -> Iterator[str]:
    for group in groups:
        for name in ("original-recipient", "final-recipient"):
            for value in every(group, name):
                yield from addresses(value.partition(";")[2])


def _texts(parts: list[Part]) -> Iterator[str]:
    """What a person would read, up to where our own mail begins."""
    for part in parts:
        if part.kind in ("text/plain", "text/html"):
            text = decode(part.content(), part.parameters.get("charset")).text
            copy = _COPY.search(text)
            yield text[: copy.start()] if copy else text


def _message_ids(parts: list[Part]) -> list[str]:
    """Those of returned mails and headers, wherever in the report they stand."""
    found: dict[str, None] = {}
    for part in parts[1:]:
        for value in every(part.headers, "message-id"):
            found.setdefault(value.strip())
    for part in parts:
        if not part.kind.startswith("multipart/"):
            text = part.content().decode("latin-1")
            found |= dict.fromkeys(match[1] for match in _MESSAGE_ID.finditer(text))
    return list(found)[:_MOST_IDS]
