"""Games as nobody would play them: any orders, any luck, mails in any sequence."""

from hypothesis import strategies as st

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Piggyback, Seat
from pigpost.games.outcomes import PIGGYBACK_WEIGHTS, STANDARD_WEIGHTS
from pigpost.orders.reading import Reason
from tests.replay.playing import Playing

_KINDS = (
    *("order", "order", "outlasts", "outlasts", "refuse", "clear", "not me", "elsewhere"),
    *("press", "away", "back", "wait"),
)
DEADLY_WEIGHTS = (1, 3, 2, *[0] * 13, 1, 1)
"""Oinkers and Piggybacks come often."""


@st.composite
def games(draw: st.DrawFn, *, most_rounds: int = 3) -> Playing:
    """A game at any point of its life."""
    playing = Playing(luck=draw(st.integers(0, 10**6)), sealed_writers=draw(st.booleans()))
    playing.create(
        target=draw(st.sampled_from([12, 40, 100])),
        piggyback=draw(st.sampled_from(list(Piggyback))),
        weights=draw(st.sampled_from([STANDARD_WEIGHTS, PIGGYBACK_WEIGHTS, DEADLY_WEIGHTS])),
    )
    players = draw(st.integers(1, 4))
    playing.start(players)
    playing.open()
    for _ in range(draw(st.integers(0, most_rounds))):
        if playing.state.current is not None:
            _play_round(draw, playing, players)
    if playing.state.current is not None:
        _mails(draw, playing, players)
    return playing


def conditions(players: int, writer: int) -> st.SearchStrategy[Condition]:
    """Any acceptable order of a player."""
    numbers = st.integers(1, 30)
    others = [Seat(seat) for seat in range(1, players + 1) if seat != writer]
    kinds: list[st.SearchStrategy[Condition]] = [
        numbers.map(Throws),
        numbers.map(Turn),
        numbers.map(Total),
        st.just(OnlyLeft()),
    ]
    if others:
        named = st.frozensets(st.sampled_from(others), min_size=1)
        kinds += [named.map(When), named.map(After)]
    return st.one_of(kinds)


def _play_round(draw: st.DrawFn, playing: Playing, players: int) -> None:
    _mails(draw, playing, players)
    if draw(st.integers(0, 9)) == 0:
        _open_anew(playing)
        _mails(draw, playing, players)
    if _resigns(draw, playing):
        return
    playing.seal()
    for _ in range(draw(st.integers(0, 2))):
        playing.refuse(draw(st.integers(1, players)), "too_late", arrived=60, uid=60)
    if draw(st.booleans()):
        _mail_that_outlasts(draw, playing, players, {"arrived": 61, "uid": draw(st.integers(1, 9))})
    if _resigns(draw, playing):
        return
    event = playing.throw()
    if event.result["game_over"]:
        playing.end(event)
    else:
        playing.open()


def _open_anew(playing: Playing) -> None:
    current = playing.state.current
    assert current is not None
    playing.open(attempt=current.attempt + 1, round=current.round)


def _mail_that_outlasts(
    draw: st.DrawFn, playing: Playing, players: int, when: dict[str, int]
) -> None:
    """An order for a round to come or for every one; it may come when the book is closed."""
    state, seat = playing.state, draw(st.integers(1, players))
    assert state.current is not None
    after_the_seal = state.current.orders_digest is not None
    ahead, order = draw(st.integers(0, 2)), draw(conditions(players, seat))
    if ahead:
        playing.order(seat, order, **when, round=state.current.round + ahead)
    else:
        playing.standing_order(seat, order, **when, since=state.current.round + after_the_seal)


def _resigns(draw: st.DrawFn, playing: Playing) -> bool:
    """Now and then somebody leaves; whether nobody is left."""
    if draw(st.integers(0, 5)) == 0:
        playing.resign(draw(st.sampled_from(playing.state.standings.participants)))
    if playing.state.standings.participants:
        return False
    playing.leave()
    return True


def _mails(draw: st.DrawFn, playing: Playing, players: int) -> None:
    for _ in range(draw(st.integers(0, 6))):
        seat = draw(st.integers(1, players))
        when = {"arrived": draw(st.integers(0, 3)), "uid": draw(st.integers(1, 9))}
        match draw(st.sampled_from(_KINDS)):
            case "order":
                playing.order(seat, draw(conditions(players, seat)), **when)
            case "refuse":
                playing.refuse(seat, draw(st.sampled_from(list(Reason))), **when)
            case "clear":
                playing.clear(seat, **when)
            case "outlasts":
                _mail_that_outlasts(draw, playing, players, when)
            case "not me":
                playing.set_aside(draw(st.integers(1, len(playing.recorded))), seat)
            case "elsewhere":
                playing.elsewhere()
            case kind:
                _mail_about_no_order(draw, playing, players, kind, seat, when)


def _mail_about_no_order(
    draw: st.DrawFn, playing: Playing, players: int, kind: str, seat: int, when: dict[str, int]
) -> None:
    match kind:
        case "press":
            playing.press(seat, "Oink", *draw(st.sets(st.integers(1, players))))
        case "away":
            first = draw(st.integers(0, 3))
            playing.away(seat, first, first + draw(st.integers(1, 3)), **when)
        case "back":
            playing.back(seat, **when)
        case _:
            playing.wait(seat, draw(st.sampled_from(["wait", "nowait"])), **when)
