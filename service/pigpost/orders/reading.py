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


class Doubt(StrEnum):
    """Why a text is unclear, or says nothing: what `Reason.UNCLEAR` alone does not tell."""

    TWO_READINGS = "two_readings"
    OPEN_NUMBER = "open_number"
    NOT_UNDERSTOOD = "not_understood"
    TAKEN_BACK = "taken_back"
    QUESTION = "question"
    OF_ANOTHER = "of_another"
    UNREADABLE = "unreadable"
    TOO_LONG = "too_long"
    LEAVING = "leaving"
    DAYS = "days"
    TO_NOBODY = "to_nobody"
    EMPTY = "empty"


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
    STANDBY = "standby"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 - a word of the game
    PRESS = "press"
    VACATION = "vacation"
    VACATION_OFF = "vacation_off"
    CLEAR = "clear"
    TRY = "try"
    STATUS = "status"
    SHOW_ORDER = "show_order"
    REPORT = "report"
    HISTORY = "history"
    WHO = "who"
    HELP = "help"
    RULES = "rules"
    FOLLOW = "follow"
    QUIET = "quiet"
    WAIT = "wait"
    NOWAIT = "nowait"
    ADDRESS = "address"
    PROTEST = "protest"
    APPEAL = "appeal"
    GM = "gm"
    NOT_ME = "not_me"
    AGAIN = "again"
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
    """An acceptable order, where in the text it stood, and the round it names, if any.

    `standing`: for every round in which nothing else is ordered (`STANDING THROWS 4`).
    """

    condition: Condition
    span: Span
    round: int | None = None
    standing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command and what goes with it, texts or lists of texts.

    JOIN: `game`; RESIGN: `confirmed` = "yes"; PRESS: `to` = "all" or the names of players as
    spelled in the game, `text`; VACATION: `start`, `end` as YYYY-MM-DD; REPORT and HISTORY: `round`
    in digits; GM, PROTEST, APPEAL: `text`; TAKE, PASS, STANDBY, FOLLOW: `game`; ADDRESS: `address`;
    TRY: `order`, the canonical line of the order that is only tried.
    """

    word: CommandWord
    span: Span
    args: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """One thing that is wrong: the rule, the words it is about, what was probably meant.

    `name` is the name as written that did not fit, `names` are roster names that come near it.
    `doubt` tells more of an unclear text; `limit` is the highest number where one was above it.
    """

    reason: Reason
    rule: str
    span: Span
    name: str | None = None
    names: tuple[str, ...] = ()
    doubt: Doubt | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A text that is no order: every complaint, the line they point into, and orders one could pick.

    `line` is the one line of the text that the complaints' spans index;
    `suggestions` are acceptable conditions, most likely first, never applied unasked; `commands`
    are those that may have been meant.
    """

    line: str
    complaints: tuple[Complaint, ...]
    suggestions: tuple[Condition, ...] = ()
    commands: tuple[CommandWord, ...] = ()

    @property
    def reason(self) -> Reason:
        """The first and main reason."""
        return self.complaints[0].reason


Item: TypeAlias = Order | Command | Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that a text says, in its order: orders and commands, or what to ask back.

    Several orders are for different rounds, or one of them is standing.
    """

    items: tuple[Item, ...]
