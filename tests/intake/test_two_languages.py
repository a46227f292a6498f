"""A Finn and an Englishman in one game: each gets his own language, and orders in his own tongue."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from pigpost.events.types import OrderAccepted
from pigpost.rounds.start import start_game
from pigpost.seats.invite import NewPlayer, add_player
from tests.post import GAME, Post, a_game, text_of


def said(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


@pytest.fixture
def game(post: Post) -> Post:
    a_game(post, "Bill", "Ted", target=500)
    aino = NewPlayer(name="Aino", address="aino@mill.example", language="fi", timezone="UTC")
    add_player(post.services, GAME, aino)
    start_game(post.services, GAME)
    post.run()
    post.clock.advance(hours=1)
    return post


def is_thrown(game: Post) -> None:
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=10))
    game.run()


def test_the_game_begins_for_each_in_his_own_language(game: Post) -> None:
    assert "round 1 is open" in said(game.last("Bill", "opening"))
    assert "kierros 1 on auki" in said(game.last("Aino", "opening"))


def test_an_order_in_either_tongue_is_receipted_in_it(game: Post) -> None:
    finnish = game.mailed("Aino", "Lopetan yhden heiton Billin jälkeen, kiitos!")
    english = game.mailed("Bill", "One throw after Ted, thanks!")
    assert "Selvä, Aino." in said(finnish)
    assert "Pelaat täsmälleen yhden heiton pidempään kuin Bill." in said(finnish)
    assert "Got it, Bill." in said(english)
    assert len(game.events(OrderAccepted)) == 2


def test_a_finn_may_write_english_and_the_short_forms_too(game: Post) -> None:
    for text in ("THROWS 3", "three throws please", "WHEN Bill", "Stop after Ted has stopped."):
        assert "Selvä, Aino." in said(game.mailed("Aino", text)), text


def test_nobody_else_is_read_in_finnish(game: Post) -> None:
    assert game.mailed("Bill", "kolme heittoa")["X-Pigpost-Kind"] == "refusal"


def test_what_can_not_stand_is_told_in_finnish_with_orders_to_pick(game: Post) -> None:
    text = said(game.mailed("Aino", "Lopetan kun Pill lopettaa"))
    assert "sen nimistä pelaajaa ei ole. Tarkoititko pelaajaa Bill?" in text
    assert "WHEN Bill samalla heitolla kuin Bill" in text
    assert "ei vielä mitään" in text


def test_finnish_commands_do_what_they_say(game: Post) -> None:
    game.mailed("Aino", "3 heittoa")
    assert "määräyksesi on peruttu" in said(game.mailed("Aino", "Peru määräys"))
    assert "Kierros 1 on auki määräyksille" in said(game.mailed("Aino", "tilanne"))
    assert "poissaolosi on merkitty" in said(game.mailed("Aino", "loma 5.4.2026 - 19.4.2026"))
    assert "otat tarjotun paikan (LIITY)" in said(game.mailed("Aino", "apua"))


def test_the_result_is_the_same_and_told_to_each_in_his_words(game: Post) -> None:
    game.mailed("Aino", "kolme heittoa\n\nVIESTI BILLILLE\nOnnea!")
    game.mailed("Bill", "2 throws")
    is_thrown(game)
    finnish, english = game.last("Aino", "result"), game.last("Bill", "result")
    assert "Round 1:" in english["Subject"]
    assert "Kierros 1:" in finnish["Subject"]
    assert "Aino to Bill: | Onnea!" in said(english)
    assert "THROWS 3" in said(finnish)
    assert "Kelpaavaa määräystä ei lähettänyt: Ted." in said(finnish)
    assert "No good order came from Ted" in said(english)
