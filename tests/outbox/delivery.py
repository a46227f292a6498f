"""Sample letters that tell whether mail arrives, and the GM's mail of the day."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from pigpost.results.letters import (
    Delivered,
    Digest,
    DueRound,
    GmNote,
    HeldGame,
    Letter,
    NmrWarning,
    NoMailTo,
    Status,
    WaitingClaim,
)
from tests.outbox.letters import DUE, gm_note, head, missed_round, status

ACCEPTED = datetime(2027, 3, 4, 18, 2, tzinfo=UTC)
CAME_BACK = datetime(2027, 3, 1, 7, 40, tzinfo=UTC)


def digest() -> Digest:
    """To the GM, about no game in particular."""
    of_site = replace(head(None), game="", title="Pigpost", level="", names={}, settings=None)
    return Digest(
        head=of_site,
        due=(
            DueRound(
                game="pigs-of-spring", round=4, deadline=DUE.deadline, sent=4, missing=("Geoff",)
            ),
            DueRound(game="hog-heaven", round=9, deadline=DUE.deadline, sent=3, missing=()),
        ),
        on_hold=(HeldGame(game="two-dice-3", reason="Ted asks for a ruling"),),
        claims=(
            WaitingClaim(game="two-dice-3", number=1, appealed=False, since=CAME_BACK),
            WaitingClaim(game="hog-heaven", number=2, appealed=True, since=CAME_BACK),
        ),
        blocked=(NoMailTo(address="geoff@mill.example", since=CAME_BACK),),
        held=1,
        unread=2,
        asked_back=3,
        unanswered=1,
        refused=1,
        blind_since=None,
    )


def quiet_digest() -> Digest:
    """A day on which nothing but rounds waits."""
    return replace(
        digest(),
        claims=(),
        on_hold=(),
        blocked=(),
        held=0,
        unread=0,
        asked_back=0,
        unanswered=0,
        refused=0,
    )


def status_of_delivery() -> Status:
    delivered = Delivered(accepted_at=ACCEPTED, bounced_at=CAME_BACK, status="5.2.2")
    return replace(status(), delivered=delivered)


def comes_back() -> GmNote:
    return replace(
        gm_note(),
        what="bounced",
        who="geoff@mill.example",
        words="[spring-pigs] Round 3: Ted leads with 52: 5.2.2 mailbox full",
        mail=311,
    )


def misfiled() -> GmNote:
    return replace(gm_note(), what="misfiled", who="Karen", words="karen@office.example", mail=311)


def not_reached() -> NmrWarning:
    return replace(missed_round(), unreached=True, misses=0)


DELIVERY_SAMPLES: dict[str, Callable[[], Letter]] = {
    "digest": digest,
    "digest_quiet": quiet_digest,
    "status_delivery": status_of_delivery,
    "gm_note_bounced": comes_back,
    "gm_note_misfiled": misfiled,
    "nmr_warning_unreached": not_reached,
}
