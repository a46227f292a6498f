"""The driver's faults as ours: what passes by itself is `DatabaseOutOfReach`."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from pigpost.errors import DatabaseOutOfReach

_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}


def faults_of(dialect: Dialect) -> tuple[type[Exception], ...]:
    """What a statement may raise, the driver's own errors included: some go to it directly."""
    return DBAPIError, dialect.loaded_dbapi.Error, PoolTimeout
