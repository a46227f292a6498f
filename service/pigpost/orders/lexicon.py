"""The words of a language: which phrase stands for which terminal of its grammar."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Phrases, word by word, with their terminals, and the words that change no order.

    `noise`, and among it `polite`, is dropped wherever it stands. `longest` are the words of the
    longest phrase that begins with a word; `vocabulary` is every single word of a phrase.
    `behind` holds words that are another terminal right behind certain ones.
    """

    polite: frozenset[str]
    noise: frozenset[str]
    phrases: Mapping[Phrase, str]
    longest: Mapping[str, int]
    vocabulary: frozenset[str]
    behind: Mapping[tuple[str, str], str]


def lexicon(
    *,
    polite: Iterable[str],
    noise: Iterable[str],
    phrases: Mapping[str, Iterable[Phrase]],
    behind: Mapping[tuple[str, str], str],
) -> Lexicon:
    """The words of a language from its terminals' phrases; a phrase has one terminal, the last."""
    dropped = frozenset(noise) | frozenset(polite)
    table = {phrase: terminal for terminal, ways in phrases.items() for phrase in ways}
    longest: dict[str, int] = {}
    for phrase in table:
        longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
    return Lexicon(
        polite=frozenset(polite),
        noise=dropped,
        phrases=table,
        longest=longest,
        vocabulary=frozenset(word for phrase in table for word in phrase if word[-1].isalpha()),
        behind=behind,
    )
