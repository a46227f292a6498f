"""Vacation bots at both ends for a hundred rounds: mails stay few, and no two of them start a loop."""

import gc
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FixedClock
from tests.post import Post, a_mail, a_post, a_running_game, address_of

if TYPE_CHECKING:
    from pigpost.adapters.sql.store import SqlStore

ROUNDS = 100
A_HOUR = 2
WARM = 20
"""Rounds after which every cache is full."""

MOST_A_ROUND = 24
A_FEW = 1000
"""Objects: less than one for each mail that comes in meanwhile."""
GM = "alison@pigs.example"


def polite(mail: EmailMessage) -> bytes | None:
    """Answers as RFC 3834 wants: says what it is, and leaves alone what answers by itself."""
    if mail["Auto-Submitted"] == "auto-replied":
        return None
    return a_mail("Karen", "I am away until May.", answering=mail, Auto_Submitted="auto-replied")


def rude(mail: EmailMessage) -> bytes:
    """Answers everything, again and again, as a person would write."""
    return a_mail("Ted", "HELP", answering=mail)


def of_the_gm(mail: EmailMessage) -> bytes:
    return a_mail("Alison", "Out of office", answering=mail, From=f"Alison <{GM}>")


BOTS: dict[str, Callable[[EmailMessage], bytes | None]] = {
    address_of("Karen"): polite,
    address_of("Ted"): rude,
    GM: of_the_gm,
}


def answer_all(post: Post, seen: int) -> int:
    """Every bot answers what has come since."""
    for to, mail in post.sender.sent[seen:]:
        answer = BOTS[to](mail) if to in BOTS else None
        if answer is not None:
            post.inbox.deliver(answer)
    return len(post.sender.sent)


@pytest.fixture
def post(store: "SqlStore", clock: FixedClock, tmp_path: Path) -> Post:
    """With a small budget, so that it is soon used up."""
    return a_post(store, clock, tmp_path, answers_per_hour=A_HOUR)


def test_two_machines_never_write_to_each_other_for_ever(post: Post) -> None:
    """Reports 36, 37 and 38: nothing ends but by our own rules. A round here is an hour."""
    a_running_game(post, "Bill", "Karen", "Ted")
    seen, each_round = 0, []
    for _ in range(ROUNDS):
        before = len(post.sender.sent)
        for _ in range(A_HOUR + 2):  # within the hour, as quick as they like
            seen = answer_all(post, seen)
            post.run()
        each_round.append(len(post.sender.sent) - before)
        post.sleep_until(post.clock.at.replace(minute=0) + timedelta(hours=1))
    answered = Counter(to for to, mail in post.sender.sent if is_answer(mail))
    assert answered[address_of("Karen")] == 0
    assert 0 < answered[address_of("Ted")] <= ROUNDS * A_HOUR
    assert answered[GM] <= ROUNDS // 24 + 2, "one a day, as to any stranger"
    assert max(each_round) <= A_HOUR + 10
    others = [mail for _, mail in post.sender.sent if not is_answer(mail)]
    assert len(others) < 60, "the GM hears of the silence once a day"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_game_of_a_hundred_rounds_among_machines_grows_neither_mails_nor_memory(
    post: Post,
) -> None:
    """Two years of one round a week: whatever is kept for each round or mail would show."""
    a_running_game(post, "Bill", "Karen", "Ted", target=1_000_000)
    mails, memory = [], []
    for number in range(1, ROUNDS + 1):
        current = post.state().current
        assert current is not None
        assert current.round == number
        post.inbox.deliver(a_mail("Bill", "THROWS 2"))
        sent = talk(post, current.deadline - timedelta(hours=24))
        sent += talk(post, current.deadline - timedelta(hours=2))
        sent += talk(post, current.deadline + timedelta(seconds=10))
        mails.append(sent)
        gc.collect()
        memory.append(len(gc.get_objects()))
    assert max(mails) <= MOST_A_ROUND
    assert sum(mails[-WARM:]) <= sum(mails[:WARM]), "no round wakes more of them than the first did"
    assert max(memory[-WARM:]) < max(memory[:WARM]) + A_FEW, "objects in memory"


def talk(post: Post, at: datetime) -> int:
    """Time passes, and the machines answer each other as often as they like; how many mails went out.

    Nothing of it is kept but by the service: what is delivered or sent goes.
    """
    post.sleep_until(at)
    sent = 0
    for _ in range(A_HOUR + 2):
        post.run()
        answer_all(post, 0)
        sent += len(post.sender.sent)
        post.sender.sent.clear()
    post.run()
    del post.inbox.mails[:-1]  # the last one tells which UIDs there were
    return sent


def is_answer(mail: EmailMessage) -> bool:
    return str(mail["Auto-Submitted"]) == "auto-replied"
