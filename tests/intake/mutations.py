"""Mails that were damaged on the way, and the orders that a mail holds in whatever place."""

import re
from collections.abc import Iterator
from functools import cache, partial

from hypothesis import strategies as st

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat
from pigpost.intake.charset import decode, seen
from pigpost.intake.cut import cut, folded
from pigpost.intake.envelope import Envelope, open_envelope
from pigpost.intake.headers import split
from pigpost.intake.html_text import html_text
from pigpost.intake.machine_mail import MachineKind, machine_kind
from pigpost.intake.parts import TooMuch, parts_of
from pigpost.intake.words import words_of
from pigpost.orders.read import read
from pigpost.orders.reading import Order, Player
from tests.intake.mails import CORPUS, MAILS

PLAYERS = [
    Player(seat=Seat(number), name=name)
    for number, name in enumerate(("Bill", "Karen", "Ted", "Geoff", "Jim"), start=1)
]
READ = partial(read, players=PLAYERS, me=Seat(2))
FILES = [*sorted(MAILS.glob("*.eml")), *sorted(CORPUS.rglob("*.eml"))]
_SMALL = 30_000
_NO_WORDS = re.compile(r"[^A-Za-z0-9,.' ]+")
_MARKS = b" \t\n\r\0>|<:;=\"'/+-_*.,@?!&#%\x1b\x80\xff"
"""What is put in or taken out: no letter and no digit, so that no word becomes another."""


@st.composite
def damaged_mails(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A mail, and the same with a few lines or marks lost, doubled, exchanged or put in."""
    raw = draw(st.sampled_from(FILES)).read_bytes()[:_SMALL]
    damaged = raw
    for _ in range(draw(st.integers(1, 4))):
        damaged = draw(st.sampled_from((_mark_put_in, _marks_lost, _lines_moved)))(draw, damaged)
    return raw, damaged


def orders_read(raw: bytes) -> list[Condition]:
    """The orders that the mail would give, as `intake.act` reads it."""
    mail = open_envelope(raw)
    machine = machine_kind(mail)
    if not isinstance(mail, Envelope) or machine not in (None, MachineKind.LIST):
        return []
    return _orders(words_of(mail, cut(mail.text).visible))


@cache
def orders_held(raw: bytes) -> frozenset[Condition]:
    """Every order that stands on a line somewhere in it: quoted, hidden, attached or enclosed."""
    lines = {piece for text in _texts(raw) for line in text.split("\n") for piece in _pieces(line)}
    return frozenset([order for line in lines for order in _orders(line)] + orders_read(raw))


def _pieces(line: str) -> list[str]:
    """The line, and what a lost mark or a strange letter would leave of it."""
    return [line, folded(line), *_NO_WORDS.split(line)]


def _orders(text: str) -> list[Condition]:
    return [item.condition for item in READ(text[:2_000]).items if isinstance(item, Order)]


def _texts(raw: bytes) -> Iterator[str]:
    apart = split(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    parts = parts_of(apart.headers, apart.body)
    yield "\n".join(value for _, value in apart.headers)
    for part in [] if isinstance(parts, TooMuch) else parts:
        text = seen(decode(part.content(), part.parameters.get("charset")).text)
        yield text
        yield html_text(text)
    yield seen(decode(raw, None).text)


def _mark_put_in(draw: st.DrawFn, raw: bytes) -> bytes:
    at = draw(st.integers(0, len(raw)))
    return raw[:at] + bytes(draw(st.lists(st.sampled_from(_MARKS), max_size=6))) + raw[at:]


def _marks_lost(draw: st.DrawFn, raw: bytes) -> bytes:
    mark = draw(st.sampled_from(_MARKS))
    places = [at for at, byte in enumerate(raw) if byte == mark]
    if not places:
        return raw
    at = draw(st.sampled_from(places))
    return raw[:at] + bytes(draw(st.lists(st.sampled_from(_MARKS), max_size=2))) + raw[at + 1 :]


def _lines_moved(draw: st.DrawFn, raw: bytes) -> bytes:
    lines = raw.split(b"\n")
    begin, end = sorted(draw(st.tuples(*[st.integers(0, len(lines))] * 2)))
    some, times = lines[begin:end][:20], draw(st.integers(0, 2))
    rest = lines[:begin] + lines[begin + len(some) :]
    at = draw(st.integers(0, len(rest)))
    return b"\n".join(rest[:at] + some * times + rest[at:])
