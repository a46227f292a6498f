"""A game of which nothing is known but its announcement."""

from pigpost.events.types import GameCreated
from pigpost.games.kinds import Form, GameId, Kind, Piggyback, Settings
from pigpost.games.settings import check_settings
from pigpost.replay.state import GameState, Phase


def announced(event: GameCreated) -> GameState:
    """A game without players; `ValueError` for settings that nobody can play by."""
    settings = Settings(
        kind=Kind(event.kind),
        form=Form(event.form),
        target=event.target,
        piggyback=Piggyback(event.piggyback),
        first_throw_scores=event.first_throw_scores,
        weights=event.weights,
        max_dice=event.max_dice,
    )
    check_settings(settings)
    return GameState(
        id=GameId(event.game),
        title=event.title,
        settings=settings,
        rules=event.rules,
        level=event.level,
        schedule=event.schedule,
        timezone=event.timezone,
        identity=event.identity,
        early=event.early,
        phase=Phase.FORMING,
        held=None,
        seats={},
        current=None,
        thrown=(),
        winners=(),
        ended_because=None,
        version=1,
    )
