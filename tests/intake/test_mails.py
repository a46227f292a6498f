"""Every mail of tests/mails, made after what real programs send, is read as its .json says."""

import pytest

from pigpost.cli.mail_explain import agreed
from pigpost.intake.cut import cut
from pigpost.intake.envelope import Envelope, MailProblem, open_envelope
from pigpost.intake.machine_mail import machine_kind, may_answer
from tests.intake.mails import MAILS, expected, names, raw_mail


@pytest.mark.parametrize("name", names())
def test_a_mail_is_taken_apart_as_expected(name: str) -> None:
    mail, wanted = open_envelope(raw_mail(name)), expected(name)
    assert mail.sender == wanted["from"]
    assert mail.message_id == wanted["message_id"]
    assert agreed(machine_kind(mail)) == wanted["machine"]
    assert may_answer(mail) is wanted["answer"]
    if wanted["machine"] is None:
        assert (mail.problem if isinstance(mail, MailProblem) else None) == wanted["refused"]
    if "visible_text" in wanted:
        assert isinstance(mail, Envelope)
        assert cut(mail.text).visible == wanted["visible_text"]
        assert mail.charset == wanted["charset"]


def test_every_mail_says_what_it_is_for() -> None:
    assert {file.stem for file in MAILS.glob("*.json")} == set(names())
    assert all(expected(name)["why"] for name in names())


@pytest.mark.parametrize("name", names())
def test_what_is_quoted_in_a_mail_is_never_visible(name: str) -> None:
    """Every order meant as bait in these mails is 7, 8 or 9 throws, in capitals."""
    mail = open_envelope(raw_mail(name))
    if isinstance(mail, Envelope) and expected(name)["machine"] is None:
        visible = cut(mail.text).visible
        assert not any(f"THROWS {n}" in visible for n in (7, 8, 9))
