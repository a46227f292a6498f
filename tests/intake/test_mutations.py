"""Damaged mails: no exception, no hang, and no order that the mail did not hold before."""

import time

from hypothesis import given, settings

from pigpost.games.conditions import Condition
from tests.intake.mutations import FILES, damaged_mails, orders_held, orders_read


def test_there_are_many_mails_to_damage() -> None:
    assert len(FILES) >= 150


@settings(max_examples=400, deadline=None)
@given(damaged_mails())
def test_a_damaged_mail_gives_no_order_that_it_did_not_hold(mails: tuple[bytes, bytes]) -> None:
    raw, damaged = mails
    before = orders_read(raw)  # it also loads the grammar, which is not to be timed
    began = time.process_time()
    after = orders_read(damaged)
    assert time.process_time() - began < 1
    new = [order for order in after if order not in before]
    assert not new or [order for order in new if not _held(order, raw)] == []


def _held(order: Condition, raw: bytes) -> bool:
    """The same stood in it; or a number that began so, where the rest was cut off (base64)."""
    number = getattr(order, "n", None)
    return any(
        order == other
        or (type(order) is type(other) and number and str(other.n).startswith(str(number)))
        for other in orders_held(raw)
    )
