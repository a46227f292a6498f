"""Mail that no person wrote: stored, never answered, never an order (RFC 3834)."""

import re
from enum import StrEnum

from pigpost.intake.envelope import MailHead
from pigpost.intake.headers import every, first
from pigpost.outbox.message_ids import find_ours


class MachineKind(StrEnum):
    """What kind of machine sends.

    `list`: came through a list or in bulk; it is read like any other, only not answered.
    `vacation`: any answer or notice that a program writes. `own`: sent by this service.
    """

    BOUNCE = "bounce"
    VACATION = "vacation"
    LIST = "list"
    OWN = "own"


_MAILER = re.compile(r"mailer[-_.]?daemon|post[-_.]?master|mail[-_. ]?delivery", re.IGNORECASE)
_NOBODY = re.compile(r"(?:do[-_.]?)?not?[-_.]?reply|bounces?(?:[-+=]|$)", re.IGNORECASE)
_REPORT = re.compile(r"\s*(?:multipart/report|message/delivery-status)", re.IGNORECASE)
_NO_ANSWERS = re.compile(r"\b(?:all|oof|autoreply)\b", re.IGNORECASE)
_ANY_GAME = "{game}"
_ANSWERS_ITSELF = ("x-autoreply", "x-autorespond", "x-autoreply-from", "x-auto-reply")


def machine_kind(mail: MailHead, *, address: str = "") -> MachineKind | None:
    """What kind of machine sent the mail, or None. `address` is ours, with or without `{game}`."""
    if _own(mail, address):
        return MachineKind.OWN
    if _bounce(mail):
        return MachineKind.BOUNCE
    if _automatic(mail):
        return MachineKind.VACATION
    return MachineKind.LIST if _in_bulk(mail) else None


def may_answer(mail: MailHead, *, address: str = "") -> bool:
    """Whether a person waits for an answer, at an address that is his without a doubt."""
    return mail.sender is not None and machine_kind(mail, address=address) is None


def _own(mail: MailHead, address: str) -> bool:
    """From us, or a mail of ours that came back whole, or one that we have answered in a loop."""
    if any(name.startswith("x-pigpost-") for name, _ in mail.headers) or find_ours(
        mail.message_id or ""
    ):
        return True
    return bool(address and mail.sender and _our_address(address, mail.sender))


def _our_address(pattern: str, sender: str) -> bool:
    """Whether it is the mailbox of the games, whatever follows its plus.

    Where all names of a domain are games', players may have theirs there too: then our headers
    alone tell.
    """
    local, _, domain = pattern.rpartition("@")
    local = local.removesuffix(f"+{_ANY_GAME}")
    if local == _ANY_GAME:
        return False
    ours = re.escape(local).replace(re.escape(_ANY_GAME), "[a-z0-9-]+")
    return bool(re.fullmatch(rf"{ours}(?:\+[^@]*)?@{re.escape(domain)}", sender, re.IGNORECASE))


def _bounce(mail: MailHead) -> bool:
    """A report at the top (a forwarded one is not there), or written by a mail server."""
    local, at, _ = (mail.sender or "").rpartition("@")
    names_nobody = not at and (_returns_nowhere(mail) or _MAILER.search(mail.sender_as_written))
    return bool(
        _REPORT.match(first(mail.headers, "content-type") or "")
        or _MAILER.match(local)
        or first(mail.headers, "x-failed-recipients")
        or names_nobody
    )


def _automatic(mail: MailHead) -> bool:
    submitted = re.split(r"[;(\s]", (first(mail.headers, "auto-submitted") or "no").strip())[0]
    return bool(
        submitted.lower() != "no"
        or _returns_nowhere(mail)
        or any(_NO_ANSWERS.search(v) for v in every(mail.headers, "x-auto-response-suppress"))
        or any(first(mail.headers, name) is not None for name in _ANSWERS_ITSELF)
        or _precedence(mail) == "auto_reply"
        or _NOBODY.match((mail.sender or "").rpartition("@")[0])
    )


def _in_bulk(mail: MailHead) -> bool:
    names = {name for name, _ in mail.headers}
    return bool(
        _precedence(mail) in ("bulk", "junk", "list")
        or "mailing-list" in names
        or any(name.startswith("list-") for name in names)
    )


def _precedence(mail: MailHead) -> str:
    return (first(mail.headers, "precedence") or "").strip().lower()


def _returns_nowhere(mail: MailHead) -> bool:
    """A null return path: nobody wants to hear of this mail again (RFC 5321, 4.5.5)."""
    return first(mail.headers, "return-path") in ("<>", "", "< >")
