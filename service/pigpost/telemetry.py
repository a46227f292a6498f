"""Log lines: what happened, never a mail's words, a key or a secret."""

import logging
import sys
from pathlib import Path
from traceback import extract_tb

_OURS = ("pigpost", "pigpost_workers", "celery", "alembic")
"""Whose talk can be heard. Mail libraries write every address and every key that passes."""


def configure_logging(*, level: int) -> None:
    """Lines go to standard error: ours from that level on, warnings of everybody."""
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
    for name in _OURS:
        logging.getLogger(name).setLevel(level)


def trail(fault: BaseException) -> str:
    """The kind of a fault and where it came up; never its own words, which may quote a mail.

    >>> trail(ValueError("THROWS 4"))
    'ValueError'
    """
    frames = extract_tb(fault.__traceback__)
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return " < ".join((type(fault).__name__, *places))
