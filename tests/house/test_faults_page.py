"""The list of faults names tests that there are."""

import re

import pytest

from tests.house.pages import ROOT

NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs" / "faults.md").read_text("utf-8"))


def test_the_list_is_found() -> None:
    assert len(NAMED) > 30


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_each_test_that_is_named_is_there(file: str, name: str) -> None:
    assert f"def {name}(" in (ROOT / "tests" / file).read_text("utf-8")
