"""A letter becomes subject, text and HTML: one value, three templates of its kind.

The templates are `templates/mail/KIND/{subject.txt,body.txt,body.html}`; sentences that text and
HTML share stand once, in `words.txt` of the kind or of `_parts`, which is escaped for HTML only.
"""

from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup

from pigpost.outbox import layout
from pigpost.outbox.plain import fit, one_line, without_isolates
from pigpost.outbox.sayings import sayings
from pigpost.outbox.templating import AT_HAND, templates_in
from pigpost.outbox.words import Catalogue, words
from pigpost.resources import templates
from pigpost.results.letters import Letter

_PREHEADER = 120
"""Characters of the first sentence that a list of mails shows beside the subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A letter in words. `text` ends its lines with LF and has 72 columns."""

    subject: str
    text: str
    html: str


def render(letter: Letter, *, site: str, reason: str) -> Rendered:
    """The letter for its reader; `reason` is why he gets it (`outbox.headers.Why`).

    Letters that go along (`Letterhead.also`) are rendered by their own templates, without foot.
    """
    tongue = words(letter.head.reader.language)
    letter = fit(letter)
    around = {"site": one_line(site), "reason": reason}

    facts: dict[int, dict[str, object]] = {}

    def part(name: str, of: Letter = letter, **more: object) -> str:
        environment = _environment(tongue, escaped=name.endswith(".html"))
        if id(of) not in facts:
            known = {"letter": of, "head": of.head, "inner": of is not letter, **around}
            facts[id(of)] = known | sayings(of, tongue) | {AT_HAND: {}}
        template = environment.get_template(f"{of.KIND}/{name}")
        return template.render(facts[id(of)] | more)

    others = letter.head.also
    subject = " ".join(without_isolates(part("subject.txt")).split())
    text = _tidy(part("body.txt", also=[part("body.txt", other, also=()) for other in others]))
    inner = [Markup(part("body.html", other, also=())) for other in others]  # noqa: S704 - escaped
    html = part("body.html", also=inner, subject=subject, preheader=_first_words(text))
    return Rendered(subject=subject, text=text, html=html)


@lru_cache(maxsize=16)
def _environment(tongue: Catalogue, *, escaped: bool) -> Environment:
    environment = templates_in(templates() / "mail", tongue, escaped=escaped)
    environment.filters |= {
        "para": layout.paragraph,
        "facts": layout.facts,
        "table": layout.table,
    }
    return environment


def _tidy(text: str) -> str:
    """No spaces at the ends of lines, no two empty lines in a row, one line end at the end."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return "\n".join(kept) + "\n"


def _first_words(text: str) -> str:
    first = " ".join(text.partition("\n\n")[0].split())
    return first if len(first) <= _PREHEADER else first[:_PREHEADER].rpartition(" ")[0] + " ..."
