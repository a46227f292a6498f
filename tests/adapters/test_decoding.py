"""Events as they are read back: opened late, checked as ever."""

from dataclasses import FrozenInstanceError, replace

import pytest

from pigpost.adapters.sql.decoding import ReadBack
from pigpost.adapters.sql.quick_codec import StoredObject, decode, encode
from pigpost.errors import LogBroken, UnknownEvent
from pigpost.events import codec
from pigpost.events.types import OrderAccepted, RoundThrown
from tests.contracts.samples import order
from tests.replay.playing import begun

STORED = encode(order(7).event)


def read_back(type: str = "OrderAccepted", v: int = 1, head: bytes = STORED.head) -> ReadBack:
    return ReadBack("game-a", 12, 3, "ab" * 32, type, v, head, STORED.sealed, STORED.personal)


def test_an_event_is_opened_once_and_its_kind_is_known_before() -> None:
    one = read_back(head=b"not looked at")
    assert one.kind is OrderAccepted
    one = read_back()
    assert one.event == order(7).event
    assert one.event is one.event
    assert read_back() == one != read_back(head=encode(order(8).event).head)


@pytest.mark.parametrize(("type", "v"), [("OrderAccepted", 2), ("OrderEaten", 1)])
def test_what_is_of_another_release_stops_before_it_is_looked_at(type: str, v: int) -> None:
    with pytest.raises(UnknownEvent, match=f"{type} v{v}"):
        read_back(type, v)


@pytest.mark.parametrize("head", [b"", b"{}", b"null", STORED.head[:-1], b"[" * 10**5])
def test_bytes_that_are_no_event_stop_who_looks_at_them_and_the_entry_is_named(head: bytes) -> None:
    one = read_back(head=head)
    with pytest.raises(LogBroken, match="entry 12: OrderAccepted v1"):
        _ = one.event


def test_an_event_that_was_read_back_is_a_value_to_whoever_has_it() -> None:
    with pytest.raises(FrozenInstanceError):
        read_back().event.uid = 8


# --- objects of any keys ---------------------------------------------------------------------------


def thrown() -> tuple[RoundThrown, RoundThrown]:
    """A thrown round as written, and as read back."""
    playing = begun(2)
    playing.seal()
    event = playing.throw()
    stored = encode(event)
    read = decode(type=stored.type, v=stored.v, head=stored.head, sealed=None, personal=None)
    assert isinstance(read, RoundThrown)
    return event, read


def test_a_result_is_the_same_mapping_as_was_written() -> None:
    event, read = thrown()
    assert isinstance(read.result, StoredObject)
    assert read == event
    assert event == read
    assert {**read.result} == event.result
    assert (len(read.result), repr(read.result)) == (12, repr({**read.result}))
    assert "shoe" not in read.result
    assert read != replace(event, result={**event.result, "unused": 1})
    assert codec.encode(read) == codec.encode(event) == encode(read)


def test_a_value_in_a_result_that_can_not_be_read_stops_who_asks_for_it() -> None:
    stored = encode(thrown()[0])
    head = stored.head.replace(b'"unused":0', b'"unused":"\xff"')
    read = decode(type=stored.type, v=stored.v, head=head, sealed=None, personal=None)
    assert isinstance(read, RoundThrown)
    assert read.result["winners"] == []
    with pytest.raises(LogBroken, match="JSON"):
        _ = read.result["unused"]
