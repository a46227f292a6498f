"""The way of a mail: stored, opened, whose is it, cut, read, acted on, answered once.

Everything that one mail causes happens in one transaction, which ends with what became of it: a
mail that was interrupted is read again from the start, as if for the first time.
"""

import logging
from collections.abc import Callable
from datetime import timedelta

from pigpost.errors import DatabaseOutOfReach, LogConflict, TooLate
from pigpost.intake.act import Read, act
from pigpost.intake.answer import answer_mail, note_unread
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.envelope import Envelope, MailProblem, open_envelope
from pigpost.intake.machine_mail import MachineKind, machine_kind
from pigpost.intake.refuse_mail import refuse_mail
from pigpost.intake.sender import Identity, identify
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.telemetry import trail

_BATCH = 50
_TRIES = 3
"""A mail that could not be read so often is set aside for the GM: one never stops the others."""

_CONFLICTS = 20
"""So often another writer may come in between before a mail is left for the next poll."""

_TEXTS_KNOWN = 30
"""So many of our latest mails to a player are known again when he quotes them without marks."""

_DAY = timedelta(days=1)

_log = logging.getLogger(__name__)


def read_stored(services: Services, *, may_go_on: Callable[[], bool] = lambda: True) -> None:
    """Reads every stored mail, in the order of arrival; one that fails is left for later.

    `may_go_on` is asked before each: tries are counted, so only one reader should be at it.
    """
    seen: set[int] = set()
    while batch := _unread(services, seen):
        for mail in batch:
            if not may_go_on():
                return
            seen.add(mail.id)
            _read_one(services, mail)


def receive(services: Services, tx: Transaction, mail: ArrivedMail) -> None:
    """One mail, from raw bytes to what became of it."""
    settings = services.settings.mail
    envelope = open_envelope(mail.raw, max_bytes=settings.max_bytes, complete=mail.complete)
    machine = machine_kind(envelope, address=settings.address)
    if machine is not None and machine is not MachineKind.LIST:
        tx.mails.settle(mail.id, state="machine", outcome=machine)
        return
    if _older_than_any_game(tx, mail):
        tx.mails.settle(mail.id, state="read", outcome="older_than_any_game")
        return
    if isinstance(envelope, MailProblem):
        refuse_mail(services, tx, mail, envelope, envelope.problem)
        return
    visible = cut(envelope.text).visible
    identity = identify(
        envelope,
        tx,
        keys=services.keys,
        address_pattern=settings.address,
        visible_text=visible,
    )
    if identity.problem is not None:
        refuse_mail(services, tx, mail, envelope, identity.problem, identity=identity)
    elif identity.holder is not None:
        _read_players_mail(services, tx, mail, envelope, identity, identity.holder)


def _read_players_mail(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    envelope: Envelope,
    identity: Identity,
    holder: SeatHolder,
) -> None:
    """Cuts what we sent ourselves, reads the rest, acts, answers."""
    known = lines_of(tx.outbox.texts_to(holder.person, holder.game, limit=_TEXTS_KNOWN))
    parts = cut(envelope.text, known_lines=known)
    done = act(
        services,
        tx,
        Read(
            mail=mail,
            envelope=envelope,
            identity=identity,
            holder=holder,
            visible=parts.visible,
            elided=parts.elided,
            known_lines=known,
        ),
    )
    answered = answer_mail(
        services,
        tx,
        mail,
        envelope,
        done.letter,
        holder=holder,
        asks_round=done.asks_round,
        proven=done.proven,
    )
    outcome = done.outcome if answered else f"{done.outcome}, not answered"
    tx.mails.settle(mail.id, state="read", outcome=outcome, game=holder.game, person=holder.person)


def _older_than_any_game(tx: Transaction, mail: ArrivedMail) -> bool:
    """Whether a mail lay in the inbox before there was anything to write to us about.

    Within a day a clock that was set may be the reason, and a mail too many is answered.
    """
    began_at = tx.log.began_at()
    return began_at is not None and mail.arrived_at < began_at - _DAY


def _unread(services: Services, seen: set[int]) -> list[ArrivedMail]:
    with services.store.reading() as tx:
        mails = tx.mails.unread(services.mailbox, limit=_BATCH + len(seen))
    return [mail for mail in mails if mail.id not in seen][:_BATCH]


def _read_one(services: Services, mail: ArrivedMail) -> None:
    """One mail, whatever is in it: a fault is logged, tried again, and in the end set aside."""
    with services.store.writing() as tx:
        tries = tx.mails.begin_try(mail.id)
        if not _waits(tx, mail):
            return
        if tries > _TRIES:
            tx.mails.settle(mail.id, state="failed", outcome="failed", note="could not be read")
            note_unread(services, tx, mail, who="", once=f"unread:{mail.id}")
            return
    try:
        _receive(services, mail)
    except DatabaseOutOfReach:
        raise
    except Exception as fault:  # noqa: BLE001 - a fault must cost one mail, not the inbox
        _log.error("mail %d could not be read, try %d: %s", mail.id, tries, trail(fault))


def _receive(services: Services, mail: ArrivedMail) -> None:
    for _ in range(_CONFLICTS):
        try:
            with services.store.writing() as tx:
                if _waits(tx, mail):
                    receive(services, tx, mail)
        except (LogConflict, TooLate):
            continue  # somebody was quicker, at the game or at the mail: look and decide again
        return
    raise LogConflict(f"so many write to the game that mail {mail.id} must wait")


def _waits(tx: Transaction, mail: ArrivedMail) -> bool:
    """Whether the mail is still to be read: a poller whose lease ran out may be at it as well."""
    return tx.mails.get(mail.id).state == "stored"
