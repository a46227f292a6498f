"""The inbox and what lies around it fail in mid-work: each mail is stored, acted on, answered once."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pigpost.adapters.sql import engine
from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import DatabaseOutOfReach, LoginRefused, MailOutOfReach
from pigpost.events.types import OrderAccepted
from pigpost.intake.poll import fetch_new_mail, poll_inbox, poll_patiently
from pigpost.ports import Fetched, Mailbox, MailboxState, Services
from tests.fakes import CountingEntropy
from tests.post import FakeInbox, Post, a_mail, a_running_game, text_of
from tests.workers.crashes import assert_nothing_lost_nor_doubled, orders_recorded
from tests.workers.test_faults import recreate

MAILS = 5
HOUR = 3600


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


@dataclass(slots=True)
class Interrupted:
    """The inbox, with something that happens once, after so many handfuls of two mails."""

    inbox: FakeInbox
    handfuls: int
    event: Callable[[], None] | None

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        with self.inbox.open():
            yield self  # type: ignore[misc]

    @property
    def state(self) -> MailboxState:
        return self.inbox.state

    def uids_after(self, uid: int) -> list[int]:
        return self.inbox.uids_after(uid)

    def fetch_all(
        self, uids: list[int], *, limit_bytes: int
    ) -> Iterator[dict[int, Fetched | None]]:
        for number, group in enumerate(self.inbox.fetch_all(uids, limit_bytes=limit_bytes)):
            if number == self.handfuls and self.event is not None:
                event, self.event = self.event, None
                event()
                group = {uid: self.inbox.fetch(uid, limit_bytes=limit_bytes) for uid in group}  # noqa: PLW2901
            yield group


def interrupted(post: Post, handfuls: int, event: Callable[[], None]) -> Services:
    return replace(post.services, inbox=Interrupted(post.inbox, handfuls, event))  # type: ignore[arg-type]


def fails(fault: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise fault

    return fail


def orders_in_the_inbox(post: Post) -> list[bytes]:
    mails = [a_mail("Bill", f"THROWS {n}") for n in range(1, MAILS + 1)]
    for raw in mails:
        post.inbox.deliver(raw)
    return mails


@pytest.mark.parametrize("handfuls", range(3))
def test_a_link_cut_after_any_handful_loses_nothing_and_stores_what_had_come(
    game: Post, handfuls: int
) -> None:
    orders_in_the_inbox(game)
    cut = fails(MailOutOfReach("cut inside a literal"))
    assert not poll_inbox(interrupted(game, handfuls, cut), owner="test")
    assert len(orders_recorded(game)) == 2 * handfuls
    game.run()
    assert len(orders_recorded(game)) == MAILS
    assert_nothing_lost_nor_doubled(game)


def test_uidvalidity_that_flips_in_mid_run_loses_nothing_report_1(game: Post) -> None:
    """paperless-ngx#8944: a UID seen before, but of another folder, was taken for read."""
    old = orders_in_the_inbox(game)
    new = a_mail("Karen", "TURN 20")

    def flips() -> None:
        recreate(game, uidvalidity=2, raws=[new, *old])
        raise MailOutOfReach("BYE mailbox deleted under the session")

    assert not poll_inbox(interrupted(game, 1, flips), owner="test")
    game.run()
    assert orders_recorded(game) == sorted(
        [*(("p1", f"THROWS {n}") for n in range(1, MAILS + 1)), ("p2", "TURN 20")]
    )


def test_mails_that_another_client_expunges_in_mid_run_are_holes(game: Post) -> None:
    orders_in_the_inbox(game)
    assert poll_inbox(interrupted(game, 1, lambda: game.inbox.mails.pop(2)), owner="test")
    assert [order for _, order in orders_recorded(game)] == [f"THROWS {n}" for n in (1, 2, 4, 5)]
    game.run()
    assert_nothing_lost_nor_doubled(game)


def test_a_folder_restored_from_a_backup_is_left_alone_and_the_gm_is_told(game: Post) -> None:
    orders_in_the_inbox(game)
    game.run()
    del game.inbox.mails[1:]
    for _ in range(3):
        assert not poll_inbox(game.services, owner="test")
    game.run()
    (alarm,) = notes(game, "The inbox can't be read")
    assert "set back" in alarm
    assert len(game.events(OrderAccepted)) == MAILS


def test_a_folder_that_was_set_back_and_has_grown_again_is_left_alone_too(game: Post) -> None:
    """Its next UID is beyond what was read, and UIDs that were read stand for mails that were not."""
    old = orders_in_the_inbox(game)
    game.run()
    new = [a_mail("Karen", f"THROWS {n}") for n in range(11, 15)]
    recreate(game, uidvalidity=1, raws=[old[0], *new])
    for _ in range(3):
        assert not poll_inbox(game.services, owner="test")
    game.run()
    (alarm,) = notes(game, "The inbox can't be read")
    assert "UID 5 is another mail" in alarm
    recreate(game, uidvalidity=2, raws=[old[0], *new])
    game.run()
    assert len(game.events(OrderAccepted)) == MAILS + len(new)


def test_the_newest_mail_may_go_and_its_traces_may_change(game: Post) -> None:
    orders_in_the_inbox(game)
    game.run()
    last = game.inbox.mails[-1]
    game.inbox.mails[-1] = replace(last, raw=b"X-Spam: no\r\n" + last.raw)
    assert poll_inbox(game.services, owner="test")
    game.inbox.deliver(a_mail("Karen", "THROWS 9"))
    del game.inbox.mails[-2]
    assert poll_inbox(game.services, owner="test")
    assert len(game.events(OrderAccepted)) == MAILS + 1


def test_a_poller_that_lost_its_lease_on_the_way_leaves_the_rest_to_the_other(game: Post) -> None:
    orders_in_the_inbox(game)

    def overtaken() -> None:
        game.clock.advance(seconds=61)
        assert poll_inbox(game.services, owner="the other")
        with game.services.store.writing() as tx:
            tx.leases.take("poll:inbox", owner="the other", now=game.clock.now(), seconds=60)

    assert not poll_inbox(interrupted(game, 1, overtaken), owner="test")
    assert len(orders_recorded(game)) == MAILS
    game.clock.advance(seconds=61)
    game.run()
    assert_nothing_lost_nor_doubled(game)


# --- the login, the clock, and how often a failing inbox is asked ---------------------------------


@dataclass(slots=True)
class Locked:
    """A door with the wrong password; counts who comes."""

    inbox: FakeInbox
    fault: Exception | None
    tries: int = 0

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        self.tries += 1
        if self.fault is not None:
            raise self.fault
        with self.inbox.open() as box:
            yield box


def ticks(post: Post, services: Services, *, seconds: int) -> None:
    for _ in range(0, seconds, 15):
        post.clock.advance(seconds=15)
        poll_patiently(services, owner="test")


@pytest.mark.parametrize(
    ("fault", "fewest", "most"),
    [(LoginRefused("NO wrong password"), 5, 9), (MailOutOfReach("connection refused"), 12, 20)],
)
def test_a_failing_inbox_is_not_asked_at_every_tick(
    game: Post, fault: Exception, fewest: int, most: int
) -> None:
    door = Locked(game.inbox, fault)
    ticks(game, replace(game.services, inbox=door), seconds=HOUR)  # type: ignore[arg-type]
    assert fewest <= door.tries <= most


def test_a_wrong_password_and_then_the_right_one_lose_nothing(game: Post) -> None:
    door = Locked(game.inbox, LoginRefused("NO wrong password"))
    services = replace(game.services, inbox=door)  # type: ignore[arg-type]
    orders_in_the_inbox(game)
    ticks(game, services, seconds=600)
    assert game.events(OrderAccepted) == []
    door.fault = None
    ticks(game, services, seconds=1200)
    assert len(game.events(OrderAccepted)) == MAILS
    game.run()
    assert_nothing_lost_nor_doubled(game)


def test_mail_that_is_stored_is_read_while_the_inbox_is_left_in_peace(game: Post) -> None:
    orders_in_the_inbox(game)
    cut = interrupted(game, 2, fails(MailOutOfReach("cut")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pigpost.intake.poll.read_stored", lambda *_, **__: None)
        poll_patiently(cut, owner="test")
    assert game.events(OrderAccepted) == []
    poll_patiently(replace(cut, inbox=Locked(game.inbox, ZeroDivisionError())), owner="test")  # type: ignore[arg-type]
    assert len(game.events(OrderAccepted)) == 4


def test_who_asks_for_a_poll_by_hand_need_not_wait(game: Post) -> None:
    door = Locked(game.inbox, MailOutOfReach("gone"))
    services = replace(game.services, inbox=door)  # type: ignore[arg-type]
    poll_inbox(services, owner="test")
    assert not poll_patiently(services, owner="test")
    poll_inbox(services, owner="test")
    assert door.tries == 2


def test_a_clock_set_back_an_hour_does_not_make_the_wait_an_hour_longer(game: Post) -> None:
    door = Locked(game.inbox, LoginRefused("no"))
    services = replace(game.services, inbox=door)  # type: ignore[arg-type]
    poll_patiently(services, owner="test")
    door.fault = None
    game.clock.advance(hours=-1)
    assert poll_patiently(services, owner="test")


def test_a_poller_killed_before_the_clock_was_set_back_does_not_block_the_next(game: Post) -> None:
    with game.services.store.writing() as tx:
        tx.leases.take("poll:inbox", owner="killed", now=game.clock.now(), seconds=60)
    assert not poll_inbox(game.services, owner="test")
    game.clock.advance(hours=-1)
    assert poll_inbox(game.services, owner="test")


# --- alarms ---------------------------------------------------------------------------------------


def notes(post: Post, headline: str) -> list[str]:
    """Texts of the notes to the GM under a headline."""
    mails = post.sender.to("alison@pigs.example")
    return [text_of(mail) for mail in mails if headline in str(mail["Subject"])]


def test_the_gm_is_told_once_an_outage_and_once_when_it_is_over_report_17(game: Post) -> None:
    """freescout#3654, zammad#348: for hours nobody was told."""
    for outage in (1, 2):
        game.inbox.broken = True
        for failures in range(1, 7):
            game.clock.advance(minutes=1)
            game.run()
            assert len(notes(game, "The inbox can't be read")) == outage - (failures < 3)
        game.inbox.broken = False
        for _ in range(3):
            game.run()
        assert len(notes(game, "The inbox is read again")) == outage
        game.clock.advance(minutes=1)
    assert "the inbox is out of reach" in notes(game, "The inbox can't be read")[0]
    assert "the inbox is out of reach" in notes(game, "The inbox is read again")[0]


def test_of_a_hiccup_nobody_is_told(game: Post) -> None:
    game.inbox.broken = True
    game.run()
    game.run()
    game.inbox.broken = False
    game.run()
    assert notes(game, "inbox") == []


# --- the database ----------------------------------------------------------------------------------


@contextmanager
def with_pragma(post: Post, pragma: str) -> Iterator[Services]:
    """The service on connections with one more pragma."""
    store = post.services.store
    assert isinstance(store, SqlStore)
    url = store._writing._engine.url.render_as_string()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, pragma))
        with closing(SqlStore(url, entropy=CountingEntropy())) as store:
            yield replace(post.services, store=store)


def pages(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA page_count").fetchone()[0])


@pytest.mark.parametrize("spare", [0, 2, 6, 12, 24, 40])
def test_a_disk_that_is_full_stops_the_work_and_loses_nothing(
    game: Post, tmp_path: Path, spare: int
) -> None:
    """SQLite answers as on a full disk: it may have so many pages more and no others."""
    for n in range(1, MAILS + 1):
        game.inbox.deliver(a_mail("Bill", f"THROWS {n}\n\n{'> told before' * 2000}"))
    full = pages(tmp_path / "pigpost.db") + spare
    with (
        with_pragma(game, f"max_page_count = {full}") as services,
        pytest.raises(DatabaseOutOfReach, match="full"),
    ):
        poll_inbox(services, owner="test")
    game.clock.advance(seconds=61)
    game.run()
    assert len(orders_recorded(game)) == MAILS
    assert_nothing_lost_nor_doubled(game)


@pytest.mark.parametrize("spare", [6, 12, 24])
def test_a_disk_that_stays_full_sets_no_mail_aside(game: Post, tmp_path: Path, spare: int) -> None:
    """That a try can still be counted does not make the mail the one at fault."""
    for n in range(1, MAILS + 1):
        game.inbox.deliver(a_mail("Bill", f"THROWS {n}\n\n{'> told before' * 2000}"))
    assert fetch_new_mail(game.services, owner="test")
    full = pages(tmp_path / "pigpost.db") + spare
    with with_pragma(game, f"max_page_count = {full}") as services:
        for _ in range(6):
            with suppress(DatabaseOutOfReach):
                poll_inbox(services, owner="test")
            game.clock.advance(seconds=61)
    game.run()
    assert len(orders_recorded(game)) == MAILS
    assert_nothing_lost_nor_doubled(game)


def test_a_database_that_is_locked_stops_the_work_and_loses_nothing(
    game: Post, tmp_path: Path
) -> None:
    orders_in_the_inbox(game)
    with closing(sqlite3.connect(tmp_path / "pigpost.db", isolation_level=None)) as other:

        def locks() -> None:
            other.execute("BEGIN IMMEDIATE")

        with with_pragma(game, "busy_timeout = 10") as services:
            inbox = Interrupted(game.inbox, 1, locks)
            with pytest.raises(DatabaseOutOfReach, match="locked"):
                poll_inbox(replace(services, inbox=inbox), owner="test")  # type: ignore[arg-type]
        other.execute("ROLLBACK")
    game.clock.advance(seconds=61)
    game.run()
    assert len(orders_recorded(game)) == MAILS
    assert_nothing_lost_nor_doubled(game)


def test_a_database_that_fails_counts_as_a_missed_poll_where_it_can_be_noted(game: Post) -> None:
    orders_in_the_inbox(game)
    full = fails(DatabaseOutOfReach("database or disk is full"))
    with pytest.raises(DatabaseOutOfReach):
        poll_inbox(interrupted(game, 1, full), owner="test")
    with game.services.store.reading() as tx:
        assert tx.inboxes.health("inbox").failures == 1
