"""A Dovecot of one's own: mail goes in by LMTP and is read by IMAP. Needs root, as Dovecot does."""

import os
import pwd
import smtplib
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.servers.need import need
from tests.servers.process import free_port, kill, listens, running

_CONFIGURATION = """
base_dir = {at}/run
state_dir = {at}/state
log_path = {at}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
auth_username_format = %Ln
recipient_delimiter = +
mail_location = maildir:{at}/mail/%n
first_valid_uid = 1
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%n {at}/passwords
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={at}/mail/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap_port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp_port}
  }}
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DovecotServer:
    """One mailbox, `user`; mail for `user+anything@localhost` lands in it."""

    imap_port: int
    lmtp_port: int
    user: str
    password: str
    folder: Path
    """Its files; the mails of INBOX are in `mail/USER`, as Maildir."""
    process: "subprocess.Popen[bytes]"

    def deliver(self, raw: bytes, to: str) -> None:
        """As a mail server would hand it over; returns when it is in the folder."""
        with smtplib.LMTP("127.0.0.1", self.lmtp_port, local_hostname="localhost") as link:
            link.sendmail("somebody@example.org", [to], raw)

    def put(self, mails: Iterable[bytes]) -> None:
        """Many mails at once, as files: what has piled up before anybody looked."""
        owner = pwd.getpwnam("nobody")
        inbox = self.folder / "mail" / self.user
        for path in (inbox, *(inbox / name for name in ("cur", "new", "tmp"))):
            path.mkdir(exist_ok=True)
            os.chown(path, owner.pw_uid, owner.pw_gid)
        for number, raw in enumerate(mails, len(list((inbox / "new").iterdir()))):
            file = inbox / "new" / f"{1_000_000_000 + number}.M{number}.here"
            file.write_bytes(raw)
            os.chown(file, owner.pw_uid, owner.pw_gid)

    def kill(self) -> None:
        """Ends it with all its clients."""
        kill(self.process)


@contextmanager
def dovecot_server(*, user: str = "pigs", password: str = "secret") -> Iterator[DovecotServer]:
    """Runs until the end of the block, in a directory that goes with it."""
    binary = need("dovecot", "dovecot-imapd")
    need("lmtp", "dovecot-lmtpd")
    _check_version(binary)
    imap_port, lmtp_port = free_port(), free_port()
    with TemporaryDirectory(prefix="dovecot-") as name:
        at = Path(name)
        conf = _configure(at, imap_port, lmtp_port, user, password)
        with running(
            [binary, "-F", "-c", str(conf)],
            ready=lambda: listens(imap_port) and listens(lmtp_port),
            cwd=at,
        ) as process:
            server = DovecotServer(
                imap_port=imap_port,
                lmtp_port=lmtp_port,
                user=user,
                password=password,
                folder=at,
                process=process,
            )
            try:
                yield server
            finally:
                server.kill()  # kindly it would take a second


def _check_version(binary: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("Dovecot changes users and needs root: run `sudo make test`")
    version = subprocess.run([binary, "--version"], check=True, capture_output=True, timeout=10)
    if not version.stdout.startswith(b"2.3."):
        pytest.skip(f"this configuration is Dovecot 2.3's, not {version.stdout.decode()}'s")


def _configure(at: Path, imap_port: int, lmtp_port: int, user: str, password: str) -> Path:
    at.chmod(0o755)  # Dovecot's own users must get in
    nobody = pwd.getpwnam("nobody")
    (at / "mail").mkdir()
    os.chown(at / "mail", nobody.pw_uid, nobody.pw_gid)
    (at / "passwords").write_text(f"{user}:{password}\n")
    conf = at / "dovecot.conf"
    conf.write_text(
        _CONFIGURATION.format(
            at=at,
            imap_port=imap_port,
            lmtp_port=lmtp_port,
            uid=nobody.pw_uid,
            gid=nobody.pw_gid,
        )
    )
    return conf
