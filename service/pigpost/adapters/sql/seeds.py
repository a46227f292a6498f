"""Seeds of rounds that are not thrown yet."""

from sqlalchemy import Connection, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.upsert import insert_into
from pigpost.errors import NotFound, TooLate


class SqlSeeds:
    """As `ports.Seeds`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def keep(self, game: str, round: int, attempt: int, seed: bytes) -> None:
        """As `ports.Seeds.keep`; `TooLate` when the attempt has its seed."""
        values = {"game": game, "round": round, "attempt": attempt, "seed": seed}
        statement = insert_into(self._connection, tables.seed, values).on_conflict_do_nothing()
        if self._connection.scalar(statement.returning(tables.seed.c.attempt)) is None:
            raise TooLate(f"round {round} of {game}, attempt {attempt}, has its seed already")

    def get(self, game: str, round: int, attempt: int) -> bytes:
        """As `ports.Seeds.get`."""
        seed = tables.seed.c
        found = self._connection.scalar(
            select(seed.seed).where(seed.game == game, seed.round == round, seed.attempt == attempt)
        )
        if found is None:
            raise NotFound(f"no seed for round {round} of {game}, attempt {attempt}")
        return bytes(found)
