"""What the reader makes of a mail, kept so that a later reader can be held against it."""

import json
from typing import Any

from pigpost.audit.games import game_state
from pigpost.games.kinds import seat_from_label
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.envelope import Envelope, MailHead, MailProblem
from pigpost.intake.known import players_of, reader_for
from pigpost.intake.machine_mail import MachineKind
from pigpost.intake.players_mail import TEXTS_KNOWN, Read
from pigpost.intake.words import words_of
from pigpost.orders.answer import got
from pigpost.ports import ArrivedMail, Decided, SeatHolder, Transaction
from pigpost.replay.state import GameState


def said_of(
    mail: MailHead,
    machine: MachineKind | None,
    *,
    words: str | None = None,
    state: GameState | None = None,
    seat: str | None = None,
) -> str:
    """The decision as JSON: machine or person, refused or not, and what the words were read as."""
    said: dict[str, Any] = {
        "machine": machine,
        "refused": mail.problem if isinstance(mail, MailProblem) else None,
    }
    if words is not None and state is not None and seat is not None:
        reading = reader_for(state, seat_from_label(seat))(words)
        said["reading"] = got(reading, {each.seat: each.name for each in players_of(state)})
    return json.dumps(said, ensure_ascii=False, sort_keys=True)


def keep_decision(
    tx: Transaction,
    mail: ArrivedMail,
    head: MailHead,
    machine: MachineKind | None,
    read: Read | None = None,
) -> None:
    """Keeps what was made of a mail, and how far log and outbox went; `read` where it is a player's."""
    if read is None:
        said, seat = said_of(head, machine), None
    else:
        seat = read.holder.seat
        state = game_state(tx, read.holder.game)
        words = words_of(read.envelope, read.visible)
        said = said_of(head, machine, words=words, state=state, seat=seat)
    tx.decisions.keep(
        Decided(
            mail=mail.id,
            said=said,
            entries=tx.log.head().size,
            outbox=tx.outbox.last_id(),
            seat=seat,
        )
    )


def words_as_of(tx: Transaction, envelope: Envelope, holder: SeatHolder, *, outbox: int) -> str:
    """The words that count, what we had sent to the player by then being known."""
    texts = tx.outbox.texts_to(holder.person, holder.game, limit=TEXTS_KNOWN, upto=outbox)
    return words_of(envelope, cut(envelope.text, known_lines=lines_of(texts)).visible)
