"""House players: from a bot's name and what everybody can see to what it orders.

Nothing else is looked at: what others order has no place in a `Sight`. To add a bot, give it a line
in `_NAMED`, or in `_COUNTED` if its name ends in a number.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from pigpost.errors import UnknownEvent
from pigpost.games.best_play import optimal_hold
from pigpost.games.conditions import (
    After,
    Condition,
    Counted,
    Dice,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
    check_orders,
    default_order,
)
from pigpost.games.kinds import (
    HIGHEST_NUMBER,
    Form,
    Kind,
    RuleBroken,
    Seat,
    Settings,
    Standings,
)
from pigpost.games.odds_throw import throw_odds

OPTIMAL = "optimal"
"""The bot that is worked out for two players and no more."""

_TWO = 2
_BEST_DICE = 5
"""n dice expect 4 n (5/6)^n points: a sixth die adds nothing, a seventh takes (rule 8.3)."""
_DIE_AVERAGE = 4
"""What a die of Hog is worth when no 1 is among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """All that a bot looks at: the game, the table before the round, and its own seat."""

    settings: Settings
    standings: Standings
    seat: Seat

    @property
    def score(self) -> int:
        """Its own match score."""
        return self.standings.scores[self.seat]

    @property
    def ahead(self) -> Seat | None:
        """The best of the others in the round, of equals the lowest seat; None when it is alone."""
        others = [seat for seat in self.standings.participants if seat != self.seat]
        return max(others, key=lambda seat: (self.standings.scores[seat], -seat), default=None)


_Decides: TypeAlias = Callable[[Sight], Condition]
_Check: TypeAlias = Callable[[Settings], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bot:
    """How it decides; `check` raises `RuleBroken` for a game in which it can't."""

    decides: _Decides
    check: _Check

    def fits(self, settings: Settings) -> bool:
        """Whether it can play such a game."""
        try:
            self.check(settings)
        except RuleBroken:
            return False
        return True


def bot_order(name: str, sight: Sight) -> Condition:
    """What the bot of that name orders; `UnknownEvent` if this release has none such.

    >>> from pigpost.games.settings import game_settings
    >>> pig, table = game_settings(Kind.PIG), Standings(scores={Seat(1): 0})
    >>> bot_order("hold20", Sight(settings=pig, standings=table, seat=Seat(1)))
    Turn(n=20)
    """
    bot = _bot(name)
    if bot is None:
        raise UnknownEvent(f"this release does not know the bot {name!r}")
    return bot.decides(sight)


def bot_problem(name: str, settings: Settings, *, players: int) -> str | None:
    """Why no such bot can sit in a game of so many players, itself included; None when it can."""
    bot = _bot(name)
    others = f"here play {', '.join(bots_for(settings))}, or one with another number"
    if bot is None:
        return f"there is no bot {name!r}; {others}"
    try:
        bot.check(settings)
    except RuleBroken as broken:
        return f"the bot {name!r} can't play here: {broken} (rule {broken.rule}); {others}"
    return optimal_problem(players) if name == OPTIMAL else None


def optimal_problem(players: int) -> str | None:
    """Why the optimal bot can't play among so many; None when it can."""
    if players <= _TWO:
        return None
    return f"the bot {OPTIMAL!r} is worked out for two players, here would be {players}"


def bots_for(settings: Settings) -> tuple[str, ...]:
    """The names of bots that fit a game, with a number where one belongs to the name."""
    names = (*(f"{word}{number}" for word, number in _SAMPLES.items()), *_NAMED)
    return tuple(name for name in names if (bot := _bot(name)) is not None and bot.fits(settings))


_COUNTED: Mapping[str, type[Counted]] = {
    "throws": Throws,
    "hold": Turn,
    "turn": Turn,
    "total": Total,
    "dice": Dice,
}
_SAMPLES: Mapping[str, int] = {"throws": 4, "hold": 20, "total": 60, "dice": 5}
_NAME_AND_NUMBER = re.compile(r"([a-z]+)([1-9][0-9]{0,6})")


def _bot(name: str) -> _Bot | None:
    """The bot behind a name, whatever the game."""
    found = _NAME_AND_NUMBER.fullmatch(name)
    if found is None:
        return _NAMED.get(name)
    word, number = found[1], int(found[2])
    if word not in _COUNTED or number > HIGHEST_NUMBER:
        return None
    order = _COUNTED[word](number)
    return _Bot(decides=lambda _: order, check=_knows(order))


def _knows(order: Condition) -> _Check:
    return partial(check_orders, (order,))


def _careful(sight: Sight) -> Condition:
    """One throw, or one die."""
    return default_order(sight.settings.kind)


def _reckless(sight: Sight) -> Condition:
    """For the target in one turn; of Hog as many dice as that takes when no 1 is among them."""
    settings = sight.settings
    if settings.kind is not Kind.HOG:
        return Total(settings.target)
    missing = settings.target - sight.score
    return Dice(min(-(-missing // _DIE_AVERAGE), settings.max_dice))


def _best(sight: Sight) -> Condition:
    """The one order that expects most points of a turn, scores and target left aside (rule 8).

    One throws on as long as a throw expects to win more than it expects to lose.
    """
    settings = sight.settings
    if settings.kind is Kind.HOG:
        return Dice(min(_BEST_DICE, settings.max_dice))
    throw = throw_odds(settings)
    wins = sum(points * weight for points, weight in throw.points.items())
    fails = sum(throw.losses.values())
    return Turn(min(-(-wins // fails), settings.target) if fails else settings.target)


def _optimal(sight: Sight) -> Condition:
    """As the published solution of two-player Pig has it; alone as if the other had nothing."""
    other = 0 if sight.ahead is None else sight.standings.scores[sight.ahead]
    return Turn(optimal_hold(sight.score, other, sight.settings.target))


def _follows(order: type[When | After]) -> _Decides:
    """On the heels of the player ahead; alone there is nobody to follow."""

    def decides(sight: Sight) -> Condition:
        return _best(sight) if sight.ahead is None else order(frozenset({sight.ahead}))

    return decides


def _check_optimal(settings: Settings) -> None:
    if settings.kind is not Kind.PIG or settings.form is Form.SHARED:
        message = "the best play is known of one-die Pig with own throws"
        raise RuleBroken(message, code="no_best_play", rule="5")


def _nothing_to_check(_: Settings) -> None:
    """It finds an order in every game."""


_NAMED: Mapping[str, _Bot] = {
    "careful": _Bot(decides=_careful, check=_nothing_to_check),
    "best": _Bot(decides=_best, check=_nothing_to_check),
    "reckless": _Bot(decides=_reckless, check=_nothing_to_check),
    OPTIMAL: _Bot(decides=_optimal, check=_check_optimal),
    "after_leader": _Bot(decides=_follows(After), check=_knows(OnlyLeft())),
    "when_leader": _Bot(decides=_follows(When), check=_knows(OnlyLeft())),
    "last": _Bot(decides=lambda _: OnlyLeft(), check=_knows(OnlyLeft())),
}
