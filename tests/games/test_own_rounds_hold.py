"""What is true of every round with own throws and of every row, whatever the orders and the throws."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, islice

from hypothesis import given, settings
from hypothesis import strategies as st

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import Condition, Dice, Throws, Total, Turn, default_order
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings, seat_label
from pigpost.games.outcomes import Outcome
from pigpost.games.own_round import seats_in_turn
from pigpost.games.record import EndedBy, OwnRecord, RowRecord, TurnEnd
from pigpost.games.settings import game_settings
from pigpost.games.throws import ALL, round_key, throws

seeds = st.binary(min_size=32, max_size=32)
own_kinds = st.sampled_from([kind for kind in Kind if Form.SIMULTANEOUS in kind.forms])
own_forms = st.sampled_from([Form.SIMULTANEOUS, Form.SEQUENTIAL])
LOSSES = {TurnEnd.BUST, TurnEnd.WIPE, TurnEnd.ELIMINATE}


@st.composite
def standings(draw: st.DrawFn) -> Standings:
    """Up to seven seats with scores; some are out."""
    seats = [Seat(n) for n in range(1, draw(st.integers(1, 7)) + 1)]
    out = st.frozensets(st.sampled_from(seats), max_size=2)
    return Standings(
        scores={seat: draw(st.integers(0, 99)) for seat in seats},
        eliminated=draw(out),
        withdrawn=draw(out),
    )


def orders_of(kind: Kind) -> st.SearchStrategy[Condition]:
    if kind is Kind.HOG:
        return st.builds(Dice, st.integers(1, 50))
    return st.one_of(
        st.builds(Throws, st.integers(1, 12)),
        st.builds(Turn, st.integers(1, 60)),
        st.builds(Total, st.integers(1, 120)),
    )


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Settings, Standings, dict[Seat, Condition]]:
    """A game with own throws, its table and orders; some sent nothing."""
    kind, form = draw(own_kinds), draw(own_forms)
    table = draw(standings())
    orders = {seat: draw(orders_of(kind)) for seat in table.scores if draw(st.booleans())}
    return started(kind, form, draw(st.none() | st.sampled_from(list(table.scores)))), table, orders


def started(kind: Kind, form: Form, first: Seat | None) -> Settings:
    return replace(game_settings(kind, form=form), first_seat=first)


def stream(seed: bytes, rules: Settings, source: str) -> Iterator[Outcome]:
    return throws(round_key(seed, game="g", round=1, attempt=1, source=source), rules)


def own(
    rules: Settings, table: Standings, orders: Mapping[Seat, Condition], seed: bytes
) -> OwnRecord:
    record = adjudicate(rules, table, orders, lambda source: stream(seed, rules, source))
    assert isinstance(record, OwnRecord)
    return record


@settings(deadline=None)
@given(rounds(), seeds)
def test_a_round_ends_and_its_record_adds_up(
    round_: tuple[Settings, Standings, dict[Seat, Condition]], seed: bytes
) -> None:
    rules, table, orders = round_
    record = own(rules, table, orders, seed)
    assert record.ended_by is not EndedBy.INCOMPLETE
    assert tuple(record.orders) == tuple(record.turn_scores) == table.participants
    assert record.defaulted.keys() == set(table.participants) - orders.keys()
    for seat, turn in record.turns.items():
        assert turn.throws
        assert [throw.n for throw in turn.throws] == [*range(1, len(turn.throws) + 1)]
        sums = [*accumulate(throw.points for throw in turn.throws)]
        assert [throw.turn_score for throw in turn.throws] == sums
        kept = turn.ended_by not in LOSSES
        assert turn.turn == (sums[-1] if kept else 0) == record.turn_scores[seat]
        wiped = turn.ended_by in {TurnEnd.WIPE, TurnEnd.ELIMINATE}
        assert turn.score == (0 if wiped else table.scores[seat] + turn.turn)
        assert record.final_scores[seat] == turn.score
        assert (turn.ended_by is TurnEnd.TARGET) == (turn.score >= 100)
        assert (seat in record.eliminated) == (turn.ended_by is TurnEnd.ELIMINATE)
    for seat in table.scores.keys() - record.turns.keys():
        assert record.final_scores[seat] == table.scores[seat]
    assert bool(record.winners) == (record.ended_by is EndedBy.TARGET)
    nobody = record.eliminated == set(table.participants)
    assert record.game_over == (bool(record.winners) or nobody)


@settings(deadline=None)
@given(rounds(), seeds)
def test_only_the_last_throw_of_a_turn_may_not_score_but_for_hog(
    round_: tuple[Settings, Standings, dict[Seat, Condition]], seed: bytes
) -> None:
    for turn in own(*round_, seed).turns.values():
        if round_[0].kind is Kind.HOG:
            lost = any(not throw.points for throw in turn.throws)
        else:
            assert all(throw.points for throw in turn.throws[:-1])
            lost = not turn.throws[-1].points
        assert lost == (turn.ended_by in LOSSES)


@settings(deadline=None)
@given(rounds(), seeds)
def test_replayed_twice_a_round_is_equal(
    round_: tuple[Settings, Standings, dict[Seat, Condition]], seed: bytes
) -> None:
    assert own(*round_, seed) == own(*round_, seed)


@settings(deadline=None)
@given(rounds(), seeds, st.data())
def test_a_changed_order_of_one_player_changes_no_throw_of_another(
    round_: tuple[Settings, Standings, dict[Seat, Condition]], seed: bytes, data: st.DataObject
) -> None:
    """Seat by seat it may decide whether another throws at all (rule 4.7), never what."""
    rules, table, orders = round_
    seat = data.draw(st.sampled_from(list(table.scores)))
    changed = orders | {seat: data.draw(orders_of(rules.kind))}
    one, two = own(rules, table, orders, seed), own(rules, table, changed, seed)
    for other in (one.turns.keys() & two.turns.keys()) - {seat}:
        assert one.turns[other] == two.turns[other]
    if rules.form is Form.SIMULTANEOUS:
        assert one.turns.keys() == two.turns.keys()


@settings(deadline=None)
@given(own_kinds, own_forms, standings(), seeds, st.data())
def test_on_one_seed_other_orders_meet_the_same_throws(
    kind: Kind, form: Form, table: Standings, seed: bytes, data: st.DataObject
) -> None:
    rules = game_settings(kind, form=form)
    found = [
        own(rules, table, {seat: data.draw(orders_of(kind)) for seat in table.scores}, seed)
        for _ in range(2)
    ]
    for seat in table.participants:
        drawn = [o.name for o in islice(stream(seed, rules, seat_label(seat)), 120)]
        for record in found:
            if seat in record.turns:
                names = [throw.name for throw in record.turns[seat].throws]
                assert names == drawn[: len(names)]


@settings(deadline=None)
@given(own_kinds, standings(), seeds, st.data())
def test_at_once_nothing_depends_on_the_order_of_seats(
    kind: Kind, table: Standings, seed: bytes, data: st.DataObject
) -> None:
    rules = game_settings(kind, form=Form.SIMULTANEOUS)
    orders = {seat: data.draw(orders_of(kind)) for seat in table.scores}
    seats = list(table.scores)
    other = dict(zip(seats, data.draw(st.permutations(seats)), strict=True))
    back = {seat_label(new): seat_label(old) for old, new in other.items()}
    moved = Standings(
        scores={other[seat]: score for seat, score in table.scores.items()},
        eliminated=frozenset(other[seat] for seat in table.eliminated),
        withdrawn=frozenset(other[seat] for seat in table.withdrawn),
    )
    there = adjudicate(
        rules,
        moved,
        {other[seat]: order for seat, order in orders.items()},
        lambda source: stream(seed, rules, back[source]),
    )
    here = own(rules, table, orders, seed)
    assert isinstance(there, OwnRecord)
    assert {other[seat]: turn for seat, turn in here.turns.items()} == there.turns
    assert {other[seat]: score for seat, score in here.final_scores.items()} == there.final_scores
    assert {other[seat] for seat in here.winners} == set(there.winners)
    assert {other[seat] for seat in here.eliminated} == there.eliminated
    assert here.game_over == there.game_over


@settings(deadline=None)
@given(own_kinds, standings(), seeds, st.data())
def test_seat_by_seat_is_the_same_round_up_to_the_first_win(
    kind: Kind, table: Standings, seed: bytes, data: st.DataObject
) -> None:
    first = data.draw(st.none() | st.sampled_from(list(table.scores)))
    orders = {seat: data.draw(orders_of(kind)) for seat in table.scores}
    rules = started(kind, Form.SEQUENTIAL, first)
    one_by_one = own(rules, table, orders, seed)
    at_once = own(started(kind, Form.SIMULTANEOUS, first), table, orders, seed)
    in_turn = seats_in_turn(rules, table.participants)
    assert tuple(one_by_one.turns) == in_turn[: len(one_by_one.turns)]
    assert all(one_by_one.turns[seat] == at_once.turns[seat] for seat in one_by_one.turns)
    winning = [seat for seat in in_turn if at_once.turns[seat].ended_by is TurnEnd.TARGET]
    if winning:
        assert list(one_by_one.turns)[-1] == winning[0]
        assert one_by_one.winners == (winning[0],)
    else:
        assert tuple(one_by_one.turns) == in_turn


# --- the other way: a turn told from the faces of the dice alone -------------------------------------


@settings(deadline=None)
@given(
    st.sampled_from([Kind.PIG, Kind.TWO_DICE, Kind.DOUBLES, Kind.HOG]),
    standings(),
    seeds,
    st.data(),
)
def test_turns_are_what_a_person_at_the_table_makes_of_the_dice(
    kind: Kind, table: Standings, seed: bytes, data: st.DataObject
) -> None:
    orders = {seat: data.draw(orders_of(kind)) for seat in table.scores}
    record = own(game_settings(kind), table, orders, seed)
    for seat, turn in record.turns.items():
        source = stream(seed, game_settings(Kind.PIG), seat_label(seat))
        faces = (int(outcome.name) for outcome in source)
        order = orders.get(seat, default_order(kind))
        made, score = at_the_table(kind, order, faces, table.scores[seat])
        assert (len(turn.throws), turn.score) == (made, score)


def at_the_table(kind: Kind, order: Condition, faces: Iterator[int], score: int) -> tuple[int, int]:
    """How many throws it took (of Hog, dice), and the score after them."""
    if isinstance(order, Dice):
        row = [next(faces) for _ in range(order.n)]
        return order.n, score if 1 in row else score + sum(row)
    points = made = 0
    while True:
        made += 1
        thrown = [next(faces) for _ in range(1 if kind is Kind.PIG else 2)]
        if thrown == [1, 1] and kind is Kind.DOUBLES:
            points += 25
        elif thrown == [1, 1]:
            return made, 0
        elif 1 in thrown:
            return made, score
        else:
            twice = kind is Kind.DOUBLES and thrown[0] == thrown[1]
            points += sum(thrown) * (2 if twice else 1)
        reached = {
            Throws: made,
            Turn: points,
            Total: score + points,
        }[type(order)]
        assert isinstance(order, Throws | Turn | Total)
        if score + points >= 100 or reached >= order.n:
            return made, score + points


# --- rows ------------------------------------------------------------------------------------------

HOG = game_settings(Kind.HOG, form=Form.SHARED)


@settings(deadline=None)
@given(standings(), seeds, st.data())
def test_a_row_is_as_long_as_the_longest_order_and_each_has_its_beginning(
    table: Standings, seed: bytes, data: st.DataObject
) -> None:
    orders = {
        seat: data.draw(orders_of(Kind.HOG)) for seat in table.scores if data.draw(st.booleans())
    }
    record = adjudicate(HOG, table, orders, lambda source: stream(seed, HOG, source))
    assert isinstance(record, RowRecord)
    wanted = {s: order.n for s, order in record.orders.items() if isinstance(order, Dice)}
    assert wanted.keys() == set(table.participants)
    assert len(record.row) == max(wanted.values(), default=0)
    assert record.row == tuple(int(o.name) for o in islice(stream(seed, HOG, ALL), len(record.row)))
    for seat, number in wanted.items():
        dice = record.row[:number]
        points = 0 if 1 in dice else sum(dice)
        assert record.turn_scores[seat] == points
        assert record.final_scores[seat] == table.scores[seat] + points
    best = max((record.final_scores[seat] for seat in wanted), default=0)
    level = {seat for seat in wanted if record.final_scores[seat] == best}
    assert set(record.winners) == (level if best >= 100 else set())
    assert record.game_over == (bool(record.winners) or not wanted)
    assert record.eliminated == frozenset()


@settings(deadline=None)
@given(standings(), seeds, st.data())
def test_in_a_row_an_order_changes_nothing_for_anybody_else_but_who_has_won(
    table: Standings, seed: bytes, data: st.DataObject
) -> None:
    orders = {seat: data.draw(orders_of(Kind.HOG)) for seat in table.scores}
    seat = data.draw(st.sampled_from(list(table.scores)))
    changed = orders | {seat: data.draw(orders_of(Kind.HOG))}
    one, two = (
        adjudicate(HOG, table, each, lambda source: stream(seed, HOG, source))
        for each in (orders, changed)
    )
    for other in set(table.scores) - {seat}:
        assert one.final_scores[other] == two.final_scores[other]
