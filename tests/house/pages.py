"""The project's documents, and the commands that they show."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

_PROSE = re.compile(r"`((?:pigpost|make) [^`]+)`")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^    ((?:pigpost|make) .+)$", re.MULTILINE)


def pages() -> list[Path]:
    """Everything that people read."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A command in a document, and what it prints there (None: the page does not say)."""

    command: str
    output: str | None = None

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command.replace("\\\n", " "), comments=True)


def console(text: str) -> Iterator[list[Shown]]:
    """The console blocks of a page, each as its commands."""
    for kind, body in _FENCE.findall(text):
        if kind == "console":
            yield _commands(body)


def _commands(block: str) -> list[Shown]:
    shown: list[Shown] = []
    command, output = "", ""
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            if command:
                shown.append(Shown(command=command, output=output))
            command, output = line[2:], ""
        elif command.endswith("\\\n"):
            command += line
        else:
            output += line
    return [*shown, Shown(command=command, output=output)]


def in_order(text: str) -> list[Shown]:
    """The commands that a reader would type, from the first to the last."""
    found = [(m.start(), Shown(command=m[1])) for m in _INDENTED.finditer(text)]
    found += [(m.start(), Shown(command=m[1])) for m in _rows(text)]
    for fence in _FENCE.finditer(text):
        if fence[1] == "console":
            found += [(fence.start() + n, one) for n, one in enumerate(_commands(fence[2]))]
    return [one for _, one in sorted(found, key=lambda place: place[0])]


def _rows(text: str) -> Iterator[re.Match[str]]:
    """Commands that fill a cell of a table."""
    return re.finditer(r"\| `((?:pigpost|make) [^`]+)` \|", text)


def mentioned(text: str) -> list[Shown]:
    """The commands within sentences, which may leave words out."""
    return [Shown(command=m[1]) for m in _PROSE.finditer(text)]


def pipeline(words: list[str]) -> Iterator[list[str]]:
    """The commands of `pigpost` in a line that may hold others around them."""
    part: list[str] = []
    for word in [*words, ";"]:
        if word in {"|", ";", "&&"} or word.endswith(";"):
            part += [word.removesuffix(";")] if len(word) > 1 and word.endswith(";") else []
            if part and part[0] == "pigpost":
                yield part
            part = []
        else:
            part.append(word)
