"""A mail is sent once more as it was: the same bytes, and so the same Message-ID."""

from pigpost.errors import NotFound, TooLate
from pigpost.ports import OutgoingMail, Services, Transaction
from pigpost.replay.state import Phase
from pigpost.results.letters import NmrWarning, Opening, Reminder

_ASK_ALONE = frozenset(kind.KIND for kind in (Opening, Reminder, NmrWarning))
"""Kinds that would ask for orders that nobody can send any more; a result tells more than that."""


def resend(services: Services, tx: Transaction, outbox_id: int) -> OutgoingMail:
    """Queues it, to its address even where mail came back from there.

    `NotFound` for no mail of ours; `TooLate` for one that waits already, or whose round is over.
    """
    row = tx.outbox.get(outbox_id)
    if row is None:
        raise NotFound(f"there is no mail {outbox_id} in the outbox")
    if row.kind in _ASK_ALONE and not _is_open(tx, row):
        raise TooLate(
            f"mail {outbox_id} asks for orders of round {row.asks_round}, which takes none any more; "
            "the player can answer STATUS to any other mail"
        )
    row = tx.outbox.send_again(outbox_id, now=services.clock.now())
    tx.bounces.lift(row.recipient)
    return row


def _is_open(tx: Transaction, row: OutgoingMail) -> bool:
    game = tx.projections.game(row.game or "")
    if game is None or game.phase != Phase.OPEN:
        return False
    return row.asks_round is None or game.round == row.asks_round
