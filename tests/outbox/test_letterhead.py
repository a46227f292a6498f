"""What a head takes from the game: who can be named, who is a house player, what is played."""

from dataclasses import replace

from pigpost.games.kinds import Seat
from pigpost.outbox.letterhead import gm_head, holder_of, player_head, stranger_head
from pigpost.replay.state import GameState, SeatStatus
from tests.post import Post, a_running_game

BILL, KAREN, TED = Seat(1), Seat(2), Seat(3)


def running(post: Post) -> GameState:
    a_running_game(post, "Bill", "Karen", "Ted")
    return post.state()


def changed(state: GameState, seat: Seat, **values: object) -> GameState:
    seats = {**state.seats, seat: replace(state.seats[seat], **values)}  # type: ignore[arg-type]
    return replace(state, seats=seats)


def test_a_head_says_what_is_played_and_how_the_reader_stands(post: Post) -> None:
    state = changed(running(post), KAREN, score=38)
    head = player_head(post.services, state, holder_of(state, KAREN))
    assert head.settings == state.settings
    assert head.score == 38
    assert (head.out, head.bots) == (frozenset(), frozenset())


def test_who_has_left_or_never_came_can_not_be_named(post: Post) -> None:
    state = running(post)
    for status in (SeatStatus.WITHDRAWN, SeatStatus.ELIMINATED, SeatStatus.DECLINED):
        gone = changed(state, TED, status=status)
        assert player_head(post.services, gone, holder_of(gone, BILL)).out == {TED}
    invited = changed(state, TED, status=SeatStatus.INVITED)
    assert player_head(post.services, invited, holder_of(invited, BILL)).out == frozenset()


def test_house_players_are_known_by_their_seats(post: Post) -> None:
    state = changed(running(post), TED, bot="hold20")
    assert player_head(post.services, state, holder_of(state, BILL)).bots == {TED}


def test_a_head_about_no_game_is_about_none(post: Post) -> None:
    for head in (gm_head(post.services, None), stranger_head(post.services, None)):
        assert (head.settings, head.score, head.out, head.bots) == (
            None,
            0,
            frozenset(),
            frozenset(),
        )
