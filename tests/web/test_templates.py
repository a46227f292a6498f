"""What every template keeps to: words from the catalogue, nothing inline."""

import re
from pathlib import Path

import pytest

from pigpost.resources import templates

TEMPLATES = sorted((templates() / "web").glob("*.html"))

_NO_WORDS = re.compile(
    r"{%-? *trans\b.*?{%-? *endtrans *-?%}|{#.*?#}|{%.*?%}|{{.*?}}"
    r"|<!doctype html>|<text[^>]*>PIGPOST</text>",
    re.DOTALL,
)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_all_words_come_from_the_catalogue(file: Path) -> None:
    text = _NO_WORDS.sub("", file.read_text("utf-8"))
    bare = re.sub(r"<[^<>]*>", "", text)
    assert re.findall(r"[A-Za-z]{2,}", bare) == []
    assert re.findall(r'(?:aria-label|title|alt|placeholder)="[A-Za-z ]+"', text) == []


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_nothing_is_inline(file: Path) -> None:
    text = file.read_text("utf-8")
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=|javascript:|https?://", text) == []
