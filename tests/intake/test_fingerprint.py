"""A mail is known again whatever way it came; another mail is another."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.intake.envelope import MailProblem, open_envelope
from pigpost.intake.fingerprint import content_hash
from pigpost.intake.machine_mail import machine_kind

MAIL = b"From: a@b.example\r\nSubject: order\r\n folded\r\n\r\nTHROWS 3\r\n"


def test_headers_that_a_delivery_adds_do_not_count() -> None:
    added = b"Received: from x\r\n\tby y\r\nDelivered-To: z\r\nX-Spam: no\r\nReturn-Path: <a@b.example>\r\n"
    added += (
        b"Received-SPF: pass\r\nARC-Seal: i=1;\r\n a=b\r\nAuthentication-Results: z; spf=pass\r\n"
    )
    assert content_hash(added + MAIL) == content_hash(MAIL)


def test_other_words_or_another_subject_are_another_mail() -> None:
    assert content_hash(MAIL.replace(b"3", b"4")) != content_hash(MAIL)
    assert content_hash(MAIL.replace(b"folded", b"bolded")) != content_hash(MAIL)


def test_a_pipe_hands_over_other_line_ends_and_it_is_the_same_mail() -> None:
    assert content_hash(MAIL.replace(b"\r\n", b"\n")) == content_hash(MAIL)
    assert content_hash(MAIL.replace(b"THROWS", b"THROWS\r\n")) != content_hash(MAIL)


@pytest.mark.parametrize(
    "header",
    [
        "X-Autoreply: yes",
        "X-Auto-Response-Suppress: All",
        "X-Failed-Recipients: a",
        "X-Loop: pigs@pigs.example",
        "Return-Path: <>",
        "Return-Path:",
        "Return-Path:\r\n <>",
        "Return-Path: <\0>",
        "return-path : < >",
        "Return-Path: <MAILER-DAEMON>",
        "X-FC-MachineGenerated: true",
    ],
)
def test_a_copy_that_was_made_to_look_like_a_machine_s_is_not_the_mail(header: str) -> None:
    """Else whoever sends it first could make a person's mail a repeat of what is never read."""
    mail = open_envelope(header.encode() + b"\r\n" + MAIL)
    assert machine_kind(mail, address="pigs@pigs.example") is not None
    assert content_hash(header.encode() + b"\r\n" + MAIL) != content_hash(MAIL)


@pytest.mark.parametrize("headers", [b"X-A: " + b"a" * 66_000, b"X-A: a\r\n" * 40_000 + b"X-A: a"])
def test_a_copy_with_more_headers_than_are_read_is_not_the_mail(headers: bytes) -> None:
    """Nor could one make it a repeat of what is refused."""
    assert isinstance(open_envelope(headers + b"\r\n" + MAIL), MailProblem)
    assert content_hash(headers + b"\r\n" + MAIL) != content_hash(MAIL)


def test_a_header_line_in_the_body_counts() -> None:
    assert content_hash(MAIL + b"X-Spam: no\r\n") != content_hash(MAIL)


@given(st.binary(max_size=300))
def test_any_bytes_have_a_fingerprint(raw: bytes) -> None:
    assert len(content_hash(raw)) == 64


def test_a_megabyte_of_folded_lines_is_no_trouble() -> None:
    began = perf_counter()
    content_hash(b"Subject: x\r\n" + b" \r\n" * 350_000)
    assert perf_counter() - began < 5
