"""The words of the pages: the catalogue of the mails, and their way to write times."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

from flask import Flask
from markupsafe import Markup

from pigpost.games.kinds import Kind
from pigpost.outbox.plain import isolated, one_line, without_isolates
from pigpost.outbox.times import day, instant, length
from pigpost.outbox.words import SOURCE, Catalogue, words
from pigpost.results.phrases import called, game_name, held_because, listed, sentence

_LABEL = re.compile(r"\bp[1-9][0-9]*\b")
_DASH = "\u2013"
_MINUS = "\u2212"
_MORE = "\u2026"
_ROOM = 12
"""Letters of a name beside the chart."""


class Named(Protocol):
    """Whoever has a name."""

    @property
    def name(self) -> str:
        """The bare name."""

    @property
    def bot(self) -> bool:
        """Whether he is a house player."""


def catalogue() -> Catalogue:
    """The words that pages are written in."""
    return words(SOURCE)


def speak(app: Flask) -> None:
    """Gives the templates their words, and filters for times and numbers."""
    speech = catalogue()
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_translations(speech, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals["language"] = speech.tag
    app.jinja_env.filters.update(
        added=_added,
        called=_called,
        capital=sentence,
        clipped=_clipped,
        day=_day,
        game_name=lambda kind: game_name(Kind(kind), speech),
        held_because=lambda reason: held_because(reason, speech),
        labelled=lambda name, *, bot: called(name, speech, bot=bot),
        moment=_moment,
        names=_names,
        pretty=_pretty,
        sentence=_sentence,
        signed=_signed,
        spelled=_spelled,
        wait=_wait,
    )


def _moment(at: datetime, zone: str = "UTC", *, seconds: bool = False) -> Markup:
    """`<time>` with the instant in UTC, and in a zone's own words."""
    text = instant(at, zone, catalogue(), seconds=seconds)
    machine = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Markup('<time datetime="{}">{}</time>').format(machine, text)


def _day(at: datetime) -> str:
    return day(at, catalogue())


def _wait(time: timedelta) -> str:
    return length(abs(time).total_seconds(), catalogue())


def _called(player: Named) -> str:
    return called(player.name, catalogue(), bot=player.bot)


def _names(names: Sequence[str]) -> str:
    return listed(names, catalogue())


def _pretty(part: Mapping[str, object]) -> str:
    """A part of an entry for reading; what is hashed are its bytes in the export."""
    lines = json.dumps(part, ensure_ascii=False, indent=2).split("\n")
    return "\n".join(map(one_line, lines))


def _sentence(clause: str) -> str:
    """A clause that stands alone."""
    return f"{sentence(clause)}."


def _spelled(line: str, names: Mapping[str, str]) -> str:
    """A canonical order with players' names, as far as there are any."""
    return _LABEL.sub(lambda label: names.get(label[0], label[0]), line).replace(",", ", ")


def _clipped(player: Named) -> str:
    """As much of a player's name as there is room for beside a drawing; that he is a bot in full."""
    room = _ROOM - len(called("", catalogue(), bot=player.bot))
    bare = without_isolates(player.name)
    if len(bare) <= room:
        return _called(player)
    short = isolated(bare[: room - 1].rstrip() + _MORE)
    return called(short, catalogue(), bot=player.bot)


def _signed(change: int | None) -> str:
    """A change of a score with its sign; a dash for who was not in the round."""
    if change is None:
        return _DASH
    return f"{change:+}".replace("-", _MINUS) if change else "0"


def _added(change: int) -> str:
    """The same as the second half of a sum: `+ 18`."""
    return f"{_MINUS if change < 0 else '+'} {abs(change)}"
