"""HTML as a reader sees it, and as a test counts it."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("meta", "hr", "br"))


@dataclass
class Element:
    """A tag with its attributes and the text right inside it."""

    tag: str
    attributes: dict[str, str | None]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """Every element in order; `text` is what is on the page, head and preheader left out."""

    source: str
    elements: list[Element] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[Element] = []
        self.feed(self.source)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def __hash__(self) -> int:
        return id(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if not self._open:
            return
        self._open[-1].text += data
        if not any(_unseen(element) for element in self._open):
            self.text += data + " "

    def all(self, *tags: str) -> list[Element]:
        return [element for element in self.elements if element.tag in tags]


def _unseen(element: Element) -> bool:
    return element.tag == "head" or "display:none" in (element.attributes.get("style") or "")


def numbers(text: str) -> set[str]:
    """Every number in a text; marks of a numbered list are none."""
    return set(re.findall(r"\d+", re.sub(r"(?m)^ \d+\. ", "", text)))
