"""The demo's table: its site, the game, a mailbox for everybody, and a note of where all is."""

import json
import os
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.smtp import SmtpSender
from pigpost.cli.demo_bots import Bot
from pigpost.cli.demo_strategies import Strategy, strategies
from pigpost.cli.init import make_site
from pigpost.cli.running import Running
from pigpost.config import Settings, read_settings
from pigpost.errors import ConfigError, PigpostError
from pigpost.games.kinds import Kind
from pigpost.games.kinds import Settings as GameSettings
from pigpost.seats.create import create_game
from pigpost.seats.house_players import HousePlayer, add_house_players
from pigpost.seats.invite import NewPlayer, add_player

GAME = "spring-pigs"
_GUEST = "Guest"
_DATABASE = "PIGPOST_DATABASE"
"""So begins the name of the variable, in letters of any case: of the section, or of its key."""
_BOTS_ONLY, _WITH_GUEST = "every 8 seconds", "every 15 minutes"

_Mailboxes: TypeAlias = dict[str, tuple[str, str]]
"""Name -> address and password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What was asked for: where everything is kept, which game, who plays, and how to talk.

    `house` are the bots that sit in besides those who write mails.
    """

    directory: Path
    settings: GameSettings
    guest: bool
    house: tuple[str, ...]
    rounds: int | None
    seed: str | None
    web_port: int
    say: Callable[[str], None]
    stopped: threading.Event

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """Who writes mails, and what."""
        return strategies(self.settings)


def site_of(stage: Stage) -> Settings:
    """The demo's own configuration, made in its folder; ports are taken as they are free.

    `ConfigError` where the environment names a database: its log would have the demo for ever.
    """
    if named := [name for name in os.environ if name.upper().startswith(_DATABASE)]:
        raise ConfigError(f"the demo has a database of its own: unset {named[0]} first")
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


def lay_the_table(stage: Stage, service: Running) -> list[Bot]:
    """Mailboxes for all, the game, the invitations, and a note; who plays by mail."""
    services = service.services
    mailboxes = {name: _mailbox(service, name) for name in [*stage.strategies, "gm"]}
    create_game(
        services,
        GAME,
        title="Spring Pigs",
        settings=stage.settings,
        schedule=_WITH_GUEST if stage.guest else _BOTS_ONLY,
        timezone="UTC",
        identity="address",
        early=True,
        invited=[_player(name, mailboxes[name][0]) for name in stage.strategies],
    )
    add_house_players(services, GAME, [HousePlayer(plays=bot) for bot in stage.house])
    if stage.guest:
        mailboxes[_GUEST] = _mailbox(service, _GUEST)
        add_player(services, GAME, _player(_GUEST, mailboxes[_GUEST][0]))
        _write_note(stage, service, mailboxes)
    stage.say(_where(stage, service, mailboxes))
    return [_bot(stage, service, name, *mailboxes[name]) for name in stage.strategies]


def _mailbox(service: Running, name: str) -> tuple[str, str]:
    """Address and password of a new local mailbox."""
    address, password = f"{name.lower()}@localhost", secrets.token_urlsafe(9)
    if service.office is None:
        raise PigpostError("the demo needs the embedded post office")
    service.office.add_mailbox(address, password)
    return address, password


def _player(name: str, address: str) -> NewPlayer:
    return NewPlayer(name=name, address=address, language="en", timezone="UTC")


def _bot(stage: Stage, service: Running, name: str, address: str, password: str) -> Bot:
    embedded = service.services.settings.mail.embedded
    return Bot(
        name=name,
        address=address,
        strategy=stage.strategies[name],
        door=ImapDoor(
            host="127.0.0.1",
            port=embedded.imap_port,
            tls=False,
            user=address,
            password=password,
        ),
        sender=SmtpSender(host="127.0.0.1", port=embedded.smtp_port, security="none"),
        clock=service.services.clock,
    )


def _write_note(stage: Stage, service: Running, mailboxes: _Mailboxes) -> None:
    """`demo.json`: where a mail client, a browser or a script finds everything.

    It holds passwords, so it is for its owner's eyes; who waits for it never sees half of it.
    """
    settings, bots = service.services.settings, stage.strategies
    note = {
        "web": service.web_url,
        "smtp": {"host": "127.0.0.1", "port": settings.mail.embedded.smtp_port},
        "imap": {"host": "127.0.0.1", "port": settings.mail.embedded.imap_port},
        "game": GAME,
        "address": settings.game_address(GAME),
        "players": [
            {
                "name": name,
                "address": address,
                "password": password,
                "bot": bots[name].label if name in bots else None,
            }
            for name, (address, password) in mailboxes.items()
            if name != "gm"
        ],
    }
    fresh = stage.directory / "demo.json.fresh"
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps(note, indent=2) + "\n", "utf-8")
    fresh.replace(stage.directory / "demo.json")


def _where(stage: Stage, service: Running, mailboxes: _Mailboxes) -> str:
    settings = service.services.settings
    embedded = settings.mail.embedded
    lines = [
        f"audit view   {service.web_url}/g/{GAME}",
        f"mail         {settings.game_address(GAME)}",
        f"             SMTP 127.0.0.1:{embedded.smtp_port}, IMAP 127.0.0.1:{embedded.imap_port}",
    ]
    if _GUEST in mailboxes:
        address, password = mailboxes[_GUEST]
        server, game = f"127.0.0.1:{embedded.smtp_port}", settings.game_address(GAME)
        order = "DICE 5" if stage.settings.kind is Kind.HOG else "THROWS 3"
        sent = f"swaks --server {server} --from {address} --to {game} --body '{order}'"
        lines += [
            f"your seat    {address}, password {password}",
            f"             all in {stage.directory / 'demo.json'}",
            "your turn    mail an order to the game; the round is thrown when it is in, as with:",
            f"             {sent}",
            "             Ctrl-C ends the demo",
        ]
    return "\n".join(lines)
