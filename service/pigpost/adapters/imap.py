"""The inbox over IMAP (RFC 3501), by IMAPClient: connecting, logging in, EXAMINE."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError, LoginError  # type: ignore[import-untyped]

from pigpost.adapters.imap_folder import ImapFolder
from pigpost.adapters.imap_idle import ImapListening
from pigpost.adapters.sasl import Auth, token_answers
from pigpost.adapters.tokens import TokenCommand
from pigpost.errors import LoginRefused, MailOutOfReach
from pigpost.intake.charset import server_words
from pigpost.ports import Listening, Mailbox, MailboxState

_TROUBLE = (OSError, IMAPClientError, ValueError)  # ValueError: an answer that is no IMAP
_NOT_NOW = ("[UNAVAILABLE]", "[INUSE]", "[SERVERBUG]")  # RFC 5530: the login may be good


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapProbe:
    """What a look at the server has found; `uidvalidity` of the folder that is read."""

    greeting: str
    uidvalidity: int
    idle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapDoor:
    """Opens one folder of one account; one login for each opening, never a second try."""

    host: str
    port: int
    tls: bool
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"
    timeout_seconds: float = 30.0
    """For every command on the wire, the DONE of IDLE included."""
    auth: Auth = "password"
    tokens: TokenCommand | None = None

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        """As `ports.MailboxDoor.open`; the folder is opened read-only."""
        with self._logged_in() as client:
            state = self._examine(client)
            yield ImapFolder(
                client=client, reaching=self.reaching, trouble=self.trouble, state=state
            )

    @contextmanager
    def listen(self) -> Iterator[Listening | None]:
        """As `ports.MailboxDoor.listen`."""
        with self._logged_in() as client:
            self._examine(client)
            able = self._has_idle(client)
            yield ImapListening(client=client, reaching=self.reaching) if able else None

    def probe(self) -> ImapProbe:
        """Logs in, opens the folder, logs out. `MailOutOfReach` when it can't."""
        with self._logged_in() as client:
            return ImapProbe(
                greeting=client.welcome.decode("utf-8", "replace"),
                uidvalidity=self._examine(client).uidvalidity,
                idle=self._has_idle(client),
            )

    @contextmanager
    def _logged_in(self) -> Iterator[IMAPClient]:
        with self.reaching("connecting"):
            client = IMAPClient(self.host, self.port, ssl=self.tls, timeout=self.timeout_seconds)
        try:
            client.normalise_times = False  # else INTERNALDATE comes naive, in the machine's zone
            # imaplib sends a search in two pieces; held back, the second costs 40 ms
            client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.reaching(f"logging in as {self.user}"):
                self._log_in(client)
            yield client
            with suppress(*_TROUBLE):  # everything is read: a failing goodbye changes nothing
                client.logout()
        finally:
            with suppress(OSError):  # closed already, by the goodbye or by the other side
                client.shutdown()

    def _log_in(self, client: IMAPClient) -> None:
        try:
            if self.tokens is not None:
                answers = token_answers(self.auth, user=self.user, token=self.tokens.token())
                client.sasl_login(self.auth.upper(), lambda _challenge: next(answers))
            # LOGIN can only carry ASCII; SASL PLAIN carries UTF-8 (RFC 4616)
            elif self.user.isascii() and self.password.isascii():
                client.login(self.user, self.password)
            else:
                client.plain_login(self.user, self.password)
        except LoginError as error:
            if not _is_refusal(error):
                raise
            if self.tokens is not None:
                self.tokens.refused()
            raise LoginRefused(str(self.trouble(f"logging in as {self.user}", error))) from None

    def _examine(self, client: IMAPClient) -> MailboxState:
        doing = f"opening the folder {self.folder}"
        with self.reaching(doing):
            answer = client.select_folder(self.folder, readonly=True)
        try:
            return MailboxState(uidvalidity=answer[b"UIDVALIDITY"], uidnext=answer[b"UIDNEXT"])
        except KeyError as missing:
            raise self.trouble(doing, f"no {missing}") from missing

    def _has_idle(self, client: IMAPClient) -> bool:
        with self.reaching("asking what the server can do"):
            return bool(client.has_capability("IDLE"))

    @contextmanager
    def reaching(self, doing: str) -> Iterator[None]:
        """Makes whatever goes wrong on the wire in the block a `MailOutOfReach`."""
        try:
            yield
        except _TROUBLE as error:
            raise self.trouble(doing, error) from None  # its own words may hold a secret

    def trouble(self, doing: str, what: object) -> MailOutOfReach:
        """The fault in one sentence; servers may echo a command, so secrets are blotted out."""
        words = (str(what) or type(what).__name__).removeprefix("b'").removesuffix("'")
        if self.password:
            words = words.replace(self.password, "***")
        if self.tokens is not None:
            words = self.tokens.blotted(words)
        return MailOutOfReach(f"IMAP {self.host}:{self.port}, {doing}: {server_words(words)}")


def _is_refusal(error: LoginError) -> bool:
    """Whether the server said no; IMAPClient calls a link that breaks on the way the same."""
    broke = isinstance(error.__context__, IMAPClient.AbortError)
    return not broke and not any(code in str(error).upper() for code in _NOT_NOW)
