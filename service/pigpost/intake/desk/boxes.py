"""The boxes of the GM's mail queue, each a pile of mails that wait for the same thing."""

from collections.abc import Mapping
from enum import StrEnum

from pigpost.intake.envelope import Problem
from pigpost.intake.machine_mail import MachineKind
from pigpost.intake.sender import IdentityProblem
from pigpost.ports import ArrivedMail, Pile


class Box(StrEnum):
    """Why a mail waits; `handled` are those that do not any more."""

    UNREAD = "unread"
    ASKED_BACK = "asked-back"
    HELD = "held"
    UNKNOWN = "unknown-sender"
    BOUNCED = "bounced"
    MACHINE = "machine"
    HANDLED = "handled"
    ALL = "all"


WAITING = (Box.UNREAD, Box.ASKED_BACK, Box.HELD, Box.UNKNOWN, Box.BOUNCED)
"""Those whose mails may want the GM."""

UNKNOWN = frozenset({*IdentityProblem, Problem.BAD_SENDER})
"""Outcomes of a mail of which it is not known who plays what."""

_ASKED_BACK = frozenset(
    {*Problem, "refusal", "asked_back", "mail_refused", "asked_again"} - {Problem.BAD_SENDER}
)
_NOT_ANSWERED = ", not answered"

PILES: Mapping[Box, Pile] = {
    Box.UNREAD: Pile(states=frozenset({"failed"}), handled=False),
    Box.ASKED_BACK: Pile(states=frozenset({"read"}), outcomes=_ASKED_BACK, handled=False),
    Box.HELD: Pile(states=frozenset({"held"})),
    Box.UNKNOWN: Pile(states=frozenset({"read"}), outcomes=UNKNOWN, handled=False),
    Box.BOUNCED: Pile(
        states=frozenset({"machine"}), outcomes=frozenset({MachineKind.BOUNCE}), handled=False
    ),
    Box.MACHINE: Pile(
        states=frozenset({"machine"}),
        outcomes=frozenset(MachineKind) - {MachineKind.BOUNCE},
        handled=False,
    ),
    Box.HANDLED: Pile(handled=True),
    Box.ALL: Pile(),
}


def box_of(mail: ArrivedMail) -> Box | None:
    """Why a mail waits by its own fate, whatever was done with it by hand; None: it does not."""
    outcome = (mail.outcome or "").removesuffix(_NOT_ANSWERED)
    for box, pile in PILES.items():
        fits = not pile.outcomes or outcome in pile.outcomes
        if mail.state in pile.states and fits:
            return box
    return None
