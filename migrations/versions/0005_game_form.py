"""The form of a game, which lists of games say beside its kind."""

import sqlalchemy as sa
from alembic import op

revision = "0005_game_form"
down_revision = "0004_projections"


def upgrade() -> None:
    """Adds the column; until now every game was played in shared rounds."""
    op.add_column("game", sa.Column("form", sa.Text, nullable=False, server_default="shared"))


def downgrade() -> None:
    """Drops it: the log has it."""
    with op.batch_alter_table("game") as table:
        table.drop_column("form")
