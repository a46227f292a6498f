"""The log of a game for people: all entries, newest first, and a page for each."""

import re

from flask import Blueprint, abort, request

from pigpost.audit.entries import entries_of
from pigpost.web.log_page import EntryPage, LogPage, Wanted, entry_page, log_page
from pigpost.web.pages import page
from pigpost.web.seen import seen_game
from pigpost.web.services import services

blueprint = Blueprint("log", __name__)

_NUMBER = re.compile(r"[1-9][0-9]{0,14}")
_LONGEST_CODE = 20


@page(blueprint, "/g/<game:game>/log", template="log.html")
def entries(game: str) -> LogPage:
    """The entries that the query asks for."""
    wanted = Wanted(before=_number("before"), round=_number("round"), receipt=_code("receipt"))
    with services().store.reading() as tx:
        return log_page(seen_game(tx, game), entries_of(tx, game), wanted)


@page(blueprint, "/g/<game:game>/log/<number:pos>", template="entry.html")
def entry(game: str, pos: int) -> EntryPage:
    """One entry."""
    with services().store.reading() as tx:
        return entry_page(seen_game(tx, game), entries_of(tx, game), pos)


def _number(name: str) -> int | None:
    """A number of the query; a field left empty is none."""
    text = request.args.get(name, "").strip()
    if text and not _NUMBER.fullmatch(text):
        abort(400)
    return int(text) if text else None


def _code(name: str) -> str | None:
    """A receipt code as somebody wrote it."""
    text = request.args.get(name, "").strip()
    if len(text) > _LONGEST_CODE:
        abort(400)
    return text or None
