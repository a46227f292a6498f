"""Players have links to the desk, too: whose each is."""

import sqlalchemy as sa
from alembic import op

revision = "0013_players_desk"
down_revision = "0012_gm_codes"


def upgrade() -> None:
    """Adds the column; until now only those who decide were let in."""
    op.add_column("gm_login", sa.Column("person", sa.Text))


def downgrade() -> None:
    """Drops it: players are logged out."""
    op.execute("DELETE FROM gm_login WHERE person IS NOT NULL")
    with op.batch_alter_table("gm_login") as table:
        table.drop_column("person")
