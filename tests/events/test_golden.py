"""Every (type, version) ever released, as stored: readable for ever.

A line of golden.json is never changed. A new type or version is added as a line of its own.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pigpost.adapters.sql import quick_codec
from pigpost.events import codec
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.record import Part, Recorded
from pigpost.replay.fold import replay
from pigpost.replay.state import Phase

GOLDEN: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("golden.json").read_text("utf-8")
)
STREAM = "game-golden-pigs"
each_sample = pytest.mark.parametrize(
    ("ver", "sample"),
    list(enumerate(GOLDEN, 1)),
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
    assert {name: values[name] for name in sample["values"]} == sample["values"]


@each_sample
def test_the_quick_codec_reads_and_writes_the_same(ver: int, sample: dict[str, Any]) -> None:
    del ver
    event = codec.decode(**_stored(sample))
    assert quick_codec.decode(**_stored(sample)) == event
    assert quick_codec.encode(event) == codec.encode(event)


@each_sample
def test_an_event_of_today_is_written_as_it_is_stored(ver: int, sample: dict[str, Any]) -> None:
    del ver
    encoded = codec.encode(codec.decode(**_stored(sample)))
    if (
        encoded.v == sample["v"]
        and codec.parse(encoded.head).keys() == json.loads(sample["head"]).keys()
    ):
        assert encoded == codec.Encoded(**_stored(sample))


@each_sample
def test_the_leaf_of_a_stored_line_never_changes(ver: int, sample: dict[str, Any]) -> None:
    stored = _stored(sample)
    digests = [
        part_digest(body and Part(salt=ver.to_bytes(16), body=body))
        for body in (stored.pop("sealed"), stored.pop("personal"))
    ]
    leaf = leaf_of(
        stream=STREAM, ver=ver, sealed_digest=digests[0], personal_digest=digests[1], **stored
    )
    assert leaf.hex() == sample["leaf"]


def test_the_samples_are_a_game_that_folds() -> None:
    state = replay(
        Recorded(
            pos=ver,
            stream=STREAM,
            ver=ver,
            leaf=sample["leaf"],
            event=codec.decode(**_stored(sample)),
        )
        for ver, sample in enumerate(GOLDEN, 1)
    )
    assert state is not None
    assert (state.phase, state.version, len(state.thrown)) == (Phase.OVER, len(GOLDEN), 1)
    assert {seat: s.score for seat, s in state.seats.items()} == {1: 20, 2: 20, 3: 0}
