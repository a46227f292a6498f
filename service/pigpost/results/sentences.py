"""Sentences that the stories of all forms share."""

from collections.abc import Iterable

from pigpost.results.phrases import listed, points
from pigpost.results.result import ResultSheet, Why
from pigpost.results.words import Words

IN_SUBJECTS = 3
"""Names in a subject line."""


def names_of(sheet: ResultSheet, lines: Iterable[Why], words: Words) -> list[str]:
    """What the players of some lines are called."""
    return [sheet.called(line.seat, words) for line in lines]


def winners(sheet: ResultSheet, words: Words) -> str:
    """Who has won, and with what."""
    seats = sheet.record.winners
    names = listed([sheet.called(seat, words) for seat in seats], words, limit=IN_SUBJECTS)
    return words.ngettext(
        "{names} wins with {score}", "{names} share the win with {score} each", len(seats)
    ).format(names=names, score=sheet.record.final_scores[seats[0]])


def took_most(sheet: ResultSheet, words: Words) -> list[str]:
    """Who got the most points of the round; nothing where nobody got any."""
    most = max((line.turn for line in sheet.why), default=0)
    best = [line for line in sheet.by_seat if line.turn == most and most]
    if not best:
        return []
    text = words.ngettext(
        "{names} took the most: {turn}.", "{names} took the most: {turn} each.", len(best)
    )
    names = listed(names_of(sheet, best, words), words)
    return [text.format(names=names, turn=points(most, words))]


def not_thrown(words: Words) -> str:
    """Of a round that has no end in its recorded throws (rule 7.5)."""
    return words.gettext("The round was not thrown to its end: no score changes.")


def nobody_left(words: Words) -> str:
    """All were put out of the game (rules 3.5.4, 4.8)."""
    return words.gettext("Nobody is left in the game, and nobody has won.")
