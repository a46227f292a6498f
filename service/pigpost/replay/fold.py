"""The state of a game out of its events, and out of nothing else.

`replay` folds many events with one working copy; `apply` folds one. Both take the same steps.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias, assert_never, get_args

from pigpost.errors import LogBroken
from pigpost.events.record import Recorded
from pigpost.events.types import (
    ClaimFiled,
    DeadlineMoved,
    Event,
    GameCreated,
    GameEnded,
    GameHeld,
    GameResumed,
    GameStarted,
    InvitationDeclined,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    OutageNoted,
    PlayerInvited,
    RequestNoted,
    RoundOpened,
    RoundThrown,
    SeatResigned,
    SeatTaken,
)
from pigpost.games.kinds import (
    Form,
    GameId,
    Kind,
    Piggyback,
    Seat,
    Settings,
    check_target,
    seat_from_label,
    seat_label,
)
from pigpost.games.outcomes import check_weights
from pigpost.replay.order_book import OrderBook
from pigpost.replay.state import GameState, Person, Phase, SeatState, SeatStatus, ThrownRound

_OrderEvent: TypeAlias = OrderAccepted | OrderRefused | OrderWithdrawn | OrderSetAside
_SeatEvent: TypeAlias = PlayerInvited | InvitationDeclined | SeatTaken | SeatResigned | RequestNoted
_RoundEvent: TypeAlias = RoundOpened | DeadlineMoved | OrdersSealed | RoundThrown
_GameEvent: TypeAlias = GameStarted | GameHeld | GameResumed | OutageNoted | GameEnded

_ORDERS: frozenset[type[Event]] = frozenset(get_args(_OrderEvent))


def replay(recorded: Iterable[Recorded]) -> GameState | None:
    """The state after all these events of one stream; None when there are none.

    `LogBroken` where the events can't have happened in this order.
    """
    folding: Folding | None = None
    for one in recorded:
        if folding is None:
            folding = Folding.begun(one)
        else:
            folding.step(one)
    return None if folding is None else folding.state


def apply(state: GameState | None, recorded: Recorded) -> GameState:
    """The state after one more event; from None for the first. `LogBroken` as in `replay`."""
    if state is None:
        return Folding.begun(recorded).state
    folding = Folding.thawed(state)
    folding.step(recorded)
    return folding.state


@dataclass(slots=True, kw_only=True)
class Folding:
    """A game while it is folded. `base` keeps what an event never or seldom changes."""

    base: GameState
    phase: Phase
    version: int
    seats: "dict[str, _SeatFolding]"
    """By label, as events name them."""
    book: OrderBook | None
    thrown: list[ThrownRound]
    unread: list[Recorded] = field(default_factory=list)
    """What is to be entered in the book when it is asked for: that of a round gone by never is."""

    @classmethod
    def begun(cls, recorded: Recorded) -> Self:
        """A game of which only the first event is known; `LogBroken` when that can't begin one."""
        event = recorded.event
        if not isinstance(event, GameCreated) or recorded.ver != 1:
            raise LogBroken(f"entry {recorded.pos} ({type(event).__name__}) begins no game")
        try:
            return cls.thawed(_announced(event))
        except ValueError as error:
            raise LogBroken(f"entry {recorded.pos} (GameCreated): {error}") from error

    @classmethod
    def thawed(cls, state: GameState) -> Self:
        """A working copy that goes on from a state."""
        return cls(
            base=state,
            phase=state.phase,
            version=state.version,
            seats={seat_label(s.seat): _SeatFolding.thawed(s) for s in state.seats.values()},
            book=None if state.current is None else OrderBook.thawed(state.current),
            thrown=list(state.thrown),
        )

    @property
    def state(self) -> GameState:
        """What is known by now, as a value that no later step changes; `LogBroken` as in `enter`."""
        self.enter()
        playing = {s.seat for s in self.seats.values() if s.status is SeatStatus.PLAYING}
        return replace(
            self.base,
            phase=self.phase,
            version=self.version,
            seats={s.seat: s.frozen() for s in self.seats.values()},
            current=None if self.book is None else self.book.frozen(playing),
            thrown=tuple(self.thrown),
        )

    def step(self, recorded: Recorded) -> None:
        """Folds one more event of the stream; `LogBroken` when it can't come next."""
        if recorded.ver != self.version + 1:
            raise LogBroken(
                f"entry {recorded.pos} is version {recorded.ver} of {recorded.stream}, "
                f"which stands at {self.version}"
            )
        if recorded.kind not in _ORDERS:
            self._fold(recorded)
        elif self.book is not None and not self.book.closed:
            self.unread.append(recorded)
        self.version = recorded.ver

    def enter(self) -> None:
        """Enters in the book what mails did to the orders; `LogBroken` where that can't be."""
        unread, self.unread = self.unread, []
        for recorded in unread:
            self._fold(recorded)

    def _fold(self, recorded: Recorded) -> None:
        try:
            self._fold_event(recorded, recorded.event)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            what = recorded.kind.__name__
            raise LogBroken(f"entry {recorded.pos} ({what}) makes no sense: {error}") from error

    def _fold_event(self, recorded: Recorded, event: Event) -> None:
        match event:
            case OrderAccepted() | OrderRefused() | OrderWithdrawn() | OrderSetAside():
                if self.book is not None:
                    self.book.enter(recorded, event)
            case RoundOpened() | DeadlineMoved() | OrdersSealed() | RoundThrown():
                self._fold_round(recorded, event)
            case (
                PlayerInvited()
                | InvitationDeclined()
                | SeatTaken()
                | SeatResigned()
                | RequestNoted()
            ):
                self._fold_seat(event)
            case GameStarted() | GameHeld() | GameResumed() | OutageNoted() | GameEnded():
                self._fold_game(event)
            case ClaimFiled():
                pass
            case GameCreated():
                raise ValueError("the game has been created before")
            case _:
                assert_never(event)

    def _fold_round(self, recorded: Recorded, event: _RoundEvent) -> None:
        if isinstance(event, RoundOpened):
            self._turn_to(OrderBook.opened(event), Phase.OPEN)
            return
        book = self._book_of(event)
        match event:
            case DeadlineMoved():
                book.deadline = event.deadline
            case OrdersSealed():
                book.seal(event)
                self.phase = Phase.SEALED
            case RoundThrown():
                self._throw(recorded, event, book)
            case _:
                assert_never(event)

    def _book_of(self, event: DeadlineMoved | OrdersSealed | RoundThrown) -> OrderBook:
        book = self.book
        if book is None or (book.round, book.attempt) != (event.round, event.attempt):
            raise ValueError(f"round {event.round}, attempt {event.attempt} is not under way")
        return book

    def _throw(self, recorded: Recorded, event: RoundThrown, book: OrderBook) -> None:
        self.thrown.append(
            ThrownRound(
                event=event,
                commitment=book.commitment,
                deadline=book.deadline,
                pos=recorded.pos,
                leaf=recorded.leaf,
            )
        )
        for label, score in event.result["final_scores"].items():
            self.seats[label].score = score
        for label in event.result["eliminated"]:
            self.seats[label].status = SeatStatus.ELIMINATED
        for label, source in event.sources.items():
            self.seats[label].misses += source.startswith("default:")
        self._turn_to(None, Phase.OPEN)

    def _turn_to(self, book: OrderBook | None, phase: Phase) -> None:
        """Leaves the round that was under way, if any, and all that came in for it."""
        self.book, self.phase, self.unread = book, phase, []

    def _fold_seat(self, event: _SeatEvent) -> None:
        match event:
            case PlayerInvited():
                self.seats[event.seat] = _SeatFolding.invited(event)
            case InvitationDeclined():
                self.seats[event.seat].status = SeatStatus.DECLINED
            case SeatTaken():
                self.seats[event.seat].status = SeatStatus.PLAYING
            case SeatResigned():
                self.seats[event.seat].leave(forming=self.phase is Phase.FORMING)
            case RequestNoted():
                if event.request == "quiet" and event.by.startswith("p"):
                    self.seats[event.by].quiet = True
            case _:
                assert_never(event)

    def _fold_game(self, event: _GameEvent) -> None:
        match event:
            case GameStarted():
                self.phase = Phase.OPEN
                for label in event.seats:
                    self.seats[label].status = SeatStatus.PLAYING
            case OutageNoted():
                # it is noted just before the hold that it causes
                self.base = replace(self.base, outages=(*self.base.outages, event))
            case GameHeld():
                self.base = replace(self.base, held=event.reason)
            case GameResumed():
                self.base = replace(self.base, held=None, outages=())
            case GameEnded():
                self._end(event)
            case _:
                assert_never(event)

    def _end(self, event: GameEnded) -> None:
        self._turn_to(None, Phase.OVER)
        self.base = replace(
            self.base,
            winners=tuple(map(seat_from_label, event.winners)),
            ended_because=event.reason,
            ended_note=event.note,
        )


@dataclass(slots=True, kw_only=True)
class _SeatFolding:
    """A seat while the game is folded; fields as in `SeatState`."""

    seat: Seat
    status: SeatStatus
    person: Person
    score: int = 0
    misses: int = 0
    quiet: bool = False

    @classmethod
    def invited(cls, event: PlayerInvited) -> Self:
        """A seat that was just offered."""
        return cls(
            seat=seat_from_label(event.seat), status=SeatStatus.INVITED, person=_person(event)
        )

    @classmethod
    def thawed(cls, state: SeatState) -> Self:
        """The working copy of a seat."""
        return cls(
            seat=state.seat,
            status=state.status,
            person=state.person,
            score=state.score,
            misses=state.misses,
            quiet=state.quiet,
        )

    def frozen(self) -> SeatState:
        """The seat as a value."""
        return SeatState(
            seat=self.seat,
            status=self.status,
            person=self.person,
            score=self.score,
            misses=self.misses,
            quiet=self.quiet,
        )

    def leave(self, *, forming: bool) -> None:
        """Withdraws (rule 6.7); who goes before the game starts has never played in it."""
        if self.status is not SeatStatus.ELIMINATED:
            self.status = SeatStatus.DECLINED if forming else SeatStatus.WITHDRAWN


def _person(event: PlayerInvited) -> Person:
    """Who was invited, as far as the reader may know."""
    entered = event.personal
    if entered is None:
        return Person(id="", name="", address="", language="", timezone="")
    return Person(
        id=entered.person,
        name=entered.name,
        address=entered.address,
        language=entered.language,
        timezone=entered.timezone,
    )


def _announced(event: GameCreated) -> GameState:
    """A game without players; `ValueError` for settings that nobody can play by."""
    check_target(event.target)
    check_weights(event.weights)
    return GameState(
        id=GameId(event.game),
        title=event.title,
        settings=Settings(
            kind=Kind(event.kind),
            form=Form(event.form),
            target=event.target,
            piggyback=Piggyback(event.piggyback),
            first_throw_scores=event.first_throw_scores,
            weights=event.weights,
        ),
        rules=event.rules,
        level=event.level,
        schedule=event.schedule,
        timezone=event.timezone,
        identity=event.identity,
        early=event.early,
        phase=Phase.FORMING,
        held=None,
        seats={},
        current=None,
        thrown=(),
        winners=(),
        ended_because=None,
        version=1,
    )
