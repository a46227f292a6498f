from pigpost.results.highlights import Highlight, highlights
from tests.results.told import stagg, told

OINKER = told(
    {"Bill": "THROWS 1", "Ted": "THROWS 3"},
    "5 double_razorback oinker",
    scores={"Ted": 30},
    round=2,
)


def test_the_longest_round_the_biggest_loss_and_the_best_throw() -> None:
    best = highlights([OINKER, stagg()])
    assert best.longest_round == Highlight(round=4, name=None, amount=8)
    assert best.biggest_loss == Highlight(round=2, name="Ted", amount=55)
    assert best.best_throw == Highlight(round=2, name=None, amount=20, outcome="double_razorback")


def test_of_equals_the_first_is_remembered() -> None:
    loss = highlights([stagg()]).biggest_loss
    assert loss is not None
    assert (loss.name, loss.amount) == ("Ted", 24)


def test_where_nothing_was_lost_there_is_nothing_to_tell() -> None:
    assert highlights([told({"Bill": "THROWS 1"}, "5")]).biggest_loss is None
    assert highlights([]).longest_round is None
