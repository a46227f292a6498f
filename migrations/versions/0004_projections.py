"""What is derived from the log for look-ups."""

import sqlalchemy as sa
from alembic import op

revision = "0004_projections"
down_revision = "0003_work"

_BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "game",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("pos", _BIG, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("held", sa.Text),
        sa.Column("round", sa.Integer),
        sa.Column("attempt", sa.Integer),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("early", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_game"),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", _BIG, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("timezone", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_person"),
    )
    op.create_table(
        "address",
        sa.Column("id", _BIG, autoincrement=False, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_address"),
        sa.UniqueConstraint("person", "folded", name="uq_address_person_folded"),
    )
    op.create_index("ix_address_folded", "address", ["folded"])
    op.create_table(
        "seat",
        sa.Column("id", _BIG, autoincrement=False, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.UniqueConstraint("game", "seat", name="uq_seat_game_seat"),
    )
    op.create_index("ix_seat_person", "seat", ["person"])


def downgrade() -> None:
    """Drops them: the log has it all."""
    for table in ("seat", "address", "person", "game"):
        op.drop_table(table)
