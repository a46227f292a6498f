"""Bytes of a mail become text that shows everything it says: no tricks with unseen characters."""

import codecs
import re
from dataclasses import dataclass
from itertools import islice

_ALIASES = {
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-6-i": "iso-8859-6",
    "iso-8859-6-e": "iso-8859-6",
    "uft-8": "utf-8",
    "uft8": "utf-8",
    "utf8mb4": "utf-8",
    "utf-8-mac": "utf-8",
    "unicode-1-1-utf-7": "utf-7",
    "unicode-1-1-utf-8": "utf-8",
    "gb2312": "gb18030",
    "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "x-sjis": "cp932",
    "windows-874": "cp874",
    "windows-31j": "cp932",
    "x-mac-roman": "mac-roman",
}
"""Labels as senders write them, typing errors included, and the codec that is meant."""

_NO_CHARSETS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})
"""Codecs that are no charset of a mail; the first two take time that grows with the square."""

_LABEL = re.compile(r"[a-z0-9_.:+-]{1,40}")

_MOST_SERVER_WORDS = 2_000
_BREAKS = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_SPACES = re.compile("[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f"  # control characters but line breaks
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164\ufeff\uffa0"
    "\u202a-\u202e\ufff9-\ufffb"  # the other bidi controls; interlinear notes
    "\ufe00-\ufe0f\U000e0000-\U000e0fff]"  # variation selectors, tags
)
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A text, the charset that it was read with, and a note where that is not the declared one.

    `changed`: lines as written and as seen, where they differ.
    """

    text: str
    charset: str
    note: str | None = None
    changed: tuple[tuple[str, str], ...] = ()


def decode(raw: bytes, declared: str | None) -> Decoded:
    """Reads bytes as declared, else as UTF-8, else as windows-1252; U+FFFD where nothing fits."""
    label = (declared or "utf-8").strip(" \t\"'").lower()
    text = _strictly(raw, _codec(label))
    if text is not None:
        return Decoded(text=text, charset=label)
    text, used = _strictly(raw, "utf-8"), "utf-8"
    if text is None:
        text, used = raw.decode("cp1252", errors="replace"), "windows-1252"
    return Decoded(text=text, charset=used, note=f"not {one_line(label, 40)} as declared")


def seen(text: str) -> str:
    r"""The text as a reader sees it: LF line ends, plain spaces, nothing invisible.

    >>> seen("THROWS\xa04\u202e\r\n\0")
    'THROWS 4\n'
    """
    if text.isascii() and text.isprintable():
        return text
    text = _BREAKS.sub("\n", text)
    text = _UNSEEN.sub("", _SPACES.sub(" ", text))
    return _HALF.sub("\ufffd", text)


def changed_lines(text: str, *, most: int = 40) -> tuple[tuple[str, str], ...]:
    r"""Lines that `seen` makes other lines of, as they were written and as they are seen.

    >>> changed_lines("Hello\nTHR\u200bOWS 4\n")
    (('THR\u200bOWS 4', 'THROWS 4'),)
    """
    if seen(text) == text:
        return ()
    pairs = ((line, seen(line)) for line in text.split("\n"))
    return tuple(islice((pair for pair in pairs if pair[0] != pair[1]), most))


def server_words(text: str) -> str:
    """What a server said, as it is kept: lines as they are, nothing that a database would refuse."""
    return seen(text)[:_MOST_SERVER_WORDS]


def one_line(text: str, limit: int) -> str:
    r"""A header's text on one line, cut to a length.

    >>> one_line("my order\r\nBcc: all@pigs.example", 40)
    'my order Bcc: all@pigs.example'
    """
    return " ".join(seen(text[: 4 * limit]).split())[:limit]


def _codec(label: str) -> str | None:
    """The codec behind a label, or None if it names none that can be used."""
    if not _LABEL.fullmatch(label):
        return None
    try:
        found = codecs.lookup(_ALIASES.get(label, label)).name
    except LookupError:
        return None
    return None if found.replace("-", "_") in _NO_CHARSETS else found


def _strictly(raw: bytes, codec: str | None) -> str | None:
    if codec is None:
        return None
    try:
        return raw.decode(codec)
    except (UnicodeError, LookupError):  # LookupError: a codec between bytes, such as base64
        return None
