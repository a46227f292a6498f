"""The driver's faults as ours: what passes by itself is `DatabaseOutOfReach`."""

import sqlite3

from sqlalchemy import Dialect
from sqlalchemy.exc import DBAPIError

from pigpost.errors import ConfigError, DatabaseOutOfReach, PigpostError

_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}

_TOO_MUCH = "54"
"""Class of PostgreSQL's codes for a limit of the program, as for a row that is too long for an index."""


class Faults:
    """What statements on a dialect raise; the driver's own errors too, for some go to it directly."""

    def __init__(self, dialect: Dialect) -> None:
        driver = dialect.loaded_dbapi
        self.all: tuple[type[Exception], ...] = (DBAPIError, driver.Error)
        self._operational = (driver.OperationalError, driver.InterfaceError)

    def ours(self, error: Exception) -> PigpostError | None:
        """The fault as ours, or None for a mistake in the program."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        if _no_table(cause):
            return ConfigError("the database has no tables yet: run `pigpost db upgrade`")
        if not isinstance(cause, self._operational) or _stays(cause):
            return None
        return DatabaseOutOfReach(f"the database is out of reach: {cause}")


def _no_table(cause: BaseException | None) -> bool:
    """SQLite says so in words only, PostgreSQL by a class of its own."""
    return type(cause).__name__ == "UndefinedTable" or str(cause).startswith("no such table")


def _stays(cause: BaseException) -> bool:
    """SQLite calls a missing table an operational error too; its codes tell more.

    So does PostgreSQL a value that is too much for it, which will be no less the next time.
    """
    code, state = getattr(cause, "sqlite_errorcode", None), getattr(cause, "sqlstate", None)
    if code is not None:
        return code & 0xFF not in _PASSING
    return str(state).startswith(_TOO_MUCH)
