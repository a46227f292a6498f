"""The Celery application: wake-ups for tasks that each ask the database what there is to do.

A task that is lost, repeated, or run twice at once changes nothing. Nothing is built at import:
the process that works gives the tasks their services with `use`.
"""

import os
import uuid
from collections.abc import Callable
from typing import Any

from celery import Celery

from pigpost.ports import Services
from pigpost_workers.schedule import TICKS

_VISIBILITY_SECONDS = 600
"""So long a task may take before Redis hands its wake-up out again: threads have no time limit."""

_LOOKS_FOR_WAKE_UPS_SECONDS = 0.05
"""How often the broker in memory is looked at; cheap, and an answer is felt to come at once."""

app = Celery("pigpost", set_as_current=False)
app.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    beat_scheduler="celery.beat:Scheduler",
    timezone="UTC",
    imports=tuple(f"pigpost_workers.{tick.task}" for tick in TICKS),
)


class _Process:
    """What this process works with."""

    services: Services | None = None


def use(services: Services) -> None:
    """Gives the tasks of this process their services, and Celery its broker and its ticks."""
    _Process.services = services
    url = services.settings.broker.url
    transport: dict[str, Any] = (
        {"polling_interval": _LOOKS_FOR_WAKE_UPS_SECONDS}
        if url.startswith("memory:")
        else {"visibility_timeout": _VISIBILITY_SECONDS}
    )
    app.conf.update(
        broker_url=url,
        broker_transport_options=transport,
        beat_schedule={tick.task: tick.entry(services.settings) for tick in TICKS},
    )


def services() -> Services:
    """What the tasks of this process work with."""
    if _Process.services is None:
        raise RuntimeError("this process has no services: `use` was not called")
    return _Process.services


def owner() -> str:
    """A name for one run of a task, under which it takes leases."""
    return f"{os.getpid()}-{uuid.uuid4().hex[:12]}"


def task(run: Callable[[], None]) -> Any:  # noqa: ANN401 - Celery's tasks have no type
    """Makes a Celery task of a function, named as its module, so that file and task agree."""
    return app.task(run, name=run.__module__)
