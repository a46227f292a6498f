"""The text of an HTML mail, line by line. What its program set apart as a quote gets a quote sign.

What it hides is passed over.

Neither the standard library's parser (half a megabyte of `<!--` takes it minutes) nor a tree: each
character is looked at a fixed number of times, and a page that ends inside a tag ends before it.
"""

import re
from html import unescape

MAX_HTML = 262_144
"""Characters that are looked at."""

MAX_LINES = 5_000
"""Lines of text after which the rest of the page is passed over."""

_TAG = re.compile(r"<(?:(?P<aside>!--|[!?])|(?P<slash>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]{0,20}))")
_TAG_END = re.compile(r"""(?:[^>=]|=\s*(?:"[^"]*"|'[^']*')?)*+>""")
_ENDLESS_NUMBER = re.compile(r"&#\d{8,};?")

_SET_APART = re.compile(
    r"""
      gmail_(?:quote|attr|signature)      | yahoo_?_?quote
    | moz-(?:cite|forward|email-headers|signature) | type\s*=\s*["']?cite
    | divrplyfwdmsg   | appendonsend      | outlookmessageheader | olk_src_body | stopspelling
    | mail-editor-reference-message       | ms-outlook-mobile-(?:signature|reference-message)
    | applemail       | protonmail_(?:quote|signature)           | tutanota_quote
    | zmail_extra     | zwchr             | __(?:quoted_text|sig_p|headers)
    | message(?:reply|signature)section   | bloop_sign           | samsung_?(?:quote|signature)
    | name\s*=\s*["']?quote\b            | border-left:[^;"'>]{0,60}\bsolid
    | id\s*=\s*["']?(?:x_)?(?:composer_)?signature
    """,
    re.VERBOSE,
)
"""Marks in tags by which mail programs set quotes and signatures apart."""

_HIDDEN = re.compile(r"display\s*:\s*none|\shidden(?:[\s=/>])")
"""Marks of what no reader sees, such as the first words for a list of mails."""

_MAX_TAG = 2_000
_NO_END = frozenset({"br", "hr", "img", "input", "link", "meta", "col", "wbr", "area", "base"})
_BLOCK = re.compile(
    "address|article|aside|blockquote|center|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]"
    "|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul"
)
_UNSHOWN = frozenset({"head", "script", "style", "template", "textarea", "title"})


def html_text(html: str) -> str:
    """The lines that a reader of the page sees; set-apart ones begin with `>`."""
    page, at = _Page(), 0
    source = _ENDLESS_NUMBER.sub("\ufffd", html[:MAX_HTML])
    while len(page.lines) < MAX_LINES:
        tag = _TAG.search(source, at)
        page.add_text(source[at : tag.start() if tag else len(source)])
        at = _end_of(tag) if tag else -1
        if tag is None or at < 0:
            break
        if tag["name"]:
            written = source[tag.start() : min(at, tag.start() + _MAX_TAG)].lower()
            page.add_tag(tag["name"].lower(), closing=bool(tag["slash"]), written=written)
    if len(html) <= MAX_HTML:  # else the last line may be half a line, which could say less
        page.end_line()
    return "\n".join(page.lines)


def _end_of(tag: re.Match[str]) -> int:
    """Where the text goes on after a tag or a comment; -1 when it never does."""
    if tag["name"]:
        end = _TAG_END.match(tag.string, tag.end())
        return end.end() if end else -1
    close = "-->" if tag["aside"] == "!--" else ">"
    found = tag.string.find(close, tag.end())
    return found + len(close) if found >= 0 else -1


class _Page:
    """What has been read so far: lines, and the element inside which all is unshown or set apart."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._words: list[str] = []
        self._unshown, self._unshown_depth = "", 0
        self._apart, self._depth = "", 0
        self._kept_spaces = False

    def add_text(self, words: str) -> None:
        """Characters between tags."""
        if self._unshown:
            return
        first, *more = unescape(words).split("\n") if self._kept_spaces else [unescape(words)]
        self._words.append(first)
        for line in more:
            self.end_line(even_empty=True)
            self._words.append(line)

    def add_tag(self, name: str, *, closing: bool, written: str) -> None:
        """A tag; its name and the tag as written, in lower case."""
        if self._unshown:
            self._pass_over(name, closing=closing)
        elif name in _UNSHOWN:
            self._unshown = "" if closing else name
        else:
            self._break_line(name, closing=closing)
            self._set_apart(name, closing=closing, written=written)
            if not (closing or self._apart or name in _NO_END) and _HIDDEN.search(written):
                self._unshown, self._unshown_depth = name, 1

    def end_line(self, *, even_empty: bool = False) -> None:
        """The line so far is done."""
        line = "".join(self._words)
        line = line.rstrip() if self._kept_spaces else " ".join(line.split())
        if line or even_empty:
            self.lines.append(f"> {line}" if self._apart else line)
        self._words.clear()

    def _pass_over(self, name: str, *, closing: bool) -> None:
        """Inside what is not shown: a hidden element may hold others of its name."""
        if self._unshown in _UNSHOWN:
            over = name == "body" or (closing and name == self._unshown)
        else:
            if name == self._unshown:
                self._unshown_depth += -1 if closing else 1
            over = not self._unshown_depth
        self._unshown = "" if over else self._unshown

    def _break_line(self, name: str, *, closing: bool) -> None:
        if name == "br" or _BLOCK.fullmatch(name):
            self.end_line(even_empty=name == "br")
        match name:
            case "hr":
                self._words.append("________")
                self.end_line()
            case "pre":
                self._kept_spaces = not closing
            case "td" | "th":
                self._words.append(" ")

    def _set_apart(self, name: str, *, closing: bool, written: str) -> None:
        """Inside an element that its program marked, to its end: a tag without one has none."""
        if self._apart == name:
            self._depth += -1 if closing else 1
            if not self._depth:
                self.end_line()
                self._apart = ""
        elif (
            not self._apart and not closing and (name == "blockquote" or _SET_APART.search(written))
        ):
            self.end_line()
            self._apart, self._depth = name, 1
            self.end_line(even_empty=True)
