"""Feeds the reader of mails with bytes that a fuzzer grows: none raises, none takes long.

`make fuzz` runs it; arguments go to libFuzzer, as `-max_total_time=60`. It begins with the mails of
tests/mails. No machine's mail is ever an order, and what is cut off never shows.
"""

import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pigpost.intake"]):
    from pigpost.intake.cut import cut
    from pigpost.intake.envelope import Envelope, open_envelope
    from pigpost.intake.fingerprint import content_hash
    from pigpost.intake.machine_mail import machine_kind, may_answer

MOST_SECONDS = 0.5
"""What one mail may take while its reader is watched; it is asked three times before believed."""

ADDRESS = "pigs+{game}@pigs.example"
QUOTE = "\nOn 8 Mar 2027, at 17:58, Spring Pigs <pigs@pigs.example> wrote:\nTHROWS 77\n"
MAILS = Path(__file__).parents[2] / "tests" / "mails"


def read_one(raw: bytes) -> None:
    """One mail, taken apart as the service does it."""
    if min(_seconds(raw) for _ in range(3)) > MOST_SECONDS:
        raise RuntimeError(f"a mail of {len(raw)} bytes takes too long")


def _seconds(raw: bytes) -> float:
    begun = time.process_time()
    mail = open_envelope(raw)
    content_hash(raw)
    if may_answer(mail, address=ADDRESS) and machine_kind(mail, address=ADDRESS) is not None:
        raise RuntimeError("a machine would be answered")
    if isinstance(mail, Envelope) and "THROWS 77" in cut(mail.text + QUOTE).visible:
        raise RuntimeError("a quoted order shows")
    return time.process_time() - begun


def seeds() -> Path:
    """A folder with the mails that are small enough to grow, made if missing."""
    folder = Path(".fuzz/mails")
    folder.mkdir(parents=True, exist_ok=True)
    for file in MAILS.glob("*.eml"):
        raw = file.read_bytes()
        if len(raw) < 10_000:
            (folder / file.stem).write_bytes(raw)
    return folder


if __name__ == "__main__":
    atheris.Setup([*sys.argv, str(seeds())], read_one)
    atheris.Fuzz()
