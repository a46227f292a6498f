"""Words misspelled by one slip of the pen that makes no other word."""

from collections.abc import Collection, Iterable, Iterator, Mapping


def slips(words: Iterable[str], others: Collection[str]) -> Mapping[str, str]:
    """Each misspelled word with the only one that it can be.

    >>> dict(slips(["roll"], {"role"}))["rlol"]
    'roll'
    """
    found: dict[str, set[str]] = {}
    for word in words:
        for slip in _slips_of(word):
            found.setdefault(slip, set()).add(word)
    return {
        slip: next(iter(meant))
        for slip, meant in found.items()
        if len(meant) == 1 and slip not in others
    }


_SHORTEST = 5
"""No letter may be missing in a shorter word."""


def _slips_of(word: str) -> Iterator[str]:
    """A letter left out or doubled, two that changed places; the first one is right."""
    for at in range(1, len(word)):
        if len(word) >= _SHORTEST:
            yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at] + word[at:]
        if at + 1 < len(word):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
