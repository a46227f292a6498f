"""Rounds as one would tell them: names, orders in the canonical tongue, throws as words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import (
    After,
    Condition,
    Counted,
    Dice,
    Naming,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
)
from pigpost.games.dice import shown
from pigpost.games.kinds import Form, Kind, Piggyback, Seat, Settings, Standings, seat_label
from pigpost.games.outcomes import BY_NAME, Outcome, noted
from pigpost.games.record import OwnRecord, RoundRecord, RowRecord, SharedRecord
from pigpost.games.settings import game_settings

_COUNTED: dict[str, type[Counted]] = {
    "THROWS": Throws,
    "TURN": Turn,
    "TOTAL": Total,
    "DICE": Dice,
}
_NAMING: dict[str, type[Naming]] = {"WHEN": When, "AFTER": After}

RecordT = TypeVar("RecordT", bound=RoundRecord)


@dataclass(frozen=True, kw_only=True)
class Told(Generic[RecordT]):
    """A record with names for seats."""

    record: RecordT
    names: dict[Seat, str]

    def named(self, values: Mapping[Seat, object]) -> dict[str, object]:
        return {self.names[seat]: value for seat, value in values.items()}

    @property
    def turn(self) -> dict[str, object]:
        return self.named(self.record.turn_scores)

    @property
    def scores(self) -> dict[str, object]:
        return self.named(self.record.final_scores)

    @property
    def winners(self) -> list[str]:
        return [self.names[seat] for seat in self.record.winners]

    @property
    def eliminated(self) -> set[str]:
        return {self.names[seat] for seat in self.record.eliminated}


@dataclass(frozen=True, kw_only=True)
class Played(Told[SharedRecord]):
    """A shared round, and the throws that were not taken."""

    left: Iterator[Outcome]

    @property
    def out(self) -> dict[str, object]:
        """The throw at which each dropped out."""
        return self.named(self.record.dropped_at)

    @property
    def waves(self) -> list[list[tuple[str, int]]]:
        """Who dropped out in which wave, throw by throw."""
        return [[(self.names[d.seat], d.wave) for d in t.drops] for t in self.record.throws]


@dataclass(frozen=True, kw_only=True)
class PlayedRow(Told[RowRecord]):
    """A round of Hog with one row, and the dice that were not taken."""

    left: Iterator[Outcome]


@dataclass(frozen=True, kw_only=True)
class PlayedOwn(Told[OwnRecord]):
    """A round with own throws; `left` are those of each player that were not taken."""

    left: dict[str, int]

    @property
    def ended(self) -> dict[str, object]:
        """Why each who threw threw no more, in the order of play."""
        return self.named({seat: turn.ended_by for seat, turn in self.record.turns.items()})

    @property
    def made(self) -> dict[str, object]:
        """How many throws each made."""
        return self.named({seat: len(turn.throws) for seat, turn in self.record.turns.items()})


def settings(
    *,
    kind: str = "postal_pigs",
    form: str = "shared",
    target: int = 100,
    piggyback: str | None = None,
    first_throw_scores: bool = True,
    max_dice: int = 50,
    first_seat: int | None = None,
) -> Settings:
    usual = game_settings(
        Kind(kind),
        form=Form(form),
        target=target,
        piggyback=None if piggyback is None else Piggyback(piggyback),
        first_throw_scores=first_throw_scores,
        max_dice=max_dice,
    )
    return usual if first_seat is None else replace(usual, first_seat=Seat(first_seat))


def play(
    orders: Mapping[str, str | None],
    throws: str | Iterable[Outcome],
    *,
    kind: str = "postal_pigs",
    scores: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    eliminated: Iterable[str] = (),
    defaulted: Mapping[str, str] | None = None,
    **rules: object,
) -> Played:
    """A shared round of the players in `orders`. `gone` have withdrawn, `eliminated` are out."""
    seats = _seats([*orders, *gone, *eliminated])
    source = thrown(throws, kind) if isinstance(throws, str) else iter(throws)
    record = adjudicate(
        settings(kind=kind, **rules),  # type: ignore[arg-type]
        _standings(seats, scores, gone, eliminated),
        _orders(orders, seats),
        lambda _: source,
        defaulted={seats[name]: why for name, why in (defaulted or {}).items()},
    )
    assert isinstance(record, SharedRecord)
    return Played(record=record, names={s: n for n, s in seats.items()}, left=source)


def play_row(
    orders: Mapping[str, str | None],
    dice: str,
    *,
    scores: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    **rules: object,
) -> PlayedRow:
    """A round of Hog with one row of dice, as `3 5 2`."""
    seats = _seats([*orders, *gone])
    source = thrown(dice, "hog")
    record = adjudicate(
        settings(kind="hog", **rules),  # type: ignore[arg-type]
        _standings(seats, scores, gone, ()),
        _orders(orders, seats),
        lambda _: source,
    )
    assert isinstance(record, RowRecord)
    return PlayedRow(record=record, names={s: n for n, s in seats.items()}, left=source)


def play_own(
    kind: str,
    orders: Mapping[str, str | None],
    throws: Mapping[str, str],
    *,
    form: str = "simultaneous",
    scores: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    eliminated: Iterable[str] = (),
    **rules: object,
) -> PlayedOwn:
    """A round in which everybody has the throws of his own; who is not in `throws` has none."""
    seats = _seats([*orders, *gone, *eliminated])
    sources = {seat: thrown(throws.get(name, ""), kind) for name, seat in seats.items()}
    record = adjudicate(
        settings(kind=kind, form=form, **rules),  # type: ignore[arg-type]
        _standings(seats, scores, gone, eliminated),
        _orders(orders, seats),
        {seat_label(seat): source for seat, source in sources.items()}.__getitem__,
    )
    assert isinstance(record, OwnRecord)
    left = {name: sum(1 for _ in sources[seat]) for name, seat in seats.items()}
    return PlayedOwn(record=record, names={s: n for n, s in seats.items()}, left=left)


def thrown(words: str, kind: str = "postal_pigs") -> Iterator[Outcome]:
    """Throws of pigs by points or name, as `1 5 oinker`, of dice by faces, as `4` or `3-6`."""
    if Kind(kind).has_pigs:
        return iter([noted(int(w)) if w.isdigit() else BY_NAME[w] for w in words.split()])
    return iter([shown(Kind(kind), [int(face) for face in w.split("-")]) for w in words.split()])


def _seats(names: list[str]) -> dict[str, Seat]:
    return {name: Seat(number) for number, name in enumerate(names, 1)}


def _standings(
    seats: Mapping[str, Seat],
    scores: Mapping[str, int] | None,
    gone: Iterable[str],
    eliminated: Iterable[str],
) -> Standings:
    return Standings(
        scores={seat: (scores or {}).get(name, 0) for name, seat in seats.items()},
        withdrawn=frozenset(seats[name] for name in gone),
        eliminated=frozenset(seats[name] for name in eliminated),
    )


def _orders(orders: Mapping[str, str | None], seats: Mapping[str, Seat]) -> dict[Seat, Condition]:
    return {seats[name]: order(line, seats) for name, line in orders.items() if line is not None}


def order(line: str, seats: Mapping[str, Seat]) -> Condition:
    """An order as `THROWS 3`, `ONLY LEFT` or `WHEN Bill, Ted`."""
    if line == "ONLY LEFT":
        return OnlyLeft()
    word, _, rest = line.partition(" ")
    if word in _COUNTED:
        return _COUNTED[word](int(rest))
    return _NAMING[word](frozenset(seats[name.strip()] for name in rest.split(",")))
