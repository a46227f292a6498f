"""What was said is held against the rules and the players: a condition, or everything wrong with it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from pigpost.games.conditions import (
    After,
    Condition,
    Counted,
    Dice,
    Naming,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
    fits,
)
from pigpost.games.kinds import HIGHEST_NUMBER, Form, Kind, Seat
from pigpost.orders.ear import Ear
from pigpost.orders.names import Roster, fold
from pigpost.orders.reading import CommandWord, Complaint, Doubt, Reason
from pigpost.orders.said import Amount, Named, Said, Wanted
from pigpost.orders.segment import Segment

MOST_SUGGESTIONS = 4

_FEW_THROWS = 12
"""A bare number up to this may well be meant as throws."""
_NEAR = 65.0
"""Likeness of names in percent from which one is worth asking about."""
_MOST_NEAR = 3
_EXAMPLES = (Turn(20), Throws(3))
"""Offered where an order of another game says nothing that could be meant in this one."""
_EXAMPLE_DICE = 5

_COUNTED: dict[Wanted, type[Counted]] = {
    Wanted.THROWS: Throws,
    Wanted.TURN: Turn,
    Wanted.HOLD: Turn,
    Wanted.TOTAL: Total,
    Wanted.DICE: Dice,
}
_NAMING: dict[Wanted, tuple[type[Naming], type[Naming]]] = {
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
    standing: bool = False
    complaints: tuple[Complaint, ...] = ()
    suggestions: tuple[Condition, ...] = ()
    commands: tuple[CommandWord, ...] = ()
    tries: bool = True

    @property
    def options(self) -> tuple[Condition, ...]:
        """The condition if it stands, else what was suggested."""
        return self.suggestions if self.condition is None else (self.condition,)


def judge(said: Said, segment: Segment, ear: Ear) -> Judged:
    """The condition as the rules accept it (rules 6.1, 6.2)."""
    judged = _other_game(said, segment, ear) or _judge(said, segment, ear)
    doubt = _doubt_of(said, ear)
    if doubt is not None and judged.condition is not None:
        span = segment.span_in_line(0, len(segment.text))
        unclear = Complaint(reason=Reason.UNCLEAR, rule="6.2", span=span, doubt=doubt)
        return Judged(complaints=(unclear,), suggestions=judged.options)
    if judged.condition is None:
        return judged
    round = said.rounds[0] if said.rounds else None
    return replace(judged, round=round, standing=said.standing)


def _doubt_of(said: Said, ear: Ear) -> Doubt | None:
    """Why an order that can be carried out is none: for two rounds, or somebody else's."""
    if len(set(said.rounds)) > 1 or 0 in said.rounds or (said.standing and said.rounds):
        return Doubt.TWO_READINGS
    mine = [ear.roster.seats(n.kind, n.text) == (ear.roster.me,) for n in said.of]
    return None if mine in ([], [True]) else Doubt.OF_ANOTHER


# --- what there is in this game ---------------------------------------------------------------


def _other_game(said: Said, segment: Segment, ear: Ear) -> Judged | None:
    """An order that only another game, or another form, knows (rules 3.8, 4.1, 6.2)."""
    wanted = _wanted_condition(said)
    if wanted is None or fits(wanted, ear.kind, ear.form):
        return None
    span = segment.span_in_line(0, len(segment.text))
    shared = ear.form is Form.SHARED
    rule = "2.5" if isinstance(wanted, Dice) else "3.8" if shared else "4.1"
    complaint = Complaint(reason=Reason.NOT_IN_THIS_GAME, rule=rule, span=span)
    n = None if said.amount is None else _possible(said.amount)
    return Judged(complaints=(complaint,), suggestions=_in_this_game(wanted, n, ear))


def _wanted_condition(said: Said) -> Condition | None:
    """A condition of the kind that is wanted, whatever its number and names."""
    match said.wanted:
        case Wanted.ONLY_LEFT | Wanted.AFTER_ALL:
            return OnlyLeft()
        case Wanted.WHEN | Wanted.AFTER:
            return When(frozenset())
        case Wanted.BARE | Wanted.AT | Wanted.TIED | Wanted.THROW | Wanted.NOTHING:
            return None
        case Wanted.SCORE:
            return Turn(1)
        case Wanted.THROWS | Wanted.TURN | Wanted.HOLD | Wanted.TOTAL | Wanted.DICE:
            return _COUNTED[said.wanted](1)


def _in_this_game(wanted: Condition, n: int | None, ear: Ear) -> tuple[Condition, ...]:
    """What could be ordered in this game instead."""
    if ear.kind is Kind.HOG:
        counted = isinstance(wanted, Throws) and n is not None and n <= ear.max_dice
        return (Dice(n if counted and n else min(_EXAMPLE_DICE, ear.max_dice)),)
    if isinstance(wanted, Dice) and n is not None:
        return (Throws(n),)
    return _EXAMPLES


# --- the kinds of orders ----------------------------------------------------------------------


def _judge(said: Said, segment: Segment, ear: Ear) -> Judged:  # noqa: PLR0911 - kind by kind
    match said.wanted:
        case Wanted.THROWS | Wanted.TURN | Wanted.TOTAL | Wanted.DICE:
            return _counted(said, segment, ear)
        case Wanted.HOLD if ear.kind is not Kind.POSTAL_PIGS:
            return _counted(said, segment, ear)
        case Wanted.WHEN | Wanted.AFTER:
            return _naming(said, segment, ear)
        case Wanted.ONLY_LEFT:
            return Judged(condition=OnlyLeft())
        case Wanted.SCORE | Wanted.HOLD:
            return _open(segment, _amount(said), lambda n: (Turn(n), Total(n)))
        case Wanted.THROW:
            return _open(segment, _amount(said), lambda n: _throw_number(n, ear))
        case Wanted.BARE | Wanted.AT | Wanted.TIED:
            return _open(segment, _amount(said), lambda n: _any_of(n, ear))
        case Wanted.AFTER_ALL | Wanted.NOTHING:
            unclear = Complaint(
                reason=Reason.UNCLEAR,
                rule="3.3",
                span=segment.span_in_line(0, len(segment.text)),
                doubt=Doubt.TWO_READINGS,
            )
            others = ear.roster.others
            after = (After(frozenset(others)),) if others else ()
            return Judged(complaints=(unclear,), suggestions=(OnlyLeft(), *after))


def _amount(said: Said) -> Amount:
    if said.amount is None:
        raise LookupError(f"{said.wanted} without a number")
    return said.amount


def _throw_number(n: int, ear: Ear) -> tuple[Condition, ...]:
    return (Dice(n),) if ear.kind is Kind.HOG else (Throws(n),)


def _any_of(n: int, ear: Ear) -> tuple[Condition, ...]:
    if ear.kind is Kind.HOG:
        return (Dice(n),)
    if n <= _FEW_THROWS:
        return Throws(n), Turn(n)
    return Turn(n), Total(n)


def _doubt(
    amount: Amount, segment: Segment, *, most: int = HIGHEST_NUMBER, exact_counts: bool = False
) -> Complaint | None:
    """Why a number is none that an order can have (rule 6.2)."""
    reason, doubt, limit = amount.doubt, None, None
    if reason is None and amount.exact and not exact_counts:
        reason = Reason.UNCLEAR
    if reason is Reason.UNCLEAR:
        doubt = Doubt.TWO_READINGS
    if reason is None and not 1 <= (amount.value or 0) <= most:
        reason = Reason.BAD_NUMBER
        limit = most if amount.value is None or amount.value > most else None
    if reason is None:
        return None
    span = segment.span_in_line(amount.start, amount.end)
    return Complaint(reason=reason, rule="6.2", span=span, doubt=doubt, limit=limit)


def _possible(amount: Amount) -> int | None:
    """The number, where an order could have it."""
    value = amount.value
    return value if value is not None and 1 <= value <= HIGHEST_NUMBER else None


def _counted(said: Said, segment: Segment, ear: Ear) -> Judged:
    amount, kind = _amount(said), _COUNTED[said.wanted]
    most = ear.max_dice if said.wanted is Wanted.DICE else HIGHEST_NUMBER
    exact_counts = said.wanted in (Wanted.THROWS, Wanted.DICE)
    complaint = _doubt(amount, segment, most=most, exact_counts=exact_counts)
    n = _possible(amount)
    if complaint is None and n is not None:
        return Judged(condition=kind(n))
    suggestions = () if n is None else (kind(min(n, most)),)
    return Judged(complaints=() if complaint is None else (complaint,), suggestions=suggestions)


def _open(
    segment: Segment, amount: Amount, meanings: Callable[[int], tuple[Condition, ...]]
) -> Judged:
    """A number that could mean several conditions."""
    n = _possible(amount)
    complaint = _doubt(amount, segment, exact_counts=True) or Complaint(
        reason=Reason.UNCLEAR,
        rule="6.2",
        span=segment.span_in_line(amount.start, amount.end),
        doubt=Doubt.OPEN_NUMBER,
    )
    return Judged(complaints=(complaint,), suggestions=() if n is None else meanings(n))


# --- names ------------------------------------------------------------------------------------


def _naming(said: Said, segment: Segment, ear: Ear) -> Judged:
    complaints = []
    choices: list[tuple[Seat, ...]] = []
    for named in said.names:
        seats, complaint = _who(named, segment, ear)
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


def unknown_player(start: int, end: int, wanted: Wanted, segment: Segment, ear: Ear) -> Judged:
    """A word in the place of a name, which is nobody's name (rule 6.2)."""
    text = segment.text[start:end]
    named = Named(kind="WORD", text=text, words=((start, end),))
    return _naming(Said(wanted=wanted, names=(named,)), segment, ear)


def _who(named: Named, segment: Segment, ear: Ear) -> tuple[tuple[Seat, ...], Complaint | None]:
    """The seats that a name can mean; exactly one where there is no complaint (rules 6.2, 6.3)."""
    start, end = named.start, _name_end(named, segment)
    roster = ear.roster
    span, written = segment.span_in_line(start, end), segment.written(start, end)
    seats = roster.seats(named.kind, named.text)
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
        able = near_seats(written, roster)
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


def near_seats(name: str, roster: Roster) -> tuple[Seat, ...]:
    """The players whose name, or a word of it, is much like this one; the likest first."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - only refusals need it

    written = fold(name)
    forms: dict[Seat, set[str]] = {}
    for form, terminals in roster.forms.items():
        for seat in {seat for seats in terminals.values() for seat in seats}:
            forms.setdefault(seat, set()).update((form, *form.split()))
    likeness = {
        seat: max(fuzz.ratio(written, form) for form in forms[seat]) for seat in roster.others
    }
    near = sorted((s for s in likeness if likeness[s] >= _NEAR), key=lambda s: -likeness[s])
    return tuple(near[:_MOST_NEAR])
