"""An export of the first release, which every release to come must find intact."""

from io import BytesIO
from pathlib import Path

from pigpost.games.conditions import After, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.replay.findings import Answer
from pigpost.replay.verify import verify
from tests.replay.exports import exported, unpacked
from tests.replay.playing import Playing, begun

GOLDEN = Path(__file__).parent / "golden" / "spring-pigs.zip"


def golden_game() -> Playing:
    """Something of everything: all orders, mails that overtake, defaults, a resignation, an end."""
    playing = begun(4, target=40)
    playing.elsewhere()
    playing.order(1, Turn(20), arrived=5, uid=5)
    playing.order(1, Throws(9), arrived=4, uid=4)
    playing.order(2, After(frozenset({Seat(1), Seat(3)})), arrived=6, uid=6)
    playing.refuse(3, "vague_number", arrived=7, uid=7)
    playing.refuse(4, "names_himself", arrived=8, uid=8)
    playing.order(4, OnlyLeft(), arrived=9, uid=9)
    playing.close()
    playing.order(1, Throws(2), arrived=10, uid=10)
    playing.elsewhere()
    playing.clear(1, arrived=11, uid=11)
    forged = playing.order(2, Throws(1), arrived=12, uid=12)
    playing.order(2, Total(25), arrived=11, uid=13)
    playing.set_aside(forged.ver, 2)
    playing.order(3, When(frozenset({Seat(2)})), arrived=13, uid=14)
    playing.order(4, Throws(3), arrived=14, uid=15)
    playing.seal()
    playing.refuse(1, "too_late", arrived=99, uid=16)
    playing.resign(4)
    event = playing.throw()
    assert not event.result["game_over"]
    playing.open()
    while playing.state.current is not None:
        for seat in (1, 2, 3):
            playing.order(seat, Turn(15), arrived=playing.minute, uid=playing.minute)
        playing.close()
    playing.elsewhere()
    return playing


def test_the_golden_export_is_intact_for_ever() -> None:
    findings = list(verify(BytesIO(GOLDEN.read_bytes())))
    assert [finding.words for finding in findings if not finding.good] == []
    rounds = [f.round for f in findings if f.result is Answer.INTACT and f.round is not None]
    assert rounds == [1, 2, 3]


def test_the_same_game_is_exported_in_the_same_bytes_as_then() -> None:
    assert exported(golden_game()) == unpacked(GOLDEN.read_bytes())
