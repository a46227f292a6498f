"""Whether a clause states something: whether it has a subject and a verb of its own."""

from collections.abc import Sequence

from pigpost.orders.talk_words import TalkWords

_LONGEST_SUBJECT = 7
_PAST, _PRESENT = "ed", "s"
_SHORTEST_VERB = 4
_ADVERB = "ly"


def states(texts: Sequence[str], known: TalkWords) -> bool:
    """Whether folded words begin with a subject, and a verb stands behind it.

    Behind an "I" any word is one that could be; behind a noun, one that is known or looks like it.
    """
    at = first_of(texts, known)
    if at >= len(texts):
        return False
    if texts[at] in known.subjects:
        at = _behind_adverbs(texts, at + 1, known)
        return at < len(texts) and (texts[at] in known.helping or texts[at] not in known.little)
    if texts[at] in (known.little | known.denials) - known.owners:
        return False
    noun = 2 if texts[at] in known.owners else len(texts)
    return any(
        _is_verb(texts[place], known, behind_noun=place >= at + noun)
        for place in range(at + 1, min(len(texts), at + 1 + _LONGEST_SUBJECT))
    )


def first_of(texts: Sequence[str], known: TalkWords) -> int:
    """Where a clause begins behind a "but", a "well" or a "today"."""
    at = 0
    while at < len(texts) and (
        texts[at] in known.joining or texts[at] in known.leading or not texts[at][-1].isalnum()
    ):
        at += 1
    return at


def _behind_adverbs(texts: Sequence[str], at: int, known: TalkWords) -> int:
    while at < len(texts) and (texts[at] in known.slight or texts[at].endswith(_ADVERB)):
        at += 1
    return at


def _is_verb(text: str, known: TalkWords, *, behind_noun: bool) -> bool:
    if text in known.verbs or text in known.helping:
        return True
    endings = (_PAST, _PRESENT) if behind_noun else (_PAST,)
    return len(text) >= _SHORTEST_VERB and text.endswith(endings)
