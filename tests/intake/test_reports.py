"""Bugs that others reported in public about reading mail, each with what it does here.

The numbers are those of tests/intake/reports.toml, where every report names its test.
"""

import time
from email import message_from_bytes
from email.headerregistry import Address

import pytest

from pigpost.events.types import OrderAccepted
from pigpost.intake.cut import cut
from pigpost.intake.envelope import Problem
from pigpost.intake.fingerprint import content_hash
from pigpost.intake.machine_mail import MachineKind, machine_kind, may_answer
from tests.intake.mails import a_mail as a_raw_mail
from tests.intake.mails import a_problem, an_envelope, opened, raw_mail
from tests.post import Post, a_mail, a_running_game, text_of


def visible(name: str) -> str:
    """What counts of a mail of tests/mails."""
    return cut(opened(name).text).visible


def orders(post: Post) -> list[str]:
    return [str(event.sealed.order) for event in post.events(OrderAccepted)]


def test_two_mails_alike_but_for_their_words_are_two(post: Post) -> None:
    """Report 2 (jbostoen/itop-jb-mail-to-ticket-automation-v2#253): From, Subject and second collide."""
    a_running_game(post, "Bill", "Karen")
    for words in ("THROWS 3", "THROWS 4"):
        post.inbox.deliver(a_mail("Bill", words, Message_ID="<same@mill.example>"))
    post.run()
    assert orders(post) == ["THROWS 3", "THROWS 4"]


def test_a_mail_without_an_id_that_shows_up_again_is_the_same_mail(post: Post) -> None:
    """Report 3 (the same, #133): no Message-ID and another UID made a new ticket at each poll."""
    a_running_game(post, "Bill", "Karen")
    raw = a_mail("Bill", "THROWS 3").replace(b"Message-ID", b"X-Was")
    for _ in range(3):
        post.inbox.deliver(raw)
        post.run()
    assert orders(post) == ["THROWS 3"]


def test_a_message_id_that_was_used_before_hides_no_other_mail(post: Post) -> None:
    """Report 5 (freescout-help-desk/freescout#5591): the second mail was dropped."""
    a_running_game(post, "Bill", "Karen")
    first = post.mailed("Bill", "THROWS 3", Message_ID="<reused@mill.example>")
    second = post.mailed("Bill", "AFTER Karen", Message_ID="<reused@mill.example>")
    assert ["THROWS 3" in text_of(first), "AFTER Karen" in text_of(second)] == [True, True]


def test_mails_without_an_id_are_not_taken_for_each_other(post: Post) -> None:
    """Report 6 (freescout-help-desk/freescout#311): an empty Message-ID was "seen before"."""
    a_running_game(post, "Bill", "Karen")
    for words in ("THROWS 3", "THROWS 4"):
        post.inbox.deliver(a_mail("Bill", words).replace(b"Message-ID", b"X-Was"))
    post.run()
    assert orders(post) == ["THROWS 3", "THROWS 4"]


def test_one_mail_to_two_mailboxes_is_taken_in_each(post: Post) -> None:
    """Report 7 (zammad/zammad#1578, freescout-help-desk/freescout#480): it came in once."""
    a_running_game(post, "Bill", "Karen")
    post.inbox.deliver(a_mail("Bill", "THROWS 3"))
    (mail,) = post.inbox.mails
    with post.services.store.writing() as tx:
        stored = [
            tx.mails.store(box, 1, mail, sha256=content_hash(mail.raw), now=post.clock.now()).state
            for box in ("one", "other", "one")
        ]
    assert stored == ["stored", "stored", "stored"]


@pytest.mark.parametrize(
    ("name", "charset"),
    [
        ("charset_unknown", "windows-1252"),
        ("charset_hostile", "utf-8"),
        ("charset_typo", "uft-8"),
        ("charset_hebrew", "iso-8859-8-i"),
        ("charset_number", "utf-8"),
    ],
)
def test_a_charset_that_nobody_knows_costs_no_mail(name: str, charset: str) -> None:
    """Report 18 (coddingtonbear/django-mailbox#210, #34), report 19 (mozilla/fx-private-relay#1956)."""
    assert opened(name).charset == charset
    assert "THROWS 4" in visible(name)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"--b\n\n" * 200_000, Problem.TOO_MANY_PARTS),
        (
            b"".join(
                b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1)
                for n in range(1_000)
            ).replace(b"--b0", b"--b"),
            Problem.TOO_DEEP,
        ),
    ],
    ids=["many", "deep"],
)
def test_many_or_deep_parts_are_refused_at_once(body: bytes, problem: Problem) -> None:
    """Report 20 (python/cpython#75630, namecheap/fast_mail_parser#21): minutes, or an overflow."""
    began = time.process_time()
    raw = a_raw_mail(body, "Content-Type: multipart/mixed; boundary=b\n")
    assert a_problem(raw).problem is problem
    assert time.process_time() - began < 1


def test_an_encoded_line_break_in_a_subject_adds_no_header_to_the_answer(post: Post) -> None:
    """Report 23 (python/cpython#121650), report 24 (innovara/autoreply#11): a header, or a crash."""
    a_running_game(post, "Bill", "Karen")
    raw = a_mail("Bill", "THROWS 3").replace(
        b"Subject: my order", b"Subject: =?utf-8?q?hi=0D=0ABcc:_all@pigs.example?="
    )
    post.inbox.deliver(raw)
    post.run()
    (answer,) = [
        mail for mail in post.sender.to("bill@mill.example") if mail["X-Pigpost-Kind"] == "receipt"
    ]
    assert answer["Bcc"] is None
    assert str(answer["Subject"]) == "Re: hi Bcc: all@pigs.example"
    assert len(message_from_bytes(answer.as_bytes()).get_all("Subject", [])) == 1


def test_a_line_that_begins_with_on_is_no_quote() -> None:
    """Report 25 (github/email_reply_parser#23): it swallowed the rest."""
    assert visible("reply_beginning_on").startswith("On ")
    words = "On Friday I go for more.\n\nTHROWS 4"
    assert cut(words).visible == words


def test_an_attribution_over_lines_is_known_though_the_quote_below_has_its_own() -> None:
    """Report 26 (github/email_reply_parser#47): the quote leaked."""
    text = (
        "THROWS 4\n\nOn Mon, Mar 8, 2027 at 5:58 PM\nSpring Pigs and all of its\nfriends"
        " <pigs@pigs.example>\nwrote:\nTHROWS 9\nOn Sun, Mar 7, 2027 at 5 PM, Bill wrote:\n> x"
    )
    assert cut(text).visible == "THROWS 4"
    assert "THROWS 9" not in visible("wrapped_attribution")


def test_a_quoted_line_that_was_wrapped_without_its_sign_does_not_count() -> None:
    """Report 27 (github/email_reply_parser#43): Apple Mail."""
    assert cut("THROWS 4\n\n> so and so, and then\nTHROWS 9\n> for all").visible == "THROWS 4"
    assert "THROWS 9" not in visible("apple_mail_rewrapped")


@pytest.mark.parametrize("sign", [" > ", "\t> ", "  >", " | ", "\u00a0> "])
def test_a_quote_sign_with_space_before_it_is_one(sign: str) -> None:
    """Report 28 (crisp-oss/email-reply-parser#32)."""
    text = an_envelope(a_raw_mail(f"THROWS 4\n\n{sign}THROWS 9\n")).text
    assert cut(text).visible == "THROWS 4"


@pytest.mark.parametrize("filling", ["a ", ">", "On 2027 ", "-" * 9 + " ", "a@b.c <", "wrote "])
def test_no_line_is_long_enough_to_keep_the_cutter_busy(filling: str) -> None:
    """Report 29 (crisp-oss/email-reply-parser#39, mailgun/talon#168, github/email_reply_parser#65,
    zapier/email-reply-parser#43): patterns that ran for minutes."""
    began = time.process_time()
    cut("hello\n" + filling * (210_000 // len(filling)) + "\n> x")
    assert time.process_time() - began < 1


def test_answers_between_quotes_are_not_used_but_told_of(post: Post) -> None:
    """Report 30 (willdurand/EmailReplyParser#89): inline answers mixed with quotes."""
    a_running_game(post, "Bill", "Karen")
    answer = post.mailed("Bill", "> Your order?\n\nTHROWS 3\n\n> Anything else?\n\nNo, thanks\n")
    assert orders(post) == []
    assert "THROWS 3 in the quoted part" in " ".join(text_of(answer).split())


@pytest.mark.parametrize("name", ["signed_pgp_mime", "signed_smime", "signed_then_footer"])
def test_a_signed_answer_is_not_empty(name: str) -> None:
    """Report 31 (osTicket/osTicket#6806)."""
    assert "THROWS" in visible(name) or "Turn will end" in visible(name)


@pytest.mark.parametrize("name", ["tnef", "tnef_blank_text"])
def test_words_inside_winmail_are_asked_for_as_plain_text(post: Post, name: str) -> None:
    """Report 32 (zammad/zammad#2403)."""
    problem = a_problem(raw_mail(name))
    assert (problem.problem, problem.in_winmail) == (Problem.NO_TEXT, True)
    a_running_game(post, "Bill", "Karen")
    post.inbox.deliver(raw_mail(name).replace(b"karen@hill.example", b"bill@mill.example"))
    post.run()
    told = " ".join(text_of(post.last("Bill", "mail_refused")).split())
    assert "packed into a file, winmail.dat" in told
    assert "write your order as plain text in the mail itself" in told
    assert "in Outlook" in told


def test_flowed_text_keeps_its_line_ends_and_its_quote_depth() -> None:
    """Report 33 (nodemailer/mailparser#114)."""
    flowed = "Content-Type: text/plain; format=flowed\n"
    text = an_envelope(
        a_raw_mail("Turn will end \nafter 3 throws.\nBye\n>> a \n>> b\n> c\n", flowed)
    ).text
    assert text == "Turn will end after 3 throws.\nBye\n>> a b\n> c\n"


def test_a_blank_text_part_does_not_hide_the_page() -> None:
    """Report 34 (runbox/runbox7#591)."""
    assert opened("html_blank_text").text_source == "html"
    assert visible("html_blank_text")


def test_only_a_bounce_at_the_top_is_one() -> None:
    """Report 40 (mikel/mail PR #996, osTicket PR #871)."""
    for name in ("bounce_forwarded", "bounce_forwarded_attached"):
        assert machine_kind(opened(name)) is None
        assert may_answer(opened(name))
    assert machine_kind(opened("bounce_headers_only")) is MachineKind.BOUNCE


def test_an_address_that_is_its_own_name_is_fine_and_a_second_one_is_not() -> None:
    """Report 21 (python/cpython#102988), report 22 (python/cpython#122600)."""
    assert opened("from_own_address_as_name").sender == str(Address(addr_spec="karen@hill.example"))
    for name in ("from_address_in_name", "from_bracket_trick", "from_two_addresses"):
        assert a_problem(raw_mail(name)).problem is Problem.BAD_SENDER
