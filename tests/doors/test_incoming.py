"""What is kept of a mail that comes in piece by piece, and when it arrived."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.cli.mail_deliver import read_mail
from pigpost.intake.arrival import arrival
from pigpost.intake.incoming import Incoming

NOW = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
OWN = ("mx.pigs.example",)


def collected(pieces: list[bytes], limit: int) -> Incoming:
    mail = Incoming(limit)
    for piece in pieces:
        mail.add(piece)
    return mail


@given(pieces=st.lists(st.binary(max_size=30), max_size=20), limit=st.integers(1, 200))
def test_all_is_kept_up_to_the_limit_and_never_more(pieces: list[bytes], limit: int) -> None:
    mail, whole = collected(pieces, limit), b"".join(pieces)
    assert mail.size == len(whole)
    assert mail.complete == (len(whole) <= limit)
    assert len(mail.raw) <= limit
    assert whole.startswith(mail.raw)
    assert not mail.complete or mail.raw == whole


def test_of_a_mail_that_is_too_big_the_headers_are_kept() -> None:
    headers = b"Subject: my order\r\nFrom: bill@mill.example\r\n\r\n"
    mail = collected([headers, b"x" * 100, b"y" * 100], 120)
    assert (mail.raw, mail.size, mail.complete) == (headers, len(headers) + 200, False)


def test_headers_that_are_too_big_by_themselves_are_cut() -> None:
    assert collected([b"Subject: " + b"x" * 500 + b"\r\n\r\nTHROWS 3"], 100).raw == (
        b"Subject: " + b"x" * 91
    )


@pytest.mark.parametrize(
    "piped", [b"From: a\n\nTHROWS 3\n", b"From: a\r\n\r\nTHROWS 3\r\n", b"From: a\n\r\nTHROWS 3\n"]
)
def test_a_pipe_s_line_ends_become_those_of_the_wire(piped: bytes) -> None:
    assert read_mail(BytesIO(piped), limit_bytes=999).raw == b"From: a\r\n\r\nTHROWS 3\r\n"


@given(
    st.lists(st.sampled_from([b"\r\n", b"\n", b"\r", b"a", b"From ", b"x" * 65_535]), max_size=9)
)
def test_line_ends_become_the_same_wherever_the_pieces_end(parts: list[bytes]) -> None:
    raw = b"Subject: x" + b"".join(parts)
    whole = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    assert read_mail(BytesIO(raw), limit_bytes=10**7).raw == whole


def test_the_line_between_the_mails_of_a_mailbox_file_is_no_part_of_the_mail() -> None:
    piped = b"From bill@mill.example Mon Mar  2 18:00:00 2026\nSubject: x\n\nTHROWS 3\n"
    assert read_mail(BytesIO(piped), limit_bytes=999).raw == b"Subject: x\r\n\r\nTHROWS 3\r\n"


def received(by: str, at: str, *, more: bytes = b"") -> bytes:
    top = (
        f"Received: from mill.example (mill.example [192.0.2.9])\r\n\tby {by} (Postfix) id 7; {at}"
    )
    return top.encode() + b"\r\n" + more + b"From: bill@mill.example\r\n\r\nTHROWS 3\r\n"


HALF_PAST = "Mon, 2 Mar 2026 18:30:00 +0100"


def test_arrival_is_when_our_own_server_took_the_mail() -> None:
    at = arrival(received("MX.pigs.example", HALF_PAST), own_servers=OWN, now=NOW)
    assert at == datetime(2026, 3, 2, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize("name", [b"mail.club.by", b"by"])
def test_a_mail_from_belarus_arrives_when_our_own_server_took_it(name: bytes) -> None:
    raw = received("mx.pigs.example", HALF_PAST).replace(b"mill.example (", name + b" (")
    at = arrival(raw, own_servers=OWN, now=NOW)
    assert at == datetime(2026, 3, 2, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("raw", "own"),
    [
        (received("mx.pigs.example", HALF_PAST), ()),
        (received("mx.evil.example", HALF_PAST), OWN),
        (received("mx.pigs.example", "Mon, 2 Mar 2026 20:30:00 +0100"), OWN),
        (received("mx.pigs.example", "soon"), OWN),
        (received("mx.pigs.example", "Mon, 2 Mar 99999999 18:30:00 +0100"), OWN),
        (received("mx.pigs.example (; by x)", ""), OWN),
        (b"From: bill@mill.example\r\n\r\nTHROWS 3\r\n", OWN),
        (b"", OWN),
        (b"From: bill@mill.example\r\n\r\n" + received("mx.pigs.example", HALF_PAST), OWN),
        (
            received("mx.evil.example", HALF_PAST, more=received("mx.pigs.example", HALF_PAST)),
            OWN,
        ),
        (b"Received: from by mx.pigs.example by mx.evil.example; " + HALF_PAST.encode(), ("x",)),
    ],
    ids=range(11),
)
def test_arrival_is_now_where_no_server_of_ours_says_another_time_on_top(
    raw: bytes, own: tuple[str, ...]
) -> None:
    assert arrival(raw, own_servers=own, now=NOW) == NOW


@given(st.binary(max_size=200))
def test_no_received_header_makes_a_mail_arrive_later_or_raises(junk: bytes) -> None:
    raw = b"Received: by mx.pigs.example; " + junk
    assert arrival(raw, own_servers=OWN, now=NOW) <= NOW
