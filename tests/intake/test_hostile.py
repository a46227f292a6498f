"""Whatever bytes come: no exception, no more than a moment, and no order out of a quote."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.intake.bounce import read_report
from pigpost.intake.cut import cut
from pigpost.intake.envelope import Envelope, open_envelope
from pigpost.intake.machine_mail import machine_kind
from tests.intake.mails import a_mail, expected, names, raw_mail

MOST = 1_040_000
FROM = b"From: karen@hill.example\nSubject: x\n"

FILLINGS = {
    "line ends": b"\n",
    "one line": b"a",
    "NUL": b"\0",
    "attributions": b"On 12 Mar 2027 x\n",
    "headers": b"From: x\n",
    "addresses": b"a@b",
    "rules": b"- -_",
    "short lines": b"x\n",
    "flowed": b"a \n",
    "quotes": b">",
    "quoted line ends": b">\n",
    "quoted blanks": b"> ",
    "blank lines": b" \n",
    "codes": b"5.1.",
    "soft breaks": b"=41=\n",
}
TAGS = [
    *(
        b"<",
        b"<!--",
        b"<![CDATA[",
        b"</",
        b"<a ",
        b"<a '>'",
        b'<a ="',
        b"<b>",
        b"<div>",
        b"&#",
        b"&#9",
    ),
    *(b"<blockquote>", b"<div class=gmail_quote>", b"<br>", b"<hr>", b"<pre>\n", b"<td>x", b"9"),
]


def full(filling: bytes, before: bytes = b"") -> bytes:
    return before + filling * ((MOST - len(before)) // len(filling))


def nested(levels: int, filling: bytes) -> bytes:
    """Parts in parts, one boundary each, then filling to the limit."""
    parts = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(levels)
    )
    return full(filling, FROM + parts + b"\n")


BOMBS: dict[str, Callable[[], bytes]] = {
    **{f"body of {name}": lambda f=f: full(f, FROM + b"\n") for name, f in FILLINGS.items()},
    **{
        f"page of {tag!r}": lambda tag=tag: full(tag, FROM + b"Content-Type: text/html\n\n<p>")
        for tag in TAGS
    },
    "page inside a tag": lambda: full(b"<a '>'", FROM + b"Content-Type: text/html\n\n<a "),
    "page of one number": lambda: full(b"9", FROM + b"Content-Type: text/html\n\n&#"),
    "a megabyte of empty parts": lambda: full(
        b"--b\n", FROM + b"Content-Type: multipart/mixed; boundary=b\n\n"
    ),
    "a thousand levels": lambda: nested(1_000, b"x"),
    "20 levels over line ends": lambda: nested(19, b"\n"),
    "20 levels over near boundaries": lambda: nested(19, b"\n--b0x"),
    "headers in all parts": lambda: (
        FROM
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + (b"--b\n" + b"a:\n" * 4_500 + b"\n\nx\n") * 70
    ),
    "several pages": lambda: (
        FROM
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + (b"\n--b\nContent-Type: text/html\n\n" + b"<b>" * 80_000) * 4
    ),
    "a subject of five megabytes": lambda: b"From: a@b.example\nSubject: " + b"x" * 5_000_000,
    "a subject of half encoded words": lambda: (
        b"From: a@b.example\nSubject: " + b"=?utf-8?q?a" * 5_900 + b"\n\nx"
    ),
    "a list of recipients": lambda: FROM + b"To: " + b"a@b.example, " * 5_000 + b"\n\nx",
    "a recipient without end": lambda: FROM + (b"To: " + b"a" * 65_000 + b"\n") * 3 + b"\n\nx",
    "a From of quotes": lambda: b"From: " + b'"\\' * 900 + b"\n\nx",
    "many headers": lambda: FROM + b"a:\n" * 80_000 + b"\nx",
    "a header of many lines": lambda: FROM + b"Subject: x\n" + b" \n" * 30_000 + b"\nx",
    "parameters": lambda: (
        b"From: a@b.example\nContent-Type: multipart/mixed" + b'; a="' * 10_000 + b"\n\nx"
    ),
    "parameters of digits": lambda: (
        FROM
        + b"Content-Type: multipart/mixed; boundary=b\n\n"
        + (b"--b\nContent-Type: text/plain; " + b"1" * 3_990 + b"\n\nx\n") * 98
    ),
    "a report of blank lines": lambda: (
        FROM + b"Content-Type: multipart/report; boundary=b\n\n" + (b"--b\n\n" + b"\n" * 9_000) * 90
    ),
    "a report on nobody": lambda: full(
        b"\n  ", FROM + b"Content-Type: message/delivery-status\n\n"
    ),
    "a report on many": lambda: full(
        b"Action: x\n\n", FROM + b"Content-Type: message/delivery-status\n\n"
    ),
    "idna": lambda: full(b"a.", FROM + b"Content-Type: text/plain; charset=idna\n\n"),
    "punycode": lambda: full(b"a-", FROM + b"Content-Type: text/plain; charset=punycode\n\n"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_takes_less_than_a_second_of_work(name: str) -> None:
    """Row 20: python/cpython#75630; row 29: patterns that ran for minutes.

    Anybody can make his mail look like a report of a mail server, so it is read as one too.
    """
    raw = BOMBS[name]()
    began = time.process_time()
    mail = open_envelope(raw)
    machine_kind(mail, address="pigs+{game}@pigs.example")
    if isinstance(mail, Envelope):
        cut(mail.text)
    read_report(raw)
    assert time.process_time() - began < 1


@given(st.binary(max_size=400))
def test_any_bytes_make_a_value(raw: bytes) -> None:
    machine_kind(open_envelope(raw))


@given(
    st.sampled_from(["Content-Type", "From", "Subject", "Content-Transfer-Encoding", "Date", "To"]),
    st.binary(max_size=80),
    st.binary(max_size=80),
)
def test_any_header_makes_a_value(name: str, value: bytes, body: bytes) -> None:
    open_envelope(name.encode() + b": " + value + b"\n" + a_mail(body))


@given(st.sampled_from(names()), st.data())
def test_a_damaged_mail_makes_a_value(name: str, data: st.DataObject) -> None:
    raw = raw_mail(name)
    at = data.draw(st.integers(0, len(raw)))
    taken = data.draw(st.integers(0, 20))
    damaged = raw[:at] + data.draw(st.binary(max_size=20)) + raw[at + taken :]
    mail = open_envelope(damaged)
    machine_kind(mail)
    if isinstance(mail, Envelope):
        cut(mail.text)


@given(
    st.sampled_from([name for name in names() if expected(name).get("elided_orders")]), st.data()
)
def test_a_damaged_header_shows_no_quote(name: str, data: st.DataObject) -> None:
    raw = raw_mail(name)
    end = raw.find(b"\r\n\r\n") if b"\r\n\r\n" in raw else raw.find(b"\n\n")
    at = data.draw(st.integers(0, max(end - 1, 0)))
    damaged = raw[:at] + data.draw(st.binary(min_size=1, max_size=1)) + raw[at + 1 :]
    mail = open_envelope(damaged)
    if isinstance(mail, Envelope):
        assert "THROWS 9" not in cut(mail.text).visible
