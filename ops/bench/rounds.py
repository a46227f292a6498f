"""How fast rounds are adjudicated: `python ops/bench/rounds.py`.

A round of six players, with every kind of order, from its seed to its record; the throws are drawn
from the seed while the round asks for them. The peer is a loop that draws the same throws of the
same seeds and does nothing with them. Both are measured in processor time, in turns, and the best
of many turns counts: a busy machine takes time away and gives none.
"""

from collections.abc import Callable, Iterator
from time import process_time
from typing import assert_never

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings
from pigpost.games.outcomes import Outcome
from pigpost.games.record import OwnRecord, RoundRecord, RowRecord, SharedRecord
from pigpost.games.settings import game_settings
from pigpost.games.throws import ALL, round_key, throws

GOAL = 20_000
"""Shared rounds of six players in a second, on one core."""
ROUNDS = 2_000
TURNS = 12
SEED = bytes(range(32))
TABLE = Standings(
    scores={Seat(n): score for n, score in enumerate([41, 38, 52, 30, 47, 20], start=1)}
)
STAGGS_AND_A_SIXTH: dict[Seat, Condition] = {
    Seat(1): Throws(5),
    Seat(2): After(frozenset({Seat(1)})),
    Seat(3): Turn(25),
    Seat(4): When(frozenset({Seat(1), Seat(3)})),
    Seat(5): OnlyLeft(),
    Seat(6): Total(60),
}
HOLD_AT_20: dict[Seat, Condition] = {Seat(n): Turn(20) for n in range(1, 7)}
FIVE_DICE: dict[Seat, Condition] = {Seat(n): Dice(5) for n in range(1, 7)}


def main() -> None:
    """Measures the round that the goal is about, then one of each other form."""
    _measure(game_settings(Kind.POSTAL_PIGS), STAGGS_AND_A_SIXTH, goal=f" (goal >= {GOAL:,})")
    _measure(game_settings(Kind.PIG), HOLD_AT_20)
    _measure(game_settings(Kind.HOG), FIVE_DICE)
    _measure(game_settings(Kind.HOG, form=Form.SHARED), FIVE_DICE)


def _measure(settings: Settings, orders: dict[Seat, Condition], *, goal: str = "") -> None:
    drawn = [_drawn(_adjudicated(settings, orders, round)) for round in range(ROUNDS)]
    ours, bare = [], []
    for _ in range(TURNS):
        ours.append(_seconds(lambda n: _adjudicated(settings, orders, n)))
        bare.append(_seconds(lambda n: _only_drawn(settings, drawn[n], n)))
    throws_each = sum(sum(many.values()) for many in drawn) / ROUNDS
    print(
        f"{settings.kind.value}, {settings.form.value}, six players, "
        f"{throws_each:.1f} throws a round: {ROUNDS / min(ours):,.0f} rounds/s{goal}; "
        f"{min(bare) / min(ours):.2f}x of a loop that only draws ({ROUNDS / min(bare):,.0f}/s)"
    )


def _seconds(one_round: Callable[[int], object]) -> float:
    began = process_time()
    for round in range(ROUNDS):
        one_round(round)
    return process_time() - began


def _adjudicated(settings: Settings, orders: dict[Seat, Condition], round: int) -> RoundRecord:
    def stream(source: str) -> Iterator[Outcome]:
        return throws(
            round_key(SEED, game="bench", round=round, attempt=1, source=source), settings
        )

    return adjudicate(settings, TABLE, orders, stream)


def _only_drawn(settings: Settings, many: dict[str, int], round: int) -> None:
    """The driver: as many throws of each source, and nothing but the throws."""
    for source, number in many.items():
        key = round_key(SEED, game="bench", round=round, attempt=1, source=source)
        stream = throws(key, settings)
        for _ in range(number):
            next(stream)


def _drawn(record: RoundRecord) -> dict[str, int]:
    """How many throws a round took from each source."""
    match record:
        case SharedRecord():
            return {ALL: len(record.discarded) + record.throws_made}
        case RowRecord():
            return {ALL: len(record.row)}
        case OwnRecord():
            return {f"p{seat}": len(turn.throws) for seat, turn in record.turns.items()}
    assert_never(record)


if __name__ == "__main__":
    main()
