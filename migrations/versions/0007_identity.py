"""Mails that wait for their writer to be known, and what their signatures said."""

import sqlalchemy as sa
from alembic import op

revision = "0007_identity"
down_revision = "0006_delivery"

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
SIGNATURE = ("signature", "signed_by", "signed_selector", "signed_key")


def upgrade() -> None:
    """Makes the table of questions; mails that were read before have no verdict."""
    for name in SIGNATURE:
        op.add_column("mail", sa.Column(name, sa.Text))
    op.create_table(
        "question",
        sa.Column("outbox", BIG, nullable=False, autoincrement=False),
        sa.Column("mail", BIG, nullable=False),
        sa.Column("whom", sa.Text, nullable=False),
        sa.Column("proven", sa.Boolean, nullable=False),
        sa.Column("said", sa.Text),
        sa.Column("said_in", BIG),
        sa.PrimaryKeyConstraint("outbox", name="pk_question"),
        sa.ForeignKeyConstraint(["outbox"], ["outbox.id"], name="fk_question_outbox_outbox"),
        sa.ForeignKeyConstraint(["mail"], ["mail.id"], name="fk_question_mail_mail"),
        sa.ForeignKeyConstraint(["said_in"], ["mail.id"], name="fk_question_said_in_mail"),
    )
    op.create_index("ix_question_mail", "question", ["mail"])
    op.create_index("ix_question_said_in", "question", ["said_in"])


def downgrade() -> None:
    """Drops both; what waits is lost sight of."""
    op.drop_table("question")
    with op.batch_alter_table("mail") as table:
        for name in SIGNATURE:
            table.drop_column(name)
