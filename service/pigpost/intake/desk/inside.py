"""What is in a mail, as the service reads it today: who wrote it, what counts, what was cut off."""

import logging
from dataclasses import dataclass

from pigpost.audit.games import game_state
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.desk.whose import touched
from pigpost.intake.envelope import Envelope, MailProblem, open_envelope
from pigpost.intake.known import Reader, reader_for, strangers_reader
from pigpost.intake.players_mail import TEXTS_KNOWN, identity_of
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.canonical import in_words
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Item, Order, Refusal, Span
from pigpost.outbox.message_ids import without_keys
from pigpost.ports import ArrivedMail, Services, Transaction
from pigpost.telemetry import trail

_log = logging.getLogger(__name__)

_NOT_KNOWN = "it can't be looked into: reading it fails"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Who wrote a mail, as far as it shows; `problem` says why that is not known.

    `proof` and `authentic` are as in `intake.sender.Identity`.
    """

    player: str | None
    game: str | None
    proof: str | None
    authentic: str | None
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that was read: an order, a command, or what is wrong with a line.

    `start` and `end` are the places of `words` in the line or the text that was read.
    """

    kind: str
    words: str
    means: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a mail: its source, what counts, what was cut off, and what is read.

    `problem` says why nothing is read; `unused` are orders in what was cut off.
    """

    source: str
    problem: str | None = None
    text_source: str | None = None
    charset: str | None = None
    counts: str = ""
    cut_off: str = ""
    said: tuple[Said, ...] = ()
    unused: tuple[str, ...] = ()


def verdict_on(services: Services, tx: Transaction, mail: ArrivedMail) -> Verdict:
    """Whose mail it is by what it shows today."""
    try:
        envelope = _opened(services, mail)
        if isinstance(envelope, MailProblem):
            return _unknown(envelope.problem)
        found = identity_of(services, tx, envelope)
    except Exception as fault:  # noqa: BLE001 - perhaps the one for which it was set aside
        _log.warning("the writer of mail %d can't be looked for: %s", mail.id, trail(fault))
        return _unknown(_NOT_KNOWN)
    return Verdict(
        player=None if found.holder is None else found.holder.name,
        game=found.game,
        proof=found.proof,
        authentic=found.authentic,
        problem=found.problem,
    )


def words_in(services: Services, tx: Transaction, mail: ArrivedMail) -> Words:
    """The words and what they are read as; keys are blotted out."""
    source = without_keys(mail.raw.decode("utf-8", "replace"))
    try:
        envelope = _opened(services, mail)
        if isinstance(envelope, MailProblem):
            return Words(source=source, problem=envelope.problem)
        return _read(tx, mail, envelope, source)
    except Exception as fault:  # noqa: BLE001 - as above
        _log.warning("mail %d can't be looked into: %s", mail.id, trail(fault))
        return Words(source=source, problem=_NOT_KNOWN)


def _opened(services: Services, mail: ArrivedMail) -> Envelope | MailProblem:
    limit = services.settings.mail.max_bytes
    return open_envelope(mail.raw, max_bytes=limit, complete=mail.complete)


def _unknown(problem: str) -> Verdict:
    return Verdict(player=None, game=None, proof=None, authentic=None, problem=problem)


def _read(tx: Transaction, mail: ArrivedMail, envelope: Envelope, source: str) -> Words:
    holder = touched(tx, mail)
    sent = (
        [] if holder is None else tx.outbox.texts_to(holder.person, holder.game, limit=TEXTS_KNOWN)
    )
    known = lines_of(sent)
    parts = cut(envelope.text, known_lines=known)
    reader, names = _reader(tx, mail)
    text = words_of(envelope, parts.visible)
    said = tuple(_said(item, text, names) for item in reader(text).items)
    unused = elided_orders(parts.elided, read=reader, known_lines=known)
    return Words(
        source=source,
        text_source=envelope.text_source,
        charset=envelope.charset,
        counts=without_keys(parts.visible),
        cut_off=without_keys(parts.elided),
        said=said,
        unused=tuple(in_words(order, names) for order in unused),
    )


def _reader(tx: Transaction, mail: ArrivedMail) -> tuple[Reader, dict[Seat, str]]:
    """As its player would mean it, else as any player of its game, else without any."""
    holder = touched(tx, mail)
    if mail.game is None or tx.projections.game(mail.game) is None:
        return (lambda text: read(text, players=[], me=None)), {}
    state = game_state(tx, mail.game)
    names = {seat: each.person.name for seat, each in state.seats.items()}
    if holder is None:
        return strangers_reader(state), names
    return reader_for(state, seat_from_label(holder.seat)), names


def _said(item: Item, text: str, names: dict[Seat, str]) -> Said:
    match item:
        case Order(condition=condition, round=round, standing=standing):
            which = "STANDING " if standing else "" if round is None else f"ROUND {round} "
            return _at("order", text, item.span, which + in_words(condition, names))
        case Command(word=word):
            return _at("command", text, item.span, word.value.replace("_", " ").upper())
        case Refusal(line=line, complaints=complaints):
            first = complaints[0]
            words = f"{first.reason.replace('_', ' ')} (rule {first.rule})"
            return _at("no order", line, first.span, words)


def _at(kind: str, text: str, span: Span, means: str) -> Said:
    words = " ".join(text[span.start : span.end].split())
    return Said(kind=kind, words=words, means=means, start=span.start, end=span.end)
