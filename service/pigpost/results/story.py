"""A thrown round told in sentences: what came, who got away, who did not."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pigpost.games.kinds import Seat
from pigpost.games.record import EndedBy
from pigpost.results.phrases import listed, one_such, points, sentence, spelled
from pigpost.results.result import ResultSheet, Why
from pigpost.results.words import Words

_IN_SUBJECTS = 3
"""Names in a subject line."""


def headline(sheet: ResultSheet, words: Words) -> str:
    """The round in one line, for lists and for the beginning of a mail."""
    return story(sheet, words)[0]


def story(sheet: ResultSheet, words: Words) -> tuple[str, ...]:
    """The round in a few sentences, the headline first."""
    match sheet.record.ended_by:
        case EndedBy.NON_SCORING:
            told = _closed(sheet, words)
        case EndedBy.TARGET:
            told = _won(sheet, words)
        case EndedBy.ALL_DROPPED:
            told = _all_away(sheet, words)
        case EndedBy.INCOMPLETE:
            told = [words.gettext("The round was not thrown to its end: no score changes.")]
        case _:
            assert_never(sheet.record.ended_by)
    return (*told, *_silent(sheet, words))


def verdict(sheet: ResultSheet, words: Words) -> str:
    """Where the round leaves the game, for a subject line."""
    if sheet.record.winners:
        return _winners(sheet, words)
    leaders = _leaders(sheet)
    if not leaders:
        return words.gettext("nobody is left")
    names = listed([line.name for line in leaders], words, limit=_IN_SUBJECTS)
    return words.ngettext(
        "{names} leads with {score}", "{names} lead with {score}", len(leaders)
    ).format(names=names, score=leaders[0].after)


def your_line(sheet: ResultSheet, seat: Seat | None, words: Words) -> str | None:
    """What the round did to the reader, or None when he was not in it."""
    line = next((line for line in sheet.why if line.seat == seat), None)
    if line is None:
        return None
    facts = {
        "turn": points(line.turn, words),
        "lost": points(sheet.at_stake, words),
        "before": line.before,
        "after": line.after,
    }
    if line.eliminated:
        return words.gettext("You are out of the game.").format(**facts)
    if line.dropped_at is not None or sheet.record.ended_by is EndedBy.TARGET:
        return words.gettext("You got {turn} and have {after} now.").format(**facts)
    if line.after < line.before:
        return words.gettext(
            "You lost {lost} and your match score of {before}: you start again from 0."
        ).format(**facts)
    return words.gettext("You lost {lost} and still have {after}.").format(**facts)


def absent_from(sheet: ResultSheet, words: Words) -> str | None:
    """Who stands in the table but was not in the round, or None (rules 3.5.3, 6.7)."""
    gone = [
        f"{sheet.names[seat]} {score}"
        for seat, score in sorted(sheet.record.final_scores.items())
        if seat not in sheet.record.orders
    ]
    if not gone:
        return None
    return words.gettext("Not in this round: {names}.").format(names=listed(gone, words))


def _closed(sheet: ResultSheet, words: Words) -> list[str]:
    """A non-scoring throw ended it (rule 3.5)."""
    throws = sheet.record.throws
    good = len(throws) - 1
    told = [
        words.ngettext(
            "{number} good throw and {what}.", "{number} good throws and {what}.", good
        ).format(number=spelled(good, words), what=one_such(throws[-1].name, words)),
        words.gettext("{first}; {second}.").format(
            first=_away(sheet, words), second=_caught(sheet, words)
        ),
    ]
    if sheet.record.game_over:
        told.append(words.gettext("Nobody is left in the game, and nobody has won."))
    return [sentence(clause) for clause in told]


def _away(sheet: ResultSheet, words: Words) -> str:
    away = _names(sheet.away)
    if not away:
        return words.gettext("nobody got away")
    return words.ngettext("{names} got away", "{names} got away", len(away)).format(
        names=listed(away, words)
    )


def _caught(sheet: ResultSheet, words: Words) -> str:
    """What the closing throw took, and from whom."""
    caught = sheet.still_in
    facts = {
        "names": listed(_names(caught), words),
        "lost": points(sheet.at_stake, words),
    }
    number = len(caught)
    if any(line.eliminated for line in caught):
        return words.ngettext(
            "{names} is out of the game", "{names} are out of the game", number
        ).format(**facts)
    if sheet.record.throws[-1].name != "pig_out":
        return words.ngettext(
            "{names} lost {lost} and the match score, and starts again from 0",
            "{names} lost {lost} each and their match scores, and start again from 0",
            number,
        ).format(**facts)
    return words.ngettext("{names} lost {lost}", "{names} lost {lost} each", number).format(**facts)


def _won(sheet: ResultSheet, words: Words) -> list[str]:
    """Somebody reached the target (rule 3.6)."""
    last = sheet.record.throws[-1]
    told = [
        words.gettext("{winners} at throw {n}.").format(winners=_winners(sheet, words), n=last.n)
    ]
    others = [
        line for line in (*sheet.still_in, *sheet.away) if line.seat not in sheet.record.winners
    ]
    stayed = _names(line for line in others if line.dropped_at in {None, last.n})
    left = _names(line for line in others if line.dropped_at not in {None, last.n})
    if stayed:
        told.append(
            words.ngettext(
                "{names} was in at that throw too and keeps {turn}.",
                "{names} were in at that throw too and keep {turn} each.",
                len(stayed),
            ).format(names=listed(stayed, words), turn=points(last.turn_score, words))
        )
    if left:
        told.append(
            words.ngettext(
                "{names} had left before.", "{names} had left before.", len(left)
            ).format(names=listed(left, words))
        )
    return [sentence(clause) for clause in told]


def _winners(sheet: ResultSheet, words: Words) -> str:
    winners = sheet.record.winners
    names = listed([sheet.names[seat] for seat in winners], words, limit=_IN_SUBJECTS)
    return words.ngettext(
        "{names} wins with {score}", "{names} share the win with {score} each", len(winners)
    ).format(names=names, score=sheet.record.final_scores[winners[0]])


def _all_away(sheet: ResultSheet, words: Words) -> list[str]:
    """Everybody dropped out in time."""
    good = sheet.record.throws_made
    told = [
        words.ngettext(
            "{number} good throw, and everybody got away.",
            "{number} good throws, and everybody got away.",
            good,
        ).format(number=spelled(good, words))
    ]
    most = max((line.turn for line in sheet.away), default=0)
    best = _names(line for line in sheet.away if line.turn == most)
    if best:
        told.append(
            words.ngettext(
                "{names} took the most: {turn}.", "{names} took the most: {turn} each.", len(best)
            ).format(names=listed(best, words), turn=points(most, words))
        )
    return [sentence(clause) for clause in told]


def _silent(sheet: ResultSheet, words: Words) -> list[str]:
    """For whom the default was played (rule 3.7.1)."""
    silent = _names(line for line in sheet.why if line.default is not None)
    if not silent:
        return []
    return [
        words.gettext(
            "No good order came from {names}; the first throw ended that turn (rule 3.7.1)."
        ).format(names=listed(silent, words))
    ]


def _leaders(sheet: ResultSheet) -> Sequence[Why]:
    in_game = [line for line in sheet.why if not line.eliminated]
    return [line for line in in_game if line.after == in_game[0].after]


def _names(lines: Iterable[Why]) -> list[str]:
    return [line.name for line in lines]
