"""The story of a round in which everybody had throws or dice of his own (rules 3.8, 4)."""

from pigpost.games.kinds import Form
from pigpost.games.own_round import seats_in_turn
from pigpost.games.record import EndedBy, OwnRecord, RowRecord
from pigpost.results.fates import Fate
from pigpost.results.phrases import listed
from pigpost.results.result import ResultSheet, Why
from pigpost.results.sentences import names_of, nobody_left, not_thrown, took_most, winners
from pigpost.results.words import Words


def told(sheet: ResultSheet, record: OwnRecord | RowRecord, words: Words) -> list[str]:
    """The round in a few sentences, the headline first."""
    if record.ended_by is EndedBy.INCOMPLETE:
        return [not_thrown(words)]
    fared = {
        fate: [line for line in sheet.by_seat if line.fate is fate]
        for fate in (Fate.LOST, Fate.WIPED, Fate.OUT, Fate.IDLE)
    }
    told_of = [_fared(sheet, fate, lines, words) for fate, lines in fared.items() if lines]
    clauses = [_headline(sheet, words), *told_of]
    if record.game_over and not record.winners:
        clauses.append(nobody_left(words))
    return clauses


def _headline(sheet: ResultSheet, words: Words) -> str:
    if sheet.record.winners:
        return words.gettext("{winners}.").format(winners=winners(sheet, words))
    most = took_most(sheet, words)
    return most[0] if most else words.gettext("Nobody got a point in this round.")


def _fared(sheet: ResultSheet, fate: Fate, lines: list[Why], words: Words) -> str:
    """Who lost what."""
    n = len(lines)
    match fate:
        case Fate.LOST:
            text = words.ngettext("{names} got nothing.", "{names} got nothing.", n)
        case Fate.WIPED:
            text = words.ngettext(
                "{names} lost the match score too, and starts again from 0.",
                "{names} lost their match scores too, and start again from 0.",
                n,
            )
        case Fate.OUT:
            text = words.ngettext("{names} is out of the game.", "{names} are out of the game.", n)
        case _:
            text = words.ngettext(
                "{names} did not throw: the game was won before.",
                "{names} did not throw: the game was won before.",
                n,
            )
    return text.format(names=listed(names_of(sheet, lines, words), words))


def order_of_play(sheet: ResultSheet, words: Words) -> str | None:
    """Who threw after whom, and how the seat that begins was found, or None (rule 4.7)."""
    first = sheet.settings.first_seat
    if sheet.form is not Form.SEQUENTIAL or first is None:
        return None
    seats = seats_in_turn(sheet.settings, sorted(sheet.record.orders))
    return words.gettext(
        "Order of play: {names}. Seat that begins: {first} (by lot from the seed of round 1)."
    ).format(
        names=listed([sheet.called(seat, words) for seat in seats], words),
        first=sheet.called(first, words),
    )
