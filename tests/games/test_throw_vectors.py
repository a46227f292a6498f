"""Fixed vectors that every implementation of the throws passes, checked here by two of them.

`ten_lines` is what a player would write from the description of the format; it knows no Pigpost.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pigpost.games.kinds import Kind
from pigpost.games.outcomes import OUTCOMES
from pigpost.games.settings import game_settings
from pigpost.games.throws import draw, round_key, throws, words

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "vectors" / "throws.json").read_text("utf-8")
)["streams"]


def ten_lines(key: bytes, weights: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each draw's place in the table, and how many words have been used by then."""
    total, used = sum(weights), 0
    while True:
        block = hmac.new(key, (used // 4).to_bytes(8, "big"), hashlib.sha256).digest()
        word = int.from_bytes(block[used % 4 * 8 :][:8], "big")
        used += 1
        if word < 2**64 - 2**64 % total:
            rest, place = word % total, 0
            while rest >= weights[place]:
                rest, place = rest - weights[place], place + 1
            yield place, used


def key_of(vector: dict[str, Any]) -> bytes:
    return round_key(
        bytes.fromhex(vector["seed"]),
        game=vector["game"],
        round=vector["round"],
        attempt=vector["attempt"],
        source=vector["source"],
        orders_digest=vector["orders_digest"],
        beacon=vector["beacon"],
    )


each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["what"])


@each_vector
def test_the_key_is_that_of_the_format(vector: dict[str, Any]) -> None:
    fields = ("game", "round", "attempt", "source", "orders_digest", "beacon")
    text = "\n".join(["pigpost/key/v1", *(str(vector[field]) for field in fields), ""])
    expected = hmac.new(bytes.fromhex(vector["seed"]), text.encode(), hashlib.sha256).hexdigest()
    assert key_of(vector).hex() == expected == vector["key"]


@each_vector
def test_the_commitment_is_that_of_the_format(vector: dict[str, Any]) -> None:
    fields = ("game", "round", "attempt", "seed")
    text = "\n".join(["pigpost/commit/v1", *(str(vector[field]) for field in fields), ""])
    assert hashlib.sha256(text.encode()).hexdigest() == vector["commitment"]


@each_vector
def test_the_words_are_those_of_the_vector(vector: dict[str, Any]) -> None:
    expected = vector["words"]
    assert [f"{word:016x}" for word in islice(words(key_of(vector)), len(expected))] == expected


@each_vector
def test_draws_from_tables_of_every_size_are_those_of_the_vector(vector: dict[str, Any]) -> None:
    for drawn in vector["draws"]:
        weights, expected = [int(weight) for weight in drawn["weights"]], drawn["places"]
        source = words(key_of(vector))
        assert [draw(source, weights) for _ in expected] == expected
        independent = list(islice(ten_lines(key_of(vector), weights), len(expected)))
        assert [place for place, _ in independent] == expected
        assert independent[-1][1] == drawn["words_used"]


@each_vector
def test_throws_are_those_of_the_vector(vector: dict[str, Any]) -> None:
    for thrown in vector["throws"]:
        weights, expected = thrown["weights"], thrown["outcomes"]
        found = islice(
            throws(key_of(vector), replace(game_settings(Kind.POSTAL_PIGS), weights=weights)),
            len(expected),
        )
        assert [outcome.name for outcome in found] == expected
        independent = islice(ten_lines(key_of(vector), weights), len(expected))
        assert [OUTCOMES[place].name for place, _ in independent] == expected


def test_the_vectors_hold_every_size_of_table_and_many_rejections() -> None:
    for vector in VECTORS:
        totals = {sum(map(int, drawn["weights"])) for drawn in vector["draws"]}
        assert totals == {1, 2, 6, 6000, 2**63 + 1}
        rejecting = next(d for d in vector["draws"] if sum(map(int, d["weights"])) > 2**63)
        assert rejecting["words_used"] >= len(rejecting["places"]) + 5


def test_the_published_sample_is_among_the_vectors() -> None:
    sample = VECTORS[0]
    assert (sample["game"], sample["round"], sample["attempt"]) == ("spring-pigs", 4, 1)
    assert sample["seed"] == "3a5c1f2b33c2418a56ef52c4f793db907e380da68de10ab242598909691e8cc3"
    lock = "14acecb4588a9b69c2d621a89b51cd3a8cdfc90cb1dfa06d303bd42b6882e6f0"
    assert sample["commitment"] == lock
