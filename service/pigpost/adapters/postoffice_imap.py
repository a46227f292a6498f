"""The post office's IMAP side: pymap's server over our folders (RFC 3501, IDLE, UIDPLUS, MOVE)."""

import asyncio
import logging
from argparse import Namespace
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from typing import Any, cast

from proxyprotocol.sock import SocketInfo
from pymap.backend.session import BaseSession
from pymap.concurrent import Subsystem
from pymap.config import BackendCapability, IMAPConfig
from pymap.exceptions import AuthorizationFailure, InvalidAuth
from pymap.imap import IMAPServer
from pysasl.creds.server import ServerCredentials
from pysasl.hashing import BuiltinHash

from pigpost.adapters.maildir import Folders
from pigpost.adapters.maildir_letters import Letter
from pigpost.adapters.postoffice_mailboxes import MAX_BYTES, Mailboxes

_logger = logging.getLogger(__name__)


class ImapDesk:
    """Serves IMAP clients, each in a task that is kept hold of.

    pymap's own service lets go of its tasks, and Python 3.13 may then collect one in mid-IDLE.
    """

    def __init__(self, mailboxes: Mailboxes) -> None:
        # pymap asks for two of a login's methods; the others are for its tools of administration
        login: Any = _Login(mailboxes)
        self._server = IMAPServer(login, login.config)
        self._clients: set[asyncio.Task[None] | None] = set()

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One client, from greeting to goodbye."""
        task = asyncio.current_task()
        self._clients.add(task)
        answers = cast("StreamWriter", _WholeAnswers(writer))
        try:
            await self._server(reader, answers, SocketInfo.get(writer, None))
        except asyncio.CancelledError:  # the office closes, and this client does not even read
            writer.transport.abort()
        except Exception:
            _logger.exception("an IMAP client was cut off")
        finally:
            self._clients.discard(task)
            writer.close()


class _WholeAnswers:
    """Sends each answer in one piece; pymap writes word by word, which some clients trip over."""

    def __init__(self, writer: StreamWriter) -> None:
        self._writer = writer
        self._pending = bytearray()
        self.close = writer.close

    def write(self, data: bytes) -> None:
        self._pending += data

    async def drain(self) -> None:
        self._writer.write(bytes(self._pending))
        self._pending.clear()
        await self._writer.drain()


class _Config(IMAPConfig):
    def __init__(self) -> None:
        super().__init__(
            Namespace(proxy_protocol=None),
            host=None,
            port=0,
            tls_enabled=False,  # this machine only
            ssl_context=SSLContext(PROTOCOL_TLS_SERVER),  # unused; saves loading all authorities
            hash_context=BuiltinHash(),  # unused: see Mailboxes
            cpu_subsystem=Subsystem.for_asyncio(),
            max_append_len=MAX_BYTES,
        )

    @property
    def backend_capability(self) -> BackendCapability:
        return BackendCapability(idle=True, object_id=False, multi_append=True)

    @property
    def greeting(self) -> bytes:
        return b"Pigpost's post office"  # pymap would look up this machine's name for each client


class _Session(BaseSession[Letter]):
    def __init__(self, owner: str, config: IMAPConfig, folders: Folders) -> None:
        super().__init__(owner)
        self._config = config
        self._folders = folders

    @property
    def config(self) -> IMAPConfig:
        return self._config

    @property
    def mailbox_set(self) -> Folders:
        return self._folders


@dataclass(frozen=True, slots=True)
class _Owner:
    """Somebody who has logged in."""

    name: str
    login: "_Login"

    @asynccontextmanager
    async def new_session(self) -> AsyncIterator[_Session]:
        folders = self.login.mailboxes.folders(self.name)
        yield _Session(self.name, self.login.config, folders)


class _Login:
    def __init__(self, mailboxes: Mailboxes) -> None:
        self.mailboxes = mailboxes
        self.config = _Config()

    async def authenticate(self, credentials: ServerCredentials) -> _Owner:
        identity = self.mailboxes.identity(credentials.authcid)
        if identity is None or not credentials.verify(identity):
            raise InvalidAuth
        return _Owner(credentials.authcid, self)

    async def authorize(self, authenticated: _Owner, authzid: str) -> _Owner:
        if authzid.lower() != authenticated.name.lower():
            raise AuthorizationFailure
        return authenticated
