"""What never changes during a game (rule 1.2), and in which order its turns are played."""

from dataclasses import dataclass

from pigpost.games.kinds import Kind
from pigpost.games.outcomes import OUTCOMES, default_weights
from pigpost.games.own_round import seats_in_turn
from pigpost.games.settings import promises
from pigpost.replay.state import GameState
from pigpost.results.phrases import shown
from pigpost.results.words import Words
from pigpost.web.player import Player, player


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """How often the pigs show something, against the other weights of the table (rule 2.6)."""

    outcome: str
    shown: str
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is fixed when a game is made.

    `piggyback` is None where dice are thrown, `max_dice` where it is not Hog, `first_throw_scores`
    where no game can promise it. `weights` are those of the pigs, `own_weights` says that they are
    not the usual ones.
    """

    kind: str
    form: str
    target: int
    piggyback: str | None
    first_throw_scores: bool | None
    max_dice: int | None
    weights: tuple[Weight, ...]
    own_weights: bool
    rules: str
    level: str
    schedule: str
    timezone: str
    early: bool


def terms(state: GameState, words: Words) -> Terms:
    """The terms of a game."""
    settings = state.settings
    usual = default_weights(settings.piggyback) if settings.kind.has_pigs else ()
    return Terms(
        kind=settings.kind.value,
        form=settings.form.value,
        target=settings.target,
        piggyback=settings.piggyback.value if settings.kind.has_pigs else None,
        first_throw_scores=(
            settings.first_throw_scores if promises(settings.kind, settings.form) else None
        ),
        max_dice=settings.max_dice if settings.kind is Kind.HOG else None,
        weights=_weights(settings.weights, words),
        own_weights=settings.weights != usual,
        rules=state.rules,
        level=state.level,
        schedule=state.schedule,
        timezone=state.timezone,
        early=state.early,
    )


def order_of_play(state: GameState) -> tuple[Player, ...]:
    """Who throws after whom; nobody where the seats have no order (rule 4.7)."""
    if state.settings.first_seat is None:
        return ()
    seats = seats_in_turn(state.settings, state.standings.participants)
    return tuple(player(state.seats[seat]) for seat in seats)


def _weights(weights: tuple[int, ...], words: Words) -> tuple[Weight, ...]:
    """Of dice there are none."""
    if not weights:
        return ()
    return tuple(
        Weight(outcome=outcome.name, shown=shown(outcome.name, words), weight=weight)
        for outcome, weight in zip(OUTCOMES, weights, strict=True)
    )
