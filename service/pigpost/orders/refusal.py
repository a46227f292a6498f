"""Why a sentence is no order: what can be told of words that the grammar does not know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from lark import Token

from pigpost.games.conditions import Condition
from pigpost.orders.judge import MOST_SUGGESTIONS, Judged, judge, unknown_player
from pigpost.orders.lexicon import SIDE_WORDS, vocabulary
from pigpost.orders.names import Roster
from pigpost.orders.parse import parse
from pigpost.orders.reading import Complaint, Reason, Refusal, Span
from pigpost.orders.said import Said, Wanted
from pigpost.orders.segment import Segment
from pigpost.orders.text import UNREADABLE
from pigpost.orders.tokens import token_lists
from pigpost.orders.words import Word, words_of

LONGEST_LINE = 400
"""Characters of a line that are shown back; what can be an order is shorter."""

_LONGEST_PART = 14
"""Terminals of the longest condition looked for inside a sentence."""
_MOST_LOOKED_AT = 40
_NEAR_WORD = 78.0
_SHORTEST_TYPO = 4
_CLAUSES = ("I", "NAME", "WORD", "OTHERS", "NOBODY", "SCORE", "TOTAL", "TURNSCORE")
"""What a sentence behind a "when" can begin with."""
_NAMES_FOLLOW = ("WHEN", "AFTER", "SAMEAS", "LATER", "UNTIL")
_COUNTED = {"THROWS", "THROW", "TURNS", "TIMES", "POINTS", "SCORE", "TOTAL", "TOTALOF", "TURNSCORE"}
_ENDINGS = {"END", "ENDS", "ENDING", "OUT", "PLAY", "PLAYING"}
_OCCASIONS = {"WHEN", "AFTER", "UNTIL", "AT", "SAMEAS", "LATER", "ONLYLEFT"}
_OF_SCORES = ("HAVE", "REACH", "EXCEED", "GET", "S")
_SCORES = (
    "POINTS",
    "SCORE",
    "TOTAL",
    "TURNSCORE",
    "NUMBER",
    "TOTALOF",
    "ATLEAST",
    "MORETHAN",
    "MADE",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A condition inside a sentence that is none as a whole."""

    start: int
    end: int
    said: Said | None


def refusal(segment: Segment, judged: Judged) -> Refusal:
    """The refusal of one line, its spans kept inside what is shown of the line."""
    line = segment.line[:LONGEST_LINE]
    complaints = tuple(
        Complaint(
            reason=complaint.reason,
            rule=complaint.rule,
            span=Span(
                start=min(complaint.span.start, len(line)), end=min(complaint.span.end, len(line))
            ),
            name=complaint.name,
            names=complaint.names,
        )
        for complaint in judged.complaints
    )
    return Refusal(line=line, complaints=complaints, suggestions=_few(judged.suggestions))


def whole(segment: Segment, reason: Reason, *suggestions: Condition, rule: str = "6.2") -> Judged:
    """A complaint about all of a sentence."""
    span = segment.span_in_line(0, len(segment.text))
    complaint = Complaint(reason=reason, rule=rule, span=span)
    return Judged(complaints=(complaint,), suggestions=suggestions)


def diagnose(segment: Segment, words: Sequence[Word], roster: Roster) -> Judged:
    """What is wrong with a sentence that was not understood, as far as can be told."""
    if UNREADABLE in segment.text:
        return _at(segment, Reason.UNCLEAR, segment.text.index(UNREADABLE))
    ways = token_lists(words[:_MOST_LOOKED_AT], segment.text, roster)
    tokens = ways[0] if ways else []
    if (scores := _others_scores(segment, tokens) or _later_than_one(segment, tokens)) is not None:
        return scores
    parts = list(_parts(tokens))
    if len({_key(part) for part in parts}) > 1:
        return _several(segment, tokens, parts, roster)
    for look in (_pigs, _numbers, _unknown_name, _unknown_kind):
        judged = look(segment, tokens, roster)
        if judged is not None:
            return judged
    meant = [judge(part.said, segment, roster) for part in parts if part.said is not None]
    meant.extend(_corrected(segment, words, roster))
    guesses = tuple(condition for judged in meant for condition in judged.options)
    if any(token.type not in SIDE_WORDS for token in tokens):
        unclear = whole(segment, Reason.UNCLEAR, *guesses)
        return replace(unclear, tries=bool(guesses) or _tries(tokens))
    return replace(whole(segment, Reason.NOTHING_FOUND, *guesses), tries=bool(guesses))


def _tries(tokens: Sequence[Token]) -> bool:
    """Whether words try to be an order: they count something, or end at something."""
    kinds = {token.type for token in tokens}
    return bool(kinds & _COUNTED) or bool(kinds & _ENDINGS and kinds & _OCCASIONS)


@cache
def _spellings() -> tuple[str, ...]:
    return tuple(sorted(vocabulary()))


def _few(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    return tuple(dict.fromkeys(conditions))[:MOST_SUGGESTIONS]


def _at(
    segment: Segment, reason: Reason, start: int, end: int | None = None, *, rule: str = "6.2"
) -> Judged:
    span = segment.span_in_line(start, start + 1 if end is None else end)
    return Judged(complaints=(Complaint(reason=reason, rule=rule, span=span),))


def _place(token: Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0


def _parts(tokens: Sequence[Token]) -> Iterator[_Part]:
    """Conditions that stand in a sentence one after the other, each as long as can be."""
    start = 0
    while start < len(tokens):
        part = _part_at(tokens, start)
        if part is not None:
            yield part
        start = start + 1 if part is None else part.end


def _part_at(tokens: Sequence[Token], start: int) -> _Part | None:
    if tokens[start].type == "PIG":
        return _Part(start=start, end=start + 1, said=None)
    before = tokens[start - 1].type if start else ""
    for end in range(min(len(tokens), start + _LONGEST_PART), start, -1):
        piece = tokens[start:end]
        said = parse(piece) or _as_clause(piece, tokens[:start])
        if said is None or _is_cut_off(said, tokens[end:]):
            continue
        alone = said.wanted is Wanted.BARE and len(piece) == 1
        if not alone or before == "OR" or [t.type for t in tokens[end : end + 1]] == ["OR"]:
            return _Part(start=start, end=end, said=said)
    return None


def _as_clause(piece: Sequence[Token], before: Sequence[Token]) -> Said | None:
    """What a piece says behind the "when" or "after" that stands before it, else behind a "when".

    Names alone are a condition only where they go on with a list.
    """
    first = piece[0].type
    joined = bool(before) and before[-1].type in ("OR", "AND", "EITHER")
    if first not in _CLAUSES or ((first == "WORD" or len(piece) == 1) and not joined):
        return None
    opened = [
        token
        for token, follows in pairwise(before)
        if token.type in ("WHEN", "AFTER") and follows.type in ("NAME", "WORD")
    ]
    named = first in ("NAME", "WORD") and bool(opened)
    return parse([opened[-1] if named else Token("WHEN", "when"), *piece])


def _is_cut_off(said: Said, behind: Sequence[Token]) -> bool:
    """Whether a number was parted from the word that says of what."""
    units = ("THROWS", "THROW", "TURNS", "POINTS", "PIG", "OTHERS")
    return said.wanted in (Wanted.SCORE, Wanted.BARE) and any(t.type in units for t in behind[:1])


def _key(part: _Part) -> object:
    return (
        None
        if part.said is None
        else (
            part.said.wanted,
            part.said.amount and part.said.amount.value,
            tuple(sorted(name.text for name in part.said.names)),
        )
    )


def _several(
    segment: Segment, tokens: Sequence[Token], parts: Sequence[_Part], roster: Roster
) -> Judged:
    """More than one condition (rule 6.1); what is wrong with the first comes before that."""
    judged = [judge(part.said, segment, roster) for part in parts if part.said is not None]
    first, second = parts[0], parts[1]
    begin, _ = _place(tokens[min(first.end, second.start)])
    _, end = _place(tokens[parts[-1].end - 1])
    more = Complaint(
        reason=Reason.MORE_THAN_ONE_CONDITION, rule="6.1", span=segment.span_in_line(begin, end)
    )
    named = judged[0].complaints if judged and first.said is not None and first.said.names else ()
    return Judged(
        complaints=(*named, more),
        suggestions=tuple(condition for one in judged for condition in one.options),
    )


def _pigs(segment: Segment, tokens: Sequence[Token], _roster: Roster) -> Judged | None:
    """A condition on what the pigs do (rule 3.3)."""
    pig = next((token for token in tokens if token.type == "PIG"), None)
    ordering = any(
        token.type in ("END", "ENDS", "WHEN", "AFTER", "UNTIL", "OUT", "AT") for token in tokens
    )
    if pig is None or not ordering:
        return None
    return _at(segment, Reason.UNKNOWN_CONDITION, *_place(pig), rule="3.3")


def _others_scores(segment: Segment, tokens: Sequence[Token]) -> Judged | None:
    """A condition on somebody else's points (rule 3.3)."""
    for index, token in enumerate(tokens[:-2]):
        kinds = [t.type for t in tokens[index : index + 3]]
        if kinds[0] in ("NAME", "OTHERS") and kinds[1] in _OF_SCORES and kinds[2] in _SCORES:
            start, end = _place(token)[0], _place(tokens[-1])[1]
            return _at(segment, Reason.UNKNOWN_CONDITION, start, end, rule="3.3")
    return None


def _later_than_one(segment: Segment, tokens: Sequence[Token]) -> Judged | None:
    """Two throws or more after somebody: there is only one throw after (rule 3.3.1)."""
    for index, token in enumerate(tokens[:-3]):
        kinds = [t.type for t in tokens[index : index + 4]]
        if kinds[0] == "NUMBER" and kinds[1:] in (
            ["THROWS", "AFTER", "NAME"],
            ["TURNS", "AFTER", "NAME"],
        ):
            start, end = _place(token)[0], _place(tokens[index + 3])[1]
            return _at(segment, Reason.UNKNOWN_CONDITION, start, end, rule="3.3.1")
    return None


def _numbers(segment: Segment, tokens: Sequence[Token], _roster: Roster) -> Judged | None:
    """A number that is vague or none, where something is counted."""
    if all(token.type in SIDE_WORDS or token.type in ("VAGUE", "BADNUM") for token in tokens):
        return None
    for token in tokens:
        if token.type == "VAGUE":
            return _at(segment, Reason.VAGUE_NUMBER, *_place(token))
        if token.type == "BADNUM" or (token.type == "OTHER" and token.isnumeric()):
            return _at(segment, Reason.BAD_NUMBER, *_place(token))
    return None


def _unknown_name(segment: Segment, tokens: Sequence[Token], roster: Roster) -> Judged | None:
    """A word where only a name can stand."""
    for before, token in pairwise(tokens):
        if before.type in _NAMES_FOLLOW and token.type == "WORD":
            wanted = Wanted.AFTER if before.type in ("AFTER", "LATER") else Wanted.WHEN
            return unknown_player(*_place(token), wanted, segment, roster)
    return None


def _unknown_kind(segment: Segment, tokens: Sequence[Token], _roster: Roster) -> Judged | None:
    """A condition of a kind that there is not, such as "before Bill" (rule 3.3)."""
    odd = next((token for token in tokens if token.type == "BEFORE"), None)
    ordering = any(token.type not in SIDE_WORDS for token in tokens)
    if odd is None or not ordering:
        return None
    return _at(segment, Reason.UNKNOWN_CONDITION, *_place(odd), rule="3.3")


def _corrected(segment: Segment, words: Sequence[Word], roster: Roster) -> Iterator[Judged]:
    """What the sentence would say with one word spelled like one that an order can have."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only refusals need it

    if len(words) > _MOST_LOOKED_AT:
        return
    for word in words:
        if not word.is_word or len(word.text) < _SHORTEST_TYPO or word.text in vocabulary():
            continue
        near = process.extractOne(
            word.text, _spellings(), scorer=fuzz.ratio, score_cutoff=_NEAR_WORD
        )
        if near is None:
            continue
        text = segment.text[: word.start] + near[0] + segment.text[word.end :]
        spelled = Segment(text=text, line=text, places=tuple(range(len(text))), span=segment.span)
        for tokens in token_lists(words_of(text), text, roster):
            said = parse(tokens)
            if said is not None and (judged := judge(said, spelled, roster)).condition is not None:
                yield judged
