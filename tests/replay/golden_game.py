"""The game behind the newest golden export: something of everything that a log can hold.

`python -m tests.replay.golden_game tests/replay/golden/NAME.zip` exports it once more: under a new
name, when the shapes of events have grown. A golden export itself is never made again.
"""

import sys
from pathlib import Path

from pigpost.games.conditions import After, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from tests.replay.exports import exported, zipped
from tests.replay.playing import Playing, begun


def golden_game() -> Playing:
    """All orders and what takes them back, mails that overtake, absence, press, a resignation, an end."""
    playing = begun(4, target=60)
    playing.sealed_writers = True
    playing.elsewhere()
    _round_1(playing)
    _round_2(playing)
    _round_3(playing)
    while playing.state.current is not None:
        playing.order(2, Turn(15), arrived=playing.minute, uid=playing.minute)
        playing.close()
    playing.elsewhere()
    return playing


def _round_1(playing: Playing) -> None:
    playing.order(1, Turn(20), arrived=5, uid=5)
    playing.order(1, Throws(9), arrived=4, uid=4)
    playing.order(2, After(frozenset({Seat(1), Seat(3)})), arrived=6, uid=6)
    playing.refuse(3, "vague_number", arrived=7, uid=7)
    playing.refuse(4, "names_himself", arrived=8, uid=8)
    playing.order(4, OnlyLeft(), arrived=9, uid=9)
    playing.order(2, Total(40), arrived=10, uid=10, round=3)
    playing.standing_order(1, Throws(3), arrived=11, uid=11)
    playing.away(3, 1, 3, arrived=12, uid=12)
    playing.press(4, "Oink, said the pig, ääni käheänä.", uid=13)
    playing.press(1, "Between us.", 2, 4, uid=14)
    playing.wait(2, "wait", arrived=15, uid=15)
    playing.close()


def _round_2(playing: Playing) -> None:
    playing.order(1, Throws(2), arrived=20, uid=20)
    playing.elsewhere()
    playing.clear(4, arrived=21, uid=21)
    forged = playing.order(2, Throws(1), arrived=22, uid=22)
    playing.order(2, Total(25), arrived=21, uid=23)
    playing.set_aside(forged.ver, 2)
    playing.standing_order(4, When(frozenset({Seat(1)})), arrived=24, uid=24)
    playing.seal()
    playing.refuse(1, "too_late", arrived=99, uid=25)
    playing.standing_order(3, After(frozenset({Seat(4)})), arrived=99, uid=26, since=3)
    playing.resign(4)
    playing.throw()
    playing.open()


def _round_3(playing: Playing) -> None:
    playing.clear(1, arrived=120, uid=30)
    playing.back(3, arrived=121, uid=31)
    playing.press(2, "Too late.", uid=32)
    playing.close()


if __name__ == "__main__":
    file = Path(sys.argv[1])
    if file.exists():
        sys.exit(f"{file} is golden already")
    file.write_bytes(zipped(exported(golden_game())))
