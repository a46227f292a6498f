"""Plays every playthrough anew: `python -m tests.playthroughs.play` rewrites the texts."""

from pathlib import Path

from tests.playthroughs.games import GAMES
from tests.playthroughs.telling import told

FOLDER = Path(__file__).parent


def file_of(name: str) -> Path:
    """Where a playthrough stands."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Writes one file a game, and takes away those of games that are none any more."""
    for stale in set(FOLDER.glob("*.txt")) - {file_of(game.name) for game in GAMES}:
        stale.unlink()
    for game in GAMES:
        file_of(game.name).write_text(told(game), "utf-8")


if __name__ == "__main__":
    main()
