"""What a player sees at the desk: his own seats, orders and claims, and nothing that is another's."""

from dataclasses import dataclass
from datetime import datetime

from pigpost.audit.games import game_state
from pigpost.claims.about import disputable
from pigpost.claims.appeal import appealable, can_contest
from pigpost.errors import NotFound
from pigpost.games.kinds import Seat, seat_from_label, seat_label
from pigpost.ports import SeatHolder, Services, Transaction
from pigpost.replay.disputes import Claim, Ruling
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.results.excerpts import standing_order, stored_orders
from pigpost.results.letters import StandingOrder, StoredOrders

_PLAYS = (SeatStatus.PLAYING, SeatStatus.ELIMINATED, SeatStatus.WITHDRAWN)
"""Who was only invited, or wanted no mail, gets none because somebody wrote his address into a form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRuling:
    """A ruling, and what the player can say against it now."""

    ruling: Ruling
    can_appeal: bool
    can_contest: bool
    contested: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """A game of his, and which seat is his."""

    state: GameState
    seat: Seat

    @property
    def order(self) -> StandingOrder | None:
        """What counts for him in the round under way."""
        return standing_order(self.state, self.seat)

    @property
    def stored(self) -> StoredOrders | None:
        """All that he has stored, where that is more."""
        return stored_orders(self.state, self.seat)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Those that he has filed, the latest first."""
        label = seat_label(self.seat)
        return tuple(claim for claim in reversed(self.state.claims) if claim.by == label)

    def claim(self, number: int) -> Claim:
        """One of those; `NotFound` for another's as for one that there is not."""
        for claim in self.claims:
            if claim.number == number:
                return claim
        raise NotFound(f"{self.state.id} has no claim {number} of yours")

    def disputable(self, at: datetime) -> tuple[int, ...]:
        """The rounds that he can protest about, the latest first."""
        return disputable(self.state, at)

    def rulings(self, services: Services) -> tuple[OwnRuling, ...]:
        """Every ruling in the game, the latest first: what is ruled is told to all."""
        state = self.state
        open_to_appeal = {claim.number for claim in appealable(services, state)}
        return tuple(
            OwnRuling(
                ruling=ruling,
                can_appeal=ruling.claim in open_to_appeal,
                can_contest=can_contest(state, ruling, self.seat),
                contested=self.seat in ruling.contested_by,
            )
            for ruling in reversed(state.rulings)
        )


def own_games(tx: Transaction, person: str) -> list[OwnGame]:
    """The games in which somebody plays or has played, those under way first."""
    found = (_own(tx, holder) for holder in tx.projections.seats_of_person(person))
    return sorted(
        (own for own in found if own is not None), key=lambda own: own.state.phase is Phase.OVER
    )


def own_game(tx: Transaction, person: str, game: str) -> OwnGame:
    """One of those; `NotFound` for any other as for one that there is not."""
    for holder in tx.projections.seats_of_person(person):
        if holder.game == game and (own := _own(tx, holder)) is not None:
            return own
    raise NotFound(f"no game {game!r} of yours")


def players_holder(tx: Transaction, address: str) -> SeatHolder | None:
    """Who plays or has played, and writes from that address."""
    wanted = address.strip()
    seats = tx.projections.seats_of_address(wanted) if wanted else []
    return next((holder for holder in seats if _own(tx, holder) is not None), None)


def _own(tx: Transaction, holder: SeatHolder) -> OwnGame | None:
    state, seat = game_state(tx, holder.game), seat_from_label(holder.seat)
    sits = state.seats[seat]
    if sits.person.id != holder.person or sits.status not in _PLAYS:
        return None
    return OwnGame(state=state, seat=seat)
