"""The fingerprint by which a mail is known again, whatever way it came."""

import hashlib
import re

_TRACE = re.compile(
    rb"(?:Received|Delivered-To|Return-Path|Envelope-To|Authentication-Results|X-[!-9;-~]*):",
    re.IGNORECASE,
)
_HEADER_END = re.compile(rb"\r?\n\r?\n")


def content_hash(raw: bytes) -> str:
    """SHA-256, lower hex, of the mail without the headers that each delivery adds."""
    end = _HEADER_END.search(raw)
    headers = raw if end is None else raw[: end.start() + 2]
    body = b"" if end is None else raw[end.start() :]
    kept = b"".join(field for field in _fields(headers) if not _TRACE.match(field))
    return hashlib.sha256(kept + b"\x00" + body).hexdigest()


def mail_hash(raw: bytes) -> str:
    """SHA-256, lower hex, of the mail as received: what a receipt's log entry holds."""
    return hashlib.sha256(raw).hexdigest()


def _fields(headers: bytes) -> list[bytes]:
    """Header fields with their continuation lines and line ends."""
    fields: list[list[bytes]] = []
    for line in headers.splitlines(keepends=True):
        if fields and line[:1] in (b" ", b"\t"):
            fields[-1].append(line)
        else:
            fields.append([line])
    return [b"".join(lines) for lines in fields]
