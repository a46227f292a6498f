"""The LMTP door over real sockets: 250 for each recipient once the mail is stored, and only then."""

import smtplib
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from pigpost.adapters.lmtp import LmtpServer
from pigpost.errors import ConfigError, DatabaseOutOfReach
from pigpost.ports import ArrivedMail, Store, Transaction
from tests.doors.by_hand import GAME_ADDRESS, SENDER, client, lmtp_server
from tests.post import Post, a_mail, a_running_game
from tests.workers.crashes import orders_recorded


def stored(post: Post) -> list[ArrivedMail]:
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=1000)[::-1]


def bodies(post: Post) -> list[bytes]:
    return [mail.raw.partition(b"\r\n\r\n")[2] for mail in stored(post)]


@dataclass(frozen=True, slots=True)
class Failing:
    """A database that can be read and not written."""

    store: Store
    fault: Exception

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        with self.store.writing() as tx:
            yield tx
            raise self.fault

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self.store.reading() as tx:
            yield tx


def test_a_mail_by_a_common_client_is_stored_read_and_answered(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    raw, woken = a_mail("Bill", "THROWS 3"), []
    with (
        lmtp_server(post.services, on_delivery=lambda: woken.append("now")) as server,
        smtplib.LMTP("127.0.0.1", server.port, local_hostname="mx.pigs.example") as link,
    ):
        link.sendmail(SENDER, [GAME_ADDRESS], raw, mail_options=["BODY=8BITMIME", "SMTPUTF8"])
        assert woken == ["now"]
    (mail,) = stored(post)
    assert mail.raw == (
        f"Return-Path: <{SENDER}>\r\nDelivered-To: {GAME_ADDRESS}\r\n".encode() + raw
    )
    post.run()
    assert orders_recorded(post) == [("p1", "THROWS 3")]


def test_the_greeting_offers_what_rfc_2033_asks_for_and_only_lhlo_is_understood(
    post: Post,
) -> None:
    with lmtp_server(post.services) as server, client(server, greeted=False) as link:
        assert link.answer().startswith("220 pigpost LMTP")
        assert link.ask("EHLO mx.pigs.example").startswith("500 5.")
        assert link.ask("MAIL FROM:<a@b.example>").startswith("503 5.")
        link.say("LHLO mx.pigs.example")
        offered = []
        while not offered or offered[-1][3] == "-":
            offered.append(link.line())
        words = {line[4:] for line in offered}
        assert words >= {"PIPELINING", "ENHANCEDSTATUSCODES", "8BITMIME", "SMTPUTF8", "SIZE"}
        assert all(line.startswith("250") for line in offered)


def test_every_accepted_recipient_gets_an_answer_in_its_order_also_one_named_twice(
    post: Post,
) -> None:
    with lmtp_server(post.services) as server, client(server) as link:
        assert link.ask("MAIL FROM:<>").startswith("250 2.")
        codes = [
            link.ask(f"RCPT TO:<{to}>")[:9]
            for to in (GAME_ADDRESS, "x@evil.example", GAME_ADDRESS, "other@pigs.example")
        ]
        assert codes == ["250 2.1.5", "550 5.1.1", "250 2.1.5", "250 2.1.5"]
        assert link.ask("DATA").startswith("354 ")
        link.say("Subject: x\r\n\r\nhello\r\n.")
        assert [link.answer() for _ in range(3)] == ["250 2.6.0 Stored"] * 3
        assert link.ask("NOOP").startswith("250 2.")
    (mail,) = stored(post)
    assert mail.raw.startswith(b"Return-Path: <>\r\nDelivered-To: " + GAME_ADDRESS.encode())
    assert mail.raw.count(b"Delivered-To: ") == 2


def test_a_mail_that_nobody_here_is_meant_by_is_not_begun(post: Post) -> None:
    with lmtp_server(post.services) as server, client(server) as link:
        assert link.ask("MAIL FROM:<a@b.example>").startswith("250 2.")
        assert link.ask("RCPT TO:<x@evil.example>").startswith("550 5.1.1")
        assert link.ask("DATA").startswith("503 5.5.1")
    assert stored(post) == []


def test_commands_sent_all_at_once_are_answered_one_by_one(post: Post) -> None:
    with lmtp_server(post.services) as server, client(server) as link:
        two = b"".join(
            f"MAIL FROM:<{SENDER}>\r\nRCPT TO:<{GAME_ADDRESS}>\r\nDATA\r\n"
            f"Subject: {n}\r\n\r\nhello {n}\r\n.\r\n".encode()
            for n in (1, 2)
        )
        link.link.sendall(two + b"QUIT\r\n")
        codes = [link.answer()[:3] for _ in range(9)]
    assert codes == ["250", "250", "354", "250"] * 2 + ["221"]
    assert bodies(post) == [b"hello 1\r\n", b"hello 2\r\n"]


def test_too_many_recipients_are_left_for_the_next_transaction(post: Post) -> None:
    with lmtp_server(post.services) as server, client(server) as link:
        link.ask("MAIL FROM:<a@b.example>")
        codes = [link.ask(f"RCPT TO:<pigs+{n}@pigs.example>")[:9] for n in range(101)]
    assert codes == ["250 2.1.5"] * 100 + ["452 4.5.3"]


@pytest.mark.parametrize(
    "body",
    [
        b".\r\n..\r\n...\r\n.x\r\n",
        b"one\n.\ntwo\r\n",
        b"one\n.\r\ntwo\r\n",
        b"one\r.\rtwo\r\n",
        b"one\r\n.\rtwo\r\n",
        b"one\r\n.\ntwo\r\n",
        b"\r\r\n\n\r\n",
        b"x" * 1_000_000 + b"\r\n.\r\n",
        b"." * 3000 + b"\r\n" + b"x" * 2046 + b"\r\n" + b"y" * 2047 + b"\r\n",
        b"\x00\xff\xe4\r\n",
    ],
    ids=range(10),
)
def test_bytes_are_stored_as_they_were_whatever_lines_and_dots_they_have(
    post: Post, body: bytes
) -> None:
    """A lone LF ends nothing, so no second mail can be smuggled in (CVE-2023-51764 and its kin)."""
    with lmtp_server(post.services) as server, client(server) as link:
        raw = b"Subject: x\r\n\r\n" + body
        stuffed = raw.replace(b"\r\n.", b"\r\n..")
        link.begin()
        link.link.sendall(stuffed + b".\r\n")
        assert link.answer() == "250 2.6.0 Stored"
        assert link.ask("NOOP").startswith("250 ")
    assert bodies(post) == [body]


def test_a_mail_that_is_too_big_is_taken_as_its_headers(post: Post) -> None:
    """Refused, it would come back to its writer in the words of a machine."""
    with lmtp_server(post.services) as server, client(server) as link:
        assert link.ask(f"MAIL FROM:<{SENDER}> SIZE=30000000").startswith("250 ")
        assert link.ask(f"RCPT TO:<{GAME_ADDRESS}>").startswith("250 ")
        assert link.ask("DATA").startswith("354 ")
        link.say("Subject: big\r\n")
        line = b"x" * 70 + b"\r\n"
        for _ in range(30):
            link.link.sendall(line * 1000)
        link.say(".")
        assert link.answer() == "250 2.6.0 Stored"
    (mail,) = stored(post)
    assert not mail.complete
    assert mail.raw.endswith(b"Subject: big\r\n\r\n")
    assert mail.size > 30 * 72_000


@pytest.mark.parametrize(
    "fault", [DatabaseOutOfReach("database or disk is full"), ZeroDivisionError("THROWS 3")]
)
def test_a_mail_that_can_t_be_stored_is_to_come_again_for_every_recipient(
    post: Post, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    broken = replace(post.services, store=cast("Store", Failing(post.services.store, fault)))
    raw = a_mail("Bill", "THROWS 3")
    with lmtp_server(broken) as server, client(server) as link:
        answers = link.mail(raw, GAME_ADDRESS, "other@pigs.example")
        assert [answer[:9] for answer in answers] == ["451 4.3.0"] * 2
        assert server.sent_away()
        assert not server.sent_away()
        assert link.ask("NOOP").startswith("250 ")
    assert stored(post) == []
    assert "THROWS" not in caplog.text
    with lmtp_server(post.services) as server, client(server) as link:
        assert link.mail(raw) == ["250 2.6.0 Stored"]
    assert len(stored(post)) == 1


def test_who_can_t_be_woken_costs_no_mail(post: Post) -> None:
    def no_broker() -> None:
        raise ConnectionError

    with lmtp_server(post.services, on_delivery=no_broker) as server, client(server) as link:
        assert link.mail(b"Subject: x\r\n\r\nhello\r\n") == ["250 2.6.0 Stored"]
        assert not server.sent_away()


def test_a_link_that_breaks_in_the_middle_of_a_mail_stores_nothing(post: Post) -> None:
    with lmtp_server(post.services) as server:
        with client(server) as link:
            link.begin()
            link.say("Subject: x\r\n\r\nTHROWS 3")
        with client(server) as link:
            link.begin()
            link.say("Subject: y\r\n\r\nTHROWS 4")
            link.link.shutdown(socket.SHUT_WR)
            assert link.line() == ""
    assert stored(post) == []


def test_a_link_that_breaks_before_the_answer_brings_the_mail_twice_and_it_counts_once(
    post: Post,
) -> None:
    a_running_game(post, "Bill", "Karen")
    raw = a_mail("Bill", "THROWS 3")
    with lmtp_server(post.services) as server:
        with client(server) as link:
            link.begin()
            link.link.sendall(raw + b"\r\n.\r\n")
        while not stored(post):
            time.sleep(0.01)
        with client(server) as link:
            assert link.mail(raw) == ["250 2.6.0 Stored"]
    assert [mail.state for mail in stored(post)] == ["stored", "duplicate"]
    post.run()
    assert orders_recorded(post) == [("p1", "THROWS 3")]


def test_a_client_that_says_nothing_or_never_ends_its_mail_is_dropped(post: Post) -> None:
    with (
        lmtp_server(post.services, seconds=0.3) as server,
        client(server) as silent,
        client(server) as slow,
    ):
        slow.begin()
        dropped = False
        while not dropped:
            time.sleep(0.02)
            dropped = not slow.can_say("one more line")
        assert silent.line() == ""
    assert stored(post) == []


def test_one_client_too_many_is_told_to_come_again(post: Post) -> None:
    with (
        lmtp_server(post.services, connections=2) as server,
        client(server),
        client(server) as second,
    ):
        with client(server, greeted=False) as third:
            assert third.answer().startswith("421 4.3.2")
            assert third.line() == ""
        assert server.sent_away()
        assert second.ask("QUIT").startswith("221 ")
        assert second.line() == ""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with client(server, greeted=False) as fourth:
                if fourth.answer().startswith("220 "):
                    return
            time.sleep(0.02)
    raise AssertionError("the room was not given free")


def test_nonsense_is_answered_and_ends_in_a_goodbye(post: Post) -> None:
    with lmtp_server(post.services) as server, client(server) as link:
        assert link.ask(b"MAIL FROM:<\xff\xfe@x>" + b"y" * 5000).startswith("500 5.")
        assert link.ask(b"RCPT TO:<a@b>").startswith("503 5.")
        assert link.ask("BDAT 5 LAST").startswith("500 5.")
        answers = iter(
            lambda: link.ask("NONSENSE"), "502 5.5.1 Too many unrecognized commands, goodbye."
        )
        assert all(answer.startswith("500 5.") for answer in answers)
        assert link.line() == ""


def test_many_clients_at_once_lose_nothing(post: Post) -> None:
    def one(number: int) -> list[str]:
        with client(server) as link:
            mails = [a_mail("Bill", f"hello {number} {n}") for n in range(5)]
            return [answer for raw in mails for answer in link.mail(raw)]

    with lmtp_server(post.services) as server, ThreadPoolExecutor(8) as clients:
        answers = [answer for found in clients.map(one, range(8)) for answer in found]
    assert answers == ["250 2.6.0 Stored"] * 40
    assert {mail.state for mail in stored(post)} == {"stored"}
    assert len(stored(post)) == 40


def test_it_can_listen_at_a_unix_socket_that_the_group_may_use(post: Post, tmp_path: Path) -> None:
    place = tmp_path / "lmtp"
    server = LmtpServer(
        deliver=lambda _: None,
        is_ours=lambda _: True,
        limits=_limits(post),
    )
    with server:
        server.start(socket=place)
        assert place.stat().st_mode & 0o777 == 0o660
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(str(place))
            assert link.recv(100).startswith(b"220 ")
    assert not place.exists()


def test_a_port_that_is_taken_is_a_mistake_in_the_configuration(post: Post) -> None:
    with lmtp_server(post.services) as first:
        second = LmtpServer(deliver=lambda _: None, is_ours=lambda _: True, limits=_limits(post))
        with second, pytest.raises(ConfigError, match=r"mail\.lmtp can't listen"):
            second.start(port=first.port)


def _limits(post: Post) -> object:
    with lmtp_server(post.services) as server:
        return server.limits
