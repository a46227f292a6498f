"""Announces a game: all that never changes during it is recorded first (rule 1.2)."""

import re
from collections.abc import Sequence

from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.record import Addition
from pigpost.events.streams import game_stream
from pigpost.events.types import GameCreated
from pigpost.games.adjudicate import RULES_ID
from pigpost.games.kinds import Form, GameId, Settings
from pigpost.ports import Services
from pigpost.replay.state import BY_HAND, SEALED
from pigpost.seats.invite import NewPlayer, invite_in

_GAME_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


def create_game(
    services: Services,
    game: str,
    *,
    title: str,
    settings: Settings,
    schedule: str,
    timezone: str,
    identity: str,
    early: bool,
    level: str = SEALED,
    invited: Sequence[NewPlayer] = (),
) -> None:
    """Records a new game and invites its players: all of it or, at a mistake, nothing.

    The caller has checked schedule and settings by the rules.
    """
    if not _GAME_ID.fullmatch(game):
        raise AgainstTheRules(
            f"{game!r} can't be a game's id: 1 to 40 of a-z, 0-9 and hyphens, as in spring-pigs"
        )
    if level == BY_HAND and settings.form is not Form.SHARED:
        raise AgainstTheRules(
            "by hand one row of throws is made for all: choose the form shared, or the level sealed"
        )
    event = GameCreated(
        at=services.clock.now(),
        by="gm",
        game=game,
        title=title,
        kind=settings.kind,
        form=settings.form,
        target=settings.target,
        piggyback=settings.piggyback,
        first_throw_scores=settings.first_throw_scores,
        weights=settings.weights,
        rules=RULES_ID,
        level=level,
        schedule=schedule,
        timezone=timezone,
        identity=identity,
        early=early,
        public_key=services.keys.public_key,
        max_dice=settings.max_dice,
    )
    with services.store.writing() as tx:
        if tx.projections.game(game) is not None:
            raise TooLate(f"there is a game {game!r} already")
        tx.log.append(game_stream(GameId(game)), [Addition(event=event)], expected=0)
        invite_in(services, tx, game, invited)
