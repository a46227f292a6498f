"""The doors at which mail is delivered: the next number, and whether somebody takes it."""

from dataclasses import asdict

from sqlalchemy import Connection, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.upsert import insert_into
from pigpost.ports import DoorState


class SqlDoors:
    """As `ports.Doors`. The row of a mailbox is the lock: it is held to the end of the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def next_number(self, mailbox: str) -> int:
        """As `ports.Doors.next_number`."""
        return self._count(mailbox, more=1)

    def wait(self, mailbox: str) -> None:
        """As `ports.Doors.wait`. An INSERT also waits for the first delivery ever, still unseen."""
        self._count(mailbox, more=0)

    def state(self, mailbox: str) -> DoorState:
        """As `ports.Doors.state`."""
        door = tables.door
        columns = (door.c.beat_at, door.c.gap_began, door.c.gap_ended)
        row = self._connection.execute(select(*columns).where(door.c.mailbox == mailbox)).first()
        if row is None:
            return DoorState(beat_at=None, gap_began=None, gap_ended=None)
        return DoorState(beat_at=row.beat_at, gap_began=row.gap_began, gap_ended=row.gap_ended)

    def note(self, mailbox: str, state: DoorState) -> None:
        """As `ports.Doors.note`."""
        self.wait(mailbox)
        values = {"mailbox": mailbox, "last_uid": 0, **asdict(state)}
        statement = insert_into(self._connection, tables.door, values)
        self._connection.execute(
            statement.on_conflict_do_update(index_elements=["mailbox"], set_=asdict(state))
        )

    def _count(self, mailbox: str, *, more: int) -> int:
        door = tables.door
        values = {"mailbox": mailbox, "last_uid": more}
        statement = insert_into(self._connection, door, values).on_conflict_do_update(
            index_elements=["mailbox"], set_={"last_uid": door.c.last_uid + more}
        )
        return int(self._connection.execute(statement.returning(door.c.last_uid)).scalar_one())
