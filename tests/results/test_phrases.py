from gettext import NullTranslations

from pigpost.games.outcomes import OUTCOMES
from pigpost.results.phrases import either, listed, nth_throw, one_such, points, shown, spelled

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
