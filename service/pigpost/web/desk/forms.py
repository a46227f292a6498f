"""What the desk's forms hold, read with care: anything at all can be sent in their name."""

from flask import request

_LONGEST_NUMBER = 4
"""Digits. No game has so many rounds, and Python refuses to read thousands."""


def round_in_form() -> int:
    """The round that the form was about; 0, which is none, for what is no number."""
    written = request.form.get("round", "")
    return int(written) if written.isdecimal() and len(written) <= _LONGEST_NUMBER else 0
