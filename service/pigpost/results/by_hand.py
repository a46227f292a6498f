"""Letters of what the game master does by hand, and the one that lets him in to his desk."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pigpost.results.letter_parts import Due, Letterhead, StandingOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """What the GM did with a mail that the service had not settled.

    `what`: `filed`, `taken_as_order`, `answered` (then `paragraphs` are the GM's words), `discarded`
    (then `reason` says why). `sender` is the address that the mail came from, and `arrived_at` when.
    """

    KIND: ClassVar[str] = "by_hand"
    head: Letterhead
    what: str
    sender: str
    arrived_at: datetime
    due: Due | None
    stands: StandingOrder | None
    reason: str = ""
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginLink:
    """To the GM: an address that is a key to the desk, once and for so many minutes.

    To a player, if it is `for_player`: a key to his own games there.
    """

    KIND: ClassVar[str] = "login_link"
    head: Letterhead
    link: str
    minutes: int
    for_player: bool = False
