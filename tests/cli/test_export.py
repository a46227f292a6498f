"""`pigpost export`."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.context import Context
from pigpost.cli.export import export
from pigpost.config import Settings, Site
from pigpost.errors import NotFound
from pigpost.games.conditions import Throws
from tests.replay.exports import unpacked, wrong
from tests.replay.playing import Playing, played


@pytest.fixture
def playing() -> Playing:
    return played({1: Throws(4)}, rounds=1)


def run(playing: Playing, *words: str) -> Result:
    context = Context(config_file=Path("none.toml"), verbose=False, quiet=False)
    store = SimpleNamespace(reading=lambda: _Reading(playing))
    settings = Settings(site=Site(url="https://pigs.example"))
    vars(context).update(services=SimpleNamespace(store=store), settings=settings)
    return CliRunner().invoke(export, list(words), obj=context, catch_exceptions=False)


class _Reading:
    def __init__(self, playing: Playing) -> None:
        self._tx = playing.tx

    def __enter__(self) -> object:
        return self._tx

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""


def test_a_game_becomes_a_zip_that_verifies(
    playing: Playing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(playing, "spring-pigs", "--json")
    body = (tmp_path / "spring-pigs.zip").read_bytes()
    assert json.loads(done.stdout) == {"file": "spring-pigs.zip", "bytes": len(body)}
    assert wrong(body) == []
    assert b'"origin":"pigs.example/pigpost"' in unpacked(body)["log.ndjson"]
    assert done.exit_code == 0


def test_it_goes_to_standard_output_alone(playing: Playing) -> None:
    done = run(playing, "spring-pigs", "-o", "-")
    assert wrong(done.stdout_bytes) == []


def test_an_unknown_game_is_not_found_and_leaves_no_file(playing: Playing, tmp_path: Path) -> None:
    file = tmp_path / "out.zip"
    with pytest.raises(NotFound):
        run(playing, "summer-pigs", "-o", str(file))
    assert not file.exists()
