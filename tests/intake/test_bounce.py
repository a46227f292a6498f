"""What a report says of a mail: by its codes, whatever program wrote it, and whatever its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.intake.bounce import Fate, read_report
from pigpost.intake.envelope import open_envelope
from pigpost.intake.machine_mail import MachineKind, machine_kind
from tests.intake.mails import CORPUS

OURS = "<spring-pigs.r4.result.p2.131.k7q2m9x4c8v1n5b3@pigs.example>"

HARD = """\
amavis-02 amazonses-20 barracuda-01 domino-03 dragonfly-10 exim-05 messagingserver-05
opensmtpd-10 outlook-03 postfix-16 postfix-36 qmail-03 sendmail-17 rfc3464-01 rhost-apple-03
activehunter-01 mcafee-01 powermta-01
"""
SOFT = "gmail-19 postfix-05 postfix-56 rhost-gsuite-03 notes-03 x3-02"
NO_FAILURE = "arf-01 arf-20 gmail-06"

in_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus beside the checkout")


def of_corpus(name: str) -> bytes:
    (file,) = (CORPUS / "bounces").glob(f"*{name}.eml")
    return file.read_bytes()


@in_corpus
@pytest.mark.parametrize(
    ("name", "fate"),
    [
        *((name, Fate.HARD) for name in HARD.split()),
        *((name, Fate.SOFT) for name in SOFT.split()),
        *((name, Fate.NO_FAILURE) for name in NO_FAILURE.split()),
    ],
)
def test_reports_of_many_programs_are_read(name: str, fate: Fate) -> None:
    assert read_report(of_corpus(name)).fate is fate


@in_corpus
def test_the_returned_mail_is_found_in_nearly_every_report_that_returns_one() -> None:
    files = [file.read_bytes() for file in sorted((CORPUS / "bounces").glob("*.eml"))]
    bounces = [raw for raw in files if machine_kind(open_envelope(raw)) is MachineKind.BOUNCE]
    returned = [raw for raw in bounces if raw.lower().count(b"\nmessage-id:") > 1]
    found = [read_report(raw).message_ids for raw in returned]
    assert len(returned) > 40
    assert sum(map(bool, found)) / len(found) >= 0.95


def a_report(fields: str, kind: str = "delivery-status", below: str = "") -> bytes:
    return (
        f"From: MAILER-DAEMON@mx.example\nContent-Type: multipart/report; report-type={kind}; "
        f"boundary=b\n\n--b\n\nsorry\n--b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; karen@hill.example\n{fields}\n"
        f"\n--b\n{below or f'Content-Type: text/rfc822-headers{chr(10)}{chr(10)}Message-ID: {OURS}'}"
        "\n--b--\n"
    ).encode()


@pytest.mark.parametrize(
    ("fields", "fate", "words"),
    [
        ("Action: failed\nStatus: 5.1.1", Fate.HARD, "5.1.1"),
        ("Action: failed\nStatus: 5.2.2 (full)", Fate.HARD, "5.2.2"),
        ("Action: failed\nStatus: 4.2.2", Fate.SOFT, "4.2.2"),
        ("Action: failed", Fate.SOFT, ""),
        ("Action: failed\nDiagnostic-Code: smtp; 550 no", Fate.HARD, "550 no"),
        ("Action: failed\nDiagnostic-Code: smtp; 550 5.7.1 no", Fate.HARD, "550 5.7.1 no"),
        ("Action: failed\nDiagnostic-Code: smtp; 451 wait", Fate.SOFT, "451 wait"),
        ("Action: failed\nDiagnostic-Code: smtp; by host 5.1.1.9", Fate.SOFT, "by host 5.1.1.9"),
        ("Action: delayed\nStatus: 4.4.7", Fate.NO_FAILURE, "4.4.7"),
        ("Action: delayed\nStatus: 5.4.7", Fate.NO_FAILURE, "5.4.7"),
        ("Action: relayed\nStatus: 2.1.5", Fate.NO_FAILURE, "2.1.5"),
        ("Action: delivered\nStatus: 2.1.5", Fate.NO_FAILURE, "2.1.5"),
        ("Action: expanded\nStatus: 2.1.5", Fate.NO_FAILURE, "2.1.5"),
        ("Action: failed\nStatus: 2.0.0", Fate.NO_FAILURE, "2.0.0"),
    ],
)
def test_action_and_status_decide(fields: str, fate: Fate, words: str) -> None:
    report = read_report(a_report(fields))
    assert (report.fate, report.words, report.message_ids) == (fate, words, (OURS,))
    assert report.recipients == (() if fate is Fate.NO_FAILURE else ("karen@hill.example",))


def test_a_report_that_has_only_the_headers_names_its_mail() -> None:
    """Report 40 (osTicket PR #871): headers-only bounces were missed."""
    for kind in ("text/rfc822-headers", "message/rfc822", "message/rfc822-headers", "text/plain"):
        below = f"Content-Type: {kind}\n\nSubject: x\nMessage-ID:\n {OURS}\n"
        assert OURS in read_report(a_report("Action: failed", below=below)).message_ids, kind


@pytest.mark.parametrize("kind", ["disposition-notification", "feedback-report"])
def test_a_note_that_a_mail_was_read_is_no_failure(kind: str) -> None:
    assert read_report(a_report("Action: failed\nStatus: 5.1.1", kind)).fate is Fate.NO_FAILURE


def test_of_our_own_words_below_no_code_is_taken() -> None:
    raw = (
        b"From: MAILER-DAEMON@mx.example\nSubject: failure notice\n\nIt did not work.\n\n"
        b"--- Below this line is a copy of the message.\n\nSubject: 550 5.1.1 points\n"
    )
    assert read_report(raw).fate is Fate.SOFT


def test_a_warning_in_plain_text_that_a_mail_is_late_is_no_failure() -> None:
    raw = (
        b"From: Mailer-Daemon@mx.example\nSubject: Warning: message 1aB delayed 24 hours\n\n"
        b"karen@hill.example\n  host mx.hill.example: 451 4.7.1 greylisted\n"
    )
    assert read_report(raw).fate is Fate.NO_FAILURE


@given(st.binary(max_size=2000), st.binary(max_size=200))
def test_any_bytes_are_read(raw: bytes, within: bytes) -> None:
    read_report(raw)
    whole = a_report("Action: failed\nStatus: 5.1.1")
    read_report(whole[:200] + within + whole[200:])
