"""TRY: how words would be read as an order, and what it is worth. Nothing is stored."""

from pigpost.games.conditions import Condition
from pigpost.games.kinds import RuleBroken
from pigpost.games.odds import Odds, odds
from pigpost.intake.accept_order import Written
from pigpost.intake.asked import Asked
from pigpost.intake.known import reader_for
from pigpost.orders.reading import Order, Refusal
from pigpost.ports import Services
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import Tried

_HANGS_ON_OTHERS = "hangs_on_others"


def try_order(asked: Asked) -> Tried:
    """The reading with its odds from the writer's own score, the target counted."""
    line = asked.text("order") or asked.words
    match reader_for(asked.state, asked.written.seat)(line).items:
        case (Order(condition=condition),):
            found = _odds(asked, condition)
        case _:
            raise TypeError(f"{line!r} was read as an order, and is none")
    return Tried(
        head=asked.written.head,
        due=due(asked.state, asked.services.clock.now()),
        stands=standing_order(asked.state, asked.written.seat),
        line=asked.words,
        condition=condition,
        complaints=(),
        suggestions=(),
        odds=found if isinstance(found, Odds) else None,
        score=asked.state.seats[asked.written.seat].score,
        hangs_on_others=found == _HANGS_ON_OTHERS,
    )


def tried_in_vain(
    services: Services, state: GameState, refused: Refusal, written: Written
) -> Tried:
    """Why the words would be no order; nothing is recorded of it."""
    return Tried(
        head=written.head,
        due=due(state, services.clock.now()),
        stands=standing_order(state, written.seat),
        line=refused.line,
        condition=None,
        complaints=refused.complaints,
        suggestions=refused.suggestions,
        odds=None,
        score=state.seats[written.seat].score,
        hangs_on_others=False,
    )


def _odds(asked: Asked, condition: Condition) -> Odds | str:
    """The odds, the target counted; the code of the rule where there are none."""
    settings, score = asked.state.settings, asked.state.seats[asked.written.seat].score
    try:
        return odds(settings, condition, score=score, target=settings.target)
    except RuleBroken as broken:
        return broken.code
