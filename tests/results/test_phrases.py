from gettext import NullTranslations

import pytest

from pigpost.games.dice import BY_FACES
from pigpost.games.kinds import Kind
from pigpost.games.outcomes import OUTCOMES, Outcome
from pigpost.results.phrases import (
    called,
    either,
    game_name,
    listed,
    nth_throw,
    one_such,
    points,
    shown,
    spelled,
)

ENGLISH = NullTranslations()


def test_names_in_a_row() -> None:
    assert listed([], ENGLISH) == ""
    assert listed(["Ted"], ENGLISH) == "Ted"
    assert listed(["Ted", "Jim"], ENGLISH) == "Ted and Jim"
    assert listed(list("ABCDEF"), ENGLISH) == "A, B, C, D, E and F"
    assert listed(list("ABCDEFG"), ENGLISH) == "A, B, C, D, E and 2 others"
    assert either(list("ABC"), ENGLISH) == "A, B or C"


def test_numbers() -> None:
    assert [spelled(n, ENGLISH) for n in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]
    assert [nth_throw(n, ENGLISH) for n in (1, 12, 13)] == [
        "first throw",
        "twelfth throw",
        "throw 13",
    ]
    assert [points(n, ENGLISH) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_2_1_every_outcome_has_a_name_of_its_own() -> None:
    names = [shown(outcome.name, ENGLISH) for outcome in OUTCOMES]
    assert len(set(names)) == len(OUTCOMES)
    assert all(one_such(o.name, ENGLISH) for o in OUTCOMES if not o.scores)


@pytest.mark.parametrize("kind", BY_FACES)
def test_2_every_throw_of_dice_has_a_name(kind: Kind) -> None:
    throws = BY_FACES[kind]
    named: dict[str, set[Outcome]] = {}
    for outcome in throws.values():
        named.setdefault(shown(outcome.name, ENGLISH), set()).add(outcome)
    assert all(len({(o.points, o.loss) for o in same}) == 1 for same in named.values())
    assert {one_such(o.name, ENGLISH) for o in throws.values() if not o.scores} <= {
        "a 1",
        "one 1",
        "two 1s",
    }


def test_the_dice_are_named_as_one_says_them() -> None:
    named = [shown(name, ENGLISH) for name in ("4", "3-5", "4-4", "1-6", "6-1", "1-1")]
    assert named == ["4", "3 and 5", "double 4", "one 1 and a 6", "one 1 and a 6", "two 1s"]
    assert [one_such(name, ENGLISH) for name in ("1", "1-6", "1-1")] == ["a 1", "one 1", "two 1s"]


def test_5_every_game_has_a_name_of_its_own() -> None:
    assert len({game_name(kind, ENGLISH) for kind in Kind}) == len(Kind)


def test_a_house_player_is_labelled() -> None:
    assert called("Ted", ENGLISH, bot=True) == "Ted (bot)"
    assert called("Ted", ENGLISH, bot=False) == "Ted"
