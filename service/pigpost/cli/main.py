"""`pigpost`: the commands, found when they are asked for so that `--help` comes at once."""

import io
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from pigpost.cli.context import Context
from pigpost.config import DEFAULT_FILE
from pigpost.errors import PigpostError

_COMMANDS = {
    "demo": ("pigpost.cli.demo", "A whole game by real mail, on this machine."),
    "init": ("pigpost.cli.init", "Make a configuration, keys and a database."),
    "up": ("pigpost.cli.up", "Run everything in one process."),
    "worker": ("pigpost.cli.worker", "Run one Celery worker; start as many as you like."),
    "beat": ("pigpost.cli.worker", "Run the ticks; start one."),
    "lmtp": ("pigpost.cli.lmtp", "Take mail from your mail server."),
    "web": ("pigpost.cli.up", "Run the audit view alone."),
    "status": ("pigpost.cli.status", "What runs and what needs the GM."),
    "doctor": ("pigpost.cli.doctor", "Check configuration, database, mail, clock."),
    "game": ("pigpost.cli.game", "Make, start, hold and end games."),
    "player": ("pigpost.cli.player", "Who plays."),
    "invite": ("pigpost.cli.player", "Offer a seat by mail."),
    "order": ("pigpost.cli.order", "Read an order; enter one by hand."),
    "round": ("pigpost.cli.round", "Show, run and replay rounds."),
    "claim": ("pigpost.cli.claim", "What is disputed, and all that bears on it."),
    "rule": ("pigpost.cli.rule", "Decide a dispute; the round is replayed on its own throws."),
    "mail": ("pigpost.cli.mail", "Mails in and out, and what became of them."),
    "gm": ("pigpost.cli.gm", "The game master's way to his desk."),
    "odds": ("pigpost.cli.odds", "What an order is worth, as exact fractions."),
    "adjudicate": ("pigpost.cli.adjudicate", "Adjudicate a round from a file."),
    "export": ("pigpost.cli.export", "A game as one file that verifies itself."),
    "verify": ("pigpost.cli.verify", "Check an exported game, offline."),
    "db": ("pigpost.cli.db", "The database's migrations."),
    "config": ("pigpost.cli.config", "The configuration in force."),
    "completion": ("pigpost.cli.completion", "Completion for your shell."),
}


class _Commands(click.Group):
    """Loads a command's module when the command is used; the overview needs none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which one meets them."""
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; where there is none, a near name is suggested."""
        if cmd_name not in _COMMANDS:
            near = get_close_matches(cmd_name, _COMMANDS, n=1)
            if near and not ctx.resilient_parsing:
                ctx.fail(f"No such command {cmd_name!r}. Did you mean {near[0]!r}?")
            return None
        module, _ = _COMMANDS[cmd_name]
        command = getattr(import_module(module), cmd_name.replace("-", "_"))
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.{cmd_name} is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line a command, without loading any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, short) for name, (_, short) in _COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path(DEFAULT_FILE),
    show_default=True,
    envvar="PIGPOST_CONFIG",
    help="The configuration file.",
)
@click.option("-v", "--verbose", is_flag=True, help="Log lines of what happens, on standard error.")
@click.option("-q", "--quiet", is_flag=True, help="No talk on standard error.")
@click.version_option(package_name="pigpost", message="pigpost %(version)s")
@click.pass_context
def cli(ctx: click.Context, config_file: Path, *, verbose: bool, quiet: bool) -> None:
    """Pigpost: a judge for play-by-email games of the Pig family.

    Data goes to standard output, talk to standard error. Exit codes: 0 done, 1 failed, 2 usage,
    3 configuration, 4 not found, 5 against the rules, 6 too late or already done,
    7 verification failed, 8 mail or database out of reach, 130 interrupted.
    """
    ctx.obj = Context(config_file=config_file, verbose=verbose, quiet=quiet)


def main() -> None:
    """Runs the command and turns faults into exit codes and one clear line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8 whatever the terminal speaks
    try:
        # Without standalone mode click returns the code of `ctx.exit`, and raises the rest.
        code = cli(prog_name="pigpost", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as mistake:
        mistake.show()
        sys.exit(mistake.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(130)
    except PigpostError as fault:
        click.echo(f"pigpost: {fault}", err=True)
        sys.exit(fault.exit_code)
    except BrokenPipeError:
        _hang_up()
    except OSError as trouble:
        where = f"{trouble.filename}: " if trouble.filename else ""
        click.echo(f"pigpost: {where}{trouble.strerror or trouble}", err=True)
        sys.exit(1)


def _hang_up() -> NoReturn:
    """Whoever read the output has seen enough, as `head` does: the rest goes nowhere, in silence."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
