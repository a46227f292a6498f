"""Sample letters of claims and rulings: the sample of the design, and the other ways it can go."""

from collections.abc import Callable
from dataclasses import replace

from pigpost.games.conditions import OnlyLeft, Throws, Turn
from pigpost.games.kinds import Seat
from pigpost.replay.disputes import Later, RulingKind, SeatAct
from pigpost.results.letters import ClaimNews, GameOver, Letter, RulingTold
from pigpost.results.ruling import BeforeAndAfter, RulingLine
from tests.outbox.letters import BILL, DUE, EARLIER, JIM, KAREN, LOCK, NAMES, TED, game_over, head
from tests.results.told import SEED


def line(
    seat: Seat, before: int, after: int, *orders: object, now: int | None = None
) -> RulingLine:
    """A player whose score after the round was, is, and makes a match score by now."""
    was, then = (*orders, *orders)[:2] if orders else (Throws(2), Throws(2))
    return RulingLine(
        seat=seat,
        name=NAMES[seat],
        order_before=was,  # type: ignore[arg-type]
        order_after=then,  # type: ignore[arg-type]
        round_before=before,
        round_after=after,
        score_before=before if now is None else now,
        score_after=after if now is None else now + after - before,
    )


def ruling() -> RulingTold:
    """Ted's order was in time."""
    return RulingTold(
        head=head(),
        number=17,
        claim=3,
        what=RulingKind.COUNT,
        by="gm",
        by_name="Alison Green",
        reason="his server took it at 19:58:44, and ours was down from 19:55 to 20:02 (house rule H2)",
        blind=True,
        later=Later.FORWARD,
        seat=None,
        act=None,
        overrules=None,
        told=BeforeAndAfter(
            round=4,
            lines=(
                line(TED, 52, 71, Throws(1), Throws(6)),
                line(JIM, 47, 66, OnlyLeft()),
                line(BILL, 59, 59, Turn(18)),
                line(KAREN, 57, 57),
            ),
            corrected=(4,),
            annuls=(),
            later=False,
            over=False,
            winners=(),
        ),
        first_entry=131,
        entry=139,
        appeal_to="Margaret",
        due=DUE,
        stands=EARLIER,
        commitment=None,
    )


def later_rounds() -> RulingTold:
    """Two rounds have been thrown since."""
    told = replace(
        ruling().told, later=True, corrected=(4, 5, 6), lines=(line(TED, 52, 71, now=88),)
    )
    return replace(ruling(), told=told, blind=False, by="deputy", by_name="Oscar")


def void() -> RulingTold:
    """Everybody orders anew, and the seed of the round behind it is shown."""
    told = replace(
        ruling().told,
        lines=(replace(line(TED, 52, 52), score_before=71),),
        corrected=(),
        annuls=(4, 5),
    )
    return replace(
        ruling(), what=RulingKind.VOID, told=told, commitment=LOCK, shown_seed=SEED, appeal_to=None
    )


def dismissed() -> RulingTold:
    """The ombudsman leaves it as it is."""
    told = replace(ruling().told, lines=(), corrected=())
    return replace(
        ruling(),
        what=RulingKind.DISMISS,
        told=told,
        by="ombudsman",
        by_name="Margaret",
        appeal_to=None,
    )


def replaced() -> RulingTold:
    """Somebody else sits down."""
    told = replace(ruling().told, lines=(), corrected=())
    return replace(ruling(), what=RulingKind.SEAT, act=SeatAct.REPLACE, seat=TED, told=told)


def taken_back() -> RulingTold:
    """All who play have wanted it."""
    told = replace(ruling().told, lines=(line(TED, 71, 52, Throws(6), Throws(1)),))
    return replace(
        ruling(),
        what=RulingKind.OVERRULE,
        overrules=17,
        number=18,
        by="service",
        by_name="",
        told=told,
    )


def claim() -> ClaimNews:
    """A protest is a claim now."""
    return ClaimNews(
        head=head(TED),
        what="filed",
        number=3,
        about=4,
        entry=133,
        held=True,
        reason="",
        missing=(),
        due=DUE,
        stands=EARLIER,
    )


def contested() -> ClaimNews:
    """One voice of three."""
    return replace(claim(), what="contested", number=17, entry=None, missing=("Bill", "Karen"))


def closed() -> ClaimNews:
    """Nothing more is decided."""
    return replace(claim(), what="closed", reason="Ted has found his mail in his own spam")


def awarded() -> GameOver:
    """A ruling has named the winners."""
    return replace(game_over(), reason="awarded", note="all agree", winners=(KAREN,))


DISPUTE_SAMPLES: dict[str, Callable[[], Letter]] = {
    "ruling": ruling,
    "ruling_later_rounds": later_rounds,
    "ruling_void": void,
    "ruling_dismissed": dismissed,
    "ruling_seat": replaced,
    "ruling_taken_back": taken_back,
    "claim": claim,
    "claim_contested": contested,
    "claim_closed": closed,
    "game_over_awarded": awarded,
}
