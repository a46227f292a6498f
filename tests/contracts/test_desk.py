"""The piles of the desk, what was done by hand, and the links to it, on every database."""

from datetime import timedelta

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import TooLate
from pigpost.ports import Handling, Pile
from tests.contracts.samples import AT, compose, fetched, new_mail

QUARTER = timedelta(minutes=15)


def _mail(store: SqlStore, uid: int, *, state: str = "read", outcome: str = "refusal") -> int:
    with store.writing() as tx:
        mail = tx.mails.store("inbox", 1, fetched(uid), sha256=f"{uid}", now=AT)
        tx.mails.settle(mail.id, state=state, outcome=outcome)
    return mail.id


def _done(mail: int, what: str = "discarded", *, minutes: int = 0) -> Handling:
    at = AT + timedelta(minutes=minutes)
    return Handling(mail=mail, what=what, at=at, reason="spam", game=None, seat=None)


def test_a_pile_is_of_states_outcomes_and_what_was_done(store: SqlStore) -> None:
    first = _mail(store, 1)
    second = _mail(store, 2, outcome="refusal, not answered")
    third = _mail(store, 3, outcome="receipt")
    fourth = _mail(store, 4, state="held", outcome="asked")
    with store.writing() as tx:
        tx.handlings.note(_done(second), answer=False)
    refused = frozenset({"refusal"})
    piles = {
        Pile(): [fourth, third, second, first],
        Pile(states=frozenset({"held", "failed"})): [fourth],
        Pile(outcomes=refused): [second, first],
        Pile(outcomes=refused, handled=False): [first],
        Pile(handled=True): [second],
        Pile(states=frozenset({"held"}), outcomes=refused): [],
    }
    with store.reading() as tx:
        for pile, ids in piles.items():
            assert [mail.id for mail in tx.mails.pile(pile, limit=9)] == ids, pile
            assert tx.mails.size_of(pile) == len(ids)
        assert [m.id for m in tx.mails.pile(Pile(), limit=2, before=fourth)] == [third, second]


def test_a_mail_is_answered_once_and_settled_once(store: SqlStore) -> None:
    mail = _mail(store, 1)
    with store.writing() as tx:
        tx.handlings.note(_done(mail, "answered", minutes=1), answer=True)
        tx.handlings.note(_done(mail, "filed", minutes=2), answer=False)
    with store.reading() as tx:
        assert [each.what for each in tx.handlings.of(mail)] == ["answered", "filed"]
        assert tx.handlings.of(mail + 1) == []
    for what, answer in (("answered", True), ("filed", False), ("discarded", False)):
        with pytest.raises(TooLate), store.writing() as tx:
            tx.handlings.note(_done(mail, what), answer=answer)


def test_mails_out_know_which_mail_in_they_are_about(store: SqlStore) -> None:
    mail = _mail(store, 1)
    with store.writing() as tx:
        answer = tx.outbox.put(new_mail(answers=mail), compose=compose, now=AT)
        told = tx.outbox.put(new_mail(once=_done(mail).once), compose=compose, now=AT)
        other = tx.outbox.put(new_mail(once=f"desk:{mail}0:filed"), compose=compose, now=AT)
    with store.reading() as tx:
        found = tx.outbox.about(mail, once=[_done(mail).once, _done(mail, "filed").once])
        assert [each.id for each in found] == [answer, told]
        assert [tx.handlings.told_in(each) for each in (answer, told, other, 99)] == [
            None,
            mail,
            int(f"{mail}0"),
            None,
        ]


def _link(store: SqlStore, digest: str, browser: str | None = None) -> None:
    with store.writing() as tx:
        tx.logins.make(role="gm", digest=digest, browser=browser, now=AT, expires_at=AT + QUARTER)


def test_a_link_is_used_once_in_its_browser_in_its_time(store: SqlStore) -> None:
    _link(store, "any")
    _link(store, "bound", "firefox")
    late = AT + QUARTER
    with store.writing() as tx:
        assert tx.logins.use("none", browser="", now=AT) is None
        assert tx.logins.use("any", browser="", now=late) is None
        assert tx.logins.use("bound", browser="other", now=AT) is None
        used = tx.logins.use("bound", browser="firefox", now=AT)
        assert used is not None
        assert (used.role, used.used_at, used.ended_at) == ("gm", AT, None)
        assert tx.logins.use("bound", browser="firefox", now=AT) is None
        assert tx.logins.get("bound") == used
        assert tx.logins.asked_since(AT) == 1
        assert tx.logins.asked_since(late) == 0


def test_a_session_begins_with_the_use_of_its_link_and_ends_once(store: SqlStore) -> None:
    _link(store, "any")
    with store.writing() as tx:
        assert tx.logins.get("any") is None
        used = tx.logins.use("any", browser="", now=AT)
        assert used is not None
        tx.logins.end(used.digest, now=AT)
        tx.logins.end(used.digest, now=AT + QUARTER)
        ended = tx.logins.get(used.digest)
    assert ended is not None
    assert ended.ended_at == AT


def test_links_that_were_made_before_are_forgotten(store: SqlStore) -> None:
    _link(store, "old")
    with store.writing() as tx:
        old = tx.logins.use("old", browser="", now=AT)
    assert old is not None
    with store.writing() as tx:
        tx.logins.make(role="gm", digest="new", browser=None, now=AT + QUARTER, expires_at=AT)
        tx.logins.forget(made_before=AT - timedelta(seconds=1))
        assert tx.logins.get("old") == old
        tx.logins.forget(made_before=AT)
        assert tx.logins.get("old") is None


def test_links_of_a_player_name_him_and_are_counted_by_themselves(store: SqlStore) -> None:
    _link(store, "gms", "firefox")
    with store.writing() as tx:
        for person, digest in (("bill", "1"), ("bill", "2"), ("karen", "3")):
            tx.logins.make(
                role="player",
                person=person,
                digest=digest,
                browser="firefox",
                now=AT,
                expires_at=AT + QUARTER,
            )
        counted = [tx.logins.asked_since(AT, person=who) for who in (None, "bill", "karen", "ted")]
        assert counted == [1, 2, 1, 0]
        used = [tx.logins.use(which, browser="firefox", now=AT) for which in ("gms", "3")]
    assert [each and (each.role, each.person) for each in used] == [
        ("gm", None),
        ("player", "karen"),
    ]
