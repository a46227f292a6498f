"""Documents that follow from the code are as the code is."""

import hashlib
import re
import subprocess
import sys
import tomllib
from itertools import islice
from pathlib import Path

import pytest

from pigpost.config import Settings
from pigpost.events.commitment import commitment
from pigpost.games.kinds import GameId, Kind
from pigpost.games.settings import game_settings
from pigpost.games.throws import round_key, throws
from tests.house.pages import ROOT


def test_config_is_current() -> None:
    run = [sys.executable, "-c", "import docs; print(docs.reference(), end='')"]
    made = subprocess.run(run, cwd=ROOT / "ops", capture_output=True, check=True, timeout=60)
    page = (ROOT / "docs" / "config.md").read_text("utf-8")
    assert made.stdout.decode("utf-8") == page, "run: python ops/docs.py"


@pytest.mark.parametrize(
    "text",
    re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "operators.md").read_text(), re.DOTALL),
)
def test_configurations_in_documents_can_be_used(text: str) -> None:
    assert Settings(**tomllib.loads(text))


def test_words_name_only_what_is_there() -> None:
    """An identifier in docs/words.md stands in the code."""
    page = (ROOT / "docs" / "words.md").read_text("utf-8")
    code = "\n".join(
        file.read_text("utf-8")
        for source in ("service", "workers")
        for file in (ROOT / source).rglob("*.py")
    )
    named = [name for name in re.findall(r"`([^`]+)`", page) if re.fullmatch(r"[A-Za-z_]+", name)]
    assert len(named) > 5
    assert [name for name in named if not re.search(rf"\b{name}\b", code)] == []


WORDS = (
    "adjudicate, throw, order, round, turn, seat, player, GM, NMR, deadline, receipt, refusal, stream, "
    "event, position, version, projection, replay, checkpoint, proof, seal, envelope, message, "
    "`message_id`, outbox"
)


@pytest.mark.parametrize("word", WORDS.split(", "))
def test_the_fields_words_are_explained(word: str) -> None:
    page = (ROOT / "docs" / "words.md").read_text("utf-8")
    cells = {
        cell.strip()
        for row in re.findall(r"^\| ([^|]+)", page, re.MULTILINE)
        for cell in row.split(",")
    }
    assert word in cells


def test_layers_are_those_that_are_checked() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    drawn = re.findall(r"^    ([a-z_, ]+)$", page, re.MULTILINE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = [c["layers"] for c in contracts["contracts"] if c["id"] == "layers"]
    checked = [", ".join(re.split(r" [|:] ", layer)) for layer in layers]
    assert drawn == [layer.replace("pigpost.", "") for layer in checked]


def test_every_package_is_in_the_way() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    packages = {
        init.parent.name for init in Path(ROOT / "service" / "pigpost").glob("*/__init__.py")
    }
    assert packages <= listed


def test_every_table_is_explained() -> None:
    from pigpost.adapters.sql.tables import metadata

    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert set(metadata.tables) <= named


def test_the_samples_of_the_formats_are_right() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    (hashed,) = re.findall(r"((?:^    \S+\n)+)", page, re.MULTILINE)
    _, game, round, attempt, seed = hashed.split()
    lock, key = re.findall(r"^`([0-9a-f]{64})`\.$", page, re.MULTILINE)
    drawn = re.findall(r"`(\w+)`", page.partition("key above begins")[2].partition(".")[0])
    text = "".join(line.strip() + "\n" for line in hashed.splitlines())
    assert hashlib.sha256(text.encode()).hexdigest() == lock
    raw = bytes.fromhex(seed)
    assert commitment(GameId(game), round=int(round), attempt=int(attempt), seed=raw) == lock
    stream = round_key(raw, game=game, round=int(round), attempt=int(attempt))
    assert stream.hex() == key
    throws_of_it = throws(stream, game_settings(Kind.POSTAL_PIGS))
    assert [outcome.name for outcome in islice(throws_of_it, 3)] == drawn


def test_sections_of_the_formats_that_code_cites_are_there() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    sections = set(re.findall(r"^## (\d) ", page, re.MULTILINE))
    sources = [*(ROOT / "service").rglob("*.py"), *(ROOT / "workers").rglob("*.py")]
    cited = {n for f in sources for n in re.findall(r"formats (\d)", f.read_text("utf-8"))}
    assert len(cited) > 3
    assert cited <= sections
