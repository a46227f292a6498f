"""The words of courtesy: greetings, thanks, good wishes, and the vocabulary of small talk."""

import re
from dataclasses import dataclass

Phrases = frozenset[tuple[str, ...]]
"""Phrases word by word, without the words that are dropped everywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Courtesies:
    """What may stand around an order.

    `leads` stand before an order only, `vocatives` say whom a mail speaks to. `small_talk_openings`
    begin chat, `questions` polite questions, `it` chat about the weather, `hopes` chat about the mail
    itself. `harmless` words say something that no order does, `linking` ones join them, and `joins`
    join chat to an order. `to_players` are openings of chat in which a player may be named.
    `courteous` are words that are never taken for the name of somebody who does not play.
    """

    greetings: Phrases
    openings: Phrases
    leads: Phrases
    closings: Phrases
    small_talk_openings: Phrases
    to_players: Phrases
    questions: Phrases
    it: Phrases
    about_it: frozenset[str]
    hopes: Phrases
    hoped: frozenset[str]
    joins: Phrases
    harmless: frozenset[str]
    linking: frozenset[str]
    introductions: Phrases
    vocatives: Phrases
    here: frozenset[str]
    signatures: tuple[re.Pattern[str], ...]
    courteous: frozenset[str]
    first_of_openings: frozenset[str]
    first_of_closings: frozenset[str]
