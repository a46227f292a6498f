"""What is true of every round, whatever the orders and the throws."""

from collections.abc import Mapping
from itertools import cycle, islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Form, Kind, Piggyback, Seat, Settings, Standings
from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS, Outcome
from pigpost.games.record import EndedBy, RoundRecord, SharedRecord
from pigpost.games.settings import game_settings
from pigpost.games.throws import round_key, throws

seeds = st.binary(min_size=32, max_size=32)
kinds = st.sampled_from([Kind.POSTAL_PIGS, Kind.PIG, Kind.TWO_DICE, Kind.DOUBLES])
scoring = [outcome for outcome in OUTCOMES if outcome.scores]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Standings, dict[Seat, Condition]]:
    """Up to nine seats with scores and orders; some have left, some sent nothing."""
    seats = [Seat(n) for n in range(1, draw(st.integers(1, 9)) + 1)]
    out = st.frozensets(st.sampled_from(seats), max_size=2)
    standings = Standings(
        scores={seat: draw(st.integers(0, 99)) for seat in seats},
        eliminated=draw(out),
        withdrawn=draw(out),
    )
    return standings, {seat: draw(orders(seats, seat)) for seat in seats if draw(st.booleans())}


def orders(seats: list[Seat], me: Seat) -> st.SearchStrategy[Condition]:
    others = [seat for seat in seats if seat != me]
    numbers = st.integers(1, 12)
    kinds: list[st.SearchStrategy[Condition]] = [
        st.builds(Throws, numbers),
        st.builds(Turn, st.integers(1, 60)),
        st.builds(Total, st.integers(1, 120)),
        st.just(OnlyLeft()),
    ]
    if others:
        named = st.frozensets(st.sampled_from(others), min_size=1, max_size=4)
        kinds += [st.builds(When, named), st.builds(After, named)] * 2
    return st.one_of(kinds)


def shared(record: RoundRecord) -> SharedRecord:
    assert isinstance(record, SharedRecord)
    return record


def adjudicated(
    standings: Standings,
    orders: Mapping[Seat, Condition],
    seed: bytes,
    *,
    kind: Kind = Kind.POSTAL_PIGS,
    piggyback: Piggyback = Piggyback.WIPE,
    promise: bool = True,
) -> SharedRecord:
    rules = game_settings(kind, form=Form.SHARED, piggyback=piggyback, first_throw_scores=promise)
    key = round_key(seed, game="g", round=1, attempt=1)
    return shared(adjudicate(rules, standings, orders, lambda _: throws(key, rules)))


@settings(deadline=None)
@given(tables(), seeds, kinds, st.sampled_from(Piggyback), st.booleans())
def test_a_round_ends_and_its_record_adds_up(
    table: tuple[Standings, dict[Seat, Condition]],
    seed: bytes,
    kind: Kind,
    piggyback: Piggyback,
    promise: bool,
) -> None:
    standings, orders = table
    record = adjudicated(standings, orders, seed, kind=kind, piggyback=piggyback, promise=promise)
    participants = standings.participants
    assert record.ended_by is not EndedBy.INCOMPLETE
    assert tuple(record.orders) == tuple(record.dropped_at) == tuple(record.turn_scores)
    assert tuple(record.orders) == participants
    assert record.defaulted.keys() == set(participants) - orders.keys()
    assert [throw.n for throw in record.throws] == [*range(1, record.throws_made + 1)]
    dropped = {drop.seat: throw for throw in record.throws for drop in throw.drops}
    for seat in participants:
        at = record.dropped_at[seat]
        assert at == (dropped[seat].n if seat in dropped else None)
        if seat in dropped:
            assert record.turn_scores[seat] == dropped[seat].turn_score
            kept = standings.scores[seat] + dropped[seat].turn_score
            assert record.final_scores[seat] == kept
    for seat in standings.scores.keys() - set(participants):
        assert record.final_scores[seat] == standings.scores[seat]
    assert bool(record.winners) == (record.ended_by is EndedBy.TARGET)
    assert all(record.final_scores[seat] >= 100 for seat in record.winners)


@settings(deadline=None)
@given(tables(), seeds, kinds)
def test_only_the_closing_throw_of_a_round_may_not_score(
    table: tuple[Standings, dict[Seat, Condition]], seed: bytes, kind: Kind
) -> None:
    record = adjudicated(*table, seed, kind=kind)
    assert all(throw.points for throw in record.throws[:-1])
    assert not record.throws or record.throws[0].points


@settings(deadline=None)
@given(tables(), seeds)
def test_replayed_twice_a_round_is_equal(
    table: tuple[Standings, dict[Seat, Condition]], seed: bytes
) -> None:
    assert adjudicated(*table, seed) == adjudicated(*table, seed)


@settings(deadline=None)
@given(tables(), seeds, st.data())
def test_seats_numbered_otherwise_change_nothing(
    table: tuple[Standings, dict[Seat, Condition]], seed: bytes, data: st.DataObject
) -> None:
    standings, orders = table
    seats = list(standings.scores)
    other = dict(zip(seats, data.draw(st.permutations(seats)), strict=True))
    moved = Standings(
        scores={other[seat]: score for seat, score in standings.scores.items()},
        eliminated=frozenset(other[seat] for seat in standings.eliminated),
        withdrawn=frozenset(other[seat] for seat in standings.withdrawn),
    )
    there = adjudicated(moved, {other[s]: renamed(o, other) for s, o in orders.items()}, seed)
    here = adjudicated(standings, orders, seed)
    assert {other[s]: at for s, at in here.dropped_at.items()} == there.dropped_at
    assert {other[s]: score for s, score in here.final_scores.items()} == there.final_scores
    assert {other[s] for s in here.winners} == set(there.winners)
    for one, two in zip(here.throws, there.throws, strict=True):
        assert {(other[d.seat], d.wave) for d in one.drops} == {(d.seat, d.wave) for d in two.drops}


def renamed(order: Condition, other: Mapping[Seat, Seat]) -> Condition:
    if isinstance(order, When | After):
        return type(order)(frozenset(other[seat] for seat in order.seats))
    return order


@settings(deadline=None)
@given(tables(), tables(), seeds)
def test_other_orders_on_one_seed_see_the_same_throws_as_far_as_both_go(
    one: tuple[Standings, dict[Seat, Condition]],
    two: tuple[Standings, dict[Seat, Condition]],
    seed: bytes,
) -> None:
    first, second = drawn(adjudicated(*one, seed)), drawn(adjudicated(*two, seed))
    shorter = min(len(first), len(second))
    assert first[:shorter] == second[:shorter]


def drawn(record: SharedRecord) -> list[str]:
    return [*record.discarded, *(throw.name for throw in record.throws)]


@settings(deadline=None)
@given(tables(), st.lists(st.sampled_from(scoring), min_size=1, max_size=6), st.randoms())
def test_the_drop_outs_are_the_smallest_set_in_whatever_order_one_looks(
    table: tuple[Standings, dict[Seat, Condition]], course: list[Outcome], random: Random
) -> None:
    """The other way: one player at a time, in any order, until nobody's condition is met."""
    standings, orders = table
    rules = Settings(target=1_000_000, weights=STANDARD_WEIGHTS)
    throws = list(islice(cycle(course), 150))  # by then whoever is in stays in for ever
    record = shared(adjudicate(rules, standings, orders, lambda _: iter(throws)))
    assert record.dropped_at == one_by_one(standings, orders, throws, random)


def one_by_one(
    standings: Standings, orders: Mapping[Seat, Condition], throws: list[Outcome], random: Random
) -> dict[Seat, int | None]:
    out: dict[Seat, int] = {}
    turn_score = 0
    for throw, outcome in enumerate(throws, 1):
        turn_score += outcome.points
        while leaving := [
            seat
            for seat in standings.participants
            if seat not in out and is_met(seat, standings, orders, throw, turn_score, out)
        ]:
            out[random.choice(leaving)] = throw
    return {seat: out.get(seat) for seat in standings.participants}


def is_met(
    seat: Seat,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    throw: int,
    turn_score: int,
    out: Mapping[Seat, int],
) -> bool:
    playing = set(standings.participants)
    match orders.get(seat, Throws(1)):
        case Throws(n):
            return throw >= n
        case Turn(n):
            return turn_score >= n
        case Total(n):
            return standings.scores[seat] + turn_score >= n
        case OnlyLeft():
            return playing - {seat} <= out.keys()
        case When(seats):
            return all(other in out for other in seats & playing)
        case After(seats):
            return all(out.get(other, throw) < throw for other in seats & playing)
        case Dice():
            raise TypeError("Hog has no shared round of throws")
