"""Alembic's entrance: migrates over the connection that `pigpost.adapters.sql.migrate` hands in."""

from alembic import context

from pigpost.adapters.sql.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
