"""A command with all that carrying it out needs."""

from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.events.types import Event
from pigpost.intake.accept_order import Written
from pigpost.intake.known import reader_for
from pigpost.intake.words import without_orders
from pigpost.orders.reading import Command
from pigpost.outbox.letterhead import gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import OutgoingMail, Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import Done, GmNote, Noted


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command with everything that carrying it out needs."""

    services: Services
    tx: Transaction
    state: GameState
    command: Command
    written: Written
    words: str
    mail: int | None
    """None: it was asked at the desk."""
    answered: OutgoingMail | None
    """The mail of ours that the command answers, where that is proven."""

    def note_gm(self, what: str) -> None:
        """Tells the GM, but no order."""
        read = reader_for(self.state, self.written.seat)
        note = GmNote(
            head=gm_head(self.services, self.state),
            what=what,
            who=self.state.seats[self.written.seat].person.name,
            words=without_orders(self.words, read=read),
            mail=self.mail,
        )
        tell_gm(self.services, self.tx, note)

    def append(self, *events: Event) -> None:
        """Records what was done, once for this item of this mail."""
        append_events(self.tx, self.state, *events, idem=self.written.idem)

    def text(self, name: str) -> str | None:
        """What the command says under that name, if anything."""
        value = self.command.args.get(name)
        return value if isinstance(value, str) else None

    def number(self, name: str) -> int | None:
        """The same as a number."""
        value = self.text(name)
        return int(value) if value is not None and value.isdecimal() else None

    def noted(self, what: str, *, names: tuple[str, ...] = (), number: int | None = None) -> Noted:
        """The letter that says what was noted, or why it can't be, and what now stands."""
        after = game_state(self.tx, self.state.id)
        return Noted(
            head=self.written.head,
            what=what,
            due=due(after, self.services.clock.now()),
            stands=standing_order(after, self.written.seat),
            names=names,
            number=number,
        )

    def done(self, what: str) -> Done:
        """The letter that says what was done and what now stands."""
        after = game_state(self.tx, self.state.id)
        return Done(
            head=self.written.head,
            what=what,
            due=due(after, self.services.clock.now()),
            stands=standing_order(after, self.written.seat),
        )
