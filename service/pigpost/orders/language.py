"""A language that orders can be written in: a folder of data, loaded when it is first needed.

The languages are the folders beside this file in `languages`; its README tells what is in one.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pigpost.orders.command_parts import commands_of, merged, press_of
from pigpost.orders.commands import CommandWords
from pigpost.orders.courtesies import Courtesies
from pigpost.orders.language_parts import (
    Phrases,
    courtesies_of,
    dates_of,
    lexicon_of,
    name_forms_of,
    noise_of,
    numbers_of,
    roles_of,
    spelling_of,
)
from pigpost.orders.lexicon import Lexicon
from pigpost.orders.names import NAME, NameForm
from pigpost.orders.numbers import Numbers
from pigpost.orders.press import PressWords
from pigpost.orders.roles import Roles
from pigpost.orders.slots import Slots
from pigpost.orders.words import Spelling

DEFAULT = "en"

_PIG = "PIG"
"""Words of the games themselves: games are called so too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """All that the reader knows of a language.

    `names` are the terminals that can stand on a list of names; `no_order` are words that no
    sentence of the grammar holds, unless they are names. `canonical`: its grammar reads the orders
    that mails print.
    """

    tag: str
    grammar: str
    spelling: Spelling
    lexicon: Lexicon
    numbers: Numbers
    name_forms: tuple[NameForm, ...]
    commands: CommandWords
    press: PressWords
    courtesies: Courtesies
    roles: Roles
    names: frozenset[str]
    no_order: frozenset[str]
    canonical: bool


@cache
def languages() -> tuple[str, ...]:
    """The tags of all languages there are."""
    return tuple(sorted(folder.name for folder in _folder().iterdir() if _is_language(folder)))


def language(tag: str) -> Language:
    """The language of a tag such as `en` or `fi-FI`; English where it is not known."""
    known = languages()
    for name in (tag.casefold(), re.split(r"[-_]", tag.casefold())[0]):
        if name in known:
            return _load(name)
    return _load(DEFAULT)


def _folder() -> Traversable:
    return files("pigpost.orders").joinpath("languages")


def _is_language(folder: Traversable) -> bool:
    return folder.joinpath("grammar.lark").is_file()


@cache
def _load(tag: str) -> Language:
    folder = _folder().joinpath(tag)

    def table(name: str) -> dict[str, Any]:
        return tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))

    words, numbers = table("words"), table("numbers")
    spelled = spelling_of(words["spelling"], numbers)
    reader = Phrases(spelling=spelled, noise=noise_of(words), sets=words.get("sets", {}))
    known, courtesies = lexicon_of(words, reader), courtesies_of(table("courtesy"), reader)
    forms, spoken = name_forms_of(words), numbers_of(numbers, reader)
    everywhere = tomllib.loads(_folder().joinpath("canonical.toml").read_text("utf-8"))
    asked = merged(table("commands"), everywhere)
    games = {way[0] for way, terminal in known.phrases.items() if terminal == _PIG}
    slots = Slots(
        numbers=spoken,
        dates=dates_of(table("dates"), everywhere["until"]),
        no_games=(known.vocabulary | known.noise | spoken.vocabulary | courtesies.courteous) - games
        | (frozenset() if tag == DEFAULT else _load(DEFAULT).commands.slots.no_games),
    )
    return Language(
        tag=tag,
        grammar=folder.joinpath("grammar.lark").read_text("utf-8"),
        spelling=spelled,
        lexicon=known,
        numbers=spoken,
        name_forms=forms,
        commands=commands_of(asked, reader, slots, known.polite),
        press=press_of(asked),
        courtesies=courtesies,
        roles=roles_of(table("roles")),
        names=frozenset({NAME, "WORD", "SELF", *(form.terminal for form in forms)}),
        no_order=courtesies.courteous - known.vocabulary,
        canonical=words.get("canonical", False),
    )
