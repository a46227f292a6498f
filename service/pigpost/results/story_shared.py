"""The story of a round that was thrown for all: who got away before it was closed (rule 3)."""

from typing import assert_never

from pigpost.games.record import EndedBy, SharedRecord
from pigpost.results.fates import Fate
from pigpost.results.phrases import listed, one_such, points, sentence, spelled
from pigpost.results.result import ResultSheet, Why
from pigpost.results.sentences import names_of, nobody_left, not_thrown, took_most, winners
from pigpost.results.why_shared import at_stake, away, still_in
from pigpost.results.words import Words


def told(sheet: ResultSheet, record: SharedRecord, words: Words) -> list[str]:
    """The round in a few sentences, the headline first."""
    match record.ended_by:
        case EndedBy.NON_SCORING:
            return _closed(sheet, record, words)
        case EndedBy.TARGET:
            return _won(sheet, record, words)
        case EndedBy.ALL_DROPPED:
            return _all_away(sheet, record, words)
        case EndedBy.INCOMPLETE:
            return [not_thrown(words)]
    assert_never(record.ended_by)


def _closed(sheet: ResultSheet, record: SharedRecord, words: Words) -> list[str]:
    """A non-scoring throw ended it (rule 3.5)."""
    good = len(record.throws) - 1
    clauses = [
        words.ngettext(
            "{number} good throw and {what}.", "{number} good throws and {what}.", good
        ).format(number=spelled(good, words), what=one_such(record.throws[-1].name, words)),
        words.gettext("{first}; {second}.").format(
            first=_away(sheet, record, words), second=_caught(sheet, record, words)
        ),
    ]
    if record.game_over:
        clauses.append(nobody_left(words))
    return [sentence(clause) for clause in clauses]


def _away(sheet: ResultSheet, record: SharedRecord, words: Words) -> str:
    names = names_of(sheet, away(sheet, record), words)
    if not names:
        return words.gettext("nobody got away")
    return words.ngettext("{names} got away", "{names} got away", len(names)).format(
        names=listed(names, words)
    )


def _caught(sheet: ResultSheet, record: SharedRecord, words: Words) -> str:
    """What the closing throw took, and from whom."""
    caught = still_in(sheet, record)
    number = len(caught)
    match caught[0].fate:
        case Fate.OUT:
            text = words.ngettext(
                "{names} is out of the game", "{names} are out of the game", number
            )
        case Fate.WIPED:
            text = words.ngettext(
                "{names} lost {lost} and the match score, and starts again from 0",
                "{names} lost {lost} each and their match scores, and start again from 0",
                number,
            )
        case _:
            text = words.ngettext("{names} lost {lost}", "{names} lost {lost} each", number)
    names = listed(names_of(sheet, caught, words), words)
    return text.format(names=names, lost=points(at_stake(record), words))


def _won(sheet: ResultSheet, record: SharedRecord, words: Words) -> list[str]:
    """Somebody reached the target (rule 3.6)."""
    last = record.throws[-1]
    clauses = [
        words.gettext("{winners} at throw {n}.").format(winners=winners(sheet, words), n=last.n)
    ]
    others = [line for line in sheet.by_seat if line.seat not in record.winners]
    stayed = [line for line in others if _at_the_end(record, line)]
    left = [line for line in others if not _at_the_end(record, line)]
    if stayed:
        clauses.append(
            words.ngettext(
                "{names} was in at that throw too and keeps {turn}.",
                "{names} were in at that throw too and keep {turn} each.",
                len(stayed),
            ).format(
                names=listed(names_of(sheet, stayed, words), words),
                turn=points(last.turn_score, words),
            )
        )
    if left:
        clauses.append(
            words.ngettext(
                "{names} had left before.", "{names} had left before.", len(left)
            ).format(names=listed(names_of(sheet, left, words), words))
        )
    return [sentence(clause) for clause in clauses]


def _at_the_end(record: SharedRecord, line: Why) -> bool:
    """Whether a player was in at the last throw."""
    return record.dropped_at[line.seat] in {None, record.throws[-1].n}


def _all_away(sheet: ResultSheet, record: SharedRecord, words: Words) -> list[str]:
    """Everybody dropped out in time."""
    good = record.throws_made
    clause = words.ngettext(
        "{number} good throw, and everybody got away.",
        "{number} good throws, and everybody got away.",
        good,
    ).format(number=spelled(good, words))
    return [sentence(clause), *took_most(sheet, words)]
