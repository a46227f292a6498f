"""Every (type, version) ever released, as stored: readable for ever.

A line of golden.json is never changed. A new type, version or optional field is added as a line of
its own, in a stream that says which it is; the first game's lines name none.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pigpost.adapters.sql import quick_codec
from pigpost.events import codec
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.record import Part, Recorded
from pigpost.events.types import Event
from pigpost.replay.fold import replay
from pigpost.replay.state import GameState, Phase

GOLDEN: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("golden.json").read_text("utf-8")
)
STREAMS = ("game-golden-pigs", "game-golden-pigs-2", "game-golden-pigs-3", "game-golden-pigs-4")
OF_STREAM = {
    stream: [sample for sample in GOLDEN if sample.get("stream", STREAMS[0]) == stream]
    for stream in STREAMS
}
each_sample = pytest.mark.parametrize(
    ("ver", "sample"),
    [pair for samples in OF_STREAM.values() for pair in enumerate(samples, 1)],
    ids=lambda s: s["type"] if isinstance(s, dict) else "",
)


def _stored(sample: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": sample["type"],
        "v": sample["v"],
        "head": sample["head"].encode(),
        "sealed": sample["sealed"] and sample["sealed"].encode(),
        "personal": sample["personal"] and sample["personal"].encode(),
    }


def test_every_type_has_a_sample_of_its_version() -> None:
    newest = {(name, shape.cls.VERSION) for name, shape in codec.SHAPES.items()}
    assert newest <= {(sample["type"], sample["v"]) for sample in GOLDEN}


@each_sample
def test_stored_bytes_are_read_as_they_always_were(ver: int, sample: dict[str, Any]) -> None:
    del ver
    event = codec.decode(**_stored(sample))
    assert type(event).__name__ == sample["type"]
    values = codec.SHAPES[sample["type"]].write(event)
    assert _as_far_as(sample["values"], values) == sample["values"]


def _as_far_as(then: object, now: object) -> object:
    """What is known now of what was known then: optional fields have come since."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {name: _as_far_as(then[name], now[name]) for name in then}
    return now


@each_sample
def test_the_quick_codec_reads_and_writes_the_same(ver: int, sample: dict[str, Any]) -> None:
    del ver
    event = codec.decode(**_stored(sample))
    assert quick_codec.decode(**_stored(sample)) == event
    assert quick_codec.encode(event) == codec.encode(event)


@each_sample
def test_an_event_of_today_is_written_as_it_is_stored(ver: int, sample: dict[str, Any]) -> None:
    del ver
    encoded, stored = (
        codec.encode(codec.decode(**_stored(sample))),
        codec.Encoded(**_stored(sample)),
    )
    if encoded.v == stored.v and _keys(encoded) == _keys(stored):
        assert encoded == stored


def test_every_type_of_today_has_a_sample_that_is_written_as_it_is_stored() -> None:
    stored = [codec.Encoded(**_stored(sample)) for sample in GOLDEN]
    whole = {s.type for s in stored if _keys(codec.encode(_event(s))) == _keys(s)}
    assert whole == codec.SHAPES.keys()


def _event(stored: codec.Encoded) -> Event:
    parts = {"sealed": stored.sealed, "personal": stored.personal}
    return codec.decode(type=stored.type, v=stored.v, head=stored.head, **parts)


def _keys(encoded: codec.Encoded) -> list[object]:
    parts = (encoded.head, encoded.sealed, encoded.personal)
    return [part and json.loads(part).keys() for part in parts]


@each_sample
def test_the_leaf_of_a_stored_line_never_changes(ver: int, sample: dict[str, Any]) -> None:
    stored = _stored(sample)
    digests = [
        part_digest(body and Part(salt=ver.to_bytes(16), body=body))
        for body in (stored.pop("sealed"), stored.pop("personal"))
    ]
    stream = sample.get("stream", STREAMS[0])
    leaf = leaf_of(
        stream=stream, ver=ver, sealed_digest=digests[0], personal_digest=digests[1], **stored
    )
    assert leaf.hex() == sample["leaf"]


def _state(stream: str) -> GameState:
    samples = OF_STREAM[stream]
    state = replay(
        Recorded(
            pos=ver,
            stream=stream,
            ver=ver,
            leaf=sample["leaf"],
            event=codec.decode(**_stored(sample)),
        )
        for ver, sample in enumerate(samples, 1)
    )
    assert state is not None
    assert (state.phase, state.version) == (Phase.OVER, len(samples))
    return state


def test_no_sample_is_of_another_game() -> None:
    assert sum(map(len, OF_STREAM.values())) == len(GOLDEN)


def test_the_first_samples_are_a_game_that_folds() -> None:
    state = _state(STREAMS[0])
    assert len(state.thrown) == 1
    assert {seat: s.score for seat, s in state.seats.items()} == {1: 20, 2: 20, 3: 0}


def test_the_later_samples_are_a_game_with_all_that_came_since() -> None:
    state = _state(STREAMS[1])
    one, two = state.thrown
    assert (state.settings.max_dice, state.settings.first_seat) == (20, 2)
    assert [piece.words for piece in one.press] == ["\u00c4l\u00e4 heit\u00e4 ykk\u00f6si\u00e4!"]
    assert one.event.sources == {"p1": "order:8", "p2": "order:10"}
    assert two.event.sources == {"p1": "default:absent", "p2": "default:no_order"}
    assert [(s.misses, s.bot) for s in state.seats.values()] == [(0, None), (1, "dice5")]


def test_the_third_samples_are_a_game_with_a_dispute_that_folds() -> None:
    samples = OF_STREAM[STREAMS[2]]
    state = replay(
        Recorded(pos=v, stream=STREAMS[2], ver=v, leaf="", event=codec.decode(**_stored(sample)))
        for v, sample in enumerate(samples, 1)
    )
    assert state is not None
    assert [ruling.what for ruling in state.rulings] == ["count", "seat", "void"]
    assert [claim.status for claim in state.claims] == ["closed"]
    assert (len(state.annulled), state.round) == (1, 1)


def test_the_fourth_samples_are_a_game_thrown_by_hand_that_folds() -> None:
    state = _state(STREAMS[3])
    assert (state.level, state.winners) == ("hand", (2,))
    assert state.thrown[0].event.draws == ("sider", "trotter", "double_razorback")
