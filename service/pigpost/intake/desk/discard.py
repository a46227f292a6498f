"""A mail that comes to nothing, by the GM's word; whoever it came from as a player's is told."""

from pigpost.audit.games import game_state
from pigpost.claims.reasons import reason_given
from pigpost.games.kinds import seat_from_label
from pigpost.intake.desk.boxes import Box, box_of
from pigpost.intake.desk.handle import (
    Act,
    Handled,
    head_of,
    record,
    settle,
    tell,
    waiting,
)
from pigpost.intake.desk.whose import touched
from pigpost.outbox.letterhead import player_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import ByHand

_BY_MACHINES = (Box.BOUNCED, Box.MACHINE)


def discard(services: Services, number: int, *, reason: str, by: str = "gm") -> Handled:
    """The mail waits no more, and nothing is done with it. `TooLate` when it was dealt with."""
    reason = reason_given(reason)
    with services.store.writing() as tx:
        mail = waiting(tx, number, Act.DISCARDED)
        holder = None if box_of(mail) in _BY_MACHINES else touched(tx, mail)
        game = mail.game
        game = game if game is not None and tx.projections.game(game) is not None else None
        seat = None if holder is None else holder.seat
        record(services, tx, mail, Act.DISCARDED, by=by, reason=reason, game=game, seat=seat)
        told = holder is not None and _tell(services, tx, mail, holder, reason)
        settle(tx, mail, Act.DISCARDED, None)
    return Handled(
        mail=number,
        what=Act.DISCARDED,
        game=game,
        player=None if holder is None else holder.name,
        told=holder.address if holder is not None and told else None,
    )


def _tell(
    services: Services, tx: Transaction, mail: ArrivedMail, holder: SeatHolder, reason: str
) -> bool:
    state = game_state(tx, holder.game)
    letter = ByHand(
        head=player_head(services, state, holder),
        what=Act.DISCARDED,
        sender=head_of(services, mail).sender or "",
        arrived_at=mail.arrived_at,
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat_from_label(holder.seat)),
        reason=reason,
    )
    barred = tell(
        services,
        tx,
        mail,
        Act.DISCARDED,
        letter,
        holder=holder,
        recipient=holder.address,
        asks_round=None if letter.due is None else letter.due.round,
    )
    return barred is None
