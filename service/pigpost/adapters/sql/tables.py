"""Every table. The first three may only be added to: migrations set guards on them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from pigpost.adapters.sql.utc import Utc

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

BIG = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the key is called INTEGER."""

# --- the log (formats 2) -----------------------------------------------------------------------

event = Table(
    "event",
    metadata,
    Column("pos", BIG, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("ver", Integer, nullable=False),
    Column("type", Text, nullable=False),
    Column("v", Integer, nullable=False),
    Column("idem", Text),
    Column("head", LargeBinary, nullable=False),
    Column("sealed_digest", Text, nullable=False),
    Column("personal_digest", Text, nullable=False),
    Column("leaf", Text, nullable=False),
    UniqueConstraint("stream", "ver"),
    UniqueConstraint("stream", "idem"),
)

sealed = Table(
    "sealed",
    metadata,
    Column("pos", BIG, ForeignKey(event.c.pos), primary_key=True, autoincrement=False),
    Column("salt", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

personal = Table(
    "personal",
    metadata,
    Column("pos", BIG, ForeignKey(event.c.pos), primary_key=True, autoincrement=False),
    Column("salt", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

log_head = Table(
    "log_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("size", BIG, nullable=False),
    Column("frontier", LargeBinary, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

# --- mail in and out ---------------------------------------------------------------------------

mail = Table(
    "mail",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("mailbox", Text, nullable=False),
    Column("uidvalidity", BIG, nullable=False),
    Column("uid", BIG, nullable=False),
    Column("arrived_at", Utc, nullable=False),
    Column("stored_at", Utc, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", BIG, nullable=False),
    Column("complete", Boolean, nullable=False),
    Column("raw", LargeBinary),
    Column("repeats", BIG, ForeignKey("mail.id")),
    Column("state", Text, nullable=False),
    Column("outcome", Text),
    Column("note", Text),
    Column("game", Text),
    Column("person", Text),
    Column("tries", Integer, nullable=False),
    Column("signature", Text),
    Column("signed_by", Text),
    Column("signed_selector", Text),
    Column("signed_key", Text),
    UniqueConstraint("mailbox", "uidvalidity", "uid"),
    Index("ix_mail_mailbox_state", "mailbox", "state"),
    Index("ix_mail_game", "game"),
)
"""`raw` is null in a duplicate: `repeats` says whose it shares."""

Index(
    "ix_mail_original",
    mail.c.mailbox,
    mail.c.sha256,
    unique=True,
    sqlite_where=mail.c.repeats.is_(None),
    postgresql_where=mail.c.repeats.is_(None),
)

inbox = Table(
    "inbox",
    metadata,
    Column("mailbox", Text, primary_key=True),
    Column("uidvalidity", BIG),
    Column("last_uid", BIG, nullable=False, server_default="0"),
    Column("seen_at", Utc),
    Column("failing_since", Utc),
    Column("last_error", Text),
    Column("failures", Integer, nullable=False, server_default="0"),
)

door = Table(
    "door",
    metadata,
    Column("mailbox", Text, primary_key=True),
    Column("last_uid", BIG, nullable=False),
    Column("beat_at", Utc),
    Column("gap_began", Utc),
    Column("gap_ended", Utc),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("game", Text),
    Column("person", Text),
    Column("seat", Text),
    Column("kind", Text, nullable=False),
    Column("asks_round", Integer),
    Column("recipient", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("answers", BIG, ForeignKey(mail.c.id)),
    Column("once", Text),
    Column("key_id", Text, nullable=False),
    Column("message_id", Text),
    Column("envelope_sender", Text),
    Column("subject", Text),
    Column("text", Text),
    Column("message", LargeBinary),
    Column("created_at", Utc, nullable=False),
    Column("state", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_try_at", Utc, nullable=False),
    Column("server_words", Text),
    Column("sent_at", Utc),
    Column("owner", Text),
    Column("leased_until", Utc),
    Column("tried_at", Utc),
    Column("bounce", Text),
    Column("bounced_at", Utc),
    Column("bounce_words", Text),
    Column("resends", Integer, nullable=False, server_default="0"),
    UniqueConstraint("answers"),
    UniqueConstraint("once"),
    Index("ix_outbox_state_next_try_at", "state", "next_try_at"),
    Index("ix_outbox_folded_created_at", "folded", "created_at"),
    Index("ix_outbox_person_game", "person", "game"),
    Index("ix_outbox_game", "game"),
    Index("ix_outbox_tried_at", "tried_at"),
    Index("ix_outbox_created_at_answers", "created_at", "answers"),
)
"""`folded` is the recipient without regard to case. A row is `reserved` until its mail is written."""

question = Table(
    "question",
    metadata,
    Column("outbox", BIG, ForeignKey(outbox.c.id), primary_key=True, autoincrement=False),
    Column("mail", BIG, ForeignKey(mail.c.id), nullable=False),
    Column("whom", Text, nullable=False),
    Column("proven", Boolean, nullable=False),
    Column("said", Text),
    Column("said_in", BIG, ForeignKey(mail.c.id)),
    Index("ix_question_mail", "mail"),
    Index("ix_question_said_in", "said_in"),
)

bounced_address = Table(
    "bounced_address",
    metadata,
    Column("folded", Text, primary_key=True),
    Column("soft", Integer, nullable=False),
    Column("blocked_at", Utc),
    Column("words", Text, nullable=False),
)

handling = Table(
    "handling",
    metadata,
    Column("mail", BIG, ForeignKey(mail.c.id), primary_key=True, autoincrement=False),
    Column("answer", Boolean, primary_key=True),
    Column("what", Text, nullable=False),
    Column("at", Utc, nullable=False),
    Column("reason", Text, nullable=False),
    Column("game", Text),
    Column("seat", Text),
)
"""What the GM did with a mail: one answer, and one thing that settles it. The log has it as well."""

gm_login = Table(
    "gm_login",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("role", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("browser", Text),
    Column("made_at", Utc, nullable=False),
    Column("expires_at", Utc, nullable=False),
    Column("used_at", Utc),
    Column("ended_at", Utc),
    Column("person", Text),
    UniqueConstraint("digest"),
    Index("ix_gm_login_made_at", "made_at"),
)
"""A link to the desk, and the session that was begun with it; of its key only the digest.

`person` is who plays, where it is a player's.
"""

gm_code = Table(
    "gm_code",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("role", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("made_at", Utc, nullable=False),
    Column("expires_at", Utc, nullable=False),
    Column("used_at", Utc),
    UniqueConstraint("digest"),
    Index("ix_gm_code_made_at", "made_at"),
)
"""A code with which one mail of the GM gives commands; of the code only the digest."""

decision = Table(
    "decision",
    metadata,
    Column("mail", BIG, ForeignKey("mail.id"), primary_key=True, autoincrement=False),
    Column("said", Text, nullable=False),
    Column("entries", BIG, nullable=False),
    Column("outbox", BIG, nullable=False),
    Column("seat", Text),
)

# --- work under way ----------------------------------------------------------------------------

seed = Table(
    "seed",
    metadata,
    Column("game", Text, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary, nullable=False),
)

lease = Table(
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("until", Utc, nullable=False),
)

tick = Table(
    "tick",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Utc, nullable=False),
    CheckConstraint("id = 1", name="one_row"),
)

# --- projections: derived from the log, rebuilt at will ------------------------------------------

game = Table(
    "game",
    metadata,
    Column("game", Text, primary_key=True),
    Column("stream", Text, nullable=False),
    Column("pos", BIG, nullable=False),
    Column("title", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("form", Text, nullable=False, server_default="shared"),
    Column("phase", Text, nullable=False),
    Column("held", Text),
    Column("round", Integer),
    Column("attempt", Integer),
    Column("deadline", Utc),
    Column("early", Boolean, nullable=False),
)

person = Table(
    "person",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("address", BIG, nullable=False),
    Column("language", Text, nullable=False),
    Column("timezone", Text, nullable=False),
)
"""`address` is the one that mail is sent to: the latest."""

address = Table(
    "address",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("folded", Text, nullable=False),
    UniqueConstraint("person", "folded"),
    Index("ix_address_folded", "folded"),
)

seat = Table(
    "seat",
    metadata,
    Column("id", BIG, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("person", Text, nullable=False),
    UniqueConstraint("game", "seat"),
    Index("ix_seat_person", "person"),
)
"""Ids of seats and addresses are positions in the log, so that a rebuild gives the same."""
