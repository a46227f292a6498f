"""The database behind `ports.Store`."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from pigpost.adapters.sql.bounces import SqlBouncedAddresses
from pigpost.adapters.sql.decisions import SqlDecisions
from pigpost.adapters.sql.doors import SqlDoors
from pigpost.adapters.sql.engine import Connections, driver_of, reading_engine, writing_engine
from pigpost.adapters.sql.event_log import SqlEventLog
from pigpost.adapters.sql.gm_codes import SqlGmCodes
from pigpost.adapters.sql.handlings import SqlHandlings
from pigpost.adapters.sql.inboxes import SqlInboxes
from pigpost.adapters.sql.leases import SqlLeases, SqlTicks
from pigpost.adapters.sql.logins import SqlGmLogins
from pigpost.adapters.sql.mail_store import SqlMailStore
from pigpost.adapters.sql.outbox import SqlOutbox
from pigpost.adapters.sql.projections import SqlProjections
from pigpost.adapters.sql.questions import SqlQuestions
from pigpost.adapters.sql.seeds import SqlSeeds
from pigpost.ports import Entropy
from pigpost.replay.state import GameState


class SqlTransaction:
    """Everything that is stored, seen through one connection; what is not asked for costs nothing."""

    __slots__ = ("_connection", "_entropy", "folded")

    folded: dict[str, GameState]

    def __init__(self, connection: Connection, entropy: Entropy) -> None:
        self._connection = connection
        self._entropy = entropy
        self.folded = {}

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """As `ports.Transaction.attempt`."""
        driver = driver_of(self._connection)
        driver.execute("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            driver.execute("ROLLBACK TO SAVEPOINT attempt")
            driver.execute("RELEASE SAVEPOINT attempt")
            self.folded.clear()  # what was folded may be undone
            raise
        driver.execute("RELEASE SAVEPOINT attempt")

    @property
    def log(self) -> SqlEventLog:
        """The events."""
        return SqlEventLog(self._connection, entropy=self._entropy, projections=self.projections)

    @property
    def mails(self) -> SqlMailStore:
        """Mails in."""
        return SqlMailStore(self._connection)

    @property
    def decisions(self) -> SqlDecisions:
        """What was made of mails in."""
        return SqlDecisions(self._connection)

    @property
    def outbox(self) -> SqlOutbox:
        """Mails out."""
        return SqlOutbox(self._connection)

    @property
    def questions(self) -> SqlQuestions:
        """What is asked about held mails."""
        return SqlQuestions(self._connection)

    @property
    def bounces(self) -> SqlBouncedAddresses:
        """Where mail came back from."""
        return SqlBouncedAddresses(self._connection)

    @property
    def handlings(self) -> SqlHandlings:
        """What the GM did with mails."""
        return SqlHandlings(self._connection)

    @property
    def logins(self) -> SqlGmLogins:
        """Who was let in to the desk."""
        return SqlGmLogins(self._connection)

    @property
    def codes(self) -> SqlGmCodes:
        """With which mails the GM gives commands."""
        return SqlGmCodes(self._connection)

    @property
    def projections(self) -> SqlProjections:
        """What is derived from the events."""
        return SqlProjections(self._connection)

    @property
    def seeds(self) -> SqlSeeds:
        """The secrets behind the locks."""
        return SqlSeeds(self._connection)

    @property
    def inboxes(self) -> SqlInboxes:
        """How far the inbox was read."""
        return SqlInboxes(self._connection)

    @property
    def doors(self) -> SqlDoors:
        """Where mail is delivered."""
        return SqlDoors(self._connection)

    @property
    def leases(self) -> SqlLeases:
        """Who is at it."""
        return SqlLeases(self._connection)

    @property
    def ticks(self) -> SqlTicks:
        """When the clock was last looked at."""
        return SqlTicks(self._connection)


class SqlStore:
    """SQLite for one machine, PostgreSQL for many workers; nothing is connected before it is used."""

    def __init__(self, url: str, *, entropy: Entropy) -> None:
        engine = writing_engine(url)
        # on SQLite who may write does so alone, from the start: what he has read stays true
        self._writing = Connections(engine, begin="BEGIN IMMEDIATE")
        self._reading = Connections(reading_engine(engine), begin="BEGIN")
        self._entropy = entropy

    @contextmanager
    def writing(self) -> Iterator[SqlTransaction]:
        """As `ports.Store.writing`."""
        with self._writing.transaction() as connection:
            yield SqlTransaction(connection, self._entropy)

    @contextmanager
    def reading(self) -> Iterator[SqlTransaction]:
        """As `ports.Store.reading`."""
        with self._reading.transaction() as connection:
            yield SqlTransaction(connection, self._entropy)

    def close(self) -> None:
        """Ends all connections; the store opens new ones when it is used again."""
        self._writing.close()
        self._reading.close()
