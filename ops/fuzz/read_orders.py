"""Feeds the reader of orders with bytes that a fuzzer grows: no text raises, none takes long.

`make fuzz` runs it; arguments go to libFuzzer, as `-max_total_time=60`. It begins with the phrases
of tests/phrases and the words of all languages.
"""

import json
import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pigpost.orders"]):
    from pigpost.games.kinds import Form, Kind, Seat
    from pigpost.orders.answer import got
    from pigpost.orders.language import languages
    from pigpost.orders.read import read
    from pigpost.orders.reading import Player, State

MOST_SECONDS = 0.05
"""What one text may take; a slow machine is asked three times before it is believed."""

NAMES = {Seat(n): name for n, name in enumerate(("Bill", "Zoë", "Tom B", "Tom K", "O'Brien"), 1)}
PLAYERS = [Player(seat=seat, name=name) for seat, name in NAMES.items()]
GAMES = [(kind, form) for kind in Kind for form in kind.forms]
PHRASES = Path(__file__).parents[2] / "tests" / "phrases"


def read_one(data: bytes) -> None:
    """One text, in a game that its first byte chooses."""
    kind, form = GAMES[data[0] % len(GAMES)] if data else (Kind.PIG, Form.SIMULTANEOUS)
    state = list(State)[data[0] // 16 % len(State)] if data else State.PLAYING
    text = data[1:].decode("utf-8", "replace")
    if min(_seconds(text, kind, form, state) for _ in range(3)) > MOST_SECONDS:
        raise RuntimeError(f"{text!r} takes too long")


def _seconds(text: str, kind: Kind, form: Form, state: State) -> float:
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
    atheris.Setup([*sys.argv, str(seeds())], read_one)
    read_one(b"\x00THROWS 4")  # grammars are built once, and not for the first text
    atheris.Fuzz()
