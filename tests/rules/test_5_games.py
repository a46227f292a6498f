"""Section 5: the games at a glance."""

import pytest

from pigpost.games.kinds import Form, Kind, Piggyback, RuleBroken, Settings
from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS
from pigpost.games.settings import SHORT_TARGET, check_settings, game_settings
from tests.games.rounds import play, play_own

SHARED, SIMULTANEOUS, SEQUENTIAL = Form.SHARED, Form.SIMULTANEOUS, Form.SEQUENTIAL
DICE = [kind for kind in Kind if not kind.has_pigs]


def test_5_postal_pass_the_pigs_is_shared_to_100_and_a_piggyback_wipes() -> None:
    usual = Settings(weights=STANDARD_WEIGHTS)
    assert (usual.kind, usual.form) == (Kind.POSTAL_PIGS, Form.SHARED)
    assert (usual.target, usual.piggyback) == (100, "wipe")
    assert game_settings(Kind.POSTAL_PIGS) == usual


@pytest.mark.parametrize(
    ("kind", "forms"),
    [
        (Kind.POSTAL_PIGS, (SHARED,)),
        (Kind.PASS_THE_PIGS, (SIMULTANEOUS, SEQUENTIAL)),
        (Kind.PIG, (SIMULTANEOUS, SEQUENTIAL, SHARED)),
        (Kind.TWO_DICE, (SIMULTANEOUS, SEQUENTIAL, SHARED)),
        (Kind.DOUBLES, (SIMULTANEOUS, SEQUENTIAL, SHARED)),
        (Kind.HOG, (SIMULTANEOUS, SEQUENTIAL, SHARED)),
    ],
)
def test_5_each_game_has_its_forms_and_the_first_is_the_default(
    kind: Kind, forms: tuple[Form, ...]
) -> None:
    assert kind.forms == forms
    assert game_settings(kind).form is forms[0]
    for form in set(Form) - set(forms):
        with pytest.raises(RuleBroken) as broken:
            game_settings(kind, form=form)
        assert (broken.value.code, broken.value.rule) == ("unknown_form", "5")


@pytest.mark.parametrize("kind", list(Kind))
def test_5_every_game_goes_to_100_unless_it_says_otherwise(kind: Kind) -> None:
    assert game_settings(kind).target == 100
    assert game_settings(kind, target=250).target == 250


def test_5_a_piggyback_eliminates_in_pass_the_pigs_alone_and_wipes_by_option() -> None:
    usual = {kind: game_settings(kind).piggyback for kind in Kind}
    assert [kind for kind in Kind if usual[kind] is Piggyback.ELIMINATE] == [Kind.PASS_THE_PIGS]
    for kind in (Kind.POSTAL_PIGS, Kind.PASS_THE_PIGS):
        for piggyback in Piggyback:
            assert game_settings(kind, piggyback=piggyback).piggyback is piggyback


@pytest.mark.parametrize("kind", DICE)
def test_5_dice_have_no_piggyback_so_that_rule_makes_no_other_game(kind: Kind) -> None:
    assert game_settings(kind, piggyback=Piggyback.ELIMINATE) == game_settings(kind)


@pytest.mark.parametrize("kind", list(Kind))
def test_5_settings_as_they_are_made_stand_their_own_check(kind: Kind) -> None:
    for form in kind.forms:
        for promise in (True, False):
            check_settings(game_settings(kind, form=form, first_throw_scores=promise))


def test_5_1_the_short_game_of_pig_goes_to_50_and_is_pig_in_all_else() -> None:
    assert SHORT_TARGET == 50
    orders = dict.fromkeys(("Ann", "Ben"), "TURN 20")
    throws = {"Ann": "6 6 6 6", "Ben": "6 6 1"}
    scores = {"Ann": 30, "Ben": 30}
    short = play_own("pig", orders, throws, scores=scores, target=SHORT_TARGET)
    assert (short.winners, short.scores) == (["Ann"], {"Ann": 54, "Ben": 30})
    assert play_own("pig", orders, throws, scores=scores).winners == []


@pytest.mark.parametrize("players", [1, 2, 6, 500])
def test_5_2_any_number_plays(players: int) -> None:
    played = play({f"P{n}": "THROWS 2" for n in range(players)}, "5 5")
    assert set(played.scores.values()) == {10}
    assert len(played.scores) == players


@pytest.mark.parametrize("players", [1, 2, 6, 500])
@pytest.mark.parametrize("form", ["simultaneous", "sequential"])
def test_5_2_any_number_plays_with_own_throws(players: int, form: str) -> None:
    orders = {f"P{n}": "THROWS 2" for n in range(players)}
    played = play_own("pig", orders, dict.fromkeys(orders, "5 5"), form=form)
    assert set(played.scores.values()) == {10}
    assert len(played.scores) == players


def test_5_2_500_players_in_one_chain_are_no_trouble() -> None:
    chain = {"P0": "THROWS 1"} | {f"P{n}": f"WHEN P{n - 1}" for n in range(1, 500)}
    played = play(chain, "5")
    assert played.waves[0][-1] == ("P499", 500)


def test_5_non_scoring_throws_of_each_game_are_those_of_the_table() -> None:
    from pigpost.games.dice import BY_FACES
    from pigpost.games.outcomes import Loss

    def losing(kind: Kind, loss: Loss) -> set[str]:
        outcomes = OUTCOMES if kind.has_pigs else tuple(BY_FACES[kind].values())
        return {outcome.name for outcome in outcomes if outcome.loss is loss}

    lone = {f"1-{n}" for n in range(2, 7)} | {f"{n}-1" for n in range(2, 7)}
    turn = {kind: losing(kind, Loss.TURN) for kind in Kind}
    assert turn == {
        Kind.POSTAL_PIGS: {"pig_out"},
        Kind.PASS_THE_PIGS: {"pig_out"},
        Kind.PIG: {"1"},
        Kind.TWO_DICE: lone,
        Kind.DOUBLES: lone,
        Kind.HOG: {"1"},
    }
    assert {kind: losing(kind, Loss.SCORE) for kind in Kind} == {
        Kind.POSTAL_PIGS: {"oinker"},
        Kind.PASS_THE_PIGS: {"oinker"},
        Kind.PIG: set(),
        Kind.TWO_DICE: {"1-1"},
        Kind.DOUBLES: set(),
        Kind.HOG: set(),
    }
    assert {kind for kind in Kind if losing(kind, Loss.SEAT)} == {
        Kind.POSTAL_PIGS,
        Kind.PASS_THE_PIGS,
    }
