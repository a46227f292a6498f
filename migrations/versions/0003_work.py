"""Work under way: seeds that are not shown yet, leases, the last look at the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0003_work"
down_revision = "0002_mail"

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "seed",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "round", "attempt", name="pk_seed"),
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("until", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_lease"),
    )
    op.create_table(
        "tick",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tick"),
        sa.CheckConstraint("id = 1", name="ck_tick_one_row"),
    )


def downgrade() -> None:
    """Refuses: without its seed an open round could never be thrown."""
    raise NotImplementedError("seeds are never taken back: restore a backup instead")
