"""What each rule of a grammar says: the same rules and aliases in all languages.

`languages/README.md` tells a language's grammar what is expected of each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from lark import Token, Transformer, Tree

from pigpost.orders.amounts import end_of, one_amount, start_of, whole_amount
from pigpost.orders.reading import Reason
from pigpost.orders.said import Amount, Named, Said, Wanted

_DOUBTS = {
    "BADNUM": Reason.BAD_NUMBER,
    "VAGUE": Reason.VAGUE_NUMBER,
    "LIMIT": Reason.UNCLEAR,
}
_QUALIFIED = {
    ("TURNSCORE", None): Wanted.TURN,
    ("TURNSCORE", "THISTURN"): Wanted.TURN,
    ("TOTAL", None): Wanted.TOTAL,
    ("TOTAL", "OVERALL"): Wanted.TOTAL,
    (None, "THISTURN"): Wanted.TURN,
    (None, "OVERALL"): Wanted.TOTAL,
    (None, "TOTAL"): Wanted.TOTAL,
}
"""Score named, words that tie it to the turn or the match; what is not here is left open."""
_ORDERING = ("ORDER", "STANDING", "FINAL", "PROVISIONAL")
_HOLDING = ("HOLD", "HOLDING")
_ENDING = ("END", "ENDME", "ENDING")


@dataclass(frozen=True, slots=True)
class _Names:
    """A list of names."""

    names: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class _Qualifier:
    """Words that tie points to this turn or to the match, by their terminal."""

    kind: str


@dataclass(frozen=True, slots=True)
class _Round:
    """The round that an order is for."""

    number: int


@dataclass(frozen=True, slots=True)
class _Marks:
    """What stands before or behind an order: rounds, standing or not, to wait or not, of whom."""

    rounds: tuple[int, ...] = ()
    standing: bool = False
    waits: tuple[bool, ...] = ()
    of: tuple[Named, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class _Hold:
    """A word for ending the turn that is said of a turn score alone."""


@dataclass(frozen=True, slots=True)
class _Ends:
    """A verb for ending the turn, not a word for being out or done."""


@dataclass(frozen=True, slots=True)
class _Copula:
    """The "is" between `my order` and the order."""


@dataclass(frozen=True, slots=True)
class _OfTurn:
    """The turn ends, not its player: an "it" behind that is the turn's score."""


_Child: TypeAlias = (
    Token
    | Said
    | Amount
    | Named
    | _Names
    | _Qualifier
    | _Round
    | _Marks
    | _Hold
    | _Ends
    | _OfTurn
    | _Copula
    | None
)
_Kind = TypeVar("_Kind")


class Sayings(Transformer[Token, Any]):
    """A method a rule or alias of the grammar; what has none hands on what it holds."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:  # noqa: ANN401
        """The condition in it, else the names, number or round in it."""
        if data.startswith("__"):  # lark's own rule for a repetition
            return Tree(data, children, meta)
        for kind in (Said, _Names, Amount, _Round, _Hold, _Ends, _OfTurn):
            found = _first(children, kind)
            if found is not None:
                return found
        if any(_token(children, holding) for holding in _HOLDING):
            return _Hold()
        return _Ends() if any(_token(children, ending) for ending in _ENDING) else None

    def start(self, children: list[_Child]) -> Said:
        """The order with what stands before and behind it."""
        said, marks = _said(children), _together(children)
        if _first(children, _Copula) is not None and not marks.ordered:
            said = replace(said, wanted=Wanted.NOTHING)
        waits = set(marks.waits)
        return replace(
            said,
            rounds=marks.rounds,
            standing=said.standing or marks.standing,
            waits=waits.pop() if len(waits) == 1 else True if waits else None,
            of=(*said.of, *marks.of),
        )

    def heads(self, children: list[_Child]) -> _Marks:
        """All that stands before an order."""
        return _together(children)

    def head(self, children: list[_Child]) -> _Marks:
        """One thing before or behind an order."""
        return _Marks(
            rounds=tuple(child.number for child in children if isinstance(child, _Round)),
            standing=_token(children, "STANDING") is not None,
            waits=tuple(
                waits
                for kind, waits in (("PROVISIONAL", True), ("FINAL", False))
                if _token(children, kind) is not None
            ),
            of=tuple(child for child in children if isinstance(child, Named)),
            ordered=any(_token(children, kind) for kind in _ORDERING),
        )

    tail = head

    def copula(self, children: list[_Child]) -> _Copula:
        """`My order is`."""
        del children
        return _Copula()

    def for_somebody(self, children: list[Token]) -> _Marks:
        """`for Karen:` before an order."""
        name = next(child for child in children if child.type == "NAME")
        return _Marks(of=(self.name([name]),))

    def round(self, children: list[_Child]) -> _Round:
        """`ROUND 4`, `the fourth round`."""
        numbers = (int(child) for child in children if isinstance(child, Token) and child.isdigit())
        return _Round(next(numbers, 0))

    def of_somebody(self, children: list[_Child]) -> Said:
        """`Karen stops after Bill`."""
        return replace(_said(children), of=_names(children))

    def turn_ended(self, children: list[_Child]) -> Said:
        """`I stop when Bill stops`; of holding at a number there is no doubt of what."""
        said = _said(children)
        if said.wanted is Wanted.TIED:
            return replace(said, wanted=Wanted.TURN)
        held = _first(children, _Hold) is not None and said.wanted is Wanted.AT
        return replace(said, wanted=Wanted.HOLD) if held else said

    def of_turn(self, children: list[_Child]) -> _OfTurn:
        """`My turn ends`."""
        del children
        return _OfTurn()

    def it_reaches(self, children: list[_Child]) -> Said:
        """`My turn ends when it reaches 20`; `I stop when it reaches 20` leaves open what does."""
        wanted = Wanted.SCORE if _first(children, _OfTurn) is None else Wanted.TURN
        return Said(wanted=wanted, amount=_amount(children))

    def standing_order(self, children: list[_Child]) -> Said:
        """`please make it my standing order 3 throws`."""
        return replace(_said(children), standing=True)

    def hold(self, children: list[_Child]) -> Said:
        """`hold 20`."""
        said = _first(children, Said)
        return Said(wanted=Wanted.HOLD, amount=_amount(children) if said is None else said.amount)

    def ends_with(self, children: list[_Child]) -> Said:
        """`I stop with Bill`; being done with him is another matter."""
        ends = _first(children, _Ends) is not None or _first(children, _OfTurn) is not None
        return Said(wanted=Wanted.WHEN if ends else Wanted.NOTHING, names=_names(children))

    def only_left(self, children: list[_Child]) -> Said:
        """`when I am the only player left`."""
        del children
        return Said(wanted=Wanted.ONLY_LEFT)

    def when(self, children: list[_Child]) -> Said:
        """`when Bill and Ted are out`."""
        return Said(wanted=Wanted.WHEN, names=_names(children))

    def after(self, children: list[_Child]) -> Said:
        """`after Bill`."""
        return Said(wanted=Wanted.AFTER, names=_names(children))

    def after_all(self, children: list[_Child]) -> Said:
        """`after everybody else`."""
        del children
        return Said(wanted=Wanted.AFTER_ALL)

    def after_clause(self, children: list[_Child]) -> Said:
        """`after Bill has ended his turn`, `after my total reaches 60`."""
        said = _said(children)
        later = {Wanted.WHEN: Wanted.AFTER, Wanted.ONLY_LEFT: Wanted.AFTER_ALL}
        return replace(said, wanted=later.get(said.wanted, said.wanted))

    def one_more(self, children: list[_Child]) -> Said:
        """`when Bill stops, one more throw`."""
        said = _said(children)
        if said.wanted in (Wanted.WHEN, Wanted.AFTER):
            return replace(said, wanted=Wanted.AFTER)
        return replace(said, wanted=Wanted.AFTER_ALL if said.amount is None else Wanted.AT)

    def count(self, children: list[_Child]) -> Said:
        """`3 throws`."""
        return Said(wanted=Wanted.THROWS, amount=_amount(children))

    throws = count

    def dice(self, children: list[_Child]) -> Said:
        """`6 dice`."""
        return Said(wanted=Wanted.DICE, amount=_amount(children))

    def only_throw(self, children: list[_Child]) -> Said:
        """`only one throw`."""
        return Said(wanted=Wanted.THROWS, amount=one_amount(_token(children, "ONLYONE")))

    def only_die(self, children: list[_Child]) -> Said:
        """`only one die`."""
        return Said(wanted=Wanted.DICE, amount=one_amount(_token(children, "ONLYONE")))

    def throw_what(self, children: list[_Child]) -> Said:
        """`throw 4`: four times, the fourth throw, or four dice."""
        return Said(wanted=Wanted.THROW, amount=whole_amount(_token(children, "NUMBER")))

    def nth_throw(self, children: list[_Child]) -> Said:
        """`the third throw`."""
        ordinal = _token(children, "ORDINAL") or _token(children, "SECOND")
        return Said(wanted=Wanted.THROWS, amount=whole_amount(ordinal))

    def throw_number(self, children: list[_Child]) -> Said:
        """`after throw 3`."""
        return Said(wanted=Wanted.THROWS, amount=whole_amount(_token(children, "NUMBER")))

    def twice(self, children: list[_Child]) -> Said:
        """`throw twice`."""
        return Said(wanted=Wanted.THROWS, amount=whole_amount(_token(children, "ADVTIMES")))

    def bare(self, children: list[_Child]) -> Said:
        """`30`."""
        return Said(wanted=Wanted.BARE, amount=_amount(children))

    def at_number(self, children: list[_Child]) -> Said:
        """`at 20`, `20 this turn`."""
        said = _first(children, Said)
        return Said(wanted=Wanted.AT, amount=_amount(children) if said is None else said.amount)

    def tied_number(self, children: list[_Child]) -> Said:
        """`20 this turn`: points if the turn ends at them."""
        return Said(wanted=Wanted.TIED, amount=_amount(children))

    def after_points(self, children: list[_Child]) -> Said:
        """`after 20 points`; of `after 4 this turn` it is left open of what."""
        said = _said(children)
        return replace(said, wanted=Wanted.AT) if said.wanted is Wanted.TIED else said

    def turn_score(self, children: list[_Child]) -> Said:
        """`turn score 20`."""
        return Said(wanted=Wanted.TURN, amount=_amount(children))

    def total_score(self, children: list[_Child]) -> Said:
        """`total 60`."""
        return Said(wanted=Wanted.TOTAL, amount=_amount(children))

    def total_of(self, children: list[_Child]) -> Said:
        """`a total of 20 this turn`: tied to the turn it is the turn score."""
        tied = _token(children, "THISTURN") is not None
        return Said(wanted=Wanted.TURN if tied else Wanted.TOTAL, amount=_amount(children))

    def points(self, children: list[_Child]) -> Said:
        """`20 points`: of the turn, unless the words say otherwise."""
        tied = next((k for k in ("OVERALL", "TOTAL") if _token(children, k) is not None), None)
        key = (None, tied or _qualifier(children) or "THISTURN")
        return Said(wanted=_QUALIFIED[key], amount=_amount(children))

    def scored(self, children: list[_Child]) -> Said:
        """`my total reaches 60`, `I have 20 points this turn`."""
        named = next((k for k in ("TURNSCORE", "TOTAL") if _token(children, k) is not None), None)
        wanted = _QUALIFIED.get((named, _qualifier(children)), Wanted.SCORE)
        return Said(wanted=wanted, amount=_amount(children))

    def qualifier(self, children: list[Token]) -> _Qualifier:
        """`this turn`, `in the match`."""
        return _Qualifier(children[0].type)

    def number(self, children: list[Token]) -> Amount:
        """A number, or what stands in its place."""
        value = next((int(child) for child in children if child.isdigit()), None)
        doubt = next((_DOUBTS[child.type] for child in children if child.type in _DOUBTS), None)
        return Amount(
            start=start_of(children[0]), end=end_of(children[-1]), value=value, doubt=doubt
        )

    def more_than(self, children: list[_Child]) -> Amount:
        """`more than 20`, `exceeds 20`: 21 (rule 6.5)."""
        amount = _amount(children)
        return amount if amount.value is None else replace(amount, value=amount.value + 1)

    def exactly(self, children: list[_Child]) -> Amount:
        """`exactly 3`."""
        return replace(_amount(children), exact=True)

    def names(self, children: list[_Child]) -> _Names:
        """Names in a row; a row may be part of a longer one."""
        rows = (
            (child,) if isinstance(child, Named) else child.names
            for child in children
            if isinstance(child, Named | _Names)
        )
        return _Names(tuple(name for row in rows for name in row))

    def name(self, children: list[Token]) -> Named:
        """One name; several words that are nobody's name are one."""
        places = tuple((start_of(child), end_of(child)) for child in children)
        return Named(kind=children[0].type, text=str(children[0]), words=places)


def _together(children: Sequence[_Child]) -> _Marks:
    marks = [child for child in children if isinstance(child, _Marks)]
    return _Marks(
        rounds=tuple(number for mark in marks for number in mark.rounds),
        standing=any(mark.standing for mark in marks),
        waits=tuple(waits for mark in marks for waits in mark.waits),
        of=tuple(named for mark in marks for named in mark.of),
        ordered=any(mark.ordered for mark in marks),
    )


def _first(children: Sequence[_Child], kind: type[_Kind]) -> _Kind | None:
    return next((child for child in children if isinstance(child, kind)), None)


def _needed(children: Sequence[_Child], kind: type[_Kind]) -> _Kind:
    found = _first(children, kind)
    if found is None:
        raise LookupError(f"the grammar has no {kind.__name__} in {children!r}")
    return found


def _said(children: Sequence[_Child]) -> Said:
    return _needed(children, Said)


def _amount(children: Sequence[_Child]) -> Amount:
    return _needed(children, Amount)


def _names(children: Sequence[_Child]) -> tuple[Named, ...]:
    return _needed(children, _Names).names


def _qualifier(children: Sequence[_Child]) -> str | None:
    found = _first(children, _Qualifier)
    return None if found is None else found.kind


def _token(children: Sequence[_Child], kind: str) -> Token | None:
    return next((c for c in children if isinstance(c, Token) and c.type == kind), None)
