"""The grammars at work: terminals in, what the sentence says out. Built when first needed."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from pigpost.orders.language import Language, language
from pigpost.orders.roles import Roles
from pigpost.orders.said import Said, Wanted
from pigpost.orders.sayings import Sayings

_SEPARATOR = "SEP"
_PAUSES = (_SEPARATOR, "POLITE", "AND")
_ASIDES = (_SEPARATOR, "POLITE", "ASIDE")
_COLONS = (":", "-", "=")
_BRACKETS = ("(", ")")
_NAMED = ("NAME", "WORD", "SELF")


def parse(tokens: Sequence[Token], spoken: Language) -> Said | None:
    """What the terminals say as one whole sentence, or None when they are none.

    Commas, colons and dashes between them tell nothing more; one at the end says that more follows.
    """
    grammar, terminals = _grammar(spoken.tag)
    tokens = list(_told_apart(tokens, spoken.roles))
    if not tokens or any(token.type not in terminals for token in tokens):
        return None
    try:
        said = grammar.parse(tokens)
    except UnexpectedInput:
        return None
    if not isinstance(said, Said):
        raise TypeError(f"the grammar gave {said!r}")
    return None if said.wanted is Wanted.NOTHING else said


def _told_apart(tokens: Sequence[Token], roles: Roles) -> Iterator[Token]:
    """The terminals that tell something; a comma or an "and" before "stop" is a "then"."""
    begun, before = False, ""
    conditional = roles.closing | roles.occasions | roles.conditional
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].type if index + 1 < len(tokens) else ""
        listed = before in _NAMED and follows == "I"
        joins = token.type == "AND" and follows in ("I", "THEN") and not listed
        pauses = token.type in _PAUSES and token.value not in _COLONS
        if token.value in _BRACKETS and {before, follows} & roles.bracketed:
            continue
        if not index and token.type == "SHOULD":
            yield Token.new_borrow_pos("WHEN", token.value, token)
        elif token.type == "ENOUGH" and before == "I":
            yield Token.new_borrow_pos("TAKE", token.value, token)
        elif begun and pauses and (follows in roles.stops or joins):
            yield Token.new_borrow_pos("THEN", token.value, token)
        elif token.type == "QUALITY" and follows in roles.qualified:
            continue
        elif token.type == "GO" and follows in roles.occasions:
            yield Token.new_borrow_pos("END", token.value, token)
        elif token.type not in _ASIDES or (token.type == _SEPARATOR and not follows):
            yield token
            if token.type in roles.closing and follows in roles.stops:
                yield Token.new_borrow_pos("THEN", "", token)
        begun = begun or token.type in conditional
        before = token.type


@cache
def _grammar(tag: str) -> tuple[Lark, frozenset[str]]:
    source = language(tag).grammar
    lark = Lark(source, parser="lalr", lexer=_Handover, transformer=Sayings(), strict=True)
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
