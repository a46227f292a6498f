"""A mail of ours came back: its row, its address, its game and the GM are told. Nobody is answered."""

from collections.abc import Iterator
from dataclasses import replace

from pigpost.audit.games import append_events, game_state
from pigpost.events.types import MailBounced, Mailed
from pigpost.intake.bounce import Fate, Report, read_report
from pigpost.intake.envelope import MailHead
from pigpost.intake.fingerprint import mail_hash
from pigpost.outbox.gate import open_address
from pigpost.outbox.letterhead import GM, STRANGER, gm_head
from pigpost.outbox.message_ids import bounce_key, find_ours, same, without_keys
from pigpost.outbox.our_addresses import bounce_keys, bounce_pattern
from pigpost.outbox.queue import once_a_day, tell_gm
from pigpost.ports import ArrivedMail, OutgoingMail, Services, Transaction
from pigpost.results.letters import GmNote

_SOFT_ALARM = 3
"""So many mails that came back for now are worth a look."""


def take_bounce(services: Services, tx: Transaction, mail: ArrivedMail, head: MailHead) -> None:
    """Does what a report asks for, if it names a mail of ours and proves that it had it."""
    report = read_report(mail.raw)
    report = replace(report, words=without_keys(report.words))
    row = _returned(services, tx, head, report)
    if row is None:
        _settle(tx, mail, "of no mail of ours", None)
    elif report.fate is Fate.NO_FAILURE or _is_of_an_earlier_address(row, report):
        _settle(tx, mail, f"mail {row.id} is not lost: {report.words}", row)
    else:
        _take(services, tx, mail, head, report, row)
        _settle(tx, mail, f"mail {row.id} came back ({report.fate}): {report.words}", row)


def _settle(tx: Transaction, mail: ArrivedMail, note: str, row: OutgoingMail | None) -> None:
    game, person = (None, None) if row is None else (row.game, row.person)
    tx.mails.settle(mail.id, state="machine", outcome="bounce", note=note, game=game, person=person)


def _returned(
    services: Services, tx: Transaction, head: MailHead, report: Report
) -> OutgoingMail | None:
    """The mail of ours that came back: by where the report was sent to, else by what it returns."""
    pattern = bounce_pattern(services.settings.mail)
    for outbox_id, key in bounce_keys(pattern, head.recipients):
        row = tx.outbox.get(outbox_id)
        site_key = None if row is None else services.keys.site_key(row.key_id)
        if site_key is not None and same(key, bounce_key(site_key=site_key, outbox_id=outbox_id)):
            return row
    return next(_by_message_id(tx, report), None)


def _by_message_id(tx: Transaction, report: Report) -> Iterator[OutgoingMail]:
    for message_id in report.message_ids:
        for ours in find_ours(message_id):
            row = tx.outbox.get(ours.outbox_id)
            if row is not None and same(row.message_id, message_id):
                yield row


def _is_of_an_earlier_address(row: OutgoingMail, report: Report) -> bool:
    """Whether the mail has gone to another address since, and the report is about the one before."""
    named = {recipient.casefold() for recipient in report.recipients}
    return bool(row.resends and named and row.recipient.casefold() not in named)


def _take(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    head: MailHead,
    report: Report,
    row: OutgoingMail,
) -> None:
    """Once for each mail that came back, however many reports there are of it."""
    hard, now = report.fate is Fate.HARD, services.clock.now()
    if not tx.outbox.bounced(row.id, hard=hard, words=report.words, now=now):
        return
    was_blocked = tx.bounces.blocks(row.recipient)
    known = tx.bounces.bounced(row.recipient, hard=hard, words=report.words, now=now)
    if row.game is not None and _sits_there(tx, row):
        _record(services, tx, mail, head, report, row)
    other = open_address(tx, row.person, row.recipient) if hard else None
    if other is not None:
        tx.outbox.send_again(row.id, now=now, recipient=other)
    if (hard and not was_blocked) or (not hard and known.soft % _SOFT_ALARM == 0):
        _tell_gm(services, tx, mail, report, row)


def _sits_there(tx: Transaction, row: OutgoingMail) -> bool:
    """Whether the mail was to a player, who still is the one in that seat."""
    if row.game is None or row.seat in (None, GM, STRANGER):
        return False
    holder = tx.projections.holder(row.game, row.seat or "")
    return holder is not None and holder.person == row.person


def _record(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    head: MailHead,
    report: Report,
    row: OutgoingMail,
) -> None:
    state = game_state(tx, row.game or "")
    event = MailBounced(
        at=services.clock.now(),
        by="service",
        round=row.asks_round,
        seat=row.seat or "",
        kind=row.kind,
        hard=report.fate is Fate.HARD,
        arrived_at=mail.arrived_at,
        personal=Mailed(
            words=report.words,
            mail_sha256=mail_hash(mail.raw),
            sender=head.sender_as_written,
            dated=head.dated,
        ),
    )
    append_events(tx, state, event, idem=f"mail:{mail.mailbox}:{mail.sha256}:1")


def _tell_gm(
    services: Services, tx: Transaction, mail: ArrivedMail, report: Report, row: OutgoingMail
) -> None:
    """Of an answer only its kind is shown: its subject is the player's, and may be a sealed order."""
    if row.seat == GM:
        return
    which = row.subject if row.answers is None else row.kind.replace("_", " ")
    note = GmNote(
        head=gm_head(services, None),
        what="bounced" if report.fate is Fate.HARD else "bounced_softly",
        who=row.recipient,
        words=f"{which}: {report.words}",
        mail=row.id,
    )
    strangers = once_a_day(services, "bounced:strangers")
    once = strangers if row.person is None else f"bounced:{mail.id}"
    tell_gm(services, tx, note, once=once)
