"""A mail that does not show whose it is becomes a player's, by the GM's word, as of its arrival."""

from collections.abc import Iterator
from dataclasses import replace

from pigpost.audit.games import game_state
from pigpost.claims.reasons import reason_given
from pigpost.errors import AgainstTheRules, PigpostError, TooLate
from pigpost.games.kinds import seat_from_label
from pigpost.intake.act import act as act_on
from pigpost.intake.desk.handle import Act, Handled, record, settle, tell, waiting
from pigpost.intake.desk.whose import named_holder
from pigpost.intake.envelope import MailProblem, open_envelope
from pigpost.intake.hold_order import why_no_order
from pigpost.intake.learn_address import ask_about_filed
from pigpost.intake.machine_mail import REPORTS
from pigpost.intake.players_mail import Read, identity_of, items_of, players_mail
from pigpost.intake.sender import Identity, Proof
from pigpost.orders.reading import Reason
from pigpost.outbox.letterhead import player_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import ByHand

_PAST = (Reason.TOO_LATE, Reason.WRONG_ROUND)


def file_mail(
    services: Services,
    number: int,
    *,
    reason: str,
    game: str | None = None,
    name: str | None = None,
    by: str = "gm",
) -> Handled:
    """Does what the mail says, as that player's; of a mail in a player's name, it is his by default.

    An address of nobody in the game may be the player's second one: both are asked.
    `TooLate` for a mail that was dealt with, or whose order no round takes any more; nothing is
    changed then.
    """
    reason = reason_given(reason)
    with services.store.writing() as tx:
        mail = waiting(tx, number, Act.FILED)
        if mail.outcome in REPORTS:
            raise AgainstTheRules(f"mail {number} is a report of a mail program: nobody wrote it")
        state, holder = named_holder(tx, mail, game=game, name=name)
        read = _as_his(services, tx, mail, holder, by, reason)
        for fault in _no_orders(services, state, read):
            raise fault
        record(
            services,
            tx,
            mail,
            Act.FILED,
            by=by,
            reason=reason,
            game=holder.game,
            seat=holder.seat,
        )
        done = act_on(services, tx, read, besides=[_note(services, tx, read)])
        asks = done.asks_round
        barred = tell(
            services,
            tx,
            mail,
            Act.FILED,
            done.letter,
            holder=holder,
            recipient=holder.address,
            asks_round=asks,
        )
        settle(tx, mail, Act.FILED, holder)
        ask_about_filed(services, tx, read)
    told = holder.address if barred is None else None
    return Handled(mail=number, what=Act.FILED, game=holder.game, player=holder.name, told=told)


def _as_his(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    holder: SeatHolder,
    by: str,
    reason: str,
) -> Read:
    """The mail as that player's. Of one that is held in his name, a part may have been done before."""
    limit = services.settings.mail.max_bytes
    envelope = open_envelope(mail.raw, max_bytes=limit, complete=mail.complete)
    if isinstance(envelope, MailProblem):
        raise AgainstTheRules(
            f"mail {mail.id} can't be read ({envelope.problem.replace('_', ' ')}): "
            "enter its order yourself, or answer it"
        )
    found = identity_of(services, tx, envelope)
    read = players_mail(tx, mail, envelope, _by_word(found, holder), holder)
    own = found.holder is not None and found.holder.person == holder.person
    begun = mail.state == "held" and own
    return replace(
        read,
        confirmed_at=services.clock.now() if begun else None,
        unconfirmed=found if begun else None,
        filed_because=reason,
        filed_by=by,
    )


def _by_word(found: Identity, holder: SeatHolder) -> Identity:
    """What the mail shows by itself of that game and player, and the GM's word for the rest."""
    sent = found.replied_to
    his = sent is not None and (sent.person, sent.game) == (holder.person, holder.game)
    return replace(
        found,
        game=holder.game,
        candidates=(),
        proof=Proof.FILED,
        replied_to=sent if his else None,
        asks_round=found.asks_round if found.game == holder.game else None,
        authentic=None,
        stranger_to=None,
    )


def _no_orders(services: Services, state: GameState, read: Read) -> Iterator[PigpostError]:
    """Why orders in it could not stand: what the GM says must not be what a player is refused for."""
    for _, item in items_of(state, read)[1]:
        why = why_no_order(services, state, item, read)
        if why is not None:
            words = (
                f"the order in mail {read.mail.id} can't stand: {why.replace('_', ' ')} (rule 6.2)"
            )
            yield (TooLate if why in _PAST else AgainstTheRules)(words)


def _note(services: Services, tx: Transaction, read: Read) -> ByHand:
    state = game_state(tx, read.holder.game)
    return ByHand(
        head=player_head(services, state, read.holder),
        what=Act.FILED,
        sender=read.envelope.sender,
        arrived_at=read.mail.arrived_at,
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat_from_label(read.holder.seat)),
    )
