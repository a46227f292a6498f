"""What became of a mail out after a server took it, and addresses that mail came back from."""

import sqlalchemy as sa
from alembic import op

revision = "0006_delivery"
down_revision = "0005_game_form"

_TIME = sa.DateTime(timezone=True)
_COLUMNS = ("tried_at", "bounce", "bounced_at", "bounce_words", "resends")


def upgrade() -> None:
    """Adds the columns and the table; nothing has come back as far as was looked."""
    op.add_column("outbox", sa.Column("tried_at", _TIME))
    op.add_column("outbox", sa.Column("bounce", sa.Text))
    op.add_column("outbox", sa.Column("bounced_at", _TIME))
    op.add_column("outbox", sa.Column("bounce_words", sa.Text))
    op.add_column("outbox", sa.Column("resends", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_outbox_tried_at", "outbox", ["tried_at"])
    op.create_table(
        "bounced_address",
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("soft", sa.Integer, nullable=False),
        sa.Column("blocked_at", _TIME),
        sa.Column("words", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("folded", name="pk_bounced_address"),
    )


def downgrade() -> None:
    """Drops them: then mail goes to every address again."""
    op.drop_table("bounced_address")
    op.drop_index("ix_outbox_tried_at", "outbox")
    with op.batch_alter_table("outbox") as table:
        for column in _COLUMNS:
            table.drop_column(column)
