"""Every mail of ours, answered with every program: our words do nothing, his do (mail decision 2)."""

from collections.abc import Callable
from functools import cache, partial

import pytest

from pigpost.games.kinds import Kind
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.envelope import Envelope, open_envelope
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.commands import HARMLESS
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Item, Order, Player, Reading
from pigpost.results.letters import Letter
from tests.outbox.clients import BELOW, TOP_POSTING, Program, Reply
from tests.outbox.finnish import in_finnish
from tests.outbox.goldens import rendered
from tests.outbox.letters import NAMES
from tests.outbox.samples import ALL_SAMPLES

pytestmark = pytest.mark.slow

PLAYERS = [Player(seat=seat, name=name) for seat, name in NAMES.items()]
LETTERS = {
    name: letter
    for name, letter in ((name, build()) for name, build in ALL_SAMPLES.items())
    if letter.head.reader.seat is not None
}

every_mail = pytest.mark.parametrize("name", LETTERS)
in_each_language = pytest.mark.parametrize("finnish", [False, True], ids=["English", "Finnish"])


@cache
def _reply(name: str, own: str, *, finnish: bool) -> Reply:
    letter = LETTERS[name]
    mail = in_finnish(letter) if finnish else rendered(letter)
    return Reply(mail=mail, own=own, finnish=finnish)


def _order_for(letter: Letter) -> str:
    settings = letter.head.settings
    return "DICE 6" if settings is not None and settings.kind is Kind.HOG else "THROWS 6"


def _read_by(letter: Letter, finnish: bool) -> Callable[[str], Reading]:
    settings = letter.head.settings
    assert settings is not None
    return partial(
        read,
        players=PLAYERS,
        me=letter.head.reader.seat,
        kind=settings.kind,
        form=settings.form,
        languages=("fi", "en") if finnish else ("en",),
    )


def _opened(reply: Reply, program: Program) -> Envelope:
    envelope = open_envelope(program(reply))
    assert isinstance(envelope, Envelope)
    return envelope


def _done(name: str, reply: Reply, program: Program) -> list[Item]:
    """What the answer would be taken for that changes anything."""
    envelope = _opened(reply, program)
    visible = cut(envelope.text, known_lines=lines_of([reply.mail.text])).visible
    items = _read_by(LETTERS[name], reply.finnish)(words_of(envelope, visible)).items
    return [
        item
        for item in items
        if isinstance(item, Order) or (isinstance(item, Command) and item.word not in HARMLESS)
    ]


@every_mail
@in_each_language
def test_a_mail_of_ours_sent_back_with_any_program_does_nothing(name: str, finnish: bool) -> None:
    for own in ("", "Kiitos!" if finnish else "Thanks!"):
        reply = _reply(name, own, finnish=finnish)
        acted = {
            style: done
            for style, program in (TOP_POSTING | BELOW).items()
            if (done := _done(name, reply, program))
        }
        assert acted == {}


@every_mail
@in_each_language
def test_the_one_order_on_top_counts_with_any_program(name: str, finnish: bool) -> None:
    reply = _reply(name, _order_for(LETTERS[name]), finnish=finnish)
    done = {style: _done(name, reply, program) for style, program in TOP_POSTING.items()}
    kept = {style for style, items in done.items() if [type(item) for item in items] == [Order]}
    assert kept == TOP_POSTING.keys()


@every_mail
@in_each_language
def test_an_order_below_or_inside_the_quote_is_told_of_and_not_applied(
    name: str, finnish: bool
) -> None:
    letter = LETTERS[name]
    reply = _reply(name, _order_for(letter), finnish=finnish)
    for style, program in BELOW.items():
        assert _done(name, reply, program) == [], style
        known = lines_of([reply.mail.text])
        elided = cut(_opened(reply, program).text, known_lines=known).elided
        seen = elided_orders(elided, read=_read_by(letter, finnish), known_lines=known)
        assert len(seen) == 1, style
