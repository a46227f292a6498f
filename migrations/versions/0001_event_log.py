"""The event log: three tables that can only be added to, and the head of the tree over them."""

import sqlalchemy as sa
from alembic import op

revision = "0001_event_log"
down_revision = None

_BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# What an INSERT OR REPLACE would delete a row for.
_TAKEN = {
    "event": "pos = NEW.pos OR (stream = NEW.stream AND (ver = NEW.ver OR idem = NEW.idem))",
    "sealed": "pos = NEW.pos",
    "personal": "pos = NEW.pos",
}

# A personal part goes only where an event says that it was erased. Its head is canonical JSON, so
# looking for the text is enough; SQLite's own JSON functions are refused in a schema not trusted.
_REDACTED = {
    "sqlite": """
        SELECT 1 FROM event WHERE type = 'PayloadRedacted'
            AND instr(CAST(head AS TEXT), '"pos":' || OLD.pos || ',') > 0
    """,
    "postgresql": """
        SELECT 1 FROM event WHERE type = 'PayloadRedacted'
            AND strpos(convert_from(head, 'UTF8'), '"pos":' || OLD.pos || ',') > 0
    """,
}


def upgrade() -> None:
    """Makes the tables and sets guards on them."""
    _create_tables()
    if op.get_context().dialect.name == "sqlite":
        _guard_on_sqlite()
    else:
        _guard_on_postgresql()


def downgrade() -> None:
    """Refuses: what is logged stays logged."""
    raise NotImplementedError("the log is never taken back: restore a backup instead")


def _create_tables() -> None:
    op.create_table(
        "event",
        sa.Column("pos", _BIG, autoincrement=False, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("ver", sa.Integer, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("idem", sa.Text),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("sealed_digest", sa.Text, nullable=False),
        sa.Column("personal_digest", sa.Text, nullable=False),
        sa.Column("leaf", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("pos", name="pk_event"),
        sa.UniqueConstraint("stream", "ver", name="uq_event_stream_ver"),
        sa.UniqueConstraint("stream", "idem", name="uq_event_stream_idem"),
    )
    for part in ("sealed", "personal"):
        op.create_table(
            part,
            sa.Column("pos", _BIG, autoincrement=False, nullable=False),
            sa.Column("salt", sa.LargeBinary, nullable=False),
            sa.Column("body", sa.LargeBinary, nullable=False),
            sa.PrimaryKeyConstraint("pos", name=f"pk_{part}"),
            sa.ForeignKeyConstraint(["pos"], ["event.pos"], name=f"fk_{part}_pos_event"),
        )
    head = op.create_table(
        "log_head",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("size", _BIG, nullable=False),
        sa.Column("frontier", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_log_head"),
        sa.CheckConstraint("id = 1", name="ck_log_head_one_row"),
    )
    op.bulk_insert(head, [{"id": 1, "size": 0, "frontier": b""}])


def _guard_on_sqlite() -> None:
    for table, taken in _TAKEN.items():
        _refuse_on_sqlite(table, "UPDATE")
        _refuse_on_sqlite(table, "INSERT", f"EXISTS (SELECT 1 FROM {table} WHERE {taken})")
    _refuse_on_sqlite("event", "DELETE")
    _refuse_on_sqlite("sealed", "DELETE")
    _refuse_on_sqlite("personal", "DELETE", f"NOT EXISTS ({_REDACTED['sqlite']})")


def _refuse_on_sqlite(table: str, act: str, when: str = "1") -> None:
    op.execute(f"""
        CREATE TRIGGER {table}_refuses_{act.lower()} BEFORE {act} ON {table} WHEN {when}
        BEGIN SELECT RAISE(ABORT, '{table} can only be added to'); END
    """)


def _guard_on_postgresql() -> None:
    op.execute("""
        CREATE FUNCTION pigpost_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
    """)
    op.execute(f"""
        CREATE FUNCTION pigpost_redact() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NOT EXISTS ({_REDACTED["postgresql"]}) THEN
                RAISE EXCEPTION 'no event says that this part was erased'
                    USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN OLD;
        END $$
    """)
    for table in _TAKEN:
        _refuse_on_postgresql(table, "TRUNCATE", "STATEMENT")
        _refuse_on_postgresql(table, "UPDATE", "ROW")
    _refuse_on_postgresql("event", "DELETE", "ROW")
    _refuse_on_postgresql("sealed", "DELETE", "ROW")
    _refuse_on_postgresql("personal", "DELETE", "ROW", function="pigpost_redact")


def _refuse_on_postgresql(
    table: str, act: str, each: str, *, function: str = "pigpost_refuse"
) -> None:
    op.execute(f"""
        CREATE TRIGGER {table}_refuses_{act.lower()} BEFORE {act} ON {table}
        FOR EACH {each} EXECUTE FUNCTION {function}()
    """)
