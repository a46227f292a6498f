"""Receipt codes: a short form of a leaf that a player can quote (formats 4)."""

from pigpost.events import crockford

_SYMBOLS = 7


def receipt_code(leaf: str) -> str:
    """The code of an entry, as XXXX-XXXX: the leaf's first 35 bits and a check symbol.

    >>> receipt_code("00" * 32)
    '0000-0000'
    """
    value = int(leaf[:10], 16) >> 5
    code = crockford.encode(value, _SYMBOLS) + crockford.check_symbol(value)
    return f"{code[:4]}-{code[4:]}"


def same_code(written: str, code: str) -> bool:
    """Whether a code as somebody wrote it means this code; case, hyphens, I, L and O are forgiven."""
    return crockford.forgive(written) == crockford.forgive(code)
