"""Why a sentence is no order: what can be told of words that the grammar does not know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from lark import Token

from pigpost.orders.ear import Ear
from pigpost.orders.judge import Judged, judge, unknown_player
from pigpost.orders.language import language
from pigpost.orders.parse import parse
from pigpost.orders.reading import Complaint, Doubt, Reason
from pigpost.orders.refusal import unclear, whole
from pigpost.orders.said import Named, Said, Wanted
from pigpost.orders.segment import Segment
from pigpost.orders.text import UNREADABLE
from pigpost.orders.tokens import token_lists
from pigpost.orders.words import Word, words_of

_LONGEST_PART = 12
"""Terminals of the longest condition looked for inside a sentence."""
_MOST_LOOKED_AT = 24
_NEAR_WORD = 78.0
_SHORTEST_TYPO = 4
_MOST_TYPOS = 4
"""Words that are looked at for a slip of the pen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A condition inside a sentence that is none as a whole."""

    start: int
    end: int
    said: Said | None


def diagnose(segment: Segment, words: Sequence[Word], ear: Ear) -> Judged:
    """What is wrong with a sentence that was not understood, as far as can be told."""
    if UNREADABLE in segment.text:
        at = segment.text.index(UNREADABLE)
        span = segment.span_in_line(at, at + 1)
        return unclear(segment, Doubt.UNREADABLE, span=span)
    ways = token_lists(words[:_MOST_LOOKED_AT], segment.text, ear)
    tokens = ways[0] if ways else []
    if (
        scores := _others_scores(segment, tokens, ear) or _later_than_one(segment, tokens, ear)
    ) is not None:
        return scores
    parts = list(_parts(tokens, ear))
    if len({_key(part) for part in parts}) > 1:
        return _several(segment, tokens, parts, ear)
    for look in (_slashed, _pigs, _numbers, _unknown_name, _unknown_kind):
        judged = look(segment, tokens, ear)
        if judged is not None:
            return judged
    meant = [judge(part.said, segment, ear) for part in parts if part.said is not None]
    meant.extend(_corrected(segment, words, ear))
    guesses = tuple(condition for judged in meant for condition in judged.options)
    if any(token.type not in ear.language.roles.side for token in tokens):
        judged = unclear(segment, Doubt.NOT_UNDERSTOOD, *guesses)
        return replace(judged, tries=bool(guesses) or _tries(tokens, ear))
    return replace(whole(segment, Reason.NOTHING_FOUND, *guesses), tries=bool(guesses))


def _tries(tokens: Sequence[Token], ear: Ear) -> bool:
    """Whether words try to be an order: they count something, or end at something."""
    kinds = {token.type for token in tokens}
    roles = ear.language.roles
    return bool(kinds & roles.counted) or bool(kinds & roles.ends and kinds & roles.occasions)


@cache
def _spellings(tag: str) -> tuple[str, ...]:
    return tuple(sorted(language(tag).lexicon.vocabulary))


def _at(
    segment: Segment, reason: Reason, start: int, end: int | None = None, *, rule: str = "6.2"
) -> Judged:
    span = segment.span_in_line(start, start + 1 if end is None else end)
    return Judged(complaints=(Complaint(reason=reason, rule=rule, span=span),))


def _place(token: Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0


def _parts(tokens: Sequence[Token], ear: Ear) -> Iterator[_Part]:
    """Conditions that stand in a sentence one after the other, each as long as can be."""
    start = 0
    while start < len(tokens):
        part = _part_at(tokens, start, ear)
        if part is not None:
            yield part
        start = start + 1 if part is None else part.end


def _part_at(tokens: Sequence[Token], start: int, ear: Ear) -> _Part | None:
    if tokens[start].type == "PIG":
        return _Part(start=start, end=start + 1, said=None)
    before = tokens[start - 1].type if start else ""
    for end in range(min(len(tokens), start + _LONGEST_PART), start, -1):
        piece = tokens[start:end]
        said = parse(piece, ear.language) or _as_clause(piece, tokens[:start], ear)
        if said is None or _is_cut_off(said, piece, tokens[end:], ear):
            continue
        alone = said.wanted is Wanted.BARE and len(piece) == 1
        if not alone or before == "OR" or [t.type for t in tokens[end : end + 1]] == ["OR"]:
            return _Part(start=start, end=end, said=said)
    return None


def _as_clause(piece: Sequence[Token], before: Sequence[Token], ear: Ear) -> Said | None:
    """What a piece says behind the "when" or "after" that stands before it, else behind a "when".

    Names alone are a condition only where they go on with a list.
    """
    first, roles, names = piece[0].type, ear.language.roles, ear.language.names
    joined = bool(before) and before[-1].type in roles.joining
    if first not in roles.clause or ((first == "WORD" or len(piece) == 1) and not joined):
        return None
    opened = [
        token
        for token, follows in pairwise(before)
        if token.type in roles.opening and follows.type in names
    ]
    named = first in names and bool(opened)
    return parse([opened[-1] if named else Token("WHEN", "when"), *piece], ear.language)


def _is_cut_off(said: Said, piece: Sequence[Token], behind: Sequence[Token], ear: Ear) -> bool:
    """Whether a number was parted from the word that says of what."""
    units = ear.language.roles.units
    if piece[-1].type in ("ORDINAL", "SECOND") and any(t.type in units for t in behind[:2]):
        return True
    if said.amount is not None and [token.type for token in behind[:1]] == ["NUMBER"]:
        return True
    return said.wanted in (Wanted.SCORE, Wanted.BARE, Wanted.AT, Wanted.TIED) and any(
        t.type in units for t in behind[:1]
    )


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


def _several(segment: Segment, tokens: Sequence[Token], parts: Sequence[_Part], ear: Ear) -> Judged:
    """More than one condition (rule 6.1); what is wrong with the first comes before that."""
    judged = [judge(part.said, segment, ear) for part in parts if part.said is not None]
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


def _slashed(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """`when Bill/Ted is out` may mean the one, the other, or both."""
    for index in range(1, len(tokens) - 1):
        before, sign, behind = tokens[index - 1 : index + 2]
        if sign.value == "/" and before.type == behind.type == "NAME":
            lists = ((before, behind), (before,), (behind,))
            opening = tokens[max(0, index - 2)].type
            wanted = Wanted.AFTER if opening in ear.language.roles.later else Wanted.WHEN
            meant = [judge(_naming(wanted, names), segment, ear) for names in lists]
            options = tuple(condition for judged in meant for condition in judged.options)
            return unclear(segment, Doubt.TWO_READINGS, *options)
    return None


def _naming(wanted: Wanted, names: Sequence[Token]) -> Said:
    return Said(
        wanted=wanted,
        names=tuple(Named(kind=t.type, text=str(t), words=(_place(t),)) for t in names),
    )


def _pigs(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """A condition on what the pigs do (rule 3.3)."""
    pig = next((token for token in tokens if token.type == "PIG"), None)
    ordering = any(token.type in ear.language.roles.ordering for token in tokens)
    if pig is None or not ordering:
        return None
    return _at(segment, Reason.UNKNOWN_CONDITION, *_place(pig), rule="3.3")


def _others_scores(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """A condition on somebody else's points (rule 3.3)."""
    roles = ear.language.roles
    others = {"OTHERS", *_named(ear)}
    for index, token in enumerate(tokens[:-2]):
        kinds = [t.type for t in tokens[index : index + 3]]
        of_somebody = kinds[0] in others
        if of_somebody and kinds[1] in roles.owning and kinds[2] in roles.scores:
            start, end = _place(token)[0], _place(tokens[-1])[1]
            return _at(segment, Reason.UNKNOWN_CONDITION, start, end, rule="3.3")
    return None


def _later_than_one(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """Two throws or more after somebody: there is only one throw after (rule 3.3.1)."""
    roles = ear.language.roles
    for index, token in enumerate(tokens[:-3]):
        kinds = [t.type for t in tokens[index : index + 4]]
        counted = kinds[0] == "NUMBER" and kinds[1] in roles.throws
        later = set(kinds[2:]) - {"AFTER"}
        if counted and "AFTER" in kinds[2:] and later & _named(ear):
            start, end = _place(token)[0], _place(tokens[index + 3])[1]
            return _at(segment, Reason.UNKNOWN_CONDITION, start, end, rule="3.3.1")
    return None


def _named(ear: Ear) -> frozenset[str]:
    """The terminals of players' names."""
    return ear.language.names - {"WORD", "SELF"}


def _numbers(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """A number that is vague or none, where something is counted."""
    roles = ear.language.roles
    counts = any(token.type in roles.counted or token.type in roles.units for token in tokens)
    ends = any(token.type in roles.ends or token.type in roles.opening for token in tokens)
    if not counts and not (ends and not any(token.type == "WORD" for token in tokens)):
        return None
    for token in tokens:
        if token.type == "VAGUE":
            return _at(segment, Reason.VAGUE_NUMBER, *_place(token))
        if token.type == "BADNUM" or (token.type == "OTHER" and token.isnumeric()):
            return _at(segment, Reason.BAD_NUMBER, *_place(token))
    return None


def _unknown_name(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """A word where only a name can stand."""
    for before, token in pairwise(tokens):
        if before.type == "NAME" and token.type == "WORD":
            start, end = _place(before)[0], _place(token)[1]
            written = segment.written(*_place(token))
            if written[:1].isupper() and _names_follow(tokens, before, ear):
                return unknown_player(start, end, Wanted.WHEN, segment, ear)
        if before.type in ear.language.roles.naming and token.type == "WORD":
            wanted = Wanted.AFTER if before.type in ear.language.roles.later else Wanted.WHEN
            return unknown_player(*_place(token), wanted, segment, ear)
    return None


def _names_follow(tokens: Sequence[Token], named: Token, ear: Ear) -> bool:
    """Whether a name stands where one is expected."""
    at = next(index for index, token in enumerate(tokens) if token is named)
    return at > 0 and tokens[at - 1].type in ear.language.roles.naming | {"AND"}


def _unknown_kind(segment: Segment, tokens: Sequence[Token], ear: Ear) -> Judged | None:
    """A condition of a kind that there is not, such as "before Bill" (rule 3.3)."""
    roles = ear.language.roles
    conditional = any(token.type in roles.occasions for token in tokens)
    kinds = roles.odd | roles.state if conditional else roles.odd
    odd = next((token for token in tokens if token.type in kinds), None)
    ordering = any(token.type not in ear.language.roles.side for token in tokens)
    if odd is None or not ordering:
        return None
    return _at(segment, Reason.UNKNOWN_CONDITION, *_place(odd), rule="3.3")


def _corrected(segment: Segment, words: Sequence[Word], ear: Ear) -> Iterator[Judged]:
    """What the sentence would say with one word spelled like one that an order can have."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only refusals need it

    if len(words) > _MOST_LOOKED_AT:
        return
    known = ear.language.lexicon.vocabulary
    odd = [w for w in words if w.is_word and len(w.text) >= _SHORTEST_TYPO and w.text not in known]
    for word in odd[:_MOST_TYPOS]:
        near = process.extractOne(
            word.text, _spellings(ear.language.tag), scorer=fuzz.ratio, score_cutoff=_NEAR_WORD
        )
        if near is None:
            continue
        text = segment.text[: word.start] + near[0] + segment.text[word.end :]
        spelled = Segment(text=text, line=text, places=tuple(range(len(text))), span=segment.span)
        for tokens in token_lists(words_of(text, ear.language.spelling), text, ear):
            said = parse(tokens, ear.language)
            if said is not None and (judged := judge(said, spelled, ear)).condition is not None:
                yield judged
