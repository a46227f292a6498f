"""One person has one address, however a mail program spells it."""

from itertools import pairwise

import pytest

from pigpost.cli.people import new_player
from pigpost.errors import TooLate, UsageError
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.rounds.start import start_game
from pigpost.seats.addresses import canonical_address
from pigpost.seats.invite import NewPlayer, add_player
from tests.post import GAME, Post, a_game, a_mail

SPELLINGS = ("bill@müller.example", "bill@xn--mller-kva.example", "Bill@MÜLLER.Example")


def bill(address: str) -> NewPlayer:
    return NewPlayer(name="Bill", address=address, language="en", timezone="UTC")


@pytest.mark.parametrize(("registered", "written"), list(pairwise((*SPELLINGS, SPELLINGS[0]))))
def test_a_domain_with_other_letters_is_the_same_in_both_spellings(
    post: Post, registered: str, written: str
) -> None:
    a_game(post, identity="proven")
    add_player(post.services, GAME, bill(registered))
    start_game(post.services, GAME)
    post.run()
    recipient, opening = post.sender.sent[0]
    assert recipient.lower() == "bill@xn--mller-kva.example"
    assert recipient in str(opening["To"])
    raw = a_mail("Bill", "THROWS 3", answering=opening)
    head, _, rest = raw.partition(b"\r\n")
    assert head.startswith(b"From:")
    post.inbox.deliver(f"From: Bill <{written}>\r\n".encode() + rest)
    post.run()
    current = post.state().current
    assert current is not None
    order = current.standing(Seat(1))
    assert order is not None
    assert order.condition == Throws(3)


def test_the_other_spelling_gets_no_second_seat(post: Post) -> None:
    a_game(post)
    add_player(post.services, GAME, bill(SPELLINGS[0]))
    with pytest.raises(TooLate, match="in this game already"):
        add_player(post.services, GAME, bill(SPELLINGS[1]))


@pytest.mark.parametrize("address", ["bill@" + "ü" * 300, "bill@..ü", "@", "bill@ü..example"])
def test_what_dns_can_not_have_stays_as_it_is(address: str) -> None:
    assert canonical_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "Bill+Pigs@Mill.Example",
        "o'neil@mill.example",
        "bill@müller.example",
        "a" * 64 + "@" + "b" * 60 + ".example",
    ],
)
def test_an_address_whose_mail_can_be_read_may_play(address: str) -> None:
    assert new_player(name="Bill", address=address, language="en", timezone="UTC")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "bill",
        '"bill"@mill.example',
        "<bill@mill.example>",
        "bill@[127.0.0.1]",
        "bill@mill.example\nBcc: x@mill.example",
        "bill@mill.example, x@mill.example",
        "bill smith@mill.example",
        "a" * 65 + "@mill.example",
        "noreply@mill.example",
        "postmaster@mill.example",
    ],
)
def test_an_address_whose_mail_would_never_be_read_can_not_play(address: str) -> None:
    with pytest.raises(UsageError, match="no address of a person"):
        new_player(name="Bill", address=address, language="en", timezone="UTC")
