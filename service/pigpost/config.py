"""The configuration: one `pigpost.toml`, environment PIGPOST_SECTION__KEY over it.

Every key, its default and its help text live here and nowhere else.
"""

import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from pigpost.errors import ConfigError

DEFAULT_FILE = "pigpost.toml"


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"{name!r} is no IANA time zone, as Europe/London is")
    return name


def _address(text: str) -> str:
    if text.count("@") != 1 or any(c.isspace() for c in text) or not all(text.split("@")):
        raise ValueError(f"{text!r} is no mail address")
    return text


def _optional_address(text: str) -> str:
    return _address(text) if text else text


def _bounce_address(text: str) -> str:
    if text and "{key}" not in _address(text).partition("@")[0]:
        raise ValueError(f"{text!r} does not say where {{key}} goes, as pigs+b-{{key}}@host does")
    return text


def _database(url: str) -> str:
    if not re.match(r"sqlite:///.|postgresql(?:\+psycopg)?://.", url):
        # the text itself is not repeated: it may hold a password
        raise ValueError("it begins neither with sqlite:///FILE nor with postgresql+psycopg://HOST")
    return url


def _broker(url: str) -> str:
    with suppress(ValueError):  # its words would quote what stands where a port should
        parts = urlsplit(url)
        redis = parts.scheme in {"redis", "rediss"} and parts.hostname and parts.port != 0
        if parts.scheme == "memory" or redis:
            return url
    # nor is this one repeated
    raise ValueError("it is neither memory://localhost/ nor redis://HOST:PORT/0 (or rediss://)")


Zone = Annotated[str, AfterValidator(_zone)]
Address = Annotated[str, AfterValidator(_address)]
OptionalAddress = Annotated[str, AfterValidator(_optional_address)]
BounceAddress = Annotated[str, AfterValidator(_bounce_address)]
DatabaseUrl = Annotated[str, AfterValidator(_database)]
BrokerUrl = Annotated[str, AfterValidator(_broker)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Site(_Section):
    """Who runs this."""

    name: str = Field("Pigpost", description="the site's name in mails and pages")
    url: str = Field("http://127.0.0.1:8080", description="where the audit view is reached")
    timezone: Zone = Field("UTC", description="zone of schedules and of people without one")
    gm: Address = Field("gm@localhost", description="the game master's mail address")
    gm_name: str = Field("The GM", description="the game master's name in mails")
    deputy: OptionalAddress = Field(
        "", description="who decides disputes in the game master's stead; empty: nobody"
    )
    deputy_name: str = Field("The deputy", description="the deputy's name in mails")
    ombudsman: OptionalAddress = Field(
        "", description="to whom players can appeal against a ruling, once; empty: nobody"
    )
    ombudsman_name: str = Field("The ombudsman", description="the ombudsman's name in mails")
    digest_hour: int = Field(
        8, ge=-1, le=23, description="hour of the GM's daily mail in the site's zone; -1: none"
    )


class Database(_Section):
    """Where everything is stored."""

    url: DatabaseUrl = Field(
        "sqlite:///pigpost.db",
        description="sqlite:///FILE (relative to the configuration) or postgresql+psycopg://...",
    )


class Broker(_Section):
    """What carries wake-ups between workers. It may lose them: the truth is in the database."""

    url: BrokerUrl = Field(
        "memory://localhost/",
        description="memory://localhost/ (one process) or redis://HOST:PORT/0",
    )


class Web(_Section):
    """The audit view."""

    host: str = Field("127.0.0.1", description="address to listen on")
    port: int = Field(8080, ge=0, le=65535, description="0 takes a free port")


class Rounds(_Section):
    """How rounds run."""

    remind_hours: tuple[int, ...] = Field((48, 12), description="hours before the deadline")
    grace_minutes: int = Field(0, ge=0, description="mail this late still counts (rule 6.6.1)")
    early_delay_seconds: int = Field(
        1800, ge=0, description="quiet time before a round is thrown early, all orders being in"
    )
    hold_for_claims: bool = Field(
        default=False, description="whether a protest holds the game until it is decided"
    )
    tick_seconds: float = Field(15.0, gt=0, description="how often due things are looked for")


class _Login(_Section):
    """How a mail server is told who we are."""

    user: str = Field("", description="login; empty: none")
    password: SecretStr = Field(SecretStr(""), description="password; better: password_file")
    password_file: Path | None = Field(None, description="file whose first line is the password")
    auth: Literal["password", "xoauth2", "oauthbearer"] = Field(
        "password", description="a password, or an OAuth2 token in one of two wrappings"
    )
    token_command: tuple[str, ...] = Field(
        (), description="command, as words, that prints an access token; run without a shell"
    )

    @model_validator(mode="after")
    def _has_its_token(self) -> Self:
        if self.auth != "password" and not self.token_command:
            raise ValueError(f"auth is {self.auth}, so token_command must say how to get a token")
        if self.token_command and self.auth == "password":
            raise ValueError('there is a token_command, so auth must be "xoauth2" or "oauthbearer"')
        if self.token_command and not self.user:
            raise ValueError("a token is good for one user only, and user is empty")
        return self


class Imap(_Login):
    """The inbox."""

    host: str = Field("127.0.0.1", description="IMAP server")
    port: int = Field(993, ge=0, le=65535, description="IMAP port")
    tls: bool = Field(default=True, description="TLS from the first byte")
    folder: str = Field("INBOX", description="folder that is read; nothing in it is changed")
    idle: bool = Field(default=True, description="listen for new mail (IDLE) between the polls")
    timeout_seconds: float = Field(30.0, gt=0, description="for every command on the wire")


class Smtp(_Login):
    """The way out."""

    host: str = Field("127.0.0.1", description="SMTP server")
    port: int = Field(587, ge=0, le=65535, description="SMTP port")
    security: Literal["starttls", "tls", "none"] = Field(
        "starttls", description="how it is encrypted"
    )
    timeout_seconds: float = Field(30.0, gt=0, description="for every command on the wire")
    per_minute: int = Field(0, ge=0, description="mails a minute at most, by all workers; 0: any")


class Lmtp(_Section):
    """The door at which your mail server delivers (RFC 2033), for `pigpost lmtp`."""

    host: str = Field(
        "127.0.0.1", description="address to listen on; whoever reaches it is believed"
    )
    port: int = Field(8024, ge=0, le=65535, description="0 takes a free port")
    socket: Path | None = Field(None, description="a Unix socket instead of host and port")
    timeout_seconds: float = Field(300.0, gt=0, description="for a command, or for a whole mail")
    max_connections: int = Field(50, ge=1, description="at once; one more is told to come again")
    retry_seconds: int = Field(
        600, ge=0, description="so long your mail server may wait until it tries again"
    )


class Dkim(_Section):
    """Signs the mails in the name of a domain (RFC 6376). All three keys, or none."""

    domain: str = Field("", description="the domain that signs: that of mail.address, or above it")
    selector: str = Field("", description="names the key in DNS: SELECTOR._domainkey.DOMAIN")
    key_file: Path | None = Field(None, description="RSA key in PEM, mode 0600")

    @model_validator(mode="after")
    def _all_or_none(self) -> Self:
        if len({bool(self.domain), bool(self.selector), self.key_file is not None}) > 1:
            raise ValueError("domain, selector and key_file go together: set all three or none")
        return self


class Embedded(_Section):
    """The post office that comes along (extra `demo`)."""

    imap_port: int = Field(1143, ge=0, le=65535, description="0 takes a free port")
    smtp_port: int = Field(1025, ge=0, le=65535, description="0 takes a free port")
    directory: Path = Field(Path("mail"), description="maildirs of the local mailboxes")


class Mail(_Section):
    """Mail in and out."""

    mode: Literal["embedded", "imap", "lmtp", "pipe"] = Field(
        "embedded",
        description="the post office that comes along, a mailbox of your own, or your mail server "
        "delivers here: to `pigpost lmtp`, or to `pigpost mail deliver`",
    )
    address: Address = Field(
        "pigs+{game}@localhost",
        description="address of the games; with {game} each has its own, else all share one",
    )
    bounce_address: BounceAddress = Field(
        "",
        description="where bounces go, with {key}; empty: worked out from mail.address",
    )
    identity: Literal["proven", "address"] = Field(
        "proven", description="what new games ask of an order: proof of the mailbox, or From alone"
    )
    authserv_id: str = Field(
        "",
        description="name by which your mail server signs Authentication-Results; empty: none is "
        "believed",
    )
    own_servers: tuple[str, ...] = Field(
        (),
        description="names of your own servers in Received headers: the time in such a one counts, and "
        "Authentication-Results below it are believed",
    )
    check_signatures: bool = Field(
        default=False, description="look up DKIM keys and keep what they say of each mail"
    )
    questions_per_day: int = Field(
        5, ge=0, description="mails in a player's name he is asked about in a day and game"
    )
    max_bytes: int = Field(1_048_576, ge=10_000, description="larger mails are refused")
    answers_per_hour: int = Field(10, ge=1, description="answers to one player an hour")
    answers_per_hour_in_all: int = Field(
        1000,
        ge=1,
        description="answers to everybody together an hour, half of them to strangers: a loop ends there",
    )
    stranger_answers_per_day: int = Field(1, ge=0, description="answers to one stranger a day")
    poll_seconds: float = Field(15.0, gt=0, description="how often the inbox is read")
    imap: Imap = Imap()
    smtp: Smtp = Smtp()
    lmtp: Lmtp = Lmtp()
    dkim: Dkim = Dkim()
    embedded: Embedded = Embedded()


class Keys(_Section):
    """The site's secrets, made by `pigpost init`."""

    directory: Path = Field(Path("keys"), description="site key (HMAC) and Ed25519 key, mode 0600")


class Settings(BaseSettings):
    """Everything, read once."""

    model_config = SettingsConfigDict(
        env_prefix="PIGPOST_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    site: Site = Site()
    database: Database = Database()
    broker: Broker = Broker()
    web: Web = Web()
    rounds: Rounds = Rounds()
    mail: Mail = Mail()
    keys: Keys = Keys()
    directory: Path = Field(Path(), exclude=True)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the names are pydantic's
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before the file, whose values are given to the constructor."""
        return env_settings, init_settings

    def path(self, path: Path) -> Path:
        """A path of the configuration, relative ones from the file's own folder."""
        return path if path.is_absolute() else self.directory / path

    @property
    def zone(self) -> ZoneInfo:
        """The site's time zone."""
        return ZoneInfo(self.site.timezone)

    @property
    def domain(self) -> str:
        """The domain of the games' addresses: our Message-IDs end in it."""
        return self.mail.address.rsplit("@", 1)[1]

    def game_address(self, game: str) -> str:
        """The address of a game, the same for all its players and mails."""
        return self.mail.address.replace("{game}", game)

    @property
    def mailbox_address(self) -> str:
        """The mailbox behind the games' addresses: the part that names the game is left out."""
        return self.mail.address.replace("+{game}", "").replace("{game}", "pigpost")

    @property
    def embedded_password_file(self) -> Path:
        """Where the password of the local mailboxes stands."""
        return self.path(self.keys.directory) / "mailbox.password"

    @property
    def embedded_password(self) -> str:
        """The password of all mailboxes of the embedded post office."""
        return _first_line(self.embedded_password_file)

    @property
    def database_url(self) -> str:
        """The database's URL with a relative SQLite file made absolute."""
        scheme, separator, rest = self.database.url.partition(":///")
        if scheme.startswith("sqlite") and separator and rest and not rest.startswith("/"):
            return f"{scheme}:///{self.path(Path(rest)).absolute()}"
        return self.database.url


def read_settings(file: Path) -> Settings:
    """The configuration in a file; `ConfigError` names the key that is wrong and why."""
    try:
        values: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"there is no {file}: run `pigpost init DIR` first") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file} can't be read: {error}") from error
    try:
        return Settings(**values, directory=file.absolute().parent)
    except ValidationError as error:
        raise ConfigError(_first_mistake(file, error)) from error
    except SettingsError as error:
        raise ConfigError(f"a variable PIGPOST_... of the environment: {error}") from error


def _first_mistake(file: Path, error: ValidationError) -> str:
    mistake = error.errors(include_input=False, include_url=False)[0]
    key = ".".join(map(str, mistake["loc"]))
    if mistake["type"] == "extra_forbidden":
        return f"{file}: there is no key {key}; `pigpost config show --defaults` lists all"
    return f"{file}: {key}: {mistake['msg'].removeprefix('Value error, ')}"


def secret(section: Imap | Smtp, settings: Settings) -> str:
    """The password of a server, from its file if one is named."""
    if section.password_file is None:
        return section.password.get_secret_value()
    return _first_line(settings.path(section.password_file))


def _first_line(file: Path) -> str:
    try:
        return file.read_text("utf-8").split("\n", 1)[0].strip()
    except OSError as error:
        raise ConfigError(f"the password file {file}: {error.strerror}") from error
