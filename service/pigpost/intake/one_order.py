"""One order a round: a mail that names the round under way once, and once does not, has two (rule 6.1)."""

from collections.abc import Sequence

from pigpost.orders.reading import Complaint, Item, Order, Reason, Refusal, Span


def one_order_a_round(items: Sequence[Item], text: str, round: int | None) -> tuple[Item, ...]:
    """The items, with one refusal for all orders of the round under way if they differ.

    The reader does not know which round that is: to him `THROWS 4` and `ROUND 5 AFTER Bill` may
    both be meant.
    """
    now = [item for item in items if isinstance(item, Order) and _is_for(item, round)]
    if len({order.condition for order in now}) <= 1:
        return tuple(items)
    line = " ".join(text[now[-1].span.start : now[-1].span.end].split())
    complaint = Complaint(
        reason=Reason.MORE_THAN_ONE_CONDITION, rule="6.1", span=Span(start=0, end=len(line))
    )
    refused = Refusal(
        line=line, complaints=(complaint,), suggestions=tuple(order.condition for order in now)
    )
    return (*(item for item in items if item not in now), refused)


def _is_for(order: Order, round: int | None) -> bool:
    return not order.standing and order.round in (None, round)
