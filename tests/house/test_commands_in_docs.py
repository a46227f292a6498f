"""Every command that a document shows exists, and its options are understood."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pigpost.cli.main import cli
from tests.house.pages import ROOT, Shown, in_order, mentioned, pages, pipeline

FILES = ("players.csv", "spring-pigs.zip")


def typed() -> list[str]:
    texts = (page.read_text("utf-8") for page in pages())
    return sorted({shown.command for text in texts for shown in in_order(text)})


def spoken_of() -> list[str]:
    texts = (page.read_text("utf-8") for page in pages())
    return sorted({shown.command for text in texts for shown in mentioned(text)})


def found(words: list[str]) -> tuple[click.Context, click.Command, list[str]]:
    """The command that the words name, and the words for itself."""
    context = cli.make_context("pigpost", words, resilient_parsing=True)
    command: click.Command = cli
    rest = [*context._protected_args, *context.args]
    while isinstance(command, click.Group) and rest:
        inner = command.get_command(context, rest[0])
        assert inner is not None, f"there is no command {rest[0]!r} in {' '.join(words)!r}"
        context = click.Context(inner, info_name=rest[0], parent=context, **inner.context_settings)
        command, rest = inner, rest[1:]
    return context, command, rest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in FILES:
        (tmp_path / name).touch()
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", typed())
def test_a_command_to_type_has_all_that_it_needs(command: str) -> None:
    for words in commands_of_ours(command):
        context, leaf, rest = found(words)
        with leaf.make_context(context.info_name, rest, parent=context.parent):
            pass  # leaving it closes the files that it has opened


@pytest.mark.parametrize("command", spoken_of())
def test_a_command_that_is_spoken_of_exists_with_its_options(command: str) -> None:
    for words in commands_of_ours(command):
        context, leaf, rest = found(words)
        leaf.make_parser(context).parse_args(rest)


def commands_of_ours(command: str) -> Iterator[list[str]]:
    words = Shown(command=command).words
    if words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert words[1] in targets, f"there is no `make {words[1]}`"
    yield from (part[1:] for part in pipeline(words))


def test_documents_show_commands_at_all() -> None:
    """Else the tests above would find nothing to look at, and pass."""
    assert len(typed()) > 30
    assert len(spoken_of()) > 15
