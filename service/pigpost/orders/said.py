"""What a sentence says, before it is judged: the kind of condition, its number, the names used."""

from dataclasses import dataclass
from enum import StrEnum

from pigpost.orders.reading import Reason


class Wanted(StrEnum):
    """What the words ask for; the last six can't be carried out as they stand."""

    THROWS = "throws"
    TURN = "turn"
    TOTAL = "total"
    ONLY_LEFT = "only_left"
    WHEN = "when"
    AFTER = "after"
    DICE = "dice"
    HOLD = "hold"
    """Hold at a number: the turn score, in the games whose players say so (rule 4.1)."""
    SCORE = "score"
    """Points, and it is left open whether of the turn or in all."""
    THROW = "throw"
    """`throw 4`: four times, or the fourth."""
    AT = "at"
    """At a number, and it is left open of what."""
    TIED = "tied"
    """A number of this turn: points where the turn ends at it, else left open of what."""
    BARE = "bare"
    """A number, and it is left open of what."""
    NOTHING = "nothing"
    """No order, for all that it looks like one."""
    AFTER_ALL = "after_all"
    """After everybody else: alone, or one throw later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number as said, at `start` to `end`. `doubt` tells why it is none that can be used.

    `value` already counts "more than n" as n + 1; `exact` tells of "exactly" or "only".
    """

    start: int
    end: int
    value: int | None
    doubt: Reason | None = None
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name as said. `kind` is its terminal: NAME, WORD (nobody's) or SELF; `words` are places."""

    kind: str
    text: str
    words: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Where the name begins."""
        return self.words[0][0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One condition. `of` is the third person it is said of; `rounds` are those that are named.

    `standing` is for every round; `waits` tells whether early adjudication shall wait for the writer.
    """

    wanted: Wanted
    amount: Amount | None = None
    names: tuple[Named, ...] = ()
    of: tuple[Named, ...] = ()
    rounds: tuple[int, ...] = ()
    standing: bool = False
    waits: bool | None = None
