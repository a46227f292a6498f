"""The commands: their spelling, and which words are one (a command has its line to itself)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pigpost.orders.lexicon import POLITE
from pigpost.orders.reading import CommandWord

ALL_COMMANDS: dict[CommandWord, str] = {
    CommandWord.JOIN: "JOIN",
    CommandWord.DECLINE: "DECLINE",
    CommandWord.RESIGN: "RESIGN",
    CommandWord.CLEAR: "CLEAR",
    CommandWord.STATUS: "STATUS",
    CommandWord.SHOW_ORDER: "MY ORDER",
    CommandWord.HELP: "HELP",
    CommandWord.RULES: "RULES",
    CommandWord.NOT_ME: "NOT ME",
    CommandWord.QUIET: "QUIET",
    CommandWord.PROTEST: "PROTEST",
    CommandWord.GM: "GM",
    CommandWord.STOP: "STOP",
}
"""Every command as a mail prints it; a mail prints no other."""

HARMLESS = frozenset(
    {CommandWord.STATUS, CommandWord.SHOW_ORDER, CommandWord.HELP, CommandWord.RULES}
)
"""Commands that change nothing, carried out whatever else a mail says."""

TELLING = {"gm": CommandWord.GM, "protest": CommandWord.PROTEST}
"""Commands that take the words behind them along."""

_PHRASES = {
    CommandWord.JOIN: "join|i join|join game|join the game|join this game",
    CommandWord.DECLINE: "decline|i decline",
    CommandWord.RESIGN: "resign|i resign|resign my seat|i resign my seat",
    CommandWord.CLEAR: (
        "clear|clear order|clear my order|clear my orders|cancel my order|delete my order|"
        "remove my order"
    ),
    CommandWord.STATUS: "status|my status|game status|show status|send status",
    CommandWord.SHOW_ORDER: (
        "my order|my orders|show order|show my order|show me my order|what is my order|"
        "what 's my order|order"
    ),
    CommandWord.HELP: "help|help me|send help",
    CommandWord.RULES: "rules|the rules|show rules|show the rules|send rules|send the rules|"
    "send me the rules|show me the rules",
    CommandWord.NOT_ME: (
        "not me|it was not me|that was not me|this was not me|it wasn't me|that wasn't me|"
        "this wasn't me|not from me"
    ),
    CommandWord.QUIET: "quiet|be quiet",
    CommandWord.STOP: "stop",
}
_YES = (
    "yes|yes i do|yes i will|yes i would|yes i would like to|yes i 'd like to|yes i 'd love to|"
    "yes i would love to|yes i 'll play|yes i 'll join|yes i 'm in|yes count me in|yes of course|"
    "i am in|i 'm in|count me in|i 'd love to|i would love to|i 'd love to play|i 'd love to join|"
    "i would love to play|i would love to join|i 'd like to play|i would like to play|"
    "i 'd like to join|i would like to join|i 'll play|i will play|i 'll join|i will join|"
    "i want to play|i want to join|happy to play|happy to join|i accept|accept|accepted|gladly|"
    "with pleasure|of course|sure|sure thing|ok|okay|yep|yeah|absolutely|definitely|love to|"
    "i 'd be delighted|delighted|sign me up|let 's play"
)
_NO = (
    "no|no thanks|no thank you|no i can't|no sorry|sorry no|sorry i can't|not this time|not now|"
    "not for me|i can't|i cannot|i can not|i can't play|i cannot play|i can't join|i cannot join|"
    "i can't make it|count me out|i 'm out|i am out|i 'd rather not|i would rather not|nope|"
    "no not this time|not interested|i 'm not interested|i am not interested|i do not want to play|"
    "i don't want to play|i won't play|i won't join|i will not play|i will not join|"
    "maybe next time|perhaps next time|another time|maybe another time|not today|sorry not this time|"
    "i 'd like to decline|i would like to decline|i must decline|i have to decline"
)
_GAME = re.compile(r"[a-z0-9-]{1,40}")


def _table(phrases: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in phrases.split("|"))


_WORDS = {tuple(p.split()): word for word, all_ in _PHRASES.items() for p in all_.split("|")}
_SOFTENING = _table(
    "thanks|thank you|many thanks|sorry|i 'm sorry|i am sorry|i 'm afraid|cheers|great"
)
_AGREEING = _table(_YES)
_DECLINING = _table(_NO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command and what it is about."""

    word: CommandWord
    args: dict[str, str] = field(default_factory=dict)


def command_in(words: Sequence[str]) -> Asked | None:
    """The command that these folded words are, all of them.

    >>> command_in(["join", "autumn-oinks"]).args
    {'game': 'autumn-oinks'}
    """
    key = tuple(word for word in words if word not in POLITE and word != ",")
    if key in _WORDS:
        return Asked(word=_WORDS[key])
    match key:
        case ("resign", "yes") | ("yes", "resign") | ("yes", "i", "resign"):
            return Asked(word=CommandWord.RESIGN, args={"confirmed": "yes"})
        case ("join", game) if _GAME.fullmatch(game):
            return Asked(word=CommandWord.JOIN, args={"game": game})
    return None


def answer_in(words: Sequence[str]) -> CommandWord | None:
    """The yes or no that an invited person's words are, all of them.

    >>> answer_in(["no", "thank", "you", ",", "not", "this", "time"])
    <CommandWord.DECLINE: 'decline'>
    """
    answers = set()
    for chunk in _chunks(words):
        if chunk in _AGREEING:
            answers.add(CommandWord.JOIN)
        elif chunk in _DECLINING:
            answers.add(CommandWord.DECLINE)
        elif chunk not in _SOFTENING:
            return None
    return answers.pop() if len(answers) == 1 else None


def _chunks(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What stands between commas, without politeness."""
    chunk: list[str] = []
    for word in [*words, ","]:
        if word not in (",", "-", ":"):
            chunk.append(word)
        elif chunk:
            plain = tuple(w for w in chunk if w not in POLITE)
            if plain:
                yield plain
            chunk = []
