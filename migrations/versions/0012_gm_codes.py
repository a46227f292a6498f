"""Codes that go along with mails to the GM: with one of them his next mail gives commands, once."""

import sqlalchemy as sa
from alembic import op

revision = "0012_gm_codes"
down_revision = "0011_answers"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Makes the table; no code was given out yet."""
    op.create_table(
        "gm_code",
        sa.Column("id", BIG, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False),
        sa.Column("used_at", _TIME),
        sa.PrimaryKeyConstraint("id", name="pk_gm_code"),
        sa.UniqueConstraint("digest", name="uq_gm_code_digest"),
    )
    op.create_index("ix_gm_code_made_at", "gm_code", ["made_at"])


def downgrade() -> None:
    """Drops it: every code that is out is good for nothing."""
    op.drop_table("gm_code")
