"""What stands around an order and changes nothing: greetings, thanks, good wishes, names.

Small talk is known by its opening words and by holding only harmless words: a sentence that could
take an order back, doubt it or joke about it is none.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from pigpost.orders.courtesies import (
    CLOSINGS,
    GREETINGS,
    HARMLESS,
    OPENINGS,
    SMALL_TALK_OPENINGS,
    TO_PLAYERS,
)
from pigpost.orders.lexicon import NOISE, POLITE, vocabulary
from pigpost.orders.names import Roster
from pigpost.orders.segment import Segment
from pigpost.orders.words import Word

_INTRODUCTION = 2
_INTRODUCTIONS = {("this", "is"), ("it", "is"), ("it", "'s"), ("i", "am"), ("i", "'m")}
_FIRST_OF_OPENINGS = frozenset(key[0] for key in OPENINGS | GREETINGS) | NOISE
_FIRST_OF_CLOSINGS = frozenset(key[0] for key in CLOSINGS) | NOISE
_MOST_CUTS = 8
_LONGEST_NAME_WORDS = 4
_LONGEST_CLOSING = 10
_SIGNATURE = re.compile(
    r"""
    (?:sent\ from|get|gesendet\ von)\ (?:my\ |mein\w*\ )?
        (?:outlook\ for\ |(?:yahoo\ )?mail\ (?:for|on)\ )?
        (?: i(?:phone|pad|os) | (?:mobile\ )?phone | mobile | tablet | outlook | gmail | thunderbird
          | android (?:\ (?:phone|device|tablet))? | windows (?:\ (?:\d+|phone))?
          | proton\ ?mail (?:\ mobile)? | samsung (?:\ galaxy)? (?:\ (?:smartphone|device|\w?\d\w*))? )
  | (?:tel|phone|mobile|mob|cell|t|m)? [.:\ ]{0,2} \+? [\d\ ()/-]{7,24}
  | (?:https?://|www\.) \S{3,80} | \S{1,60}@\S{3,60}
    """,
    re.VERBOSE,
)
_LONGEST_SMILEY = 6
_SMILEYS = re.compile(r"\s*(?:[:=]-?[)D]|\(:|\^_\^|<3|[☺♥❤🙂😀😃😄😊🐷🐖🐽🎲👍🤞🍀🙏])\s*$")


def without_smileys(text: str) -> int:
    """Where a folded sentence ends when cheerful faces at its end are left off."""
    end = len(text)
    while (match := _SMILEYS.search(text, max(0, end - _LONGEST_SMILEY), end)) is not None:
        end = match.start()
    return end


def trimmings(
    words: Sequence[Word], segment: Segment, roster: Roster
) -> tuple[tuple[int, int], ...]:
    """The first and last word of what may be an order: all, and with most courtesy taken off."""
    starts = _reached(0, lambda at: _after_courtesy(words, at, segment, roster))
    ends = _reached(len(words), lambda at: _before_courtesy(words[:at], segment, roster))
    cuts = sorted((end - start, start, end) for start in starts for end in ends if start <= end)
    return (0, len(words)), *((start, end) for _, start, end in cuts[:_MOST_CUTS])


def _reached(first: int, steps: Callable[[int], Iterator[int]]) -> set[int]:
    """All places that can be got to from one, step by step."""
    reached, todo = {first}, [first]
    while todo and len(reached) < _MOST_CUTS:
        new = set(steps(todo.pop())) - reached
        reached |= new
        todo.extend(new)
    return reached


def is_small_talk(words: Sequence[Word], segment: Segment, roster: Roster) -> bool:
    """Whether a sentence is chat that can't touch an order."""
    if segment.asks:
        return False
    plain = [word for word in words if word.text not in NOISE and word.text not in (",", "-")]
    key = _key(plain)
    opening = max(
        (opening for opening in SMALL_TALK_OPENINGS if key[: len(opening)] == opening),
        key=len,
        default=(),
    )
    return bool(opening) and all(
        word.text in HARMLESS
        or index < len(opening)
        or (opening in TO_PLAYERS and word.text in roster.words)
        or _is_place(word, segment, roster)
        for index, word in enumerate(plain)
    )


def is_sign_off(words: Sequence[Word]) -> bool:
    """Whether a name can be expected to follow: `Best wishes,`."""
    return _key([word for word in words if word.text not in (",", "!", ".", "-")]) in CLOSINGS


def is_signature(words: Sequence[Word], segment: Segment, roster: Roster, *, signed: bool) -> bool:
    """Whether a line is the writer's name, or stands below his name as phone numbers do.

    After a sign-off (`signed`) any name will do.
    """
    if _SIGNATURE.fullmatch(segment.text) or _is_mine(segment.text, roster):
        return True
    names = _without_introduction(
        [word for word in words if word.text not in ("/", ",", ".", "-", "x", "xx", "xxx")]
    )
    if not names:
        return signed
    if _is_own_name(names, segment, roster):
        return True
    return signed and _is_some_name(names, segment, roster)


def _without_introduction(words: list[Word]) -> list[Word]:
    """The name in `This is Karen` and `Karen here`."""
    if tuple(word.text for word in words[:2]) in _INTRODUCTIONS and len(words) > _INTRODUCTION:
        return words[_INTRODUCTION:]
    return words[:-1] if len(words) > 1 and words[-1].text == "here" else words


def _key(words: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in words if word.text not in NOISE)


def _is_separator(word: Word) -> bool:
    return word.text in (",", "-", ":", "!")


def _after_courtesy(
    words: Sequence[Word], start: int, segment: Segment, roster: Roster
) -> Iterator[int]:
    """Where an order could begin: after a greeting, an opening, one's own name and a colon."""
    hopeful = start < len(words) and words[start].text in _FIRST_OF_OPENINGS
    for end in range(start + 1, min(len(words), start + _LONGEST_CLOSING) + 1 if hopeful else 0):
        key = _key(words[start:end])
        if key in OPENINGS:
            yield _behind_separators(words, end)
        if key in GREETINGS:
            for named in _after_name(words, segment, roster, end):
                yield _behind_separators(words, named)
    for end in range(start + 1, min(len(words), start + _LONGEST_NAME_WORDS + 1)):
        if words[end].text in (":", "-") and _is_own_name(words[start:end], segment, roster):
            yield _behind_separators(words, end)


def _behind_separators(words: Sequence[Word], start: int) -> int:
    while start < len(words) and _is_separator(words[start]):
        start += 1
    return start


def _after_name(
    words: Sequence[Word], segment: Segment, roster: Roster, start: int
) -> Iterator[int]:
    """After nothing, after one name, or after several that end at a comma."""
    yield start
    for end in range(start + 1, min(len(words), start + _LONGEST_NAME_WORDS) + 1):
        ended = end == len(words) or _is_separator(words[end])
        if (ended or end == start + 1) and _is_addressed(words[start:end], segment, roster):
            yield end


def _is_addressed(words: Sequence[Word], segment: Segment, roster: Roster) -> bool:
    name = segment.text[words[0].start : words[-1].end]
    return name in roster.by_name or _is_some_name(words, segment, roster)


def _before_courtesy(words: Sequence[Word], segment: Segment, roster: Roster) -> Iterator[int]:
    """Where an order could end: before good wishes, a name after them, one's own name."""
    length = len(words)
    for start in range(max(0, length - _LONGEST_CLOSING), length):
        if words[start].glued and start and words[start - 1].text[-1].isalnum():
            continue
        if _is_closing(words[start:], segment, roster) or (
            start
            and _is_separator(words[start - 1])
            and _is_own_name(words[start:], segment, roster)
        ):
            yield _before_separators(words, start)


def _before_separators(words: Sequence[Word], end: int) -> int:
    while end and (_is_separator(words[end - 1]) or words[end - 1].text in POLITE):
        end -= 1
    return end


def _is_closing(words: Sequence[Word], segment: Segment, roster: Roster) -> bool:
    """Good wishes, with or without a name behind them; or a last "please"."""
    if words[0].text in POLITE:
        return len(words) == 1
    return words[0].text in _FIRST_OF_CLOSINGS and any(
        _key(words[:end]) in CLOSINGS and _is_closing_name(words[end:], segment, roster)
        for end in range(1, len(words) + 1)
    )


def _is_closing_name(words: Sequence[Word], segment: Segment, roster: Roster) -> bool:
    """The writer's name or a stranger's: another player's could belong to the order."""
    named = [word for word in words if not _is_separator(word) and word.text != "/"]
    return (
        not named or _is_own_name(named, segment, roster) or _is_some_name(named, segment, roster)
    )


def _is_own_name(words: Sequence[Word], segment: Segment, roster: Roster) -> bool:
    """The writer's name, whole or shortened, or followed by another name of his."""
    if _is_mine(segment.text[words[0].start : words[-1].end], roster):
        return True
    first, rest = words[0], words[1:]
    return _is_mine(first.text, roster) and bool(rest) and _is_some_name(rest, segment, roster)


def _is_mine(name: str, roster: Roster) -> bool:
    return roster.me is not None and roster.me in roster.by_name.get(name, ())


def _is_some_name(words: Sequence[Word], segment: Segment, roster: Roster) -> bool:
    """Words that can be the name of a person who does not play: written with capitals."""
    return len(words) <= _LONGEST_NAME_WORDS and all(
        word.is_word
        and word.text not in vocabulary()
        and word.text not in roster.by_name
        and segment.written(word.start, word.end)[:1].isupper()
        for word in words
    )


def _is_place(word: Word, segment: Segment, roster: Roster) -> bool:
    """A proper noun in a sentence, as in "greetings from Leeds"; a player's name is none."""
    written = segment.written(word.start, word.end)
    return (
        word.start > 0
        and written.istitle()
        and word.text not in vocabulary()
        and word.text not in roster.by_name
    )
