"""Listening at the inbox wakes polls, and whatever goes wrong with it costs only time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from pigpost.errors import DatabaseOutOfReach, LoginRefused, MailOutOfReach
from pigpost.intake import listen
from pigpost.intake.listen import listen_at_inbox
from tests.post import Post

GONE = MailOutOfReach("the link was cut")


@dataclass(slots=True)
class Ear:
    """A server: `says` has for each stretch what is heard of it, and with an error the link ends."""

    says: list[bool | Exception] = field(default_factory=list)
    opens: list[Exception | None] = field(default_factory=list)
    can_listen: bool = True
    done: list[str] = field(default_factory=list)
    listened: float = 0.0

    @contextmanager
    def listen(self) -> Iterator["Ear | None"]:
        self.done.append("open")
        if self.opens and (fault := self.opens.pop(0)) is not None:
            raise fault
        yield self if self.can_listen else None

    def begin(self) -> None:
        self.done.append("begin")

    def heard(self, seconds: float) -> bool:
        self.listened += seconds
        return bool(self.says and self.says[0])

    def end(self) -> None:
        said = self.says.pop(0) if self.says else False
        if isinstance(said, Exception):
            raise said
        self.done.append("end")


@dataclass(slots=True)
class Life:
    """Virtual time until `wakes` polls were asked for, or `waits` waits are over."""

    ear: Ear
    wakes: int = 3
    waits: int = 100
    waited: list[float] = field(default_factory=list)
    fault: Exception | None = None

    def wake(self) -> None:
        self.ear.done.append("wake")
        if self.fault is not None:
            raise self.fault

    def is_set(self) -> bool:
        return self.ear.done.count("wake") >= self.wakes or len(self.waited) >= self.waits

    def wait(self, timeout: float) -> bool:
        self.waited.append(timeout)
        return self.is_set()

    def pauses(self) -> list[float]:
        """The waits between links."""
        return [seconds for seconds in self.waited if seconds > 2]


def lived(post: Post, ear: Ear, **life: object) -> Life:
    life_of_it = Life(ear, **life)  # type: ignore[arg-type]
    services = replace(post.services, inbox=ear)  # type: ignore[arg-type]
    listen_at_inbox(services, owner="a", wake=life_of_it.wake, over=life_of_it)
    return life_of_it


def test_a_poll_is_asked_for_after_each_beginning_whether_something_was_heard_or_not(
    post: Post,
) -> None:
    ear = Ear(says=[True, False, True])
    lived(post, ear, wakes=4)
    assert ear.done == ["open", *["begin", "wake", "end"] * 4]


def test_a_quiet_link_is_renewed_within_5_to_9_minutes_report_10(post: Post) -> None:
    """mjs/imapclient#349: after an hour or two nothing came through any more."""
    for _ in range(20):
        ear = Ear()
        lived(post, ear, wakes=2)
        assert 299 <= ear.listened <= 541


def test_however_much_a_server_says_polls_are_not_asked_for_without_a_breath(post: Post) -> None:
    life = lived(post, Ear(says=[True] * 9), wakes=9)
    assert len([seconds for seconds in life.waited if seconds >= 0.5]) >= 9


def test_a_link_that_breaks_after_some_use_is_followed_by_another_at_once_report_11(
    post: Post,
) -> None:
    """mjs/imapclient#234: the end of the link in IDLE ended the watcher."""
    ear = Ear(says=[False, GONE, False, GONE])
    life = lived(post, ear, wakes=5)
    assert ear.done.count("open") == 3
    assert life.pauses() == []


def test_links_that_are_of_no_use_are_tried_less_and_less_often(post: Post) -> None:
    life = lived(post, Ear(says=[GONE] * 100), wakes=1000, waits=40)
    pauses = life.pauses()
    for pause, whole in zip(pauses, (5, 10, 20, 40, 80, 160, 300, 300), strict=False):
        assert 0.75 * whole <= pause <= 1.25 * whole
    assert len(set(pauses)) == len(pauses), "they should not be told from each other by a clock"


@pytest.mark.parametrize(
    "fault", [GONE, DatabaseOutOfReach("locked"), ZeroDivisionError("a mistake of ours")]
)
def test_no_fault_ends_the_listening_report_12(post: Post, fault: Exception) -> None:
    """domainaware/parsedmarc#163: a lost link took the daemon with it."""
    ear = Ear(opens=[fault, fault, None])
    lived(post, ear, wakes=1)
    assert ear.done == ["open", "open", "open", "begin", "wake", "end"]


def test_a_refused_login_is_not_tried_in_a_tight_loop(post: Post) -> None:
    life = lived(post, Ear(opens=[LoginRefused("535 no")] * 10), wakes=1000, waits=10)
    assert min(life.waited) >= 45
    assert all(675 <= pause <= 1125 for pause in life.waited[4:])


def test_a_poll_that_can_not_be_asked_for_does_not_end_the_listening(post: Post) -> None:
    ear = Ear()
    lived(post, ear, wakes=3, fault=ConnectionError("the broker is down"))
    assert ear.done.count("begin") == 3


def test_a_server_that_can_only_be_asked_is_looked_at_again_in_an_hour(post: Post) -> None:
    life = lived(post, Ear(can_listen=False), waits=2)
    assert life.waited == [3600, 3600]
    assert "wake" not in life.ear.done


def test_of_two_watchers_one_listens_and_the_other_takes_over_when_it_has_gone(post: Post) -> None:
    services = post.services
    with services.store.writing() as tx:
        tx.leases.take("listen:inbox", owner="b", now=post.clock.now(), seconds=900)
    ear = Ear()
    life = lived(post, ear, waits=3)
    assert ear.done == []
    assert all(60 <= pause <= 120 for pause in life.waited)
    post.clock.advance(seconds=900)
    lived(post, ear, wakes=1)
    assert ear.done == ["open", "begin", "wake", "end"]
    with services.store.reading() as tx:
        assert tx.leases.until("listen:inbox") is None


def test_who_has_lost_the_lease_stops_listening(post: Post) -> None:
    ear = Ear()

    def somebody_takes_it() -> None:
        post.clock.at += timedelta(seconds=901)
        with post.services.store.writing() as tx:
            tx.leases.take("listen:inbox", owner="b", now=post.clock.now(), seconds=900)

    with_thief = _waking(ear, somebody_takes_it)
    services = replace(post.services, inbox=ear)  # type: ignore[arg-type]
    listen_at_inbox(services, owner="a", wake=with_thief.wake, over=with_thief)
    assert ear.done.count("begin") == 1


def _waking(ear: Ear, then: Callable[[], None]) -> Life:
    @dataclass(slots=True)
    class Thief(Life):
        def wake(self) -> None:
            Life.wake(self)
            then()

    return Thief(ear, waits=6)


def test_it_looks_up_often_enough_to_end_when_the_service_ends() -> None:
    assert listen._LOOKS_UP_SECONDS <= 1
