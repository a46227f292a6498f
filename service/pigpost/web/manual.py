"""A Markdown document as HTML; numbered rules in it can be linked to (`/rules#3.3.4`)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\b")
_NO_WORD = re.compile(r"[^a-z0-9]+")
_NOWHERE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A heading of the second level, for the table of contents."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manual:
    """A document ready for a page: its title, its chapters, and all that follows the title."""

    title: str
    chapters: tuple[Chapter, ...]
    body: Markup


def read_manual(text: str, pages: Mapping[str, str] = _NOWHERE) -> Manual:
    """The document in a Markdown text that begins with its title; HTML in it is shown, not used.

    Headings and bold numbers (`**3.3.4**`) become anchors of that number. A link to a document that
    is a page here leads to that page's address.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    for name, rule in (("table_open", _table_open), ("table_close", _table_close)):
        markdown.add_render_rule(name, rule)
    tokens = markdown.parse(text)
    _lead(tokens, pages)
    taken: set[str] = set()
    return Manual(
        title=tokens[1].content,
        chapters=tuple(_anchor_headings(tokens, taken)),
        body=_render(markdown, _anchor_numbers(_caption_tables(tokens[3:]), taken)),
    )


def _lead(tokens: Sequence[Token], pages: Mapping[str, str]) -> None:
    for token in chain.from_iterable(line.children or () for line in tokens):
        if token.type == "link_open":
            document, mark, anchor = str(token.attrs["href"]).partition("#")
            token.attrs["href"] = pages.get(document, document) + mark + anchor


def _anchor_headings(tokens: Sequence[Token], taken: set[str]) -> list[Chapter]:
    headings = [(mark, line) for mark, line in pairwise(tokens) if mark.type == "heading_open"]
    for mark, line in headings:
        number = _NUMBER.match(line.content)
        anchor = number[1] if number else _NO_WORD.sub("-", line.content.lower()).strip("-")
        _anchor(mark, anchor, taken)
    return [
        Chapter(anchor=str(mark.attrs.get("id", "")), title=line.content)
        for mark, line in headings
        if mark.tag == "h2"
    ]


def _anchor_numbers(tokens: Sequence[Token], taken: set[str]) -> Sequence[Token]:
    for line in tokens:
        for mark, words in pairwise(line.children or ()):
            if mark.type == "strong_open" and (number := _NUMBER.match(words.content)):
                _anchor(mark, number[1], taken)
    return tokens


def _anchor(token: Token, anchor: str, taken: set[str]) -> None:
    if anchor not in taken:
        taken.add(anchor)
        token.attrSet("id", anchor)


def _caption_tables(tokens: Sequence[Token]) -> Sequence[Token]:
    """Each table is called by its heading; a second one below the same heading is numbered."""
    caption, number = "", 0
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            caption, number = following.content, 0
        elif token.type == "table_open":
            number += 1
            token.meta["caption"] = caption if number == 1 else f"{caption} ({number})"
        elif token.type == "th_open":
            token.attrs = {"scope": "col"}  # in place of an inline style, which no page may have
        elif token.type == "td_open":
            token.attrs = {}
    return tokens


def _render(markdown: MarkdownIt, tokens: Sequence[Token]) -> Markup:
    html = markdown.renderer.render(tokens, markdown.options, {})
    return Markup(html)  # noqa: S704  # markdown-it has escaped whatever was no Markdown


def _table_open(_: object, tokens: Sequence[Token], place: int, *_rest: Any) -> str:  # noqa: ANN401
    caption = escape(tokens[place].meta["caption"])
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}">'
        f'<table><caption class="unseen">{caption}</caption>'
    )


def _table_close(*_: object) -> str:
    return "</table></div>"
