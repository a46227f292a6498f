"""What the reader made of each mail, so that another reader can be held against it."""

import sqlalchemy as sa
from alembic import op

revision = "0010_decision"
down_revision = "0009_desk"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Makes the table; of mails that were read before, nothing is known."""
    op.create_table(
        "decision",
        sa.Column("mail", BIG, nullable=False, autoincrement=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("entries", BIG, nullable=False),
        sa.Column("outbox", BIG, nullable=False),
        sa.Column("seat", sa.Text),
        sa.PrimaryKeyConstraint("mail", name="pk_decision"),
        sa.ForeignKeyConstraint(["mail"], ["mail.id"], name="fk_decision_mail_mail"),
    )


def downgrade() -> None:
    """Drops it: the mails are there to be read again."""
    op.drop_table("decision")
