"""The demo's game: bots at their mailboxes, and a look at the log now and then."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pigpost.adapters.entropy import SeededEntropy
from pigpost.audit.games import game_state
from pigpost.cli.demo_bots import Bot
from pigpost.cli.demo_table import GAME, Stage, lay_the_table, site_of
from pigpost.cli.export import exported
from pigpost.cli.running import Running, running
from pigpost.cli.tables import ENGLISH
from pigpost.errors import MailOutOfReach, PigpostError, TooLate
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.replay.verify import verify
from pigpost.results.story import headline
from pigpost.rounds.run_now import close_now
from pigpost.rounds.start import start_game
from pigpost.rounds.tell import sheet_of

_LOOK_SECONDS = 0.15
_PATIENCE_LOOKS = 2000
"""A game of bots in which nothing happened for so many looks has failed."""


@dataclass(slots=True, kw_only=True)
class _Show:
    """A demo that runs. `told` is how many rounds have been told on the terminal."""

    stage: Stage
    service: Running
    bots: list[Bot]
    told: int = 0

    def state(self) -> GameState:
        with self.service.services.store.reading() as tx:
            return game_state(tx, GAME)

    def until(self, reached: Callable[[GameState], bool]) -> None:
        """Lets the bots play until the game is so far, or somebody stops the demo."""
        version, looks = 0, 0
        while not self.stage.stopped.wait(_LOOK_SECONDS):
            state = self.state()
            self.tell(state)
            if reached(state):
                return
            looks = 0 if state.version != version else looks + 1
            version = state.version
            if looks > _PATIENCE_LOOKS and not self.stage.guest:
                raise PigpostError("the demo's game stands still")
            if self.stage.guest:
                self.wait_for_no_bot(state)
            for bot in self.bots:
                # A bot that can't reach its mailbox looks again in a moment, as people do.
                with suppress(MailOutOfReach):
                    bot.read_and_answer()

    def wait_for_no_bot(self, state: GameState) -> None:
        """The GM closes a round in which nobody is missing but a bot that never will write."""
        current = state.current
        if state.phase is not Phase.OPEN or current is None:
            return
        seats = state.standings.participants
        silent = {state.seats[s].person.name for s in seats if current.standing(s) is None}
        misses = {
            name for name, bot in self.stage.strategies.items() if bot.misses == current.round
        }
        if silent and silent <= misses and current.deadline > self.service.services.clock.now():
            reason = f"no order of {', '.join(silent)} will come"
            with suppress(TooLate):  # it has just been sealed
                close_now(self.service.services, GAME, round=current.round, reason=reason)

    def tell(self, state: GameState) -> None:
        """A line for each round that was thrown since."""
        for thrown in state.thrown[self.told :]:
            sheet = sheet_of(state, thrown)
            self.stage.say(f"round {sheet.round}: {headline(sheet, ENGLISH)}")
        self.told = len(state.thrown)

    def until_sent(self) -> None:
        """Waits for the last mails to leave."""
        for _ in range(_PATIENCE_LOOKS):
            with self.service.services.store.reading() as tx:
                if not tx.outbox.counts().get("queued"):
                    return
            if self.stage.stopped.wait(_LOOK_SECONDS):
                return

    def finished(self, state: GameState) -> bool:
        """Whether the game, or the part that was asked for, has been played."""
        wanted = self.stage.rounds
        return state.phase is Phase.OVER or (wanted is not None and len(state.thrown) >= wanted)


def play(stage: Stage) -> dict[str, Any]:
    """Plays the game and checks its export; the summary that the command prints."""
    entropy = None if stage.seed is None else SeededEntropy(stage.seed)
    with running(site_of(stage), entropy=entropy) as service:
        show = _Show(stage=stage, service=service, bots=lay_the_table(stage, service))
        show.until(lambda state: not _waiting_for_an_answer(state))
        if not stage.stopped.is_set():
            start_game(service.services, GAME)
        show.until(show.finished)
        show.until_sent()
        summary = _summary(show)
        if stage.guest and not stage.stopped.is_set():
            stage.say("That was it. Everything stays up; Ctrl-C stops it.")
            stage.stopped.wait()
    return summary


def _waiting_for_an_answer(state: GameState) -> bool:
    return any(seat.status is SeatStatus.INVITED for seat in state.seats.values())


def _summary(show: _Show) -> dict[str, Any]:
    services, directory = show.service.services, show.stage.directory
    file = directory / f"{GAME}.zip"
    file.write_bytes(exported(services.store, services.settings, GAME))
    with file.open("rb") as lines:
        verified = all(finding.good for finding in verify(lines))
    state = show.state()
    with services.store.reading() as tx:
        entries, mails_in = tx.log.head().size, sum(tx.mails.counts().values())
        mails_out = tx.outbox.counts().get("sent", 0)
        refusals = sum(entry.type == "OrderRefused" for entry in tx.log.entries(f"game-{GAME}"))
    return {
        "game": GAME,
        "kind": state.settings.kind.value,
        "form": state.settings.form.value,
        "rounds": len(state.thrown),
        "entries": entries,
        "mails_in": mails_in,
        "mails_out": mails_out,
        "refusals": refusals,
        "defaults": sum(len(thrown.event.result["defaulted"]) for thrown in state.thrown),
        "verified": verified,
        "directory": str(directory),
    }
