"""What a check of an export found, one value a thing that was looked at."""

from dataclasses import dataclass
from enum import StrEnum


class Answer(StrEnum):
    """The four answers of a check; the last two mean that something is wrong."""

    INTACT = "intact"
    REDACTED = "redacted"
    TAMPERED = "tampered"
    MISSING = "missing"


class What(StrEnum):
    """What was looked at."""

    FILE = "file"
    CHECKPOINT = "checkpoint"
    ENTRY = "entry"
    STREAM = "stream"
    PERSONAL = "personal"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One answer: where in the log (`position`, `field`), about which round, and in words."""

    what: What
    result: Answer
    words: str
    round: int | None = None
    position: int | None = None
    field: str | None = None

    @property
    def good(self) -> bool:
        """Whether nothing is wrong here."""
        return self.result in {Answer.INTACT, Answer.REDACTED}


def tampered(
    what: What,
    words: str,
    *,
    field: str,
    position: int | None = None,
    round: int | None = None,
) -> Finding:
    """Something is not what was recorded, or not what it must be."""
    return Finding(
        what=what,
        result=Answer.TAMPERED,
        words=words,
        round=round,
        position=position,
        field=field,
    )


def missing(
    what: What,
    words: str,
    *,
    field: str,
    position: int | None = None,
    round: int | None = None,
) -> Finding:
    """Something must be there and is not."""
    return Finding(
        what=what,
        result=Answer.MISSING,
        words=words,
        round=round,
        position=position,
        field=field,
    )
