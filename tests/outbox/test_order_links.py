from dataclasses import replace
from email.utils import parseaddr
from urllib.parse import parse_qs, unquote, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.conditions import After, OnlyLeft, Throws, When
from pigpost.games.kinds import Seat
from pigpost.outbox.order_links import LONGEST, command_link, order_link
from pigpost.outbox.plain import isolated
from tests.outbox.letters import BILL, TOKEN, head


def opened(link: str | None) -> tuple[str, str, str]:
    """Address, subject and body of the mail that a client opens."""
    assert link is not None
    parts = urlsplit(link)
    asked = parse_qs(parts.query, strict_parsing=True)
    return unquote(parts.path), asked["subject"][0], asked["body"][0]


def test_an_order_link_is_as_documented() -> None:
    assert order_link(head(), Throws(4), 5) == (
        "mailto:spring-pigs@pigs.example?subject=Order%20spring-pigs%20r5%20t-0123456789abcdef"
        "&body=THROWS%204"
    )


def test_a_command_link_names_the_game_and_carries_the_token() -> None:
    assert opened(command_link(head(), "NOT ME")) == (
        "spring-pigs@pigs.example",
        f"[spring-pigs] {TOKEN}",
        "NOT ME",
    )


def test_who_has_no_token_gets_a_link_without_one() -> None:
    assert opened(order_link(replace(head(), token=""), OnlyLeft(), None)) == (
        "spring-pigs@pigs.example",
        "Order spring-pigs",
        "ONLY LEFT",
    )


def test_a_plus_in_the_address_is_no_space() -> None:
    link = command_link(replace(head(), address="pigs+spring@pigs.example"), "HELP")
    assert link is not None
    assert link.startswith("mailto:pigs%2Bspring@pigs.example?")


NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40)


@given(name=NAMES)
def test_a_link_brings_back_the_order_whatever_the_name_or_is_none(name: str) -> None:
    game = replace(head(), names={BILL: isolated(name)})
    link = order_link(game, After(frozenset({BILL})), 5)
    if link is None:
        assert len(name.encode()) > 16
        return
    assert len(link) < LONGEST
    assert link.isascii()
    assert "'" not in link
    body = opened(link)[2]
    assert body.removeprefix("AFTER ") == name.replace("\u2068", "").replace("\u2069", "")
    assert parseaddr(opened(link)[0])[1] == "spring-pigs@pigs.example"


def test_a_link_that_gets_too_long_is_left_out() -> None:
    names = {Seat(n): "Very Long Name" for n in range(1, 20)}
    assert order_link(replace(head(), names=names), When(frozenset(names)), 5) is None
