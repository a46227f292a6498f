"""What a mail's signature says is kept; it decides nothing."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from pigpost.adapters.keys import make_keys
from pigpost.bootstrap import build
from pigpost.config import Settings
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.ports import ArrivedMail, SignatureVerdict, Store
from tests.post import Post, a_mail, a_running_game

BAD = SignatureVerdict(result="fail", domain="mill.example", selector="s1", key="p=A")


@dataclass
class Check:
    """Says the same of every mail, and notes whether the database is free to write meanwhile."""

    store: Store
    seen: list[str] = field(default_factory=list)

    def check(self, raw: bytes, *, sender: str) -> SignatureVerdict:
        with self.store.writing() as tx:  # would wait for a transaction that is under way
            tx.ticks.tick(tx.mails.get(1).arrived_at)
        self.seen.append(sender)
        return BAD if raw else SignatureVerdict(result="none")


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


def checking(post: Post) -> Check:
    check = Check(post.services.store)
    post.services = replace(post.services, signatures=check)
    return check


def mails(post: Post) -> list[ArrivedMail]:
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=9)[::-1]


def test_a_verdict_is_kept_and_decides_nothing(game: Post) -> None:
    check = checking(game)
    game.mailed("Bill", "THROWS 3")
    (mail,) = mails(game)
    assert check.seen == ["bill@mill.example"]
    assert (mail.signature, mail.signed_by) == ("fail", "mill.example")
    assert (mail.signed_selector, mail.signed_key) == ("s1", "p=A")
    current = game.state().current
    assert current is not None
    order = current.standing(Seat(1))
    assert order is not None
    assert order.condition == Throws(3)


def test_machines_are_not_looked_up(game: Post) -> None:
    check = checking(game)
    game.inbox.deliver(a_mail("Bill", "I am away", Auto_Submitted="auto-replied"))
    game.inbox.deliver(a_mail("Bill", "hello", From="a@mill.example, b@mill.example"))
    game.run()
    assert check.seen == []
    assert [mail.signature for mail in mails(game)] == [None, None]


@pytest.mark.parametrize("says", [True, False])
def test_nobody_is_looked_up_unless_the_configuration_says_so(
    tmp_path: Path, *, says: bool
) -> None:
    make_keys(tmp_path / "keys")
    password = tmp_path / "keys" / "mailbox.password"
    password.write_text("secret\n")
    settings = Settings(mail={"check_signatures": says}, directory=tmp_path)
    assert (build(settings).signatures is not None) is says
