"""Logs that no service writes: who plays, who begins and who is away, changed behind the players' backs.

Each leaf, digest and proof of them is right, as a forger who holds the whole log makes them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO

import pytest

from pigpost.errors import LogBroken
from pigpost.events.commitment import commitment
from pigpost.events.merkle import Tree
from pigpost.events.record import Addition, Recorded
from pigpost.events.types import (
    Event,
    GameCreated,
    GameStarted,
    InvitationDeclined,
    OrderAccepted,
    OrdersSealed,
    PlayerInvited,
    RoundOpened,
    RoundThrown,
    SealedOrder,
    SeatResigned,
    SeatTaken,
)
from pigpost.games.kinds import Form, Kind, Seat, seat_from_label
from pigpost.replay.findings import Answer, Finding
from pigpost.replay.fold import replay
from pigpost.replay.lines import Closing, written, written_closing
from pigpost.replay.rounds import book, thrown
from pigpost.replay.verify import verify
from tests.replay.playing import MemoryLog
from tests.web.play import Play

OWN = [(kind, form) for kind in Kind for form in kind.forms if form is not Form.SHARED]
PLAYERS = ("Bill", "Karen", "Ted")


class _Log(MemoryLog):
    """A log in memory that `Play` can write to."""

    def append(
        self, stream: str, additions: Sequence[Addition], *, expected: int | None
    ) -> list[Recorded]:
        assert expected is None
        return [self.add(stream, addition.event) for addition in additions]


class Forged(Play):
    """A game whose log is in memory and is exported as it stands, whatever it says."""

    def __init__(self, kind: Kind = Kind.PIG, form: Form | None = None) -> None:
        self.kept = _Log()
        super().__init__(self.kept, players=PLAYERS, kind=kind, form=form, target=1000)

    @property
    def findings(self) -> list[Finding]:
        entries = self.kept.stored
        tree = Tree(self.kept.leaves())
        lines = [written(entry, tree.proof(entry.pos - 1)) for entry in entries]
        closing = Closing(
            origin="pigs.example/pigpost",
            size=len(entries),
            root=tree.root.hex(),
            entries={self.stream: len(entries)},
            files={},
        )
        return list(verify(BytesIO(b"".join(lines) + written_closing(closing))))

    @property
    def wrong(self) -> list[tuple[Answer, str | None]]:
        return [(f.result, f.field) for f in self.findings if not f.good]

    def takes_seats(self) -> tuple[str, ...]:
        labels = tuple(f"p{number}" for number in range(1, len(self.players) + 1))
        for label in labels:
            self.happens(SeatTaken(at=self.now, by=label, seat=label))
        return labels

    def replaces(self, event: Event) -> None:
        """Takes the last entry back, and records this one in its place."""
        self.kept.stored.pop()
        self.kept.recorded.pop()
        self.happens(event)

    @property
    def last(self) -> Event:
        return self.kept.recorded[-1].event


def orders(kind: Kind) -> dict[str, str]:
    return (
        {"p1": "DICE 3", "p2": "DICE 2"} if kind is Kind.HOG else {"p1": "TURN 9", "p2": "TOTAL 9"}
    )


@pytest.mark.parametrize(("kind", "form"), OWN)
def test_a_game_with_own_throws_is_intact_and_each_forged_draw_is_found(
    kind: Kind, form: Form
) -> None:
    game = Forged(kind, form)
    game.starts().plays([orders(kind)]).orders(orders(kind)).seals().throws()
    assert [f.round for f in game.findings if f.round is not None] == [1, 2]
    assert game.wrong == []
    event = game.last
    assert isinstance(event, RoundThrown)
    assert event.own_draws is not None
    longer = {**event.own_draws, "p1": (*event.own_draws["p1"], event.own_draws["p1"][0])}
    game.replaces(replace(event, own_draws=longer))
    assert game.wrong == [(Answer.TAMPERED, "own_draws")]
    game.replaces(replace(event, own_draws=None))
    assert [answer for answer, _ in game.wrong] == [Answer.TAMPERED]


AFTER_THE_START: list[Callable[[Forged], Event]] = [
    lambda game: GameStarted(at=game.now, by="gm", seats=("p1", "p2", "p3"), first="p1"),
    lambda game: PlayerInvited(at=game.now, by="gm", seat="p1"),
    lambda game: PlayerInvited(at=game.now, by="gm", seat="p4"),
    lambda game: SeatTaken(at=game.now, by="p1", seat="p1"),
    lambda game: InvitationDeclined(at=game.now, by="p1", seat="p1"),
]


@pytest.mark.parametrize("forged", AFTER_THE_START)
def test_1_2_nobody_comes_goes_or_begins_otherwise_once_play_has_begun(
    forged: Callable[[Forged], Event],
) -> None:
    game = Forged(Kind.PIG, Form.SEQUENTIAL)
    game.starts().plays([orders(Kind.PIG)])
    game.happens(forged(game))
    with pytest.raises(LogBroken):
        replay(game.kept.recorded)
    assert game.wrong == [(Answer.TAMPERED, "head")]


def test_a_seat_that_was_never_taken_neither_plays_nor_leaves() -> None:
    game = Forged()
    game.happens(SeatTaken(at=game.now, by="p1", seat="p1"))
    game.happens(GameStarted(at=game.now, by="gm", seats=("p1", "p2")))
    assert game.wrong == [(Answer.TAMPERED, "head")]
    game.replaces(GameStarted(at=game.now, by="gm", seats=("p1",)))
    assert game.wrong == []
    game.happens(SeatResigned(at=game.now, by="p2", seat="p2"))
    assert game.wrong == [(Answer.TAMPERED, "head")]


def test_a_seat_has_one_label_and_no_other_spelling_of_it() -> None:
    for label in ("p01", "p0", "p", "1", "p1 ", "p²", "p" + "9" * 5000):
        with pytest.raises(ValueError, match="not a seat label"):
            seat_from_label(label)
    game = Forged()
    game.happens(PlayerInvited(at=game.now, by="gm", seat="p01"))
    assert game.wrong == [(Answer.TAMPERED, "head")]


def test_a_book_is_closed_once() -> None:
    game = Forged()
    game.starts().seals().seals()
    assert game.wrong == [(Answer.TAMPERED, "head")]


def test_1_2_dice_have_no_piggyback_rule() -> None:
    game = Forged(Kind.PIG)
    created = game.kept.recorded[0].event
    assert isinstance(created, GameCreated)
    with pytest.raises(LogBroken, match="GameCreated"):
        replay([replace(game.kept.recorded[0], event=replace(created, piggyback="eliminate"))])


@pytest.mark.parametrize(
    ("round", "standing", "since"),
    [(1, True, 1), (1, False, 1), (None, False, 1), (None, True, None)],
)
def test_an_order_is_sealed_for_the_rounds_that_its_head_names(
    *, round: int | None, standing: bool, since: int | None
) -> None:
    game = Forged()
    game.starts().order("p1", "THROWS 2", "two throws")
    event = game.last
    assert isinstance(event, OrderAccepted)
    sealed = SealedOrder(seat="p1", order="THROWS 2", standing=standing, since=since)
    forged = replace(event, round=round, sealed=sealed)
    with pytest.raises(LogBroken, match="OrderAccepted"):
        replay([*game.kept.recorded[:-1], replace(game.kept.recorded[-1], event=forged)])


# --- the lot ----------------------------------------------------------------------------------------


def begins_with(first: Seat | None) -> Forged:
    """A game played seat by seat that begins with a seat, whatever the lot says."""
    game = Forged(Kind.PIG, Form.SEQUENTIAL)
    labels, label = game.takes_seats(), None if first is None else f"p{first}"
    game.happens(GameStarted(at=game.now, by="gm", seats=labels, first=label))
    return game


def drawn() -> Seat:
    game = Forged(Kind.PIG, Form.SEQUENTIAL)
    game.starts()
    first = game.state.settings.first_seat
    assert first is not None
    return first


def test_4_7_only_the_seat_that_the_lot_gives_can_begin() -> None:
    found = {}
    for first in (Seat(1), Seat(2), Seat(3)):
        game = begins_with(first)
        game.opens().orders(orders(Kind.PIG)).seals().throws()
        found[first] = game.wrong
    assert found.pop(drawn()) == []
    assert list(found.values()) == [[(Answer.TAMPERED, "first")]] * 2
    assert begins_with(None).wrong == [(Answer.TAMPERED, "head")]


def test_4_7_a_lot_whose_seed_is_never_shown_is_not_taken_on_trust() -> None:
    game = begins_with(drawn())
    game.opens()
    lock = commitment(game.game, round=1, attempt=2, seed=game.seed)
    game.happens(
        RoundOpened(
            at=game.now,
            by="service",
            round=1,
            attempt=2,
            commitment=lock,
            deadline=game.deadline,
        )
    )
    game.happens(sealed(game, attempt=2))
    game.happens(thrown(game.state, seed=game.seed, at=game.now))
    assert game.wrong == [(Answer.MISSING, "first")]


# --- who is away --------------------------------------------------------------------------------------


def sealed(game: Forged, *absent: str, attempt: int = 1) -> OrdersSealed:
    return OrdersSealed(
        at=game.now,
        by="service",
        round=game.round,
        attempt=attempt,
        orders_digest=book(game.state).digest,
        polled_at=game.now,
        early=False,
        absent=absent,
    )


@pytest.mark.parametrize("label", ["p1", "p9"])
def test_only_who_plays_the_default_can_be_called_absent(label: str) -> None:
    game = Forged()
    game.starts().orders(dict.fromkeys(("p1", "p2", "p3"), "THROWS 2"))
    game.happens(sealed(game, label))
    game.throws()
    assert game.wrong == [(Answer.TAMPERED, "absent")]
