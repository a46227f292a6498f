"""What commands that make a game's settings have in common (rule 1.2)."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from pigpost.cli.tables import ENGLISH
from pigpost.errors import AgainstTheRules
from pigpost.games.kinds import MOST_DICE, Form, Kind, Piggyback, RuleBroken, Settings
from pigpost.results.phrases import game_name


def _kind(_context: click.Context, _option: click.Parameter, word: str) -> Kind:
    return Kind(word)


def _form(_context: click.Context, _option: click.Parameter, word: str | None) -> Form | None:
    return None if word is None else Form(word)


def _piggyback(
    _context: click.Context, _option: click.Parameter, word: str | None
) -> Piggyback | None:
    return None if word is None else Piggyback(word)


def _whole_numbers(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> list[int] | None:
    """The table as it was written; what can be drawn from is for the rules to say."""
    if text is None:
        return None
    try:
        return [int(weight) for weight in text.split(",")]
    except ValueError:
        message = "they are whole numbers with commas between, as 1279,1304,659,..."
        raise click.BadParameter(message) from None


kind_option = click.option(
    "--kind",
    type=click.Choice([kind.value for kind in Kind]),
    callback=_kind,
    default=Kind.POSTAL_PIGS.value,
    show_default=True,
    help="The game.",
)
form_option = click.option(
    "--form",
    type=click.Choice([form.value for form in Form]),
    callback=_form,
    help="Throws for all (shared), or own throws: all at once, or seat by seat; as usual for KIND.",
)
piggyback_option = click.option(
    "--piggyback",
    type=click.Choice([rule.value for rule in Piggyback]),
    callback=_piggyback,
    help="What a Piggyback does; as usual for KIND.",
)
weights_option = click.option(
    "--weights",
    callback=_whole_numbers,
    help="18 whole numbers in the order of rule 2.6.1, comma between.",
)
max_dice_option = click.option(
    "--max-dice", default=MOST_DICE, show_default=True, help="The most dice of Hog."
)


def check_told(settings: Settings, *, piggyback: Piggyback | None, max_dice: int) -> None:
    """`RuleBroken` for what was asked of a game that has no such thing (rules 3.5.3, 4.1).

    What is played anyway may be said: no Piggyback of dice puts anybody out, so `wipe` does nothing.
    """
    game = game_name(settings.kind, ENGLISH)
    if piggyback not in (None, settings.piggyback):
        message = f"{game} is played with dice, which have no Piggyback"
        raise RuleBroken(message, code="bad_piggyback", rule="3.5.3")
    if max_dice != MOST_DICE and settings.kind is not Kind.HOG:
        message = f"only Hog has a highest number of dice, {game} has none"
        raise RuleBroken(message, code="bad_max_dice", rule="4.1")


@contextmanager
def by_the_rules() -> Iterator[None]:
    """What breaks a rule within is told with its number, and exits as being against the rules."""
    try:
        yield
    except RuleBroken as broken:
        raise AgainstTheRules(f"{broken} (rule {broken.rule})") from None
