"""Small talk: sentences that can't touch an order.

It is made of nothing but harmless words: what could take an order back, doubt it or joke about it
holds another one, and is asked about.
"""

from collections.abc import Sequence

from pigpost.orders.ear import Ear
from pigpost.orders.segment import Segment
from pigpost.orders.words import Word

_SEPARATORS = (",", "-", "!", ".", "&")


def is_small_talk(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """Whether a sentence is chat; a question only if it is one of those that are polite."""
    plain = _plain(words, ear)
    key = tuple(word.text for word in plain)
    known = ear.language.courtesies
    if segment.asks:
        opening = _opening(key, known.questions)
        return bool(opening) and _is_harmless(plain[len(opening) :], segment, ear)
    opening = _opening(key, known.small_talk_openings)
    rest = plain[len(opening) :]
    if not opening:
        return is_chat(words, segment, ear)
    if opening in known.it:
        return all(word.text in known.harmless or word.text in known.about_it for word in rest)
    hoped = known.hoped if opening in known.hopes else frozenset()
    named = opening in known.to_players
    return all(
        _is_harmless_word(word, segment, ear)
        or word.text in hoped
        or (named and word.text in ear.roster.words)
        for word in rest
    )


def is_chat(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    """Whether a part of a sentence is made of harmless words alone, and says something with them.

    It says it of no name: that could be a player's, misspelled (`when Bill, Gefof have done so`).
    """
    plain = _plain(words, ear)
    harmless = ear.language.courtesies.harmless
    if plain and _is_place(plain[0], segment, ear):
        return False
    return _is_harmless(plain, segment, ear) and any(word.text in harmless for word in plain)


def _plain(words: Sequence[Word], ear: Ear) -> list[Word]:
    noise = ear.language.lexicon.noise
    return [word for word in words if word.text not in noise and word.text not in _SEPARATORS]


def _opening(key: tuple[str, ...], openings: frozenset[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest opening that the words begin with, else nothing."""
    longest = max(map(len, openings), default=0)
    for count in range(min(longest, len(key)), 0, -1):
        if key[:count] in openings:
            return key[:count]
    return ()


def _is_harmless(words: Sequence[Word], segment: Segment, ear: Ear) -> bool:
    return all(_is_harmless_word(word, segment, ear) for word in words)


def _is_harmless_word(word: Word, segment: Segment, ear: Ear) -> bool:
    known = ear.language.courtesies
    if word.text in ear.roster.words:
        return False
    return (
        word.text in known.harmless or word.text in known.linking or _is_place(word, segment, ear)
    )


def _is_place(word: Word, segment: Segment, ear: Ear) -> bool:
    """A proper noun in a sentence, as in "greetings from Leeds"; a player's name is none."""
    written = segment.written(word.start, word.end)
    return (
        word.start > 0
        and written.istitle()
        and word.is_word
        and word.text not in ear.language.lexicon.vocabulary
        and word.text not in ear.roster.by_name
    )
