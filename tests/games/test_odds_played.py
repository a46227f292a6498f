"""The odds of a turn against a few thousand rounds, thrown and adjudicated as in a game."""

from collections import Counter
from math import sqrt

import pytest

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import Condition, Dice, Throws, Total, Turn
from pigpost.games.kinds import Form, Kind, Piggyback, Seat, Settings, Standings
from pigpost.games.odds import odds, points_gained
from pigpost.games.settings import game_settings
from pigpost.games.throws import round_key, throws

ROUNDS = 2_000
SIGMAS = 4.5
"""The seed is fixed, so that a test passes always or never."""
ME = Seat(1)
ROUGH = [10, *[1] * 15, 4, 3]
"""Weights with which every kind of throw is seen often."""

SHARED = game_settings(Kind.POSTAL_PIGS)
UNPROMISED = game_settings(Kind.POSTAL_PIGS, weights=ROUGH, first_throw_scores=False)
ELIMINATES = game_settings(Kind.POSTAL_PIGS, weights=ROUGH, piggyback=Piggyback.ELIMINATE)
TABLE = game_settings(Kind.PASS_THE_PIGS, weights=ROUGH)

PLAYED: list[tuple[Settings, Condition, int]] = [
    (SHARED, Throws(4), 30),
    (SHARED, Turn(25), 30),
    (SHARED, Total(1000), 60),
    (UNPROMISED, Throws(2), 30),
    (UNPROMISED, Total(50), 30),
    (ELIMINATES, Turn(20), 30),
    (ELIMINATES, Throws(9), 70),
    (TABLE, Throws(3), 30),
    (TABLE, Turn(40), 80),
    (game_settings(Kind.PIG), Turn(20), 0),
    (game_settings(Kind.PIG, form=Form.SHARED), Throws(5), 90),
    (game_settings(Kind.PIG, form=Form.SEQUENTIAL), Total(50), 30),
    (game_settings(Kind.TWO_DICE), Throws(3), 30),
    (game_settings(Kind.TWO_DICE, form=Form.SHARED), Turn(20), 30),
    (game_settings(Kind.DOUBLES), Turn(30), 0),
    (game_settings(Kind.HOG), Dice(5), 30),
    (game_settings(Kind.HOG, form=Form.SHARED), Dice(2), 95),
]


def end_of(settings: Settings, order: Condition, score: int, round: int) -> tuple[str, int]:
    """How one round ends for its only player, and what he gets for it; a wipe shows above 0 only."""
    record = adjudicate(
        settings,
        Standings(scores={ME: score}),
        {ME: order},
        lambda source: throws(
            round_key(b"odds", game="odds", round=round, attempt=1, source=source), settings
        ),
    )
    turn = record.turn_scores[ME]
    if ME in record.eliminated:
        return "p_eliminate", turn
    if turn:
        return "p_score", turn
    return ("p_wipe" if record.final_scores[ME] < score else "p_bust"), turn


@pytest.mark.parametrize(
    ("settings", "order", "score"),
    PLAYED,
    ids=[f"{s.kind}-{s.form}-{order}".replace(" ", "") for s, order, _ in PLAYED],
)
def test_rounds_end_as_often_as_the_odds_say(
    settings: Settings, order: Condition, score: int
) -> None:
    said = odds(settings, order, score=score, target=settings.target)
    played = [end_of(settings, order, score, round) for round in range(1, ROUNDS + 1)]
    ends = Counter(end for end, _ in played)
    for end in ("p_score", "p_bust", "p_wipe", "p_eliminate"):
        chance = float(getattr(said, end))
        spread = sqrt(chance * (1 - chance) / ROUNDS)
        assert abs(ends[end] / ROUNDS - chance) <= SIGMAS * spread
    gained = points_gained(settings, order, score=score, target=settings.target)
    mean = float(said.expected_turn)
    spread = sqrt(float(sum(c * p * p for p, c in gained.items())) - mean**2)
    average = sum(turn for _, turn in played) / ROUNDS
    assert abs(average - mean) <= SIGMAS * spread / sqrt(ROUNDS)
    assert {turn for _, turn in played} <= gained.keys() | {0}
