"""Mails on disk as pymap wants to see them: served byte for byte.

MIME is parsed only when a client asks for parts of a mail, so that no mail can stop the inbox.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from pymap.bytes import Writeable
from pymap.message import BaseLoadedMessage, BaseMessage
from pymap.mime import MessageContent
from pymap.parsing.specials import FetchRequirement
from pymap.parsing.specials.flag import Flag

_LINE_END = re.compile(rb"\r\n|\n")


class Letter(BaseMessage):
    """A mail in a folder; its bytes stay on disk until somebody wants them."""

    __slots__ = ("file",)

    def __init__(
        self,
        file: Path,
        *,
        uid: int,
        arrived_at: datetime,
        flags: Iterable[Flag],
        expunged: bool = False,
    ) -> None:
        super().__init__(uid, arrived_at, flags, expunged=expunged)
        self.file = file

    @property
    def recent(self) -> bool:
        """Whether no client has been told of it yet."""
        return self.file.parent.name == "new"

    def read(self) -> bytes:
        """The mail with CRLF; empty when it has gone."""
        try:
            return _LINE_END.sub(b"\r\n", self.file.read_bytes())
        except FileNotFoundError:
            return b""

    async def load_content(self, requirement: FetchRequirement) -> "LoadedLetter":
        """What pymap answers a FETCH from."""
        wanted = not requirement.has_none(FetchRequirement.CONTENT)
        return LoadedLetter(self, requirement, self.read() if wanted else b"")


class LoadedLetter(BaseLoadedMessage):
    """A mail's bytes; the whole, its head and its size are given out without parsing them."""

    def __init__(self, letter: Letter, requirement: FetchRequirement, raw: bytes) -> None:
        super().__init__(letter, requirement, None)
        self._raw = raw

    @property
    def content(self) -> MessageContent:
        """The parsed mail, for clients that ask for its parts."""
        return MessageContent.parse(self._raw)

    def get_size(self, section: Sequence[int] | None = None) -> int:
        """In bytes."""
        return super().get_size(section) if section else len(self._raw)

    def get_body(
        self,
        section: Sequence[int] | None = None,
        binary: bool = False,  # noqa: FBT001, FBT002  (pymap's)
    ) -> Writeable:
        """A part, or all of it."""
        if section or binary:
            return super().get_body(section, binary)
        return Writeable.wrap(self._raw)

    def get_message_headers(
        self,
        section: Sequence[int] | None = None,
        subset: Collection[bytes] | None = None,
        inverse: bool = False,  # noqa: FBT001, FBT002  (pymap's)
    ) -> Writeable:
        """The head with the empty line after it, or some of it."""
        if section or subset is not None:
            return super().get_message_headers(section, subset, inverse)
        head, blank, _ = self._raw.partition(b"\r\n\r\n")
        return Writeable.wrap(head + blank)
