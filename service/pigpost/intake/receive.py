"""The way of a mail: stored, opened, whose is it, cut, read, acted on, answered once.

Everything that one mail causes happens in one transaction, which ends with what became of it: a
mail that was interrupted is read again from the start, as if for the first time. Mails that nobody
has tried yet share a transaction; where one of them fails, each is read in its own.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from itertools import groupby

from pigpost.errors import DatabaseOutOfReach, LogConflict, TooLate
from pigpost.intake.answer import note_unread
from pigpost.intake.decision import keep_decision
from pigpost.intake.envelope import Envelope, MailProblem, open_envelope
from pigpost.intake.gm_mail import gm_mail, take_gm_mail
from pigpost.intake.known import learn_to_read
from pigpost.intake.learn_address import ask_both, writers_question
from pigpost.intake.machine_mail import MachineKind, machine_kind
from pigpost.intake.players_mail import identity_of, players_mail
from pigpost.intake.refuse_mail import refuse_mail
from pigpost.intake.take_bounce import take_bounce
from pigpost.intake.take_players_mail import take_players_mail, take_writers_answer
from pigpost.ports import ArrivedMail, Services, Transaction
from pigpost.telemetry import trail

MAILS_AT_ONCE = 50
"""So many are taken up at once, and read in one transaction if all goes well."""

_LONGEST = timedelta(seconds=1)
"""A shared transaction takes up no other mail after that: on SQLite all who write wait for it."""

_TRIES = 3
"""A mail that could not be read so often is set aside for the GM: one never stops the others."""

_CONFLICTS = 20
"""So often another writer may come in between before a mail is left for the next poll."""

_DAY = timedelta(days=1)

_log = logging.getLogger(__name__)


def read_stored(services: Services, *, may_go_on: Callable[[], bool] = lambda: True) -> None:
    """Reads every stored mail, in the order of arrival; one that fails is left for later.

    `may_go_on` is asked before each transaction: tries are counted, so only one reader should be
    at it.
    """
    seen: set[int] = set()
    while batch := _unread(services, seen):
        learn_to_read()
        seen.update(mail.id for mail in batch)
        for tried, mails in groupby(batch, key=lambda mail: mail.tries > 0):
            read = _read_each if tried else _read_together
            if not read(services, [*mails], may_go_on):
                return


def receive(services: Services, tx: Transaction, mail: ArrivedMail) -> None:
    """One mail, from raw bytes to what became of it."""
    settings = services.settings.mail
    envelope = open_envelope(mail.raw, max_bytes=settings.max_bytes, complete=mail.complete)
    machine = machine_kind(envelope, address=settings.address)
    if machine in (None, MachineKind.LIST) and not _older_than_any_game(tx, mail):
        _receive_persons_mail(services, tx, mail, envelope, machine)
        return
    keep_decision(tx, mail, envelope, machine)
    if machine is MachineKind.BOUNCE:
        take_bounce(services, tx, mail, envelope)
    elif machine in (None, MachineKind.LIST):
        tx.mails.settle(mail.id, state="read", outcome="older_than_any_game")
    else:
        tx.mails.settle(mail.id, state="machine", outcome=machine)


def _receive_persons_mail(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    envelope: Envelope | MailProblem,
    machine: MachineKind | None,
) -> None:
    if isinstance(envelope, MailProblem):
        keep_decision(tx, mail, envelope, machine)
        refuse_mail(services, tx, mail, envelope, envelope.problem)
        return
    if (of_gm := gm_mail(services, tx, envelope)) is not None:
        keep_decision(tx, mail, envelope, machine)
        take_gm_mail(services, tx, mail, envelope, of_gm)
        return
    identity, asked = identity_of(services, tx, envelope), writers_question(services, tx, envelope)
    holder = identity.holder if asked is None else None
    read = None if holder is None else players_mail(tx, mail, envelope, identity, holder)
    keep_decision(tx, mail, envelope, machine, read)
    if asked is not None:
        take_writers_answer(services, tx, mail, envelope, asked)
    elif read is not None:
        take_players_mail(services, tx, read)
    elif identity.problem is not None and not ask_both(services, tx, mail, envelope, identity):
        refuse_mail(services, tx, mail, envelope, identity.problem, identity=identity)


def _older_than_any_game(tx: Transaction, mail: ArrivedMail) -> bool:
    """Whether a mail lay in the inbox before there was anything to write to us about.

    Within a day a clock that was set may be the reason, and a mail too many is answered.
    """
    began_at = tx.log.began_at()
    return began_at is not None and mail.arrived_at < began_at - _DAY


def _unread(services: Services, seen: set[int]) -> list[ArrivedMail]:
    """The next few, past those that failed: however many wait, few are held at a time."""
    limit = MAILS_AT_ONCE
    while True:
        with services.store.reading() as tx:
            mails = tx.mails.unread(services.mailbox, limit=limit)
        fresh = [mail for mail in mails if mail.id not in seen]
        if fresh or len(mails) < limit:
            return fresh
        limit *= 2


def _read_together(
    services: Services, mails: list[ArrivedMail], may_go_on: Callable[[], bool]
) -> bool:
    """Reads mails that were never tried, in as few transactions as time allows; False when stopped.

    Their first try is counted before: should one of them end the process, the next finds them
    tried, reads each alone, and none but that one is ever set aside.
    """
    if not may_go_on():
        return False
    with services.store.writing() as tx:
        waiting = [mail for mail in mails if tx.mails.begin_try(mail.id) and _waits(tx, mail)]
    with _fault_of_the_mail(services, waiting):
        return _read_waiting(services, waiting, may_go_on)


def _read_waiting(
    services: Services, waiting: list[ArrivedMail], may_go_on: Callable[[], bool]
) -> bool:
    if services.signatures is not None:
        for mail in [*waiting]:
            if not may_go_on():
                return False
            if not _guarded(mail, partial(_keep_signature, services, mail)):
                waiting.remove(mail)
    left = deque(waiting)
    while left:
        if not may_go_on():
            return False
        for mail in _read_some(services, left):
            if not may_go_on():
                return False
            _guarded(mail, partial(_receive, services, mail))
    return True


def _read_some(services: Services, left: deque[ArrivedMail]) -> list[ArrivedMail]:
    """Takes the first of them and reads them in one transaction; those that must be read alone."""
    taken: list[ArrivedMail] = []
    try:
        with services.store.writing() as tx:
            end = services.clock.now() + _LONGEST
            while left and services.clock.now() < end:
                taken.append(left.popleft())
                if _waits(tx, taken[-1]):
                    receive(services, tx, taken[-1])
    except DatabaseOutOfReach:
        raise
    except Exception as fault:  # noqa: BLE001 - whose fault it is tells who reads them alone
        if len(taken) > 1:
            _log.info("of %d mails each is read by itself: %s", len(taken), trail(fault))
        return taken
    return []


def _read_each(services: Services, mails: list[ArrivedMail], may_go_on: Callable[[], bool]) -> bool:
    """Reads mails one by one; False when stopped."""
    for mail in mails:
        if not may_go_on():
            return False
        _read_one(services, mail)
    return True


def _read_one(services: Services, mail: ArrivedMail) -> None:
    """One mail that was tried before; after the last try it is set aside."""
    with services.store.writing() as tx:
        tries = tx.mails.begin_try(mail.id)
        if not _waits(tx, mail):
            return
        if tries > _TRIES:
            tx.mails.settle(mail.id, state="failed", outcome="failed", note="could not be read")
            note_unread(services, tx, mail, who="", once=f"unread:{mail.id}")
            return
    with _fault_of_the_mail(services, [mail]):
        if _guarded(mail, partial(_keep_signature, services, mail)):
            _guarded(mail, partial(_receive, services, mail))


@contextmanager
def _fault_of_the_mail(services: Services, mails: list[ArrivedMail]) -> Iterator[None]:
    """No try counts in which the database failed: a full disk must not set orders aside."""
    try:
        yield
    except DatabaseOutOfReach:
        with suppress(DatabaseOutOfReach), services.store.writing() as tx:
            for mail in mails:
                tx.mails.forgive_try(mail.id)
        raise


def _guarded(mail: ArrivedMail, work: Callable[[], None]) -> bool:
    """Whether it was done: whatever is in a mail, its fault is logged and costs no other."""
    try:
        work()
    except DatabaseOutOfReach:
        raise
    except Exception as fault:  # noqa: BLE001 - a fault must cost one mail, not the inbox
        _log.error("mail %d could not be read, try %d: %s", mail.id, mail.tries + 1, trail(fault))
        return False
    return True


def _keep_signature(services: Services, mail: ArrivedMail) -> None:
    """What the writer's signature says by today's key; no transaction waits for DNS meanwhile."""
    settings, signatures = services.settings.mail, services.signatures
    if signatures is None or mail.signature is not None or not mail.complete:
        return
    envelope = open_envelope(mail.raw, max_bytes=settings.max_bytes)
    if envelope.sender is None or machine_kind(envelope, address=settings.address) is not None:
        return
    verdict = signatures.check(mail.raw, sender=envelope.sender)
    with services.store.writing() as tx:
        tx.mails.keep_signature(mail.id, verdict)


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
