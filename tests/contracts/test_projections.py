from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.engine import writing_engine
from pigpost.adapters.sql.store import SqlStore
from pigpost.events.record import Addition
from pigpost.events.types import (
    AddressAdded,
    AddressConfirmed,
    DeadlineMoved,
    Event,
    GameEnded,
    GameHeld,
    GameResumed,
    GameStarted,
    InvitationDeclined,
    OrdersSealed,
    RoundThrown,
)
from pigpost.ports import GameRow
from tests.contracts.samples import AT, STREAM, created, invited, opened, order

TITLED = {"title": "Spring Pigs", "kind": "postal_pigs", "early": False}
SEALED = OrdersSealed(
    at=AT, by="service", round=1, attempt=1, orders_digest="aa", polled_at=AT, early=False
)
THROWN = RoundThrown(
    at=AT,
    by="service",
    round=1,
    attempt=1,
    seed="aa",
    orders_digest="aa",
    participants=("p1",),
    scores={"p1": 0},
    orders={"p1": "THROWS 4"},
    sources={"p1": "order:4"},
    draws=("trotter",),
    result={"final_scores": {"p1": 5}},
    result_digest="aa",
)


def _append(store: SqlStore, *additions: Addition | Event, stream: str = STREAM) -> GameRow:
    with store.writing() as tx:
        tx.log.append(
            stream,
            [a if isinstance(a, Addition) else Addition(event=a) for a in additions],
            expected=None,
        )
        row = tx.projections.game(stream.removeprefix("game-"))
    assert row is not None
    return row


def test_a_game_goes_through_its_phases(store: SqlStore) -> None:
    week = AT + timedelta(days=7)
    moved = DeadlineMoved(
        at=AT,
        by="gm",
        round=1,
        attempt=1,
        old_deadline=week,
        deadline=week + timedelta(hours=1),
        reason="asked",
    )
    ended = GameEnded(at=AT, by="service", reason="target", winners=("p1",))
    steps: list[tuple[Addition | Event, tuple[Any, ...]]] = [
        (created(), ("forming", None, None, None)),
        (GameStarted(at=AT, by="gm", seats=("p1",)), ("open", None, None, None)),
        (opened(), ("open", 1, 1, week)),
        (moved, ("open", 1, 1, week + timedelta(hours=1))),
        (order(1), ("open", 1, 1, week + timedelta(hours=1))),
        (SEALED, ("sealed", 1, 1, week + timedelta(hours=1))),
        (THROWN, ("open", None, None, None)),
        (opened(2), ("open", 2, 1, AT + timedelta(days=14))),
        (ended, ("over", None, None, None)),
    ]
    for version, (event, expected) in enumerate(steps, 1):
        row = _append(store, event)
        assert (row.phase, row.round, row.attempt, row.deadline) == expected
        assert row.version == version
        assert {name: getattr(row, name) for name in TITLED} == TITLED


def test_a_hold_is_shown_until_the_game_is_resumed(store: SqlStore) -> None:
    held = _append(store, created(), GameHeld(at=AT, by="gm", reason="the GM is away"))
    assert held.held == "the GM is away"
    assert _append(store, GameResumed(at=AT, by="gm", reason="back")).held is None


def test_the_newest_game_comes_first(store: SqlStore) -> None:
    _append(store, created("a"), stream="game-a")
    _append(store, created("b"), stream="game-b")
    with store.reading() as tx:
        assert [row.game for row in tx.projections.games()] == ["b", "a"]
        assert tx.projections.game("c") is None


def test_a_person_is_found_by_address_whatever_its_case(store: SqlStore) -> None:
    _append(store, created(), invited("p1", address="Bill@X.org"))
    _append(store, created("b"), invited("p3", address="bill@x.org"), stream="game-b")
    with store.reading() as tx:
        holders = tx.projections.seats_of_address("BILL@x.ORG")
        assert tx.projections.person_of_address("bill@X.ORG") == "bill"
        assert tx.projections.person_of_address("ann@x.org") is None
        assert tx.projections.seats_of_address("ann@x.org") == []
        assert tx.projections.seats_of_person("bill") == holders
        assert tx.projections.seats_of_person("ann") == []
        assert tx.projections.holder("spring-pigs", "p1") == holders[0]
        assert tx.projections.holder("spring-pigs", "p2") is None
    assert [(h.game, h.seat, h.person) for h in holders] == [
        ("spring-pigs", "p1", "bill"),
        ("b", "p3", "bill"),
    ]
    assert {(h.name, h.address, h.language, h.timezone) for h in holders} == {
        ("Bill", "bill@x.org", "en", "UTC")
    }


def test_mail_goes_to_the_latest_address_and_is_known_from_the_old_one(store: SqlStore) -> None:
    _append(store, created(), invited("p1", address="old@x.org"))
    _append(store, created("b"), invited("p1", address="new@x.org"), stream="game-b")
    with store.reading() as tx:
        by_old = tx.projections.seats_of_address("old@x.org")
        assert {holder.address for holder in by_old} == {"new@x.org"}
        assert tx.projections.seats_of_address("new@x.org") == by_old


def test_a_further_address_is_known_and_mail_goes_where_it_went(store: SqlStore) -> None:
    office = AddressConfirmed(person="bill", address="Bill@Office.org")
    added = AddressAdded(at=AT, by="service", personal=office)
    _append(store, created(), invited(), added)
    with store.writing() as tx:
        for _ in range(2):
            (seat,) = tx.projections.seats_of_address("bill@office.org")
            assert (seat.person, seat.address) == ("bill", "bill@x.org")
            assert [s.seat for s in tx.projections.seats_of_address("bill@x.org")] == ["p1"]
            assert tx.projections.person_of_address("bill@office.org") == "bill"
            tx.projections.rebuild()


def test_a_further_address_that_was_erased_is_nobody_s(store: SqlStore) -> None:
    _append(store, created(), invited(), AddressAdded(at=AT, by="service"))


def test_a_seat_offered_anew_is_the_new_persons(store: SqlStore) -> None:
    declined = InvitationDeclined(at=AT, by="p1", seat="p1")
    _append(store, created(), invited("p1"), declined)
    _append(store, invited("p1", person="ann", address="ann@x.org"))
    with store.reading() as tx:
        holder = tx.projections.holder("spring-pigs", "p1")
        assert tx.projections.seats_of_address("bill@x.org") == []
    assert holder is not None
    assert holder.person == "ann"


def test_a_rebuild_gives_equal_rows(store: SqlStore, backend_url: str) -> None:
    _append(store, created(), invited("p1"), invited("p2", person="ann", address="Ann@x.org"))
    _append(store, created("b"), invited("p1", address="new@x.org"), stream="game-b")
    _append(store, invited("p3", person="ann", address="ANN@x.org"), opened(), order(1), SEALED)
    _append(store, invited("p1", person="cy", address="cy@x.org"), stream="game-b")
    before = _rows(backend_url)
    with store.writing() as tx:
        tx.projections.rebuild()
    assert _rows(backend_url) == before
    assert len(before["game"]) == 2
    assert len(before["seat"]) == 4


@pytest.mark.parametrize("stream", ["site", "mailbox-inbox"])
def test_what_is_no_game_is_not_projected(store: SqlStore, stream: str) -> None:
    with store.writing() as tx:
        tx.log.append(stream, [created()], expected=0)
        assert tx.projections.games() == []


def _rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    with writing_engine(url).begin() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))))
            for table in (tables.game, tables.person, tables.address, tables.seat)
        }
