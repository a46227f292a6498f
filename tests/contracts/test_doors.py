"""The doors at which mail is delivered: their numbers, and what is noted of them."""

from datetime import timedelta

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import NotFound
from pigpost.ports import DoorState
from tests.contracts.samples import AT

NEVER = DoorState(beat_at=None, gap_began=None, gap_ended=None)


def test_numbers_go_up_by_one_for_each_mailbox(store: SqlStore) -> None:
    for number in (1, 2):
        with store.writing() as tx:
            assert tx.doors.next_number("inbox") == number
    with store.writing() as tx:
        assert tx.doors.next_number("other") == 1
        tx.doors.wait("inbox")
        assert tx.doors.next_number("inbox") == 3


def test_a_delivery_that_fails_leaves_no_hole(store: SqlStore) -> None:
    with pytest.raises(NotFound), store.writing() as tx:
        tx.mails.get(tx.doors.next_number("inbox"))
    with store.writing() as tx:
        assert tx.doors.next_number("inbox") == 1


def test_what_is_noted_of_a_door_is_read_and_its_numbers_go_on(store: SqlStore) -> None:
    noted = DoorState(beat_at=AT, gap_began=AT - timedelta(minutes=1), gap_ended=AT)
    with store.writing() as tx:
        assert tx.doors.state("inbox") == NEVER
        tx.doors.next_number("inbox")
        assert tx.doors.state("inbox") == NEVER
        for state in (noted, NEVER, noted):
            tx.doors.note("inbox", state)
            assert tx.doors.state("inbox") == state
        assert tx.doors.state("other") == NEVER
        assert tx.doors.next_number("inbox") == 2
