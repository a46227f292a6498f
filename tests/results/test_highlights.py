from pigpost.games.kinds import Seat
from pigpost.results.highlights import Highlight, highlights
from tests.results.told import stagg, told, told_of

OINKER = told(
    {"Bill": "THROWS 1", "Ted": "THROWS 3"},
    "5 double_razorback oinker",
    scores={"Ted": 30},
    round=2,
)


def test_the_longest_round_the_biggest_loss_and_the_best_throw() -> None:
    best = highlights([OINKER, stagg()])
    assert best.longest_round == Highlight(round=4, seat=None, amount=8)
    assert best.biggest_loss == Highlight(round=2, seat=Seat(2), amount=55)
    assert best.best_throw == Highlight(round=2, seat=None, amount=20, outcome="double_razorback")


def test_of_equals_the_first_is_remembered() -> None:
    loss = highlights([stagg()]).biggest_loss
    assert loss is not None
    assert (loss.seat, loss.amount) == (Seat(3), 24)


def test_where_nothing_was_lost_there_is_nothing_to_tell() -> None:
    assert highlights([told({"Bill": "THROWS 1"}, "5")]).biggest_loss is None
    assert highlights([]).longest_round is None


def test_of_throws_of_ones_own_the_longest_and_the_best_turn_are_remembered() -> None:
    first = told_of(
        "two_dice",
        "simultaneous",
        {"A": "THROWS 3", "B": "TURN 10"},
        {"A": "3-3 2-3 1-1", "B": "6-6"},
        scores={"A": 40},
        round=1,
    )
    best = highlights([first])
    assert best.longest_round is None
    assert best.longest_turn == Highlight(round=1, seat=Seat(1), amount=3)
    assert best.best_turn == Highlight(round=1, seat=Seat(2), amount=12)
    assert best.biggest_loss == Highlight(round=1, seat=Seat(1), amount=51)
    assert best.best_throw == Highlight(round=1, seat=Seat(2), amount=12, outcome="6-6")


def test_of_one_die_no_single_throw_is_worth_telling() -> None:
    sheet = told_of("pig", "simultaneous", {"A": "THROWS 2"}, {"A": "6 6"})
    assert highlights([sheet]).best_throw is None
    assert highlights([told_of("pig", "shared", {"A": "THROWS 2"}, "6 6")]).best_throw is None


def test_of_hog_the_best_turn_is_remembered_and_nothing_else() -> None:
    row = told_of("hog", "shared", {"A": "DICE 2", "B": "DICE 3"}, "5 6 1")
    own = told_of("hog", "simultaneous", {"A": "DICE 2"}, {"A": "6 6"}, round=5)
    best = highlights([row, own])
    assert best.best_turn == Highlight(round=5, seat=Seat(1), amount=12)
    assert (best.longest_round, best.longest_turn, best.biggest_loss, best.best_throw) == (
        None,
        None,
        None,
        None,
    )
