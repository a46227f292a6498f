"""`pigpost export`: a game as one file that proves itself."""

from pathlib import Path

import click

from pigpost.audit.export import export_game, log_origin
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.config import Settings
from pigpost.ports import Store


@click.command()
@click.argument("game")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="The zip to write (GAME.zip); - is standard output.",
)
@json_option
@pass_context
def export(context: Context, game: str, output: Path | None, *, as_json: bool) -> None:
    """Write a game's log and rounds as a zip; check it with `pigpost verify`."""
    body = exported(context.services.store, context.settings, game)
    file = output or Path(f"{game}.zip")
    with click.open_file(str(file), "wb", atomic=str(file) != "-") as out:
        out.write(body)
    if str(file) != "-":
        emit(
            {"file": str(file), "bytes": len(body)},
            f"{file}: {len(body):,} bytes",
            as_json=as_json,
        )


def exported(store: Store, settings: Settings, game: str) -> bytes:
    """The zip of a game, in the name of this site's log; `NotFound` when there is no such game."""
    with store.reading() as tx:
        return export_game(tx, game, origin=log_origin(settings.site.url))
