"""Thrown rounds while a game is folded: recorded, corrected, annulled, and what they amount to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pigpost.events.record import Recorded
from pigpost.events.types import RoundCorrected, RoundThrown, RulingMade
from pigpost.replay.disputes import Ruling
from pigpost.replay.order_book import OrderBook
from pigpost.replay.rounds import is_miss
from pigpost.replay.ruled_rounds import RuledRounds, corrected
from pigpost.replay.seat_folding import SeatFolding
from pigpost.replay.state import SeatStatus, ThrownRound


@dataclass(slots=True)
class ThrownFolding:
    """As `GameState.thrown` and `GameState.annulled`, but open to change."""

    thrown: list[ThrownRound]
    annulled: list[ThrownRound]
    unsettled: bool = False
    """A ruling has changed what counts: what became of the seats is to be found out anew."""

    @property
    def last_number(self) -> int:
        """The last round that counts; 0 before the first."""
        return self.thrown[-1].number if self.thrown else 0

    def throw(
        self,
        recorded: Recorded,
        event: RoundThrown,
        book: OrderBook,
        seats: Mapping[str, SeatFolding],
    ) -> None:
        """Takes up a round, and what it did to the seats."""
        self.thrown.append(
            ThrownRound(
                recorded=event,
                commitment=book.commitment,
                deadline=book.deadline,
                pos=recorded.pos,
                leaf=recorded.leaf,
                press=tuple(book.press),
                unreached=book.unreached,
            )
        )
        for label, score in event.result["final_scores"].items():
            seats[label].score = score
        for label in event.result["eliminated"]:
            seats[label].status = SeatStatus.ELIMINATED
        for label, source in event.sources.items():
            seat = seats[label]
            seat.misses += is_miss(source) and seat.seat not in book.unreached

    def correct(self, recorded: Recorded, event: RoundCorrected) -> None:
        """A round is as a ruling has it; `ValueError` where that round does not count."""
        self.thrown = corrected(self.thrown, recorded, event)
        self.unsettled = True

    def annul(self, event: RulingMade) -> dict[int, int]:
        """Rounds count no more, by a ruling: their attempts; `ValueError` where one does not count."""
        gone = [round for round in self.thrown if round.number in event.annuls]
        if len(gone) != len(event.annuls):
            raise ValueError("a round that does not count can't be annulled")
        self.thrown = [round for round in self.thrown if round not in gone]
        self.annulled += [replace(round, annulled_by=event.ruling) for round in gone]
        self.unsettled = True
        return {round.number: round.recorded.attempt for round in gone}

    def settle(self, seats: Mapping[str, SeatFolding], rulings: Iterable[Ruling]) -> None:
        """Finds out what became of the seats by the rounds that count and the points given."""
        rounds = RuledRounds(self.thrown, rulings)
        for label, seat in seats.items():
            seat.settle(
                score=rounds.score(label),
                misses=rounds.misses(label),
                eliminated=rounds.is_eliminated(label),
            )
        self.unsettled = False
