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


@contextmanager
def translated(dialect: Dialect) -> Iterator[None]:
    """Everything else is a mistake in the program or in the set-up and is raised as it is.

    The driver's own errors come from statements that went to it directly.
    """
    driver = dialect.loaded_dbapi
    try:
        yield
    except (DBAPIError, driver.Error, PoolTimeout) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        passing = (driver.OperationalError, driver.InterfaceError, PoolTimeout)
        if isinstance(cause, passing) and not _stays(cause):
            raise DatabaseOutOfReach(f"the database is out of reach: {cause}") from error
        raise


def _stays(cause: BaseException) -> bool:
    """SQLite calls a missing table an operational error too; its codes tell more."""
    code = getattr(cause, "sqlite_errorcode", None)
    return code is not None and code & 0xFF not in _PASSING
