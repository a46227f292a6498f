"""Rounds adjudicated from a file, as people read them in a terminal."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from pigpost.cli.adjudicate_file import Adjudicated, Thrown
from pigpost.cli.adjudicate_shapes import shown
from pigpost.cli.columns import broken, table
from pigpost.cli.tables import ENGLISH
from pigpost.games.kinds import Seat
from pigpost.games.record import (
    EndedBy,
    OwnRecord,
    RoundRecord,
    RowRecord,
    SharedRecord,
    ThrowRecord,
    TurnEnd,
    TurnRecord,
)
from pigpost.games.row_round import dice_ordered
from pigpost.orders.canonical import in_words
from pigpost.results.phrases import one_such

_ENDINGS: Mapping[EndedBy, str] = {
    EndedBy.NON_SCORING: "a throw that does not score",
    EndedBy.TARGET: "the target",
    EndedBy.ALL_DROPPED: "the last drop-out",
    EndedBy.INCOMPLETE: "want of throws: no score changes",
}
_TURNS: Mapping[TurnEnd, str] = {
    TurnEnd.HOLD: "holds",
    TurnEnd.TARGET: "reaches the target",
    TurnEnd.BUST: "loses the turn",
    TurnEnd.WIPE: "loses the whole score",
    TurnEnd.ELIMINATE: "is out of the game",
    TurnEnd.INCOMPLETE: "has no throws left",
}
_TAKES_SCORES = frozenset(("oinker", "piggyback", "1-1"))
"""Throws that take more than the turn, if they do not score (rules 2.3, 3.5.2, 3.5.3)."""
_WIDEST_LINE = 72
_MOST_DICE_SHOWN = 20


def file_text(adjudicated: Adjudicated) -> str:
    """Each round's throws, its end and its table, one below the other."""
    rounds = enumerate(adjudicated.rounds, 1)
    return "\n\n".join(_round(number, thrown, adjudicated.names) for number, thrown in rounds)


def _round(number: int, thrown: Thrown, names: Mapping[Seat, str]) -> str:
    lines = [f"Round {number}", *_course(thrown.record, names)]
    if thrown.unused:
        lines.append(f"Throws not used: {thrown.unused}")
    lines += ["", *_players(thrown, names), *_closing(thrown.record, names)]
    return "\n".join(lines)


def _course(record: RoundRecord, names: Mapping[Seat, str]) -> list[str]:
    """What was thrown, in the form's way."""
    if not record.orders:
        return ["Nobody is in this round"]
    match record:
        case SharedRecord():
            return _shared(record, names)
        case RowRecord():
            row = " ".join(map(str, record.row))
            return [*_in_lines("Row of dice:", row or "none"), *_want_of_throws(record)]
        case OwnRecord():
            return [*_own(record, names), *_want_of_throws(record)]
    assert_never(record)


def _shared(record: SharedRecord, names: Mapping[Seat, str]) -> list[str]:
    lines = []
    if record.throws:
        head = ("throw", "outcome", "points", "turn score", "out")
        lines += table([head, *(_throw(throw, names) for throw in record.throws)])
    if record.discarded:
        again = ", ".join(map(_spaced, record.discarded))
        lines += _in_lines("First throw thrown again:", again)
    return [*lines, f"Ended by {_end(record)}"]


def _throw(throw: ThrowRecord, names: Mapping[Seat, str]) -> tuple[str, ...]:
    out = ", ".join(names[drop.seat] for drop in throw.drops)
    return str(throw.n), _spaced(throw.name), str(throw.points), str(throw.turn_score), out


def _end(record: SharedRecord) -> str:
    """The closing reason, and what it cost those who were in (rule 3.5)."""
    last = record.throws[-1].name if record.throws else ""
    if record.ended_by is not EndedBy.NON_SCORING or last not in _TAKES_SCORES:
        return _ENDINGS[record.ended_by]
    lost = "is out of the game" if record.eliminated else "has lost the match score too"
    return f"{one_such(last, ENGLISH)}: whoever was still in {lost}"


def _own(record: OwnRecord, names: Mapping[Seat, str]) -> list[str]:
    """Player by player, in the order of play; later seats don't throw after a win (rule 4.7)."""
    rows = [(names[seat], *_turn(turn)) for seat, turn in record.turns.items()]
    waiting = [(names[s], "does not throw", "") for s in record.orders if s not in record.turns]
    return table([("player", "turn", "throws"), *rows, *waiting])


def _turn(turn: TurnRecord) -> tuple[str, str]:
    throws = ", ".join(_thrown(throw.name, throw.points) for throw in turn.throws)
    return _TURNS[turn.ended_by], throws or "none"


def _thrown(name: str, points: int) -> str:
    """A throw in a row of them: dice by their faces, pigs by name and points."""
    if name[0].isdigit():
        return name
    return str(points) if name == "points" else f"{_spaced(name)} {points or ''}".rstrip()


def _want_of_throws(record: RowRecord | OwnRecord) -> list[str]:
    """Only what the turns do not tell already."""
    if record.ended_by is EndedBy.INCOMPLETE:
        return [f"Ended by {_ENDINGS[EndedBy.INCOMPLETE]}"]
    return []


def _players(thrown: Thrown, names: Mapping[Seat, str]) -> list[str]:
    """The table after the round: of everybody who was in it, then of everybody else."""
    at: Mapping[Seat, str]
    record = thrown.record
    match record:
        case SharedRecord():
            heading = "out at"
            at = {seat: str(n or "-") for seat, n in record.dropped_at.items()}
        case RowRecord():
            heading, at = "dice", {seat: _dice(record, seat) for seat in record.orders}
        case OwnRecord():
            turns = record.turns
            heading = "throws"
            at = {s: str(len(turns[s].throws)) if s in turns else "-" for s in record.orders}
    rows = [_player(seat, thrown, names, at=at[seat]) for seat in at]
    head = ("player", "order", "before", heading, "turn", "score")
    return table([head, *rows, *_others(thrown, names)])


def _player(seat: Seat, thrown: Thrown, names: Mapping[Seat, str], *, at: str) -> tuple[str, ...]:
    record = thrown.record
    before, turn = thrown.before.scores[seat], record.turn_scores[seat]
    order = in_words(record.orders[seat], names)
    if seat in record.defaulted:
        order += f" (default: {_why(seat, thrown)})"
    return names[seat], order, str(before), at, str(turn), str(record.final_scores[seat])


def _why(seat: Seat, thrown: Thrown) -> str:
    """Why the order was none, with the words that made it so."""
    reason = _spaced(thrown.record.defaulted[seat])
    refused = thrown.refused.get(seat)
    return (
        reason if refused is None or refused.words is None else f"{reason} {shown(refused.words)}"
    )


def _others(thrown: Thrown, names: Mapping[Seat, str]) -> Iterator[tuple[str, ...]]:
    """Who was out before, or has left; a score that he had stays in the table (rule 6.7)."""
    for seat, name in names.items():
        if seat not in thrown.record.orders:
            where = "is out of the game" if seat in thrown.before.eliminated else "has left"
            score = str(thrown.before.scores.get(seat, "-"))
            yield name, where, score, "-", "-", score


def _dice(record: RowRecord, seat: Seat) -> str:
    """The dice of the row that a player's order takes."""
    wanted = dice_ordered(record.orders[seat])
    if min(wanted, len(record.row)) > _MOST_DICE_SHOWN:
        return f"the first {wanted}"
    return " ".join(map(str, record.row[:wanted])) or "-"


def _closing(record: RoundRecord, names: Mapping[Seat, str]) -> list[str]:
    lines = []
    if record.eliminated:
        lines += _in_lines("Eliminated:", ", ".join(names[s] for s in sorted(record.eliminated)))
    if record.game_over:
        winners = ", ".join(names[seat] for seat in record.winners)
        lines += _in_lines("Game over; won by", winners or "nobody")
    return ["", *lines] if lines else []


def _in_lines(what: str, text: str) -> list[str]:
    """The text behind what it is, on as many lines as it needs."""
    first, *rest = broken(text, widest=_WIDEST_LINE - len(what) - 1)
    return [f"{what} {first}", *(f"   {line}" for line in rest)]


def _spaced(word: str) -> str:
    return word.replace("_", " ")
