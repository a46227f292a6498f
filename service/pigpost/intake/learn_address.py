"""A mail of a player from an address that is not his: both addresses are asked.

A mail that he has forwarded hands its proof on, and the GM may be wrong. So neither may speak for the
other: only where both say that they are one person the address becomes his, and a mail that waited
for it is acted on.
"""

from pigpost.audit.games import append_events, game_state
from pigpost.events.types import AddressAdded, AddressConfirmed
from pigpost.intake.answer import answer_mail
from pigpost.intake.envelope import Envelope
from pigpost.intake.hold_order import (
    PLAYER,
    WRITER,
    hold,
    hold_unasked,
    may_ask,
    question,
    why_no_order,
)
from pigpost.intake.machine_mail import may_answer
from pigpost.intake.players_mail import Read, items_of, players_mail
from pigpost.intake.proof import proof_of
from pigpost.intake.sender import Identity, Proof
from pigpost.orders.reading import Item, Refusal
from pigpost.outbox.gate import Reply
from pigpost.outbox.headers import Answering
from pigpost.outbox.letterhead import STRANGER, gm_head, player_head, stranger_head
from pigpost.outbox.message_ids import find_ours, mailbox_proof, same
from pigpost.outbox.queue import answer, tell_gm, tell_player
from pigpost.ports import ArrivedMail, NewMail, OutgoingMail, Question, Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.letters import Confirm, GmNote


def ask_both(
    services: Services, tx: Transaction, mail: ArrivedMail, envelope: Envelope, identity: Identity
) -> bool:
    """Holds the mail and asks; False where its proof or its words are good for nothing now."""
    holder = identity.stranger_to
    if holder is None:
        return False
    state = game_state(tx, holder.game)
    read = players_mail(tx, mail, envelope, identity, holder)
    items = _worth_asking(services, tx, state, read)
    if not items:
        return False
    writers = question(
        services, state, read, items, head=stranger_head(services, state), whose="writer"
    )
    asks = None if writers.due is None else writers.due.round
    if not may_ask(services, tx, holder) or not answer_mail(
        services, tx, mail, envelope, writers, holder=None, asks_round=asks
    ):
        hold_unasked(services, tx, mail, state, holder)
        return True
    head = player_head(services, state, holder)
    players = question(services, state, read, items, head=head, whose="second")
    once = f"confirm:{mail.id}"
    tell_player(services, tx, players, holder, asks_round=asks, once=once)
    hold(tx, mail, holder)
    tx.questions.ask(mail.id, whom=WRITER, proven=True, answers=mail.id)
    tx.questions.ask(mail.id, whom=PLAYER, proven=True, answers=None, once=once)
    return True


def ask_about_filed(services: Services, tx: Transaction, mail: Read) -> None:
    """The GM has filed the mail and it counts; whether its address is the player's both are asked."""
    holder, arrived = mail.holder, mail.mail
    if not _may_be_his(services, tx, mail):
        return
    state, once = game_state(tx, holder.game), f"address:{arrived.id}"
    if not _ask_filed_writer(services, tx, mail, state, once=f"{once}:{WRITER}"):
        return
    head = player_head(services, state, holder)
    players = question(services, state, mail, (), head=head, whose="filed")
    asks = None if players.due is None else players.due.round
    tell_player(services, tx, players, holder, asks_round=asks, once=once)
    tx.questions.ask(arrived.id, whom=PLAYER, proven=False, answers=None, once=once)


def writers_question(services: Services, tx: Transaction, envelope: Envelope) -> Question | None:
    """The question that the mail answers, from the very address that was asked."""
    for ours in find_ours(envelope.in_reply_to)[:1]:
        sent = tx.outbox.get(ours.outbox_id)
        if sent is not None and _is_asked(services, sent, ours.proof, envelope.sender):
            return tx.questions.get(sent.id)
    return None


def learn(services: Services, tx: Transaction, mail: Read) -> None:
    """The address is the player's from now on; the GM is told."""
    holder, address = mail.holder, mail.envelope.sender
    known = {(seat.person, seat.game) for seat in tx.projections.seats_of_address(address)}
    if (holder.person, holder.game) in known:
        return
    state = game_state(tx, holder.game)
    event = AddressAdded(
        at=services.clock.now(),
        by="service",
        round=state.round,
        personal=AddressConfirmed(person=holder.person, address=address),
    )
    append_events(tx, state, event)
    note = GmNote(
        head=gm_head(services, state),
        what="address_added",
        who=holder.name,
        words=address,
        mail=mail.mail.id,
    )
    tell_gm(services, tx, note)


def _may_be_his(services: Services, tx: Transaction, mail: Read) -> bool:
    """Whether the mail came from an address of nobody in the game, which is not asked about yet."""
    holder, envelope = mail.holder, mail.envelope
    if not holder.address or not may_answer(envelope, address=services.settings.mail.address):
        return False
    known = {seat.game for seat in tx.projections.seats_of_address(envelope.sender)}
    asked = {each.whom for each in tx.questions.about(mail.mail.id)}
    return holder.game not in known and WRITER not in asked


def _ask_filed_writer(
    services: Services, tx: Transaction, mail: Read, state: GameState, *, once: str
) -> bool:
    """Whether a mail may go there. It is no answer to the mail, which may have had one."""
    head, envelope = stranger_head(services, state), mail.envelope
    letter = question(services, state, mail, (), head=head, whose="filed_writer")
    new = NewMail(
        game=state.id,
        person=None,
        seat=STRANGER,
        kind=letter.KIND,
        asks_round=None,
        recipient=envelope.sender,
        answers=None,
        key_id=services.keys.key_id,
        once=once,
    )
    answering = Answering(
        message_id=envelope.message_id or "",
        references=envelope.references,
        subject=envelope.subject,
    )
    reply = Reply(machine=False, known=False, proven=False, by_hand=True)
    if answer(services, tx, letter, new, answering, reply=reply) is not None:
        return False
    return tx.questions.ask(mail.mail.id, whom=WRITER, proven=False, answers=None, once=once)


def _worth_asking(services: Services, tx: Transaction, state: GameState, mail: Read) -> list[Item]:
    """What the mail says, if its proof is still good and all of it can be done."""
    disowned_at = tx.questions.disowned_at(mail.holder.game, mail.holder.person)
    proof = proof_of(mail.identity, state, disowned_at=disowned_at)
    items = [item for _, item in items_of(state, mail)[1]]
    readable = any(not isinstance(item, Refusal) for item in items)
    late = any(why_no_order(services, state, item, mail) is not None for item in items)
    return items if proof in (Proof.REPLY, Proof.TOKEN) and readable and not late else []


def _is_asked(services: Services, sent: OutgoingMail, proof: str, sender: str) -> bool:
    key = services.keys.site_key(sent.key_id)
    if key is None or sent.game is None or (sent.kind, sent.seat) != (Confirm.KIND, STRANGER):
        return False
    right = mailbox_proof(
        site_key=key,
        game=sent.game,
        person="",
        seat=STRANGER,
        kind=sent.kind,
        outbox_id=sent.id,
    )
    return same(right, proof) and sent.recipient.casefold() == sender.casefold()
