"""INSERT with a say in what happens on a conflict, which both databases spell alike.

Never for the log: there a conflict is a fault.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

Insert = sqlite.Insert | postgresql.Insert

_INSERTS: dict[str, Callable[[Table], Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def insert_into(connection: Connection, table: Table, values: Mapping[str, Any]) -> Insert:
    """An INSERT of the connection's dialect."""
    return _INSERTS[connection.dialect.name](table).values(values)


@cache
def insertion(dialect: str, table: Table) -> ReturningInsert[Any]:
    """An INSERT that gives the id of the row, or nothing where it conflicts; values go along."""
    return _INSERTS[dialect](table).on_conflict_do_nothing().returning(table.c.id)


@cache
def replacement(dialect: str, table: Table) -> Insert:
    """An INSERT that replaces the row with its key; values go along when it is run."""
    statement = _INSERTS[dialect](table)
    keys = [column.name for column in table.primary_key]
    new = {column.name: column for column in statement.excluded if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)


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
