"""Whatever a language's grammar accepts, the reader can say what it says."""

import random
from collections import defaultdict

import pytest
from lark import Token

from pigpost.orders.language import language, languages
from pigpost.orders.parse import _grammar, parse
from pigpost.orders.said import Said

SENTENCES = 2_000
DEEPEST = 25
NUMBERS = {"ORDINAL", "SECOND", "ADVTIMES"}


def spelled(terminal: str, chance: random.Random) -> Token:
    """A token as the reader makes it: what counts has its value."""
    counts = terminal in NUMBERS or terminal.startswith("NUMBER")
    return Token(terminal, str(chance.randint(0, 70)) if counts else "", start_pos=0, end_pos=1)


class Derived:
    """Random sentences of a grammar, short ones above all."""

    def __init__(self, tag: str, chance: random.Random) -> None:
        lark, _ = _grammar(tag)
        self.rules = defaultdict(list)
        for rule in lark.rules:
            self.rules[rule.origin.name].append(rule.expansion)
        self.chance = chance
        self.least = self.shortest()

    def shortest(self) -> dict[str, int]:
        """The depth that each rule needs at least."""
        least: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for name, expansions in self.rules.items():
                depths = [
                    1 + max((least[s.name] for s in e if not s.is_term), default=0)
                    for e in expansions
                    if all(s.is_term or s.name in least for s in e)
                ]
                if depths and least.get(name, DEEPEST * 2) > min(depths):
                    least[name] = min(depths)
                    changed = True
        return least

    def sentence(self, name: str = "start", depth: int = DEEPEST) -> list[Token]:
        able = [
            expansion
            for expansion in self.rules[name]
            if all(s.is_term or self.least[s.name] < depth for s in expansion)
        ]
        words: list[Token] = []
        for symbol in self.chance.choice(able):
            if symbol.is_term:
                words.append(spelled(symbol.name, self.chance))
            else:
                words.extend(self.sentence(symbol.name, depth - 1))
        return words


@pytest.mark.parametrize("tag", languages())
def test_every_sentence_of_a_grammar_says_something_or_nothing_and_never_fails(tag: str) -> None:
    derived = Derived(tag, random.Random(1))
    spoken = language(tag)
    understood = 0
    for _ in range(SENTENCES):
        said = parse(derived.sentence(), spoken)
        assert said is None or isinstance(said, Said)
        understood += said is not None
    assert understood > SENTENCES // 3


@pytest.mark.parametrize("tag", languages())
def test_every_terminal_of_a_grammar_has_words_or_is_made_by_the_reader(tag: str) -> None:
    spoken = language(tag)
    _, terminals = _grammar(tag)
    numbers = {terminal for terminal, _ in spoken.numbers.words.values()}
    made = {"NAME", "WORD", "SELF", "BADNUM", "THEN", "AND", "STURN", "S", "TAKE", "NUMBER"}
    known = set(spoken.lexicon.phrases.values()) | set(spoken.lexicon.behind.values())
    known |= numbers | {suffix.terminal for suffix in spoken.numbers.suffixes} | spoken.names | made
    assert terminals <= known
