"""What hearing a sentence needs to know: a language, the players' names in it, and the game."""

from dataclasses import dataclass

from pigpost.games.kinds import Form, Kind
from pigpost.orders.language import Language
from pigpost.orders.names import Roster
from pigpost.orders.reading import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Ear:
    """One language heard in one game; `state` is how the writer stands to it.

    `reads_printed`: orders in their printed form are read beside the grammar, since no ear's grammar
    holds them.
    """

    language: Language
    roster: Roster
    state: State
    kind: Kind
    form: Form
    max_dice: int
    reads_printed: bool
