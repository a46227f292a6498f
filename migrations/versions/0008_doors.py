"""The doors at which a mail server delivers: numbers for mail without UIDs, and whether one is open."""

import sqlalchemy as sa
from alembic import op

revision = "0008_doors"
down_revision = "0007_identity"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Makes the table; nothing was delivered yet."""
    op.create_table(
        "door",
        sa.Column("mailbox", sa.Text, nullable=False),
        sa.Column("last_uid", BIG, nullable=False),
        sa.Column("beat_at", _TIME),
        sa.Column("gap_began", _TIME),
        sa.Column("gap_ended", _TIME),
        sa.PrimaryKeyConstraint("mailbox", name="pk_door"),
    )


def downgrade() -> None:
    """Drops it; mails that were delivered stay, and would get their numbers again."""
    op.drop_table("door")
