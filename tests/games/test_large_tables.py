"""A table of many players, however they wait for each other: the work grows as the table does.

Counted are the questions that are asked of seats, not seconds: a machine can be busy.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import cast

import pytest

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import After, Condition, Dice, Throws, Turn, When
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings
from pigpost.games.outcomes import STANDARD_WEIGHTS, Outcome
from pigpost.games.record import SharedRecord
from pigpost.games.settings import game_settings

SIDER = Outcome("sider", 1)
RULES = Settings(target=1_000_000, weights=STANDARD_WEIGHTS)
asked = 0


class CountedSeat(int):
    """A seat that counts how often it is looked up or compared."""

    def __hash__(self) -> int:
        return counted(int.__hash__(self))

    def __eq__(self, other: object) -> bool:
        return counted(int.__eq__(self, other))

    def __lt__(self, other: int) -> bool:
        return counted(int.__lt__(self, other))


def counted(answer: int) -> int:
    global asked  # noqa: PLW0603 - the seats have no other place in common
    asked += 1
    return answer


def seat(n: int) -> Seat:
    return Seat(CountedSeat(n))


def in_a_row(link: type[When | After], players: int) -> dict[Seat, Condition]:
    """Each waits for the next, the last for nobody; so the last of the seats goes first."""
    seats = [seat(n) for n in range(1, players + 1)]
    return {one: link(frozenset({other})) for one, other in pairwise(seats)} | {
        seats[-1]: Throws(1)
    }


def for_all_behind(players: int) -> dict[Seat, Condition]:
    """Ten wait for everybody else, who leave one by one."""
    seats = [seat(n) for n in range(1, players + 1)]
    everybody = frozenset(seats[10:])
    waiting: dict[Seat, Condition] = dict.fromkeys(seats[:10], When(everybody))
    return waiting | {each: Turn(n) for n, each in enumerate(seats[10:], 1)}


def questions(orders: dict[Seat, Condition]) -> int:
    """How often a seat is asked about in a round with as many throws as it has players."""
    global asked  # noqa: PLW0603 - as above
    standings = Standings(scores=dict.fromkeys(orders, 0))
    asked = 0
    record = adjudicate(RULES, standings, orders, lambda _: iter([SIDER] * len(orders)))
    assert isinstance(record, SharedRecord)
    return asked


@pytest.mark.parametrize(
    "table",
    [
        lambda players: in_a_row(When, players),
        lambda players: in_a_row(After, players),
        for_all_behind,
    ],
    ids=["when", "after", "for all behind"],
)
def test_3_3_4_a_table_of_twice_the_players_is_asked_about_little_more_than_twice_as_often(
    table: Callable[[int], dict[Seat, Condition]],
) -> None:
    assert questions(table(800)) < 2.5 * questions(table(400))


def test_3_3_4_a_chain_of_when_drops_out_at_one_throw_and_one_of_after_at_one_throw_a_link() -> (
    None
):
    for link, waves, throws in ((When, 400, 1), (After, 1, 400)):
        orders = in_a_row(link, 400)
        record = adjudicate(
            RULES, Standings(scores=dict.fromkeys(orders, 0)), orders, lambda _: iter([SIDER] * 400)
        )
        assert isinstance(record, SharedRecord)
        assert record.throws_made == throws
        assert record.throws[-1].drops[-1].wave == waves
        assert list(record.dropped_at.values()) == (
            [1] * 400 if link is When else [*range(400, 0, -1)]
        )


def test_3_8_a_row_of_dice_is_gone_through_once_however_many_order() -> None:
    """Counted are the dice that are looked at, by how often their points are asked for."""
    looked_at: list[int] = []
    dice = [CountedDie(looked_at) for _ in range(200)]
    seats = [Seat(n) for n in range(1, 101)]
    orders: dict[Seat, Condition] = {seat: Dice(100 + seat) for seat in seats}
    rules = game_settings(Kind.HOG, form=Form.SHARED, target=1000, max_dice=200)
    table = Standings(scores=dict.fromkeys(seats, 0))
    record = adjudicate(rules, table, orders, lambda _: iter(cast("list[Outcome]", dice)))
    assert record.turn_scores == {seat: 2 * (100 + seat) for seat in seats}
    assert len(looked_at) < 5 * len(dice)


class CountedDie:
    """A die that shows 2 and counts who looks at it."""

    name = "2"

    def __init__(self, looked_at: list[int]) -> None:
        self.looked_at = looked_at

    @property
    def points(self) -> int:
        self.looked_at.append(2)
        return 2
