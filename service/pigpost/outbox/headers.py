"""The headers of our mails: threads, lists, and what other machines may know."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.errors import HeaderParseError
from email.headerregistry import Address, Group
from email.policy import EmailPolicy
from email.utils import format_datetime
from enum import StrEnum
from functools import lru_cache

from pigpost.outbox.message_ids import root_id
from pigpost.outbox.one_click import POST
from pigpost.outbox.order_links import command_link
from pigpost.outbox.plain import one_line, without_isolates
from pigpost.ports import NewMail
from pigpost.results.letters import (
    AskedBack,
    Away,
    ByHand,
    ClaimNews,
    Confirm,
    Confirmation,
    Digest,
    Done,
    GameOver,
    GmDone,
    GmNote,
    Help,
    History,
    Invitation,
    Letter,
    LoginLink,
    MailRefused,
    NmrWarning,
    Noted,
    Opening,
    Receipt,
    Refusal,
    Report,
    Result,
    Rules,
    RulingTold,
    Status,
    Tried,
)

ACKNOWLEDGEMENTS = frozenset(
    kind.KIND
    for kind in (
        *(Receipt, Refusal, Done, Status, Help, Rules, MailRefused, AskedBack),
        *(Tried, Report, History, Noted, Away, Confirm, Confirmation, ClaimNews),
    )
)
"""Kinds that answer a mail and tell nothing that must be known to have arrived (RFC 3834)."""

_POLICY = EmailPolicy(linesep="\r\n", cte_type="7bit", utf8=False)
_MOST_REFERENCES = 20
_LONGEST_SUBJECT = 180
_MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>")
_PLAIN_LINE = 78
"""Characters of a line that nobody would break."""

_PLAIN_TEXT = re.compile(r"[A-Za-z0-9\[(][A-Za-z0-9 .,:;!'()\[\]+-]*")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9]+(?: [A-Za-z0-9]+)*")
_PLAIN_ADDRESS = re.compile(
    r"[A-Za-z0-9+_-]+(?:\.[A-Za-z0-9+_-]+)*@(?:[A-Za-z0-9-]+\.)*[A-Za-z0-9-]+"
)
"""An address as most have one; `_PLAIN_NAME` is a name as many have one."""

_ANSWER_MARKS = re.compile(r"(?:(?:re|aw|sv|vs|antw)(?:\[\d{1,3}\])?\s*:\s*)+", re.IGNORECASE)


class Why(StrEnum):
    """Why somebody gets a mail."""

    PLAYER = "player"
    INVITED = "invited"
    ANSWER = "answer"
    GM = "gm"
    LOGIN = "login"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """The mail that is answered, as it named itself: any of it may be forged or empty."""

    message_id: str
    references: str
    subject: str


def why(letter: Letter) -> Why:
    """Why the reader gets the letter."""
    match letter:
        case LoginLink(for_player=True):
            return Why.LOGIN
        case GmNote() | Digest() | LoginLink() | GmDone():
            return Why.GM
        case Invitation():
            return Why.INVITED
        case Confirm() if letter.head.reader.seat is not None:
            return Why.PLAYER  # he may not have written what he is asked about
        case _ if letter.KIND in ACKNOWLEDGEMENTS or _by_hand(letter):
            return Why.ANSWER
        case _:
            return Why.PLAYER


def _by_hand(letter: Letter) -> bool:
    """Whether the GM answers a mail himself."""
    return isinstance(letter, ByHand) and letter.what == "answered"


def round_of(letter: Letter) -> int | None:
    """The round that the letter is about."""
    match letter:
        case Result(sheet=sheet) | NmrWarning(sheet=sheet) | Report(sheet=sheet):
            return sheet.round
        case RulingTold(told=told):
            return told.round
        case GameOver(rounds=rounds):
            return rounds[-1].round if rounds else None
        case GmNote() | Digest() | LoginLink() | GmDone() | Invitation() | Rules():
            return None
        case _:
            return letter.due.round if letter.due is not None else None


def reply_subject(answering: Answering | None, own: str) -> str:
    """The player's own subject with one `Re:`, so that threads hold; else ours."""
    written = "" if answering is None else without_isolates(one_line(answering.subject))
    bare = _ANSWER_MARKS.sub("", " ".join(written.split()), count=1)[:_LONGEST_SUBJECT].strip()
    return f"Re: {bare}" if bare else own


def headers_of(
    letter: Letter,
    new: NewMail,
    *,
    message_id: str,
    domain: str,
    subject: str,
    now: datetime,
    answering: Answering | None,
    one_click: str | None = None,
) -> bytes:
    """Every header but those of MIME and the signature, each with its CRLF, in 7 bits."""
    ours = letter.head.title, letter.head.address
    written = (
        *(_whole(*one) for one in _headers(letter, new, message_id, domain, answering, one_click)),
        _folded("Subject", subject),
        _mailbox("From", *ours),
        _mailbox("Reply-To", *ours),
        _mailbox("To", letter.head.reader.name, new.recipient),
        _whole("Date", format_datetime(now)),
    )
    return "".join(written).encode("ascii", "surrogateescape")


def _whole(name: str, value: str) -> str:
    """A header as it is: an id or a URL that is encoded or broken nobody finds again.

    The standard library does so to those that are longer than a line.
    """
    joint = "\r\n " if name == "References" else " "
    return f"{name}: {joint.join(one_line(value).split())}\r\n"


def _folded(name: str, value: str | Address | Group) -> str:
    """A header with words of people, encoded and on lines of their length.

    Where a subject is a little too long for its line, the standard library leaves that line empty,
    which many a reader takes for a subject that begins with a space. What has nothing to encode or
    to break is as the library would write it, which takes its time.
    """
    line = f"{name}: {value}"
    if len(line) < _PLAIN_LINE and isinstance(value, str) and _PLAIN_TEXT.fullmatch(value):
        return f"{line}\r\n"
    folded: str = _POLICY.header_factory(name, value).fold(policy=_POLICY)
    return folded.replace(f"{name}:\r\n ", f"{name}: ", 1)


def _headers(
    letter: Letter,
    new: NewMail,
    message_id: str,
    domain: str,
    answering: Answering | None,
    one_click: str | None,
) -> Iterator[tuple[str, str]]:
    yield "Message-ID", message_id
    yield from _thread(new, domain, answering)
    yield "Auto-Submitted", "auto-generated" if answering is None else "auto-replied"
    yield "X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN"
    if new.game is not None:
        yield from _list(letter, domain, one_click)
        yield "X-Pigpost-Game", new.game
    if (number := round_of(letter)) is not None:
        yield "X-Pigpost-Round", str(number)
    if new.asks_round is not None:
        yield "X-Pigpost-Asks", str(new.asks_round)
    yield "X-Pigpost-Kind", letter.KIND
    yield "X-Pigpost-Reason", why(letter)
    if isinstance(letter, Opening | Result | GameOver):
        yield "X-Pigpost-Checkpoint", f"{letter.log.size} {letter.log.root}"


def _thread(new: NewMail, domain: str, answering: Answering | None) -> Iterator[tuple[str, str]]:
    """What the mail hangs on: the mail it answers, else the root of the game's thread."""
    if answering is None:
        if new.game is not None:
            root = root_id(game=new.game, domain=domain)
            yield "In-Reply-To", root
            yield "References", root
        return
    answered = _MESSAGE_ID.findall(answering.message_id)[:1]
    earlier = [i for i in _MESSAGE_ID.findall(answering.references) if i not in answered]
    if answered:
        yield "In-Reply-To", answered[0]
    if references := [*earlier[:1], *earlier[1:][-_MOST_REFERENCES:], *answered]:
        yield "References", " ".join(references)


def _list(letter: Letter, domain: str, one_click: str | None) -> Iterator[tuple[str, str]]:
    """A game is a list to mail clients; answers to one person are not sent through it."""
    head = letter.head
    yield "List-Post", f"<mailto:{head.address}>"
    if letter.KIND in ACKNOWLEDGEMENTS:
        return
    yield "List-Id", f"<{head.game}.{domain}>"
    yield "List-Archive", f"<{head.site_url.rstrip('/')}/g/{head.game}>"
    if link := command_link(head, "HELP"):
        yield "List-Help", f"<{link}>"
    if head.reader.seat is not None:
        yield from _unsubscribe(letter, one_click)


def _unsubscribe(letter: Letter, one_click: str | None) -> Iterator[tuple[str, str]]:
    """By one click where the site has https, and by mail (RFC 2369, RFC 8058)."""
    word = "STOP" if isinstance(letter, Invitation) else "QUIET"
    ways = [way for way in (one_click, command_link(letter.head, word)) if way]
    if ways:
        yield "List-Unsubscribe", ", ".join(f"<{way}>" for way in ways)
    if one_click:
        yield "List-Unsubscribe-Post", POST


@lru_cache(maxsize=256)
def _mailbox(header: str, name: str, address: str) -> str:
    """Games and players write more than once, and the library takes its time over an address."""
    shown = " ".join(without_isolates(one_line(name)).split())
    line = f"{header}: {shown} <{address}>"
    if (
        len(line) < _PLAIN_LINE
        and _PLAIN_NAME.fullmatch(shown)
        and _PLAIN_ADDRESS.fullmatch(address)
    ):
        return f"{line}\r\n"
    return _folded(header, _address(shown, address))


def _address(shown: str, address: str) -> Address | Group:
    """Name and address; nobody in particular where the address can't be written in a header.

    Some addresses that are in use are against the rules (`a..b@example.org`): the envelope still
    takes the mail there.
    """
    try:
        return Address(display_name=shown, addr_spec=address.encode("ascii").decode())
    except (ValueError, HeaderParseError, IndexError):  # the last from CPython, for `a@`
        return Group("undisclosed-recipients")
