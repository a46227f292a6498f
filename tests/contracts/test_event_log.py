from contextlib import suppress
from datetime import UTC, datetime

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import AlreadyRecorded, VersionConflict
from pigpost.events import codec
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.merkle import Tree
from pigpost.events.record import Addition, Entry
from pigpost.events.types import SeatTaken
from tests.contracts.samples import STREAM, created, invited, order, orders


def test_an_event_is_read_back_as_it_was_appended(store: SqlStore) -> None:
    with store.writing() as tx:
        written = tx.log.append(STREAM, [created(), invited(), order(7)], expected=0)
    with store.reading() as tx:
        assert tx.log.read(STREAM) == written
        assert [one.ver for one in tx.log.read(STREAM, after=1)] == [2, 3]
        assert tx.log.read("game-other") == []


def test_a_history_is_all_that_is_read_one_after_the_other(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append("game-a", list(orders(1, 250)), expected=0)
        tx.log.append("game-b", [order(1)], expected=0)
    with store.reading() as tx:
        assert list(tx.log.history("game-a")) == tx.log.read("game-a")
        assert [one.ver for one in tx.log.history("game-a")] == [*range(1, 251)]
        assert list(tx.log.history("game-other")) == []


def test_a_history_that_is_not_read_to_its_end_hinders_nothing(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append(STREAM, list(orders(1, 250)), expected=0)
        history = tx.log.history(STREAM)
        assert next(history).ver == 1
        tx.log.append(STREAM, [order(251)], expected=250)
    with store.reading() as tx:
        assert tx.log.head().size == 251


def test_positions_have_no_gap_over_streams_and_refused_appends(store: SqlStore) -> None:
    for stream, addition in (("game-a", order(1)), ("game-b", order(2)), ("game-a", order(3))):
        with store.writing() as tx:
            tx.log.append(stream, [addition], expected=None)
        with pytest.raises(VersionConflict), store.writing() as tx:
            tx.log.append(stream, [addition], expected=9)
    with store.reading() as tx:
        places = [(entry.pos, entry.stream, entry.ver) for entry in tx.log.entries()]
    assert places == [(1, "game-a", 1), (2, "game-b", 1), (3, "game-a", 2)]


def test_an_append_on_a_stale_version_is_refused_and_names_both(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append(STREAM, [created()], expected=0)
    with pytest.raises(VersionConflict) as refused, store.writing() as tx:
        tx.log.append(STREAM, [invited()], expected=0)
    assert (refused.value.expected, refused.value.actual) == (0, 1)


def test_the_same_key_is_recorded_once_in_a_stream_and_again_in_another(store: SqlStore) -> None:
    keyed = order(1, idem="mail:inbox:ab:1")
    with store.writing() as tx:
        tx.log.append("game-a", [keyed], expected=None)
        tx.log.append("game-b", [keyed], expected=None)
    for _ in range(5):
        with pytest.raises(AlreadyRecorded, match="mail:inbox:ab:1"), store.writing() as tx:
            tx.log.append("game-a", [order(2), keyed], expected=None)
    with store.reading() as tx:
        assert tx.log.has("game-a", "mail:inbox:ab:1")
        assert not tx.log.has("game-a", "mail:inbox:ab:2")
        assert tx.log.head().size == 2


def test_the_same_key_twice_in_one_append_is_refused(store: SqlStore) -> None:
    keyed = order(1, idem="twice")
    with pytest.raises(AlreadyRecorded), store.writing() as tx:
        tx.log.append("game-a", [keyed, keyed], expected=None)


def test_after_a_refusal_the_transaction_goes_on(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append("game-a", [order(1, idem="k")], expected=0)
        with pytest.raises(AlreadyRecorded):
            tx.log.append("game-a", [order(1, idem="k")], expected=None)
        with pytest.raises(VersionConflict):
            tx.log.append("game-a", [order(2)], expected=0)
        tx.log.append("game-a", [order(3)], expected=1)
    with store.reading() as tx:
        assert tx.log.head().size == 2


def test_an_exception_in_the_block_leaves_nothing(store: SqlStore) -> None:
    class Interrupted(Exception):
        pass

    with suppress(Interrupted), store.writing() as tx:
        tx.log.append(STREAM, [created()], expected=0)
        raise Interrupted
    with store.reading() as tx:
        assert list(tx.log.entries()) == []
        assert tx.log.head().size == 0
        assert tx.projections.games() == []


def test_entries_hold_the_bytes_and_the_tree_is_over_their_leaves(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append(STREAM, [created(), *orders(1, 6)], expected=0)
    with store.reading() as tx:
        entries, head, leaves = list(tx.log.entries()), tx.log.head(), tx.log.leaves()
    assert leaves == [_leaf(entry) for entry in entries]
    assert (head.size, head.root) == (7, Tree(leaves).root.hex())
    for entry in entries:
        assert entry.sealed_digest == part_digest(entry.sealed)
        assert entry.personal_digest == part_digest(entry.personal)
    salts = [part.salt for e in entries for part in (e.sealed, e.personal) if part is not None]
    assert len(set(salts)) == len(salts) == 12


def test_entries_of_one_stream_come_after_a_position(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append("game-a", list(orders(1, 1200)), expected=0)
        tx.log.append("game-b", list(orders(1, 3)), expected=0)
        tx.log.append("game-a", [order(9)], expected=None)
    with store.reading() as tx:
        positions = [entry.pos for entry in tx.log.entries("game-a", after=1100)]
        assert positions == [*range(1101, 1201), 1204]
        assert len(list(tx.log.entries())) == 1204


def test_what_is_stored_is_canonical(store: SqlStore) -> None:
    with store.writing() as tx:
        (recorded,) = tx.log.append(STREAM, [order(7, line="WHEN p1,p3")], expected=0)
    with store.reading() as tx:
        (entry,) = tx.log.entries()
    encoded = codec.encode(recorded.event)
    assert entry.sealed is not None
    assert entry.personal is not None
    assert (entry.head, entry.sealed.body) == (encoded.head, encoded.sealed)
    assert entry.personal.body == encoded.personal


def test_an_event_that_cannot_be_stored_leaves_nothing(store: SqlStore) -> None:
    with store.writing() as tx, pytest.raises(ValueError, match="stored"):
        tx.log.append(STREAM, [order(2), order(2**53)], expected=0)
    with store.reading() as tx:
        assert tx.log.head().size == 0


def test_what_a_person_wrote_never_stops_an_append(store: SqlStore) -> None:
    with store.writing() as tx:
        written = tx.log.append(STREAM, [created(), invited(name="Zoe\u0308 \udcff")], expected=0)
    with store.reading() as tx:
        assert tx.log.read(STREAM) == written
        (holder,) = tx.projections.seats_of_address("bill@x.org")
    assert written[1].event.personal.name == holder.name == "Zoë \ufffd"


@pytest.mark.parametrize("name", ["", "Game", "game_x", "g" * 65, "game-é"])
def test_a_stream_has_a_plain_name(store: SqlStore, name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a stream"), store.writing() as tx:
        tx.log.append(name, [created()], expected=0)


def test_the_longest_time_and_the_shortest_come_back_in_utc(store: SqlStore) -> None:
    instants = [datetime(1, 1, 1, tzinfo=UTC), datetime.max.replace(tzinfo=UTC)]
    with store.writing() as tx:
        tx.log.append(
            STREAM,
            [_taken(at) for at in instants],
            expected=0,
        )
    with store.reading() as tx:
        read = [one.event.at for one in tx.log.read(STREAM)]
    assert read == instants
    assert all(at.tzinfo is UTC for at in read)


def _taken(at: datetime) -> Addition:
    return Addition(event=SeatTaken(at=at, by="p1", seat="p1"))


def _leaf(entry: Entry) -> bytes:
    return leaf_of(
        stream=entry.stream,
        ver=entry.ver,
        type=entry.type,
        v=entry.v,
        head=entry.head,
        sealed_digest=entry.sealed_digest,
        personal_digest=entry.personal_digest,
    )
