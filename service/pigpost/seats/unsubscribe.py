"""One click in a mail: no more of what its reader can do without, as QUIET does; nobody loses a seat."""

from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.events.types import Mailed, RequestNoted
from pigpost.games.kinds import Seat, seat_from_label, seat_label
from pigpost.outbox.letterhead import GM, STRANGER, gm_head
from pigpost.outbox.one_click import is_right, row_named
from pigpost.outbox.queue import tell_gm
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.letters import GmNote

_NO_MAIL = 0
"""Stands for the UID where no mail has asked."""

_WORDS = "by one click in a mail"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminders:
    """What a key of a mail is good for: the reminders of a game, and whether they are off."""

    title: str
    off: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OneClick:
    """Unsubscribing as pages may do it: with a key, and with nothing else."""

    services: Services

    def look(self, token: str) -> Reminders | None:
        """What the key is good for; None for one that is none. Nothing is changed."""
        with self.services.store.reading() as tx:
            found = _found(self.services, tx, token)
        return None if found is None else _told(*found)

    def stop(self, token: str) -> Reminders | None:
        """Stops the reminders; again and again is the same as once. None as above.

        `LogConflict` when the game has gone on meanwhile.
        """
        with self.services.store.writing() as tx:
            found = _found(self.services, tx, token)
            if found is None:
                return None
            state, seat = found
            if not state.seats[seat].quiet:
                _be_quiet(self.services, tx, state, seat)
        return Reminders(title=state.title, off=True)


def _told(state: GameState, seat: Seat) -> Reminders:
    return Reminders(title=state.title, off=state.seats[seat].quiet)


def _found(services: Services, tx: Transaction, token: str) -> tuple[GameState, Seat] | None:
    """The game and the seat behind a key, as long as its reader sits there."""
    number = row_named(token)
    row = None if number is None else tx.outbox.get(number)
    if row is None or row.game is None or row.seat in (None, GM, STRANGER):
        return None
    if not is_right(token, row, services.keys):
        return None
    state, seat = game_state(tx, row.game), seat_from_label(row.seat or "")
    holder = state.seats.get(seat)
    return (state, seat) if holder is not None and holder.person.id == row.person else None


def _be_quiet(services: Services, tx: Transaction, state: GameState, seat: Seat) -> None:
    now, holder = services.clock.now(), state.seats[seat]
    event = RequestNoted(
        at=now,
        by=seat_label(seat),
        round=state.round,
        request="quiet",
        arrived_at=now,
        uid=_NO_MAIL,
        personal=Mailed(words=_WORDS, mail_sha256="", sender="", dated=""),
    )
    append_events(tx, state, event)
    note = GmNote(
        head=gm_head(services, state), what="quiet", who=holder.person.name, words="", mail=None
    )
    tell_gm(services, tx, note)
