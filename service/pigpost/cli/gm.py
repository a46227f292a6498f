"""`pigpost gm`: the game master's way to his desk."""

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.intake.desk.login import MINUTES, print_link


@click.group()
def gm() -> None:
    """The game master's way to his desk."""


@gm.command()
@json_option
@pass_context
def link(context: Context, *, as_json: bool) -> None:
    """Print a link to the desk: good once, in any browser. Whoever has it gets in."""
    url = print_link(context.services)
    context.say(f"good once, for {MINUTES} minutes")
    emit({"link": url, "minutes": MINUTES}, url, as_json=as_json)
