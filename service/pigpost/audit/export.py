"""A game as one file that proves itself, without the service and for ever (formats 5)."""

import hashlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from pigpost.audit.entries import public_entries
from pigpost.audit.games import game_state
from pigpost.errors import LogBroken
from pigpost.events.merkle import Tree
from pigpost.events.record import Entry
from pigpost.games.kinds import Seat
from pigpost.ports import Transaction
from pigpost.replay.archive import LOG, pack
from pigpost.replay.lines import Closing, written, written_closing
from pigpost.replay.round_file import round_files
from pigpost.replay.state import GameState

README = "README.txt"

_ABOUT = """{title} ({game})

Everything that was recorded of this game, and the proof of it.

log.ndjson        one entry a line, each with the proof of its place in the log;
                  the last line is the head of the log
rounds/0001.json  one file a round: orders, throws, scores, seed and lock

Orders of a round that was not thrown when this was made are sealed: only their
digests are here. Names, addresses and words as mailed are no part of the log
that anybody can copy; the names in the round files are for your eyes and are
proved by nothing.

To check everything:

    pigpost verify {game}.zip

To check the lock and the throws of a round yourself, save the lines below as
check_round.py and run: python check_round.py rounds/0001.json

{check}"""


def export_game(tx: Transaction, game: str, *, origin: str) -> bytes:
    """The zip of a game as anybody may have it. `origin` is the log's: see `log_origin`.

    `NotFound` when there is no such game; `LogBroken` when leaves and head do not fit together.
    """
    public = public_entries(tx, game)
    state = game_state(tx, game)
    files = {README: _about(state).encode(), **round_files(state, public_names(state))}
    packed = BytesIO()
    pack({LOG: _log(tx, public, files, origin=origin), **files}, packed)
    return packed.getvalue()


def log_origin(site_url: str) -> str:
    """The name of a site's log, one for all its games.

    >>> log_origin("https://pigs.example/games/")
    'pigs.example/pigpost'
    """
    return f"{urlsplit(site_url).netloc}/pigpost"


def public_names(state: GameState) -> dict[Seat, str]:
    """Who plays or played, as far as it is still known; who declined is nobody's business."""
    people = ((seat, state.seats[seat].person.name) for seat in state.standings.scores)
    return {seat: name for seat, name in people if name}


def standalone_check() -> str:
    """The Python text with which anybody checks a round file: nothing but the standard library."""
    return Path(__file__).with_name("check_round.py").read_text("utf-8")


def _log(tx: Transaction, public: list[Entry], files: Mapping[str, bytes], *, origin: str) -> bytes:
    head, tree = tx.log.head(), Tree(tx.log.leaves())
    if tree.root.hex() != head.root:
        raise LogBroken("the log's head is not the root of its leaves")
    closing = Closing(
        origin=origin,
        size=head.size,
        root=head.root,
        entries={public[-1].stream: public[-1].ver},
        files={name: hashlib.sha256(body).hexdigest() for name, body in files.items()},
    )
    lines = [written(entry, tree.proof(entry.pos - 1)) for entry in public]
    return b"".join(lines) + written_closing(closing)


def _about(state: GameState) -> str:
    return _ABOUT.format(title=state.title, game=state.id, check=standalone_check())
