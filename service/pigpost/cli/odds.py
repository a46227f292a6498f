"""`pigpost odds`: what an order is worth, exactly, without a game and without a configuration."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from fractions import Fraction
from typing import NoReturn

import click

from pigpost.cli.columns import broken
from pigpost.cli.context import emit, json_option
from pigpost.cli.json_errors import JsonErrors, refuse
from pigpost.cli.rule_options import (
    check_told,
    form_option,
    kind_option,
    max_dice_option,
    piggyback_option,
    weights_option,
)
from pigpost.cli.tables import ENGLISH
from pigpost.errors import AgainstTheRules, UsageError
from pigpost.games.conditions import Condition, OnlyLeft
from pigpost.games.kinds import (
    HIGHEST_NUMBER,
    Form,
    Kind,
    Piggyback,
    RuleBroken,
    Settings,
    check_scores,
)
from pigpost.games.odds import Odds
from pigpost.games.odds import odds as odds_of
from pigpost.games.settings import game_settings
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Order, Reason, Refusal
from pigpost.results.phrases import game_name

_PLACES = 4
_WIDEST_LINE = 80
_LONGEST_SHOWN = 40
"""Characters of a fraction in the table for people."""

_ROWS = {
    "expected_turn": "points on average",
    "p_score": "points kept",
    "p_bust": "turn lost",
    "p_wipe": "match score lost",
    "p_eliminate": "out of the game",
}


@click.command(cls=JsonErrors)
@click.argument("order")
@kind_option
@form_option
@click.option(
    "--score",
    type=click.IntRange(0, HIGHEST_NUMBER),
    default=0,
    show_default=True,
    help="The match score before the turn.",
)
@click.option(
    "--target",
    type=click.IntRange(1, HIGHEST_NUMBER),
    help="The turn ends where this is reached; left aside unless given.",
)
@click.option(
    "--first-throw-scores/--no-first-throw-scores",
    "promised",
    default=None,
    help="Whether the first throw is thrown again until it scores. Unless given, a shared one is, and "
    "one of own throws is not, as in a game; here both can be asked about. Not of Hog.",
)
@piggyback_option
@weights_option
@max_dice_option
@json_option
def odds(
    *,
    order: str,
    kind: Kind,
    form: Form | None,
    score: int,
    target: int | None,
    promised: bool | None,
    piggyback: Piggyback | None,
    weights: list[int] | None,
    max_dice: int,
    as_json: bool,
) -> None:
    """What one turn by ORDER is worth, as exact fractions; nothing is stored.

    ORDER is written as in a mail: "TURN 20", "four throws please", with own throws "hold at 20". The
    points of a lost turn count as none, and a match score that is lost is not subtracted. Exit code 5
    when ORDER is none of this game, waits for others, or has too large a number for exact odds.
    """
    try:
        settings = _settings(
            kind,
            form=form,
            promised=promised,
            piggyback=piggyback,
            weights=weights,
            max_dice=max_dice,
        )
        if target is not None:
            check_scores([score], target)
    except RuleBroken as broken:
        _refuse(broken, as_json=as_json, exit_code=UsageError.exit_code)
    try:
        condition = _read(order, settings)
        found = odds_of(settings, condition, score=score, target=target)
    except RuleBroken as broken:
        _refuse(broken, as_json=as_json, exit_code=AgainstTheRules.exit_code)
    told = _told(found, condition, settings, score=score, target=target)
    emit(_as_json(found), "\n".join(told), as_json=as_json)


def _settings(
    kind: Kind,
    *,
    form: Form | None,
    promised: bool | None,
    piggyback: Piggyback | None,
    weights: list[int] | None,
    max_dice: int,
) -> Settings:
    """The game that is asked about; here own throws may have a promise too."""
    usual = game_settings(kind, form=form, piggyback=piggyback, weights=weights, max_dice=max_dice)
    check_told(usual, piggyback=piggyback, max_dice=max_dice)
    return usual if promised is None else replace(usual, first_throw_scores=promised)


def _read(text: str, settings: Settings) -> Condition:
    """The order as a mail of that game would be read; `RuleBroken` says why it is none."""
    from pigpost.orders.read import read  # noqa: PLC0415 - brings the grammar along

    reading = read(
        text,
        players=[],
        me=None,
        kind=settings.kind,
        form=settings.form,
        max_dice=settings.max_dice,
    )
    for item in reading.items:
        match item:
            case Order(condition=condition):
                return condition
            case Refusal(reason=Reason.UNKNOWN_PLAYER):
                return OnlyLeft()  # nobody has a name here; it waits for others, as this one does
            case Refusal():
                raise _refused(item, settings)
    raise RuleBroken(f'"{text}" is no order', code=Reason.NOTHING_FOUND.value, rule="6.2")


def _refused(refusal: Refusal, settings: Settings) -> RuleBroken:
    """The first complaint, with orders that would do."""
    complaint = refusal.complaints[0]
    words = refusal.line[complaint.span.start : complaint.span.end]
    reason = complaint.reason.value.replace("_", " ")
    if complaint.reason is Reason.BAD_NUMBER:
        highest = settings.max_dice if settings.kind is Kind.HOG else HIGHEST_NUMBER
        reason += f", it is a whole number from 1 to {highest:,}"
    instead = " or ".join(in_words(condition, {}) for condition in refusal.suggestions)
    return RuleBroken(
        f'"{words}": {reason}; instead: {instead}' if instead else f'"{words}": {reason}',
        code=complaint.reason.value,
        rule=complaint.rule,
    )


def _refuse(broken: RuleBroken, *, as_json: bool, exit_code: int) -> NoReturn:
    """Says why there are no odds, and leaves."""
    refuse(str(broken), code=broken.code, rule=broken.rule, as_json=as_json, exit_code=exit_code)


def _as_json(found: Odds) -> dict[str, dict[str, str | float]]:
    return {
        name: {"fraction": str(value), "decimal": _decimal(value)}
        for name, value in asdict(found).items()
    }


def _decimal(value: Fraction) -> float:
    return float(round(value, _PLACES))


def _told(
    found: Odds, condition: Condition, settings: Settings, *, score: int, target: int | None
) -> Iterator[str]:
    """The table for people, and what it says in one sentence."""
    throws = "shared throws" if settings.form is Form.SHARED else "own throws"
    game = game_name(settings.kind, ENGLISH)
    until = "the target left aside" if target is None else f"first to {target}"
    yield f"{in_words(condition, {})} in {game}: {throws}, from {score} points, {until}"
    yield ""
    for name, value in asdict(found).items():
        exact = str(value)
        fraction = exact if len(exact) <= _LONGEST_SHOWN else "(a long fraction: see --json)"
        yield f"   {_ROWS[name]:<18} {_rounded(value, _PLACES, '< ', '> '):>10}   {fraction}"
    yield ""
    points = _rounded(found.expected_turn, 2, "less than ", "")
    lost = _rounded(100 * (1 - found.p_score), 1, "less than ", "more than ", whole=100)
    told = f"Such a turn brings {points} points on average, and nothing in {lost} of 100 cases."
    yield from broken(told, widest=_WIDEST_LINE)


def _rounded(value: Fraction, places: int, less: str, more: str, *, whole: int = 1) -> str:
    """The value in so many places; what is not 0, or not all of the whole, is not told as that."""
    near, step = round(value, places), Fraction(1, 10**places)
    if value and not near:
        return f"{less}{float(step):.{places}f}"
    if more and value != whole == near:
        return f"{more}{float(whole - step):.{places}f}"
    return f"{float(near):.{places}f}"
