"""Games as nobody would play them: any orders, any luck, mails in any sequence."""

from hypothesis import strategies as st

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Piggyback, Seat
from pigpost.games.outcomes import PIGGYBACK_WEIGHTS, STANDARD_WEIGHTS
from pigpost.orders.reading import Reason
from tests.replay.playing import Playing

DEADLY_WEIGHTS = (1, 3, 2, *[0] * 13, 1, 1)
"""Oinkers and Piggybacks come often."""


@st.composite
def games(draw: st.DrawFn, *, most_rounds: int = 3) -> Playing:
    """A game at any point of its life."""
    playing = Playing(luck=draw(st.integers(0, 10**6)))
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
    if _resigns(draw, playing):
        return
    playing.seal()
    for _ in range(draw(st.integers(0, 2))):
        playing.refuse(draw(st.integers(1, players)), "too_late", arrived=60, uid=60)
    if _resigns(draw, playing):
        return
    event = playing.throw()
    if event.result["game_over"]:
        playing.end(event)
    else:
        playing.open()


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
        match draw(st.sampled_from(["order", "order", "refuse", "clear", "not me", "elsewhere"])):
            case "order":
                playing.order(seat, draw(conditions(players, seat)), **when)
            case "refuse":
                playing.refuse(seat, draw(st.sampled_from(list(Reason))), **when)
            case "clear":
                playing.clear(seat, **when)
            case "not me":
                playing.set_aside(draw(st.integers(1, len(playing.recorded))), seat)
            case _:
                playing.elsewhere()
