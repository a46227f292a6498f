"""Listening on a link: what is heard, what is not, and how it ends. Reports of others are named."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pigpost.adapters.imap import ImapDoor
from pigpost.errors import MailOutOfReach
from pigpost.ports import Listening
from tests.adapters.test_imap_faults import GOOD
from tests.servers.scripted import Act, Answer, ScriptedServer, scripted

IDLE: dict[str, Answer] = GOOD | {
    "CAPABILITY": "* CAPABILITY IMAP4rev1 IDLE\r\n{tag} OK done",
    "IDLE": "+ idling",
    "DONE": "{tag} OK idle over",
}
NEWS = ("+ idling\r\n", "* 3 EXI", "STS\r\n")


def a_door(server: ScriptedServer, *, patience: float = 5) -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1",
        port=server.port,
        tls=False,
        user="pigs",
        password="secret",
        timeout_seconds=patience,
    )


@contextmanager
def listening(
    *, patience: float = 5, **changed: Answer
) -> Iterator[tuple[Listening, ScriptedServer]]:
    with (
        scripted("* OK ready", IDLE | changed) as server,
        a_door(server, patience=patience).listen() as link,
    ):
        assert link is not None
        yield link, server


def test_what_the_server_says_is_heard_and_nothing_is_changed() -> None:
    with listening(IDLE=NEWS) as (link, server):
        link.begin()
        assert link.heard(5)
        link.end()
        assert server.commands[-3:] == ["NOOP", "IDLE", "DONE"]
        assert server.count("EXAMINE") == 1
        assert server.count("SELECT") == 0


def test_silence_is_not_heard_and_one_can_listen_again_on_the_same_link() -> None:
    with listening(IDLE=["+ idling", NEWS]) as (link, _):
        link.begin()
        assert not link.heard(0.05)
        link.end()
        link.begin()
        assert link.heard(5)
        link.end()


def test_a_server_that_can_only_be_asked_is_not_listened_to() -> None:
    with scripted("* OK ready", GOOD) as server, a_door(server).listen() as link:
        assert link is None
    assert server.count("IDLE") == 0


@pytest.mark.parametrize("answer", [Act.SILENCE, Act.HANG_UP, b"{tag} OK id"])
def test_a_link_that_is_cut_does_not_hang_at_done_report_9(answer: Answer) -> None:
    """mjs/imapclient#449, #403: idle_done waited for ever."""
    with listening(patience=0.15, DONE=answer) as (link, _):
        link.begin()
        began = time.monotonic()
        with pytest.raises(MailOutOfReach):
            link.end()
        assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "answer", [b"+ idling\r\n* BYE idle for too long\r\n", b"+ idling\r\n", b"+ idling\r\n* 3 EX"]
)
def test_a_bye_or_the_end_of_the_link_is_heard_and_found_report_11(answer: bytes) -> None:
    """mjs/imapclient#234, draga79/NotiMail#4: the end of the link was taken for silence."""
    with listening(IDLE=answer) as (link, _):
        link.begin()
        assert link.heard(5)
        with pytest.raises(MailOutOfReach):
            link.end()


@pytest.mark.parametrize(
    "answer", [Act.SILENCE, Act.HANG_UP, "{tag} BAD what?", "{tag} NO not now", "* BYE going down"]
)
def test_a_server_that_does_not_begin_to_tell_is_out_of_reach_within_the_timeout(
    answer: Answer,
) -> None:
    with listening(patience=0.15, IDLE=answer) as (link, _):
        began = time.monotonic()
        with pytest.raises(MailOutOfReach):
            link.begin()
        assert time.monotonic() - began < 2
