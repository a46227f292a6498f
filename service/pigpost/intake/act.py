"""What a player's mail says is done, item by item; the most important answer is given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pigpost.audit.games import game_state
from pigpost.games.conditions import Condition
from pigpost.games.kinds import seat_from_label
from pigpost.intake.accept_order import Written, accept_order, refuse_order
from pigpost.intake.asked import Asked
from pigpost.intake.envelope import Envelope
from pigpost.intake.fingerprint import mail_hash
from pigpost.intake.known import players_of, reading_state
from pigpost.intake.proof import needs_no_proof, proof_of
from pigpost.intake.refuse_mail import refusal_of
from pigpost.intake.run_command import run_command
from pigpost.intake.sender import Identity
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Item, Order, Refusal
from pigpost.outbox.letterhead import player_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.replay.state import GameState, SeatStatus
from pigpost.results import letters
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import AskedBack, Due, Letter, StandingOrder

_WEIGHT: dict[type, int] = {
    letters.MailRefused: 0,
    letters.Refusal: 1,
    letters.AskedBack: 2,
    letters.Receipt: 3,
    letters.Done: 4,
    letters.Status: 5,
    letters.Help: 6,
    letters.Rules: 7,
}
"""Which of several answers to one mail is given: what went wrong goes first, of equals the last."""

_LEAVING = frozenset({"resigned", "declined", "stopped"})
"""What was done that outweighs everything else that was."""


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
    players = players_of(state)
    text = words_of(mail.envelope, mail.visible)
    reading = read(text, players=players, me=seat, state=reading_state(state, seat))
    elided = elided_orders(mail.elided, players=players, me=seat, known_lines=mail.known_lines)
    answers = [
        _act_on(services, tx, mail, item, text, number, elided)
        for number, item in _in_turn(reading.items)
    ]
    letter = min(reversed(answers), key=_rank)
    after = game_state(tx, mail.holder.game)
    wanted = due(after, services.clock.now())
    return Acted(
        letter=_as_it_stands(letter, wanted, standing_order(after, seat)),
        outcome=letter.KIND,
        asks_round=None if wanted is None else wanted.round,
        proven=proof_of(mail.identity, state) is not None,
    )


def _rank(answer: Letter) -> tuple[int, bool]:
    leaves = isinstance(answer, letters.Done) and answer.what in _LEAVING
    return _WEIGHT[type(answer)], not leaves


def _in_turn(items: Sequence[Item]) -> list[tuple[int, Item]]:
    """Each item once, with its number in the mail; commands first, so that its order stands."""
    once: dict[object, tuple[int, Item]] = {}
    for number, item in enumerate(items, start=1):
        said = (item.word, *item.args.items()) if isinstance(item, Command) else item
        once.setdefault(said, (number, item))
    return sorted(once.values(), key=lambda numbered: not isinstance(numbered[1], Command))


def _as_it_stands(letter: Letter, wanted: Due | None, stands: StandingOrder | None) -> Letter:
    """The letter with what stands after the whole mail, whichever part of it is answered."""
    match letter:
        case (
            letters.MailRefused(due=Due())
            | letters.Refusal(due=Due())
            | letters.AskedBack(due=Due())
            | letters.Status(due=Due())
            | letters.Help(due=Due())
            | letters.Done(due=Due())
        ):
            return replace(letter, due=wanted, stands=stands)
        case _:
            return letter


def _act_on(
    services: Services,
    tx: Transaction,
    mail: Read,
    item: Item,
    text: str,
    number: int,
    elided: tuple[Condition, ...],
) -> Letter:
    state = game_state(tx, mail.holder.game)
    proof = proof_of(mail.identity, state)
    if proof is None and not needs_no_proof(mail.identity, state, item):
        return refusal_of(services, tx, "unproven", holder=mail.holder, game=mail.holder.game)
    written = _written(services, state, mail, number, proof or "address", elided)
    match item:
        case Order():
            return accept_order(services, tx, state, item, _span(text, item), written)
        case Refusal() if state.seats[written.seat].status is SeatStatus.INVITED:
            return AskedBack(head=written.head, question="join", due=None, stands=None)
        case Refusal():
            return refuse_order(services, tx, state, item, written)
        case Command():
            return run_command(
                Asked(
                    services=services,
                    tx=tx,
                    state=state,
                    command=item,
                    written=written,
                    words=item.args.get("text") or _span(text, item),
                    mail=mail.mail.id,
                    answered=mail.identity.replied_to,
                )
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
