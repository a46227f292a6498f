"""A player's mail with all that is known of it, and what its words say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pigpost.games.conditions import Condition
from pigpost.games.kinds import seat_from_label
from pigpost.intake.accept_order import Written
from pigpost.intake.authenticity import OurServer
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.envelope import Envelope
from pigpost.intake.fingerprint import mail_hash
from pigpost.intake.known import reader_for
from pigpost.intake.one_order import one_order_a_round
from pigpost.intake.sender import Identity, identify
from pigpost.intake.words import words_of
from pigpost.orders.reading import Command, Item, Order
from pigpost.outbox.letterhead import player_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.replay.state import GameState

TEXTS_KNOWN = 30
"""So many of our latest mails to a player are known again when he quotes them without marks."""


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
    confirmed_at: datetime | None = None
    """When the mail arrived in which he said that this one, which was held, is his."""
    unconfirmed: Identity | None = None
    """What it had proven by itself; what that was enough for has been done. None: nothing was."""
    filed_because: str | None = None
    filed_by: str = "gm"
    """Why the GM has said that it is his; None for a mail that shows it by itself."""


def identity_of(services: Services, tx: Transaction, envelope: Envelope) -> Identity:
    """Whose mail it is, by the site's keys and configuration."""
    settings = services.settings.mail
    return identify(
        envelope,
        tx,
        keys=services.keys,
        address_pattern=settings.address,
        visible_text=cut(envelope.text).visible,
        server=OurServer(authserv_id=settings.authserv_id, names=settings.own_servers),
    )


def players_mail(
    tx: Transaction, mail: ArrivedMail, envelope: Envelope, identity: Identity, holder: SeatHolder
) -> Read:
    """The mail, cut also where it quotes what we sent to that player."""
    known = lines_of(tx.outbox.texts_to(holder.person, holder.game, limit=TEXTS_KNOWN))
    parts = cut(envelope.text, known_lines=known)
    return Read(
        mail=mail,
        envelope=envelope,
        identity=replace(identity, holder=holder, problem=None),
        holder=holder,
        visible=parts.visible,
        elided=parts.elided,
        known_lines=known,
    )


def items_of(state: GameState, mail: Read) -> tuple[str, list[tuple[int, Item]]]:
    """The words of a mail and what they say, each thing with its number in the mail."""
    read = reader_for(state, seat_from_label(mail.holder.seat))
    text = words_of(mail.envelope, mail.visible)
    return text, _in_turn(one_order_a_round(read(text).items, text, state.round))


def _in_turn(items: Sequence[Item]) -> list[tuple[int, Item]]:
    """Each item once, with its number in the mail; commands first, so that its order stands."""
    once: dict[object, tuple[int, Item]] = {}
    for number, item in enumerate(items, start=1):
        said = (item.word, *item.args.items()) if isinstance(item, Command) else item
        once.setdefault(said, (number, item))
    return sorted(once.values(), key=lambda numbered: not isinstance(numbered[1], Command))


def span_of(text: str, item: Order | Command) -> str:
    """The words that an item was read from."""
    return " ".join(text[item.span.start : item.span.end].split())


def written_by(
    services: Services,
    state: GameState,
    mail: Read,
    number: int,
    proof: str,
    elided: tuple[Condition, ...],
) -> Written:
    """Who wrote an item of a mail, and how that is known."""
    arrived = mail.mail
    return Written(
        seat=seat_from_label(mail.holder.seat),
        head=player_head(services, state, mail.holder),
        by="service" if mail.filed_because is None else mail.filed_by,
        idem=f"mail:{arrived.mailbox}:{arrived.sha256}:{number}",
        arrived_at=arrived.arrived_at,
        uid=arrived.uid,
        mail_sha256=mail_hash(arrived.raw),
        sender=mail.envelope.sender_as_written,
        dated=mail.envelope.dated,
        proof=proof,
        round=mail.identity.asks_round,
        elided=elided,
        confirmed_at=mail.confirmed_at if mail.filed_because is None else None,
        reason=mail.filed_because,
    )
