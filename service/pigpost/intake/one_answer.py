"""Of the answers to all that a mail says, one letter: the most important, and the others with it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pigpost.results import letters
from pigpost.results.letters import Due, Letter, StandingOrder, StoredOrders

_WEIGHT: dict[type, int] = {
    letters.MailRefused: 0,
    letters.Confirm: 0,
    letters.Refusal: 1,
    letters.AskedBack: 2,
    letters.Receipt: 3,
    letters.Done: 4,
    letters.Away: 4,
    letters.Confirmation: 4,
    letters.ClaimNews: 4,
    letters.Noted: 5,
    letters.Tried: 6,
    letters.Status: 7,
    letters.Report: 8,
    letters.History: 9,
    letters.Help: 10,
    letters.Rules: 11,
    letters.ByHand: 12,
}
"""Which of several answers leads: what went wrong goes first, of equals the last."""

_LEAVING = frozenset({"resigned", "declined", "stopped"})
"""What was done that outweighs everything else that was."""

_MOST = 6
"""So many other answers have room in a mail; who asks for more is told so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the writer's orders stand after the whole mail."""

    due: Due | None
    stands: StandingOrder | None
    stored: StoredOrders | None


def one_answer(answers: Sequence[Letter], after: Standing) -> Letter:
    """The letter, with what stands after the whole mail in each of its parts."""
    first = min(reversed(answers), key=_rank)
    others: list[Letter] = []
    for letter in answers:
        if letter is not first and letter not in (first, *others):
            others.append(letter)
    kept = sorted(others, key=_rank)[:_MOST]
    also = tuple(_as_it_stands(letter, after) for letter in others if letter in kept)
    head = replace(first.head, also=also, left_out=len(others) - len(also))
    return replace(_as_it_stands(first, after), head=head)


def _rank(answer: Letter) -> tuple[int, bool]:
    leaves = isinstance(answer, letters.Done) and answer.what in _LEAVING
    return _WEIGHT[type(answer)], not leaves


def _as_it_stands(letter: Letter, after: Standing) -> Letter:
    """The letter with what stands after the whole mail, whichever part of it is answered."""
    match letter:
        case letters.Receipt():
            return replace(letter, stored=after.stored)
        case letters.Status(due=Due()):
            return replace(letter, due=after.due, stands=after.stands, stored=after.stored)
        case (
            letters.MailRefused(due=Due())
            | letters.Refusal(due=Due())
            | letters.AskedBack(due=Due())
            | letters.Help(due=Due())
            | letters.Noted(due=Due())
            | letters.Tried(due=Due())
            | letters.Done(due=Due())
            | letters.Confirm(due=Due())
            | letters.Confirmation(due=Due())
            | letters.ByHand(due=Due())
            | letters.ClaimNews(due=Due())
        ):
            return replace(letter, due=after.due, stands=after.stands)
        case _:
            return letter
