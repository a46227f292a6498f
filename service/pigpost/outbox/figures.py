"""Fractions as mails print them, rounded at the last moment."""

from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_decimal, format_percent

from pigpost.outbox.words import Catalogue

_SMALLEST = Fraction(1, 1000)


def percent(share: Fraction, words: Catalogue) -> str:
    """A chance, to a tenth of a percent; what is possible is never shown as 0, nor as certain.

    >>> from pigpost.outbox.words import words
    >>> percent(Fraction(3, 8), words("en")), percent(Fraction(1, 9999), words("en"))
    ('37.5 %', 'under 0.1 %')
    """
    if 0 < share < _SMALLEST / 2:
        return words.gettext("under {share}").format(share=_in_percent(_SMALLEST, words))
    if 1 - _SMALLEST / 2 < share < 1:
        return words.gettext("over {share}").format(share=_in_percent(1 - _SMALLEST, words))
    return _in_percent(share, words)


def decimal(number: Fraction, words: Catalogue) -> str:
    """A number to two decimals.

    >>> from pigpost.outbox.words import words
    >>> decimal(Fraction(4714, 783), words("en"))
    '6.02'
    """
    return str(format_decimal(_rounded(number, 2), "0.00", locale=words.locale))


def _in_percent(share: Fraction, words: Catalogue) -> str:
    return str(format_percent(_rounded(share, 3), "0.0 %", locale=words.locale))


def _rounded(number: Fraction, places: int) -> Decimal:
    return Decimal(round(number * 10**places)).scaleb(-places)
