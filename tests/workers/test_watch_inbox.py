"""A thread that listens at a real inbox: mail is read at once, though the next poll is far away."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from pigpost.adapters.imap import ImapDoor
from pigpost.events.types import OrderAccepted
from pigpost.intake.listen import listen_at_inbox
from pigpost.ports import Services
from pigpost_workers.app import use
from pigpost_workers.embedded import EmbeddedWorkers
from pigpost_workers.watch_inbox import InboxWatcher, wants_watching
from tests.adapters.test_imap_idle import IDLE, NEWS
from tests.post import Post, a_mail, a_running_game
from tests.servers.dovecot import DovecotServer, dovecot_server
from tests.servers.scripted import Act, Answer, scripted

GONE = "* BYE going down"


def on_imap(post: Post, door: ImapDoor, *, idle: bool = True) -> Services:
    """The service, with polls that are an hour apart."""
    settings = post.services.settings
    mail = settings.mail.model_copy(
        update={
            "mode": "imap",
            "poll_seconds": 3600.0,
            "imap": settings.mail.imap.model_copy(update={"idle": idle}),
        }
    )
    return replace(post.services, inbox=door, settings=settings.model_copy(update={"mail": mail}))


@pytest.fixture(autouse=True)
def tasks_of_this_process(post: Post) -> None:
    """Wake-ups go to a broker in memory."""
    use(post.services)


def a_door(port: int, user: str = "pigs", password: str = "secret") -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1", port=port, tls=False, user=user, password=password, timeout_seconds=5
    )


def until(found: Callable[[], bool], *, seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not found() and time.monotonic() < end:
        time.sleep(0.02)
    return found()


def seen(post: Post) -> bool:
    with post.services.store.reading() as tx:
        return tx.inboxes.health("inbox").seen_at is not None


def deliver(dovecot: DovecotServer, raw: bytes) -> None:
    dovecot.deliver(raw, f"{dovecot.user}@localhost")


@pytest.mark.servers
def test_a_mail_on_dovecot_is_read_at_once_though_the_next_poll_is_an_hour_away(
    post: Post,
) -> None:
    a_running_game(post, "Bill", "Karen")
    with dovecot_server() as dovecot:
        door = a_door(dovecot.imap_port, dovecot.user, dovecot.password)
        with EmbeddedWorkers(on_imap(post, door)):
            assert until(lambda: seen(post))
            for n in (3, 4):
                time.sleep(1)  # what came before the listening began proves nothing
                deliver(dovecot, a_mail("Bill", f"THROWS {n}"))
                assert until(lambda n=n: len(post.events(OrderAccepted)) == n - 2)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("first", "report"),
    [
        (b"+ idling\r\n* BYE idle for too long\r\n", "report 11"),
        (b"+ idling\r\n", "report 11"),
        (Act.HANG_UP, "report 12"),
        (GONE, "report 12"),
        ("{tag} NO not now", "report 12"),
    ],
)
def test_a_watcher_whose_link_breaks_comes_back_and_hears_the_next_mail(
    post: Post, monkeypatch: pytest.MonkeyPatch, first: Answer, report: str
) -> None:
    """mjs/imapclient#234, draga79/NotiMail#4 (11), domainaware/parsedmarc#163 (12)."""
    del report
    monkeypatch.setattr("pigpost.intake.listen._FIRST_WAIT_SECONDS", 0.05)
    polls, over = [], threading.Event()

    def wake() -> None:
        polls.append(True)
        if len(polls) == 3:
            over.set()

    with scripted("* OK ready", IDLE | {"IDLE": [first, NEWS]}) as server:
        services = replace(post.services, inbox=a_door(server.port))
        watcher = threading.Thread(
            target=listen_at_inbox,
            kwargs={"services": services, "owner": "a", "wake": wake, "over": over},
        )
        watcher.start()
        watcher.join(20)
        assert not watcher.is_alive()
    assert server.count("EXAMINE") == 2


def test_a_server_without_idle_is_only_polled(post: Post) -> None:
    answers = IDLE | {"CAPABILITY": "* CAPABILITY IMAP4rev1\r\n{tag} OK done"}
    with (
        scripted("* OK ready", answers) as server,
        InboxWatcher(on_imap(post, a_door(server.port))),
    ):
        assert until(lambda: server.count("LOGOUT") == 1)
        assert server.count("IDLE") == 0


def test_the_watcher_of_a_silent_link_is_not_waited_for_when_the_service_ends(post: Post) -> None:
    with scripted("* OK ready", IDLE | {"DONE": Act.SILENCE}) as server:
        watcher = InboxWatcher(on_imap(post, a_door(server.port)))
        with watcher:
            assert until(lambda: server.count("IDLE") == 1)
            began = time.monotonic()
        assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("mode", "idle", "wanted"),
    [
        ("imap", True, True),
        ("imap", False, False),
        ("embedded", True, False),
    ],
)
def test_there_is_a_watcher_where_it_is_of_use(
    post: Post, mode: str, idle: bool, wanted: bool
) -> None:
    services = on_imap(post, a_door(1), idle=idle)
    mail = services.settings.mail.model_copy(update={"mode": mode})
    services = replace(services, settings=services.settings.model_copy(update={"mail": mail}))
    assert wants_watching(services) == wanted
