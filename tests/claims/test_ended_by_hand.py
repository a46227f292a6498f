"""Rulings on a game that somebody has ended or awarded: it stays so."""

import pytest

from pigpost.claims.decide import Proposal
from pigpost.errors import AgainstTheRules
from pigpost.games.kinds import Seat
from pigpost.replay.disputes import RulingKind
from pigpost.replay.state import Phase
from tests.claims.disputes import counts, plays_round, ruled, seat
from tests.post import Post, a_running_game


@pytest.fixture(params=[None, "Karen"])
def ended(post: Post, request: pytest.FixtureRequest) -> Post:
    """A game that was abandoned, or awarded to Karen."""
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    plays_round(post, Bill="THROWS 1", Karen="AFTER Bill")
    post.mailed("Ted", "PROTEST I sent THROWS 3 in time")
    winners = () if request.param is None else (seat(post, request.param),)
    ruled(post, Proposal(claim=1, what=RulingKind.END, reason="all agree", winners=winners))
    return post


def end_of(post: Post) -> tuple[Phase, str | None, tuple[Seat, ...]]:
    state = post.state()
    return state.phase, state.ended_because, state.winners


def test_an_order_that_counts_after_all_takes_no_award_away(ended: Post) -> None:
    before = end_of(ended)
    counts(ended, "Ted", "THROWS 3")
    assert ended.state().thrown[0].event.orders["p3"] == "THROWS 3"
    assert end_of(ended) == before


def test_no_round_is_opened_again(ended: Post) -> None:
    before = end_of(ended)
    with pytest.raises(AgainstTheRules, match="was ended by hand"):
        ruled(ended, Proposal(claim=1, what=RulingKind.VOID, reason="the wrong setting"))
    assert end_of(ended) == before
