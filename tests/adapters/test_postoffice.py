"""The post office that comes along: what it takes, keeps and gives out."""

import asyncio
import gc
import logging
import mailbox
import smtplib
import socket
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope, Session
from imapclient import IMAPClient

from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.postoffice import PostOffice
from pigpost.adapters.postoffice_mailboxes import Mailboxes
from pigpost.adapters.postoffice_smtp import SmtpDesk
from pigpost.adapters.smtp import SmtpSender
from pigpost.errors import ConfigError, LoginRefused, MailOutOfReach, SendRefused
from pigpost.ports import Fetched

PIGS = "pigs@localhost"
MAIL = b"From: ann@localhost\r\nTo: pigs@localhost\r\nSubject: turn\r\n\r\nTHROWS 4\r\n"
HUGE = 20_000_000


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    office = PostOffice(tmp_path / "mail")
    office.add_mailbox(PIGS, "secret")
    with office:
        yield office


def send(office: PostOffice, *to: str, sender: str = "ann@localhost", raw: bytes = MAIL) -> None:
    with smtplib.SMTP("127.0.0.1", office.smtp_port, timeout=10) as link:
        link.sendmail(sender, to or [PIGS], raw)


def door(office: PostOffice, user: str = PIGS, password: str = "secret") -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1",
        port=office.imap_port,
        tls=False,
        user=user,
        password=password,
        timeout_seconds=10,
    )


def read(office: PostOffice, user: str = PIGS) -> list[Fetched]:
    with door(office, user).open() as inbox:
        mails = [inbox.fetch(uid, limit_bytes=HUGE) for uid in inbox.uids_after(0)]
    return [mail for mail in mails if mail is not None]


def head(mail: Fetched) -> Message:
    return message_from_bytes(mail.raw)


def test_a_mail_lies_in_the_folder_when_the_sender_is_told_so(office: PostOffice) -> None:
    send(office)

    assert [mail.raw.endswith(MAIL) for mail in read(office)] == [True]


@pytest.mark.parametrize("address", ["pigs+g1a2@localhost", "PIGS+G1@LOCALHOST", "pigs@localhost"])
def test_detail_and_case_of_an_address_lead_to_the_same_mailbox(
    office: PostOffice, address: str
) -> None:
    send(office, address)

    assert head(read(office)[0])["Delivered-To"] == address


def test_a_mailbox_of_its_own_goes_before_the_catch_all(office: PostOffice) -> None:
    office.add_mailbox("pigs+gm@localhost", "secret")
    send(office, "pigs+gm@localhost")

    assert read(office) == []
    assert len(read(office, "pigs+gm@localhost")) == 1


@pytest.mark.parametrize(
    "address", ["nobody@localhost", "pigs@example.org", "pigs", "+pigs@localhost"]
)
def test_an_address_without_a_mailbox_is_refused_for_good(office: PostOffice, address: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        send(office, address)
    assert [code for code, _ in caught.value.recipients.values()] == [550]


def test_each_recipient_gets_his_copy_with_his_own_trace(office: PostOffice) -> None:
    office.add_mailbox("ann@localhost", "secret")
    send(office, "pigs+g1@localhost", "pigs+g2@localhost", "ann@localhost", sender="bill@localhost")

    mails = read(office) + read(office, "ann@localhost")
    assert [head(mail)["Delivered-To"] for mail in mails] == [
        "pigs+g1@localhost",
        "pigs+g2@localhost",
        "ann@localhost",
    ]
    for mail in mails:
        assert head(mail)["Return-Path"] == "<bill@localhost>"
        assert "([127.0.0.1]) by localhost" in head(mail)["Received"]
        assert f"for <{head(mail)['Delivered-To']}>;" in head(mail)["Received"]
        assert mail.raw.startswith(b"Return-Path: ")


def test_a_bounce_comes_with_the_null_return_path(office: PostOffice) -> None:
    send(office, sender="")

    assert head(read(office)[0])["Return-Path"] == "<>"


def test_ten_megabytes_are_the_limit(office: PostOffice) -> None:
    line = b"x" * 78 + b"\r\n"
    send(office, raw=MAIL + line * 130_000)
    with pytest.raises(smtplib.SMTPResponseException) as caught:
        send(office, raw=MAIL + line * 132_000)

    assert caught.value.smtp_code == 552
    assert len(read(office)) == 1


def test_a_login_is_optional_and_has_to_be_right(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    link = smtplib.SMTP("127.0.0.1", office.smtp_port, timeout=10)
    with link, pytest.raises(smtplib.SMTPAuthenticationError):
        link.login(PIGS, "wrong")
    with smtplib.SMTP("127.0.0.1", office.smtp_port, timeout=10) as link:
        link.login(PIGS, "secret")
        link.sendmail(PIGS, [PIGS], MAIL)

    assert "ESMTPA" in head(read(office)[0])["Received"]
    assert "deprecated" not in caplog.text


@pytest.mark.parametrize(
    ("user", "password"), [(PIGS, "wrong"), (PIGS, ""), ("bill@localhost", "secret")]
)
def test_nobody_reads_without_the_right_password(
    office: PostOffice, user: str, password: str
) -> None:
    with pytest.raises(MailOutOfReach):
        door(office, user, password).probe()


def test_nobody_reads_with_somebody_elses_password(office: PostOffice) -> None:
    office.add_mailbox("ann@localhost", "hers")
    token = "pigs@localhost\0ann@localhost\0hers"
    client = IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10)
    with client, pytest.raises(client.Error, match="AUTHORIZATION"):
        client.sasl_login("PLAIN", lambda _: token)
    with pytest.raises(MailOutOfReach):
        door(office, PIGS, "hers").probe()


def test_a_password_may_be_changed_and_may_be_set_again(office: PostOffice) -> None:
    office.add_mailbox("Ann@localhost", "olé")
    office.add_mailbox("Ann@localhost", "olé")
    door(office, "ann@LOCALHOST", "olé").probe()

    office.add_mailbox("ann@localhost", "new")
    door(office, "ann@localhost", "new").probe()
    with pytest.raises(MailOutOfReach):
        door(office, "ann@localhost", "olé").probe()


@pytest.mark.parametrize("address", ["pigs", "@localhost", "a b@localhost", "a@b@c", "pigs@", ""])
def test_only_an_address_can_have_a_mailbox(office: PostOffice, address: str) -> None:
    with pytest.raises(ConfigError, match="no mail address"):
        office.add_mailbox(address, "secret")


def test_an_address_can_not_lead_out_of_the_directory(office: PostOffice, tmp_path: Path) -> None:
    office.add_mailbox("../evil@localhost", "secret")
    send(office, "../evil@localhost")

    assert len(read(office, "../evil@localhost")) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mail"]


@pytest.mark.parametrize("name", ["..", ".", "", "/", "a/../../b", "a.b", "/etc", "a//b"])
def test_a_folder_can_not_lead_out_of_the_mailbox(office: PostOffice, name: str) -> None:
    send(office)
    with IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) as client:
        client.login(PIGS, "secret")
        for act in (client.create_folder, client.select_folder, client.delete_folder):
            with pytest.raises(client.Error):
                act(name)
    assert len(read(office)) == 1


def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    with PostOffice(tmp_path) as office:
        office.add_mailbox(PIGS, "secret")
        send(office)
        send(office)
        with door(office).open() as inbox:
            state, before = inbox.state, [inbox.fetch(uid, limit_bytes=HUGE) for uid in (1, 2)]

    with PostOffice(tmp_path) as office:
        with door(office).open() as inbox:
            assert inbox.state == state
            assert [inbox.fetch(uid, limit_bytes=HUGE) for uid in (1, 2)] == before
        send(office)
        assert [mail.uid for mail in read(office)] == [1, 2, 3]


def test_a_uid_does_not_come_back_with_a_restart(tmp_path: Path) -> None:
    with PostOffice(tmp_path) as office:
        office.add_mailbox(PIGS, "secret")
        send(office)
        with IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) as client:
            client.login(PIGS, "secret")
            client.select_folder("INBOX")
            client.delete_messages([1])
            client.expunge()

    with PostOffice(tmp_path) as office:
        send(office)
        assert [mail.uid for mail in read(office)] == [2]


@pytest.mark.parametrize("left_by_a_power_cut", ["1 1", "", "\0\0\0"])
def test_no_uid_is_given_twice_after_a_power_cut(tmp_path: Path, left_by_a_power_cut: str) -> None:
    with PostOffice(tmp_path) as office:
        office.add_mailbox(PIGS, "secret")
        send(office)
        send(office)
    (tmp_path / PIGS / "pigpost-uids").write_text(left_by_a_power_cut)

    with PostOffice(tmp_path) as office:
        send(office)
        assert [mail.uid for mail in read(office)] == [1, 2, 3]


def test_one_office_can_be_stopped_and_started_on_the_same_ports(office: PostOffice) -> None:
    send(office)
    ports = office.imap_port, office.smtp_port
    office.stop()
    office.stop()
    with pytest.raises(MailOutOfReach):
        door(office).probe()

    office.start()

    assert (office.imap_port, office.smtp_port) == ports
    assert len(read(office)) == 1


def test_a_taken_port_is_a_fault_of_the_configuration(office: PostOffice, tmp_path: Path) -> None:
    for imap_port, smtp_port in ((office.imap_port, 0), (0, office.imap_port)):
        other = PostOffice(tmp_path / "other", imap_port=imap_port, smtp_port=smtp_port)
        with pytest.raises(ConfigError, match="smtp_port"):
            other.start()
        other.stop()
    assert [thread.name for thread in threading.enumerate()].count("postoffice") == 1


def test_the_folder_is_a_maildir_that_other_programs_read_and_delete_in(
    office: PostOffice, tmp_path: Path
) -> None:
    send(office)
    send(office, raw=MAIL.replace(b"4", b"5"))
    folder = mailbox.Maildir(tmp_path / "mail" / PIGS, create=False)
    first = min(folder.keys())
    assert folder.get_bytes(first).endswith(MAIL.replace(b"\r\n", b"\n"))

    folder.remove(first)

    assert [mail.uid for mail in read(office)] == [2]


def test_a_mail_that_another_program_puts_there_gets_a_uid(
    office: PostOffice, tmp_path: Path
) -> None:
    send(office)
    folder = mailbox.Maildir(tmp_path / "mail" / PIGS, create=False)
    saved = mailbox.MaildirMessage(MAIL)
    saved.set_subdir("cur")
    saved.set_flags("SF")
    folder.add(saved)

    assert [mail.uid for mail in read(office)] == [1, 2]
    assert [mail.uid for mail in read(office)] == [1, 2]
    with IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) as client:
        client.login(PIGS, "secret")
        client.select_folder("INBOX", readonly=True)
        assert set(client.get_flags([2])[2]) == {b"\\Seen", b"\\Flagged"}


def test_a_client_marks_copies_moves_and_deletes(office: PostOffice) -> None:
    send(office)
    send(office)
    with IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) as client:
        client.login(PIGS, "secret")
        client.create_folder("Old/Games")
        assert client.select_folder("INBOX")[b"RECENT"] == 2
        client.add_flags([1], [b"\\Seen", b"\\Flagged"])
        client.remove_flags([1], [b"\\Flagged"])
        client.copy([1], "Old/Games")
        client.move([2], "Old/Games")
        assert set(client.get_flags([1])[1]) >= {b"\\Seen"}
        assert client.search("ALL") == [1]
        assert client.search(["SUBJECT", "turn", "SEEN"]) == [1]
        client.select_folder("Old/Games", readonly=True)
        copies = client.fetch([1, 2], ["BODY.PEEK[]", "FLAGS", "ENVELOPE", "BODYSTRUCTURE"])
        names = [name for _, _, name in client.list_folders()]
    assert [copies[uid][b"BODY[]"].endswith(MAIL) for uid in (1, 2)] == [True, True]
    assert b"\\Seen" in copies[1][b"FLAGS"]
    assert b"\\Flagged" not in copies[1][b"FLAGS"]
    assert copies[1][b"ENVELOPE"].subject == b"turn"
    assert set(names) >= {"INBOX", "Old/Games"}


def test_two_clients_that_mark_the_same_mail_see_each_others_marks(office: PostOffice) -> None:
    send(office)
    clients = [IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) for _ in range(2)]
    for client in clients:
        client.login(PIGS, "secret")
        client.select_folder("INBOX")
    first, second = clients

    first.add_flags([1], [b"\\Seen"])
    assert b"\\Seen" in second.get_flags([1])[1]
    second.add_flags([1], [b"\\Flagged"])
    first.add_flags([1], [b"\\Answered"])
    assert set(second.get_flags([1])[1]) >= {b"\\Seen", b"\\Flagged", b"\\Answered"}
    for client in clients:
        client.logout()


def test_a_waiting_client_is_told_of_a_new_mail_at_once(office: PostOffice) -> None:
    with IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) as client:
        client.login(PIGS, "secret")
        client.select_folder("INBOX")
        client.idle()
        began = time.monotonic()
        send(office)
        news = client.idle_check(timeout=5)
        waited = time.monotonic() - began
        client.idle_done()
    assert (1, b"EXISTS") in news
    assert waited < 1


def test_clients_that_wait_outlive_the_garbage_collector(office: PostOffice) -> None:
    clients = [IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10) for _ in range(5)]
    for client in clients:
        client.login(PIGS, "secret")
        client.select_folder("INBOX", readonly=True)
        client.idle()
    for _ in range(3):
        gc.collect()
        time.sleep(0.05)

    for client in clients:
        client.idle_done()
        client.logout()


def test_delivery_is_told_after_the_mail_is_there(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    seen = threading.Event()

    def delivered(address: str) -> None:
        told.append((address, len(list((tmp_path / PIGS / "new").iterdir()))))
        seen.set()

    with PostOffice(tmp_path, on_delivery=delivered) as office:
        office.add_mailbox(PIGS, "secret")
        send(office, "pigs+g7@localhost")
        assert seen.wait(5)
    assert told == [(PIGS, 1)]


def test_a_fault_of_the_listener_loses_no_mail(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(address: str) -> None:
        raise LookupError(address)

    with PostOffice(tmp_path, on_delivery=broken) as office:
        office.add_mailbox(PIGS, "secret")
        send(office)
        send(office)
        assert len(read(office)) == 2
    assert "LookupError" in caplog.text


def test_a_mail_that_can_not_be_stored_is_left_with_the_sender(
    office: PostOffice, tmp_path: Path
) -> None:
    send(office)
    tmp = tmp_path / "mail" / PIGS / "tmp"
    tmp.rmdir()
    tmp.write_text("in the way")
    with pytest.raises(smtplib.SMTPDataError) as caught:
        send(office)
    assert caught.value.smtp_code == 451

    tmp.unlink()
    tmp.mkdir()
    send(office)
    assert len(read(office)) == 2


def test_a_mail_that_no_parser_survives_is_read_like_any_other(office: PostOffice) -> None:
    deep = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n)
        for n in range(3000)
    )
    began = time.monotonic()
    send(office, raw=deep)
    send(office)

    assert [mail.raw.endswith(end) for mail, end in zip(read(office), (deep, MAIL), strict=True)]
    assert time.monotonic() - began < 5


def test_passwords_are_kept_from_other_eyes_and_not_in_clear(tmp_path: Path) -> None:
    PostOffice(tmp_path).add_mailbox(PIGS, "secret")
    file = tmp_path / "passwords.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "secret" not in file.read_text()


def test_stopping_cuts_off_clients_that_hang_on(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    idle = IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10)
    idle.login(PIGS, "secret")
    idle.select_folder("INBOX")
    idle.idle()
    silent = socket.create_connection(("127.0.0.1", office.imap_port), timeout=10)
    half = smtplib.SMTP("127.0.0.1", office.smtp_port, timeout=10)
    half.ehlo()
    half.docmd("MAIL FROM:<ann@localhost>")

    began = time.monotonic()
    office.stop()
    assert time.monotonic() - began < 2

    with pytest.raises((OSError, idle.Error)):
        idle.idle_done()
    with pytest.raises(smtplib.SMTPServerDisconnected):
        half.docmd("NOOP")
    idle.shutdown()
    silent.close()
    half.close()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_stopping_does_not_wait_for_a_client_that_never_reads(office: PostOffice) -> None:
    send(office, raw=MAIL + (b"x" * 78 + b"\r\n") * 120_000)
    with socket.create_connection(("127.0.0.1", office.imap_port), timeout=10) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(f"a LOGIN {PIGS} secret\r\nb EXAMINE INBOX\r\nc FETCH 1 BODY[]\r\n".encode())
        time.sleep(0.3)

        began = time.monotonic()
        office.stop()
        assert time.monotonic() - began < 4


def test_answers_go_out_in_whole_lines(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[bytes] = []
    write = asyncio.StreamWriter.write

    def spy(writer: asyncio.StreamWriter, data: bytes) -> None:
        pieces.append(data)
        write(writer, data)

    monkeypatch.setattr(asyncio.StreamWriter, "write", spy)
    send(office)
    read(office)

    assert len(pieces) > 10
    assert [piece for piece in pieces if not piece.endswith(b"\r\n")] == []


def test_another_machine_must_log_in(tmp_path: Path) -> None:
    async def mail_from(peer: str, *, authenticated: bool) -> str:
        session = Session(asyncio.get_running_loop())
        session.peer, session.authenticated = (peer, 40000), authenticated  # type: ignore[assignment]
        desk = SmtpDesk(Mailboxes(tmp_path), None)
        return await desk.handle_MAIL(desk.protocol(), session, Envelope(), "ann@localhost", [])

    assert asyncio.run(mail_from("192.0.2.7", authenticated=False)).startswith("530")
    assert asyncio.run(mail_from("192.0.2.7", authenticated=True)).startswith("250")
    assert asyncio.run(mail_from("::1", authenticated=False)).startswith("250")


def test_many_clients_at_once_lose_nothing(office: PostOffice) -> None:
    def busy(n: int) -> None:
        for k in range(5):
            send(office, raw=MAIL + b"%d %d\r\n" % (n, k))
            read(office)

    threads = [threading.Thread(target=busy, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    mails = read(office)
    assert [mail.uid for mail in mails] == list(range(1, 21))
    assert len({mail.raw for mail in mails}) == 20


def test_who_is_known_gets_a_mailbox_with_his_first_mail_and_nobody_else(tmp_path: Path) -> None:
    passwords = {"bill@pigs.test": "secret"}
    with PostOffice(tmp_path, password_for=passwords.get) as office:
        sender = SmtpSender(host="127.0.0.1", port=office.smtp_port, security="none")
        mail = b"Subject: hello\r\n\r\nhello\r\n"
        sender.send(envelope_sender="", recipient="Bill@pigs.test", message=mail)
        with pytest.raises(SendRefused, match="no such mailbox"):
            sender.send(envelope_sender="", recipient="bil@pigs.test", message=mail)
        door = ImapDoor(
            host="127.0.0.1",
            port=office.imap_port,
            tls=False,
            user="bill@pigs.test",
            password="secret",
        )
        with door.open() as box:
            assert len(box.uids_after(0)) == 1


def test_who_is_known_can_log_in_before_his_first_mail_and_nobody_else(tmp_path: Path) -> None:
    passwords = {"bill@pigs.test": "secret"}
    with PostOffice(tmp_path, password_for=passwords.get) as office:
        door = ImapDoor(
            host="127.0.0.1",
            port=office.imap_port,
            tls=False,
            user="bill@pigs.test",
            password="secret",
        )
        with door.open() as box:
            assert box.uids_after(0) == []
        with pytest.raises(LoginRefused), replace(door, user="bil@pigs.test").open():
            pass
