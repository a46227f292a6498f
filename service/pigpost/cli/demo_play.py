"""The demo's game: a site of its own, bots at their mailboxes, and a look at the log now and then."""

import json
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pigpost.adapters.entropy import SeededEntropy
from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.smtp import SmtpSender
from pigpost.audit.games import game_state
from pigpost.cli.demo_bots import STRATEGIES, Bot
from pigpost.cli.export import exported
from pigpost.cli.init import make_site
from pigpost.cli.running import Running, running
from pigpost.cli.tables import ENGLISH
from pigpost.config import Settings, read_settings
from pigpost.errors import MailOutOfReach, PigpostError, TooLate
from pigpost.games import kinds
from pigpost.games.outcomes import default_weights
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.replay.verify import verify
from pigpost.results.story import headline
from pigpost.rounds.run_now import close_now
from pigpost.rounds.start import start_game
from pigpost.rounds.tell import sheet_of
from pigpost.seats.create import create_game
from pigpost.seats.invite import NewPlayer, add_player

_GAME = "spring-pigs"
_GUEST = "Guest"
_BOTS_ONLY, _WITH_GUEST = "every 8 seconds", "every 15 minutes"
_LOOK_SECONDS = 0.15
_PATIENCE_LOOKS = 2000
"""A game of bots in which nothing happened for so many looks has failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What was asked for: where everything is kept, who plays, how long, and how to talk."""

    directory: Path
    guest: bool
    rounds: int | None
    seed: str | None
    web_port: int
    say: Callable[[str], None]
    stopped: threading.Event


@dataclass(slots=True, kw_only=True)
class _Show:
    """A demo that runs. `told` is how many rounds have been told on the terminal."""

    stage: Stage
    service: Running
    bots: list[Bot] = field(default_factory=list)
    told: int = 0

    def state(self) -> GameState:
        with self.service.services.store.reading() as tx:
            return game_state(tx, _GAME)

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
        misses = {name for name, bot in STRATEGIES.items() if bot.misses == current.round}
        if silent and silent <= misses and current.deadline > self.service.services.clock.now():
            reason = f"no order of {', '.join(silent)} will come"
            with suppress(TooLate):  # it has just been sealed
                close_now(self.service.services, _GAME, round=current.round, reason=reason)

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
    with running(_site(stage), entropy=entropy) as service:
        show = _Show(stage=stage, service=service)
        _lay_the_table(show)
        show.until(lambda state: not _waiting_for_an_answer(state))
        if not stage.stopped.is_set():
            start_game(service.services, _GAME)
        show.until(show.finished)
        show.until_sent()
        summary = _summary(show)
        if stage.guest and not stage.stopped.is_set():
            stage.say("That was it. Everything stays up; Ctrl-C stops it.")
            stage.stopped.wait()
    return summary


def _site(stage: Stage) -> Settings:
    file = make_site(
        stage.directory,
        name="Pigpost demo",
        gm="gm@localhost",
        gm_name="Alison",
        timezone="UTC",
    )
    settings = read_settings(file)
    embedded = settings.mail.embedded.model_copy(update={"imap_port": 0, "smtp_port": 0})
    mail = settings.mail.model_copy(
        update={"embedded": embedded, "answers_per_hour": 1000, "poll_seconds": 1.0}
    )
    rounds = settings.rounds.model_copy(update={"tick_seconds": 1.0, "early_delay_seconds": 0})
    web = settings.web.model_copy(update={"port": stage.web_port})
    return settings.model_copy(update={"mail": mail, "rounds": rounds, "web": web})


def _lay_the_table(show: _Show) -> None:
    """Mailboxes for all, the game, the invitations, and a note of where everything is."""
    services, stage = show.service.services, show.stage
    mailboxes = {name: _mailbox(show, name) for name in [*STRATEGIES, "gm"]}
    show.bots = [_bot(show, name, *mailboxes[name]) for name in STRATEGIES]
    create_game(
        services,
        _GAME,
        title="Spring Pigs",
        settings=kinds.Settings(weights=default_weights(kinds.Piggyback.WIPE)),
        schedule=_WITH_GUEST if stage.guest else _BOTS_ONLY,
        timezone="UTC",
        identity="address",
        early=True,
        invited=[_player(name, mailboxes[name][0]) for name in STRATEGIES],
    )
    if stage.guest:
        mailboxes[_GUEST] = _mailbox(show, _GUEST)
        add_player(services, _GAME, _player(_GUEST, mailboxes[_GUEST][0]))
        _write_note(show, mailboxes)
    stage.say(_where(show, mailboxes))


def _mailbox(show: _Show, name: str) -> tuple[str, str]:
    """Address and password of a new local mailbox."""
    address, password = f"{name.lower()}@localhost", secrets.token_urlsafe(9)
    if show.service.office is None:
        raise PigpostError("the demo needs the embedded post office")
    show.service.office.add_mailbox(address, password)
    return address, password


def _player(name: str, address: str) -> NewPlayer:
    return NewPlayer(name=name, address=address, language="en", timezone="UTC")


def _bot(show: _Show, name: str, address: str, password: str) -> Bot:
    embedded = show.service.services.settings.mail.embedded
    return Bot(
        name=name,
        address=address,
        strategy=STRATEGIES[name],
        door=ImapDoor(
            host="127.0.0.1",
            port=embedded.imap_port,
            tls=False,
            user=address,
            password=password,
        ),
        sender=SmtpSender(host="127.0.0.1", port=embedded.smtp_port, security="none"),
        clock=show.service.services.clock,
    )


def _write_note(show: _Show, mailboxes: dict[str, tuple[str, str]]) -> None:
    """`demo.json`: where a mail client, a browser or a script finds everything.

    It holds passwords, so it is for its owner's eyes; who waits for it never sees half of it.
    """
    settings = show.service.services.settings
    note = {
        "web": show.service.web_url,
        "smtp": {"host": "127.0.0.1", "port": settings.mail.embedded.smtp_port},
        "imap": {"host": "127.0.0.1", "port": settings.mail.embedded.imap_port},
        "game": _GAME,
        "address": settings.game_address(_GAME),
        "players": [
            {
                "name": name,
                "address": address,
                "password": password,
                "bot": STRATEGIES[name].label if name in STRATEGIES else None,
            }
            for name, (address, password) in mailboxes.items()
            if name != "gm"
        ],
    }
    fresh = show.stage.directory / "demo.json.fresh"
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps(note, indent=2) + "\n", "utf-8")
    fresh.replace(show.stage.directory / "demo.json")


def _where(show: _Show, mailboxes: dict[str, tuple[str, str]]) -> str:
    settings = show.service.services.settings
    embedded = settings.mail.embedded
    lines = [
        f"audit view   {show.service.web_url}/g/{_GAME}",
        f"mail         {settings.game_address(_GAME)}",
        f"             SMTP 127.0.0.1:{embedded.smtp_port}, IMAP 127.0.0.1:{embedded.imap_port}",
    ]
    if _GUEST in mailboxes:
        address, password = mailboxes[_GUEST]
        server, game = f"127.0.0.1:{embedded.smtp_port}", settings.game_address(_GAME)
        sent = f"swaks --server {server} --from {address} --to {game} --body 'THROWS 3'"
        lines += [
            f"your seat    {address}, password {password}",
            f"             all in {show.stage.directory / 'demo.json'}",
            "your turn    mail an order to the game; the round is thrown when it is in, as with:",
            f"             {sent}",
            "             Ctrl-C ends the demo",
        ]
    return "\n".join(lines)


def _waiting_for_an_answer(state: GameState) -> bool:
    return any(seat.status is SeatStatus.INVITED for seat in state.seats.values())


def _summary(show: _Show) -> dict[str, Any]:
    services, directory = show.service.services, show.stage.directory
    file = directory / f"{_GAME}.zip"
    file.write_bytes(exported(services.store, services.settings, _GAME))
    with file.open("rb") as lines:
        verified = all(finding.good for finding in verify(lines))
    state = show.state()
    with services.store.reading() as tx:
        entries, mails_in = tx.log.head().size, sum(tx.mails.counts().values())
        mails_out = tx.outbox.counts().get("sent", 0)
        refusals = sum(entry.type == "OrderRefused" for entry in tx.log.entries(f"game-{_GAME}"))
    return {
        "game": _GAME,
        "rounds": len(state.thrown),
        "entries": entries,
        "mails_in": mails_in,
        "mails_out": mails_out,
        "refusals": refusals,
        "defaults": sum(len(thrown.event.result["defaulted"]) for thrown in state.thrown),
        "verified": verified,
        "directory": str(directory),
    }
