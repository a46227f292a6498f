"""Everything in one process: post office, worker, beat, web, by configuration."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from waitress.server import create_server

from pigpost.adapters.entropy import SystemEntropy
from pigpost.adapters.sql.store import SqlStore
from pigpost.bootstrap import build
from pigpost.config import Settings
from pigpost.errors import ConfigError
from pigpost.ports import Entropy, Services
from pigpost.seats.unsubscribe import OneClick
from pigpost.web.app import create_app
from pigpost_workers.app import use
from pigpost_workers.embedded import EmbeddedWorkers, wake_poll
from pigpost_workers.wake import Waker

if TYPE_CHECKING:
    from pigpost.adapters.postoffice import PostOffice


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A service that runs: its parts, and where the audit view is."""

    services: Services
    office: "PostOffice | None"
    lmtp: str | None
    """Where a mail server of one's own delivers, in the mode `lmtp`."""
    web_url: str


@contextmanager
def running(settings: Settings, *, entropy: Entropy | None = None) -> Iterator[Running]:
    """Starts all parts, and stops them in the opposite order."""
    with ExitStack() as stack:
        office = None
        if settings.mail.mode == "embedded":
            office = stack.enter_context(embedded_office(settings))
            settings = with_ports(settings, imap=office.imap_port, smtp=office.smtp_port)
        listening = stack.enter_context(web_socket(settings))
        services = build(with_url(settings, listening), entropy=entropy)
        stack.enter_context(serving(services, listening))
        lmtp = _lmtp(stack, services) if settings.mail.mode == "lmtp" else None
        stack.enter_context(EmbeddedWorkers(services))
        yield Running(services=services, office=office, lmtp=lmtp, web_url=url_of(listening))


def _lmtp(stack: ExitStack, services: Services) -> str:
    """Opened before the workers start, whose first poll finds what came until then."""
    from pigpost.cli.lmtp import lmtp_door, where  # noqa: PLC0415 - aiosmtpd

    use(services)
    in_memory = services.settings.broker.url.startswith("memory:")
    wake = wake_poll if in_memory else stack.enter_context(Waker(services)).wake
    door = stack.enter_context(lmtp_door(services.settings, services, wake))
    return where(services.settings, door)


@contextmanager
def embedded_office(settings: Settings) -> "Iterator[PostOffice]":
    """The post office that comes along, with the inbox of the games."""
    try:
        from pigpost.adapters.postoffice import PostOffice  # noqa: PLC0415 - the extra `demo`
    except ImportError as missing:
        raise ConfigError(
            f"mail.mode is embedded, but {missing.name} is not installed: "
            "pip install 'pigpost[demo]', or set mail.mode = \"imap\""
        ) from missing
    embedded = settings.mail.embedded
    inbox = settings.mailbox_address
    office = PostOffice(
        settings.path(embedded.directory),
        imap_port=embedded.imap_port,
        smtp_port=embedded.smtp_port,
        on_delivery=_wake_for(inbox),
        password_for=_local_people(settings),
    )
    office.start()
    try:
        office.add_mailbox(inbox, settings.embedded_password)
        yield office
    finally:
        office.stop()


def _wake_for(inbox: str) -> Callable[[str], None]:
    def delivered(address: str) -> None:
        if address == inbox:
            wake_poll()

    return delivered


def _local_people(settings: Settings) -> Callable[[str], str | None]:
    """Persons of the games, and the GM, get a local mailbox with their first mail."""
    store = SqlStore(settings.database_url, entropy=SystemEntropy())

    def password_for(address: str) -> str | None:
        if not address.endswith(f"@{settings.domain}"):
            return None
        with store.reading() as tx:
            known = tx.projections.person_of_address(address) is not None
        is_gm = address == settings.site.gm.lower()
        return settings.embedded_password if known or is_gm else None

    return password_for


def with_ports(settings: Settings, *, imap: int, smtp: int) -> Settings:
    """The settings with the ports that the post office really got."""
    embedded = settings.mail.embedded.model_copy(update={"imap_port": imap, "smtp_port": smtp})
    mail = settings.mail.model_copy(update={"embedded": embedded})
    return settings.model_copy(update={"mail": mail})


def web_socket(settings: Settings) -> socket.socket:
    """Listens for the audit view; `ConfigError` when the port is taken."""
    web = settings.web
    try:
        return socket.create_server((web.host, web.port))
    except OSError as error:
        raise ConfigError(f"web.host {web.host}, web.port {web.port}: {error.strerror}") from error


def with_url(settings: Settings, listening: socket.socket) -> Settings:
    """The settings with the URL that mails can name, where the port was left to the system."""
    if settings.web.port:
        return settings
    site = settings.site.model_copy(update={"url": url_of(listening)})
    return settings.model_copy(update={"site": site})


def url_of(listening: socket.socket) -> str:
    """Where the audit view is found."""
    host, port = listening.getsockname()[:2]
    return f"http://{host}:{port}"


@contextmanager
def serving(services: Services, listening: socket.socket) -> Iterator[None]:
    """The audit view under waitress, in a thread."""
    server = create_server(
        create_app(services, one_click=OneClick(services=services), desk=services),
        sockets=[listening],
    )
    thread = Thread(target=server.run, name="web", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.close()
        thread.join(timeout=5)
