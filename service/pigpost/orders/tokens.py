"""Words become terminals of the grammar: every way in which names and words can be told apart."""

from collections.abc import Iterator, Sequence

from lark import Token

from pigpost.orders.courtesies import COURTEOUS
from pigpost.orders.lexicon import NOISE, longest_phrase, phrases, vocabulary
from pigpost.orders.names import Roster
from pigpost.orders.numbers import LONGEST_NUMERAL, is_numeral, numeral_at
from pigpost.orders.words import Word, is_unit

MOST_WAYS = 24
"""More ways to tell names from words than this, and the sentence is not read at all."""

_NAMING = ("NAME", "WORD", "SELF")
_LISTING = (*_NAMING, "AND")
_NO_ORDER = COURTEOUS - vocabulary()
"""Words that no sentence of the grammar holds, unless they are names."""
_COUNTING = ("THROWS", "TURN", "TOTAL", "TURNSCORE", "THROW")
"""Terminals after which a lone dash before a number may be a minus."""
_ONCE = ("THROW", "THROWN")


def token_lists(words: Sequence[Word], text: str, roster: Roster) -> list[list[Token]]:
    """All ways to read the words as terminals; empty when there are too many to be sure.

    A player may be called Will, Total or Throws: where a word can be a name and something else,
    both are tried, and the place in the sentence decides.
    """
    ways: list[list[Token]] = []
    for tokens in _ways(words, 0, text, roster, None):
        if len(ways) == MOST_WAYS:
            return []
        ways.append(_lists(tokens))
    return ways


def holds_courtesy(words: Sequence[Word], roster: Roster) -> bool:
    """Whether there is a word that no order holds, so that reading on would be in vain."""
    return any(word.text in _NO_ORDER and word.text not in roster.words for word in words)


def _ways(
    words: Sequence[Word], at: int, text: str, roster: Roster, last: Token | None
) -> Iterator[list[Token]]:
    """The ways to read the words from a place on; `last` is the terminal before it."""
    path: list[Token] = []
    while at < len(words):
        (token, count), *others = _options(words, at, text, roster, last)
        for other, length in others:
            for rest in _ways(words, at + length, text, roster, other or last):
                yield [*path, *([] if other is None else [other]), *rest]
        if token is not None:
            path.append(token)
        last, at = token or last, at + count
    yield path


def _options(
    words: Sequence[Word], at: int, text: str, roster: Roster, last: Token | None
) -> Iterator[tuple[Token | None, int]]:
    """The terminals that the next words can be, each with how many words it takes."""
    names = list(_names(words, at, text, roster))
    yield from names
    token, count = _plain(words, at, "" if last is None else last.type)
    if token is None or token.type != "WORD" or not names:
        yield token, count


def _names(
    words: Sequence[Word], at: int, text: str, roster: Roster
) -> Iterator[tuple[Token, int]]:
    word = words[at]
    if word.glued and at and (words[at - 1].is_word or words[at - 1].text in ("-", "'", ".")):
        return
    for name in roster.names_at(text, word.start):
        end = word.start + len(name)
        count = sum(word.start <= other.start < end for other in words[at:])
        if words[at + count - 1].end == end:
            yield _token("NAME", name, word.start, end), count


def _plain(  # noqa: PLR0911 - a way out for each kind of word
    words: Sequence[Word], at: int, last: str
) -> tuple[Token | None, int]:
    """The terminal of a word that is no name; None for words that change nothing."""
    word = words[at]
    if word.text == "once" and last in _ONCE:
        return _token("ADVTIMES", word.text, word.start, word.end), 1
    if (sign := _sign(words, at, last)) is not None:
        return _token(sign, word.text, word.start, word.end), 1
    length, terminal = _phrase(words, at)
    numeral = numeral_at([other.text for other in words[at : at + 6]])
    if last == "ROUND" and is_numeral(word.text) and len(word.text) <= LONGEST_NUMERAL:
        return _token("NUMBER", word.text, word.start, word.end), 1
    if numeral is not None and numeral.words >= length:
        value = "" if numeral.value is None else str(numeral.value)
        return _token(
            numeral.kind, value, word.start, words[at + numeral.words - 1].end
        ), numeral.words
    if length:
        return _token(terminal, word.text, word.start, words[at + length - 1].end), length
    if word.text in NOISE:
        return None, 1
    kind = "COURTESY" if word.text in COURTEOUS else "WORD" if word.is_word else "OTHER"
    return _token(kind, word.text, word.start, word.end), 1


def _sign(words: Sequence[Word], at: int, last: str) -> str | None:
    """The terminal of signs, whose meaning hangs on the spaces around them."""
    word = words[at]
    glued_after = at + 1 < len(words) and words[at + 1].glued
    if word.text == "-":
        minus = last in _COUNTING and at + 1 < len(words) and words[at + 1].text[0].isdigit()
        return "OTHER" if word.glued or glued_after or minus else None
    if word.text == "+":
        return "ORMORE" if word.glued and last == "NUMBER" and not glued_after else "OTHER"
    if word.text == "'":
        return "S" if word.glued and last == "NAME" and not glued_after else "OTHER"
    if word.glued and at and words[at - 1].text[-1].isalnum():
        if word.is_word and not word.text.startswith("'") and not is_unit(word):
            return "OTHER"
        if word.text[0].isdigit():
            return "OTHER"
    return None


def _phrase(words: Sequence[Word], at: int) -> tuple[int, str]:
    """How many words the longest phrase here takes, and its terminal; 0 for none."""
    first = _key(words[at])
    limit = longest_phrase().get(first, 0)
    found = (0, "")
    key: tuple[str, ...] = ()
    for count, word in enumerate(words[at : at + 2 * limit], 1):
        if word.text in NOISE:
            continue
        key = (*key, _key(word))
        if len(key) > limit:
            break
        if key in phrases():
            found = (count, phrases()[key])
    return found


def _key(word: Word) -> str:
    return "one" if word.text == "1" else word.text


def _lists(tokens: Sequence[Token]) -> list[Token]:
    """Commas between names are an "and", before an "and" they are nothing; "and I" is a name too."""
    result: list[Token] = []
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].type if index + 1 < len(tokens) else ""
        if token.value == "," and result and result[-1].type in _NAMING and follows in _LISTING:
            if follows != "AND":
                result.append(_token("AND", ",", token.start_pos or 0, token.end_pos or 0))
            continue
        if token.type == "I" and [t.type for t in result[-2:]] == ["NAME", "AND"]:
            result.append(_token("SELF", token.value, token.start_pos or 0, token.end_pos or 0))
            continue
        result.append(token)
    return result


def _token(kind: str, value: str, start: int, end: int) -> Token:
    return Token(kind, value, start_pos=start, end_pos=end)
