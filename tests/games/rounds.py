"""Rounds as one would tell them: names, orders in the canonical tongue, throws as words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Piggyback, Seat, Settings, Standings
from pigpost.games.outcomes import BY_NAME, Outcome, default_weights, noted
from pigpost.games.record import RoundRecord

_KINDS = {"THROWS": Throws, "TURN": Turn, "TOTAL": Total, "WHEN": When, "AFTER": After}


@dataclass(frozen=True, kw_only=True)
class Played:
    """A record with names for seats, and the throws that were not taken."""

    record: RoundRecord
    names: dict[Seat, str]
    left: Iterator[Outcome]

    def named(self, values: Mapping[Seat, object]) -> dict[str, object]:
        return {self.names[seat]: value for seat, value in values.items()}

    @property
    def out(self) -> dict[str, object]:
        """The throw at which each dropped out."""
        return self.named(self.record.dropped_at)

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

    @property
    def waves(self) -> list[list[tuple[str, int]]]:
        """Who dropped out in which wave, throw by throw."""
        return [[(self.names[d.seat], d.wave) for d in t.drops] for t in self.record.throws]


def settings(
    *, target: int = 100, piggyback: str = "wipe", first_throw_scores: bool = True
) -> Settings:
    how = Piggyback(piggyback)
    return Settings(
        target=target,
        piggyback=how,
        first_throw_scores=first_throw_scores,
        weights=default_weights(how),
    )


def play(
    orders: Mapping[str, str | None],
    throws: str | Iterable[Outcome],
    *,
    scores: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    eliminated: Iterable[str] = (),
    defaulted: Mapping[str, str] | None = None,
    **rules: object,
) -> Played:
    """A round of the players in `orders`. `gone` have withdrawn, `eliminated` are out."""
    names = [*orders, *gone, *eliminated]
    seats = {name: Seat(number) for number, name in enumerate(names, 1)}
    before = Standings(
        scores={seat: (scores or {}).get(name, 0) for name, seat in seats.items()},
        withdrawn=frozenset(seats[name] for name in gone),
        eliminated=frozenset(seats[name] for name in eliminated),
    )
    source = thrown(throws) if isinstance(throws, str) else iter(throws)
    record = adjudicate(
        settings(**rules),  # type: ignore[arg-type]
        before,
        {seats[name]: order(line, seats) for name, line in orders.items() if line is not None},
        source,
        defaulted={seats[name]: why for name, why in (defaulted or {}).items()},
    )
    return Played(record=record, names={s: n for n, s in seats.items()}, left=source)


def thrown(words: str) -> Iterator[Outcome]:
    """Throws by points or by name, as `1 5 trotter oinker`."""
    return iter([noted(int(w)) if w.isdigit() else BY_NAME[w] for w in words.split()])


def order(line: str, seats: Mapping[str, Seat]) -> Condition:
    """An order as `THROWS 3`, `ONLY LEFT` or `WHEN Bill, Ted`."""
    if line == "ONLY LEFT":
        return OnlyLeft()
    word, _, rest = line.partition(" ")
    kind = _KINDS[word]
    if issubclass(kind, Throws | Turn | Total):
        return kind(int(rest))
    return kind(frozenset(seats[name.strip()] for name in rest.split(",")))
