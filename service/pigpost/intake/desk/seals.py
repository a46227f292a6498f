"""What of a stored mail may be shown: no order before its round is thrown, and no key ever."""

import logging
from collections.abc import Iterator
from datetime import datetime

from pigpost.audit.games import game_state
from pigpost.intake.cut import cut
from pigpost.intake.envelope import Envelope, MailProblem, open_envelope
from pigpost.intake.headers import addresses, every
from pigpost.intake.known import strangers_reader
from pigpost.intake.sender import IdentityProblem
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.reading import Order, Reason, Refusal
from pigpost.outbox.message_ids import find_ours
from pigpost.ports import ArrivedMail, OutgoingMail, Transaction
from pigpost.replay.state import GameState, Phase
from pigpost.results.letters import (
    Digest,
    GameOver,
    GmDone,
    GmNote,
    Invitation,
    NmrWarning,
    Opening,
    Reminder,
)
from pigpost.telemetry import trail

_TELL_NO_ORDER = frozenset(
    kind.KIND for kind in (Invitation, Opening, Reminder, NmrWarning, GameOver, GmNote, Digest)
)
"""Kinds of mail without anybody's order of the open round: a result tells what stands for it."""

_UNTOLD = frozenset({"stored", "duplicate"})
"""States in which it is not known yet what a mail is."""


_log = logging.getLogger(__name__)


class Seals:
    """Looks at each game once, however many of its mails are asked about."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._since: dict[str, datetime | None] = {}

    def close(self, row: ArrivedMail | OutgoingMail) -> bool:
        """Whether a mail may hold an order that nobody may see yet, not even the GM."""
        if isinstance(row, ArrivedMail):
            known = row.game is not None and row.outcome != IdentityProblem.UNKNOWN_SENDER
            games = {row.game or ""} if known else self._games_of(row)
            return row.state in _UNTOLD or any(self._sealed(g, row.arrived_at) for g in games)
        if row.kind == GmDone.KIND:  # in it may be an order that the GM has entered for somebody
            games = {game.game for game in self._tx.projections.games()}
            return any(self._sealed(game, row.created_at) for game in games)
        if row.game is None or row.kind in _TELL_NO_ORDER:
            return False
        return self._sealed(row.game, row.created_at)

    def _games_of(self, row: ArrivedMail) -> set[str]:
        """Games that a mail without one may tell of: all that run, where it can't be looked into."""
        try:
            return self._games_named(row) or set(self._games_ordered_in(row))
        except Exception as fault:  # noqa: BLE001 - perhaps the one for which it was set aside
            _log.info("what mail %d tells is not known: %s", row.id, trail(fault))
            return {game.game for game in self._tx.projections.games()}

    def _games_ordered_in(self, row: ArrivedMail) -> Iterator[str]:
        """Games in which a stranger's words would be an order, or an attempt at one."""
        envelope = open_envelope(row.raw, complete=row.complete)
        for game in self._tx.projections.games():
            if self._sealed(game.game, row.arrived_at):
                state = game_state(self._tx, game.game)
                if isinstance(envelope, MailProblem) or _may_be_an_order(envelope, state):
                    yield game.game

    def _games_named(self, row: ArrivedMail) -> set[str]:
        """Games of its writers, and of our mails in it.

        A bounce or a vacation notice brings our receipt along, word for word.
        """
        writers = ", ".join(every(open_envelope(row.raw).headers, "from"))
        projections = self._tx.projections
        seats = [s for each in addresses(writers) for s in projections.seats_of_address(each)]
        named = {ours.game for ours in find_ours(row.raw.decode("latin-1"))}
        return {s.game for s in seats} | {g for g in named if projections.game(g) is not None}

    def _sealed(self, game: str, at: datetime) -> bool:
        if game not in self._since:
            self._since[game] = _opened_at(game_state(self._tx, game))
        since = self._since[game]
        return since is not None and at >= since


def _may_be_an_order(envelope: Envelope, state: GameState) -> bool:
    """Whether anything in the mail reads like an order of that game, be it a bad one."""
    parts, read = cut(envelope.text), strangers_reader(state)
    for item in read(words_of(envelope, parts.visible)).items:
        bad = isinstance(item, Refusal) and item.reason is not Reason.NOTHING_FOUND
        if bad or isinstance(item, Order):
            return True
    return bool(elided_orders(parts.elided, read=read))


def _opened_at(state: GameState) -> datetime | None:
    """From when on mails may tell what is not open yet, to the second, as mails are timed.

    That is when the round under way was opened, or when the first order came that outlasts it and is
    still sealed: every receipt since then lists it.
    """
    current = state.current
    if state.phase is Phase.OVER or current is None:
        return None
    hidden = [o.arrived_at for o in state.kept if (o.round or o.since or 0) >= current.round]
    return min([current.opened_at, *hidden]).replace(microsecond=0)
