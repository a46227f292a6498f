"""Whether there is room for one more in a game, and under which name."""

from pigpost.errors import AgainstTheRules, TooLate
from pigpost.games.bots import OPTIMAL, optimal_problem
from pigpost.games.kinds import Seat
from pigpost.orders.names import name_problem, same_name
from pigpost.replay.state import GameState, Phase, SeatState, SeatStatus


def next_seat(state: GameState) -> Seat:
    """The number that the next seat gets."""
    return Seat(max(state.seats, default=0) + 1)


def check_name(state: GameState, name: str) -> None:
    """`TooLate` once the game has started; `AgainstTheRules` for what is no name (rule 6.3)."""
    if state.phase is not Phase.FORMING:
        raise TooLate(f"{state.id} has started: no seat is added any more")
    check_is_name(name)


def check_is_name(name: str) -> None:
    """`AgainstTheRules` for what is no name (rule 6.3)."""
    if (problem := name_problem(name)) is not None:
        raise AgainstTheRules(f"{problem} (rule 6.3)")


def namesake(state: GameState, name: str) -> SeatState | None:
    """The seat whose player has that name already, case and accents forgiven (rule 6.3)."""
    return next((s for s in state.seats.values() if same_name(s.person.name, name)), None)


def same_name_refused(name: str, other: str) -> AgainstTheRules:
    """The fault to raise for a name that is the same as another one's."""
    return AgainstTheRules(
        f"{name!r} and {other} are the same name but for case and accents; "
        "add an initial, as in 'Tom B' (rule 6.3)"
    )


def players_with(state: GameState, seat: Seat) -> int:
    """How many there would be with somebody in that seat."""
    return len(_others(state, seat)) + 1


def check_room(state: GameState, seat: Seat) -> None:
    """`AgainstTheRules` where a bot at the table can't play among one more."""
    if any(other.bot == OPTIMAL for other in _others(state, seat)):
        problem = optimal_problem(players_with(state, seat))
        if problem is not None:
            raise AgainstTheRules(problem)


def _others(state: GameState, seat: Seat) -> list[SeatState]:
    return [
        s for s in state.seats.values() if s.seat != seat and s.status is not SeatStatus.DECLINED
    ]
