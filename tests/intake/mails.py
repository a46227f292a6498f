"""Builders of mails, and the mails of tests/mails with what is expected of them."""

import json
from pathlib import Path
from typing import Any

from pigpost.intake.envelope import Envelope, MailProblem, open_envelope

MAILS = Path(__file__).parent.parent / "mails"
CORPUS = Path(__file__).parents[3] / "shared" / "corpus"


def names() -> list[str]:
    """The mails of tests/mails, without their ending."""
    return sorted(file.stem for file in MAILS.glob("*.eml"))


def raw_mail(name: str) -> bytes:
    return (MAILS / f"{name}.eml").read_bytes()


def expected(name: str) -> dict[str, Any]:
    """What is expected of the mail; fields that it does not name may be anything."""
    value: dict[str, Any] = json.loads((MAILS / f"{name}.json").read_text("utf-8"))
    return value


def opened(name: str) -> Envelope:
    return an_envelope(raw_mail(name))


def an_envelope(raw: bytes) -> Envelope:
    mail = open_envelope(raw)
    assert isinstance(mail, Envelope), mail
    return mail


def a_problem(raw: bytes) -> MailProblem:
    mail = open_envelope(raw)
    assert isinstance(mail, MailProblem), mail
    return mail


def a_mail(
    body: str | bytes = "THROWS 4\n", headers: str = "", *, sender: str = "karen@hill.example"
) -> bytes:
    """A plain mail; `headers` are further lines, each with its end."""
    head = f"From: {sender}\nMessage-ID: <m1@hill.example>\n{headers}\n"
    return head.encode() + (body.encode() if isinstance(body, str) else body)
