"""The way out over SMTP (RFC 5321): one connection, one mail, one recipient."""

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal, NoReturn

from pigpost.adapters.sasl import Auth, token_answers
from pigpost.adapters.tokens import TokenCommand
from pigpost.errors import LoginRefused, MailOutOfReach, SendRefused, SendRefusedForNow
from pigpost.intake.charset import server_words

_TROUBLE = (OSError, smtplib.SMTPException, ValueError)  # ValueError: a login that is not ASCII
_NEVER = (smtplib.SMTPNotSupportedError, ValueError)  # an address that this server can't be told
_FOR_GOOD = 5
_LOGIN_WANTED = frozenset({530, 534, 535, 538})  # the configuration's fault (RFC 4954 6)
_ADDRESS = re.compile(r"[^\s<>,;]+@[^\s<>,;]+")  # smtplib would quietly cut out what looks like one
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpSender:
    """Hands mails to one server, which is the only one it knows."""

    host: str
    port: int
    security: Literal["starttls", "tls", "none"]
    user: str = ""
    password: str = field(default="", repr=False)
    timeout_seconds: float = 30.0
    auth: Auth = "password"
    tokens: TokenCommand | None = None

    def send(self, *, envelope_sender: str, recipient: str, message: bytes) -> str:
        """The server's words of acceptance; an empty sender is the null return path.

        `SendRefusedForNow` on 4xx, `SendRefused` on 5xx, `MailOutOfReach` when the link fails; if
        it failed after the last byte, the server may have taken the mail all the same.
        """
        if not _ADDRESS.fullmatch(recipient):
            raise SendRefused(f"{recipient!r} is no address")
        data = _LINE_END.sub(b"\r\n", message)  # a bare LF could end the mail early
        with self._logged_in() as client, self._reaching(f"sending to {recipient}"):
            try:
                return self._hand_over(client, envelope_sender, recipient, data)
            except smtplib.SMTPDataError as refusal:
                return self._judged(refusal.smtp_code, refusal.smtp_error)
            except _NEVER as error:
                raise SendRefused(f"{recipient}: {error}") from error

    def probe(self) -> str:
        """Logs in and out; what the server calls itself. `MailOutOfReach` when it can't."""
        with self._logged_in() as client:
            return _text(client.ehlo_resp or client.helo_resp or b"").split("\n", 1)[0]

    def _hand_over(self, client: smtplib.SMTP, sender: str, recipient: str, data: bytes) -> str:
        self._judged(*client.mail(sender, _options(client, sender + recipient, data)))
        self._judged(*client.rcpt(recipient))
        return self._judged(*client.data(data))

    def _judged(self, code: int, answer: bytes | str) -> str:
        words = server_words(f"{code} {_text(answer)}")
        match code // 100:
            case 2:
                return words
            case 4:
                raise SendRefusedForNow(words)
            case 5 if code not in _LOGIN_WANTED:
                raise SendRefused(words)
            case _:
                raise self._trouble("sending", words)

    @contextmanager
    def _logged_in(self) -> Iterator[smtplib.SMTP]:
        with self._reaching("connecting"):
            client = self._connect()
        try:
            with self._reaching(f"logging in as {self.user}" if self.user else "greeting"):
                self._log_in(client)
            yield client
        finally:
            with suppress(*_TROUBLE):  # what was said before the goodbye stands
                client.quit()
            client.close()

    def _connect(self) -> smtplib.SMTP:
        if self.security != "tls":
            return smtplib.SMTP(self.host, self.port, timeout=self.timeout_seconds)
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(self.host, self.port, timeout=self.timeout_seconds, context=context)

    def _log_in(self, client: smtplib.SMTP) -> None:
        if self.security == "starttls":
            client.starttls(context=ssl.create_default_context())
        client.ehlo_or_helo_if_needed()
        try:
            if self.tokens is not None:
                answers = token_answers(self.auth, user=self.user, token=self.tokens.token())
                client.auth(self.auth.upper(), lambda _challenge=None: next(answers))
            elif self.user:
                client.login(self.user, self.password)
        except smtplib.SMTPAuthenticationError as error:
            self._refused(error)

    def _refused(self, error: smtplib.SMTPAuthenticationError) -> NoReturn:
        """A refusal for good needs somebody who mends the login; a 4xx passes by itself."""
        if error.smtp_code // 100 != _FOR_GOOD:
            raise error
        if self.tokens is not None:
            self.tokens.refused()
        raise LoginRefused(str(self._trouble(f"logging in as {self.user}", error))) from None

    @contextmanager
    def _reaching(self, doing: str) -> Iterator[None]:
        try:
            yield
        except _TROUBLE as error:
            raise self._trouble(doing, error) from None  # its own words may hold a secret

    def _trouble(self, doing: str, what: object) -> MailOutOfReach:
        """The fault in one sentence; servers may echo a command, so secrets are blotted out."""
        words = str(what) or type(what).__name__
        if self.password:
            words = words.replace(self.password, "***")
        if self.tokens is not None:
            words = self.tokens.blotted(words)
        return MailOutOfReach(f"SMTP {self.host}:{self.port}, {doing}: {server_words(words)}")


def _options(client: smtplib.SMTP, addresses: str, data: bytes) -> list[str]:
    """What the server must know before it takes this mail, as far as it can be told (RFC 1870)."""
    options = [f"SIZE={len(data)}"] if client.has_extn("size") else []
    if not data.isascii() and client.has_extn("8bitmime"):
        options.append("BODY=8BITMIME")
    if not addresses.isascii():
        options.append("SMTPUTF8")
    return options


def _text(answer: bytes | str) -> str:
    return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
