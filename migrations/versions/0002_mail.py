"""Mails in and out, and how the inbox is doing."""

import sqlalchemy as sa
from alembic import op

revision = "0002_mail"
down_revision = "0001_event_log"

_BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "inbox",
        sa.Column("mailbox", sa.Text, nullable=False),
        sa.Column("uidvalidity", _BIG),
        sa.Column("last_uid", _BIG, nullable=False, server_default="0"),
        sa.Column("seen_at", _TIME),
        sa.Column("failing_since", _TIME),
        sa.Column("last_error", sa.Text),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("mailbox", name="pk_inbox"),
    )
    _create_mail()
    _create_outbox()


def downgrade() -> None:
    """Refuses: mails are evidence."""
    raise NotImplementedError("mails are never taken back: restore a backup instead")


def _create_mail() -> None:
    op.create_table(
        "mail",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("mailbox", sa.Text, nullable=False),
        sa.Column("uidvalidity", _BIG, nullable=False),
        sa.Column("uid", _BIG, nullable=False),
        sa.Column("arrived_at", _TIME, nullable=False),
        sa.Column("stored_at", _TIME, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("size", _BIG, nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.Column("raw", sa.LargeBinary),
        sa.Column("repeats", _BIG),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("game", sa.Text),
        sa.Column("person", sa.Text),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mail"),
        sa.ForeignKeyConstraint(["repeats"], ["mail.id"], name="fk_mail_repeats_mail"),
        sa.UniqueConstraint(
            "mailbox", "uidvalidity", "uid", name="uq_mail_mailbox_uidvalidity_uid"
        ),
    )
    op.create_index("ix_mail_mailbox_state", "mail", ["mailbox", "state"])
    op.create_index("ix_mail_game", "mail", ["game"])
    op.create_index(
        "ix_mail_original",
        "mail",
        ["mailbox", "sha256"],
        unique=True,
        sqlite_where=sa.text("repeats IS NULL"),
        postgresql_where=sa.text("repeats IS NULL"),
    )


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", _BIG, nullable=False),
        sa.Column("game", sa.Text),
        sa.Column("person", sa.Text),
        sa.Column("seat", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("asks_round", sa.Integer),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("answers", _BIG),
        sa.Column("once", sa.Text),
        sa.Column("key_id", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text),
        sa.Column("envelope_sender", sa.Text),
        sa.Column("subject", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("message", sa.LargeBinary),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("next_try_at", _TIME, nullable=False),
        sa.Column("server_words", sa.Text),
        sa.Column("sent_at", _TIME),
        sa.Column("owner", sa.Text),
        sa.Column("leased_until", _TIME),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(["answers"], ["mail.id"], name="fk_outbox_answers_mail"),
        sa.UniqueConstraint("answers", name="uq_outbox_answers"),
        sa.UniqueConstraint("once", name="uq_outbox_once"),
    )
    op.create_index("ix_outbox_state_next_try_at", "outbox", ["state", "next_try_at"])
    op.create_index("ix_outbox_folded_created_at", "outbox", ["folded", "created_at"])
    op.create_index("ix_outbox_person_game", "outbox", ["person", "game"])
    op.create_index("ix_outbox_game", "outbox", ["game"])
