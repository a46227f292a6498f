"""The `rules` of a file for `pigpost adjudicate`: what is given, and the usual for the rest (rule 1.2)."""

from typing import Any

from pigpost.cli.adjudicate_shapes import Malformed, a_list, only, shown
from pigpost.cli.rule_options import check_told
from pigpost.games.kinds import MOST_DICE, Form, Kind, Piggyback, Settings
from pigpost.games.settings import TARGET, game_settings

_FIELDS = frozenset(
    {"game", "form", "target", "piggyback", "first_throw_scores", "max_dice", "weights"}
)
"""Any of them may stand with any game, if it says what that game is played by."""


def settings_of(rules: dict[str, Any]) -> Settings:
    """The game that the file is about; `Malformed` or `RuleBroken` if there is none such."""
    only(rules, _FIELDS, "`rules`", rule="1.2")
    kind = _kind(rules.get("game"))
    piggyback = _piggyback(rules["piggyback"]) if "piggyback" in rules else None
    max_dice = rules.get("max_dice", MOST_DICE)
    settings = game_settings(
        kind,
        form=_form(kind, rules["form"]) if "form" in rules else None,
        target=rules.get("target", TARGET),
        piggyback=piggyback,
        first_throw_scores=_promise(rules.get("first_throw_scores", True)),
        weights=_weights(rules["weights"]) if "weights" in rules else None,
        max_dice=max_dice,
    )
    check_told(settings, piggyback=piggyback, max_dice=max_dice)
    return settings


def _kind(game: object) -> Kind:
    if not isinstance(game, str) or game not in list(Kind):
        message = f"there is no game {shown(game)}; there are {', '.join(Kind)}"
        raise Malformed(message, code="unknown_game", rule="5")
    return Kind(game)


def _form(kind: Kind, form: object) -> Form:
    if not isinstance(form, str) or form not in list(Form):
        message = f"{kind} is played in the form {' or '.join(kind.forms)}, not {shown(form)}"
        raise Malformed(message, code="unknown_form", rule="5")
    return Form(form)


def _piggyback(value: object) -> Piggyback:
    if not isinstance(value, str) or value not in list(Piggyback):
        raise Malformed("`piggyback` is `wipe` or `eliminate`", rule="3.5.3")
    return Piggyback(value)


def _promise(value: object) -> bool:
    if not isinstance(value, bool):
        raise Malformed("`first_throw_scores` is true or false", rule="3.2.4")
    return value


def _weights(value: object) -> list[Any]:
    """A list; what stands in it is looked at by the rules themselves."""
    return a_list(value, "`weights`", rule="2.6.3")
