"""The files of `ops/` start what there is."""

from configparser import ConfigParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.cli.main import cli

UNITS = sorted(Path(__file__).parents[2].glob("ops/systemd/*.service"))


def test_there_is_a_unit_for_every_part() -> None:
    assert [unit.stem for unit in UNITS] == [
        "pigpost-beat",
        "pigpost-lmtp",
        "pigpost-web",
        "pigpost-worker@",
    ]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_starts_a_command_that_exists(unit: Path) -> None:
    parsed = ConfigParser(interpolation=None)
    parsed.read(unit)
    program, *words = parsed["Service"]["ExecStart"].split()
    assert program.endswith("/bin/pigpost")
    assert CliRunner().invoke(cli, [*words, "--help"]).exit_code == 0
