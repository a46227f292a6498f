"""`pigpost worker` and `pigpost beat`: the Celery processes of a larger installation."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from pigpost.cli.context import Context, pass_context
from pigpost.errors import ConfigError


@click.command()
@click.option("--concurrency", default=2, show_default=True, help="Tasks at a time, as threads.")
@pass_context
def worker(context: Context, *, concurrency: int) -> None:
    """Run one Celery worker; start as many as you like, on as many machines as you like."""
    app = _ready(context)
    words = [
        "worker",
        "--pool=threads",
        f"--concurrency={concurrency}",
        "--without-gossip",
        "--without-mingle",
        f"--loglevel={'INFO' if context.verbose else 'WARNING'}",
    ]
    with _watching(context):
        app.worker_main(words)


def _watching(context: Context) -> AbstractContextManager[object]:
    """What listens at the inbox beside the worker; of many workers one listens."""
    from pigpost_workers.watch_inbox import InboxWatcher, wants_watching  # noqa: PLC0415 - as above

    services = context.services
    return InboxWatcher(services) if wants_watching(services) else nullcontext()


@click.command()
@pass_context
def beat(context: Context) -> None:
    """Run the ticks. One is enough; a second does no harm."""
    app = _ready(context)
    app.Beat(
        scheduler=app.conf.beat_scheduler,  # else it would keep a file of its own
        loglevel="INFO" if context.verbose else "WARNING",
    ).run()


def _ready(context: Context) -> Any:  # noqa: ANN401 - Celery has no types
    """The Celery application with its services; `ConfigError` where no other process could hear it."""
    from pigpost_workers.app import app, use  # noqa: PLC0415 - Celery loads slowly

    if context.settings.broker.url.startswith("memory:"):
        raise ConfigError(
            "broker.url is memory, which ends at this process: set it to redis://HOST:PORT/0, "
            "or run everything in one process with `pigpost up`"
        )
    use(context.services)
    return app
