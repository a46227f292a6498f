"""Sample letters of commands by mail: what they have done, and the mail that had no good code."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from pigpost.results.gm_done import GmLine, OneTimeCode
from pigpost.results.letters import GmDone, Letter
from tests.outbox.delivery import digest
from tests.outbox.letters import head, notice

CODE = OneTimeCode(code="K7Q2-M9X4", until=datetime(2027, 3, 13, 8, tzinfo=UTC))
DONE = (
    GmLine(text="spring-pigs RUN 4", what="run", game="spring-pigs", round=4),
    GmLine(text="two-dice-3 HOLD Ted asks for a ruling", what="held", game="two-dice-3"),
    GmLine(text="hog-heaven GO all is well", what="resumed", game="hog-heaven"),
    GmLine(
        text="hog-heaven EXTEND 9 TO 2027-03-12 20:00 Karen travels",
        what="extended",
        game="hog-heaven",
        round=9,
        at=datetime(2027, 3, 12, 20, tzinfo=UTC),
    ),
    GmLine(
        text="hog-heaven EJECT Geoff he asked for it",
        what="ejected",
        game="hog-heaven",
        name="Geoff",
        number=1,
    ),
    GmLine(
        text="hog-heaven RULE 2 COUNT Ted: DICE 6 BECAUSE his server had it in time",
        what="ruled",
        game="hog-heaven",
        round=8,
        number=2,
    ),
    GmLine(text="hog-heaven NOTICE I am away until Sunday", what="noticed", game="hog-heaven"),
    GmLine(
        text="hog-heaven AS Ted: DICE 4 BECAUSE by phone",
        what="ordered",
        game="hog-heaven",
        name="Ted",
        round=9,
    ),
    GmLine(
        text="spring-pigs RUN 3",
        what="refused",
        game="spring-pigs",
        why="round 3 of spring-pigs is not open (round 5 is)",
    ),
    GmLine(text="Alison", what="not_understood"),
)


def gm_done(*, problem: str | None = None) -> GmDone:
    """To the GM, about no game in particular."""
    of_site = replace(head(None), game="", title="Pigpost", level="", names={}, settings=None)
    return GmDone(head=of_site, problem=problem, lines=() if problem else DONE, code=CODE)


def refused() -> GmDone:
    return gm_done(problem="used")


def no_command() -> GmDone:
    return replace(gm_done(), lines=())


def digest_with_code() -> Letter:
    return replace(digest(), code=CODE)


def words_to_all() -> Letter:
    words = "I am away until Sunday. What you send waits for me, and nothing is thrown before."
    return replace(notice(), what="words", reason=words, old_deadline=None)


GM_MAIL_SAMPLES: dict[str, Callable[[], Letter]] = {
    "gm_done": gm_done,
    "gm_done_refused": refused,
    "gm_done_no_command": no_command,
    "digest_with_code": digest_with_code,
    "notice_words": words_to_all,
}
