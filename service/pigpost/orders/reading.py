"""What a text can be read as. Names have become seats; nothing here is a guess (rule 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat


class Reason(StrEnum):
    """Why a text is no order (rule 6.2)."""

    MORE_THAN_ONE_CONDITION = "more_than_one_condition"
    UNKNOWN_PLAYER = "unknown_player"
    AMBIGUOUS_PLAYER = "ambiguous_player"
    NAMES_HIMSELF = "names_himself"
    PLAYER_IS_OUT = "player_is_out"
    BAD_NUMBER = "bad_number"
    VAGUE_NUMBER = "vague_number"
    UNKNOWN_CONDITION = "unknown_condition"
    NOT_IN_THIS_GAME = "not_in_this_game"
    WRONG_ROUND = "wrong_round"
    TOO_LATE = "too_late"
    UNCLEAR = "unclear"
    NOTHING_FOUND = "nothing_found"


class State(StrEnum):
    """How the writer stands to the game: an invited person's yes and no are answers."""

    PLAYING = "playing"
    INVITED = "invited"
    STRANGER = "stranger"


class CommandWord(StrEnum):
    """What a player can ask for besides ordering. A mail prints only these words and orders."""

    JOIN = "join"
    DECLINE = "decline"
    RESIGN = "resign"
    CLEAR = "clear"
    STATUS = "status"
    SHOW_ORDER = "show_order"
    HELP = "help"
    RULES = "rules"
    NOT_ME = "not_me"
    QUIET = "quiet"
    PROTEST = "protest"
    GM = "gm"
    STOP = "stop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A part of the text that was read: characters `start` to `end` (exclusive), from 0."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player as the reader knows him: `out` when eliminated or withdrawn already."""

    seat: Seat
    name: str
    out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An acceptable order, where in the text it stood, and the round it names, if any."""

    condition: Condition
    span: Span
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command; `args` as in contracts (JOIN: `game`; RESIGN: `confirmed` = "yes")."""

    word: CommandWord
    span: Span
    args: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """One thing that is wrong: the rule, the words it is about, what was probably meant.

    `name` is the name as written that did not fit, `names` are roster names that come near it.
    """

    reason: Reason
    rule: str
    span: Span
    name: str | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A text that is no order: every complaint, the line they point into, and orders one could pick.

    `line` is the one line of the text that the complaints' spans index;
    `suggestions` are acceptable conditions, most likely first, never applied unasked.
    """

    line: str
    complaints: tuple[Complaint, ...]
    suggestions: tuple[Condition, ...] = ()

    @property
    def reason(self) -> Reason:
        """The first and main reason."""
        return self.complaints[0].reason


Item: TypeAlias = Order | Command | Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that a text says, in its order: at most one Order or Refusal, any number of Commands."""

    items: tuple[Item, ...]
