"""The names in a file for `pigpost adjudicate`, and the seats behind them (rules 6.3, 6.7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pigpost.cli.adjudicate_shapes import Malformed, a_list, an_object, shown
from pigpost.games.kinds import Seat
from pigpost.orders.names import fold, name_problem
from pigpost.orders.reading import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Who is who, spelled as in the file.

    `listed` are its `players`, `eliminated` were out before the orders came; whoever is in neither
    has left since.
    """

    by_seat: Mapping[Seat, str]
    by_key: Mapping[str, Seat]
    listed: tuple[Seat, ...]
    eliminated: frozenset[Seat]

    def find(self, name: str) -> Seat | None:
        """The seat of a name, without regard to case and accents (rule 6.3)."""
        return self.by_key.get(fold(name))

    def values(self, value: object, what: str) -> dict[Seat, Any]:
        """An object name -> anything by seat; `Malformed` for names nobody has."""
        found: dict[Seat, Any] = {}
        for name, entry in an_object(value, what).items():
            seat = self.find(name)
            if seat is None:
                message = f"{what} names {shown(name)}, who is not among the players"
                raise Malformed(message, code="unknown_player", rule="6.2")
            if seat in found:
                raise Malformed(f"{what} names {shown(name)} twice", code="same_name", rule="6.3")
            found[seat] = entry
        return found

    def known(self, *, out: frozenset[Seat]) -> list[Player]:
        """Everybody as the reader of orders knows them."""
        return [Player(seat=s, name=name, out=s in out) for s, name in self.by_seat.items()]


def names_of(table: Mapping[str, Any]) -> Names:
    """The names of a file: `players`, and the optional `roster` and `eliminated`.

    A name in several of the lists is one person, spelled as in `players` if it stands there.
    """
    players, roster, eliminated = (_list(table, w) for w in ("players", "roster", "eliminated"))
    spelled = players | roster | eliminated | players
    if not spelled:
        raise Malformed("nobody plays: `players` is empty", code="no_players", rule="5.2")
    by_key = {key: Seat(number) for number, key in enumerate(spelled, 1)}
    return Names(
        by_seat={by_key[key]: name for key, name in spelled.items()},
        by_key=by_key,
        listed=tuple(by_key[key] for key in players),
        eliminated=frozenset(by_key[key] for key in eliminated),
    )


def _list(table: Mapping[str, Any], what: str) -> dict[str, str]:
    """One of the lists of names, key -> name as written."""
    found: dict[str, str] = {}
    for value in a_list(table.get(what, []), f"`{what}`"):
        name = _name(value, what)
        if (key := fold(name)) in found:
            message = f"{shown(found[key])} and {shown(name)} in `{what}` are the same name"
            raise Malformed(message, code="same_name", rule="6.3")
        found[key] = name
    return found


def _name(value: object, what: str) -> str:
    """A name that a player can have (rule 6.3)."""
    if not isinstance(value, str):
        raise Malformed(f"a name in `{what}` is a text, not {shown(value)}", rule="6.3")
    if problem := name_problem(value):
        raise Malformed(f"{shown(value)}: {problem}", code="bad_name", rule="6.3")
    return value
