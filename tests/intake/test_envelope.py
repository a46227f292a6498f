"""Raw bytes to an envelope: limits first, one sender, one text, nothing invisible."""

import pytest

from pigpost.intake.envelope import MAX_TEXT, Problem
from tests.intake.mails import a_mail, a_problem, an_envelope, opened, raw_mail

MEGABYTE = 1_048_576


def test_a_mail_of_a_megabyte_is_read_and_one_byte_more_is_too_big() -> None:
    full = a_mail()
    full += b"x" * (MEGABYTE - len(full))
    assert an_envelope(full).text.startswith("THROWS 4")
    assert a_problem(full + b"x").problem is Problem.TOO_BIG


def test_a_mail_that_is_too_big_can_still_be_answered() -> None:
    mail = a_problem(a_mail("x" * 2 * MEGABYTE, headers="Subject: my order\n"))
    assert mail.problem is Problem.TOO_BIG
    assert (mail.sender, mail.message_id) == ("karen@hill.example", "<m1@hill.example>")
    assert mail.subject == "my order"


def test_a_mail_of_which_only_the_headers_were_fetched_is_too_big() -> None:
    from pigpost.intake.envelope import MailProblem, open_envelope

    mail = open_envelope(a_mail(""), complete=False)
    assert isinstance(mail, MailProblem)
    assert mail.problem is Problem.TOO_BIG


def test_one_header_may_have_64_kibibytes() -> None:
    assert an_envelope(a_mail(headers=f"X-A: {'a' * 65_000}\n")).text
    assert a_problem(a_mail(headers=f"X-A: {'a' * 66_000}\n")).problem is Problem.TOO_BIG


def test_all_headers_together_may_have_256_kibibytes() -> None:
    header = f"X-A: {'a' * 50_000}\n"
    assert an_envelope(a_mail(headers=header * 5)).text
    assert a_problem(a_mail(headers=header * 6)).problem is Problem.TOO_BIG


def test_a_folded_header_counts_as_one() -> None:
    folded = "X-A: a\n" + " b\n" * 30_000
    assert a_problem(a_mail(headers=folded)).problem is Problem.TOO_BIG


@pytest.mark.parametrize(("parts", "fits"), [(99, True), (100, False)])
def test_a_mail_may_have_a_hundred_parts_itself_among_them(parts: int, fits: bool) -> None:
    raw = a_mail("--b\n\nx\n" * parts + "--b--\n", "Content-Type: multipart/mixed; boundary=b\n")
    if fits:
        assert an_envelope(raw).text == "x"
    else:
        assert a_problem(raw).problem is Problem.TOO_MANY_PARTS


@pytest.mark.parametrize(("levels", "fits"), [(20, True), (21, False)])
def test_a_mail_may_have_twenty_levels_itself_among_them(levels: int, fits: bool) -> None:
    nested = "".join(
        f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(levels - 1)
    )
    raw = b"From: karen@hill.example\nSubject: x\n" + nested.encode() + b"\nTHROWS 4\n"
    if fits:
        assert an_envelope(raw).text.strip() == "THROWS 4"
    else:
        assert a_problem(raw).problem is Problem.TOO_DEEP


def test_messages_within_messages_count_as_levels() -> None:
    nested = b"From: karen@hill.example\n" + b"Content-Type: message/rfc822\n\n" * 1_000
    assert a_problem(nested).problem is Problem.TOO_DEEP


def test_everything_that_is_told_of_a_mail_is_on_one_line() -> None:
    mail = opened("subject_injection")
    assert mail.subject == "round 4 Bcc: all@pigs.example THROWS 9"
    assert "\n" not in mail.sender_as_written + mail.dated


def test_a_reply_names_what_it_answers() -> None:
    mail = opened("gmail")
    assert mail.in_reply_to == "<spring-pigs.r4.result.p2.131.k7q2m9x4c8v1n5b3@pigs.example>"
    assert mail.references == f"<spring-pigs@pigs.example> {mail.in_reply_to}"
    assert mail.dated == "Mon, 8 Mar 2027 18:01:40 +0100"
    assert mail.sender_as_written == "Karen Hill <karen@hill.example>"


def test_recipients_come_in_the_order_of_the_ladder() -> None:
    """Report 44 (freescout#1352 and others): a recipient may be in Delivered-To alone."""
    headers = (
        "Cc: f@x.example\nTo: Pigs <e@X.example>, e2@x.example\nX-Forwarded-To: d@x.example\n"
        "Envelope-To: c@x.example\nX-Original-To: b@x.example\nDelivered-To: a@x.example\n"
    )
    assert an_envelope(a_mail(headers=headers)).recipients == (
        *("a@x.example", "b@x.example", "c@x.example", "d@x.example"),
        *("e@x.example", "e2@x.example", "f@x.example"),
    )


def test_an_absent_message_id_is_none() -> None:
    assert opened("no_message_id").message_id is None


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("karen@hill.example", "karen@hill.example"),
        ("<Karen@HILL.Example>", "Karen@hill.example"),
        ("karen@hill.example <karen@hill.example>", "karen@hill.example"),
        ("<karen@hill.example>, <eve@evil.example>", None),
        ("Players: karen@hill.example;", None),
        ("karen@hill.example (Karen Hill)", "karen@hill.example"),
        ('"Hill, Karen \\"Kaz\\"" <karen@hill.example>', "karen@hill.example"),
        ("\"'karen@hill.example'\" <karen@hill.example>", "karen@hill.example"),
        ("Karen\n Hill\n <karen@hill.example>", "karen@hill.example"),
        (
            "Karen Hill via Groups <pigs+karen=hill@groups.example>",
            "pigs+karen=hill@groups.example",
        ),
        ("Kárén Hill <karen@hill.example>", "karen@hill.example"),
        ("karen@hill.example <bill@mill.example>", None),
        ("<karen@hill.example> <bill@mill.example>", None),
        ("Karen (bill@mill.example) <karen@hill.example>", None),
        ('"bill@mill.example"@hill.example', None),
        ("Hill, Karen <karen@hill.example>", None),
        ("karen@hill.example;", None),
        ("karen at hill", None),
        ("<>", None),
        ("", None),
        ("=?utf-8?q?karen=40hill=2Eexample?=", None),
        ('"karen@hill.example', None),
        ("a" * 3_000 + "@hill.example", None),
    ],
)
def test_from_names_exactly_one_address_or_none(written: str, address: str | None) -> None:
    """Reports 21 (python/cpython#102988) and 22 (python/cpython#122600)."""
    raw = f"From: {written}\n\nTHROWS 4\n".encode()
    if address is None:
        assert a_problem(raw).problem is Problem.BAD_SENDER
    else:
        assert an_envelope(raw).sender == address


def test_a_mail_without_any_text_part_is_no_text_and_one_with_a_blank_text_is_read() -> None:
    image = "Content-Type: image/png\nSubject: STATUS\n"
    assert a_problem(a_mail("x", image)).problem is Problem.NO_TEXT
    assert an_envelope(a_mail(" \n", "Subject: STATUS\n")).text.strip() == ""
    assert a_problem(a_mail(" \n")).problem is Problem.NO_TEXT


def test_the_charset_is_told_and_why_it_is_not_the_declared_one() -> None:
    assert opened("charset_typo").charset_note is None
    assert opened("charset_unknown").charset_note == "not x-klingon as declared"
    assert "\ufffd" in opened("charset_replacement").text


@pytest.mark.parametrize("charset", ["base64", "zlib", "rot13", "unicode_escape", "../../x", "\\0"])
def test_a_codec_that_is_no_charset_is_not_used(charset: str) -> None:
    mail = an_envelope(
        a_mail("THROWS 4\\u0034\n", f"Content-Type: text/plain; charset={charset}\n")
    )
    assert (mail.text.strip(), mail.charset) == ("THROWS 4\\u0034", "utf-8")


def test_a_half_of_a_surrogate_pair_does_not_reach_the_database() -> None:
    mail = an_envelope(a_mail("THROWS +2AA- 4\n", "Content-Type: text/plain; charset=utf-7\n"))
    assert mail.text.strip() == "THROWS \ufffd 4"


@pytest.mark.parametrize("charset", ["utf-8", "us-ascii", None])
def test_a_text_that_is_longer_than_we_read_ends_with_a_whole_line(charset: str | None) -> None:
    """Half a line can say less: THROWS 44 would be read as THROWS 4."""
    content_type = f"Content-Type: text/plain; charset={charset}\n" if charset else ""
    mail = an_envelope(a_mail("THROWS 44\n" * 10_000, content_type))
    assert MAX_TEXT - 10 <= len(mail.text) <= MAX_TEXT
    assert set(mail.text.split("\n")) == {"THROWS 44"}


def test_the_header_ends_where_it_does_for_everybody() -> None:
    """Lines that are no header are passed over; a lone CR among other line ends is no line end."""
    assert an_envelope(b"From karen Mon Mar  8\n" + a_mail()).sender == "karen@hill.example"
    assert opened("smtp_smuggled_header").subject == "hello From: bill@mill.example"


def test_line_ends_do_not_matter() -> None:
    raw = raw_mail("apple_mail")
    assert an_envelope(raw.replace(b"\n", b"\r\n")).text == an_envelope(raw).text
