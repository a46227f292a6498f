"""Feeds the reader of orders with bytes that a fuzzer grows: no text raises, none takes long.

`make fuzz` runs it; arguments go to libFuzzer, as `-max_total_time=60`. It begins with the phrases
of tests/phrases and the words of all languages.
"""

import json
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import atheris

PLAIN = "--plain"
"""Measures the text on the standard input, without the fuzzer's probes in the code."""

with nullcontext() if PLAIN in sys.argv else atheris.instrument_imports(include=["pigpost.orders"]):
    from pigpost.games.kinds import Form, Kind, Seat
    from pigpost.orders.answer import got
    from pigpost.orders.language import languages
    from pigpost.orders.read import read
    from pigpost.orders.reading import Player, State

MOST_SECONDS = 0.05
"""What one text may take. The fuzzer's probes slow the code down: what is slow is measured without them."""

NAMES = {Seat(n): name for n, name in enumerate(("Bill", "Zoë", "Tom B", "Tom K", "O'Brien"), 1)}
PLAYERS = [Player(seat=seat, name=name) for seat, name in NAMES.items()]
GAMES = [(kind, form) for kind in Kind for form in kind.forms]
PHRASES = Path(__file__).parents[2] / "tests" / "phrases"


def read_one(data: bytes) -> None:
    """One text, in a game that its first byte chooses."""
    if _seconds(data) > MOST_SECONDS and (took := _plain_seconds(data)) > MOST_SECONDS:
        raise RuntimeError(f"{data[1:].decode('utf-8', 'replace')!r} takes {took:.3f} s")


def _plain_seconds(data: bytes) -> float:
    measured = subprocess.run(
        [sys.executable, __file__, PLAIN], input=data, capture_output=True, check=True
    )
    return float(measured.stdout)


def _seconds(data: bytes) -> float:
    kind, form = GAMES[data[0] % len(GAMES)] if data else (Kind.PIG, Form.SIMULTANEOUS)
    state = list(State)[data[0] // 16 % len(State)] if data else State.PLAYING
    text = data[1:].decode("utf-8", "replace")
    begun = time.process_time()
    reading = read(
        text, players=PLAYERS, me=Seat(1), state=state, kind=kind, form=form, languages=languages()
    )
    json.dumps(got(reading, NAMES))
    return time.process_time() - begun


def seeds() -> Path:
    """A folder with one file a phrase, made if missing."""
    folder = Path(".fuzz/orders")
    folder.mkdir(parents=True, exist_ok=True)
    for file in PHRASES.glob("*.jsonl"):
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            (folder / row["id"]).write_bytes(b"\x00" + row["text"].encode())
    return folder


if __name__ == "__main__":
    _seconds(b"\x00THROWS 4")  # grammars are built once, and not for the first text
    if PLAIN in sys.argv:
        text = sys.stdin.buffer.read()
        print(min(_seconds(text) for _ in range(3)))
    else:
        atheris.Setup([*sys.argv, str(seeds())], read_one)
        atheris.Fuzz()
