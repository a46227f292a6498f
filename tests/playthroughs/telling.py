"""A playthrough as a text that one reads for pleasure; a changed line in it is a changed rule."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import assert_never

from pigpost.games.conditions import Dice
from pigpost.games.dice import shown as fallen
from pigpost.games.kinds import Form, Kind, Piggyback, Seat
from pigpost.games.outcomes import BY_NAME, Loss
from pigpost.games.own_round import seats_in_turn
from pigpost.games.record import (
    EndedBy,
    OwnRecord,
    OwnThrow,
    RoundRecord,
    RowRecord,
    SharedRecord,
    ThrowRecord,
    TurnEnd,
    TurnRecord,
)
from pigpost.orders.canonical import in_words
from tests.playthroughs.course import Playthrough, Round, rounds, started

WIDTH = 78


def told(game: Playthrough) -> str:
    """The whole game, from its title to its winner."""
    game = started(game)
    lines = [game.title, "=" * len(game.title), "", *_wrapped(game.about, ""), *_opening(game), ""]
    for round in rounds(game):
        lines += [f"Round {round.number}", *_round(game, round), *_standings(game, round), ""]
        last = round
    return "\n".join([*lines, *_wrapped(_end(game, last), "")]) + "\n"


def _opening(game: Playthrough) -> Iterator[str]:
    yield ""
    settings = game.settings
    yield from _wrapped(f"{listed(game.cast)} play to {settings.target}.", "")
    if settings.form is Form.SEQUENTIAL:
        first, *others = (game.names[s] for s in seats_in_turn(settings, list(game.names)))
        yield from _wrapped(f"The lot falls on {first}, who begins; then {listed(others)}.", "")
    if settings.kind.has_pigs:
        wipes = settings.piggyback is Piggyback.WIPE
        loss = "the match score, as an Oinker does" if wipes else "the player's place in the game"
        yield f"A Piggyback costs {loss}."


# --- a round -----------------------------------------------------------------------------------


def _round(game: Playthrough, round: Round) -> Iterator[str]:
    match round.record:
        case SharedRecord() as record:
            yield from _orders(game, record)
            yield from _shared(game, record)
        case RowRecord() as record:
            yield from _row(game, record)
        case OwnRecord() as record:
            yield from _own(game, record)
        case _:
            assert_never(round.record)


def _orders(game: Playthrough, record: RoundRecord) -> Iterator[str]:
    width = max(map(len, game.cast))
    for seat in record.orders:
        yield f"   {game.names[seat]:<{width}}  {_order(game, record, seat)}"


def _order(game: Playthrough, record: RoundRecord, seat: Seat) -> str:
    order = in_words(record.orders[seat], game.names)
    return f"{order}, for no order came" if seat in record.defaulted else order


def _shared(game: Playthrough, record: SharedRecord) -> Iterator[str]:
    again = [_short(name) for name in record.discarded]
    if again:
        yield from _wrapped(f"Thrown again, since the first throw scores: {listed(again)}.")
    still_in = list(record.orders)
    for throw in record.throws:
        for drop in throw.drops:
            still_in.remove(drop.seat)
        yield from _wrapped(f"{throw.n}. {_shared_throw(game, record, throw, still_in)}")


def _shared_throw(
    game: Playthrough, record: SharedRecord, throw: ThrowRecord, still_in: Sequence[Seat]
) -> str:
    if not throw.points:
        who = listed([game.names[seat] for seat in still_in])
        verb = "loses" if len(still_in) == 1 else "lose"
        lost = _lost(throw.turn_score) if _takes_the_turn(game, throw) else "everything"
        return f"{_first(shown(throw.name))}! {who} {verb} {lost}."
    text = f"{_first(shown(throw.name))}, {_points(throw.points)}"
    text += f": {throw.turn_score} so far." if throw.n > 1 else "."
    for wave in range(1, 1 + max((drop.wave for drop in throw.drops), default=0)):
        out = [game.names[drop.seat] for drop in throw.drops if drop.wave == wave]
        be = "is" if len(out) == 1 else "are"
        text += f" {listed(out)} {be} out." if wave == 1 else f" So {listed(out)} {be} out too."
    if record.ended_by is EndedBy.TARGET and throw is record.throws[-1]:
        text += " That is the target!"
    return text


def _takes_the_turn(game: Playthrough, throw: ThrowRecord) -> bool:
    """Whether a throw that does not score takes the turn and no more."""
    kind = game.settings.kind
    faces = throw.name.split("-")
    outcome = BY_NAME[throw.name] if kind.has_pigs else fallen(kind, [int(face) for face in faces])
    return outcome.loss is Loss.TURN


def _row(game: Playthrough, record: RowRecord) -> Iterator[str]:
    yield from _wrapped(f"The row: {' '.join(map(str, record.row))}")
    for seat, order in record.orders.items():
        assert isinstance(order, Dice)
        dice = record.row[: order.n]
        turn = record.turn_scores[seat]
        if order.n == 1:
            result = f"{_points(turn)}" if turn else "nothing, it is a 1"
        else:
            added = " + ".join(map(str, dice))
            result = (
                f"{added} = {turn}" if turn else f"nothing, for there is a 1 in {_row_of(dice)}"
            )
        yield from _wrapped(f"{game.names[seat]}, {_order(game, record, seat)}: {result}.")


def _own(game: Playthrough, record: OwnRecord) -> Iterator[str]:
    for seat, turn in record.turns.items():
        order = _order(game, record, seat)
        yield from _wrapped(f"{game.names[seat]}, {order}: {_turn(game, turn)}")
    waiting = [game.names[seat] for seat in record.orders if seat not in record.turns]
    if waiting:
        yield f"   {listed(waiting)} {'does' if len(waiting) == 1 else 'do'} not throw any more."


def _turn(game: Playthrough, turn: TurnRecord) -> str:
    if game.settings.kind is Kind.HOG:
        dice = _row_of([int(throw.name) for throw in turn.throws])
    else:
        dice = ", ".join(_own_throw(throw) for throw in turn.throws)
    endings: Mapping[TurnEnd, str] = {
        TurnEnd.HOLD: f"{_points(turn.turn)}, {turn.score} in all.",
        TurnEnd.TARGET: f"{_points(turn.turn)}, and with {turn.score} the target is reached!",
        TurnEnd.BUST: "nothing for this turn.",
        TurnEnd.WIPE: "everything is lost.",
        TurnEnd.ELIMINATE: "out of the game.",
        TurnEnd.INCOMPLETE: "no throws are left.",
    }
    return f"{dice}{'' if dice.endswith('!') else '.'} {_first(endings[turn.ended_by])}"


def _own_throw(throw: OwnThrow) -> str:
    if not throw.points:
        return f"{_short(throw.name)}!"
    one_die = throw.name.isdigit()
    return throw.name if one_die else f"{_short(throw.name)} ({throw.points})"


def _standings(game: Playthrough, round: Round) -> Iterator[str]:
    scores = round.after.scores
    gone = round.after.eliminated
    ranked = sorted(scores, key=lambda seat: (seat in gone, -scores[seat], seat))
    table = [f"{game.names[s]} {'out' if s in gone else scores[s]}" for s in ranked]
    yield from _wrapped(f"Standings: {', '.join(table)}")


def _end(game: Playthrough, last: Round) -> str:
    winners = [game.names[seat] for seat in last.record.winners]
    if not winners:
        return f"Nobody is left after round {last.number}: the game is over and nobody has won."
    score = last.after.scores[last.record.winners[0]]
    if len(winners) > 1:
        return f"{listed(winners)} win together with {score} in round {last.number}."
    return f"{winners[0]} wins with {score} in round {last.number}."


# --- words -------------------------------------------------------------------------------------


def shown(name: str) -> str:
    """What lies on the table, by the outcome's name.

    >>> [shown(name) for name in ("pig_out", "mixed_trotter_snouter", "3-4", "6-6", "1-1", "5")]
    ['Pig Out', 'Trotter and Snouter', '3 and 4', 'double 6', 'two 1s', 'a 5']
    """
    if name.isdigit():
        return f"a {name}"
    if "-" in name:
        one, other = name.split("-")
        if one == other:
            return "two 1s" if one == "1" else f"double {one}"
        return f"{one} and {other}"
    both = name.removeprefix("mixed_")
    if both != name:
        for first in ("trotter", "razorback", "snouter"):
            if both.startswith(f"{first}_"):
                return f"{first.title()} and {shown(both.removeprefix(f'{first}_'))}"
    return name.replace("_", " ").title()


def _short(name: str) -> str:
    """The same where many stand in a row: dice by their faces alone."""
    return name if name[0].isdigit() else shown(name)


def listed(names: Sequence[str] | Mapping[str, object]) -> str:
    """Names as one says them.

    >>> listed(["Ann", "Ben", "Cat"])
    'Ann, Ben and Cat'
    """
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _lost(number: int) -> str:
    return _points(number) if number else "the turn"


def _first(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def _row_of(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _wrapped(text: str, indent: str = "   ") -> list[str]:
    return fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent and "      ").split(
        "\n"
    )
