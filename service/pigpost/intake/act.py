"""What a player's mail says is done, item by item; the one answer tells of all of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.audit.games import game_state
from pigpost.games.conditions import Condition
from pigpost.games.kinds import seat_from_label
from pigpost.intake.accept_order import Written, accept_order, refuse_order
from pigpost.intake.asked import Asked
from pigpost.intake.envelope import Envelope
from pigpost.intake.fingerprint import mail_hash
from pigpost.intake.known import is_trial, reader_for
from pigpost.intake.one_answer import Standing, one_answer
from pigpost.intake.one_order import one_order_a_round
from pigpost.intake.proof import needs_no_proof, proof_of
from pigpost.intake.refuse_mail import refusal_of
from pigpost.intake.run_command import run_command
from pigpost.intake.sender import Identity
from pigpost.intake.try_order import tried_in_vain
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.reading import Command, Item, Order, Refusal
from pigpost.outbox.letterhead import player_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.replay.state import GameState, SeatStatus
from pigpost.results.excerpts import due, standing_order, stored_orders
from pigpost.results.letters import AskedBack, Letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A player's mail, opened, known and cut."""

    mail: ArrivedMail
    envelope: Envelope
    identity: Identity
    holder: SeatHolder
    visible: str
    elided: str
    known_lines: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """The answer, one word for what became of the mail, and the round its proof is good for.

    `proven`: whether the mail showed who wrote it, as far as its game asks.
    """

    letter: Letter
    outcome: str
    asks_round: int | None
    proven: bool


def act(services: Services, tx: Transaction, mail: Read) -> Acted:
    """Carries out every item of the mail; each finds the game as the one before has left it."""
    state = game_state(tx, mail.holder.game)
    seat = seat_from_label(mail.holder.seat)
    read = reader_for(state, seat)
    text = words_of(mail.envelope, mail.visible)
    elided = elided_orders(mail.elided, read=read, known_lines=mail.known_lines)
    items = one_order_a_round(read(text).items, text, state.round)
    answers = [
        _act_on(services, tx, mail, item, text, number, elided) for number, item in _in_turn(items)
    ]
    after = game_state(tx, mail.holder.game)
    standing = Standing(
        due=due(after, services.clock.now()),
        stands=standing_order(after, seat),
        stored=stored_orders(after, seat),
    )
    letter = one_answer(answers, standing)
    return Acted(
        letter=letter,
        outcome=letter.KIND,
        asks_round=None if standing.due is None else standing.due.round,
        proven=proof_of(mail.identity, state) is not None,
    )


def _in_turn(items: Sequence[Item]) -> list[tuple[int, Item]]:
    """Each item once, with its number in the mail; commands first, so that its order stands."""
    once: dict[object, tuple[int, Item]] = {}
    for number, item in enumerate(items, start=1):
        said = (item.word, *item.args.items()) if isinstance(item, Command) else item
        once.setdefault(said, (number, item))
    return sorted(once.values(), key=lambda numbered: not isinstance(numbered[1], Command))


def _act_on(
    services: Services,
    tx: Transaction,
    mail: Read,
    item: Item,
    text: str,
    number: int,
    elided: tuple[Condition, ...],
) -> Letter:
    state, seat = game_state(tx, mail.holder.game), seat_from_label(mail.holder.seat)
    proof = proof_of(mail.identity, state)
    trial = isinstance(item, Refusal) and is_trial(state, seat, item)
    if proof is None and not trial and not needs_no_proof(mail.identity, state, item):
        return refusal_of(services, tx, "unproven", holder=mail.holder, game=mail.holder.game)
    written = _written(services, state, mail, number, proof or "address", elided)
    match item:
        case Order():
            return accept_order(services, tx, state, item, _span(text, item), written)
        case Refusal() if trial:
            return tried_in_vain(services, state, item, written)
        case Refusal() if state.seats[seat].status is SeatStatus.INVITED:
            return AskedBack(head=written.head, question="join", due=None, stands=None)
        case Refusal():
            return refuse_order(services, tx, state, item, written)
        case Command():
            return run_command(_asked(services, tx, state, mail, item, text, written))


def _asked(
    services: Services,
    tx: Transaction,
    state: GameState,
    mail: Read,
    command: Command,
    text: str,
    written: Written,
) -> Asked:
    """A command with its words: those that it takes along, else those that it is."""
    along = command.args.get("text")
    return Asked(
        services=services,
        tx=tx,
        state=state,
        command=command,
        written=written,
        words=along if isinstance(along, str) and along else _span(text, command),
        mail=mail.mail.id,
        answered=mail.identity.replied_to,
    )


def _span(text: str, item: Order | Command) -> str:
    return " ".join(text[item.span.start : item.span.end].split())


def _written(
    services: Services,
    state: GameState,
    mail: Read,
    number: int,
    proof: str,
    elided: tuple[Condition, ...],
) -> Written:
    arrived = mail.mail
    return Written(
        seat=seat_from_label(mail.holder.seat),
        head=player_head(services, state, mail.holder),
        by="service",
        idem=f"mail:{arrived.mailbox}:{arrived.sha256}:{number}",
        arrived_at=arrived.arrived_at,
        uid=arrived.uid,
        mail_sha256=mail_hash(arrived.raw),
        sender=mail.envelope.sender_as_written,
        dated=mail.envelope.dated,
        proof=proof,
        round=mail.identity.asks_round,
        elided=elided,
    )
