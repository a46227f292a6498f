"""Answers of the last hour are counted for every answer: by an index, not by looking at each mail."""

from alembic import op

revision = "0011_answers"
down_revision = "0010_decision"


def upgrade() -> None:
    """Makes the index."""
    op.create_index("ix_outbox_created_at_answers", "outbox", ["created_at", "answers"])


def downgrade() -> None:
    """Drops it."""
    op.drop_index("ix_outbox_created_at_answers", "outbox")
