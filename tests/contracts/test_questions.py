"""What is asked about held mails, on every database."""

from datetime import timedelta

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import TooLate
from pigpost.ports import Question, SignatureVerdict
from tests.contracts.samples import AT, compose, fetched, new_mail


def _held(store: SqlStore, uid: int = 1, *, person: str = "bill") -> int:
    with store.writing() as tx:
        mail = tx.mails.store("inbox", 1, fetched(uid), sha256=f"{uid}", now=AT)
        tx.mails.settle(mail.id, state="held", outcome="asked", game="spring-pigs", person=person)
    return mail.id


def _asked(store: SqlStore, held: int, *, whom: str = "player", proven: bool = False) -> int:
    with store.writing() as tx:
        once = f"{whom}:{held}:{len(tx.questions.about(held))}"
        outbox = tx.outbox.put(new_mail(once=once), compose=compose, now=AT)
        assert tx.questions.ask(held, whom=whom, proven=proven, answers=None, once=once)
    return outbox


def test_a_question_is_found_by_its_mail_and_by_the_held_one(store: SqlStore) -> None:
    held = _held(store)
    first, second = _asked(store, held), _asked(store, held, whom="writer", proven=True)
    with store.reading() as tx:
        assert tx.questions.get(first) == Question(
            outbox=first, mail=held, whom="player", proven=False, said=None, said_in=None
        )
        assert [each.outbox for each in tx.questions.about(held)] == [first, second]
        assert tx.questions.get(second + 1) is None
        assert tx.questions.about(held + 1) == []


def test_the_answer_to_a_mail_may_ask_about_it_and_where_there_is_none_nothing_is_noted(
    store: SqlStore,
) -> None:
    held = _held(store)
    with store.writing() as tx:
        assert not tx.questions.ask(held, whom="player", proven=False, answers=held)
        assert not tx.questions.ask(held, whom="player", proven=False, answers=None, once="x")
        outbox = tx.outbox.put(new_mail(answers=held), compose=compose, now=AT)
        assert tx.questions.ask(held, whom="player", proven=False, answers=held)
        assert [each.outbox for each in tx.questions.about(held)] == [outbox]


def test_what_was_said_is_kept_with_the_mail_that_said_it(store: SqlStore) -> None:
    held, yes = _held(store), _held(store, 2)
    outbox = _asked(store, held)
    with store.writing() as tx:
        tx.questions.answer(outbox, said="yes", mail=yes)
        question = tx.questions.answered_by(yes)
        assert question is not None
        assert (question.mail, question.said) == (held, "yes")
        assert tx.questions.answered_by(held) is None


def test_mails_asked_about_are_counted_by_player_and_not_by_question(store: SqlStore) -> None:
    for uid, person in ((1, "bill"), (2, "bill"), (3, "karen")):
        held = _held(store, uid, person=person)
        _asked(store, held)
        _asked(store, held, whom="writer")
    with store.reading() as tx:
        assert tx.questions.asked_since("spring-pigs", "bill", AT) == 2
        assert tx.questions.asked_since("autumn-pigs", "bill", AT) == 0
        assert tx.questions.asked_since("spring-pigs", "bill", AT + timedelta(seconds=1)) == 0


@pytest.mark.parametrize(
    ("said", "proven", "disowned"),
    [("no", True, True), ("no", False, False), ("yes", True, False)],
)
def test_a_proof_is_disowned_with_the_mail_that_showed_it(
    store: SqlStore, *, said: str, proven: bool, disowned: bool
) -> None:
    held = _held(store)
    outbox = _asked(store, held, proven=proven)
    with store.writing() as tx:
        assert tx.questions.disowned_at("spring-pigs", "bill") is None
        tx.questions.answer(outbox, said=said, mail=held)
        assert tx.questions.disowned_at("spring-pigs", "bill") == (AT if disowned else None)
        assert tx.questions.disowned_at("spring-pigs", "karen") is None


def test_a_held_mail_is_settled_once_from_there(store: SqlStore) -> None:
    held = _held(store)
    with store.writing() as tx:
        with pytest.raises(TooLate):
            tx.mails.settle(held, state="read", outcome="confirmed")
        tx.mails.settle(held, state="read", outcome="confirmed", was="held")
        with pytest.raises(TooLate):
            tx.mails.settle(held, state="read", outcome="disowned", was="held")
        assert tx.mails.get(held).outcome == "confirmed"


def test_what_a_signature_says_is_kept_with_its_mail(store: SqlStore) -> None:
    held = _held(store)
    verdict = SignatureVerdict(result="pass", domain="x.org", selector="s1", key="v=DKIM1; p=A")
    with store.writing() as tx:
        assert tx.mails.get(held).signature is None
        tx.mails.keep_signature(held, verdict)
        mail = tx.mails.get(held)
    kept = (mail.signature, mail.signed_by, mail.signed_selector, mail.signed_key)
    assert kept == ("pass", "x.org", "s1", "v=DKIM1; p=A")
