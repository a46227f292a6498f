"""What was said is held against the rules and the players: a condition, or everything wrong with it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import HIGHEST_NUMBER, Seat
from pigpost.orders.names import Roster, fold
from pigpost.orders.reading import Complaint, Reason
from pigpost.orders.said import Amount, Named, Said, Wanted
from pigpost.orders.segment import Segment

MOST_SUGGESTIONS = 4

_FEW_THROWS = 12
"""A bare number up to this may well be meant as throws."""
_NEAR = 65.0
"""Likeness of names in percent from which one is worth asking about."""
_MOST_NEAR = 3

_Counted: TypeAlias = type[Throws | Turn | Total]
_COUNTED: dict[Wanted, _Counted] = {
    Wanted.THROWS: Throws,
    Wanted.TURN: Turn,
    Wanted.TOTAL: Total,
}
_NAMING: dict[Wanted, tuple[type[When | After], type[When | After]]] = {
    Wanted.WHEN: (When, After),
    Wanted.AFTER: (After, When),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A condition with no complaint, or complaints and what could be meant instead.

    `tries` tells whether the words try to be an order at all.
    """

    condition: Condition | None = None
    round: int | None = None
    complaints: tuple[Complaint, ...] = ()
    suggestions: tuple[Condition, ...] = ()
    tries: bool = True

    @property
    def options(self) -> tuple[Condition, ...]:
        """The condition if it stands, else what was suggested."""
        return self.suggestions if self.condition is None else (self.condition,)


def judge(said: Said, segment: Segment, roster: Roster) -> Judged:
    """The condition as the rules accept it (rules 6.1, 6.2)."""
    judged = _judge(said, segment, roster)
    whole = segment.span_in_line(0, len(segment.text))
    doubtful = len(set(said.rounds)) > 1 or 0 in said.rounds or not _of_me(said.of, roster)
    if doubtful and judged.condition is not None:
        unclear = Complaint(reason=Reason.UNCLEAR, rule="6.2", span=whole)
        return Judged(complaints=(unclear,), suggestions=judged.options)
    if judged.condition is None or not said.rounds:
        return judged
    return Judged(condition=judged.condition, round=said.rounds[0])


def _of_me(names: Sequence[Named], roster: Roster) -> bool:
    """Whether a sentence in the third person is about its writer alone."""
    mine = [n.kind == "NAME" and roster.by_name.get(n.text) == (roster.me,) for n in names]
    return mine in ([], [True])


def _judge(said: Said, segment: Segment, roster: Roster) -> Judged:
    match said.wanted:
        case Wanted.THROWS | Wanted.TURN | Wanted.TOTAL:
            return _counted(said, segment)
        case Wanted.WHEN | Wanted.AFTER:
            return _naming(said, segment, roster)
        case Wanted.ONLY_LEFT:
            return Judged(condition=OnlyLeft())
        case Wanted.SCORE:
            return _open(segment, _amount(said), lambda n: (Turn(n), Total(n)))
        case Wanted.BARE:
            return _open(segment, _amount(said), _any_of)
        case Wanted.AFTER_ALL:
            unclear = Complaint(
                reason=Reason.UNCLEAR,
                rule="3.3",
                span=segment.span_in_line(0, len(segment.text)),
            )
            others = (After(frozenset(roster.others)),) if roster.others else ()
            return Judged(complaints=(unclear,), suggestions=(OnlyLeft(), *others))


def _amount(said: Said) -> Amount:
    if said.amount is None:
        raise LookupError(f"{said.wanted} without a number")
    return said.amount


def _any_of(n: int) -> tuple[Condition, ...]:
    if n <= _FEW_THROWS:
        return Throws(n), Turn(n)
    return Turn(n), Total(n)


def _doubt(amount: Amount, segment: Segment, *, exact_counts: bool = False) -> Complaint | None:
    """Why a number is none that an order can have (rule 6.2)."""
    reason = amount.doubt
    if reason is None and amount.exact and not exact_counts:
        reason = Reason.UNCLEAR
    if reason is None and not 1 <= (amount.value or 0) <= HIGHEST_NUMBER:
        reason = Reason.BAD_NUMBER
    if reason is None:
        return None
    span = segment.span_in_line(amount.start, amount.end)
    return Complaint(reason=reason, rule="6.2", span=span)


def _possible(amount: Amount) -> int | None:
    """The number, where an order could have it."""
    value = amount.value
    return value if value is not None and 1 <= value <= HIGHEST_NUMBER else None


def _counted(said: Said, segment: Segment) -> Judged:
    amount, kind = _amount(said), _COUNTED[said.wanted]
    complaint = _doubt(amount, segment, exact_counts=said.wanted is Wanted.THROWS)
    n = _possible(amount)
    if complaint is None and n is not None:
        return Judged(condition=kind(n))
    suggestions = () if n is None else (kind(n),)
    return Judged(complaints=() if complaint is None else (complaint,), suggestions=suggestions)


def _open(
    segment: Segment, amount: Amount, meanings: Callable[[int], tuple[Condition, ...]]
) -> Judged:
    """A number that could mean several conditions."""
    n = _possible(amount)
    complaint = _doubt(amount, segment, exact_counts=True) or Complaint(
        reason=Reason.UNCLEAR, rule="6.2", span=segment.span_in_line(amount.start, amount.end)
    )
    return Judged(complaints=(complaint,), suggestions=() if n is None else meanings(n))


def _naming(said: Said, segment: Segment, roster: Roster) -> Judged:
    complaints = []
    choices: list[tuple[Seat, ...]] = []
    for named in said.names:
        seats, complaint = _who(named, segment, roster)
        if complaint is not None:
            complaints.append(complaint)
        if complaint is None or complaint.reason is not Reason.NAMES_HIMSELF:
            choices.append(seats)
    if not complaints:
        kind, _ = _NAMING[said.wanted]
        return Judged(condition=kind(frozenset(seat for (seat,) in choices)))
    return Judged(complaints=tuple(complaints), suggestions=tuple(_meant(said.wanted, choices)))


def _meant(wanted: Wanted, choices: Sequence[tuple[Seat, ...]]) -> Iterator[Condition]:
    """The conditions that a list of names can mean; of one list, both that name players."""
    meant = [frozenset(seats) for seats in islice(product(*choices), MOST_SUGGESTIONS) if seats]
    kinds = _NAMING[wanted] if len(meant) == 1 else _NAMING[wanted][:1]
    return (kind(seats) for seats in meant for kind in kinds)


def unknown_player(
    start: int, end: int, wanted: Wanted, segment: Segment, roster: Roster
) -> Judged:
    """A word in the place of a name, which is nobody's name (rule 6.2)."""
    text = segment.text[start:end]
    named = Named(kind="WORD", text=text, words=((start, end),))
    return _naming(Said(wanted=wanted, names=(named,)), segment, roster)


def _who(
    named: Named, segment: Segment, roster: Roster
) -> tuple[tuple[Seat, ...], Complaint | None]:
    """The seats that a name can mean; exactly one where there is no complaint (rules 6.2, 6.3)."""
    start, end = named.start, _name_end(named, segment)
    span, written = segment.span_in_line(start, end), segment.written(start, end)
    seats = roster.by_name.get(named.text, ()) if named.kind == "NAME" else ()
    able = tuple(seat for seat in seats if seat in roster.others)
    reason = Reason.UNKNOWN_PLAYER
    names: tuple[str, ...] = ()
    if named.kind == "SELF" or seats == (roster.me,):
        reason = Reason.NAMES_HIMSELF
    elif len(seats) == 1 and able:
        return able, None
    elif len(seats) == 1:
        reason = Reason.PLAYER_IS_OUT
    elif seats:
        reason, names = Reason.AMBIGUOUS_PLAYER, tuple(map(roster.spelled, seats))
    else:
        able = _near_seats(written, roster)
        names = tuple(map(roster.spelled, able))
    complaint = Complaint(reason=reason, rule="6.2", span=span, name=written, names=names)
    return able, complaint


def _name_end(named: Named, segment: Segment) -> int:
    """Where an unknown name ends: at its first word, and further words that begin with a capital."""
    end = named.words[0][1]
    for start, further in named.words[1:]:
        if not segment.written(start, further)[:1].isupper():
            break
        end = further
    return end


def _near_seats(name: str, roster: Roster) -> tuple[Seat, ...]:
    """The players whose name, or a word of it, is much like this one; the likest first."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - only refusals need it

    written = fold(name)
    likeness = {
        seat: max(
            fuzz.ratio(written, part)
            for whole in [fold(roster.spelled(seat))]
            for part in (whole, *whole.split())
        )
        for seat in roster.others
    }
    near = sorted((s for s in likeness if likeness[s] >= _NEAR), key=lambda s: -likeness[s])
    return tuple(near[:_MOST_NEAR])
