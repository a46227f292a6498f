"""What was filled in about a ruling, all of it text, becomes a proposal."""

from dataclasses import dataclass

from pigpost.audit.games import game_state
from pigpost.claims.decide import Proposal
from pigpost.claims.file import claim_of
from pigpost.claims.voices import Voice
from pigpost.errors import NotFound, TooLate, UsageError
from pigpost.games.kinds import Seat
from pigpost.intake.desk.ruled_orders import ruled_order
from pigpost.intake.put_order import seat_named
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import Later, RulingKind, SeatAct
from pigpost.replay.state import GameState
from pigpost.seats.invite import NewPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The fields of the form; empty where nothing was filled in.

    `version` is the game's as it was shown: what has gone on since was not seen.
    """

    what: str
    reason: str
    version: str
    round: str
    player: str = ""
    text: str = ""
    points: str = ""
    act: str = ""
    newcomer: str = ""
    address: str = ""
    ruling: str = ""
    later: str = ""


def proposal_of(tx: Transaction, game: str, claim: int, wish: Wish, voice: Voice) -> Proposal:
    """The proposal. `UsageError`, `NotFound`, `TooLate` or `AgainstTheRules` say what is wrong."""
    state = game_state(tx, game)
    if wish.version != str(state.version):
        raise TooLate(f"{game} has gone on since this page was loaded: look at it again")
    what = _kind(wish.what)
    number = int(wish.round) if wish.round.isdecimal() else claim_of(state, claim).about
    seat = seat_named(state, wish.player) if wish.player else None
    reads = what in {RulingKind.COUNT, RulingKind.AMEND} and wish.player and wish.text.strip()
    order = (
        ruled_order(tx, game, round=number or 0, name=wish.player, words=wish.text)
        if reads
        else None
    )
    return Proposal(
        claim=claim,
        what=what,
        reason=wish.reason,
        voice=voice,
        round=number,
        later=Later(wish.later) if wish.later in set(Later) else Later.FORWARD,
        orders={} if order is None else dict([order]),
        struck=seat if what is RulingKind.STRIKE else None,
        points=_points(what, seat, wish.points),
        seat=seat if what is RulingKind.SEAT else None,
        act=SeatAct(wish.act) if what is RulingKind.SEAT and wish.act in set(SeatAct) else None,
        winners=_winners(what, seat),
        overrules=int(wish.ruling) if wish.ruling.isdecimal() else None,
    )


def newcomer_of(services: Services, wish: Wish) -> NewPlayer | None:
    """Who takes the seat, where that is what was filled in."""
    if wish.what != RulingKind.SEAT or wish.act != SeatAct.REPLACE:
        return None
    if not wish.newcomer.strip() or "@" not in wish.address:
        raise UsageError("say who takes the seat: a name and a mail address")
    return NewPlayer(
        name=wish.newcomer.strip(),
        address=wish.address.strip(),
        language="en",
        timezone=services.settings.site.timezone,
    )


def seats_of(state: GameState) -> list[str]:
    """Names to choose from."""
    return [seat.person.name for seat in state.seats.values() if seat.person.name]


def _kind(what: str) -> RulingKind:
    if what not in set(RulingKind):
        raise NotFound(f"{what!r} is nothing that can be ruled")
    return RulingKind(what)


def _points(what: RulingKind, seat: Seat | None, points: str) -> dict[Seat, int]:
    if what is not RulingKind.ADJUST:
        return {}
    try:
        return {} if seat is None else {seat: int(points)}
    except ValueError:
        raise UsageError(f"{points!r} is no number of points, as 3 or -3") from None


def _winners(what: RulingKind, seat: Seat | None) -> tuple[Seat, ...]:
    return (seat,) if what is RulingKind.END and seat is not None else ()
