"""A command with all that carrying it out needs."""

from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.events.types import Event
from pigpost.intake.accept_order import Written
from pigpost.intake.known import players_of
from pigpost.intake.words import without_orders
from pigpost.orders.reading import Command
from pigpost.outbox.letterhead import gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import OutgoingMail, Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import Done, GmNote


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command with everything that carrying it out needs."""

    services: Services
    tx: Transaction
    state: GameState
    command: Command
    written: Written
    words: str
    mail: int
    answered: OutgoingMail | None
    """The mail of ours that the command answers, where that is proven."""

    def note_gm(self, what: str) -> None:
        """Tells the GM, but no order."""
        players, me = players_of(self.state), self.written.seat
        note = GmNote(
            head=gm_head(self.services, self.state),
            what=what,
            who=self.state.seats[self.written.seat].person.name,
            words=without_orders(self.words, players=players, me=me),
            mail=self.mail,
        )
        tell_gm(self.services, self.tx, note)

    def append(self, event: Event) -> None:
        """Records what was done, once for this item of this mail."""
        append_events(self.tx, self.state, event, idem=self.written.idem)

    def done(self, what: str) -> Done:
        """The letter that says what was done and what now stands."""
        after = game_state(self.tx, self.state.id)
        return Done(
            head=self.written.head,
            what=what,
            due=due(after, self.services.clock.now()),
            stands=standing_order(after, self.written.seat),
        )
