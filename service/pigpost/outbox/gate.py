"""The one gate of all mail: whether it may go out, and to which address.

Everything that sends comes through `queue`, and `queue` asks here. So an address that takes no mail
gets none from anywhere, and no two machines answer each other for ever.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias

from pigpost.outbox.letterhead import GM
from pigpost.outbox.our_addresses import bounce_keys, bounce_pattern, game_named, is_games_mailbox
from pigpost.ports import NewMail, Services, Transaction
from pigpost.results.letters import Reminder

UNSUBSCRIBABLE = frozenset((Reminder.KIND,))
"""Kinds that one can do without, and that QUIET or one click stops."""

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


class Barred(StrEnum):
    """Why a mail does not go."""

    NO_ADDRESS = "no_address"
    MACHINE = "machine"
    OWN_ADDRESS = "own_address"
    UNSUBSCRIBED = "unsubscribed"
    OVER_BUDGET = "over_budget"
    BOUNCED = "bounced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What is known of a mail that is to be answered.

    `machine`: no person waits for the answer. `known`: the address is a player's. `proven`: the mail
    shows that it is he who wrote it. `by_hand`: a person answers, whom no budget binds.
    """

    machine: bool
    known: bool
    proven: bool
    by_hand: bool = False


Passed: TypeAlias = str
"""The address that the mail goes to."""


def passed(
    services: Services,
    tx: Transaction,
    new: NewMail,
    *,
    quiet: bool = False,
    reply: Reply | None = None,
) -> Passed | Barred:
    """The address for a mail, or why it does not go. `quiet`: the reader wants what he needs alone.

    Who decides is written to even where mail came back: nobody else could be told of it, and without
    a code or a link he has no way in.
    """
    if not new.recipient:
        return Barred.NO_ADDRESS
    if reply is not None and reply.machine:
        return Barred.MACHINE
    if _is_ours(services, tx, new.recipient):
        return Barred.OWN_ADDRESS
    if quiet and new.kind in UNSUBSCRIBABLE:
        return Barred.UNSUBSCRIBED
    if (
        reply is not None
        and not reply.by_hand
        and not _within_budget(services, tx, new.recipient, reply)
    ):
        return Barred.OVER_BUDGET
    decides = new.seat == GM
    address = new.recipient if decides else open_address(tx, new.person, new.recipient)
    return address or Barred.BOUNCED


def open_address(tx: Transaction, person: str | None, address: str) -> str | None:
    """The address, or else another one of the person that mail has not come back from."""
    if not tx.bounces.blocks(address):
        return address
    others = [] if person is None else tx.projections.addresses_of(person)
    return next((other for other in others if not tx.bounces.blocks(other)), None)


def _is_ours(services: Services, tx: Transaction, address: str) -> bool:
    """Whether the mail would come back to ourselves."""
    mail = services.settings.mail
    if is_games_mailbox(mail.address, address) or any(bounce_keys(bounce_pattern(mail), [address])):
        return True
    game = game_named(mail.address, address)
    return game is not None and tx.projections.game(game) is not None


def _within_budget(services: Services, tx: Transaction, recipient: str, reply: Reply) -> bool:
    """Half of a player's budget is kept for mails that are proven to be his, half of all for players.

    Else whoever writes his name into From, or many names, could use up the answers meant for him.
    """
    now, limits = services.clock.now(), services.settings.mail
    in_all = limits.answers_per_hour_in_all
    most_in_all = in_all if reply.known else max(1, in_all // 2)
    if tx.outbox.answers_since(None, now - _HOUR) >= most_in_all:
        return False
    if not reply.known:
        return tx.outbox.answers_since(recipient, now - _DAY) < limits.stranger_answers_per_day
    most = limits.answers_per_hour if reply.proven else max(1, limits.answers_per_hour // 2)
    return tx.outbox.answers_since(recipient, now - _HOUR) < most
