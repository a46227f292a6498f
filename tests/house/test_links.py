"""Links within the project lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.house.pages import ROOT, pages

_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def links(page: Path) -> list[str]:
    text = _CODE.sub("", page.read_text("utf-8"))
    return [link for link in _LINK.findall(text) if not re.match(r"https?:|mailto:", link)]


def anchors(page: Path) -> set[str]:
    """As they are made from headings: small letters, hyphens for spaces, no other signs."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    headings = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in _HEADING.findall(text))
    return {heading.strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    for link in links(page):
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_there_are_links_to_look_at() -> None:
    assert sum(len(links(page)) for page in pages()) > 20
