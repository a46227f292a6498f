"""A thrown round told in sentences: what came, who got something, who did not."""

from collections.abc import Sequence
from typing import assert_never

from pigpost.games.kinds import Kind, Seat
from pigpost.games.record import OwnRecord, RowRecord, SharedRecord
from pigpost.replay.rounds import ABSENT
from pigpost.results import story_own, story_shared
from pigpost.results.fates import Fate
from pigpost.results.phrases import listed, points
from pigpost.results.result import ResultSheet, Why
from pigpost.results.sentences import IN_SUBJECTS, names_of, winners
from pigpost.results.words import Words


def headline(sheet: ResultSheet, words: Words) -> str:
    """The round in one line, for lists and for the beginning of a mail."""
    return story(sheet, words)[0]


def story(sheet: ResultSheet, words: Words) -> tuple[str, ...]:
    """The round in a few sentences, the headline first."""
    match sheet.record:
        case SharedRecord() as record:
            told = story_shared.told(sheet, record, words)
        case RowRecord() | OwnRecord() as other:
            told = story_own.told(sheet, other, words)
        case _:
            assert_never(sheet.record)
    return (*told, *_silent(sheet, words))


def verdict(sheet: ResultSheet, words: Words) -> str:
    """Where the round leaves the game, for a subject line."""
    if sheet.record.winners:
        return winners(sheet, words)
    leaders = _leaders(sheet)
    if not leaders:
        return words.gettext("nobody is left")
    if leaders[0].after == 0:
        return words.gettext("nobody has any points")
    names = listed(names_of(sheet, leaders, words), words, limit=IN_SUBJECTS)
    return words.ngettext(
        "{names} leads with {score}", "{names} lead with {score}", len(leaders)
    ).format(names=names, score=leaders[0].after)


def your_line(sheet: ResultSheet, seat: Seat | None, words: Words) -> str | None:
    """What the round did to the reader, or None when he was not in it."""
    line = next((line for line in sheet.why if line.seat == seat), None)
    if line is None:
        return None
    return _yours(line, words).format(
        turn=points(line.turn, words),
        lost=points(line.lost, words),
        before=line.before,
        after=line.after,
    )


def _yours(line: Why, words: Words) -> str:
    match line.fate:
        case Fate.KEPT:
            return words.gettext("You got {turn} and have {after} now.")
        case Fate.OUT:
            return words.gettext("You are out of the game.")
        case Fate.IDLE:
            return words.gettext(
                "You did not throw: the game was won before your turn. You still have {after}."
            )
        case Fate.UNKNOWN:
            return words.gettext("Nothing has changed for you: you still have {after}.")
        case Fate.LOST | Fate.WIPED:
            return _lost(line, words)
    assert_never(line.fate)


def _lost(line: Why, words: Words) -> str:
    wiped = line.after < line.before
    if wiped and line.lost:
        return words.gettext(
            "You lost {lost} and your match score of {before}: you start again from 0."
        )
    if wiped:
        return words.gettext("You lost your match score of {before}: you start again from 0.")
    if line.lost:
        return words.gettext("You lost {lost} and still have {after}.")
    return words.gettext("You got nothing and still have {after}.")


def absent_from(sheet: ResultSheet, words: Words) -> str | None:
    """Who stands in the table but was not in the round, or None (rules 3.5.3, 6.7)."""
    gone = [
        f"{sheet.called(seat, words)} {score}"
        for seat, score in sorted(sheet.record.final_scores.items())
        if seat not in sheet.record.orders
    ]
    if not gone:
        return None
    return words.gettext("Not in this round: {names}.").format(names=listed(gone, words))


def _silent(sheet: ResultSheet, words: Words) -> list[str]:
    """For whom the default was played (rules 3.7.1, 3.8, 4.5); who did not throw needs none."""
    lines = [
        line for line in sheet.by_seat if line.default is not None and line.fate is not Fate.IDLE
    ]
    texts = (
        (_default_played(sheet, words), [line for line in lines if line.default != ABSENT]),
        (
            words.gettext("Away, and excused: {names}."),
            [line for line in lines if line.default == ABSENT],
        ),
    )
    return [
        text.format(names=listed(names_of(sheet, of_whom, words), words))
        for text, of_whom in texts
        if of_whom
    ]


def _default_played(sheet: ResultSheet, words: Words) -> str:
    match sheet.record:
        case SharedRecord():
            return words.gettext(
                "No good order came from {names}; the first throw ended that turn (rule 3.7.1)."
            )
        case RowRecord():
            return words.gettext(
                "No good order came from {names}; the default is one die of the row (rule 3.8)."
            )
        case OwnRecord() if sheet.kind is Kind.HOG:
            return words.gettext(
                "No good order came from {names}; the default is one die (rule 4.5)."
            )
        case OwnRecord():
            return words.gettext(
                "No good order came from {names}; the default is one throw (rule 4.5)."
            )
    assert_never(sheet.record)


def _leaders(sheet: ResultSheet) -> Sequence[Why]:
    in_game = [line for line in sheet.why if line.fate is not Fate.OUT]
    return [line for line in in_game if line.after == in_game[0].after]
