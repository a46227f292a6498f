"""The commands of a language read from its files, and those that every language has."""

from typing import Any

from pigpost.orders.commands import CommandWords, printed
from pigpost.orders.language_parts import Phrase, Phrases, Toml, folded, single
from pigpost.orders.patterns import expand
from pigpost.orders.press import PressWords
from pigpost.orders.reading import CommandWord
from pigpost.orders.slots import SLOT, Gapped, Slots, gapped


def commands_of(table: Toml, reader: Phrases, slots: Slots, polite: frozenset[str]) -> CommandWords:
    """The commands, each with the ways to say it; what is printed is understood everywhere."""
    told = {way: CommandWord(w) for w, p in table["told"].items() for way in expand(folded(p))}
    ways = {
        way: CommandWord(word)
        for word, pattern in table["commands"].items()
        for way in reader.whole(pattern, table.get("sets", {}))
    }
    slotted: dict[Phrase, list[tuple[Gapped, CommandWord]]] = {}
    for way, word in ways.items():
        if (pattern := gapped(way)) is not None:
            slotted.setdefault(pattern.before, []).append((pattern, word))
    plain = {way: w for way, w in ways.items() if not any(map(SLOT.fullmatch, way))}
    answers = table["answers"]
    return CommandWords(
        phrases=printed(told.values()) | plain,
        slotted=slotted,
        confirmed={
            way: CommandWord(w) for w, p in table["confirmed"].items() for way in reader.whole(p)
        },
        told=told,
        trying=frozenset(reader.whole(table["trying"]["words"])),
        asked_back=_asked_back(table, reader, None),
        asked_back_of_players=_asked_back(table, reader, "playing"),
        yes=frozenset(reader.whole(answers["yes"])),
        no=frozenset(reader.whole(answers["no"])),
        softening=frozenset(reader.whole(answers["softening"])),
        polite=polite,
        fillers=single(table.get("fillers", "")),
        slots=slots,
        longest_before=max(map(len, slotted), default=0),
    )


def merged(table: Toml, everywhere: Toml) -> dict[str, Any]:
    """A language's commands and those that are understood everywhere."""
    merged = dict(table)
    for name, more in everywhere.items():
        if isinstance(more, dict):
            own = table.get(name, {})
            merged[name] = own | {
                word: f"{own[word]} | {way}" if word in own else way for word, way in more.items()
            }
    return merged


def _asked_back(
    table: Toml, reader: Phrases, state: str | None
) -> dict[Phrase, tuple[CommandWord, ...]]:
    return {
        way: tuple(map(CommandWord, group["means"]))
        for group in table.get("asked_back", ())
        if group.get("state") == state
        for way in reader.whole(group["words"])
    }


def press_of(table: Toml) -> PressWords:
    """How press begins and ends, and the lines that end all reading."""
    press = table["press"]
    return PressWords(
        to=frozenset(expand(folded(press["to"]))),
        to_all=frozenset(expand(folded(press["to_all"]))),
        alone=frozenset(expand(folded(press["alone"]))),
        all=frozenset(expand(folded(press["all"]))),
        ends=frozenset(expand(folded(press["ends"]))),
        stops=frozenset(expand(folded(table["end"]["words"]))),
    )
