"""What any IMAP server is to the inbox: the same tests for the embedded post office and Dovecot."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from typing import Protocol

import pytest
from imapclient import IMAPClient

from pigpost.adapters.imap import ImapDoor
from pigpost.errors import LoginRefused, MailOutOfReach

HUGE = 1_000_000
INDIA = timezone(timedelta(hours=5, minutes=30))


class MailServer(Protocol):
    """A server with one mailbox."""

    def door(self, *, folder: str = "INBOX", password: str | None = None) -> ImapDoor: ...

    def deliver(self, raw: bytes) -> None:
        """Returns when the mail is in the inbox."""

    def stop(self) -> None:
        """Cuts off all clients."""


def a_mail(subject: str, *, body: str = "THROWS 4") -> bytes:
    text = f"From: ann@localhost\nTo: pigs@localhost\nSubject: {subject}\n\n{body}\n"
    return text.replace("\n", "\r\n").encode()


@contextmanager
def another_client(server: MailServer) -> Iterator[IMAPClient]:
    door = server.door()
    with IMAPClient(door.host, door.port, ssl=door.tls, timeout=10) as client:
        client.login(door.user, door.password)
        yield client


class MailboxContract:
    """Give it a fixture `server`."""

    def test_mails_are_found_in_the_order_they_came_and_fetched_whole(
        self, server: MailServer
    ) -> None:
        mails = [a_mail(f"mail {n}") for n in range(3)]
        for sent in mails:
            server.deliver(sent)

        with server.door().open() as inbox:
            uids = inbox.uids_after(0)
            fetched = [inbox.fetch(uid, limit_bytes=HUGE) for uid in uids]

        assert uids == sorted(uids)
        assert len(fetched) == 3
        for uid, mail, sent in zip(uids, fetched, mails, strict=True):
            assert mail is not None
            assert mail.uid == uid
            assert mail.complete
            assert mail.raw.endswith(sent)
            assert b"\n" not in mail.raw.replace(b"\r\n", b"")

    def test_a_mail_with_8_bit_bytes_and_a_bent_shape_arrives_byte_for_byte(
        self, server: MailServer
    ) -> None:
        bent = (
            b"Subject: =?x-none?q?=FF?= \xe4\xf6\r\n"
            b'Content-Type: multipart/mixed; boundary=a; boundary="b\r\n'
            b" long-header: " + b"x" * 600 + b"\r\n"
            b"\r\n--a\r\n\r\nFrom here\r\n>From there \xff\r\n--a"
            b"\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n\r\n"
        )
        server.deliver(bent)

        with server.door().open() as inbox:
            mail = inbox.fetch(inbox.uids_after(0)[-1], limit_bytes=HUGE)

        assert mail is not None
        assert mail.raw.endswith(bent)

    def test_nothing_is_found_after_the_last_mail_though_servers_answer_with_it(
        self, server: MailServer
    ) -> None:
        server.deliver(a_mail("the last"))
        with server.door().open() as inbox:
            last = inbox.uids_after(0)[-1]

            assert inbox.uids_after(last) == []
            assert inbox.uids_after(last + 1000) == []

    def test_an_empty_folder_has_no_uids_and_knows_its_next(self, server: MailServer) -> None:
        with server.door().open() as inbox:
            assert inbox.uids_after(0) == []
            before = inbox.state
        server.deliver(a_mail("first"))
        with server.door().open() as inbox:
            assert inbox.uids_after(0) == [before.uidnext]
            assert inbox.state.uidnext > before.uidnext
            assert inbox.state.uidvalidity == before.uidvalidity

    def test_holes_left_by_another_client_are_normal(self, server: MailServer) -> None:
        for n in range(4):
            server.deliver(a_mail(f"mail {n}"))
        with server.door().open() as inbox:
            first, second, third, fourth = inbox.uids_after(0)
            with another_client(server) as other:
                other.select_folder("INBOX")
                other.delete_messages([second, third])
                other.expunge()

            assert inbox.fetch(second, limit_bytes=HUGE) is None
            assert inbox.fetch(fourth, limit_bytes=HUGE) is not None
        with server.door().open() as inbox:
            assert inbox.uids_after(0) == [first, fourth]

    def test_a_uid_never_comes_back_though_its_mail_was_the_last(self, server: MailServer) -> None:
        server.deliver(a_mail("goes"))
        with another_client(server) as other:
            other.select_folder("INBOX")
            gone = other.search("ALL")
            other.delete_messages(gone)
            other.expunge()
        server.deliver(a_mail("comes"))

        with server.door().open() as inbox:
            assert inbox.uids_after(0) > gone

    def test_a_mail_that_comes_while_the_folder_is_open_is_found(self, server: MailServer) -> None:
        with server.door().open() as inbox:
            assert inbox.uids_after(0) == []
            server.deliver(a_mail("late"))

            assert len(inbox.uids_after(0)) == 1

    def test_a_folder_made_anew_has_another_uidvalidity(self, server: MailServer) -> None:
        validities = set()
        for _ in range(2):
            with another_client(server) as other:
                other.create_folder("Games")
                other.append("Games", a_mail("same UID"))
            with server.door(folder="Games").open() as folder:
                validities.add(folder.state.uidvalidity)
            with another_client(server) as other:
                other.delete_folder("Games")

        assert len(validities) == 2

    def test_of_a_mail_over_the_limit_only_the_head_is_fetched(self, server: MailServer) -> None:
        big = a_mail("big", body="x" * 70 + "\n" * 5000)
        server.deliver(big)

        with server.door().open() as inbox:
            mail = inbox.fetch(inbox.uids_after(0)[0], limit_bytes=2000)

        assert mail is not None
        assert not mail.complete
        assert mail.size >= len(big)
        assert b"Subject: big\r\n" in mail.raw
        assert b"xxxx" not in mail.raw

    def test_of_headers_without_end_no_more_is_fetched_than_is_looked_into(
        self, server: MailServer
    ) -> None:
        """A handful of such mails would fill the memory, at every poll anew."""
        big = b"Subject: big\r\n" + b"X-Filling: of no use at all\r\n" * 60_000 + b"\r\nx\r\n"
        server.deliver(big)

        with server.door().open() as inbox:
            (found,) = inbox.fetch_all(inbox.uids_after(0), limit_bytes=HUGE)

        (mail,) = found.values()
        assert mail is not None
        assert not mail.complete
        assert mail.size >= len(big)
        assert b"Subject: big\r\n" in mail.raw
        assert len(mail.raw) <= 262_145 + 1

    def test_reading_sets_no_flag(self, server: MailServer) -> None:
        server.deliver(a_mail("unread"))
        with server.door().open() as inbox:
            uid = inbox.uids_after(0)[0]
            assert inbox.fetch(uid, limit_bytes=HUGE) is not None
            assert inbox.fetch(uid, limit_bytes=10) is not None

        with another_client(server) as other:
            other.select_folder("INBOX", readonly=True)
            flags = set(other.get_flags([uid])[uid]) - {b"\\Recent"}
        assert flags == set()

    @pytest.mark.parametrize("month", [1, 7])
    def test_the_arrival_is_utc_whatever_the_zones_of_machine_and_season(
        self, server: MailServer, month: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        arrived_at = datetime(2026, month, 2, 18, 30, 15, tzinfo=INDIA)
        monkeypatch.setenv("TZ", "America/New_York")
        time.tzset()
        try:
            with another_client(server) as other:
                other.append("INBOX", a_mail("dated"), msg_time=arrived_at)
            with server.door().open() as inbox:
                mail = inbox.fetch(inbox.uids_after(0)[0], limit_bytes=HUGE)
        finally:
            monkeypatch.undo()
            time.tzset()

        assert mail is not None
        assert mail.arrived_at == arrived_at
        assert mail.arrived_at.tzinfo is UTC

    def test_a_wrong_password_is_out_of_reach_and_is_not_told(self, server: MailServer) -> None:
        door = server.door(password="wr0ng-pass")

        with pytest.raises(LoginRefused, match=f"127.0.0.1:{door.port}") as caught:
            door.open().__enter__()
        assert door.user in str(caught.value)
        assert "wr0ng-pass" not in str(caught.value)
        with pytest.raises(LoginRefused):
            door.probe()
        with server.door().open() as inbox:
            assert inbox.uids_after(0) == []

    def test_many_are_fetched_a_handful_at_a_time_and_in_their_order(
        self, server: MailServer
    ) -> None:
        for n in range(7):
            server.deliver(a_mail(f"mail {n}", body="x" * 60 * (n == 3) + "\n" * 3000 * (n == 3)))
        with server.door().open() as inbox:
            uids = inbox.uids_after(0)
            with another_client(server) as other:
                other.select_folder("INBOX")
                other.delete_messages([uids[5]])
                other.expunge()
            groups = list(inbox.fetch_all(uids, limit_bytes=2000))

        fetched = {uid: mail for group in groups for uid, mail in group.items()}
        assert list(fetched) == uids
        assert fetched.pop(uids[5]) is None
        whole = {uid: mail.complete for uid, mail in fetched.items() if mail is not None}
        assert [uid for uid in fetched if not whole[uid]] == [uids[3]]

    def test_a_mail_that_comes_is_heard_and_silence_is_not(self, server: MailServer) -> None:
        with server.door().listen() as link:
            assert link is not None
            for n in range(2):
                link.begin()
                assert not link.heard(0.3)
                server.deliver(a_mail(f"mail {n}"))
                assert link.heard(10)
                link.end()

    def test_a_missing_folder_is_out_of_reach(self, server: MailServer) -> None:
        with pytest.raises(MailOutOfReach, match="Nowhere"):
            server.door(folder="Nowhere").open().__enter__()

    def test_a_probe_logs_in_and_tells_the_greeting(self, server: MailServer) -> None:
        probe = server.door().probe()
        assert "OK" in probe.greeting
        assert probe.idle
        with server.door().open() as inbox:
            assert inbox.state.uidvalidity == probe.uidvalidity

    def test_a_server_that_goes_away_in_mid_work_is_out_of_reach(self, server: MailServer) -> None:
        server.deliver(a_mail("never read"))
        began = time.monotonic()
        with pytest.raises(MailOutOfReach):
            _read_while_it_stops(server)
        assert time.monotonic() - began < server.door().timeout_seconds + 1

        with pytest.raises(MailOutOfReach):
            server.door().open().__enter__()


def _read_while_it_stops(server: MailServer) -> None:
    with server.door().open() as inbox:
        uid = inbox.uids_after(0)[0]
        server.stop()
        inbox.fetch(uid, limit_bytes=HUGE)
