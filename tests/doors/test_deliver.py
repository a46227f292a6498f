"""A mail that is handed to us is stored before we say so, and read like any other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import DatabaseOutOfReach
from pigpost.events.types import OrderAccepted
from pigpost.intake.deliver import is_ours
from pigpost.intake.poll import poll_inbox
from tests.doors.by_hand import GAME_ADDRESS, handed
from tests.fakes import CountingEntropy
from tests.post import Post, a_mail, a_running_game, address_of
from tests.workers.crashes import orders_recorded


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


def receipts(post: Post, name: str = "Bill") -> int:
    kinds = [mail["X-Pigpost-Kind"] for mail in post.sender.to(address_of(name))]
    return kinds.count("receipt")


def test_an_order_that_was_handed_over_is_read_and_answered_with_the_next_poll(game: Post) -> None:
    stored = handed(game.services, a_mail("Bill", "THROWS 3"))
    assert stored.state == "stored"
    assert stored.arrived_at == game.clock.at
    game.run()
    assert orders_recorded(game) == [("p1", "THROWS 3")]
    assert receipts(game) == 1


def test_the_envelope_stands_above_what_the_writer_claims(game: Post) -> None:
    forged = (
        b"Return-Path: <eve@evil.example>\r\nDelivered-To: pigs+autumn-pigs@pigs.example\r\n"
        + a_mail("Bill", "THROWS 3")
    )
    stored = handed(game.services, forged)
    top = f"Return-Path: <bill@mill.example>\r\nDelivered-To: {GAME_ADDRESS}\r\n"
    assert stored.raw == top.encode() + forged
    game.run()
    assert orders_recorded(game) == [("p1", "THROWS 3")]


@pytest.mark.parametrize("sender", ["", "MAILER-DAEMON"])
def test_mail_without_an_envelope_sender_is_a_machine_s(game: Post, sender: str) -> None:
    stored = handed(game.services, a_mail("Bill", "THROWS 3"), sender=sender)
    assert stored.raw.startswith(b"Return-Path: <>\r\n")
    game.run()
    with game.services.store.reading() as tx:
        assert tx.mails.get(stored.id).state == "machine"
    assert orders_recorded(game) == []


def test_an_envelope_that_is_not_told_leaves_the_headers_as_they_are(game: Post) -> None:
    raw = a_mail("Bill", "THROWS 3")
    assert handed(game.services, raw, sender=None, recipients=()).raw == raw


def test_an_address_can_add_no_header_of_its_own(game: Post) -> None:
    stored = handed(
        game.services,
        b"\r\nx",
        sender="a\r\nX-Evil: 1\x00@b",
        recipients=["<pigs\u2028\r\n@pigs.example>", "\udce4pigs@pigs.example"],
    )
    assert stored.raw.split(b"\r\n") == [
        b"Return-Path: <aX-Evil: 1@b>",
        b"Delivered-To: pigs@pigs.example",
        b"Delivered-To: \xe4pigs@pigs.example",
        b"",
        b"x",
    ]


def test_a_mail_handed_over_again_after_a_time_out_is_one_order_and_one_answer(game: Post) -> None:
    raw = a_mail("Bill", "THROWS 3")
    first = handed(game.services, b"Received: by mx.pigs.example; then\r\n" + raw)
    game.run()
    game.clock.advance(minutes=5)
    again = handed(game.services, b"Received: by mx.pigs.example; later\r\n" + raw)
    game.run()
    assert (first.state, again.state) == ("stored", "duplicate")
    assert orders_recorded(game) == [("p1", "THROWS 3")]
    assert receipts(game) == 1


def test_a_mail_that_comes_by_both_ways_is_one_whichever_is_first(game: Post) -> None:
    """Report 7 (zammad#1578) keeps mailboxes apart: both ways lead into one mailbox here."""
    one, other = a_mail("Bill", "THROWS 3"), a_mail("Bill", "THROWS 4")
    game.inbox.deliver(b"Delivered-To: " + GAME_ADDRESS.encode() + b"\r\n" + one)
    game.run()
    assert handed(game.services, one).state == "duplicate"
    handed(game.services, other)
    game.inbox.deliver(other)
    game.run()
    assert orders_recorded(game) == [("p1", "THROWS 3"), ("p1", "THROWS 4")]
    assert receipts(game) == 2


def test_the_same_numbers_by_both_ways_are_two_mails(game: Post) -> None:
    """Uid 1 in the folder and the first delivery, in the same second."""
    game.inbox.deliver(a_mail("Bill", "THROWS 3"))
    handed(game.services, a_mail("Karen", "THROWS 5"))
    game.run()
    accepted = game.events(OrderAccepted)
    assert len({(event.arrived_at, event.uid) for event in accepted}) == 2
    with game.services.store.reading() as tx:
        assert tx.inboxes.health("inbox").last_uid == 1


def test_of_two_orders_in_one_second_the_one_handed_over_later_stands(game: Post) -> None:
    for words in ("THROWS 3", "THROWS 4", "THROWS 5"):
        handed(game.services, a_mail("Bill", words))
    game.run()
    uids = [event.uid for event in game.events(OrderAccepted)]
    assert uids == sorted(uids)
    current = game.state().current
    assert current is not None
    order = current.standing(next(iter(game.state().seats)))
    assert order is not None
    assert order.uid == uids[-1]


def test_one_mail_to_two_addresses_is_one_mail(game: Post) -> None:
    to = (GAME_ADDRESS, "pigs+nothing@pigs.example")
    stored = handed(game.services, a_mail("Bill", "THROWS 3"), recipients=to)
    assert stored.raw.count(b"Delivered-To: ") == 2
    game.run()
    assert receipts(game) == 1


def test_a_mail_that_is_too_big_is_stored_as_its_headers_and_answered(game: Post) -> None:
    big = a_mail("Bill", "THROWS 3\n" + "x" * 70 + "\n" + "y" * 1_100_000)
    stored = handed(game.services, big)
    assert not stored.complete
    assert len(stored.raw) < 2_000 < len(big) < stored.size
    game.run()
    with game.services.store.reading() as tx:
        assert tx.mails.get(stored.id).outcome == "too_big"
    assert game.last("Bill", "mail_refused")


def test_our_server_s_time_counts_where_it_is_named(game: Post) -> None:
    """mail.md 1.10: a mail that our server took in time and could hand over only later."""
    mail = game.services.settings.mail.model_copy(update={"own_servers": ("mx.pigs.example",)})
    settings = game.services.settings.model_copy(update={"mail": mail})
    trusting = replace(game.services, settings=settings)
    took = game.clock.at - timedelta(minutes=7)
    raw = (
        f"Received: from x by mx.pigs.example; {took:%a, %d %b %Y %H:%M:%S} +0000\r\n".encode()
        + a_mail("Bill", "THROWS 3")
    )
    assert handed(trusting, raw).arrived_at == took.replace(microsecond=0)
    assert handed(game.services, raw + b"x").arrived_at == game.clock.at


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        (GAME_ADDRESS, True),
        ("anything@PIGS.Example", True),
        ("b+7@bounces.example", True),
        ("pigs@evil.example", False),
        ("pigs@sub.pigs.example", False),
        ("pigs.example", False),
        ("", False),
    ],
)
def test_ours_are_all_addresses_at_our_domains(post: Post, address: str, ours: bool) -> None:
    mail = post.services.settings.mail.model_copy(
        update={"bounce_address": "b+{key}@bounces.example"}
    )
    assert is_ours(post.services.settings.model_copy(update={"mail": mail}), address) is ours


# --- on both databases, several at once -----------------------------------------------------------


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def shared(request: pytest.FixtureRequest, post: Post) -> Callable[[], Post]:
    """Opens the same database as one more process would."""
    name = "database_url" if request.param == "sqlite" else "postgres_url"
    url = request.getfixturevalue(name)
    stores: list[SqlStore] = []

    def another() -> Post:
        stores.append(SqlStore(url, entropy=CountingEntropy()))
        return replace(post, services=replace(post.services, store=stores[-1]))

    request.addfinalizer(lambda: [store.close() for store in stores])  # noqa: PT021
    return another


def test_deliveries_at_once_get_numbers_of_their_own_and_none_is_lost(
    shared: Callable[[], Post],
) -> None:
    workers, each, barrier = 6, 15, Barrier(6)
    posts = [shared() for _ in range(workers)]

    def run(number: int) -> list[int]:
        barrier.wait(20)
        mails = [a_mail("Bill", f"THROWS {number} {n}") for n in range(each)]
        return [handed(posts[number].services, raw).uid for raw in mails]

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(run, range(workers)))
    assert all(uids == sorted(uids) for uids in found)
    assert sorted(uid for uids in found for uid in uids) == [
        2**32 + n for n in range(1, workers * each + 1)
    ]
    with posts[0].services.store.reading() as tx:
        assert tx.mails.counts() == {"stored": workers * each}


def test_the_same_mail_at_once_through_every_door_is_one(shared: Callable[[], Post]) -> None:
    barrier, raw = Barrier(4), a_mail("Bill", "THROWS 3")
    posts = [shared() for _ in range(4)]
    posts[0].inbox.deliver(raw)

    def run(number: int) -> None:
        barrier.wait(20)
        if number:
            handed(posts[number].services, raw)
        else:
            poll_inbox(posts[0].services, owner="test")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, range(4)))
    with posts[0].services.store.reading() as tx:
        assert sum(tx.mails.counts().values()) == 4
        assert tx.mails.counts()["duplicate"] == 3


def test_whoever_waits_for_the_deliveries_sees_all_that_began_before(
    shared: Callable[[], Post],
) -> None:
    """Else a round could be sealed past a mail whose arrival is in time, and whose commit is not."""
    slow, other, halfway, looked = shared(), shared(), Barrier(2), []

    def deliver_slowly() -> None:
        with slow.services.store.writing() as tx:
            tx.doors.next_number("inbox")
            halfway.wait(20)
            looked.append("stored")

    def poll() -> None:
        halfway.wait(20)
        with other.services.store.writing() as tx:
            tx.doors.wait("inbox")
            looked.append("looked")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda run: run(), (deliver_slowly, poll)))
    assert looked == ["stored", "looked"]


def test_a_database_that_is_locked_stores_nothing_and_says_so(
    post: Post, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pigpost.adapters.sql import engine

    quick = [p.replace("busy_timeout = 5000", "busy_timeout = 50") for p in engine._PRAGMAS]
    monkeypatch.setattr(engine, "_PRAGMAS", tuple(quick))
    impatient = replace(post.services, store=SqlStore(database_url, entropy=CountingEntropy()))
    with post.services.store.writing(), pytest.raises(DatabaseOutOfReach, match="locked"):
        handed(impatient, a_mail("Bill", "THROWS 3"))
    with post.services.store.reading() as tx:
        assert tx.mails.counts() == {}
    assert handed(impatient, a_mail("Bill", "THROWS 3")).state == "stored"
