"""`pigpost worker` and `pigpost beat`: the Celery processes of a larger installation."""

import click

from pigpost.cli.context import Context, pass_context


@click.command()
@click.option("--concurrency", default=2, show_default=True, help="Tasks at a time, as threads.")
@pass_context
def worker(context: Context, *, concurrency: int) -> None:
    """Run one Celery worker; start as many as you like, on as many machines as you like."""
    from pigpost_workers.app import app, use  # noqa: PLC0415 - Celery loads slowly

    use(context.services)
    app.worker_main(
        [
            "worker",
            "--pool=threads",
            f"--concurrency={concurrency}",
            "--without-gossip",
            "--without-mingle",
            f"--loglevel={'INFO' if context.verbose else 'WARNING'}",
        ]
    )


@click.command()
@pass_context
def beat(context: Context) -> None:
    """Run the ticks. One is enough; a second does no harm."""
    from pigpost_workers.app import app, use  # noqa: PLC0415 - Celery loads slowly

    use(context.services)
    app.Beat(
        scheduler=app.conf.beat_scheduler,  # else it would keep a file of its own
        loglevel="INFO" if context.verbose else "WARNING",
    ).run()
