"""The headers of our mails: threads, lists, and what other machines may know."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address, Group
from email.message import EmailMessage
from email.policy import EmailPolicy
from enum import StrEnum

from pigpost.outbox.message_ids import root_id
from pigpost.outbox.order_links import command_link
from pigpost.outbox.plain import one_line, without_isolates
from pigpost.ports import NewMail
from pigpost.results.letters import (
    AskedBack,
    Away,
    Done,
    GameOver,
    GmNote,
    Help,
    History,
    Invitation,
    Letter,
    MailRefused,
    NmrWarning,
    Noted,
    Opening,
    Receipt,
    Refusal,
    Report,
    Result,
    Rules,
    Status,
    Tried,
)

ACKNOWLEDGEMENTS = frozenset(
    kind.KIND
    for kind in (
        *(Receipt, Refusal, Done, Status, Help, Rules, MailRefused, AskedBack),
        *(Tried, Report, History, Noted, Away),
    )
)
"""Kinds that answer a mail and tell nothing that must be known to have arrived (RFC 3834)."""

_WHOLE = frozenset(
    (
        "in-reply-to",
        "list-archive",
        "list-help",
        "list-id",
        "list-post",
        "list-unsubscribe",
        "message-id",
        "references",
        "x-pigpost-checkpoint",
    )
)
_MOST_REFERENCES = 20
_LONGEST_SUBJECT = 180
_MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>")
_ANSWER_MARKS = re.compile(r"(?:(?:re|aw|sv|vs|antw)(?:\[\d{1,3}\])?\s*:\s*)+", re.IGNORECASE)


class Why(StrEnum):
    """Why somebody gets a mail."""

    PLAYER = "player"
    INVITED = "invited"
    ANSWER = "answer"
    GM = "gm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """The mail that is answered, as it named itself: any of it may be forged or empty."""

    message_id: str
    references: str
    subject: str


class MailPolicy(EmailPolicy):
    """SMTP's line ends and 7-bit bytes; ids and links in headers stay as they are.

    The standard library turns a Message-ID or a URL that is longer than a line into encoded words,
    which nobody finds again; and where a subject is a little too long for its line, it leaves that
    line empty, which many a reader takes for a subject that begins with a space.
    """

    def fold(self, name: str, value: str) -> str:
        """The header on lines that end in CRLF."""
        if name.lower() in _WHOLE:
            joint = "\r\n " if name == "References" else " "
            return f"{name}: {joint.join(str(value).split())}\r\n"
        folded: str = super().fold(name, value)
        return folded.replace(f"{name}:\r\n ", f"{name}: ", 1)

    def fold_binary(self, name: str, value: str) -> bytes:
        """The same as bytes."""
        return self.fold(name, value).encode("ascii", "surrogateescape")


POLICY = MailPolicy(linesep="\r\n", cte_type="7bit", utf8=False)


def why(letter: Letter) -> Why:
    """Why the reader gets the letter."""
    match letter:
        case GmNote():
            return Why.GM
        case Invitation():
            return Why.INVITED
        case _ if letter.KIND in ACKNOWLEDGEMENTS:
            return Why.ANSWER
        case _:
            return Why.PLAYER


def round_of(letter: Letter) -> int | None:
    """The round that the letter is about."""
    match letter:
        case Result(sheet=sheet) | NmrWarning(sheet=sheet) | Report(sheet=sheet):
            return sheet.round
        case GameOver(rounds=rounds):
            return rounds[-1].round if rounds else None
        case GmNote() | Invitation() | Rules():
            return None
        case _:
            return letter.due.round if letter.due is not None else None


def reply_subject(answering: Answering | None, own: str) -> str:
    """The player's own subject with one `Re:`, so that threads hold; else ours."""
    written = "" if answering is None else without_isolates(one_line(answering.subject))
    bare = _ANSWER_MARKS.sub("", " ".join(written.split()), count=1)[:_LONGEST_SUBJECT].strip()
    return f"Re: {bare}" if bare else own


def set_headers(
    message: EmailMessage,
    letter: Letter,
    new: NewMail,
    *,
    message_id: str,
    domain: str,
    subject: str,
    answering: Answering | None,
) -> None:
    """Puts every header but Date, MIME and From's signature onto the message."""
    for name, value in _headers(letter, new, message_id, domain, answering):
        message[name] = one_line(value)
    message["Subject"] = subject
    message["From"] = message["Reply-To"] = _address(letter.head.title, letter.head.address)
    message["To"] = _address(letter.head.reader.name, new.recipient)


def _headers(
    letter: Letter, new: NewMail, message_id: str, domain: str, answering: Answering | None
) -> Iterator[tuple[str, str]]:
    yield "Message-ID", message_id
    yield from _thread(new, domain, answering)
    yield "Auto-Submitted", "auto-generated" if answering is None else "auto-replied"
    yield "X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN"
    if new.game is not None:
        yield from _list(letter, domain)
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


def _list(letter: Letter, domain: str) -> Iterator[tuple[str, str]]:
    """A game is a list to mail clients; answers to one person are not sent through it."""
    head = letter.head
    yield "List-Post", f"<mailto:{head.address}>"
    if letter.KIND in ACKNOWLEDGEMENTS:
        return
    yield "List-Id", f"<{head.game}.{domain}>"
    yield "List-Archive", f"<{head.site_url.rstrip('/')}/g/{head.game}>"
    if link := command_link(head, "HELP"):
        yield "List-Help", f"<{link}>"
    word = "STOP" if isinstance(letter, Invitation) else "QUIET"
    if head.reader.seat is not None and (link := command_link(head, word)):
        yield "List-Unsubscribe", f"<{link}>"


def _address(name: str, address: str) -> Address | Group:
    """Name and address; nobody in particular where the address can't be written in a header.

    Some addresses that are in use are against the rules (`a..b@example.org`): the envelope still
    takes the mail there.
    """
    shown = " ".join(without_isolates(one_line(name)).split())
    try:
        return Address(display_name=shown, addr_spec=address.encode("ascii").decode())
    except (ValueError, HeaderParseError):
        return Group("undisclosed-recipients")
