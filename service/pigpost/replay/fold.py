"""The state of a game out of its events, and out of nothing else.

`replay` folds many events with one working copy; `apply` folds one. Both take the same steps.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias, assert_never, get_args

from pigpost.errors import LogBroken
from pigpost.events.record import Recorded
from pigpost.events.types import (
    AbsenceNoted,
    AddressAdded,
    ClaimAppealed,
    ClaimClosed,
    ClaimFiled,
    DeadlineMoved,
    Event,
    GameCreated,
    GameEnded,
    GameHeld,
    GameResumed,
    GameStarted,
    InvitationDeclined,
    MailBounced,
    MailHandled,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    OutageNoted,
    PlayerInvited,
    PressSent,
    PreviewOpened,
    RequestNoted,
    RoundCorrected,
    RoundOpened,
    RoundThrown,
    RulingContested,
    RulingMade,
    SeatReplaced,
    SeatResigned,
    SeatTaken,
    ThrowsEntered,
)
from pigpost.games.kinds import Form, seat_from_label, seat_label
from pigpost.replay.announced import announced
from pigpost.replay.dispute_folding import DisputeFolding
from pigpost.replay.disputes import SeatAct
from pigpost.replay.kept_orders import KeptOrders, outlasts
from pigpost.replay.order_book import NOWAIT, WAIT, OrderBook, number_of
from pigpost.replay.seat_folding import SeatFolding
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.replay.thrown_folding import ThrownFolding

_OrderEvent: TypeAlias = OrderAccepted | OrderRefused | OrderWithdrawn | OrderSetAside
_SeatEvent: TypeAlias = (
    PlayerInvited
    | InvitationDeclined
    | SeatTaken
    | SeatResigned
    | SeatReplaced
    | RequestNoted
    | AbsenceNoted
    | MailBounced
)
_RoundEvent: TypeAlias = RoundOpened | DeadlineMoved | OrdersSealed | ThrowsEntered | RoundThrown
_GameEvent: TypeAlias = GameStarted | GameHeld | GameResumed | OutageNoted | GameEnded

_ORDERS: frozenset[type[Event]] = frozenset(get_args(_OrderEvent))


def replay(recorded: Iterable[Recorded], state: GameState | None = None) -> GameState | None:
    """The state after all these events of one stream, which come after `state`; None without any.

    `LogBroken` where the events can't have happened in this order.
    """
    folding: Folding | None = None
    for one in recorded:
        if folding is not None:
            folding.step(one)
        elif state is None:
            folding = Folding.begun(one)
        else:
            folding = Folding.thawed(state)
            folding.step(one)
    return state if folding is None else folding.state


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
    seats: dict[str, SeatFolding]
    """By label, as events name them."""
    book: OrderBook | None
    kept: KeptOrders
    rounds: ThrownFolding
    disputes: DisputeFolding
    unread: list[Recorded] = field(default_factory=list)
    """What is to be entered in the book when it is asked for: that of a round gone by never is."""
    late: list[Recorded] = field(default_factory=list)
    """The same from after the seal: only what outlasts the round is to be entered."""

    @classmethod
    def begun(cls, recorded: Recorded) -> Self:
        """A game of which only the first event is known; `LogBroken` when that can't begin one."""
        event = recorded.event
        if not isinstance(event, GameCreated) or recorded.ver != 1:
            raise LogBroken(f"entry {recorded.pos} ({type(event).__name__}) begins no game")
        try:
            return cls.thawed(announced(event))
        except ValueError as error:
            raise LogBroken(f"entry {recorded.pos} (GameCreated): {error}") from error

    @classmethod
    def thawed(cls, state: GameState) -> Self:
        """A working copy that goes on from a state."""
        return cls(
            base=state,
            phase=state.phase,
            version=state.version,
            seats={seat_label(s.seat): SeatFolding.thawed(s) for s in state.seats.values()},
            book=None if state.current is None else OrderBook.thawed(state.current),
            kept=KeptOrders.thawed(state),
            rounds=ThrownFolding(list(state.thrown), list(state.annulled)),
            disputes=DisputeFolding.thawed(state.claims, state.rulings),
        )

    @property
    def state(self) -> GameState:
        """What is known by now, as a value that no later step changes; `LogBroken` as in `enter`."""
        self.enter()
        self._settle()
        seats = {s.seat: s.frozen() for s in self.seats.values()}
        return replace(
            self.base,
            phase=self.phase,
            version=self.version,
            seats=seats,
            current=None if self.book is None else self.book.frozen(seats.values()),
            thrown=tuple(self.rounds.thrown),
            annulled=tuple(self.rounds.annulled),
            claims=tuple(self.disputes.claims.values()),
            rulings=tuple(self.disputes.rulings.values()),
            kept=tuple(self.kept.orders),
            cleared_at=dict(self.kept.cleared_at),
        )

    def step(self, recorded: Recorded) -> None:
        """Folds one more event of the stream; `LogBroken` when it can't come next."""
        if recorded.ver != self.version + 1:
            raise LogBroken(
                f"entry {recorded.pos} is version {recorded.ver} of {recorded.stream}, "
                f"which stands at {self.version}"
            )
        if recorded.kind is not RoundCorrected:
            self._settle()
        if recorded.kind not in _ORDERS:
            self._fold(recorded, self._fold_event)
        elif self.book is not None:
            (self.late if self.book.closed else self.unread).append(recorded)
        self.version = recorded.ver

    def enter(self) -> None:
        """Enters in the book what mails did to the orders; `LogBroken` where that can't be."""
        for recorded in self.unread:
            self._fold(recorded, self._fold_event)
        self._keep()

    def _keep(self) -> None:
        """Of orders that nobody has asked for, those are entered that outlast their round."""
        book, waiting = self.book, (*self.unread, *self.late)
        self.unread, self.late = [], []
        for recorded in waiting:
            if book is not None and outlasts(recorded, book.round):
                self._fold(recorded, self._enter_in_kept)

    def _enter_in_kept(self, recorded: Recorded, event: Event) -> None:
        if isinstance(event, _OrderEvent):
            self.kept.enter(recorded, event)

    def _fold(self, recorded: Recorded, fold: Callable[[Recorded, Event], None]) -> None:
        try:
            fold(recorded, recorded.event)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            what = recorded.kind.__name__
            raise LogBroken(f"entry {recorded.pos} ({what}) makes no sense: {error}") from error

    def _fold_event(  # noqa: C901 - kind by kind
        self, recorded: Recorded, event: Event
    ) -> None:
        match event:
            case OrderAccepted() | OrderRefused() | OrderWithdrawn() | OrderSetAside():
                if self.book is not None:
                    self.book.enter(recorded, event)
            case RoundOpened() | DeadlineMoved() | OrdersSealed() | ThrowsEntered() | RoundThrown():
                self._fold_round(recorded, event)
            case (
                PlayerInvited()
                | InvitationDeclined()
                | SeatTaken()
                | SeatResigned()
                | SeatReplaced()
                | RequestNoted()
                | AbsenceNoted()
                | MailBounced()
            ):
                self._fold_seat(event)
            case GameStarted() | GameHeld() | GameResumed() | OutageNoted() | GameEnded():
                self._fold_game(event)
            case RulingMade() | RoundCorrected():
                self._fold_ruling(recorded, event)
            case (
                ClaimFiled() | PreviewOpened() | RulingContested() | ClaimAppealed() | ClaimClosed()
            ):
                self.disputes.enter(recorded, event)
            case PressSent() | AddressAdded() | MailHandled():
                if isinstance(event, PressSent) and self.book is not None:
                    self.book.print(recorded, event)
            case GameCreated():
                raise ValueError("the game has been created before")
            case _:
                assert_never(event)

    def _fold_round(self, recorded: Recorded, event: _RoundEvent) -> None:
        if isinstance(event, RoundOpened):
            self._open(event)
            return
        book = self._book_of(event)
        match event:
            case DeadlineMoved():
                book.deadline = event.deadline
            case OrdersSealed():
                if book.closed:
                    raise ValueError("the book has been closed before")
                book.seal(event)
                self.phase = Phase.SEALED
            case ThrowsEntered():
                book.take_throws(event, by_hand=self.base.by_hand)
            case RoundThrown():
                self._throw(recorded, event, book)
            case _:
                assert_never(event)

    def _open(self, event: RoundOpened) -> None:
        """Opens a round; one that is opened anew begins without orders of its own, and keeps its press."""
        before = self.book
        self._turn_to(None, Phase.OPEN)
        if event.attempt > 1:
            self.kept.drop(number_of(event))
        press = [] if before is None else before.press
        self.book = OrderBook.opened(event, self.kept, press)

    def _book_of(
        self, event: DeadlineMoved | OrdersSealed | ThrowsEntered | RoundThrown
    ) -> OrderBook:
        book = self.book
        if book is None or (book.round, book.attempt) != (event.round, event.attempt):
            raise ValueError(f"round {event.round}, attempt {event.attempt} is not under way")
        return book

    def _fold_ruling(self, recorded: Recorded, event: RulingMade | RoundCorrected) -> None:
        """A ruling comes with its consequences behind it: what they amount to is settled afterwards."""
        if isinstance(event, RoundCorrected):
            self.rounds.correct(recorded, event)
            return
        self.disputes.enter(recorded, event)
        self._annul(event)
        if event.reopened:
            self.base = replace(self.base, winners=(), ended_because=None, ended_note=None)
            self.phase = Phase.OPEN
        if event.seat is not None and event.act == SeatAct.REMOVE:
            self.seats[event.seat].leave(forming=False, round=self._next_number())
        elif event.seat is not None and event.act == SeatAct.REINSTATE:
            self.seats[event.seat].come_back()

    def _annul(self, event: RulingMade) -> None:
        """Rounds count no more, nor will the one that was open behind them be thrown."""
        spent = self.rounds.annul(event)
        if self.book is not None and event.shown_seed is not None:
            spent[self.book.round] = self.book.attempt
        if spent:
            self.base = replace(self.base, spent={**self.base.spent, **spent})

    def _settle(self) -> None:
        """Once a ruling is complete, what has become of the seats is found out anew."""
        if self.rounds.unsettled:
            self.rounds.settle(self.seats, self.disputes.rulings.values())

    def _next_number(self) -> int:
        """The round that is under way, or the one that comes."""
        if self.book is not None:
            return self.book.round
        return self.rounds.last_number + 1

    def _throw(self, recorded: Recorded, event: RoundThrown, book: OrderBook) -> None:
        self.rounds.throw(recorded, event, book, self.seats)
        self._turn_to(None, Phase.OPEN)
        self.kept.drop(book.round)

    def _turn_to(self, book: OrderBook | None, phase: Phase) -> None:
        """Leaves the round that was under way, if any, and all that came in for it alone."""
        self._keep()
        self.book, self.phase = book, phase

    def _forming(self) -> None:
        """`ValueError` once play has begun: who plays, and who begins, is settled then (rule 1.2)."""
        if self.phase is not Phase.FORMING:
            raise ValueError("the game has been started before")

    def _fold_seat(self, event: _SeatEvent) -> None:  # noqa: C901 - kind by kind
        match event:
            case PlayerInvited():
                self._forming()
                self.seats[event.seat] = SeatFolding.invited(event)
            case InvitationDeclined():
                self.seats[event.seat].decline()
            case SeatTaken():
                self._forming()
                self.seats[event.seat].status = SeatStatus.PLAYING
            case SeatResigned():
                forming = self.phase is Phase.FORMING
                self.seats[event.seat].leave(forming=forming, round=self._next_number())
            case SeatReplaced():
                self.seats[event.seat].replace_person(event.personal)
            case RequestNoted():
                self._note(event)
            case AbsenceNoted():
                if event.personal is not None:
                    self.seats[event.personal.seat].note_absence(event, event.personal)
            case MailBounced():
                if self.book is not None:
                    self.book.bounce(event)
            case _:
                assert_never(event)

    def _note(self, event: RequestNoted) -> None:
        if not event.by.startswith("p"):
            return
        if event.request == "quiet":
            self.seats[event.by].quiet = True
        elif event.request in (WAIT, NOWAIT) and self.book is not None:
            self.book.wait(event)

    def _fold_game(self, event: _GameEvent) -> None:
        match event:
            case GameStarted():
                self._forming()
                self._begin(event)
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

    def _begin(self, event: GameStarted) -> None:
        """Who has taken a seat plays; where one was drawn, it begins every round (rule 4.7)."""
        playing = {label for label, s in self.seats.items() if s.status is SeatStatus.PLAYING}
        if set(event.seats) != playing:
            raise ValueError("the seats are not those that were taken")
        settings, first = self.base.settings, event.first
        if (first is not None) != (settings.form is Form.SEQUENTIAL):
            raise ValueError("a starting seat is drawn where turns are played seat by seat")
        if first is not None:
            seat = self.seats[first].seat
            self.base = replace(self.base, settings=replace(settings, first_seat=seat))
        self.phase = Phase.OPEN

    def _end(self, event: GameEnded) -> None:
        self._turn_to(None, Phase.OVER)
        self.base = replace(
            self.base,
            winners=tuple(map(seat_from_label, event.winners)),
            ended_because=event.reason,
            ended_note=event.note,
        )
