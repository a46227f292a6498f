"""Words in no sensible order: what is accepted of them has to be an order that a person would see."""

import random

import pytest

from tests.phrases.jumble import ME, NAMES, faults, jumbles, shuffled
from tests.phrases.rows import HELD_OUT, OURS, Row, answer_to, expected_of, orders_in, rows_of

JUMBLES = 2_500
SHUFFLED = 1_500

TABLE: Row = {"players": [*NAMES], "me": ME, "game": "postal_pigs"}


@pytest.mark.slow
def test_a_jumble_is_accepted_only_if_every_number_and_name_of_it_counts() -> None:
    read_as = [(text, answer_to(TABLE, text=text)) for text in jumbles(JUMBLES, random.Random(7))]
    wrong = [(text, answer, found) for text, answer in read_as if (found := faults(text, answer))]
    assert not wrong, "\n".join(map(str, wrong))
    accepted = [text for text, answer in read_as if orders_in(answer)]
    assert 5 < len(accepted) < JUMBLES // 20, accepted


@pytest.mark.slow
def test_the_words_of_an_order_shuffled_are_that_order_or_none() -> None:
    orders = [
        row for file in (OURS, HELD_OUT) for row in rows_of(file) if row["expect"]["do"] == "order"
    ]
    wrong = []
    for row, text in shuffled(orders, SHUFFLED, random.Random(8)):
        accepted = orders_in(answer_to(row, text=text))
        if accepted and not any(accepted == orders_in(expected) for expected in expected_of(row)):
            wrong.append((row["id"], text, accepted))
    assert not wrong, "\n".join(map(str, wrong))
