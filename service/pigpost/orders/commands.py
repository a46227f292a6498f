"""The commands: how mails print them, and which words are one (a command has its line to itself)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pigpost.orders.reading import CommandWord
from pigpost.orders.slots import Found, Gapped, Slots, match

ALL_COMMANDS: dict[CommandWord, str] = {
    CommandWord.JOIN: "JOIN",
    CommandWord.DECLINE: "DECLINE",
    CommandWord.RESIGN: "RESIGN",
    CommandWord.STANDBY: "STANDBY",
    CommandWord.TAKE: "TAKE",
    CommandWord.PASS: "PASS",
    CommandWord.PRESS: "PRESS TO",
    CommandWord.VACATION: "VACATION",
    CommandWord.VACATION_OFF: "VACATION OFF",
    CommandWord.CLEAR: "CLEAR",
    CommandWord.TRY: "TRY",
    CommandWord.STATUS: "STATUS",
    CommandWord.SHOW_ORDER: "MY ORDER",
    CommandWord.REPORT: "REPORT",
    CommandWord.HISTORY: "HISTORY",
    CommandWord.WHO: "WHO",
    CommandWord.HELP: "HELP",
    CommandWord.RULES: "RULES",
    CommandWord.FOLLOW: "FOLLOW",
    CommandWord.QUIET: "QUIET",
    CommandWord.WAIT: "WAIT",
    CommandWord.NOWAIT: "NOWAIT",
    CommandWord.ADDRESS: "ADDRESS",
    CommandWord.PROTEST: "PROTEST",
    CommandWord.APPEAL: "APPEAL",
    CommandWord.GM: "GM",
    CommandWord.NOT_ME: "NOT ME",
    CommandWord.AGAIN: "AGAIN",
    CommandWord.STOP: "STOP",
}
"""Every command as a mail prints it; a mail prints no other."""

HARMLESS = frozenset(
    {
        CommandWord.STATUS,
        CommandWord.SHOW_ORDER,
        CommandWord.REPORT,
        CommandWord.HISTORY,
        CommandWord.WHO,
        CommandWord.HELP,
        CommandWord.RULES,
        CommandWord.TRY,
    }
)
"""Commands that change nothing, carried out whatever else a mail says."""

_NEEDY = frozenset({CommandWord.PRESS, CommandWord.VACATION, CommandWord.TRY, CommandWord.ADDRESS})
"""Commands that are none without what goes with them."""
_SEPARATORS = (",", "-", ":")

_Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandWords:
    """How a language says the commands, and yes and no to an invitation.

    `phrases` are whole commands, `slotted` those with a gap for what goes with them, by the words
    before it. `confirmed` say yes to a command that asks back, `told` take the words behind them along,
    an order that is only tried goes behind `trying`. `asked_back` could mean several commands,
    `asked_back_of_players` only from who plays.
    """

    phrases: Mapping[_Phrase, CommandWord]
    slotted: Mapping[_Phrase, Collection[tuple[Gapped, CommandWord]]]
    confirmed: Mapping[_Phrase, CommandWord]
    told: Mapping[str, CommandWord]
    trying: frozenset[_Phrase]
    asked_back: Mapping[_Phrase, tuple[CommandWord, ...]]
    asked_back_of_players: Mapping[_Phrase, tuple[CommandWord, ...]]
    yes: frozenset[_Phrase]
    no: frozenset[_Phrase]
    softening: frozenset[_Phrase]
    polite: frozenset[str]
    fillers: frozenset[str]
    slots: Slots
    longest_before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command and what it is about; `whole` unless something of it could not be read.

    `places` are the words that an argument was read from, first and behind the last.
    """

    word: CommandWord
    args: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    whole: bool = True


def printed(told: Collection[CommandWord]) -> dict[_Phrase, CommandWord]:
    """Every command that is one alone, as it is printed: understood in every language."""
    return {
        tuple(spelled.casefold().split()): word
        for word, spelled in ALL_COMMANDS.items()
        if word not in (*told, *_NEEDY)
    }


def command_in(words: Sequence[str], known: CommandWords) -> Asked | None:
    """The command that these folded words are, all of them."""
    kept = [(n, w) for n, w in enumerate(words) if w not in known.polite and w != ","]
    key = tuple(word for _, word in kept)
    bare = tuple(word for word in key if word not in known.fillers)
    for spelled in (key, bare):
        if spelled in known.phrases:
            return Asked(word=known.phrases[spelled])
    if not key:
        return None
    if key in known.confirmed:
        return Asked(word=known.confirmed[key], args={"confirmed": "yes"})
    for count in range(min(len(key), known.longest_before), 0, -1):
        for pattern, word in known.slotted.get(key[:count], ()):
            found = match(pattern, key, known.slots)
            if found is not None:
                return _filled(word, found, [n for n, _ in kept])
    return None


def _filled(word: CommandWord, found: Found, places: Sequence[int]) -> Asked:
    return Asked(
        word=word,
        args=dict(found.args),
        places={
            name: (places[start], places[end - 1] + 1)
            for name, (start, end) in found.places.items()
        },
        whole=found.whole,
    )


def answer_in(words: Sequence[str], known: CommandWords) -> CommandWord | None:
    """The yes or no that an invited person's words are, all of them."""
    answers = set()
    for chunk in _chunks(words, known.polite):
        if chunk in known.yes:
            answers.add(CommandWord.JOIN)
        elif chunk in known.no:
            answers.add(CommandWord.DECLINE)
        elif chunk not in known.softening:
            return None
    return answers.pop() if len(answers) == 1 else None


def meant_by(words: Sequence[str], known: CommandWords, *, plays: bool) -> tuple[CommandWord, ...]:
    """The commands that words could mean which are never carried out, but asked back."""
    key = tuple(word for word in words if word not in known.polite and word != ",")
    of_players = known.asked_back_of_players.get(key, ()) if plays else ()
    return of_players or known.asked_back.get(key, ())


def tried(words: Sequence[str], known: CommandWords) -> int:
    """How many words say that the order behind them is only tried; 0 for none."""
    for count in range(min(len(words), 4), 0, -1):
        if tuple(words[:count]) in known.trying:
            return count
    return 0


def _chunks(words: Sequence[str], polite: frozenset[str]) -> Iterator[_Phrase]:
    """What stands between commas, without politeness."""
    chunk: list[str] = []
    for word in [*words, ","]:
        if word not in _SEPARATORS:
            chunk.append(word)
        elif chunk:
            plain = tuple(w for w in chunk if w not in polite)
            if plain:
                yield plain
            chunk = []
