"""Section 5: the games at a glance."""

import pytest

from pigpost.games.kinds import Form, Kind, Settings
from pigpost.games.outcomes import STANDARD_WEIGHTS
from tests.games.rounds import play


def test_5_postal_pass_the_pigs_is_shared_to_100_and_a_piggyback_wipes() -> None:
    usual = Settings(weights=STANDARD_WEIGHTS)
    assert (usual.kind, usual.form) == (Kind.POSTAL_PIGS, Form.SHARED)
    assert (usual.target, usual.piggyback) == (100, "wipe")


@pytest.mark.parametrize("players", [1, 2, 6, 500])
def test_5_2_any_number_plays(players: int) -> None:
    played = play({f"P{n}": "THROWS 2" for n in range(players)}, "5 5")
    assert set(played.scores.values()) == {10}
    assert len(played.scores) == players


def test_5_2_500_players_in_one_chain_are_no_trouble() -> None:
    chain = {"P0": "THROWS 1"} | {f"P{n}": f"WHEN P{n - 1}" for n in range(1, 500)}
    played = play(chain, "5")
    assert played.waves[0][-1] == ("P499", 500)
