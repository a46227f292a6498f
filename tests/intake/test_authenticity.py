"""Report 42 (NousResearch/hermes-agent#52801 and others): whose word on a domain is believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.intake.authenticity import Authenticity, OurServer, authenticity
from tests.post import Post, a_mail, a_running_game, text_of

OURS = "mx.pigs.example"
STRICT = OurServer(authserv_id=OURS)
OWN_HOPS = OurServer(authserv_id=OURS, names=(OURS, "imap.pigs.example"))
GOOD = f"{OURS}; dmarc=pass (p=none) header.from=mill.example"
OUTSIDE = ("received", "from evil.example (evil.example [192.0.2.7]) by mx.pigs.example with ESMTP")


def said(*headers: tuple[str, str] | str, server: OurServer = STRICT) -> Authenticity | None:
    """What is made of headers, of which texts are results; the sender is at mill.example."""
    named = tuple(("authentication-results", h) if isinstance(h, str) else h for h in headers)
    return authenticity(named, "bill@mill.example", server)


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        (GOOD, Authenticity.DMARC),
        (f"{OURS} 1; dmarc=pass header.from=MILL.example", Authenticity.DMARC),
        (f"{OURS}; spf=fail smtp.mailfrom=x.example; dmarc=pass header.from=mill.example", "dmarc"),
        (f"{OURS}; dkim=pass header.d=mill.example header.s=s1", Authenticity.DKIM),
        (f"{OURS}; dkim=pass header.i=@mill.example; dmarc=none header.from=mill.example", "dkim"),
        (f"{OURS}; dkim=fail header.d=list.example; dkim=pass header.d=mill.example", "dkim"),
    ],
)
def test_a_pass_for_the_domain_in_from_is_believed(results: str, verdict: str) -> None:
    assert said(results, OUTSIDE) == verdict


@pytest.mark.parametrize(
    "results",
    [
        f"{OURS}; none",
        f"{OURS}; spf=pass smtp.mailfrom=bill@mill.example",
        f"{OURS}; dmarc=fail header.from=mill.example",
        f"{OURS}; dmarc=bestguesspass header.from=mill.example",
        f"{OURS}; dmarc=pass header.from=evil.example",
        f"{OURS}; dmarc=pass",
        f"{OURS}; dmarc=pass header.from=mill.example header.from=evil.example",
        f"{OURS}; dmarc=pass smtp.from=mill.example",
        f"{OURS}; dmarc=pass header.from=evil.example; dkim=pass header.d=evil.example",
        f"{OURS}; dkim=pass header.d=evil.example",
        f"{OURS}; dkim=pass header.d=example",
        f"{OURS}; dkim=pass header.d=ill.example",
        f"{OURS}; dkim=pass header.d=sub.mill.example",
        f"{OURS}; dkim=pass header.d=evil.example header.i=@mill.example",
        f"{OURS}; dkim=pass",
        f"{OURS}; dkim=pass header.d=mill.example; dkim=fail header.d=mill.example",
        f"{OURS}; dkim=pass header.d=mill.example; dmarc=fail header.from=mill.example",
    ],
)
def test_no_pass_for_another_domain_and_no_spf_is(results: str) -> None:
    assert said(results, OUTSIDE) is None


def test_a_domain_may_sign_for_what_lies_in_it_and_not_the_other_way_round() -> None:
    results = (("authentication-results", f"{OURS}; dkim=pass header.d=mill.example"),)
    assert authenticity(results, "bill@post.mill.example", STRICT) is Authenticity.DKIM
    assert authenticity(results, "bill@windmill.example", STRICT) is None


@pytest.mark.parametrize(
    "named",
    [
        "mx.evil.example",
        "MX.pigs.example",
        "mx .pigs.example",
        "mx.pigs.example.",
        "mx.pigs.example(really)",
        "mx.pigs.example (really)",
        "(really) mx.pigs.example",
        '"mx.pigs.example"',
        "mx.pigs.example 2",
        "x mx.pigs.example",
        "",
    ],
)
def test_the_server_s_name_must_be_ours_to_the_letter(named: str) -> None:
    assert said(f"{named}; dmarc=pass header.from=mill.example") is None


def test_without_a_name_in_the_configuration_nothing_is_believed() -> None:
    for named in ("", OURS, "mx"):
        forged = f"{named}; dmarc=pass header.from=mill.example"
        assert said(forged, server=OurServer(authserv_id="")) is None
        assert said(forged, server=OurServer(authserv_id="", names=(OURS,))) is None


def test_results_below_a_received_header_are_not_ours() -> None:
    assert said(OUTSIDE, GOOD) is None
    assert said(("received", "whatever"), GOOD) is None
    assert said(("subject", "hello"), GOOD, OUTSIDE) is Authenticity.DMARC


def test_results_below_our_own_received_header_are_where_it_is_named() -> None:
    within = ("received", "from mx.pigs.example by imap.pigs.example with LMTP")
    nowhere = ("received", "by imap.pigs.example (Dovecot) with LMTP id 7")
    assert said(within, OUTSIDE, GOOD, server=OWN_HOPS) is Authenticity.DMARC
    assert said(nowhere, OUTSIDE, GOOD, server=OWN_HOPS) is Authenticity.DMARC
    assert said(nowhere, GOOD) is None
    foreign = ("received", "from a.example by b.example; Mon, 2 Mar 2026 17:59:00 +0000")
    assert said(OUTSIDE, foreign, GOOD, server=OWN_HOPS) is None
    assert said(foreign, GOOD, server=OWN_HOPS) is None


@pytest.mark.parametrize("name", ["mail.club.by", "BY", "by"])
def test_a_server_whose_name_ends_with_by_is_only_where_the_mail_comes_from(name: str) -> None:
    """As all of Belarus does."""
    ours = ("received", f"from {name} ({name} [192.0.2.1]) by mx.pigs.example with ESMTP id 7")
    assert said(ours, GOOD, server=OWN_HOPS) is Authenticity.DMARC


def test_a_forged_hop_of_our_own_is_as_foreign_as_any() -> None:
    forged = ("received", "from mx.pigs.example by mx.pigs.example with ESMTP")
    assert said(OUTSIDE, forged, GOOD, server=OWN_HOPS) is None
    comment = ("received", "from a.example (by mx.pigs.example) by b.example")
    assert said(comment, GOOD, server=OWN_HOPS) is None


def test_a_forged_pass_beside_a_true_failure_proves_nothing() -> None:
    for true in ("dmarc=fail header.from=mill.example", "dkim=fail header.d=mill.example"):
        for forged in (GOOD, f"{OURS}; dkim=pass header.d=mill.example"):
            found = said(f"{OURS}; {true}", forged, OUTSIDE)
            assert found is None or "dkim=fail" in true
    failed = f"{OURS}; dmarc=fail header.from=mill.example"
    assert said(OUTSIDE, failed, GOOD, server=OWN_HOPS) is None
    assert said(GOOD, failed) is None


def test_of_two_results_one_that_can_not_be_read_spoils_both() -> None:
    assert said(GOOD, f"{OURS}; dkim=") is None
    assert said(GOOD, "mx.evil.example; dkim=", OUTSIDE) is Authenticity.DMARC


@pytest.mark.parametrize(
    "value",
    [
        f"{OURS}; " + "(" * 3000,
        f"{OURS}; " + "(" * 1500 + ")" * 1500 + " none",
        f"{OURS}; dmarc=pass header.from=" + "a" * 60_000,
        f"{OURS}; " + "dkim=pass " * 6_000,
        f'{OURS}; dmarc=pass reason="' + "\\" * 60_000,
        f"{OURS};" + ";" * 60_000,
        f"{OURS}; dmarc=pass header.from=mill.example\x00",
    ],
)
def test_a_hostile_header_is_absent_at_once(value: str) -> None:
    assert said(value) is None
    assert said(*[value] * 500) is None
    assert said(GOOD, value) is None


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    said(f"{OURS}; {text}")
    said(("received", text), f"{OURS}; dkim={text}", server=OWN_HOPS)


BILL = Seat(1)


def standing(post: Post) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(BILL)
    return None if order is None else order.condition


def from_bill(words: str, results: str) -> bytes:
    above = f"Authentication-Results: {results}\r\nReceived: from x by y; today\r\n"
    return above.encode() + a_mail("Bill", words)


@pytest.fixture
def guarded(post: Post) -> Post:
    """A game in which mails must be proven, behind a server that signs its results."""
    settings = post.services.settings
    mail = settings.mail.model_copy(update={"authserv_id": OURS})
    object.__setattr__(post.services, "settings", settings.model_copy(update={"mail": mail}))
    a_running_game(post, "Bill", "Karen", identity="proven")
    post.clock.advance(minutes=5)
    return post


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ("dmarc=pass header.from=mill.example", "checked the domain by DMARC"),
        ("dkim=pass header.d=mill.example", "checked the signature of the domain"),
    ],
)
def test_an_order_stands_by_our_server_s_word_and_the_receipt_says_so(
    guarded: Post, results: str, words: str
) -> None:
    guarded.inbox.deliver(from_bill("THROWS 3", f"{OURS}; {results}"))
    guarded.run()
    assert standing(guarded) == Throws(3)
    assert words in " ".join(text_of(guarded.last("Bill", "receipt")).split())


def test_a_forged_result_is_worth_nothing(guarded: Post) -> None:
    forged = f"Authentication-Results: {GOOD}\r\n".encode()
    mail = a_mail("Bill", "THROWS 3")
    hop = b"Received: from evil.example by mx.pigs.example; today\r\n"
    for raw in (hop + forged + mail, from_bill("THROWS 4", "mx.evil.example; dmarc=pass")):
        guarded.inbox.deliver(raw)
        guarded.run()
        assert guarded.last("Bill", "confirm") is not None
    assert standing(guarded) is None


def test_after_not_me_our_server_s_word_is_not_enough_in_this_round(guarded: Post) -> None:
    guarded.inbox.deliver(from_bill("THROWS 99", GOOD))
    guarded.run()
    guarded.clock.advance(minutes=1)
    guarded.mailed("Bill", "NOT ME", answering=guarded.last("Bill", "receipt"))
    guarded.clock.advance(minutes=1)
    guarded.inbox.deliver(from_bill("THROWS 98", GOOD))
    guarded.run()
    assert standing(guarded) is None
    guarded.clock.advance(minutes=1)
    guarded.mailed("Bill", "YES", answering=guarded.last("Bill", "confirm"))
    assert standing(guarded) == Throws(98)


def test_an_old_reply_whose_domain_is_checked_may_do_what_it_asks(guarded: Post) -> None:
    """The reply alone would prove nothing any more: the round has gone by."""
    opening, current = guarded.last("Bill", "opening"), guarded.state().current
    assert current is not None
    guarded.sleep_until(current.deadline)
    guarded.clock.advance(seconds=10)
    guarded.run()
    guarded.clock.advance(minutes=1)
    old = a_mail("Bill", "STANDING THROWS 6", answering=opening)
    guarded.inbox.deliver(f"Authentication-Results: {GOOD}\r\n".encode() + old)
    guarded.run()
    assert standing(guarded) == Throws(6)
