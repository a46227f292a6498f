"""`pigpost demo`: a whole game by real mail on this machine, with bots and, if you like, with you."""

import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.errors import VerificationFailed


@click.command()
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
    no_input: bool,
    rounds: int | None,
    seed: str | None,
    keep: Path | None,
    web_port: int,
    as_json: bool,
) -> None:
    """A whole game by real mail on this machine.

    Four bots play; one writes a bad order and one misses a round on purpose. Without --no-input
    there is a seat for you too, and everything stays up until Ctrl-C.
    """
    from pigpost.cli.demo_play import Stage, play  # noqa: PLC0415 - loads the whole service

    context.start_logging()
    stopped = _stop_on_signals()
    with _directory(keep) as directory:
        stage = Stage(
            directory=directory,
            guest=not no_input,
            rounds=rounds,
            seed=seed,
            web_port=web_port,
            say=context.say,
            stopped=stopped,
        )
        summary = play(stage)
    emit(summary, _closing_line(summary), as_json=as_json)
    if not summary["verified"]:
        raise VerificationFailed("the exported game does not verify")


def _closing_line(summary: dict[str, Any]) -> str:
    verified = "verified" if summary["verified"] else "NOT VERIFIED"
    return (
        f"{verified}: {summary['rounds']} rounds, {summary['entries']} entries, "
        f"{summary['mails_in']} mails in, {summary['mails_out']} out"
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
