"""Where sentences take their words from: a catalogue in the reader's language, English its source."""

from typing import Protocol


class Words(Protocol):
    """A gettext catalogue. What it does not know stays English."""

    def gettext(self, message: str, /) -> str:
        """The message in the reader's language."""

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """The form of the message that goes with a number."""


N_ = str
"""Marks a text for the catalogue where it stands; it is looked up where it is used."""
