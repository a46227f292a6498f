"""The answer to a mail by which the game master gives commands, and the code for his next one."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pigpost.results.letter_parts import Letterhead


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTimeCode:
    """Lets one mail give commands, until then."""

    code: str
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GmLine:
    """A line of the mail and what became of it.

    `what`: `run`, `held`, `resumed`, `extended` (then `at` is the deadline), `ejected`, `ruled` (then
    `number` is the ruling), `noticed`, `ordered`; `refused` (then `why`), `not_understood`.
    """

    text: str
    what: str
    game: str = ""
    name: str = ""
    round: int | None = None
    at: datetime | None = None
    number: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmDone:
    """To the GM: line by line what his mail has done, or why it has done nothing.

    `problem`: None, or what the code was: `missing`, `wrong`, `used`, `expired`.
    """

    KIND: ClassVar[str] = "gm_done"
    head: Letterhead
    problem: str | None
    lines: tuple[GmLine, ...]
    code: OneTimeCode
