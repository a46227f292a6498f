"""What stands around an order and changes nothing: greetings, thanks, good wishes, names.

Small talk is known by its opening words and by holding only harmless words: a sentence that could
take an order back, doubt it or joke about it is none.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from pigpost.orders.courtesies import Phrases
from pigpost.orders.ear import Ear
from pigpost.orders.names import fold
from pigpost.orders.segment import Segment
from pigpost.orders.small_talk import is_small_talk
from pigpost.orders.words import Word

_INTRODUCTION = 2
_MOST_CUTS = 8
_LONGEST_NAME_WORDS = 4
_LONGEST_CLOSING = 10
_LONGEST_JOIN = 3
_LONGEST_PLACE = 5
_INITIALS = re.compile(r"[^\W\d_](?:[. ]{0,2}[^\W\d_]){0,2}\.?")
_POSSESSIVES = ("'s", "'")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S{3,80}|\S{1,60}@\S{3,60}")
_LONGEST_SMILEY = 6
_SMILEYS = re.compile(r"\s*(?:[:=]-?[)D]|\(:|\^_\^|<3|[☺♥❤🙂😀😃😄😊🐷🐖🐽🎲👍🤞🍀🙏])\s*$")


def without_smileys(text: str) -> int:
    """Where a folded sentence ends when cheerful faces at its end are left off."""
    end = len(text)
    while (match := _SMILEYS.search(text, max(0, end - _LONGEST_SMILEY), end)) is not None:
        end = match.start()
    return end


def trimmings(words: Sequence[Word], segment: Segment, ear: Ear) -> tuple[tuple[int, int], ...]:
    """The first and last word of what may be an order: all, and with most courtesy taken off."""
    starts = _reached(0, lambda at: _after_courtesy(words, at, segment, ear))
    ends = _reached(len(words), lambda at: _before_courtesy(words[:at], segment, ear))
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


def is_sign_off(words: Sequence[Word], ear: Ear) -> bool:
    """Whether a name can be expected to follow: `Best wishes,`."""
    plain = [word for word in words if word.text not in (",", "!", ".", "-")]
    return _key(plain, ear) in ear.language.courtesies.closings


def is_signature(words: Sequence[Word], segment: Segment, ear: Ear, *, signed: bool) -> bool:
    """Whether a line is the writer's name, or stands below his name as phone numbers do.

    After a sign-off (`signed`) any name will do.
    """
    signatures = (_ADDRESS, *ear.language.courtesies.signatures)
    if any(pattern.fullmatch(segment.text) for pattern in signatures):
        return True
    if _is_mine(segment.text, ear):
        return True
    names = _without_introduction(
        [word for word in words if word.text not in ("/", ",", ".", "-", "x", "xx", "xxx")], ear
    )
    if not names:
        return signed
    if _is_own_name(names, segment, ear) or _are_initials(segment.text, ear):
        return True
    return signed and (_is_some_name(names, segment, ear) or _is_place(names, segment, ear))


def _are_initials(text: str, ear: Ear) -> bool:
    """`K.H.` below a mail of Karen's."""
    mine = next((fold(p.name) for p in ear.roster.players if p.seat == ear.roster.me), "")
    return bool(mine) and text[:1] == mine[0] and _INITIALS.fullmatch(text) is not None


def _is_place(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """Where somebody lives, below his name: `14 Mill Lane`."""
    named = [word for word in words if word.is_word]
    return (
        len(words) <= _LONGEST_PLACE
        and words[0].text[0].isdigit()
        and bool(named)
        and _is_some_name(named, segment, ear)
    )


def _without_introduction(words: list[Word], ear: Ear) -> list[Word]:
    """The name in `This is Karen` and `Karen here`."""
    if (
        tuple(word.text for word in words[:2]) in ear.language.courtesies.introductions
        and len(words) > _INTRODUCTION
    ):
        return words[_INTRODUCTION:]
    return (
        words[:-1] if len(words) > 1 and words[-1].text in ear.language.courtesies.here else words
    )


def _key(words: Sequence[Word], ear: Ear) -> tuple[str, ...]:
    return tuple(word.text for word in words if word.text not in ear.language.lexicon.noise)


def _is_separator(word: Word) -> bool:
    return word.text in (",", "-", ":", "!")


def _after_courtesy(words: Sequence[Word], start: int, segment: Segment, ear: Ear) -> Iterator[int]:
    """Where an order could begin: after a greeting, an opening, one's own name and a colon."""
    hopeful = start < len(words) and words[start].text in ear.language.courtesies.first_of_openings
    for end in range(start + 1, min(len(words), start + _LONGEST_CLOSING) + 1 if hopeful else 0):
        key = _key(words[start:end], ear)
        if key in ear.language.courtesies.openings:
            yield _behind_separators(words, end)
        behind = _behind_separators(words, end)
        if key in ear.language.courtesies.leads and behind < len(words):
            yield behind
        if key in ear.language.courtesies.greetings:
            for named in _after_name(words, segment, ear, end):
                yield _behind_separators(words, named)
    yield from _after_own_name(words, start, segment, ear)
    for end, behind in _joints(words, start, ear):
        if end > start and is_small_talk(words[start:end], segment, ear):
            yield _behind_separators(words, behind)


def _after_own_name(words: Sequence[Word], start: int, segment: Segment, ear: Ear) -> Iterator[int]:
    """After `Karen:`, `Karen's` before an order, `this is Karen`, `Karen here`."""
    known, phrases = ear.language.courtesies, ear.language.lexicon.phrases
    first = start
    for count in (_INTRODUCTION, 1):
        if tuple(word.text for word in words[start : start + count]) in known.introductions:
            first = start + count
            break
    for end in range(first + 1, min(len(words), first + _LONGEST_NAME_WORDS + 1)):
        if not _is_own_name(words[first:end], segment, ear):
            continue
        behind = words[end].text
        owns = behind in _POSSESSIVES and (end + 1 < len(words))
        if first > start or behind in (":", "-") or behind in known.here:
            yield _behind_separators(words, end + 1 if behind in known.here else end)
        elif owns and phrases.get((words[end + 1].text,)) == "ORDER":
            yield end + 1


def _joints(words: Sequence[Word], start: int, ear: Ear) -> Iterator[tuple[int, int]]:
    """Where chat may be joined to an order: at a comma, an "and", a "so"; and what is behind."""
    joins = ear.language.courtesies.joins
    firsts = _first_words(joins)
    for at in range(start, len(words)):
        if _is_separator(words[at]):
            yield at, at + 1
        for count in range(1, _LONGEST_JOIN + 1) if words[at].text in firsts else ():
            if tuple(word.text for word in words[at : at + count]) in joins:
                yield at, at + count


@cache
def _first_words(joins: Phrases) -> frozenset[str]:
    return frozenset(join[0] for join in joins)


def _behind_separators(words: Sequence[Word], start: int) -> int:
    while start < len(words) and _is_separator(words[start]):
        start += 1
    return start


def _after_name(words: Sequence[Word], segment: Segment, ear: Ear, start: int) -> Iterator[int]:
    """After nothing, after one name, or after several that end at a comma."""
    yield start
    for end in range(start + 1, min(len(words), start + _LONGEST_NAME_WORDS) + 1):
        ended = end == len(words) or _is_separator(words[end])
        if (ended or end == start + 1) and _is_addressed(words[start:end], segment, ear):
            yield end


def _is_addressed(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    name = segment.text[words[0].start : words[-1].end]
    bare = [word for word in words if not _is_separator(word)]
    if _key(bare, ear) in ear.language.courtesies.vocatives:
        return True
    return name in ear.roster.by_name or _is_some_name(words, segment, ear)


def _before_courtesy(words: Sequence[Word], segment: Segment, ear: Ear) -> Iterator[int]:
    """Where an order could end: before good wishes, a name after them, one's own name."""
    length = len(words)
    for start in range(max(0, length - _LONGEST_CLOSING), length):
        if words[start].glued and start and words[start - 1].text[-1].isalnum():
            continue
        polite = ear.language.lexicon.polite
        apart = start > 0 and (_is_separator(words[start - 1]) or words[start - 1].text in polite)
        if _is_closing(words[start:], segment, ear) or (
            apart and _is_spoken_to(words, start, segment, ear)
        ):
            yield _before_separators(words, start, ear)
    for end, behind in _joints(words, 0, ear):
        if behind < length and is_small_talk(words[behind:], segment, ear):
            yield _before_separators(words, end, ear)


def _is_spoken_to(words: Sequence[Word], start: int, segment: Segment, ear: Ear) -> bool:
    """Behind a comma the writer's name, a "folks", or the name of somebody who does not play.

    The last only behind a "please": elsewhere it could be one more name of a list.
    """
    if _is_own_name(words[start:], segment, ear):
        return True
    if _key(words[start:], ear) in ear.language.courtesies.vocatives:
        return True
    before = next((w for w in reversed(words[:start]) if not _is_separator(w)), None)
    if before is None or before.text in ear.roster.words:
        return False
    return before.text in ear.language.lexicon.polite and _is_some_name(words[start:], segment, ear)


def _before_separators(words: Sequence[Word], end: int, ear: Ear) -> int:
    """Before commas and a "please", and before the "and" that joins thanks to an order."""
    polite, joining = ear.language.lexicon.polite, ear.language.numbers.and_
    while end and (
        _is_separator(words[end - 1])
        or words[end - 1].text in polite
        or words[end - 1].text in joining
        or words[end - 1].text == "&"
    ):
        end -= 1
    return end


def _is_closing(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """Good wishes, with or without a name behind them; or a last "please"."""
    if words[0].text in ear.language.lexicon.polite:
        return len(words) == 1
    return words[0].text in ear.language.courtesies.first_of_closings and any(
        _key(words[:end], ear) in ear.language.courtesies.closings
        and _is_closing_name(words[end:], segment, ear)
        for end in range(1, len(words) + 1)
    )


def _is_closing_name(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """The writer's name or a stranger's: another player's could belong to the order."""
    named = [word for word in words if not _is_separator(word) and word.text != "/"]
    return not named or _is_own_name(named, segment, ear) or _is_some_name(named, segment, ear)


def _is_own_name(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """The writer's name, whole or shortened, or followed by another name of his."""
    if _is_mine(segment.text[words[0].start : words[-1].end], ear):
        return True
    first, rest = words[0], words[1:]
    return _is_mine(first.text, ear) and bool(rest) and _is_some_name(rest, segment, ear)


def _is_mine(name: str, ear: Ear) -> bool:
    me = ear.roster.me
    return me is not None and me in ear.roster.by_name.get(name, ())


def _is_some_name(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """Words that can be the name of a person who does not play: written with capitals."""
    return len(words) <= _LONGEST_NAME_WORDS and all(
        word.is_word
        and word.text not in ear.language.lexicon.vocabulary
        and word.text not in ear.language.numbers.vocabulary
        and word.text not in ear.roster.by_name
        and segment.written(word.start, word.end)[:1].isupper()
        for word in words
    )
