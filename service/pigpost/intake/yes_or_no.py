"""Whether somebody says yes or no to the question that he was asked: is this from you.

Any natural yes will do, in the languages of players. What says both, asks back, or says something
else is neither: then it is asked again.
"""

# ruff: noqa: RUF001 - quote signs and dashes as people write them

import re
from dataclasses import dataclass

_MOST_LINES = 20
_MOST_WORDS = 15


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_YES = _set(
    "yes yep yeah yup yea aye y ok okay sure certainly absolutely indeed correct right confirm "
    "confirmed affirmative true kyllä joo juu jees kyl jep totta oikein vahvistan ja jawohl "
    "oui si sí sim tak da да"
)
"""Words that a yes begins with."""

_NO = _set("no nope nah never n ei en eikä eipä en nein nej non não нет")
"""Words that a no begins with."""

_NOT = _NO | _set(
    "not didnt wasnt isnt dont wasn didn isn cannot cant wont but however unless except wrong "
    "somebody someone vaan mutta paitsi älä emme eivät"
)
"""Words that no yes has in it."""

_NO_ANSWER = _set("problem worries doubt idea know understand tiedä ymmärrä hätää")
"""What makes of a no something else."""

_WROTE = _set("me mine wrote write written sent send minä minulta lähettänyt kirjoittanut")
"""What a no without the word for it is about."""

_IT = _set("it that this i wasnt definitely certainly sorry se tämä tuo minä")
"""Words that such a no begins with."""

_IT_WAS_ME = re.compile(
    r"(?:(?:yes )?(?:it|that|this)(?: one)? (?:was|is|s) (?:me|mine|from me|my (?:order|mail))"
    r"|(?:it|that|this)s (?:me|mine|from me|my (?:order|mail))"
    r"|i (?:did|wrote (?:it|that|this)|sent (?:it|that|this))(?: myself)?"
    r"|(?:se|tämä|tuo) (?:olin|oli|on|olen) (?:minä|mä|minulta|multa|minun|mun)"
    r"|minä (?:se|tämän|sen)?\s?(?:olin|olen|kirjoitin|lähetin)(?: (?:sen|sitä))?"
    r"|minulta se (?:on|oli|tuli))"
)
_NOT_ME = frozenset({"not me", "not mine", "not my mail", "not my order", "not from me"})
_ASIDE = re.compile(r"[.!,;:*_\"“”()…–—-]+")
_APOSTROPHE = re.compile(r"['’´`]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """`yes` is None for neither; `rest` is what else stands there, to be read as any mail is."""

    yes: bool | None
    rest: str


def yes_or_no(text: str) -> Said:
    r"""What the lines of a text say; lines that say neither are the rest.

    >>> yes_or_no("Hi Alison,\nyes, that was me.\\nBill").yes
    True
    >>> yes_or_no("No! I never wrote that.").yes
    False
    >>> yes_or_no("yes? no idea").yes is None
    True
    """
    lines = text.split("\n")
    said = [_line_says(line) if at < _MOST_LINES else None for at, line in enumerate(lines)]
    answers = {one for one in said if one is not None}
    if len(answers) != 1:
        return Said(yes=None, rest=text)
    rest = "\n".join(
        line if one is None else _left_of(line) for line, one in zip(lines, said, strict=True)
    )
    return Said(yes=answers.pop(), rest=rest.strip())


def _line_says(line: str) -> bool | None:
    words = _words(line)
    if not words or len(words) > _MOST_WORDS or "?" in line:
        return None
    sentence, further = " ".join(words), " ".join(words[1:])
    if sentence in _NOT_ME:
        return False
    if words[0] in _NO:
        doubtful = (_YES | _NO_ANSWER) & set(words) or _IT_WAS_ME.fullmatch(further)
        return None if doubtful else False
    if words[0] in _YES or _IT_WAS_ME.fullmatch(sentence):
        return None if _NOT & set(words) else True
    about = words[0] in _IT and _WROTE & set(words) and not {"you", "answer"} & set(words)
    return False if about and _NOT & set(words) else None


def _left_of(line: str) -> str:
    """What a line says besides its yes."""
    return line.strip().partition(" ")[2] if _words(line)[0] in _YES else ""


def _words(line: str) -> list[str]:
    return _ASIDE.sub(" ", _APOSTROPHE.sub("", line.casefold())).split()
