"""An event with its place in the log, and its exact bytes."""

from dataclasses import dataclass

from pigpost.events.types import Event

NO_DIGEST = "-"
"""Stands for the digest of a part that an event does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A detached part: 16 bytes of salt and the canonical JSON that were digested together."""

    salt: bytes
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the log as stored. What is verified is always these bytes, never a re-encoding.

    `pos` is the place in the whole log (1..n, gapless), `ver` the place in the stream.
    `sealed` and `personal` are None where there is none, it was erased, or may not be shown;
    the digests are `-` only where there never was such a part. Digests and leaf are lower hex.
    """

    pos: int
    stream: str
    ver: int
    type: str
    v: int
    idem: str | None
    head: bytes
    sealed_digest: str
    personal_digest: str
    leaf: str
    sealed: Part | None = None
    personal: Part | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event with its place in the log.

    One that was read back may be opened only when somebody looks at it; `kind`, the event's class,
    is known before.
    """

    pos: int
    stream: str
    ver: int
    leaf: str
    event: Event

    @property
    def kind(self) -> type[Event]:
        """Which event it is."""
        return type(self.event)

    @property
    def round(self) -> int | None:
        """Which round its head says it is about."""
        return self.event.round


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """An event to be appended. `idem` is unique within its stream (None: never looked at again)."""

    event: Event
    idem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogHead:
    """How long the whole log is and the Merkle root over its leaves, in lower hex."""

    size: int
    root: str
