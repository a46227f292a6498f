"""The GM's own words to whoever wrote, and mails that are laid aside."""

import pytest

from pigpost.errors import AgainstTheRules, TooLate, UsageError
from pigpost.events.streams import SITE
from pigpost.events.types import OrderAccepted
from pigpost.intake.desk.answer_by_hand import answer_by_hand
from pigpost.intake.desk.boxes import Box
from pigpost.intake.desk.discard import discard
from pigpost.intake.desk.file_mail import file_mail
from tests.desk.queue import SUE, arrived, box, from_outside, handled, look
from tests.intake.bounces import a_bounce, last_to
from tests.post import GAME, Post, a_mail, text_of

WORDS = "Which game do you mean?\n\nWrite to its own address."


def answer(post: Post, number: int, text: str = WORDS) -> None:
    answer_by_hand(post.services, number, text, reason="a question of hers")
    post.run()


def test_a_stranger_is_answered_once_in_the_thread_of_his_mail(game: Post) -> None:
    number = arrived(game, from_outside("May I play?", Subject="a seat"))
    answer(game, number)
    mail = game.sender.to(SUE)[-1]
    assert mail["Subject"] == "Re: a seat"
    assert str(mail["In-Reply-To"]).startswith("<")
    text = text_of(mail).replace("\r\n", "\n")
    assert " > Which game do you mean?\n\n > Write to its own address." in text
    assert "May I play?" not in text
    with pytest.raises(TooLate, match="was answered by you"):
        answer(game, number)
    assert len(game.sender.to(SUE)) == 2


def test_a_player_is_answered_where_he_is_registered(careful: Post) -> None:
    """A held mail may be by anybody who writes his address into From."""
    number = arrived(careful, a_mail("Karen", "THROWS 4", Reply_To="eve@evil.example"))
    answer(careful, number)
    mail = careful.last("Karen", "by_hand")
    assert mail["Subject"] == "Re: my order"
    assert box(careful, Box.HELD) == [number]
    assert [told.kind for told in look(careful, number).told] == ["confirm", "by_hand"]
    assert all(address != "eve@evil.example" for address, _ in careful.sender.sent)


def test_an_answer_settles_nothing_a_mail_can_be_filed_after_it(game: Post) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    answer(game, number)
    assert box(game, Box.UNKNOWN) == []
    file_mail(game.services, number, game=GAME, name="Karen", reason="it was she")
    game.run()
    assert [event.what for event in handled(game)] == ["answered", "filed"]
    assert len(game.events(OrderAccepted)) == 1


def test_the_words_are_kept_where_they_can_be_erased(game: Post) -> None:
    answer(game, arrived(game, a_mail("Karen", "a few")))
    (event,) = handled(game)
    assert event.personal is not None
    assert event.personal.words == WORDS
    assert event.sealed is not None
    assert event.sealed.seat == "p2"


def test_machines_blocked_addresses_and_empty_words_are_not_mailed_to(game: Post) -> None:
    report = arrived(game, a_bounce(last_to(game, "Karen", "opening")))
    with pytest.raises(AgainstTheRules, match="machine"):
        answer(game, report)
    question = arrived(game, a_mail("Karen", "a few", From="Karen <karen@mill.example>"))
    with game.services.store.writing() as tx:
        tx.bounces.bounced("karen@mill.example", hard=True, words="no", now=game.clock.at)
    with pytest.raises(AgainstTheRules, match="bounced"):
        answer(game, question)
    with pytest.raises(UsageError, match="has words"):
        answer(game, question, " \n \n ")
    with pytest.raises(UsageError, match="at most 5000"):
        answer(game, question, "x" * 5001)
    assert handled(game) == []


def test_to_discard_a_held_mail_tells_the_player_why(careful: Post) -> None:
    number = arrived(careful, a_mail("Karen", "THROWS 4"))
    question = careful.last("Karen", "confirm")
    discard(careful.services, number, reason="she says it is not hers")
    careful.run()
    text = " ".join(text_of(careful.last("Karen", "by_hand")).split())
    assert "Nothing in it counts" in text
    assert "she says it is not hers" in text
    assert "THROWS 4" not in text
    answer = careful.mailed("Karen", "yes", answering=question)
    assert "has been thrown away already" in " ".join(text_of(answer).split())
    assert careful.events(OrderAccepted) == []
    with pytest.raises(TooLate, match=r"was discarded .*: she says it is not hers"):
        discard(careful.services, number, reason="again")
    with pytest.raises(TooLate, match="was discarded"):
        file_mail(careful.services, number, reason="after all")


def test_to_discard_a_strangers_or_a_machines_mail_bothers_nobody(game: Post) -> None:
    spam = arrived(game, from_outside("buy"))
    notice = arrived(game, a_mail("Karen", "Away", Auto_Submitted="auto-replied"))
    before = len(game.sender.sent)
    for number in (spam, notice):
        discard(game.services, number, reason="of no use")
    game.run()
    assert len(game.sender.sent) == before
    assert set(box(game, Box.HANDLED)) == {spam, notice}


def test_an_order_that_stands_can_not_be_discarded(game: Post) -> None:
    number = arrived(game, a_mail("Karen", "THROWS 4"))
    with pytest.raises(TooLate, match="waits for nothing: what came of it is receipt"):
        discard(game.services, number, reason="a test")


def test_what_is_about_no_game_is_in_the_stream_of_the_site(game: Post) -> None:
    number = arrived(game, from_outside("May I play?", To="pigs@pigs.example"))
    answer(game, number)
    discard(game.services, number, reason="answered")
    assert handled(game) == []
    with game.services.store.reading() as tx:
        events = [one.event for one in tx.log.read(SITE)]
    assert [event.what for event in events] == ["answered", "discarded"]  # type: ignore[union-attr]
