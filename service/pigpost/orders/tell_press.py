"""What a press block asks for: whom it is to, spelled as in the game, and its text."""

from dataclasses import dataclass

from pigpost.games.kinds import Seat
from pigpost.orders.blocks import Press
from pigpost.orders.ear import Ear
from pigpost.orders.judge import Judged, near_seats
from pigpost.orders.language import DEFAULT, language
from pigpost.orders.reading import Command, CommandWord, Complaint, Doubt, Reason, Refusal
from pigpost.orders.refusal import refusal, unclear
from pigpost.orders.segment import Segment, segment_of
from pigpost.orders.text import Clean

_SEPARATORS = " ,;&+/"
_BEHIND_NAMES = " :,.-"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recipients:
    """Whom the press is to; `end` is where the names do, in the segment's text."""

    everybody: bool = False
    seats: tuple[Seat, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    end: int = 0


def tell_press(mail: Clean, press: Press) -> Command | Refusal:
    """The command, or why the press reaches nobody."""
    segment = _first_line(mail, press)
    if press.alone:
        return refusal(segment, unclear(segment, Doubt.TO_NOBODY), press.ear)
    begin = press.names - press.start
    if press.to_all:
        found = _Recipients(everybody=True, end=begin)
    else:
        found = _recipients(segment, begin, press.ear)
    if found.complaints:
        return refusal(segment, Judged(complaints=found.complaints), press.ear)
    words = _words(mail, press, press.start + found.end)
    if not found.everybody and not found.seats:
        return refusal(segment, unclear(segment, Doubt.TO_NOBODY), press.ear)
    if not words:
        return refusal(segment, unclear(segment, Doubt.EMPTY), press.ear)
    names = tuple(map(press.ear.roster.spelled, found.seats))
    return Command(
        word=CommandWord.PRESS,
        span=segment_of(mail, press.start, press.end).span,
        args={"to": "all" if found.everybody else names, "text": words},
    )


def _first_line(mail: Clean, press: Press) -> Segment:
    line = mail.folded[press.start : press.end].split("\n", 1)[0]
    return segment_of(mail, press.start, press.start + len(line))


def _words(mail: Clean, press: Press, start: int) -> str:
    """The text as it was written."""
    folded = mail.folded
    while start < press.text_end and folded[start] in _BEHIND_NAMES:
        start += 1
    if start >= press.text_end:
        return ""
    return mail.shown[mail.places[start] : mail.places[press.text_end - 1] + 1].strip()


def _recipients(segment: Segment, at: int, ear: Ear) -> _Recipients:
    """The names from a place on, with commas or an "and" between them."""
    text, words = segment.text, ear.language.press
    seats: list[Seat] = []
    complaints: list[Complaint] = []
    while True:
        every = max((w for w in words.all if _is_word(text, at, w)), key=len, default=None)
        if every is not None and not seats:
            return _Recipients(everybody=True, end=at + len(every))
        end = _name_end(text, at, ear)
        more, complaint = _who(segment, at, end, ear)
        seats.extend(more)
        complaints.extend(() if complaint is None else (complaint,))
        following = _next_name(text, end, ear)
        if following is None:
            return _Recipients(
                seats=tuple(dict.fromkeys(seats)), complaints=tuple(complaints), end=end
            )
        at = following


def _is_word(text: str, at: int, word: str) -> bool:
    return text.startswith(word, at) and not text[at + len(word) : at + len(word) + 1].isalnum()


def _name_end(text: str, at: int, ear: Ear) -> int:
    """Behind the longest name that is known, else behind the next word."""
    longest = max((len(name) for name, _ in ear.roster.names_at(text, at)), default=0)
    if longest:
        return at + longest
    end = at
    while end < len(text) and text[end] not in " ,:;":
        end += 1
    return end


def _next_name(text: str, at: int, ear: Ear) -> int | None:
    """Where a further name begins, behind a comma or an "and", English as mails print it too."""
    start = at
    while at < len(text) and text[at] in _SEPARATORS:
        at += 1
    parted = bool(text[start:at].strip())
    for word in ear.language.numbers.and_ | language(DEFAULT).numbers.and_:
        if _is_word(text, at, word) and text[at + len(word) : at + len(word) + 1] == " ":
            at, parted = at + len(word) + 1, True
    return at if parted and at < len(text) else None


def _who(
    segment: Segment, start: int, end: int, ear: Ear
) -> tuple[tuple[Seat, ...], Complaint | None]:
    """The player of a name; who is out of the game can still be written to."""
    roster, text = ear.roster, segment.text[start:end]
    seats = tuple(dict.fromkeys(s for found in roster.forms.get(text, {}).values() for s in found))
    if not text or (len(seats) == 1 and seats != (roster.me,)):
        return seats, None
    written = segment.written(start, end)
    near = seats if len(seats) > 1 else near_seats(written, roster)
    reason = Reason.AMBIGUOUS_PLAYER if len(seats) > 1 else Reason.UNKNOWN_PLAYER
    if seats == (roster.me,):
        reason, near = Reason.NAMES_HIMSELF, ()
    return (), Complaint(
        reason=reason,
        rule="6.2",
        span=segment.span_in_line(start, end),
        name=written,
        names=tuple(map(roster.spelled, near)),
    )
