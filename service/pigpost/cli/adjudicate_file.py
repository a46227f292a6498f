"""A file of rounds thrown by hand in, their records out: JSON values to the core's and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as shown
from typing import Any

from pigpost.cli.adjudicate_names import Malformed, Names, a_list, an_object, names_of
from pigpost.cli.adjudicate_orders import Reader, judge
from pigpost.games.adjudicate import adjudicate
from pigpost.games.kinds import (
    Form,
    Kind,
    Piggyback,
    Seat,
    Settings,
    Standings,
    check_scores,
    check_target,
)
from pigpost.games.outcomes import BY_NAME, Outcome, Position, default_weights, landed, noted
from pigpost.games.output import round_output
from pigpost.games.record import RoundRecord
from pigpost.games.standings import standings_after
from pigpost.orders.reading import Reason

_LATER_GAMES = frozenset({"pass_the_pigs", "pig", "two_dice", "doubles", "hog"})
_RULES = frozenset({"game", "form", "target", "piggyback", "first_throw_scores", "max_dice"})
"""`max_dice` belongs to another game: it may stand there, and does nothing."""
_TABLE = frozenset({"rules", "players", "roster", "scores", "eliminated"})
_ROUND = frozenset({"orders", "throws"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """A round, and how many throws were given beyond its end."""

    record: RoundRecord
    unused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicated:
    """All that a file holds, adjudicated. `several`: it was written as `rounds`."""

    names: Mapping[Seat, str]
    rounds: tuple[Thrown, ...]
    standings: Standings
    several: bool


def adjudicate_file(document: object, *, read: Reader) -> Adjudicated:
    """Adjudicates every round of a document; `Malformed` or `RuleBroken` if it can't be read."""
    table = an_object(document, "the file")
    several = "rounds" in table
    _only(table, _TABLE | ({"rounds"} if several else _ROUND), "the file")
    settings = _settings(an_object(table.get("rules"), "`rules`"))
    names = names_of(table)
    standings = _standings(names, table.get("scores", {}), settings)
    rounds: list[Thrown] = []
    for entry in _rounds(table) if several else [_fields(table, _ROUND)]:
        if rounds and rounds[-1].record.game_over:
            message = f"round {len(rounds) + 1} comes after the end of the game"
            raise Malformed(message, code="round_after_the_end", rule="1.1")
        rounds.append(_play(entry, settings=settings, standings=standings, names=names, read=read))
        standings = standings_after(standings, rounds[-1].record)
    return Adjudicated(
        names=names.by_seat, rounds=tuple(rounds), standings=standings, several=several
    )


def file_output(adjudicated: Adjudicated) -> dict[str, Any]:
    """What the command prints: one round's output, or that of several and the final table."""
    label = adjudicated.names.__getitem__
    outputs = [round_output(r.record, label, unused=r.unused) for r in adjudicated.rounds]
    if not adjudicated.several:
        return outputs[0]
    last = outputs[-1]
    return {
        "rounds": outputs,
        "final_scores": last["final_scores"],
        "eliminated": [label(seat) for seat in sorted(adjudicated.standings.eliminated)],
        "game_over": last["game_over"],
        "winners": last["winners"],
    }


def _settings(rules: dict[str, Any]) -> Settings:
    _only(rules, _RULES, "`rules`")
    _check_game(rules.get("game"), rules.get("form", Form.SHARED))
    target, promise = rules.get("target", 100), rules.get("first_throw_scores", True)
    check_target(target)
    most_dice = rules.get("max_dice", 1)
    if type(most_dice) is not int or most_dice < 1:
        raise Malformed("`max_dice` is a whole number of 1 or more", rule="1.2")
    if not isinstance(promise, bool):
        raise Malformed("`first_throw_scores` is true or false", rule="3.2.4")
    piggyback = rules.get("piggyback", Piggyback.WIPE)
    if piggyback not in list(Piggyback):
        raise Malformed("`piggyback` is `wipe` or `eliminate`", rule="3.5.3")
    return Settings(
        target=target,
        piggyback=Piggyback(piggyback),
        first_throw_scores=promise,
        weights=default_weights(Piggyback(piggyback)),
    )


def _check_game(game: object, form: object) -> None:
    if isinstance(game, str) and game in _LATER_GAMES:
        raise Malformed(f"{game} is not played yet", code="not_yet_played", rule="5")
    if game != Kind.POSTAL_PIGS:
        raise Malformed(f"there is no game {shown(game)}", code="unknown_game", rule="5")
    if form != Form.SHARED:
        message = f"{game} is played in the form `shared`, not {shown(form)}"
        raise Malformed(message, code="unknown_form", rule="5")


def _standings(names: Names, scores: object, settings: Settings) -> Standings:
    given = names.values(scores, "`scores`")
    check_scores(given.values(), settings.target)
    return Standings(
        scores=dict.fromkeys(names.listed, 0) | given,
        eliminated=names.eliminated,
        withdrawn=frozenset(names.by_seat).difference(names.listed),
    )


def _rounds(table: dict[str, Any]) -> list[dict[str, Any]]:
    entries = [an_object(entry, "a round") for entry in a_list(table["rounds"], "`rounds`")]
    if not entries:
        raise Malformed("`rounds` is empty")
    for entry in entries:
        _only(entry, _ROUND, "a round")
    return entries


def _play(
    entry: dict[str, Any], *, settings: Settings, standings: Standings, names: Names, read: Reader
) -> Thrown:
    """One round; the table is that before it."""
    judged = {
        seat: judge(value, me=seat, names=names, out=standings.eliminated, read=read)
        for seat, value in names.values(entry.get("orders", {}), "`orders`").items()
        if value is not None
    }
    orders = {s: order for s, order in judged.items() if not isinstance(order, Reason)}
    refused = {s: order.value for s, order in judged.items() if isinstance(order, Reason)}
    throws = iter([_outcome(value) for value in a_list(entry.get("throws"), "`throws`")])
    record = adjudicate(settings, standings, orders, throws, defaulted=refused)
    return Thrown(record=record, unused=sum(1 for _ in throws))


def _outcome(value: object) -> Outcome:
    """A throw as points, as a name, or as two positions (rule 2.1)."""
    match value:
        case int() if not isinstance(value, bool):
            return noted(value)
        case str() if value in BY_NAME:
            return BY_NAME[value]
        case [str(one), str(other)] if {one, other} <= set(Position):
            return landed(Position(one), Position(other))
    message = f"no throw of two pigs is {shown(value)}"
    raise Malformed(message, code="impossible_throw", rule="2.1")


def _fields(table: dict[str, Any], wanted: frozenset[str]) -> dict[str, Any]:
    return {field: value for field, value in table.items() if field in wanted}


def _only(fields: dict[str, Any], known: frozenset[str], what: str) -> None:
    if unknown := sorted(fields.keys() - known):
        message = f"{what} has no field {shown(unknown[0])}; it has {', '.join(sorted(known))}"
        raise Malformed(message, code="unknown_field", rule="1.2" if known is _RULES else None)
