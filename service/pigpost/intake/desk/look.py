"""What the GM sees of mails: everything but the words of one that may hold a sealed order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pigpost.errors import PigpostError
from pigpost.intake.desk.boxes import PILES, Box
from pigpost.intake.desk.handle import Act, head_of, waiting
from pigpost.intake.desk.hops import Hop, hops_of
from pigpost.intake.desk.inside import Verdict, Words, verdict_on, words_in
from pigpost.intake.desk.seals import Seals
from pigpost.intake.desk.whose import touched
from pigpost.outbox.message_ids import without_keys
from pigpost.ports import (
    ArrivedMail,
    Handling,
    OutgoingMail,
    Services,
    Transaction,
    handling_key,
)

_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A mail in a list; `subject` is None where it may be a sealed order."""

    id: int
    arrived_at: datetime
    sender: str
    subject: str | None
    size: int
    state: str
    outcome: str | None
    note: str | None
    game: str | None
    player: str | None
    sealed: bool
    handled: tuple[Handling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One mail. `words` is None where it is sealed; `may` are the acts that it waits for.

    `told` are the mails that went out because of it: its answer, and what the GM's acts have sent.
    """

    line: Line
    dated: str
    sha256: str
    verdict: Verdict
    signature: str
    signed_by: str | None
    signed_selector: str | None
    hops: tuple[Hop, ...]
    words: Words | None
    told: tuple[OutgoingMail, ...]
    may: tuple[Act, ...]


def list_box(
    services: Services, tx: Transaction, box: Box, *, limit: int, before: int | None = None
) -> list[Line]:
    """The latest mails of a box first."""
    seals = Seals(tx)
    mails = tx.mails.pile(PILES[box], limit=limit, before=before)
    return [_line(services, tx, mail, sealed=seals.close(mail)) for mail in mails]


def sizes(tx: Transaction) -> dict[Box, int]:
    """How many mails there are in each box."""
    return {box: tx.mails.size_of(pile) for box, pile in PILES.items()}


def look_at(services: Services, tx: Transaction, number: int) -> Look:
    """One mail; `NotFound` when there is none."""
    mail = tx.mails.get(number)
    sealed = Seals(tx).close(mail)
    head = head_of(services, mail)
    once = [handling_key(mail.id, act) for act in Act]
    return Look(
        line=_line(services, tx, mail, sealed=sealed),
        dated=head.dated,
        sha256=mail.sha256,
        verdict=verdict_on(services, tx, mail),
        signature=mail.signature or "not_checked",
        signed_by=mail.signed_by,
        signed_selector=mail.signed_selector,
        hops=tuple(hops_of(head.headers)),
        words=None if sealed else words_in(services, tx, mail),
        told=tuple(tx.outbox.about(mail.id, once=once)),
        may=tuple(act for act in Act if _may(tx, mail, act)),
    )


def _line(services: Services, tx: Transaction, mail: ArrivedMail, *, sealed: bool) -> Line:
    head, holder = head_of(services, mail), touched(tx, mail)
    return Line(
        id=mail.id,
        arrived_at=mail.arrived_at,
        sender=_shown(head.sender_as_written),
        subject=None if sealed else _shown(head.subject),
        size=mail.size,
        state=mail.state,
        outcome=mail.outcome,
        note=mail.note,
        game=mail.game,
        player=None if holder is None else holder.name,
        sealed=sealed,
        handled=tuple(tx.handlings.of(mail.id)),
    )


def _shown(text: str) -> str:
    return without_keys(text)[:_LONGEST]


def _may(tx: Transaction, mail: ArrivedMail, act: Act) -> bool:
    try:
        waiting(tx, mail.id, act)
    except PigpostError:
        return False  # the reason is told to who tries
    return True


def player_choices(tx: Transaction) -> Sequence[tuple[str, str, str]]:
    """Game, its title and a player's name, for everybody who may have written a mail."""
    return [
        (game.game, game.title, holder.name)
        for game in tx.projections.games()
        for holder in tx.projections.holders(game.game)
        if holder.address
    ]
