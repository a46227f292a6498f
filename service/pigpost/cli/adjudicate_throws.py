"""Throws as a file for `pigpost adjudicate` writes them down, and whose they are (rules 2, 4.9)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pigpost.cli.adjudicate_names import Names
from pigpost.cli.adjudicate_shapes import Malformed, a_list, a_whole_number, an_object, shown
from pigpost.games import dice
from pigpost.games.kinds import HIGHEST_NUMBER, Form, Kind, Settings, seat_label
from pigpost.games.outcomes import BY_NAME, Outcome, Position, landed, noted
from pigpost.games.throws import ALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The throws of one round, each source's in a list of its own."""

    by_source: Mapping[str, Iterator[Outcome]]

    def stream(self, source: str) -> Iterator[Outcome]:
        """The throws of a source from the next one on; of one that has none given, none."""
        return self.by_source.get(source, iter(()))

    def unused(self) -> int:
        """How many nobody has taken; they are taken by it."""
        return sum(1 for throws in self.by_source.values() for _ in throws)


def given_throws(value: object, *, settings: Settings, names: Names) -> Given:
    """The throws of a round: a list where they are shared, else an object player -> list.

    `Malformed` or `RuleBroken` for a throw that the game does not know, also beyond the end.
    """
    kind = settings.kind
    if settings.form is Form.SHARED:
        return Given(by_source={ALL: _outcomes(a_list(value, "`throws`"), kind)})
    lists = names.values(an_object(value, "with own throws `throws`", rule="4.9"), "`throws`")
    part = "each player's part of `throws`"
    return Given(
        by_source={
            seat_label(seat): _outcomes(a_list(throws, part, rule="4.9"), kind)
            for seat, throws in lists.items()
        }
    )


def _outcomes(throws: Iterable[object], kind: Kind) -> Iterator[Outcome]:
    return iter([_outcome(throw, kind) for throw in throws])


def _outcome(value: object, kind: Kind) -> Outcome:
    return _pigs(value) if kind.has_pigs else _dice(value, kind)


def _pigs(value: object) -> Outcome:
    """A throw as points, as a name, or as two positions (rule 2.1)."""
    match value:
        case int() if a_whole_number(value) and abs(value) <= HIGHEST_NUMBER:
            return noted(value)
        case int() if a_whole_number(value):
            message = f"no throw of two pigs scores {shown(value)}"
            raise Malformed(message, code="impossible_throw", rule="2.1.2")
        case str() if value in BY_NAME:
            return BY_NAME[value]
        case [str(one), str(other)] if {one, other} <= set(Position):
            return landed(Position(one), Position(other))
    message = f"no throw of two pigs is {shown(value)}"
    raise Malformed(message, code="impossible_throw", rule="2.1")


def _dice(value: object, kind: Kind) -> Outcome:
    """A throw as the faces of the dice; of one die just its number (rules 2.2 to 2.5)."""
    wanted = dice.dice_in_a_throw(kind)
    faces = [value] if wanted == 1 else value
    if isinstance(faces, list) and len(faces) == wanted and all(map(_is_a_face, faces)):
        return dice.shown(kind, faces)
    written = "a number from 1 to 6" if wanted == 1 else "a list of two numbers from 1 to 6"
    message = f"a throw of {kind} is {written}, not {shown(value)}"
    raise Malformed(message, code="impossible_throw", rule=dice.RULES[kind])


def _is_a_face(value: object) -> bool:
    return a_whole_number(value) and value in dice.FACES
