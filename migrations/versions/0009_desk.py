"""The GM's desk: what was done with a mail by hand, and the links that let the GM in."""

import sqlalchemy as sa
from alembic import op

revision = "0009_desk"
down_revision = "0008_doors"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Makes both tables; nothing was done by hand yet, and nobody was let in."""
    op.create_table(
        "handling",
        sa.Column("mail", BIG, nullable=False, autoincrement=False),
        sa.Column("answer", sa.Boolean, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("game", sa.Text),
        sa.Column("seat", sa.Text),
        sa.PrimaryKeyConstraint("mail", "answer", name="pk_handling"),
        sa.ForeignKeyConstraint(["mail"], ["mail.id"], name="fk_handling_mail_mail"),
    )
    op.create_table(
        "gm_login",
        sa.Column("id", BIG, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("browser", sa.Text),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False),
        sa.Column("used_at", _TIME),
        sa.Column("ended_at", _TIME),
        sa.PrimaryKeyConstraint("id", name="pk_gm_login"),
        sa.UniqueConstraint("digest", name="uq_gm_login_digest"),
    )
    op.create_index("ix_gm_login_made_at", "gm_login", ["made_at"])


def downgrade() -> None:
    """Drops both: the GM is logged out, and what was done by hand stands in the log alone."""
    op.drop_table("gm_login")
    op.drop_table("handling")
