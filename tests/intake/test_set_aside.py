"""A fault of ours in reading costs one mail, not the inbox; the mail is read again after the mend."""

import pytest

from pigpost.errors import TooLate
from pigpost.games.conditions import Throws
from pigpost.intake import receive
from pigpost.intake.envelope import Envelope, MailProblem
from tests.post import Post, a_mail, a_running_game, text_of

POISON = b"poison"


@pytest.fixture
def game(post: Post, monkeypatch: pytest.MonkeyPatch) -> Post:
    a_running_game(post, "Bill", "Karen")
    true_open = receive.open_envelope

    def broken(raw: bytes, **limits: int) -> Envelope | MailProblem:
        if POISON in raw:
            raise RuntimeError("a fault of ours")
        return true_open(raw, **limits)  # type: ignore[arg-type]

    monkeypatch.setattr(receive, "open_envelope", broken)
    return post


def test_a_mail_that_can_not_be_read_does_not_stop_the_others(game: Post) -> None:
    game.inbox.deliver(a_mail("Bill", "THROWS 3", Subject="poison"))
    game.inbox.deliver(a_mail("Karen", "THROWS 2"))
    for _ in range(5):
        game.run()
    state = game.state()
    assert state.current is not None
    assert state.current.standing(2) is not None
    assert len(game.sender.to("alison@pigs.example")) == 1
    with game.services.store.reading() as tx:
        assert tx.mails.counts() == {"failed": 1, "read": 1}


def test_after_the_mend_it_is_read_as_of_its_arrival(
    game: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.inbox.deliver(a_mail("Bill", "THROWS 3", Subject="poison"))
    for _ in range(5):
        game.run()
    monkeypatch.undo()
    with game.services.store.writing() as tx:
        tx.mails.read_again(1)
    game.run()
    state = game.state()
    assert state.current is not None
    order = state.current.standing(1)
    assert order is not None
    assert order.condition == Throws(3)
    assert "THROWS 3" in text_of(game.last("Bill", "receipt"))
    with game.services.store.writing() as tx, pytest.raises(TooLate):
        tx.mails.read_again(1)
