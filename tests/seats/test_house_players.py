"""House players at the table: seated like people, but nobody mails them."""

import pytest

from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.types import PlayerInvited, SeatTaken
from pigpost.games.kinds import Form, Kind, Seat
from pigpost.games.settings import game_settings
from pigpost.replay.state import SeatStatus
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.house_players import HousePlayer, add_house_players
from pigpost.seats.invite import add_player, invite_players
from tests.post import GAME, Post, a_game, a_player


def seat(post: Post, *bots: str) -> None:
    add_house_players(post.services, GAME, [HousePlayer(plays=bot) for bot in bots])


def names(post: Post) -> list[str]:
    return [seat.person.name for seat in post.state().seats.values()]


def a_game_of(post: Post, kind: Kind, form: Form | None = None) -> None:
    create_game(
        post.services,
        GAME,
        title="Spring Pigs",
        settings=game_settings(kind, form=form),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
    )


def test_what_a_house_player_plays_by_is_recorded_for_all_to_see(post: Post) -> None:
    a_game(post, "Bill")
    add_house_players(post.services, GAME, [HousePlayer(plays="Hold20", name="Robby")])
    invited = post.events(PlayerInvited)[-1]
    assert (invited.by, invited.seat, invited.bot) == ("gm", "p2", "hold20")
    assert (invited.personal.name, invited.personal.address) == ("Robby", "")
    assert post.events(SeatTaken)[-1].seat == "p2"
    found = post.state().seats
    assert (found[Seat(2)].status, found[Seat(2)].bot) == (SeatStatus.PLAYING, "hold20")
    assert found[Seat(1)].bot is None


def test_house_players_get_names_that_nobody_has(post: Post) -> None:
    a_game(post, "Hal", "Otto")
    seat(post, *["hold20"] * 10)
    found = names(post)
    assert len({name.casefold() for name in found}) == len(found) == 12
    assert found[2:4] == ["Ada", "Eve"]


def test_6_3_a_house_player_s_name_is_as_good_as_a_person_s(post: Post) -> None:
    a_game(post, "Bill")
    for name in ("bíll", "", "a,b"):
        with pytest.raises(AgainstTheRules, match=r"6\.3"):
            add_house_players(post.services, GAME, [HousePlayer(plays="hold20", name=name)])
    seat(post, "hold20")
    with pytest.raises(AgainstTheRules, match=r"6\.3"):
        add_player(post.services, GAME, a_player("hal"))


def test_of_several_either_all_are_seated_or_nobody(post: Post) -> None:
    a_game(post, "Bill")
    with pytest.raises(AgainstTheRules, match="dice5"):
        seat(post, "hold20", "dice5")
    assert names(post) == ["Bill"]


def test_nobody_is_seated_once_the_game_has_started(post: Post) -> None:
    a_game(post, "Bill")
    seat(post, "hold20")
    start_game(post.services, GAME)
    with pytest.raises(TooLate, match="has started"):
        seat(post, "hold20")


def test_the_same_house_player_is_the_same_person_in_every_game_and_nobody_else(
    post: Post,
) -> None:
    a_game(post, "Bill")
    create_game(
        post.services,
        "other-pigs",
        title="Other Pigs",
        settings=game_settings(Kind.PIG),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
    )
    for game in (GAME, "other-pigs"):
        bots = [HousePlayer(plays="hold20"), HousePlayer(plays="throws4")]
        add_house_players(post.services, game, bots)
    with post.services.store.reading() as tx:
        seats = tx.projections.seats_of_address("")
    persons = {(held.game, held.name): held.person for held in seats}
    assert persons[GAME, "Hal"] == persons["other-pigs", "Hal"] != persons[GAME, "Ada"]
    with post.services.store.writing() as tx:
        tx.projections.rebuild()
    with post.services.store.reading() as tx:
        assert tx.projections.seats_of_address("") == seats


@pytest.mark.parametrize("form", [Form.SIMULTANEOUS, Form.SEQUENTIAL])
def test_the_optimal_bot_sits_with_one_other_and_no_more(post: Post, form: Form) -> None:
    a_game_of(post, Kind.PIG, form)
    add_player(post.services, GAME, a_player("Bill"))
    seat(post, "optimal")
    for more in (
        lambda: add_player(post.services, GAME, a_player("Karen")),
        lambda: seat(post, "hold20"),
    ):
        with pytest.raises(AgainstTheRules, match="two players"):
            more()
    assert names(post) == ["Bill", "Hal"]


def test_whoever_declined_counts_for_nothing_at_the_optimal_bot_s_table(post: Post) -> None:
    a_game_of(post, Kind.PIG)
    invite_players(post.services, GAME, [a_player("Karen")])
    add_player(post.services, GAME, a_player("Bill"))
    with pytest.raises(AgainstTheRules, match="two players"):
        seat(post, "optimal")
    post.run()
    post.mailed("Karen", "DECLINE")
    seat(post, "optimal")
    with pytest.raises(AgainstTheRules, match="two players"):
        invite_players(post.services, GAME, [a_player("Karen")])
