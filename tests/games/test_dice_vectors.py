"""Fixed vectors of dice, of the throws of one seat, and of the lot for the starting seat.

As with the pigs, `ten_lines` is what a player would write from the description of the format.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pigpost.games.kinds import Kind, Seat
from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS
from pigpost.games.settings import game_settings
from pigpost.games.throws import lot, round_key, throws

FOLDER = Path(__file__).parent.parent / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "dice.json").read_text("utf-8"))

each_stream = pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda v: v["what"])
each_lot = pytest.mark.parametrize("vector", VECTORS["lots"], ids=lambda v: v["what"])


def ten_lines(vector: dict[str, Any], sides: int) -> Iterator[int]:
    """Numbers from 0, one less than the sides at most, from the words of the vector's key."""
    fields = ("game", "round", "attempt", "source", "orders_digest", "beacon")
    text = "\n".join(["pigpost/key/v1", *(str(vector[field]) for field in fields), ""])
    key = hmac.new(bytes.fromhex(vector["seed"]), text.encode(), hashlib.sha256).digest()
    for counter in range(10_000):
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, 32, 8):
            word = int.from_bytes(block[start : start + 8], "big")
            if word < 2**64 - 2**64 % sides:
                yield word % sides


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


def names(vector: dict[str, Any], kind: Kind, number: int) -> list[str]:
    return [o.name for o in islice(throws(key_of(vector), game_settings(kind)), number)]


@pytest.mark.parametrize("vector", [*VECTORS["streams"], *VECTORS["lots"]], ids=lambda v: v["what"])
def test_the_key_is_that_of_the_vector(vector: dict[str, Any]) -> None:
    assert key_of(vector).hex() == vector["key"]


@each_stream
def test_dice_are_those_of_the_format(vector: dict[str, Any]) -> None:
    faces = vector["faces"]
    assert [n + 1 for n in islice(ten_lines(vector, 6), len(faces))] == faces


@each_stream
@pytest.mark.parametrize("kind", [Kind.PIG, Kind.HOG])
def test_a_game_of_single_dice_throws_them_one_by_one(vector: dict[str, Any], kind: Kind) -> None:
    faces = vector["faces"]
    assert names(vector, kind, len(faces)) == [str(face) for face in faces]


@each_stream
@pytest.mark.parametrize("kind", [Kind.TWO_DICE, Kind.DOUBLES])
def test_a_game_of_two_dice_throws_each_with_the_next(vector: dict[str, Any], kind: Kind) -> None:
    faces = vector["faces"]
    pairs = [f"{one}-{other}" for one, other in zip(faces[::2], faces[1::2], strict=True)]
    assert names(vector, kind, len(pairs)) == pairs


@each_stream
def test_pass_the_pigs_draws_from_the_stream_of_a_seat_as_from_any(vector: dict[str, Any]) -> None:
    settings = game_settings(Kind.PASS_THE_PIGS)
    drawn = [o.name for o in islice(throws(key_of(vector), settings), 40)]
    expected = []
    for number in islice(ten_lines(vector, 12_000), 40):
        place, rest = 0, number
        while rest >= settings.weights[place]:
            rest, place = rest - settings.weights[place], place + 1
        expected.append(OUTCOMES[place].name)
    assert drawn == expected
    assert settings.weights[:16] == tuple(2 * weight for weight in STANDARD_WEIGHTS[:16])


@each_lot
def test_the_lot_falls_on_the_seat_of_the_vector(vector: dict[str, Any]) -> None:
    for number, place in vector["places"].items():
        seats = [Seat(n) for n in range(1, int(number) + 1)]
        assert lot(key_of(vector), seats) == place + 1
        assert next(ten_lines(vector, int(number))) == place


@each_lot
def test_the_lot_is_among_the_seats_that_there_are(vector: dict[str, Any]) -> None:
    seats = [Seat(2), Seat(5), Seat(9)]
    assert lot(key_of(vector), seats) == seats[vector["places"]["3"]]


def test_every_face_comes_in_every_stream_and_no_two_streams_are_alike() -> None:
    rows = [tuple(vector["faces"]) for vector in VECTORS["streams"]]
    assert all(set(row) == {1, 2, 3, 4, 5, 6} for row in rows)
    assert len(set(rows)) == len(rows)


def test_two_dice_are_drawn_no_sooner_than_they_are_thrown() -> None:
    """The second throw takes the third and fourth die, whoever looked at the first."""
    stream = throws(key_of(VECTORS["streams"][1]), game_settings(Kind.TWO_DICE))
    first = next(stream)
    faces = VECTORS["streams"][1]["faces"]
    assert (first.name, next(stream).name) == (
        f"{faces[0]}-{faces[1]}",
        f"{faces[2]}-{faces[3]}",
    )
