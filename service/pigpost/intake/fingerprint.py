"""The fingerprint by which a mail is known again, whatever way it came."""

import hashlib
import re

from pigpost.intake.headers import MAX_HEADER, MAX_HEADERS, returns_nowhere, unfolded

_TRACE = re.compile(
    rb"(?:Received(?:-SPF)?|Delivered-To|Return-Path|Envelope-To|Delivery-Date|Status"
    rb"|Authentication-Results|ARC-[!-9;-~]*|X-[!-9;-~]*)[ \t]*:",
    re.IGNORECASE,
)
_OF_MACHINES = re.compile(
    rb"X-(?:Auto|Mail-Auto|Loop|Failed-|FC-Machine)[!-9;-~]*[ \t]*:", re.IGNORECASE
)
"""What makes a mail one that is not read: else a copy with it could come before the mail itself."""


def content_hash(raw: bytes) -> str:
    """SHA-256, lower hex, of the mail without the headers that each delivery adds.

    Line ends do not count: a pipe hands over LF where a mailbox has CRLF.
    """
    header, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    more_than_is_read = len(header) > MAX_HEADERS
    kept = b"\n".join(field for field in _fields(header) if more_than_is_read or _counts(field))
    return hashlib.sha256(kept + b"\x00" + body.rstrip(b"\n")).hexdigest()


def lasting_fields(raw: bytes) -> list[bytes]:
    """The header fields that no delivery adds, of a mail or of the beginning of one."""
    with_lf = raw.replace(b"\r\n", b"\n")
    header = b"" if with_lf.startswith(b"\n") else with_lf.partition(b"\n\n")[0]
    return [field for field in _fields(header.rstrip(b"\n")) if _counts(field)]


def mail_hash(raw: bytes) -> str:
    """SHA-256, lower hex, of the mail as received: what a receipt's log entry holds."""
    return hashlib.sha256(raw).hexdigest()


def _counts(field: bytes) -> bool:
    if not _TRACE.match(field) or len(field) > MAX_HEADER:
        return True
    name, _, value = field.partition(b":")
    is_path = name.strip().lower() == b"return-path"
    return (is_path and returns_nowhere(unfolded(value))) or _OF_MACHINES.match(field) is not None


def _fields(headers: bytes) -> list[bytes]:
    """Header fields, each with its continuation lines."""
    fields: list[list[bytes]] = []
    for line in headers.split(b"\n"):
        if fields and line[:1] in (b" ", b"\t"):
            fields[-1].append(line)
        else:
            fields.append([line])
    return [b"\n".join(lines) for lines in fields]
