"""Log lines: ours when they are asked for, never the mail libraries' talk of addresses and keys."""

import logging
from collections.abc import Iterator

import pytest

from pigpost.telemetry import configure_logging, trail

THEIRS = "mail.log"
"""Where the SMTP server that comes along logs each line that passes."""


@pytest.fixture(autouse=True)
def levels() -> Iterator[None]:
    """Leaves every logger as it was."""
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict]
    before = [(logger, logger.level) for logger in (logging.root, *loggers)]
    yield
    for logger, level in before:
        logger.setLevel(level)


def test_verbose_is_about_our_lines_alone() -> None:
    logging.root.setLevel(logging.WARNING)
    configure_logging(level=logging.INFO)
    assert logging.getLogger("pigpost.intake.receive").isEnabledFor(logging.INFO)
    assert not logging.getLogger(THEIRS).isEnabledFor(logging.INFO)
    assert logging.getLogger(THEIRS).isEnabledFor(logging.WARNING)


def test_a_fault_is_told_by_its_kind_and_place_and_not_by_what_it_quotes() -> None:
    with pytest.raises(ValueError, match="THROWS 17") as fault:
        int("THROWS 17")
    told = trail(fault.value)
    assert told.startswith("ValueError < test_logging.py:")
    assert "THROWS" not in told
