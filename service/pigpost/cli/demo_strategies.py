"""What the bots of the demo write, by the game: as people do, with one slip and one silence."""

from collections.abc import Mapping
from dataclasses import dataclass

from pigpost.games.conditions import OnlyLeft, fits
from pigpost.games.kinds import Kind, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """What a bot writes: `order` always, but `slip` first in round 1; round `misses` not at all."""

    label: str
    order: str
    slip: str | None = None
    misses: int | None = None


def strategies(settings: Settings) -> Mapping[str, Strategy]:
    """Player -> how he plays a game of this kind and form."""
    if settings.kind is Kind.HOG:
        return _HOG
    return _SHARED if fits(OnlyLeft(), settings.kind, settings.form) else _OWN


_AFTER_BILL = "Turn will end after Bill has ended his turn."

_SHARED: Mapping[str, Strategy] = {
    "Bill": Strategy(label="throws4", order="Turn will end after 4 throws."),
    "Karen": Strategy(label="after", order=_AFTER_BILL, misses=2),
    "Ted": Strategy(
        label="turn15",
        order="Turn will end when turn score reaches at least 15 points.",
        slip="Turn will end after Bil has ended or at 20 points",
    ),
    "Geoff": Strategy(label="when", order="Turn will end if Ted and Bill have ended their turn."),
}

_OWN: Mapping[str, Strategy] = {
    "Bill": Strategy(label="throws4", order="Turn will end after 4 throws."),
    "Karen": Strategy(label="hold20", order="I hold at 20 points.", misses=2),
    "Ted": Strategy(
        label="turn15",
        order="Turn will end when turn score reaches at least 15 points.",
        slip=_AFTER_BILL,
    ),
    "Geoff": Strategy(label="total60", order="Turn will end when my total score reaches 60."),
}
"""With own throws there is nobody to wait for: Ted's slip is an order of another game (rule 4.1)."""

_HOG: Mapping[str, Strategy] = {
    "Bill": Strategy(label="dice4", order="DICE 4"),
    "Karen": Strategy(label="dice5", order="I throw five dice.", misses=2),
    "Ted": Strategy(label="dice6", order="6 dice, please.", slip=_AFTER_BILL),
    "Geoff": Strategy(label="dice8", order="Eight dice."),
}
