"""Chance: nobody's, or repeatable where somebody asks for that."""

from pigpost.adapters.entropy import SeededEntropy


def test_seeds_of_a_text_are_the_same_however_many_salts_were_drawn_between() -> None:
    one, other = SeededEntropy("oink"), SeededEntropy("oink")
    first = [one.seed(), one.seed()]
    other.salt()
    again = [other.seed()]
    other.salt()
    assert [*again, other.seed()] == first
    assert len({*first, one.salt(), other.salt(), SeededEntropy("moo").seed()}) == 5
