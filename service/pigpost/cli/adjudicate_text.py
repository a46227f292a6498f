"""Rounds adjudicated from a file, as people read them in a terminal."""

from collections.abc import Mapping, Sequence

from pigpost.cli.adjudicate_file import Adjudicated, Thrown
from pigpost.games.kinds import Seat
from pigpost.games.record import EndedBy, RoundRecord, ThrowRecord
from pigpost.orders.canonical import in_words

_ENDINGS: Mapping[EndedBy, str] = {
    EndedBy.NON_SCORING: "a throw that does not score",
    EndedBy.TARGET: "the target",
    EndedBy.ALL_DROPPED: "the last drop-out",
    EndedBy.INCOMPLETE: "want of throws: no score changes",
}


def file_text(adjudicated: Adjudicated) -> str:
    """Each round's throws, its end and its table, one below the other."""
    rounds = enumerate(adjudicated.rounds, 1)
    texts = (_round(number, thrown, adjudicated.names) for number, thrown in rounds)
    return "\n\n".join(texts)


def _round(number: int, thrown: Thrown, names: Mapping[Seat, str]) -> str:
    record = thrown.record
    lines = [f"Round {number}"]
    if record.throws:
        head = ("throw", "outcome", "points", "turn score", "out")
        lines += _columns([head, *(_throw(throw, names) for throw in record.throws)])
    if record.discarded:
        lines.append(f"First throw thrown again: {', '.join(map(_spaced, record.discarded))}")
    lines.append(f"Ended by {_ENDINGS[record.ended_by]}")
    if thrown.unused:
        lines.append(f"Throws not used: {thrown.unused}")
    head = ("player", "order", "out at", "turn", "score")
    lines += ["", *_columns([head, *(_player(seat, record, names) for seat in record.orders)])]
    return "\n".join([*lines, *_closing(record, names)])


def _throw(throw: ThrowRecord, names: Mapping[Seat, str]) -> tuple[str, ...]:
    out = ", ".join(names[drop.seat] for drop in throw.drops)
    return str(throw.n), _spaced(throw.name), str(throw.points), str(throw.turn_score), out


def _player(seat: Seat, record: RoundRecord, names: Mapping[Seat, str]) -> tuple[str, ...]:
    order = in_words(record.orders[seat], names)
    if seat in record.defaulted:
        order += f" (default: {_spaced(record.defaulted[seat])})"
    at = record.dropped_at[seat]
    turn, score = record.turn_scores[seat], record.final_scores[seat]
    return names[seat], order, str(at or "-"), str(turn), str(score)


def _closing(record: RoundRecord, names: Mapping[Seat, str]) -> list[str]:
    lines = []
    if record.eliminated:
        lines.append(f"Eliminated: {', '.join(names[s] for s in sorted(record.eliminated))}")
    if record.game_over:
        winners = ", ".join(names[seat] for seat in record.winners)
        lines.append(f"Game over; won by {winners or 'nobody'}")
    return ["", *lines] if lines else []


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _spaced(word: str) -> str:
    return word.replace("_", " ")
