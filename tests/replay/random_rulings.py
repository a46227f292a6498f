"""Rulings as nobody would make them: any order, any points, any number of them, taken back or not."""

from contextlib import suppress

from hypothesis import strategies as st

from pigpost.errors import AgainstTheRules
from pigpost.games.kinds import seat_from_label
from pigpost.replay.disputes import Later, RulingKind
from pigpost.replay.ruling_events import Decision
from pigpost.replay.state import Phase
from tests.replay.playing import Playing
from tests.replay.random_games import conditions, games

_KINDS = ("count", "count", "count", "strike", "adjust", "void", "overrule", "dismiss")


@st.composite
def ruled_games(draw: st.DrawFn, *, most_rulings: int = 4) -> Playing:
    """A game in which disputes were decided."""
    playing = draw(games(most_rounds=5))
    for _ in range(draw(st.integers(0, most_rulings))):
        if playing.state.thrown and playing.state.phase is not Phase.SEALED:
            with suppress(AgainstTheRules):
                rule_at_random(draw, playing)
        if playing.state.phase is Phase.OPEN and draw(st.booleans()):
            playing.close()
    return playing


def rule_at_random(draw: st.DrawFn, playing: Playing) -> None:
    """One ruling on any round that counts; `AgainstTheRules` where there can't be such a one."""
    state = playing.state
    thrown = draw(st.sampled_from(state.thrown))
    later = draw(st.sampled_from(list(Later)))
    seat = seat_from_label(draw(st.sampled_from(thrown.event.participants)))
    match draw(st.sampled_from(_KINDS)):
        case "count":
            order = draw(conditions(len(state.seats), seat))
            playing.count(thrown.number, {seat: order}, later=later)
        case "strike":
            playing.count(thrown.number, {seat: None}, later=later)
        case "adjust":
            points = {thrown.number: {seat: draw(st.integers(-20, 20))}}
            change = playing.change(thrown.number, points=points)
            playing.rule(Decision(what=RulingKind.ADJUST, change=change, reason="fair"))
        case "overrule":
            taken = [r.number for r in state.rulings if _can_be_taken_back(playing, r.number)]
            if taken:
                number = draw(st.sampled_from(taken))
                change = playing.change(state.rulings[number - 1].round)
                playing.rule(
                    Decision(
                        what=RulingKind.OVERRULE,
                        change=change,
                        reason="all want it",
                        overrules=number,
                    )
                )
        case "void":
            playing.rule(
                Decision(what=RulingKind.VOID, change=playing.change(thrown.number), reason="no")
            )
        case _:
            playing.rule(
                Decision(what=RulingKind.DISMISS, change=playing.change(thrown.number), reason="ok")
            )


def _can_be_taken_back(playing: Playing, number: int) -> bool:
    state = playing.state
    ruling = state.rulings[number - 1]
    return (
        ruling.overruled_by is None
        and ruling.what in {RulingKind.COUNT, RulingKind.ADJUST}
        and any(
            (t.number, t.recorded.attempt) == (ruling.change.round, ruling.change.attempt)
            for t in state.thrown
        )
    )
