"""The lines of the GM's mail, as commands. Pure: what they do is in `carry_out.py`.

`spring-pigs RUN 4`: the name of a game, a word, and what the word takes. Anything else is no command.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from pigpost.errors import UsageError

CODE = re.compile(r"(?<![\w-])[0-9A-Za-z]{4}-[0-9A-Za-z]{4}(?![\w-])")
"""What has the shape of a one-time code; receipt codes have it too."""

MOST_CODES, MOST_LINES = 20, 50
"""So many of one mail are looked at."""

LONGEST_LINE = 1_000
_WRAPPED = 64
"""A mail program that wraps lines leaves none that, with the next word, would be shorter."""

_BULLET = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s+")
_STOP = frozenset({"END", "#END", "SIGNOFF"})
_LABEL = re.compile(r"(?:code\s*)?[:.]?", re.IGNORECASE)
_BECAUSE = re.compile(r"(?:^|\s)BECAUSE\s+", re.IGNORECASE)
_EXTEND = re.compile(
    r"(?P<round>\d{1,6})\s+TO\s+(?P<day>\d{4}-\d\d-\d\d)[ T](?P<hour>\d\d?:\d\d)"
    r"(?:\s?(?P<utc>UTC|Z)\b)?(?P<rest>.*)",
    re.IGNORECASE,
)
_POINTS = re.compile(r"(?P<name>.+?)\s+(?P<points>[+\-\u2212]\d{1,6})(?P<rest>(?:\s.*)?)")


class GmWord(StrEnum):
    """What the GM can say by mail."""

    RUN = "RUN"
    HOLD = "HOLD"
    GO = "GO"
    EXTEND = "EXTEND"
    EJECT = "EJECT"
    RULE = "RULE"
    NOTICE = "NOTICE"
    AS = "AS"


_COMMAND = re.compile(
    rf"(?P<game>[a-z0-9][a-z0-9-]{{0,63}}):?\s+(?P<word>{'|'.join(GmWord)})\b:?(?P<rest>.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GmCommand:
    """A line that is a command; `rest` is what follows its word."""

    game: str
    word: GmWord
    rest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """A line as it was written, and the command in it if there is one."""

    text: str
    command: GmCommand | None


def codes_in(visible: str) -> list[str]:
    """All that may be a code, in its order."""
    return list(dict.fromkeys(CODE.findall(visible)))[:MOST_CODES]


def lines_in(visible: str, *, code: str | None = None) -> list[SaidLine]:
    """What the mail says, line by line, without its code; a line that was wrapped is one again.

    >>> [line.command.word.value for line in lines_in("spring-pigs RUN 4") if line.command]
    ['RUN']
    """
    return [SaidLine(text=text, command=_command(text)) for text in _joined(visible, code)]


def because(rest: str) -> tuple[str, str]:
    """What stands before BECAUSE, and the reason behind it.

    >>> because("Ted: THROWS 6 BECAUSE he had sent it")
    ('Ted: THROWS 6', 'he had sent it')
    """
    found = _BECAUSE.search(rest)
    if found is None:
        return rest.strip(), ""
    return rest[: found.start()].strip(), rest[found.end() :].strip()


def reason_in(rest: str) -> str:
    """A reason with or without BECAUSE before it."""
    before, behind = because(rest)
    return rest.strip() if before else behind


def number_and_rest(rest: str, usage: str) -> tuple[int, str]:
    """A number and what follows it; `UsageError` shows how it is written."""
    number, _, more = rest.strip().partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) <= len("999999")):
        raise UsageError(f"write it as: {usage}")
    return int(number), more.strip()


def name_and_words(text: str, usage: str) -> tuple[str, str]:
    """A name and what follows its colon; `UsageError` shows how it is written."""
    name, colon, words = text.partition(":")
    if not (colon and name.strip() and words.strip()):
        raise UsageError(f"write it as: {usage}")
    return name.strip(), words.strip()


def name_and_points(text: str, usage: str) -> tuple[str, int, str]:
    """A name, points with their sign, and what follows; `UsageError` shows how it is written."""
    found = _POINTS.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"write it as: {usage}")
    points = int(found["points"].replace("\u2212", "-"))
    return found["name"], points, found["rest"].strip()


def new_deadline(rest: str, zone: ZoneInfo, usage: str) -> tuple[int, datetime, str]:
    """A round, its deadline on the wall clock of a zone, as UTC, and the reason."""
    found = _EXTEND.fullmatch(rest.strip())
    if found is None:
        raise UsageError(f"write it as: {usage}")
    try:
        at = datetime.strptime(f"{found['day']} {found['hour']}", "%Y-%m-%d %H:%M")  # noqa: DTZ007
    except ValueError:
        raise UsageError(f"there is no {found['day']} {found['hour']}") from None
    there = at.replace(tzinfo=UTC if found["utc"] else zone)
    return int(found["round"]), there.astimezone(UTC), reason_in(found["rest"])


def _command(text: str) -> GmCommand | None:
    found = _COMMAND.fullmatch(text)
    if found is None:
        return None
    word = GmWord(found["word"].upper())
    return GmCommand(game=found["game"].lower(), word=word, rest=found["rest"].strip())


def _joined(visible: str, code: str | None) -> list[str]:
    """Lines of the text; one that no mail program would have begun anew goes on the one before."""
    lines: list[str] = []
    before = ""
    for written in visible.split("\n"):
        text = _bare(written, code)
        if text.upper() in _STOP:
            break
        goes_on = lines and text and _command(lines[-1]) and not _command(text)
        if goes_on and len(before) + 1 + len(text.split()[0]) > _WRAPPED:
            lines[-1] = f"{lines[-1]} {text}"[:LONGEST_LINE]
        elif text:
            lines.append(text[:LONGEST_LINE])
        before = written.rstrip()
    return lines[:MOST_LINES]


def _bare(line: str, code: str | None) -> str:
    """A line without bullet and code; nothing where there was nothing else."""
    if code is not None and code in line:
        line = line.replace(code, " ")
        if _LABEL.fullmatch(line.strip()):
            return ""
    return _BULLET.sub("", " ".join(line.split()), count=1) if line.strip() else ""


def known_games(lines: list[SaidLine]) -> Iterator[str]:
    """The games that are named in front of a command."""
    return (line.command.game for line in lines if line.command is not None)
