"""Whole games, told for people: what is played now is what stands in their files."""

import pytest

from pigpost.games.kinds import Kind
from pigpost.games.record import OwnRecord, TurnEnd
from tests.playthroughs.course import Playthrough, Round, rounds, started
from tests.playthroughs.games import GAMES
from tests.playthroughs.play import FOLDER, file_of
from tests.playthroughs.telling import WIDTH, told

KINDS_AND_FORMS = [(kind, form) for kind in Kind for form in kind.forms]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def played(name: str) -> list[Round]:
    (game,) = (game for game in GAMES if game.name == name)
    return list(rounds(started(game)))


@each_game
def test_a_game_goes_as_its_file_tells(game: Playthrough) -> None:
    """If the rules were meant to change: `python -m tests.playthroughs.play`, and read the diff."""
    assert told(game) == file_of(game.name).read_text("utf-8")


@pytest.mark.parametrize(("kind", "form"), KINDS_AND_FORMS)
def test_every_kind_and_form_has_a_playthrough(kind: Kind, form: str) -> None:
    (game,) = (game for game in GAMES if game.name == f"{kind}-{form}")
    assert (game.settings.kind, game.settings.form) == (kind, form)
    assert file_of(game.name).is_file()


def test_there_is_no_file_without_a_game() -> None:
    assert set(FOLDER.glob("*.txt")) == {file_of(game.name) for game in GAMES}
    assert len(GAMES) == len({game.name for game in GAMES})


@each_game
def test_a_file_is_fit_to_be_read(game: Playthrough) -> None:
    lines = file_of(game.name).read_text("utf-8").splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert 20 < len(lines) < 400
    assert not [line for line in lines if line != line.rstrip() or "_" in line]


def test_a_pass_the_pigs_game_has_an_elimination_and_is_won_by_another() -> None:
    course = played("pass_the_pigs-simultaneous")
    (fallen,) = course[-1].after.eliminated
    assert course[-1].record.winners
    assert fallen not in course[-1].record.winners
    assert fallen not in course[-1].record.orders


def test_a_game_in_which_all_are_eliminated_has_no_winner() -> None:
    last = played("pass_the_pigs-sequential-nobody")[-1]
    assert last.after.eliminated == last.after.scores.keys()
    assert (last.record.game_over, last.record.winners) == (True, ())


def test_the_games_hold_what_there_is_to_be_seen_of_own_throws() -> None:
    ends = {
        turn.ended_by
        for game in GAMES
        for round in rounds(started(game))
        if isinstance(round.record, OwnRecord)
        for turn in round.record.turns.values()
    }
    assert ends == set(TurnEnd) - {TurnEnd.INCOMPLETE}
