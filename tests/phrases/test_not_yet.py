"""Sentences that a person understands and the reader does not: asked back for now, never misread.

A row that is understood moves to `english.jsonl`.
"""

from pathlib import Path

import pytest

from tests.phrases.marks import Mark, marks_of

NOT_YET = Path(__file__).with_name("not_yet.jsonl")


def test_what_is_not_understood_yet_is_asked_back_and_never_read_wrongly() -> None:
    wrong = [str(one) for one in marks_of(NOT_YET).rows if one.mark is Mark.WRONG_READING]
    assert wrong == []


def test_what_is_understood_by_now_has_moved_on() -> None:
    right = [one.row["id"] for one in marks_of(NOT_YET).rows if one.mark is Mark.RIGHT]
    if right:
        pytest.fail(f"move to english.jsonl: {', '.join(right)}")
