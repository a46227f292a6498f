"""Amounts out of the grammar's tokens, each with its place in the text."""

from dataclasses import replace

from lark import Token

from pigpost.orders.said import Amount


def whole_amount(token: Token | None) -> Amount:
    """The number that a token is; without a value where it is not written in digits."""
    if token is None:
        raise LookupError("the grammar has no number here")
    value = int(token) if token.isdigit() else None
    return Amount(start=start_of(token), end=end_of(token), value=value)


def one_amount(token: Token | None) -> Amount:
    """A word that says "one", as `once`."""
    return replace(whole_amount(token), value=1)


def start_of(token: Token) -> int:
    """Where it begins."""
    return token.start_pos or 0


def end_of(token: Token) -> int:
    """Where it ends."""
    return token.end_pos or 0
