"""Where each mail waits, what is told of it, and that no order is among it."""

from datetime import timedelta

import pytest

from pigpost.intake.desk.boxes import Box
from pigpost.intake.desk.handle import Act
from pigpost.intake.desk.hops import hops_of
from pigpost.rounds.run_now import close_now
from tests.desk.queue import arrived, box, from_outside, look, set_aside
from tests.intake.bounces import a_bounce, last_to
from tests.post import GAME, Post, a_mail


def test_each_mail_lies_in_the_box_of_what_it_waits_for(careful: Post) -> None:
    opening = last_to(careful, "Bill", "opening")
    numbers = {
        Box.HELD: arrived(careful, a_mail("Bill", "THROWS 4")),
        Box.UNKNOWN: arrived(careful, from_outside("May I play?")),
        Box.ASKED_BACK: arrived(
            careful, a_mail("Karen", "a few", answering=careful.last("Karen", "opening"))
        ),
        Box.MACHINE: arrived(careful, a_mail("Karen", "Away.", Auto_Submitted="auto-replied")),
        Box.BOUNCED: arrived(careful, a_bounce(opening)),
    }
    settled = arrived(
        careful, a_mail("Karen", "THROWS 2", answering=careful.last("Karen", "opening"))
    )
    broken = arrived(careful, from_outside("poison"))
    set_aside(careful, broken)
    for which, number in numbers.items():
        assert box(careful, which) == [number], which
    assert box(careful, Box.UNREAD) == [broken]
    assert box(careful, Box.HANDLED) == []
    assert set(box(careful, Box.ALL)) == {*numbers.values(), settled, broken}


def test_of_a_strangers_question_everything_is_shown(game: Post) -> None:
    number = arrived(game, from_outside("May I play?\n\n> You said so yesterday"))
    seen = look(game, number)
    assert seen.words is not None
    assert (seen.words.counts, seen.words.cut_off) == ("May I play?", "> You said so yesterday")
    assert "Sue <sue@office.example>" in seen.words.source
    assert (seen.verdict.player, seen.verdict.problem) == (None, "unknown_sender")
    assert seen.signature == "not_checked"
    assert seen.line.subject == "my order"
    assert set(seen.may) == set(Act)
    (answer,) = seen.told
    assert (answer.kind, answer.state, answer.recipient) == (
        "mail_refused",
        "sent",
        "sue@office.example",
    )


@pytest.mark.parametrize(
    "words",
    [
        "THROWS 17",
        "after karen",
        "I stop at a couple",
        "17 throws, please\n\nSue",
        "17 throws or 3",
    ],
)
def test_what_a_stranger_may_have_meant_as_an_order_is_sealed_till_the_throw(
    game: Post, words: str
) -> None:
    """An order of a player who writes from the office is an order."""
    number = arrived(game, from_outside(words))
    seen = look(game, number)
    assert (seen.words, seen.line.subject, seen.line.sealed) == (None, None, True)
    assert words.split("\n", maxsplit=1)[0] not in str(seen)
    game.clock.advance(hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    opened = look(game, number)
    assert opened.words is not None
    assert words.split("\n", maxsplit=1)[0] in opened.words.counts


def test_an_order_in_the_subject_or_below_a_quote_is_sealed_too(game: Post) -> None:
    for raw in (
        from_outside("", Subject="THROWS 17"),
        from_outside("Hello\n\n> a quote\n\nTHROWS 17", Subject="hello"),
        from_outside("THROWS 17", To="pigs@pigs.example"),
    ):
        seen = look(game, arrived(game, raw))
        assert seen.line.sealed
        assert "17" not in str(seen.words) + str(seen.line.subject)


@pytest.mark.parametrize("words", ["THROWS 17", "a few throws", "thanks, see you"])
def test_held_and_asked_back_mails_are_sealed_whatever_they_say(careful: Post, words: str) -> None:
    held = arrived(careful, a_mail("Bill", words))
    asked = arrived(careful, a_mail("Karen", words, answering=careful.last("Karen", "opening")))
    for number in (held, asked):
        seen = look(careful, number)
        assert seen.words is None
        assert seen.line.subject is None
        assert seen.verdict.player in ("Bill", "Karen")


def test_a_mail_that_can_not_even_be_opened_is_sealed_and_does_not_break_the_list(
    game: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = arrived(game, from_outside("May I play?"))
    set_aside(game, number)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    for module in ("seals", "inside", "handle"):
        monkeypatch.setattr(f"pigpost.intake.desk.{module}.open_envelope", broken)
    assert box(game, Box.UNREAD) == [number]
    seen = look(game, number)
    assert seen.words is None
    assert seen.verdict.problem is not None
    assert Act.DISCARDED in seen.may


def test_a_players_order_that_stands_waits_for_nothing(game: Post) -> None:
    number = arrived(game, a_mail("Bill", "THROWS 4"))
    assert look(game, number).may == (Act.ANSWERED,)


def test_what_is_read_is_told_with_its_place(game: Post) -> None:
    number = arrived(game, a_mail("Bill", "I'd like 17 throws, please"))
    game.clock.advance(hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    seen = look(game, number)
    assert seen.words is not None
    (said,) = seen.words.said
    assert (said.kind, said.means) == ("order", "THROWS 17")
    assert seen.words.counts[said.start : said.end] == said.words


def test_keys_are_blotted_out(game: Post) -> None:
    opening = game.last("Bill", "opening")
    number = arrived(game, a_mail("Bill", "STATUS", answering=opening))
    game.clock.advance(hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    proof = str(opening["Message-ID"]).split("@")[0].rsplit(".", 1)[1]
    seen = look(game, number)
    assert seen.words is not None
    assert proof not in str(seen)


def test_the_way_of_a_mail_is_told_with_its_gaps_whatever_is_written_there() -> None:
    written = (
        ("received", "from b.example by mx.ours.example with LMTP; Mon, 2 Mar 2026 18:00:40 +0000"),
        ("received", "nonsense; not a day"),
        ("received", "from a.example by b.example; Mon, 2 Mar 2026 20:00:00 +0200"),
        ("received", "by a.example; Mon, 2 Mar 2026 17:59:58 +0000"),
    )
    hops = hops_of(written)
    assert [(hop.sender, hop.receiver, hop.seconds) for hop in hops] == [
        ("", "a.example", None),
        ("a.example", "b.example", 2),
        ("", "", None),
        ("b.example", "mx.ours.example", None),
    ]
    assert hops[1].at is not None
    assert hops[1].at.utcoffset() == timedelta(0)
