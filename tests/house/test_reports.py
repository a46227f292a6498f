"""Every public bug report that was read for this has a test that shows it does not happen here."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
REPORTS = tomllib.loads((ROOT / "tests/intake/reports.toml").read_text("utf-8"))
NUMBERS = range(1, 45)


def test_every_report_is_listed_with_where_it_was_made() -> None:
    assert list(REPORTS) == [str(number) for number in NUMBERS]
    made = [report for row in REPORTS.values() for report in row["reports"]]
    assert [name for name in made if not re.fullmatch(r"[\w.-]+/[\w.-]+(?: PR )?#\d+", name)] == []


def test_every_report_names_tests_that_exist() -> None:
    named = [test for row in REPORTS.values() for test in row["tests"]]
    assert all(row["tests"] for row in REPORTS.values())
    assert [test for test in named if not _exists(test)] == []


def _exists(test: str) -> bool:
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and re.search(rf"def {name}\(", path.read_text("utf-8")) is not None
