"""The grammar at work: terminals in, what the sentence says out. Built when first needed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias, TypeVar

from lark import Lark, Token, Transformer, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from pigpost.orders.reading import Reason
from pigpost.orders.said import Amount, Named, Said, Wanted

_DOUBTS = {
    "BADNUM": Reason.BAD_NUMBER,
    "VAGUE": Reason.VAGUE_NUMBER,
    "LIMIT": Reason.UNCLEAR,
}
_ADVERBS = {"once": 1, "twice": 2, "thrice": 3}
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


_Child: TypeAlias = Token | Said | Amount | Named | _Names | _Qualifier | _Round | None
_Kind = TypeVar("_Kind")


def parse(tokens: Sequence[Token]) -> Said | None:
    """What the terminals say as one whole sentence, or None when they are none."""
    grammar, terminals = _grammar()
    if not tokens or any(token.type not in terminals for token in tokens):
        return None
    try:
        said = grammar.parse(tokens)
    except UnexpectedInput:
        return None
    if not isinstance(said, Said):
        raise TypeError(f"the grammar gave {said!r}")
    return said


@cache
def _grammar() -> tuple[Lark, frozenset[str]]:
    source = files("pigpost.orders").joinpath("grammar.lark").read_text("utf-8")
    lark = Lark(source, parser="lalr", lexer=_Handover, transformer=_Sayings(), strict=True)
    return lark, frozenset(
        symbol.name for rule in lark.rules for symbol in rule.expansion if symbol.is_term
    )


class _Handover(Lexer):
    """Hands on tokens that are made already."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Token]:  # type: ignore[override]  # noqa: ANN401
        """The tokens as they are."""
        return iter(tokens)


class _Sayings(Transformer[Token, Any]):
    """A method a rule or alias of the grammar; what has none hands on what it holds."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:  # noqa: ANN401
        """The condition in it, else the names, number or round in it."""
        if data.startswith("__"):  # lark's own rule for a repetition
            return Tree(data, children, meta)
        for kind in (Said, _Names, Amount, _Round):
            found = _first(children, kind)
            if found is not None:
                return found
        return None

    def start(self, children: list[_Child]) -> Said:
        """The order with the rounds named before and behind it."""
        rounds = tuple(child.number for child in children if isinstance(child, _Round))
        return replace(_said(children), rounds=rounds)

    def round(self, children: list[_Child]) -> _Round:
        """`ROUND 4`."""
        return _Round(int(_token(children, "NUMBER") or 0))

    round_tail = round

    def of_somebody(self, children: list[_Child]) -> Said:
        """`Karen stops after Bill`."""
        return replace(_said(children), of=_names(children))

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

    def count(self, children: list[_Child]) -> Said:
        """`3 throws`."""
        return Said(wanted=Wanted.THROWS, amount=_amount(children))

    throws = count

    def nth_throw(self, children: list[_Child]) -> Said:
        """`the third throw`."""
        ordinal = _token(children, "ORDINAL") or _token(children, "SECOND")
        return Said(wanted=Wanted.THROWS, amount=_whole(ordinal))

    def throw_number(self, children: list[_Child]) -> Said:
        """`after throw 3`."""
        return Said(wanted=Wanted.THROWS, amount=_whole(_token(children, "NUMBER")))

    def twice(self, children: list[_Child]) -> Said:
        """`throw twice`."""
        token = _token(children, "ADVTIMES")
        amount = replace(_whole(token), value=_ADVERBS[str(token)])
        return Said(wanted=Wanted.THROWS, amount=amount)

    def bare(self, children: list[_Child]) -> Said:
        """`30`."""
        return Said(wanted=Wanted.BARE, amount=_amount(children))

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
        key = (None, _qualifier(children) or "THISTURN")
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
        value = next((int(child) for child in children if child.type == "NUMBER"), None)
        doubt = next((_DOUBTS[child.type] for child in children if child.type in _DOUBTS), None)
        return Amount(start=_start(children[0]), end=_end(children[-1]), value=value, doubt=doubt)

    def more_than(self, children: list[_Child]) -> Amount:
        """`more than 20`, `exceeds 20`: 21 (rule 6.5)."""
        amount = _amount(children)
        return amount if amount.value is None else replace(amount, value=amount.value + 1)

    def exactly(self, children: list[_Child]) -> Amount:
        """`exactly 3`."""
        return replace(_amount(children), exact=True)

    def names(self, children: list[_Child]) -> _Names:
        """Names in a row."""
        return _Names(tuple(child for child in children if isinstance(child, Named)))

    def name(self, children: list[Token]) -> Named:
        """One name; several words that are nobody's name are one."""
        places = tuple((_start(child), _end(child)) for child in children)
        return Named(kind=children[0].type, text=str(children[0]), words=places)


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


def _whole(token: Token | None) -> Amount:
    if token is None:
        raise LookupError("the grammar has no number here")
    value = int(token) if token.isdigit() else None
    return Amount(start=_start(token), end=_end(token), value=value)


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0
