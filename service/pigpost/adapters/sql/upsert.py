"""INSERT with a say in what happens on a conflict, which both databases spell alike.

Never for the log: there a conflict is a fault.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from pigpost.adapters.sql.engine import is_sqlite

Insert = sqlite.Insert | postgresql.Insert


def insert_into(connection: Connection, table: Table, values: Mapping[str, Any]) -> Insert:
    """An INSERT of the connection's dialect."""
    if is_sqlite(connection):
        return sqlite.insert(table).values(values)
    return postgresql.insert(table).values(values)


def upsert(
    connection: Connection,
    table: Table,
    values: Mapping[str, Any],
    *,
    where: ColumnElement[bool] | None = None,
) -> Insert:
    """Inserts a row, or sets the one with its key to the values where the condition holds."""
    keys = [column.name for column in table.primary_key]
    new = {name: value for name, value in values.items() if name not in keys}
    return insert_into(connection, table, values).on_conflict_do_update(
        index_elements=keys, set_=new, where=where
    )
