"""A mail whose writer is not known is held, and the registered address is asked: is this from you."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pigpost.games.kinds import Seat, seat_from_label
from pigpost.intake.accept_order import Written, not_taken, refusal
from pigpost.intake.known import is_trial
from pigpost.intake.place import place_of
from pigpost.intake.players_mail import Read, span_of, written_by
from pigpost.intake.proof import needs_no_proof, proof_of
from pigpost.intake.sender import Identity
from pigpost.orders.reading import Command, Item, Order, Reason, Refusal
from pigpost.outbox.letterhead import gm_head, player_head
from pigpost.outbox.queue import once_a_day, tell_gm
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import Confirm, GmNote, HeldOrder, Letter, Letterhead, MailRefused

PLAYER, WRITER = "player", "writer"
"""Whom a question is put to: the player, and who wrote from an address that is not known as his."""

_DAY = timedelta(days=1)


def must_wait(
    identity: Identity, state: GameState, seat: Seat, item: Item, *, disowned_at: datetime | None
) -> bool:
    """Whether an item asks for more than the mail proves."""
    if isinstance(item, Refusal) and is_trial(state, seat, item):
        return False
    proof = proof_of(identity, state, disowned_at=disowned_at)
    return proof is None and not needs_no_proof(identity, state, item)


def question_about(
    services: Services,
    state: GameState,
    mail: Read,
    text: str,
    waiting: Sequence[tuple[int, Item]],
) -> list[Letter]:
    """What is said of the items that must wait: one question for all that a yes could make stand.

    An order that comes too late, or for another round, is told so at once; nothing is recorded, for
    it may be anybody's. Where nothing can be read, there is nothing to keep for him either.
    """
    refused: list[Letter] = []
    held: list[Item] = []
    for number, item in waiting:
        written = written_by(services, state, mail, number, "", ())
        why = _why_not(services, state, item, written)
        if isinstance(item, Order) and why is not None:
            named = item.round or written.round
            told = not_taken(span_of(text, item), why)
            refused.append(refusal(services, state, told, written, named=named))
        else:
            held.append(item)
    if all(isinstance(item, Refusal) for item in held):
        return [*refused, *([_unproven(services, state, mail)] if held else [])]
    head = player_head(services, state, mail.holder)
    return [*refused, question(services, state, mail, held, head=head, whose="own")]


def question(
    services: Services,
    state: GameState,
    mail: Read,
    items: Sequence[Item],
    *,
    head: Letterhead,
    whose: str,
    again: bool = False,
) -> Confirm:
    """The letter that asks; to an address that is not known as his it tells nothing of the player."""
    seat = seat_from_label(mail.holder.seat)
    return Confirm(
        head=head,
        whose=whose,
        sender=mail.envelope.sender,
        who=mail.holder.name,
        arrived_at=mail.mail.arrived_at,
        orders=tuple(
            HeldOrder(condition=each.condition, round=each.round, standing=each.standing)
            for each in items
            if isinstance(each, Order)
        ),
        commands=tuple(_in_capitals(each) for each in items if isinstance(each, Command)),
        unread=sum(isinstance(each, Refusal) for each in items),
        due=due(state, services.clock.now()),
        stands=None if head.reader.seat is None else standing_order(state, seat),
        again=again,
    )


def may_ask(services: Services, tx: Transaction, holder: SeatHolder) -> bool:
    """Whether a player is asked about one more mail: who forges his name must not flood him."""
    since = services.clock.now() - _DAY
    asked = tx.questions.asked_since(holder.game, holder.person, since)
    return asked < services.settings.mail.questions_per_day


def hold(tx: Transaction, mail: ArrivedMail, holder: SeatHolder) -> None:
    """The mail waits for the answers that it was asked for."""
    tx.mails.settle(mail.id, state="held", outcome="asked", game=holder.game, person=holder.person)


def hold_unasked(
    services: Services, tx: Transaction, mail: ArrivedMail, state: GameState, holder: SeatHolder
) -> None:
    """The mail waits, and nobody was asked: the GM is told, once a day for each player."""
    tx.mails.settle(
        mail.id, state="held", outcome="unasked", game=holder.game, person=holder.person
    )
    note = GmNote(
        head=gm_head(services, state), what="unasked", who=holder.name, words="", mail=mail.id
    )
    tell_gm(services, tx, note, once=once_a_day(services, f"unasked:{holder.game}:{holder.seat}"))


def why_no_order(services: Services, state: GameState, item: Item, mail: Read) -> Reason | None:
    """Why an order could not stand even if it were known whose it is."""
    return _why_not(services, state, item, written_by(services, state, mail, 1, "", ()))


def _why_not(services: Services, state: GameState, item: Item, written: Written) -> Reason | None:
    if not isinstance(item, Order):
        return None
    place = place_of(
        services,
        state,
        item,
        seat=written.seat,
        arrived_at=written.arrived_at,
        answered=written.round,
    )
    return place if isinstance(place, Reason) else None


def _unproven(services: Services, state: GameState, mail: Read) -> MailRefused:
    return MailRefused(
        head=player_head(services, state, mail.holder),
        problem="unproven",
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat_from_label(mail.holder.seat)),
        games=(),
    )


def _in_capitals(command: Command) -> str:
    yes = " YES" if command.args.get("confirmed") == "yes" else ""
    return command.word.value.replace("_", " ").upper() + yes
