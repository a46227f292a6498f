"""What a player's mail says is done, item by item; the one answer tells of all of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pigpost.audit.games import game_state
from pigpost.games.conditions import Condition
from pigpost.games.kinds import seat_from_label
from pigpost.intake.accept_order import Written, accept_order, refuse_order
from pigpost.intake.asked import Asked
from pigpost.intake.hold_order import must_wait, question_about
from pigpost.intake.known import is_trial, reader_for
from pigpost.intake.one_answer import Standing, one_answer
from pigpost.intake.players_mail import Read, items_of, span_of, written_by
from pigpost.intake.proof import proof_of
from pigpost.intake.run_command import run_command
from pigpost.intake.try_order import tried_in_vain
from pigpost.intake.words import elided_orders
from pigpost.orders.reading import Command, Item, Order, Refusal
from pigpost.ports import Question, Services, Transaction
from pigpost.replay.state import GameState, SeatStatus
from pigpost.results.excerpts import due, standing_order, stored_orders
from pigpost.results.letters import AskedBack, Letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """The answer, one word for what became of the mail, and the round its proof is good for.

    `proven`: whether the mail showed who wrote it, as far as its game asks.
    """

    letter: Letter
    outcome: str
    asks_round: int | None
    proven: bool
    asks_about: Question | None = None
    """The question about a held mail that the answer asks once more."""


def act(
    services: Services,
    tx: Transaction,
    *mails: Read,
    besides: Sequence[Letter] = (),
    writer: Read | None = None,
) -> Acted:
    """Carries out every item of the mail; each finds the game as the one before has left it.

    Several mails of one player are answered together: the answer is to `writer`, else to the last.
    `besides` is what else there is to tell.
    """
    mail = writer or mails[-1]
    answers = [*besides, *(letter for each in mails for letter in _answers(services, tx, each))]
    state, seat = game_state(tx, mail.holder.game), seat_from_label(mail.holder.seat)
    standing = Standing(
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat),
        stored=stored_orders(state, seat),
    )
    letter = one_answer(answers, standing)
    return Acted(
        letter=letter,
        outcome=letter.KIND,
        asks_round=None if standing.due is None else standing.due.round,
        proven=proof_of(mail.identity, state, disowned_at=_disowned_at(tx, mail)) is not None,
    )


def _answers(services: Services, tx: Transaction, mail: Read) -> list[Letter]:
    state, seat = game_state(tx, mail.holder.game), seat_from_label(mail.holder.seat)
    text, items = items_of(state, mail)
    elided = elided_orders(mail.elided, read=reader_for(state, seat), known_lines=mail.known_lines)
    disowned_at, by_itself = _disowned_at(tx, mail), mail.unconfirmed or mail.identity
    waiting = [
        (number, item)
        for number, item in items
        if must_wait(by_itself, state, seat, item, disowned_at=disowned_at)
    ]
    question: list[Letter] = []
    if mail.confirmed_at is None:
        items = [one for one in items if one not in waiting]
        question = question_about(services, state, mail, text, waiting)
    elif mail.unconfirmed is not None:
        items = waiting
    done = [
        _act_on(services, tx, mail, item, text, number, elided, disowned_at)
        for number, item in items
    ]
    return [*done, *question]


def _disowned_at(tx: Transaction, mail: Read) -> datetime | None:
    return tx.questions.disowned_at(mail.holder.game, mail.holder.person)


def _act_on(
    services: Services,
    tx: Transaction,
    mail: Read,
    item: Item,
    text: str,
    number: int,
    elided: tuple[Condition, ...],
    disowned_at: datetime | None,
) -> Letter:
    state, seat = game_state(tx, mail.holder.game), seat_from_label(mail.holder.seat)
    proof = proof_of(mail.identity, state, disowned_at=disowned_at) or "address"
    written = written_by(services, state, mail, number, proof, elided)
    match item:
        case Order():
            return accept_order(services, tx, state, item, span_of(text, item), written)
        case Refusal() if is_trial(state, seat, item):
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
        words=along if isinstance(along, str) and along else span_of(text, command),
        mail=mail.mail.id,
        answered=mail.identity.replied_to,
    )
