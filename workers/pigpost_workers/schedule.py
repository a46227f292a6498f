"""Every tick of the service, in one table. Wake-ups between tasks come on top and may be lost."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pigpost.config import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A task (the name of its module) and how often it looks for work, in seconds."""

    task: str
    seconds: Callable[[Settings], float]

    def entry(self, settings: Settings) -> dict[str, Any]:
        """The tick as Celery's beat wants it; one that waited too long to be run is dropped."""
        seconds = self.seconds(settings)
        return {
            "task": f"pigpost_workers.{self.task}",
            "schedule": timedelta(seconds=seconds),
            "options": {"expires": seconds},
        }


_DIGEST_SECONDS = 300.0
"""Often enough to meet the hour of the digest."""

TICKS = (
    Tick(task="poll_inbox", seconds=lambda settings: settings.mail.poll_seconds),
    Tick(task="play_bots", seconds=lambda settings: settings.rounds.tick_seconds),
    Tick(task="seal_rounds", seconds=lambda settings: settings.rounds.tick_seconds),
    Tick(task="adjudicate_rounds", seconds=lambda settings: settings.rounds.tick_seconds),
    Tick(task="send_reminders", seconds=lambda settings: settings.rounds.tick_seconds),
    Tick(task="send_digest", seconds=lambda _: _DIGEST_SECONDS),
    Tick(task="send_outbox", seconds=lambda settings: settings.rounds.tick_seconds),
)
