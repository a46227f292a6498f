"""Letters become rows of the outbox, in the transaction of what they tell, if the gate lets them."""

from contextlib import suppress
from dataclasses import replace

from pigpost.errors import TooLate
from pigpost.outbox.compose import Answering, SiteFacts, compose
from pigpost.outbox.gate import Barred, Reply, passed
from pigpost.outbox.letterhead import GM, current_key
from pigpost.outbox.our_addresses import bounce_pattern
from pigpost.ports import Composed, NewMail, SeatHolder, Services, Transaction
from pigpost.results.letters import Digest, GmNote, Letter, LoginLink


def tell_player(
    services: Services,
    tx: Transaction,
    letter: Letter,
    holder: SeatHolder,
    *,
    asks_round: int | None,
    once: str | None = None,
) -> None:
    """A mail to a player that is not an answer. With `once` it is sent at most one time.

    Who has no address, as a house player, is told nothing.
    """
    new = NewMail(
        game=holder.game,
        person=holder.person,
        seat=holder.seat,
        kind=letter.KIND,
        asks_round=asks_round,
        recipient=holder.address,
        answers=None,
        key_id=services.keys.key_id,
        once=once,
    )
    _put_once(services, tx, letter, new, quiet=holder.quiet)


def tell_gm(
    services: Services,
    tx: Transaction,
    note: GmNote | Digest | LoginLink,
    *,
    once: str | None = None,
) -> None:
    """A note to the game master. With `once` it is sent at most one time."""
    tell_at(services, tx, note, services.settings.site.gm, once=once)


def tell_at(
    services: Services,
    tx: Transaction,
    note: GmNote | Digest | LoginLink,
    address: str,
    *,
    seat: str = GM,
    once: str | None = None,
) -> None:
    """A note to somebody who decides: the game master, his deputy, the ombudsman.

    `seat` is another one for who decides nothing.
    """
    new = NewMail(
        game=note.head.game or None,
        person=None,
        seat=seat,
        kind=note.KIND,
        asks_round=None,
        recipient=address,
        answers=None,
        key_id=services.keys.key_id,
        once=once,
    )
    _put_once(services, tx, note, new)


def once_a_day(services: Services, what: str) -> str:
    """The `once` of a note that strangers can cause: they must not be able to flood the GM."""
    return f"{what}:{services.clock.now():%Y-%m-%d}"


def answer(
    services: Services,
    tx: Transaction,
    letter: Letter,
    new: NewMail,
    answering: Answering,
    *,
    reply: Reply,
) -> Barred | None:
    """The one answer to a mail, or why there is none; `TooLate` when it has been answered."""
    address = passed(services, tx, new, reply=reply)
    if isinstance(address, Barred):
        return address
    _put(services, tx, letter, replace(new, recipient=address), answering)
    return None


def _put_once(
    services: Services, tx: Transaction, letter: Letter, new: NewMail, *, quiet: bool = False
) -> None:
    if new.once is not None and tx.outbox.has(new.once):
        return
    address = passed(services, tx, new, quiet=quiet)
    if isinstance(address, Barred):
        return
    with suppress(TooLate):  # somebody else put it since we looked
        _put(services, tx, letter, replace(new, recipient=address), None)


def _put(
    services: Services,
    tx: Transaction,
    letter: Letter,
    new: NewMail,
    answering: Answering | None,
) -> None:
    """Has the mail written and signed for its row: from then on its bytes are fixed."""
    now, settings = services.clock.now(), services.settings
    site = SiteFacts(
        domain=settings.domain,
        name=settings.site.name,
        return_path=bounce_pattern(settings.mail),
    )

    def written(outbox_id: int) -> Composed:
        mail = compose(
            letter,
            new=new,
            outbox_id=outbox_id,
            site_key=current_key(services),
            site=site,
            now=now,
            answering=answering,
        )
        signer = services.signer
        return mail if signer is None else replace(mail, message=signer.sign(mail.message))

    tx.outbox.put(new, compose=written, now=now)
