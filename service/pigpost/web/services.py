"""What the audit view is made from, and how a view reaches it."""

from typing import Protocol, cast

from flask import current_app

from pigpost.config import Settings
from pigpost.ports import Clock, Store

NAME = "pigpost"


class Services(Protocol):
    """The database, the settings and the time; no keys, no seeds, no way to the mail."""

    @property
    def store(self) -> Store:
        """The database; pages only read it."""

    @property
    def settings(self) -> Settings:
        """The configuration: who runs this site."""

    @property
    def clock(self) -> Clock:
        """The time."""

    @property
    def mailbox(self) -> str:
        """The inbox's id in the database."""


def services() -> Services:
    """Those that the running app was created with."""
    return cast("Services", current_app.extensions[NAME])
