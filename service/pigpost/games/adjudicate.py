"""The one door to the rules: settings, standings, orders and throws in; the round's record out."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Protocol, TypeAlias, assert_never

from pigpost.errors import UnknownEvent
from pigpost.games.conditions import Condition, check_orders, default_order
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings, check_scores, seat_label
from pigpost.games.outcomes import Outcome
from pigpost.games.own_round import own_round
from pigpost.games.record import NO_ORDER, RoundRecord
from pigpost.games.row_round import row_round
from pigpost.games.shared_round import shared_round
from pigpost.games.throws import ALL

RULES_ID = "stagg-2000/1"
"""The rules that a new game is played by; recorded with it and never changed (rule 1.2)."""


Streams: TypeAlias = Callable[[str], Iterator[Outcome]]
"""The throws of a source: `all` where they are shared, else of a seat as `p3` (rule 4.9)."""


class Adjudicate(Protocol):
    """One edition of the rules."""

    def __call__(
        self,
        settings: Settings,
        standings: Standings,
        orders: Mapping[Seat, Condition],
        throws: Streams,
        *,
        defaulted: Mapping[Seat, str] = ...,
    ) -> RoundRecord:
        """The record of one round."""


_NOTHING: Mapping[Seat, str] = MappingProxyType({})


def adjudicate(
    settings: Settings,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    throws: Streams,
    *,
    defaulted: Mapping[Seat, str] = _NOTHING,
) -> RoundRecord:
    """Adjudicates one round and takes no throw more than it needs (rules 3.1.3, 7.3).

    `orders` are the acceptable ones; whoever has none plays the default, for the reason in
    `defaulted` or else because he sent no order (rules 3.7.1, 4.5). Orders and reasons of seats
    that are not in the round count for nothing (rule 6.7). Throws may run out: the round is then
    incomplete (rule 7.5). `RuleBroken` if a score has reached the target already or an order is
    none of this game (rules 1.1, 4.1).
    """
    check_scores(standings.scores.values(), settings.target)
    check_orders(orders.values(), settings)
    participants = standings.participants
    default = default_order(settings.kind)
    played = {seat: orders.get(seat, default) for seat in participants}
    why = {seat: defaulted.get(seat, NO_ORDER) for seat in participants if seat not in orders}
    match settings.form:
        case Form.SHARED if settings.kind is Kind.HOG:
            return row_round(settings, standings, played, throws(ALL), defaulted=why)
        case Form.SHARED:
            return shared_round(settings, standings, played, throws(ALL), defaulted=why)
        case Form.SIMULTANEOUS | Form.SEQUENTIAL:
            own = _own(throws)
            return own_round(settings, standings, played, own, defaulted=why)
    assert_never(settings.form)


def _own(throws: Streams) -> Callable[[Seat], Iterator[Outcome]]:
    return lambda seat: throws(seat_label(seat))


_EDITIONS: Mapping[str, Adjudicate] = {RULES_ID: adjudicate}


def adjudicator(rules_id: str) -> Adjudicate:
    """The `adjudicate` of the rules a game recorded; `UnknownEvent` if this release has none such."""
    try:
        return _EDITIONS[rules_id]
    except KeyError:
        raise UnknownEvent(f"this release does not know the rules {rules_id!r}") from None
