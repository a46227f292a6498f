import hashlib
import re

from hypothesis import given
from hypothesis import strategies as st

from pigpost.events import crockford
from pigpost.events.receipt import receipt_code, same_code

leaves = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(leaves)
def test_a_code_is_the_first_35_bits_and_a_check_symbol(leaf: str) -> None:
    code = receipt_code(leaf)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}[0-9A-HJKMNP-TV-Z*~$=U]", code)
    value = 0
    for symbol in code.replace("-", "")[:7]:
        value = value * 32 + crockford.ALPHABET.index(symbol)
    assert value == int(leaf, 16) >> (256 - 35)
    assert code[-1] == (crockford.ALPHABET + "*~$=U")[value % 37]


@given(leaves)
def test_a_code_is_known_however_it_is_written(leaf: str) -> None:
    code = receipt_code(leaf)
    sloppy = code.lower().replace("-", " ").replace("1", "l").replace("0", "o")
    assert same_code(sloppy, code)
    assert same_code(code.replace("-", ""), code)


def test_one_wrong_symbol_or_two_swapped_ones_are_noticed() -> None:
    code = receipt_code(hashlib.sha256(b"pig").hexdigest()).replace("-", "")
    for place in range(7):
        for symbol in crockford.ALPHABET:
            if symbol != code[place]:
                assert not _consistent(code[:place] + symbol + code[place + 1 :])
    for place in range(6):
        if code[place] != code[place + 1]:
            swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
            assert not _consistent(swapped)
    assert _consistent(code)


def _consistent(code: str) -> bool:
    value = int("".join(f"{crockford.ALPHABET.index(symbol):05b}" for symbol in code[:7]), 2)
    return crockford.check_symbol(value) == code[7]
