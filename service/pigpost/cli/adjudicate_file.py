"""A file of rounds thrown by hand in, their records out: JSON values to the core's and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pigpost.cli.adjudicate_limits import check_size
from pigpost.cli.adjudicate_names import Names, names_of
from pigpost.cli.adjudicate_orders import Judge, Reader, Refused
from pigpost.cli.adjudicate_rules import settings_of
from pigpost.cli.adjudicate_shapes import Malformed, a_list, an_object, only
from pigpost.cli.adjudicate_throws import given_throws
from pigpost.games.adjudicate import adjudicate
from pigpost.games.kinds import Seat, Settings, Standings, check_scores
from pigpost.games.output import round_output
from pigpost.games.record import RoundRecord
from pigpost.games.standings import standings_after

_TABLE = frozenset({"rules", "players", "roster", "scores", "eliminated"})
_ROUND = frozenset({"orders", "throws"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """A round: the table before it, whose orders could not stand, and its record.

    `unused` is how many throws were given beyond its end.
    """

    before: Standings
    refused: Mapping[Seat, Refused]
    record: RoundRecord
    unused: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicated:
    """All that a file holds, adjudicated. `several`: it was written as `rounds`.

    `remarks` tell what in the file was read otherwise than it stands.
    """

    settings: Settings
    names: Mapping[Seat, str]
    rounds: tuple[Thrown, ...]
    standings: Standings
    several: bool
    remarks: tuple[str, ...]


def adjudicate_file(document: object, *, read: Reader) -> Adjudicated:
    """Adjudicates every round of a document; `Malformed` or `RuleBroken` if it can't be read."""
    table = an_object(document, "the file")
    check_size(table)
    several = "rounds" in table
    only(table, _TABLE | ({"rounds"} if several else _ROUND), "the file")
    settings = settings_of(an_object(table.get("rules"), "`rules`"))
    names = names_of(table)
    scores = names.values(table.get("scores", {}), "`scores`")
    check_scores(scores.values(), settings.target)
    standings = _standings(names, scores)
    rounds: list[Thrown] = []
    for entry in _rounds(table) if several else [_fields(table, _ROUND)]:
        if rounds and rounds[-1].record.game_over:
            message = f"round {len(rounds) + 1} comes after the end of the game"
            raise Malformed(message, code="round_after_the_end", rule="1.1")
        rounds.append(_play(entry, settings=settings, standings=standings, names=names, read=read))
        standings = standings_after(standings, rounds[-1].record)
    return Adjudicated(
        settings=settings,
        names=names.by_seat,
        rounds=tuple(rounds),
        standings=standings,
        several=several,
        remarks=tuple(_of_the_eliminated(names, scores)),
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


def _standings(names: Names, scores: Mapping[Seat, int]) -> Standings:
    """The table of the file; who is out of the game has a score of 0 (rules 3.5.3, 4.4)."""
    lost = dict.fromkeys(names.eliminated & scores.keys(), 0)
    return Standings(
        scores=dict.fromkeys(names.listed, 0) | dict(scores) | lost,
        eliminated=names.eliminated,
        withdrawn=frozenset(names.by_seat).difference(names.listed),
    )


def _of_the_eliminated(names: Names, scores: Mapping[Seat, int]) -> Iterator[str]:
    for seat in sorted(names.eliminated):
        if scores.get(seat, 0):
            name = names.by_seat[seat]
            yield f"{name} is out of the game: counted with 0, not {scores[seat]} (rule 3.5.3)"


def _rounds(table: dict[str, Any]) -> list[dict[str, Any]]:
    entries = [an_object(entry, "a round") for entry in a_list(table["rounds"], "`rounds`")]
    if not entries:
        raise Malformed("`rounds` is empty")
    for entry in entries:
        only(entry, _ROUND, "a round")
    return entries


def _play(
    entry: dict[str, Any], *, settings: Settings, standings: Standings, names: Names, read: Reader
) -> Thrown:
    """One round; the table is that before it."""
    out = standings.eliminated
    known = names.known(out=out)
    judge = Judge(settings=settings, names=names, out=out, known=known, read=read)
    judged = {
        seat: judge.judged(value, me=seat)
        for seat, value in names.values(entry.get("orders", {}), "`orders`").items()
        if value is not None
    }
    orders = {s: order for s, order in judged.items() if not isinstance(order, Refused)}
    refused = {s: order for s, order in judged.items() if isinstance(order, Refused)}
    reasons = {s: order.reason.value for s, order in refused.items()}
    throws = given_throws(entry.get("throws"), settings=settings, names=names)
    record = adjudicate(settings, standings, orders, throws.stream, defaulted=reasons)
    return Thrown(before=standings, refused=refused, record=record, unused=throws.unused())


def _fields(table: dict[str, Any], wanted: frozenset[str]) -> dict[str, Any]:
    return {field: value for field, value in table.items() if field in wanted}
