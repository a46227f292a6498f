"""The phrase files are what they should be: broad, our own, and in the scheme of the shared one."""

from collections import Counter
from pathlib import Path

import pytest

from pigpost.games.kinds import Form, Kind
from pigpost.orders.reading import CommandWord, Reason, State
from tests.phrases.marks import is_refusable
from tests.phrases.rows import HELD_OUT, OURS, SHARED, Row, expected_of, items_in, rows_of

FIELDS = {"id", "text", "game", "players", "me", "expect", "state", "now", "form", "out", "round"}
SEEN_BY_THE_SERVICE = {Reason.WRONG_ROUND, Reason.TOO_LATE}
BOTH = [pytest.param(file, id=file.stem) for file in (OURS, HELD_OUT)]

ours = rows_of(OURS)
held_out = rows_of(HELD_OUT)


def asked(row: Row) -> tuple[object, ...]:
    """All that the answer depends on."""
    extras = (row.get(key) for key in ("state", "now", "form"))
    return (row["text"], row["game"], *row["players"], row["me"], *extras, *row.get("out", ()))


@pytest.mark.parametrize("file", BOTH)
def test_every_row_is_in_the_scheme(file: Path) -> None:
    for row in rows_of(file):
        assert row.keys() <= FIELDS, row["id"]
        assert Kind(row["game"])
        assert Form(row.get("form", "shared"))
        assert State(row.get("state", "playing"))
        assert row["me"] is None or row["me"] in row["players"], row["id"]
        for expected in expected_of(row):
            for item in items_in(expected):
                assert set(item.get("order", {}).get("players", ())) <= {*row["players"]}, row["id"]
                assert item["do"] != "no_order" or Reason(item["reason"])
                assert item["do"] != "command" or CommandWord(item["command"])


def test_there_are_phrases_of_every_kind_for_every_game_and_reason() -> None:
    kinds = Counter(
        item["order"]["kind"]
        for row in ours
        for item in items_in(row["expect"])
        if item["do"] == "order"
    )
    assert min(kinds.values()) >= 20
    assert len(kinds) == 7, "six conditions and DICE"
    assert min(Counter(row["game"] for row in ours)[kind] for kind in Kind) >= 10
    reasons = Counter(row["expect"]["reason"] for row in ours if is_refusable(row))
    assert set(reasons) == set(Reason) - SEEN_BY_THE_SERVICE
    assert min(reasons.values()) >= 7
    words = {
        item["command"]
        for row in ours
        for item in items_in(row["expect"])
        if item["do"] == "command"
    }
    assert words == set(CommandWord)


def test_there_are_enough_of_them() -> None:
    assert len(ours) >= 330
    assert sum(map(is_refusable, ours)) >= 110
    assert len(held_out) >= 120


def test_no_phrase_stands_twice() -> None:
    assert not [row for row, count in Counter(map(asked, ours + held_out)).items() if count > 1]
    assert len({row["id"] for row in ours + held_out}) == len(ours) + len(held_out)


def test_the_files_have_no_wording_in_common() -> None:
    texts = [{row["text"].strip() for row in rows} for rows in (ours, held_out)]
    assert not texts[0] & texts[1]


def test_no_phrase_is_one_of_the_shared_ones() -> None:
    if not SHARED.is_file():
        pytest.skip(f"there is no {SHARED.name} beside the checkout")
    shared = {row["text"].strip() for row in rows_of(SHARED)}
    assert not [row["id"] for row in ours + held_out if row["text"].strip() in shared]
