"""A mail of an unknown address is filed under a player: he is asked whether the address is his as well."""

from email.message import EmailMessage

import pytest

from pigpost.events.types import AddressAdded, OrderAccepted, OrderSetAside
from pigpost.games.conditions import Throws
from pigpost.intake.desk.file_mail import file_mail
from tests.desk.queue import SUE, arrived, from_outside
from tests.post import GAME, Post, a_mail, address_of, text_of

GM = "alison@pigs.example"


def filed(post: Post, raw: bytes | None = None) -> int:
    """The mail is filed under Karen; its number."""
    number = arrived(post, raw or from_outside("THROWS 4"))
    post.clock.advance(minutes=5)
    file_mail(post.services, number, reason="her office", game=GAME, name="Karen")
    post.run()
    post.clock.advance(minutes=5)
    return number


def questions(post: Post, address: str) -> list[EmailMessage]:
    return [mail for mail in post.sender.to(address) if mail["X-Pigpost-Kind"] == "confirm"]


def both(post: Post) -> tuple[EmailMessage, EmailMessage]:
    """The questions to Karen and to the unknown address."""
    (karen,), (office,) = questions(post, address_of("Karen")), questions(post, SUE)
    return karen, office


def says(post: Post, address: str, words: str, answering: EmailMessage) -> str:
    """What that address is answered."""
    name = "Karen" if address == address_of("Karen") else "Sue"
    more = {} if name == "Karen" else {"From": f"Sue <{SUE}>"}
    post.inbox.deliver(a_mail(name, words, answering=answering, **more))
    post.run()
    post.clock.advance(minutes=5)
    return told(post.sender.to(address)[-1])


def told(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def is_known(post: Post) -> bool:
    with post.services.store.reading() as tx:
        return any(seat.name == "Karen" for seat in tx.projections.seats_of_address(SUE))


def stands(post: Post) -> object:
    current = post.state().current
    order = None if current is None else current.standing(2)
    return None if order is None else order.condition


def test_both_addresses_are_asked_and_the_mail_counts_meanwhile(game: Post) -> None:
    filed(game)
    karen, office = both(game)
    assert f"Alison has said that a mail from {SUE} is yours" in told(karen)
    assert "Is that you, and is this a second address of yours?" in told(office)
    assert stands(game) == Throws(4)
    assert "THROWS" not in told(office)
    assert not is_known(game)


@pytest.mark.parametrize("first", ["karen", "office"])
def test_when_both_have_said_yes_the_address_is_known_and_the_mail_counts_once(
    game: Post, first: str
) -> None:
    filed(game)
    karen, office = both(game)
    answers = [(address_of("Karen"), karen), (SUE, office)]
    (one, to_one), (other, to_other) = answers if first == "karen" else answers[::-1]
    assert f"{SUE} is not known as yours until it does" in says(game, one, "yes", to_one)
    assert not is_known(game)
    assert f"from now on you can write from {SUE} as well" in says(game, other, "yes", to_other)
    assert is_known(game)
    (event,) = game.events(AddressAdded)
    assert event.personal is not None
    assert event.personal.address == SUE
    assert len(game.events(OrderAccepted)) == 1
    assert "writes from a second address" in game.sender.to(GM)[-1]["Subject"]


def test_the_player_s_no_sets_the_order_aside_and_the_address_is_never_learned(game: Post) -> None:
    filed(game)
    karen, office = both(game)
    says(game, address_of("Karen"), "NO", karen)
    assert len(game.events(OrderSetAside)) == 1
    assert stands(game) is None
    assert "the answer was no" in says(game, SUE, "yes", office)
    assert "the answer was no" in says(game, address_of("Karen"), "yes", karen)
    assert not is_known(game)


def test_the_writer_s_no_is_told_to_the_gm_who_has_filed_it(game: Post) -> None:
    filed(game)
    karen, office = both(game)
    assert "the answer was no" in says(game, SUE, "no, I am somebody else", office)
    note = game.sender.to(GM)[-1]
    assert "A mail that you filed under Karen is disowned" in note["Subject"]
    assert SUE in told(note)
    assert stands(game) == Throws(4)
    says(game, address_of("Karen"), "yes", karen)
    assert not is_known(game)


def test_a_writer_who_says_neither_is_asked_again(game: Post) -> None:
    filed(game)
    karen, office = both(game)
    assert "could not read a yes or a no" in says(game, SUE, "pardon?", office)
    again = questions(game, SUE)[-1]
    says(game, address_of("Karen"), "yes", karen)
    says(game, SUE, "yes", again)
    assert is_known(game)


def test_an_order_in_answer_to_the_question_is_an_order(game: Post) -> None:
    filed(game)
    karen, _ = both(game)
    says(game, address_of("Karen"), "THROWS 7", karen)
    assert stands(game) == Throws(7)
    says(game, address_of("Karen"), "yes\n\nTHROWS 8", karen)
    assert stands(game) == Throws(8)


def test_the_question_speaks_for_nobody_to_whom_it_is_passed_on(game: Post) -> None:
    filed(game)
    karen, office = both(game)
    says(game, SUE, "yes", office)
    says(game, SUE, "yes", karen)
    says(game, address_of("Karen"), "yes", office)
    assert not is_known(game)


def test_an_address_of_another_player_is_not_asked_about(careful: Post) -> None:
    number = arrived(careful, a_mail("Bill", "THROWS 4"))
    file_mail(careful.services, number, reason="he wrote for her", game=GAME, name="Karen")
    careful.run()
    assert careful.last("Karen", "receipt")
    assert questions(careful, address_of("Karen")) == []


def test_the_player_s_own_address_is_not_asked_about(careful: Post) -> None:
    number = arrived(careful, a_mail("Karen", "THROWS 4"))
    before = len(questions(careful, address_of("Karen")))
    file_mail(careful.services, number, reason="I rang her up")
    careful.run()
    assert len(questions(careful, address_of("Karen"))) == before


def test_no_machine_is_asked(game: Post) -> None:
    filed(game, from_outside("THROWS 4", Precedence="bulk"))
    assert stands(game) == Throws(4)
    assert questions(game, SUE) == []
    assert questions(game, address_of("Karen")) == []


def test_a_mail_that_was_asked_about_before_it_was_filed_is_not_asked_about_anew(
    careful: Post,
) -> None:
    """The answers still teach the address: both questions said so."""
    opening = careful.last("Karen", "opening")
    filed(careful, from_outside("THROWS 4", In_Reply_To=str(opening["Message-ID"])))
    karen, office = both(careful)
    says(careful, SUE, "yes", office)
    says(careful, address_of("Karen"), "yes", karen)
    assert is_known(careful)
    assert len(careful.events(OrderAccepted)) == 1
