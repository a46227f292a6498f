"""Every mail can be held against another reader, each as it was read; nothing is changed by it."""

import json
from datetime import timedelta
from typing import Any

import pytest

from pigpost.intake import decision, known, replay_mail
from pigpost.intake.replay_mail import ReadAgain, replay_mails
from pigpost.orders.read import read
from pigpost.orders.reading import Reading
from tests.post import Post, a_mail, a_running_game, text_of


@pytest.fixture
def game(post: Post) -> Post:
    """A game in its second round, with mails of all sorts."""
    a_running_game(post, "Bill", "Karen", "Ted")
    for name, words in (
        ("Bill", "THROWS 3"),
        ("Karen", "when bill stops"),
        ("Ted", "something or other"),
        ("Ted", "STATUS"),
        ("Nobody", "THROWS 3"),
    ):
        post.inbox.deliver(a_mail(name, words))
    post.inbox.deliver(a_mail("Bill", "I am away", **{"Auto-Submitted": "auto-replied"}))
    post.run()
    quoted = text_of(post.last("Karen", "receipt"))
    post.inbox.deliver(a_mail("Karen", f"TURN 20\n\n{quoted}"))
    post.run()
    state = post.state()
    assert state.current is not None
    post.sleep_until(state.current.deadline + timedelta(minutes=1))
    post.run()
    assert post.state().round == 2
    return post


def again(post: Post) -> list[ReadAgain]:
    with post.services.store.reading() as tx:
        return list(replay_mails(post.services, tx))


def other_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(text: str, **table: Any) -> Reading:
        return read("" if "turn" in text.lower() else text, **table)

    monkeypatch.setattr(known, "_read", deaf)


def test_the_same_reader_decides_the_same_whatever_has_happened_since(game: Post) -> None:
    read_again = again(game)
    assert len(read_again) == 7
    assert [each for each in read_again if each.differs] == []
    assert sum('"reading"' in each.was for each in read_again) == 5


def test_another_reader_shows_in_each_mail_that_it_reads_otherwise(
    game: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_reader(monkeypatch)
    [different] = [each for each in again(game) if each.differs]
    assert json.loads(different.was)["reading"] == {
        "do": "order",
        "order": {"kind": "turn_points", "n": 20},
    }
    assert json.loads(different.now)["reading"]["do"] == "no_order"


def test_reading_again_changes_nothing(game: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def everything() -> tuple[object, ...]:
        with game.services.store.reading() as tx:
            return tx.log.head(), tx.mails.counts(), tx.outbox.counts(), list(tx.decisions.all())

    before = everything()
    other_reader(monkeypatch)
    again(game)
    assert everything() == before


def test_what_we_sent_later_is_not_known_to_a_mail_of_before(
    game: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []
    true_words = decision.words_as_of

    def noting(*given: Any, outbox: int) -> str:
        asked.append(outbox)
        return true_words(*given, outbox=outbox)

    monkeypatch.setattr(replay_mail, "words_as_of", noting)
    again(game)
    assert asked == sorted(asked)
    with game.services.store.reading() as tx:
        assert asked[0] is not None
        assert asked[0] < tx.outbox.last_id()
