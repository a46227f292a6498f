"""`pigpost demo`: a whole game by real mail on this machine, with bots and, if you like, with you."""

import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pigpost.cli.columns import counted
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.demo_strategies import strategies
from pigpost.cli.rule_options import by_the_rules, form_option, kind_option
from pigpost.errors import AgainstTheRules, VerificationFailed
from pigpost.games.bots import bot_problem
from pigpost.games.kinds import Form, Kind, Settings
from pigpost.games.settings import game_settings


@click.command()
@kind_option
@form_option
@click.option("--bot", "house", multiple=True, help="A house player sits in, as hold20 or best.")
@click.option("--no-input", is_flag=True, help="Only bots; plays to the end and stops.")
@click.option("--rounds", type=click.IntRange(min=1), help="Stop after so many rounds.")
@click.option("--seed", help="The same throws each time: for tests, not for a game that counts.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep mails, database and export in this folder; without it they go at the end.",
)
@click.option("--web-port", type=click.IntRange(0, 65535), default=0, help="0 takes a free one.")
@json_option
@pass_context
def demo(
    context: Context,
    *,
    kind: Kind,
    form: Form | None,
    house: tuple[str, ...],
    no_input: bool,
    rounds: int | None,
    seed: str | None,
    keep: Path | None,
    web_port: int,
    as_json: bool,
) -> None:
    """A whole game by real mail on this machine.

    Four bots play by mail; one writes a bad order and one misses a round on purpose. Without
    --no-input there is a seat for you too, and everything stays up until Ctrl-C.
    """
    from pigpost.cli.demo_play import play  # noqa: PLC0415 - loads the whole service
    from pigpost.cli.demo_table import Stage  # noqa: PLC0415 - as above

    with by_the_rules():
        settings = game_settings(kind, form=form)
    _check_bots(house, settings, others=len(strategies(settings)) + (not no_input))
    context.start_logging()
    stopped = _stop_on_signals()
    with _directory(keep) as directory:
        stage = Stage(
            directory=directory,
            settings=settings,
            guest=not no_input,
            house=house,
            rounds=rounds,
            seed=seed,
            web_port=web_port,
            say=context.say,
            stopped=stopped,
        )
        summary = play(stage)
    emit(summary, closing_line(summary), as_json=as_json)
    if not summary["verified"]:
        raise VerificationFailed("the exported game does not verify")


def _check_bots(house: tuple[str, ...], settings: Settings, *, others: int) -> None:
    """Before anything is made: a bot that can't sit in is refused."""
    for bot in house:
        problem = bot_problem(bot.lower(), settings, players=others + len(house))
        if problem is not None:
            raise AgainstTheRules(problem)


def closing_line(summary: dict[str, Any]) -> str:
    """What the demo ends with."""
    verified = "verified" if summary["verified"] else "NOT VERIFIED"
    return (
        f"{verified}: {counted(summary['rounds'], 'round', 'rounds')}, "
        f"{counted(summary['entries'], 'entry', 'entries')}, "
        f"{counted(summary['mails_in'], 'mail', 'mails')} in, {summary['mails_out']} out"
    )


def _stop_on_signals() -> threading.Event:
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    return stopped


@contextmanager
def _directory(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        yield keep.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="pigpost-demo-") as directory:
        yield Path(directory)
