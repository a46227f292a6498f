"""Addresses from which mail came back."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, case, delete, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.addresses import folded
from pigpost.adapters.sql.prepared import Prepared
from pigpost.adapters.sql.upsert import insert_into
from pigpost.ports import BouncedAddress

_OF_ADDRESS = tables.bounced_address.c.folded == bindparam("address")
_BLOCKED_AT = Prepared(select(tables.bounced_address.c.blocked_at).where(_OF_ADDRESS))
_LIFTED = Prepared(delete(tables.bounced_address).where(_OF_ADDRESS))


class SqlBouncedAddresses:
    """As `ports.BouncedAddresses`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def blocks(self, address: str) -> bool:
        """As `ports.BouncedAddresses.blocks`."""
        return _BLOCKED_AT.scalar(self._connection, address=folded(address)) is not None

    def bounced(self, address: str, *, hard: bool, words: str, now: datetime) -> BouncedAddress:
        """As `ports.BouncedAddresses.bounced`; when it was blocked first is kept."""
        table, column = tables.bounced_address, tables.bounced_address.c
        first = {
            "folded": folded(address),
            "soft": 0 if hard else 1,
            "blocked_at": now if hard else None,
            "words": words,
        }
        blocked_at = case((column.blocked_at.is_(None), now), else_=column.blocked_at)
        later: dict[str, Any] = {"words": words}
        later |= {"blocked_at": blocked_at} if hard else {"soft": column.soft + 1}
        statement = insert_into(self._connection, table, first)
        self._connection.execute(
            statement.on_conflict_do_update(index_elements=["folded"], set_=later)
        )
        (known,) = self._find(_rows().where(column.folded == folded(address)))
        return known

    def lift(self, address: str) -> None:
        """As `ports.BouncedAddresses.lift`."""
        _LIFTED.run(self._connection, address=folded(address))

    def blocked(self) -> list[BouncedAddress]:
        """As `ports.BouncedAddresses.blocked`."""
        column = tables.bounced_address.c
        blocked = _rows().where(column.blocked_at.is_not(None))
        return self._find(blocked.order_by(column.blocked_at.desc(), column.folded))

    def _find(self, query: Select[Any]) -> list[BouncedAddress]:
        return [BouncedAddress(**row) for row in self._connection.execute(query).mappings()]


def _rows() -> Select[Any]:
    column = tables.bounced_address.c
    return select(column.folded.label("address"), column.soft, column.blocked_at, column.words)
