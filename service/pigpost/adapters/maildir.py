"""Mail folders on disk behind pymap's interfaces: what the embedded post office serves.

A folder is a maildir (tmp, new, cur), and its directory is the only index: a file's name holds
arrival, UID and flags, as `1793360402.U17.pigpost:2,S`. So nothing can disagree with the disk after
a crash, and other programs may read and delete beside us.
"""

import os
import re
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from pymap.backend.mailbox import MailboxDataInterface, MailboxSetInterface
from pymap.concurrent import Event
from pymap.exceptions import NotAllowedError, NotSupportedError
from pymap.flags import FlagOp
from pymap.interfaces.message import CachedMessage
from pymap.listtree import ListTree
from pymap.mailbox import MailboxSnapshot
from pymap.parsing.message import AppendMessage
from pymap.parsing.specials import ObjectId
from pymap.parsing.specials.flag import Answered, Deleted, Draft, Flag, Flagged, Seen
from pymap.selected import SelectedMailbox, SelectedSet

from pigpost.adapters.maildir_letters import Letter

_NAME = re.compile(r"(?P<at>\d+)\.U(?P<uid>\d+)\.pigpost")
_PLACES = ("new", "cur")
_INFO = ":2,"
_FLAGS = {"D": Draft, "F": Flagged, "R": Answered, "S": Seen, "T": Deleted}  # in this order
_LOOK_SECONDS = 2.0  # how often an idle client's folder is looked at for changes by others


class Folder(MailboxDataInterface[Letter]):
    """One folder. Used by one asyncio loop, which makes each of its acts a whole one."""

    __slots__ = (
        "_changed",
        "_known",
        "_next_uid",
        "_path",
        "_state",
        "mailbox_id",
        "readonly",
        "selected_set",
        "uid_validity",
    )

    def __init__(self, path: Path) -> None:
        for place in ("tmp", *_PLACES):
            (path / place).mkdir(parents=True, exist_ok=True)
        self._path = path
        self._changed = Event.for_asyncio()
        self._known: dict[str, Letter] = {}  # by file; a name tells all, so none can be outdated
        self._state = path / "pigpost-uids"  # UIDVALIDITY and UIDNEXT outlive every mail
        self.readonly: Final = False
        self.mailbox_id: Final = ObjectId.random_mailbox_id()
        self.selected_set: Final = SelectedSet()
        uid_validity, self._next_uid = self._read_state()
        self.uid_validity: Final = uid_validity

    def put(
        self,
        raw: bytes,
        *,
        flags: frozenset[Flag] = frozenset(),
        arrived_at: datetime | None = None,
        recent: bool = True,
    ) -> Letter:
        """Stores a mail; when this returns, it is on the disk and has its UID."""
        uid = self._take_uid()
        file = self._path / "tmp" / f"U{uid}"
        with file.open("wb") as out:
            out.write(raw.replace(b"\r\n", b"\n"))
            out.flush()
            os.fsync(out.fileno())
        letter = self._place(file, uid, arrived_at or _written_at(file), flags, recent=recent)
        _sync(letter.file.parent)
        return letter

    def letters(self) -> dict[int, Letter]:
        """All mails by UID, ascending, as they are on the disk now."""
        names = sorted(f"{place}/{name}" for place in _PLACES for name in self._names_in(place))
        self._known = {name: self._known.get(name) or self._letter(name) for name in names}
        letters = sorted(self._known.values(), key=lambda letter: letter.uid)
        return {letter.uid: letter for letter in letters}

    async def append(self, append_msg: AppendMessage, *, recent: bool = False) -> Letter:
        """What a client stores itself, a copy of a sent mail perhaps."""
        flags = self.permanent_flags & append_msg.flag_set
        return self.put(append_msg.literal, flags=flags, arrived_at=append_msg.when, recent=recent)

    async def copy(self, uid: int, destination: Self, *, recent: bool = False) -> int | None:
        """The UID of the copy, or None when the mail has gone."""
        if (letter := self.letters().get(uid)) is None:
            return None
        return destination.put(
            letter.read(),
            flags=letter.permanent_flags,
            arrived_at=letter.internal_date,
            recent=recent,
        ).uid

    async def move(self, uid: int, destination: Self, *, recent: bool = False) -> int | None:
        """The UID there, or None when the mail has gone."""
        if (letter := self.letters().get(uid)) is None:
            return None
        new_uid = destination._take_uid()
        flags = letter.permanent_flags
        destination._place(letter.file, new_uid, letter.internal_date, flags, recent=recent)
        self._changed.set()
        return new_uid

    async def get(self, uid: int, cached_msg: CachedMessage) -> Letter:
        """The mail, or one marked as expunged."""
        if isinstance(cached_msg, Letter) and cached_msg.file.exists():
            return cached_msg
        return self.letters().get(uid) or Letter(
            self._path / "tmp" / "gone",
            uid=uid,
            arrived_at=cached_msg.internal_date,
            flags=cached_msg.permanent_flags,
            expunged=True,
        )

    async def update(
        self, uid: int, cached_msg: CachedMessage, flag_set: frozenset[Flag], mode: FlagOp
    ) -> Letter:
        """Sets or clears flags: the file gets another name."""
        letter = await self.get(uid, cached_msg)
        if letter.expunged:
            return letter
        flags = mode.apply(letter.permanent_flags, flag_set)
        return self._place(letter.file, uid, letter.internal_date, flags, recent=False)

    async def delete(self, uids: Iterable[int]) -> None:
        """Removes mails for good."""
        letters = self.letters()
        for letter in (letters[uid] for uid in uids if uid in letters):
            letter.file.unlink(missing_ok=True)
        self._changed.set()

    async def claim_recent(self, selected: SelectedMailbox) -> None:
        """New mails become known to the client that opens the folder for writing."""
        for uid, letter in self.letters().items():
            if letter.recent:
                arrived_at, flags = letter.internal_date, letter.permanent_flags
                self._place(letter.file, uid, arrived_at, flags, recent=False)
                selected.session_flags.add_recent(uid)

    async def cleanup(self) -> None:
        """Nothing to clean: the directory is the index."""

    async def update_selected(
        self, selected: SelectedMailbox, *, wait_on: Event | None = None
    ) -> SelectedMailbox:
        """Tells a session what is here now, after a change if it waits for one (IDLE)."""
        if wait_on is not None:
            await wait_on.or_event(self._changed).wait(timeout=_LOOK_SECONDS)
        selected.set_messages(list(self.letters().values()))
        return selected

    async def snapshot(self) -> MailboxSnapshot:
        """Counts for SELECT and STATUS."""
        letters = self.letters().values()
        unseen = [n for n, letter in enumerate(letters, 1) if Seen not in letter.permanent_flags]
        return MailboxSnapshot(
            self.mailbox_id,
            self.readonly,
            self.uid_validity,
            self.permanent_flags,
            self.session_flags,
            exists=len(letters),
            recent=sum(letter.recent for letter in letters),
            unseen=len(unseen),
            first_unseen=unseen[0] if unseen else None,
            next_uid=self._next_uid,
        )

    def _names_in(self, place: str) -> list[str]:
        with os.scandir(self._path / place) as files:
            return [file.name for file in files if not file.name.startswith(".")]

    def _letter(self, name: str) -> Letter:
        file = self._path / name
        base, _, info = file.name.partition(_INFO)
        flags = frozenset(flag for sign, flag in _FLAGS.items() if sign in info)
        if (ours := _NAME.fullmatch(base)) is None:  # put here by another program
            recent = file.parent.name == "new"
            return self._place(file, self._take_uid(), _written_at(file), flags, recent=recent)
        arrived_at = datetime.fromtimestamp(int(ours["at"]), UTC)
        return Letter(file, uid=int(ours["uid"]), arrived_at=arrived_at, flags=flags)

    def _place(
        self, file: Path, uid: int, arrived_at: datetime, flags: frozenset[Flag], *, recent: bool
    ) -> Letter:
        signs = "".join(sign for sign, flag in _FLAGS.items() if flag in flags)
        name = f"{int(arrived_at.timestamp())}.U{uid}.pigpost"
        unseen = recent and not signs  # names in `new` carry no flags
        place = self._path / (f"new/{name}" if unseen else f"cur/{name}{_INFO}{signs}")
        file.rename(place)
        self._changed.set()
        return Letter(place, uid=uid, arrived_at=arrived_at, flags=flags)

    def _take_uid(self) -> int:
        uid, self._next_uid = self._next_uid, self._next_uid + 1
        self._write_state(self.uid_validity, self._next_uid)
        return uid

    def _read_state(self) -> tuple[int, int]:
        names = (_NAME.match(name) for place in _PLACES for name in self._names_in(place))
        beyond = 1 + max((int(name["uid"]) for name in names if name), default=0)
        try:
            uid_validity, next_uid = map(int, self._state.read_text("ascii").split())
        except (FileNotFoundError, ValueError):  # new, or a power cut came between: begin anew
            uid_validity, next_uid = MailboxSnapshot.new_uid_validity(), 1
            self._write_state(uid_validity, beyond)
        return uid_validity, max(next_uid, beyond)

    def _write_state(self, uid_validity: int, next_uid: int) -> None:
        fresh = self._state.with_suffix(".fresh")
        fresh.write_text(f"{uid_validity} {next_uid}\n", "ascii")
        fresh.replace(self._state)


class Folders(MailboxSetInterface[Folder]):
    """All folders of one mailbox: INBOX and, beside its tmp, new and cur, `.Name.Below` (Maildir++)."""

    delimiter = "/"

    def __init__(self, root: Path) -> None:
        self._root = root
        self._open = {"INBOX": Folder(root)}

    @property
    def inbox(self) -> Folder:
        """Where mail is delivered."""
        return self._open["INBOX"]

    async def list_mailboxes(self) -> ListTree:
        """All of them."""
        folders = (path for path in self._root.glob(".*") if (path / "cur").is_dir())
        names = sorted(path.name[1:].replace(".", "/") for path in folders)
        return ListTree(self.delimiter).update("INBOX", *names)

    async def list_subscribed(self) -> ListTree:
        """All of them: nobody has more than he wants to see."""
        return await self.list_mailboxes()

    async def set_subscribed(self, name: str, subscribed: bool) -> None:  # noqa: FBT001  (pymap's)
        """Every folder stays subscribed."""
        if not subscribed:
            raise NotSupportedError(f"{name} stays subscribed, as every folder does")

    async def get_mailbox(self, name: str) -> Folder:
        """The folder of that name; KeyError without."""
        name = "INBOX" if name.upper() == "INBOX" else name
        if name not in self._open:
            if not self._path(name).is_dir():
                raise KeyError(name)
            self._open[name] = Folder(self._path(name))
        return self._open[name]

    async def add_mailbox(self, name: str) -> ObjectId:
        """A new folder; ValueError when there is one."""
        path = self._path(name)
        if path.exists():
            raise ValueError(name)
        self._open[name] = Folder(path)
        return self._open[name].mailbox_id

    async def delete_mailbox(self, name: str) -> None:
        """Removes a folder and its mails; KeyError without."""
        if not self._path(name).is_dir():
            raise KeyError(name)
        self._open.pop(name, None)
        shutil.rmtree(self._path(name))

    async def rename_mailbox(self, before: str, after: str) -> None:
        """Not offered."""
        raise NotSupportedError(f"{before} can't become {after}: folders keep their names")

    def _path(self, name: str) -> Path:
        parts = name.split("/")
        if not all(parts) or "." in name or "\0" in name:  # might leave the directory, or be INBOX
            raise NotAllowedError(f"{name!r} can't be a folder's name")
        return self._root / f".{'.'.join(parts)}"


def _written_at(file: Path) -> datetime:
    return datetime.fromtimestamp(int(file.stat().st_mtime), UTC)


def _sync(directory: Path) -> None:
    """Makes a new name in a directory survive a power cut."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
