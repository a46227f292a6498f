"""Words become terminals of the grammar: every way in which names and words can be told apart."""

from collections.abc import Iterator, Sequence

from lark import Token

from pigpost.orders.ear import Ear
from pigpost.orders.language import Language
from pigpost.orders.numbers import LONGEST_NUMERAL, Numeral, is_numeral, numeral_at
from pigpost.orders.words import Word

MOST_WAYS = 24
"""More ways to tell names from words than this, and the sentence is not read at all."""


def token_lists(words: Sequence[Word], text: str, ear: Ear) -> list[list[Token]]:
    """All ways to read the words as terminals; empty when there are too many to be sure.

    A player may be called Will, Total or Throws: where a word can be a name and something else,
    both are tried, and the place in the sentence decides.
    """
    ways: list[list[Token]] = []
    for tokens in _ways(words, 0, text, ear, None):
        if len(ways) == MOST_WAYS:
            return []
        ways.append(_lists(tokens, ear))
    return ways


def holds_courtesy(words: Sequence[Word], ear: Ear) -> bool:
    """Whether there is a word that no order holds, so that reading on would be in vain."""
    no_order = ear.language.no_order
    return any(word.text in no_order and word.text not in ear.roster.words for word in words)


def _ways(
    words: Sequence[Word], at: int, text: str, ear: Ear, last: Token | None
) -> Iterator[list[Token]]:
    """The ways to read the words from a place on; `last` is the terminal before it."""
    path: list[Token] = []
    while at < len(words):
        (token, count), *others = _options(words, at, text, ear, last)
        for other, length in others:
            for rest in _ways(words, at + length, text, ear, other or last):
                yield [*path, *([] if other is None else [other]), *rest]
        if token is not None:
            path.append(token)
        last, at = token or last, at + count
    yield path


def _options(
    words: Sequence[Word], at: int, text: str, ear: Ear, last: Token | None
) -> Iterator[tuple[Token | None, int]]:
    """The terminals that the next words can be, each with how many words it takes."""
    names = list(_names(words, at, text, ear))
    yield from names
    token, count = _plain(words, at, "" if last is None else last.type, ear.language)
    if token is None or token.type != "WORD" or not names:
        yield token, count


def _names(words: Sequence[Word], at: int, text: str, ear: Ear) -> Iterator[tuple[Token, int]]:
    word = words[at]
    if word.glued and at and (words[at - 1].is_word or words[at - 1].text in ("-", "'", ".")):
        return
    start = word.start + (word.text[0] == "'" and len(word.text) > 1)
    for name, terminal in ear.roster.names_at(text, start):
        end = start + len(name)
        count = sum(word.start <= other.start < end for other in words[at:])
        if words[at + count - 1].end == end:
            quoted = start > word.start and at + count < len(words)
            closed = quoted and words[at + count].text == "'"
            yield _token(terminal, name, start, end), count + closed


def _plain(  # noqa: PLR0911 - a way out for each kind of word
    words: Sequence[Word], at: int, last: str, language: Language
) -> tuple[Token | None, int]:
    """The terminal of a word that is no name; None for words that change nothing."""
    word = words[at]
    length, terminal = _phrase(words, at, language)
    if length <= 1 and (word.text, last) in language.lexicon.behind:
        terminal = language.lexicon.behind[word.text, last]
        return _token(terminal, "1", word.start, word.end), 1
    if (sign := _sign(words, at, last, language)) is not None:
        return _token(sign, word.text, word.start, word.end), 1
    numeral = numeral_at([w.text for w in words[at : at + 6]], language.numbers)
    if last == "ROUND" and is_numeral(word.text) and len(word.text) <= LONGEST_NUMERAL:
        return _token("NUMBER", word.text, word.start, word.end), 1
    if numeral is not None and numeral.words >= length:
        value = "" if numeral.value is None else str(numeral.value)
        count = numeral.words + _said_again(words, at + numeral.words, numeral, language)
        return _token(numeral.kind, value, word.start, words[at + count - 1].end), count
    if length:
        return _token(terminal, word.text, word.start, words[at + length - 1].end), length
    if word.text in language.lexicon.polite:
        return _token("POLITE", word.text, word.start, word.end), 1
    if word.text in language.lexicon.noise:
        return None, 1
    if word.text == '"':
        return _token("ASIDE", word.text, word.start, word.end), 1
    if (count := _hyphened(words, at)) > 1:
        end = words[at + count - 1].end
        return _token(
            "WORD", "-".join(w.text for w in words[at : at + count : 2]), word.start, end
        ), count
    kind = (
        "COURTESY"
        if word.text in language.courtesies.courteous
        else "WORD"
        if word.is_word
        else "OTHER"
    )
    return _token(kind, word.text, word.start, word.end), 1


def _said_again(words: Sequence[Word], at: int, numeral: Numeral, language: Language) -> int:
    """How many words say the same number again in brackets: `four (4)`."""
    if at >= len(words) or words[at].text != "(":
        return 0
    again = numeral_at([word.text for word in words[at + 1 : at + 6]] or [")"], language.numbers)
    behind = at + 1 + (0 if again is None else again.words)
    closed = behind < len(words) and words[behind].text == ")"
    same = again is not None and (again.kind, again.value) == (numeral.kind, numeral.value)
    return behind + 1 - at if same and closed else 0


def _hyphened(words: Sequence[Word], at: int) -> int:
    """How many words a compound such as `Mary-Lou` takes, its hyphens too."""
    count = 1
    while (
        words[at].is_word
        and at + count + 1 < len(words)
        and words[at + count].text == "-"
        and words[at + count].glued
        and words[at + count + 1].glued
        and words[at + count + 1].is_word
    ):
        count += 2
    return count


def _sign(words: Sequence[Word], at: int, last: str, language: Language) -> str | None:
    """The terminal of signs, whose meaning hangs on the spaces around them."""
    word = words[at]
    glued_after = at + 1 < len(words) and words[at + 1].glued
    if word.text == "-":
        counts = last in language.roles.counting
        minus = counts and at + 1 < len(words) and words[at + 1].text[0].isdigit()
        return "OTHER" if word.glued or glued_after or minus else None
    if word.text == "+":
        return "ORMORE" if word.glued and last == "NUMBER" and not glued_after else "OTHER"
    if word.text == "'":
        return "S" if word.glued and last == "NAME" and not glued_after else "OTHER"
    if word.glued and at and words[at - 1].text[-1].isalnum():
        units = language.spelling.units
        if word.is_word and not word.text.startswith("'") and word.text not in units:
            return "OTHER"
        if word.text[0].isdigit():
            return "OTHER"
    return None


def _phrase(words: Sequence[Word], at: int, language: Language) -> tuple[int, str]:
    """How many words the longest phrase here takes, and its terminal; 0 for none."""
    lexicon, one = language.lexicon, language.numbers.one
    limit = lexicon.longest.get(_key(words[at], one), 0)
    found = (0, "")
    key: tuple[str, ...] = ()
    for count, word in enumerate(words[at : at + 2 * limit], 1):
        if word.text in lexicon.noise:
            continue
        key = (*key, _key(word, one))
        if len(key) > limit:
            break
        if key in lexicon.phrases:
            found = (count, lexicon.phrases[key])
    return found


def _key(word: Word, one: str) -> str:
    return one if word.text == "1" else word.text


def _lists(tokens: Sequence[Token], ear: Ear) -> list[Token]:
    """Commas between names are an "and", before an "and" they are nothing; "and I" is a name too.

    Of a possessive and a turn one terminal is made.
    """
    names = ear.language.names
    result: list[Token] = []
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].type if index + 1 < len(tokens) else ""
        if (
            token.value == ","
            and result
            and result[-1].type in names
            and follows in (*names, "AND")
        ):
            if follows != "AND":
                result.append(_token("AND", ",", token.start_pos or 0, token.end_pos or 0))
            continue
        if token.type == "TURN" and result and result[-1].type == "S":
            result[-1] = _token("STURN", token.value, result[-1].start_pos or 0, token.end_pos or 0)
            continue
        if token.type == "I" and [t.type for t in result[-2:]] == ["NAME", "AND"]:
            result.append(_token("SELF", token.value, token.start_pos or 0, token.end_pos or 0))
            continue
        result.append(token)
    return result


def _token(kind: str, value: str, start: int, end: int) -> Token:
    return Token(kind, value, start_pos=start, end_pos=end)
