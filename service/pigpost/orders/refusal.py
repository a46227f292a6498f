"""Refusals: one line, every complaint about it, and what could be ordered instead (rule 6.3.1)."""

from pigpost.games.conditions import After, Condition, When, fits
from pigpost.orders.ear import Ear
from pigpost.orders.judge import MOST_SUGGESTIONS, Judged
from pigpost.orders.reading import CommandWord, Complaint, Doubt, Reason, Refusal, Span
from pigpost.orders.segment import Segment

LONGEST_LINE = 400
"""Characters of a line that are shown back; what can be an order is shorter."""


def refusal(segment: Segment, judged: Judged, ear: Ear) -> Refusal:
    """The refusal of one line, its spans kept inside what is shown of the line."""
    line = segment.line[:LONGEST_LINE]
    return Refusal(
        line=line,
        complaints=tuple(_shown(complaint, len(line)) for complaint in judged.complaints),
        suggestions=_possible(judged.suggestions, ear),
        commands=judged.commands,
    )


def whole(segment: Segment, reason: Reason, *suggestions: Condition, rule: str = "6.2") -> Judged:
    """A complaint about all of a sentence."""
    span = segment.span_in_line(0, len(segment.text))
    complaint = Complaint(reason=reason, rule=rule, span=span)
    return Judged(complaints=(complaint,), suggestions=suggestions)


def unclear(
    segment: Segment,
    doubt: Doubt,
    *suggestions: Condition,
    commands: tuple[CommandWord, ...] = (),
    span: Span | None = None,
) -> Judged:
    """A sentence that is not sure enough to act on, and why."""
    complaint = Complaint(
        reason=Reason.UNCLEAR,
        rule="6.2",
        span=span or segment.span_in_line(0, len(segment.text)),
        doubt=doubt,
    )
    return Judged(complaints=(complaint,), suggestions=suggestions, commands=commands)


def _shown(complaint: Complaint, length: int) -> Complaint:
    span = complaint.span
    inside = Span(start=min(span.start, length), end=min(span.end, length))
    return Complaint(
        reason=complaint.reason,
        rule=complaint.rule,
        span=inside,
        name=complaint.name,
        names=complaint.names,
        doubt=complaint.doubt,
        limit=complaint.limit,
    )


def _possible(conditions: tuple[Condition, ...], ear: Ear) -> tuple[Condition, ...]:
    """Each that the game knows and the writer could order, the first few."""
    able = [
        condition
        for condition in dict.fromkeys(conditions)
        if fits(condition, ear.kind, ear.form)
        and not (
            isinstance(condition, When | After)
            and not condition.seats <= frozenset(ear.roster.others)
        )
    ]
    return tuple(able[:MOST_SUGGESTIONS])
