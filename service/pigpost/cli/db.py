"""`pigpost db`: the database's migrations."""

import click

from pigpost.cli.context import Context, emit, json_option, pass_context


@click.group()
def db() -> None:
    """The database's migrations."""


@db.command()
@json_option
@pass_context
def upgrade(context: Context, *, as_json: bool) -> None:
    """Bring the database to this release's shape; safe to run again."""
    from pigpost.adapters.sql import migrate  # noqa: PLC0415 - only this command needs it

    migrate.upgrade(context.settings.database_url)
    emit({"upgraded": True}, "the database is up to date", as_json=as_json)


@db.command()
@json_option
@pass_context
def rebuild(context: Context, *, as_json: bool) -> None:
    """Drop what is derived from the log (lists, seats, deadlines) and derive it anew."""
    with context.services.store.writing() as tx:
        tx.projections.rebuild()
    emit({"rebuilt": True}, "lists, seats and deadlines are derived anew", as_json=as_json)
