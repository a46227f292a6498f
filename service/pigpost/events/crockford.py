"""Base 32 in Crockford's alphabet, with his check symbol: digits and letters that can't be confused."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CHECK = ALPHABET + "*~$=U"
_FORGIVEN = str.maketrans({"I": "1", "L": "1", "O": "0"})


def encode(value: int, symbols: int) -> str:
    """The lowest `5 * symbols` bits of a number, most significant symbol first.

    >>> encode(32, 2)
    '10'
    """
    return "".join(ALPHABET[value >> 5 * place & 31] for place in reversed(range(symbols)))


def check_symbol(value: int) -> str:
    """The number modulo 37 as a symbol; finds every single wrong or swapped symbol."""
    return _CHECK[value % 37]


def forgive(text: str) -> str:
    """Upper case, without hyphens and spaces, with I, L and O read as 1, 1 and 0.

    >>> forgive("45af-c5pl")
    '45AFC5P1'
    """
    return text.upper().replace("-", "").replace(" ", "").translate(_FORGIVEN)
