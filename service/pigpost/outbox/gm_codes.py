"""Codes for the GM's next mail: each is mailed to him, is good once, and is stored as a digest alone."""

import hashlib
from datetime import timedelta

from pigpost.events import crockford
from pigpost.ports import CodeState, Services, Transaction
from pigpost.results.gm_done import OneTimeCode

GOOD_FOR = timedelta(days=8)
"""A mail of the day can be answered until the one of a week later has come."""

_KNOWN_FOR = timedelta(days=90)
"""So long a code that was used is told from one that never was."""

_SYMBOLS = 8


def new_code(services: Services, tx: Transaction, *, role: str) -> OneTimeCode:
    """A code for whoever reads the mail that it is written in; `role` is who that is."""
    now = services.clock.now()
    symbols = crockford.encode(int.from_bytes(services.entropy.salt()), _SYMBOLS)
    tx.codes.make(role=role, digest=_digest(symbols), now=now, expires_at=now + GOOD_FOR)
    tx.codes.forget(made_before=now - _KNOWN_FOR)
    return OneTimeCode(code=f"{symbols[:4]}-{symbols[4:]}", until=now + GOOD_FOR)


def use_code(services: Services, tx: Transaction, written: str, *, role: str) -> CodeState:
    """Uses a code up as somebody wrote it: case, hyphens, I, L and O are forgiven."""
    digest = _digest(crockford.forgive(written))
    return tx.codes.use(digest, role=role, now=services.clock.now())


def _digest(symbols: str) -> str:
    return hashlib.sha256(symbols.encode()).hexdigest()
