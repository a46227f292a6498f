"""Reasons of what is decided by hand: they stand in the log, where everybody can read them."""

from pigpost.errors import UsageError

_LONGEST = 300


def reason_given(reason: str) -> str:
    """The reason on one line; `UsageError` without one."""
    text = " ".join(reason.split())
    if not text:
        raise UsageError("a reason is needed: it stands in the log, where everybody can read it")
    if len(text) > _LONGEST:
        raise UsageError(f"a reason has at most {_LONGEST} characters")
    return text
