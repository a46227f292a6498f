"""What CONTRIBUTING.md tells to touch, and what docs/architecture.md tells to read, is there."""

import re

import pytest

from tests.house.pages import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ROOTS = (ROOT, ROOT / "service" / "pigpost", ROOT / "workers")
PLACES = sorted(
    {
        place
        for place in re.findall(r"`([\w.]+(?:/[\w.]+)+/?)`", PAGE)
        if "KIND" not in place  # stands for any
    }
)
TYPED = re.findall(r"`python -m ([\w.]+)`", PAGE)
NAMED = re.findall(r"`(_?[A-Z]\w+)` (?:in|of) `([\w/]+\.py)`", PAGE)

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
READ = sorted(set(re.findall(r"`([\w/]+\.py)`", ARCHITECTURE)))


@pytest.mark.parametrize("name", READ)
def test_every_file_that_the_architecture_names_is_there(name: str) -> None:
    assert len(READ) > 30
    assert any(list(ROOT.glob(f"{source}/**/{name}")) for source in ("service", "workers"))


@pytest.mark.parametrize("place", PLACES)
def test_every_file_and_folder_that_is_named_is_there(place: str) -> None:
    assert any((root / place).exists() for root in ROOTS)


@pytest.mark.parametrize("module", TYPED)
def test_every_module_that_is_to_be_run_is_one(module: str) -> None:
    text = (ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8")
    assert 'if __name__ == "__main__":' in text


@pytest.mark.parametrize(("name", "file"), NAMED)
def test_a_name_is_defined_in_the_file_that_is_named_with_it(name: str, file: str) -> None:
    (found,) = (root / file for root in ROOTS if (root / file).is_file())
    assert re.search(rf"^(class )?{name}\b", found.read_text("utf-8"), re.MULTILINE)


def test_there_is_enough_to_look_at() -> None:
    """Else the tests above would pass for want of anything."""
    assert len(PLACES) > 30
    assert len(TYPED) > 1
    assert len(NAMED) > 3
