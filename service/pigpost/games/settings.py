"""The settings of a game as its rules complete and bound them (rules 1.2, 5)."""

from collections.abc import Sequence
from dataclasses import replace

from pigpost.games.kinds import (
    HIGHEST_NUMBER,
    MOST_DICE,
    Form,
    Kind,
    Piggyback,
    RuleBroken,
    Settings,
    check_target,
)
from pigpost.games.outcomes import check_weights, default_weights

TARGET = 100
SHORT_TARGET = 50
"""The short game of Pig, the children's "easy rules" (rule 5.1)."""


def game_settings(
    kind: Kind,
    *,
    form: Form | None = None,
    target: int = TARGET,
    piggyback: Piggyback | None = None,
    first_throw_scores: bool | None = None,
    weights: Sequence[int] | None = None,
    max_dice: int = MOST_DICE,
) -> Settings:
    """A game with what is given and the usual for the rest; `RuleBroken` if it can't be played.

    What the game has no use for is left out: a Piggyback rule for dice, a promise for own throws.
    """
    form = _form(kind, form)
    check_target(target)
    check_max_dice(max_dice)
    piggyback = _piggyback(kind, piggyback)
    return Settings(
        kind=kind,
        form=form,
        target=target,
        piggyback=piggyback,
        first_throw_scores=promises(kind, form) and first_throw_scores is not False,
        weights=_weights(kind, piggyback, weights),
        max_dice=max_dice,
    )


def promises(kind: Kind, form: Form) -> bool:
    """Whether there can be a first-throw promise at all (rules 3.2, 3.8, 4.2)."""
    return form is Form.SHARED and kind is not Kind.HOG


def check_settings(settings: Settings) -> None:
    """`RuleBroken` unless `game_settings` could have made them, but for the starting seat."""
    made = game_settings(
        settings.kind,
        form=settings.form,
        target=settings.target,
        piggyback=settings.piggyback,
        first_throw_scores=settings.first_throw_scores,
        weights=settings.weights if settings.kind.has_pigs else None,
        max_dice=settings.max_dice,
    )
    if made != replace(settings, first_seat=None):
        message = f"a game of {settings.kind.value} has no such promise, Piggyback rule or weights"
        raise RuleBroken(message, code="bad_settings", rule="1.2")


def check_max_dice(max_dice: int) -> None:
    """`RuleBroken` unless that many dice can be the most of Hog (rule 4.1)."""
    if type(max_dice) is not int or not 1 <= max_dice <= HIGHEST_NUMBER:
        message = f"the most dice of Hog are a whole number from 1 to {HIGHEST_NUMBER:,}"
        raise RuleBroken(message, code="bad_max_dice", rule="4.1")


def _form(kind: Kind, form: Form | None) -> Form:
    if form is None:
        return kind.forms[0]
    if form not in kind.forms:
        played = " or ".join(f.value for f in kind.forms)
        message = f"{kind.value} is played in the form {played}, not {form.value}"
        raise RuleBroken(message, code="unknown_form", rule="5")
    return form


def _piggyback(kind: Kind, piggyback: Piggyback | None) -> Piggyback:
    """The rule of the game; of dice, which have no Piggyback, always the same (rules 3.5.3, 4.4)."""
    if not kind.has_pigs:
        return Piggyback.WIPE
    usual = Piggyback.ELIMINATE if kind is Kind.PASS_THE_PIGS else Piggyback.WIPE
    return piggyback or usual


def _weights(kind: Kind, piggyback: Piggyback, weights: Sequence[int] | None) -> tuple[int, ...]:
    """The table of the pigs; dice have none (rule 2.6)."""
    if not kind.has_pigs:
        if weights is not None:
            message = f"{kind.value} is played with dice, which have no weights"
            raise RuleBroken(message, code="bad_weights", rule="2.6.4")
        return ()
    if weights is None:
        return default_weights(piggyback)
    check_weights(weights)
    return tuple(weights)
