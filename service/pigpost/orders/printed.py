"""Orders as mails print them, `ROUND 5 AFTER Bill, Ted`: understood whatever language is spoken."""

import re
from collections.abc import Iterator, Sequence

from pigpost.orders.ear import Ear
from pigpost.orders.names import NAME
from pigpost.orders.said import Amount, Named, Said, Wanted
from pigpost.orders.words import Word

_LINE = re.compile(
    r"""
    (?P<standing> standing\ )? (?: round\ (?P<round> \d{1,7} )\ )?
    (?: (?P<counted> throws | turn | total | dice )\ (?P<n> \d{1,7} )
      | (?P<alone> only\ left )
      | (?P<naming> when | after )\ (?P<names> \S.{0,400} ) )
    """,
    re.VERBOSE,
)
_COUNTED = {
    "throws": Wanted.THROWS,
    "turn": Wanted.TURN,
    "total": Wanted.TOTAL,
    "dice": Wanted.DICE,
}
_NAMING = {"when": Wanted.WHEN, "after": Wanted.AFTER}
_NAMES = re.compile(r"[^,]+")


def printed_order(words: Sequence[Word], text: str, ear: Ear) -> Said | None:
    """What these words of a folded sentence say, if they are an order in its printed form."""
    if not words:
        return None
    match = _LINE.fullmatch(text, words[0].start, words[-1].end)
    if match is None:
        return None
    rounds = () if match["round"] is None else (int(match["round"]),)
    standing = match["standing"] is not None
    if match["counted"]:
        start, end = match.span("n")
        amount = Amount(start=start, end=end, value=int(match["n"]))
        wanted = _COUNTED[match["counted"]]
        return Said(wanted=wanted, amount=amount, rounds=rounds, standing=standing)
    if match["alone"]:
        return Said(wanted=Wanted.ONLY_LEFT, rounds=rounds, standing=standing)
    names = tuple(_named(text, *match.span("names"), ear))
    return Said(wanted=_NAMING[match["naming"]], names=names, rounds=rounds, standing=standing)


def _named(text: str, start: int, end: int, ear: Ear) -> Iterator[Named]:
    """The names between commas, each as it is."""
    for match in _NAMES.finditer(text, start, end):
        name = match[0].strip()
        begin = match.start() + match[0].index(name)
        kind = NAME if name in ear.roster.by_name else "WORD"
        yield Named(kind=kind, text=name, words=((begin, begin + len(name)),))
