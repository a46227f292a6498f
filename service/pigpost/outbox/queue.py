"""Letters become rows of the outbox, in the transaction of what they tell."""

from contextlib import suppress

from pigpost.errors import TooLate
from pigpost.outbox.compose import Answering, SiteFacts, compose
from pigpost.outbox.letterhead import GM, current_key
from pigpost.ports import Composed, NewMail, SeatHolder, Services, Transaction
from pigpost.results.letters import GmNote, Letter


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
    if not holder.address:
        return
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
    _put_once(services, tx, letter, new)


def tell_gm(services: Services, tx: Transaction, note: GmNote, *, once: str | None = None) -> None:
    """A note to the game master. With `once` it is sent at most one time."""
    new = NewMail(
        game=note.head.game or None,
        person=None,
        seat=GM,
        kind=note.KIND,
        asks_round=None,
        recipient=services.settings.site.gm,
        answers=None,
        key_id=services.keys.key_id,
        once=once,
    )
    _put_once(services, tx, note, new)


def once_a_day(services: Services, what: str) -> str:
    """The `once` of a note that strangers can cause: they must not be able to flood the GM."""
    return f"{what}:{services.clock.now():%Y-%m-%d}"


def answer(
    services: Services, tx: Transaction, letter: Letter, new: NewMail, answering: Answering
) -> None:
    """The one answer to a mail; `TooLate` when it has been answered."""
    _put(services, tx, letter, new, answering)


def _put_once(services: Services, tx: Transaction, letter: Letter, new: NewMail) -> None:
    if new.once is not None and tx.outbox.has(new.once):
        return
    with suppress(TooLate):  # somebody else put it since we looked
        _put(services, tx, letter, new, None)


def _put(
    services: Services,
    tx: Transaction,
    letter: Letter,
    new: NewMail,
    answering: Answering | None,
) -> None:
    now = services.clock.now()
    site = SiteFacts(domain=services.settings.domain, name=services.settings.site.name)

    def written(outbox_id: int) -> Composed:
        return compose(
            letter,
            new=new,
            outbox_id=outbox_id,
            site_key=current_key(services),
            site=site,
            now=now,
            answering=answering,
        )

    tx.outbox.put(new, compose=written, now=now)
