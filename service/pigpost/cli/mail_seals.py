"""What of a stored mail may be shown: no order before its round is thrown, and no key ever."""

import re
from datetime import datetime

from pigpost.audit.games import game_state
from pigpost.intake.envelope import open_envelope
from pigpost.intake.headers import addresses, every
from pigpost.outbox.message_ids import find_ours, find_tokens
from pigpost.ports import ArrivedMail, OutgoingMail, Transaction
from pigpost.replay.state import GameState, Phase
from pigpost.results.letters import (
    GameOver,
    GmNote,
    Invitation,
    NmrWarning,
    Opening,
    Reminder,
)

_TELL_NO_ORDER = frozenset(
    kind.KIND for kind in (Invitation, Opening, Reminder, NmrWarning, GameOver, GmNote)
)
"""Kinds of mail without anybody's order of the open round: a result tells what stands for it."""

_UNTOLD = frozenset({"stored", "duplicate"})
"""States in which it is not known yet what a mail is."""


class Seals:
    """Looks at each game once, however many of its mails are asked about."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._since: dict[str, datetime | None] = {}

    def close(self, row: ArrivedMail | OutgoingMail) -> bool:
        """Whether a mail may hold an order that nobody may see yet, not even the GM."""
        if isinstance(row, ArrivedMail):
            games = self._games_of(row) if row.game is None else {row.game}
            return row.state in _UNTOLD or any(self._sealed(g, row.arrived_at) for g in games)
        if row.game is None or row.kind in _TELL_NO_ORDER:
            return False
        return self._sealed(row.game, row.created_at)

    def _games_of(self, row: ArrivedMail) -> set[str]:
        """Games that a mail without one may tell of: of its writers, and of our mails in it.

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


def without_keys(text: str) -> str:
    """The text with stars for what proves a mailbox: parts of our Message-IDs, order tokens."""
    keys = {ours.proof for ours in find_ours(text)}
    keys |= {token.removeprefix("t-") for token in find_tokens(text)}
    for key in keys:
        text = re.sub(re.escape(key), "*" * len(key), text, flags=re.IGNORECASE)
    return text
