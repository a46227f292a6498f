"""Marks of the phrase files (experience 4): no wrong reading, little asked back, the right reasons.

`held_out.jsonl` is written in other voices than `english.jsonl` and is NOT to be tuned to: who works on
the reader is asked not to read it, and to mend kinds of faults by the other file. It measures what an
unknown mail meets; mending the reader for one of its rows makes it worthless. So its rows are shown
only where they are read wrongly; `python -m tests.phrases.marks held_out` shows them all.
"""

from typing import TYPE_CHECKING

import pytest

from tests.phrases.marks import Mark, Marked, Marks, is_refusable, marks_of, table
from tests.phrases.rows import HELD_OUT, OURS, SHARED

if TYPE_CHECKING:
    from pathlib import Path

MOST_ASKED_BACK = 0.05
LEAST_RIGHT_REASONS = 0.90


@pytest.fixture(scope="module", params=[SHARED, OURS, HELD_OUT], ids=lambda file: file.stem)
def marks(request: pytest.FixtureRequest) -> Marks:
    file: Path = request.param
    if not file.is_file():
        pytest.skip(f"there is no {file.name} beside the checkout")
    return marks_of(file)


def listed(marks: Marks, rows: list[Marked]) -> str:
    """A readable message for every row; of held-out rows the number alone, lest they be tuned to."""
    hidden = marks.name == HELD_OUT.stem
    return "\n".join([table([marks]), *(row.row["id"] if hidden else str(row) for row in rows)])


def test_no_phrase_is_read_as_an_order_that_it_is_not(marks: Marks) -> None:
    wrong = marks.having(Mark.WRONG_READING)
    assert not wrong, "\n".join(map(str, wrong))


def test_few_phrases_that_are_orders_are_asked_back(marks: Marks) -> None:
    share = marks.asked_back
    assert share <= MOST_ASKED_BACK, listed(marks, marks.having(Mark.ASKED_BACK))


def test_a_refusal_of_6_2_has_the_right_reason(marks: Marks) -> None:
    fallen = [row for row in marks.rows if is_refusable(row.row) and row.mark is not Mark.RIGHT]
    share = marks.right_reasons
    assert share >= LEAST_RIGHT_REASONS, listed(marks, fallen)
