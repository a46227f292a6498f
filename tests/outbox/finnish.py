"""The golden mails in Finnish. `python -m tests.outbox.finnish` writes them anew: read the difference."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pigpost.outbox.render import Rendered
from tests.outbox.goldens import rendered
from tests.outbox.samples import ALL_SAMPLES

FOLDER = Path(__file__).parent / "golden_fi"


def in_finnish(letter: Any) -> Rendered:
    """The letter as a reader gets it whose language is Finnish."""
    reader = replace(letter.head.reader, language="fi")
    return rendered(replace(letter, head=replace(letter.head, reader=reader)))


def mails() -> Mapping[str, Rendered]:
    """Every sample in Finnish, by its name."""
    return {name: in_finnish(build()) for name, build in ALL_SAMPLES.items()}


def golden(mail: Rendered) -> str:
    """What is kept of a mail: its text under its subject."""
    return f"Subject: {mail.subject}\n\n{mail.text}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name, mail in mails().items():
        (FOLDER / f"{name}.txt").write_text(golden(mail), "utf-8")
