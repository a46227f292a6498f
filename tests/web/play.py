"""Games for pages to show, played by recording what happens and nothing else."""

from collections.abc import Container, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count, islice

from pigpost.events.commitment import commitment
from pigpost.events.record import Addition, Recorded
from pigpost.events.streams import game_stream
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
    Mailed,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    OutageNoted,
    PersonEntered,
    PlayerInvited,
    RequestNoted,
    RoundOpened,
    SealedComplaint,
    SealedOrder,
    SealedRefusal,
    SealedSeat,
    SeatResigned,
    SeatTaken,
)
from pigpost.games.adjudicate import RULES_ID
from pigpost.games.kinds import Form, GameId, Kind, Piggyback, seat_from_label, seat_label
from pigpost.games.settings import game_settings
from pigpost.games.throws import round_key, throws
from pigpost.orders.canonical import from_canonical
from pigpost.ports import EventLog
from pigpost.replay.consequences import consequences
from pigpost.replay.disputes import Change, RulingKind
from pigpost.replay.fold import replay
from pigpost.replay.record import record_of
from pigpost.replay.rounds import book, starting_seat, thrown
from pigpost.replay.ruling_events import Decision, ruling_events
from pigpost.replay.state import GameState

BEGINNING = datetime(2027, 2, 5, 20, 0, tzinfo=UTC)
STAGG = ("Bill", "Karen", "Ted", "Geoff", "Jim")


class Play:
    """A game under way. Time passes by one second an event, and by a week a round."""

    def __init__(
        self,
        log: EventLog,
        *,
        game: str = "spring-pigs",
        title: str = "Spring Pigs",
        players: Iterable[str] = STAGG,
        bots: Container[str] = (),
        kind: Kind = Kind.POSTAL_PIGS,
        form: Form | None = None,
        piggyback: Piggyback | None = None,
        first_throw_scores: bool | None = None,
        max_dice: int = 50,
        target: int = 100,
        timezone: str = "Europe/London",
        luck: str = "",
        weights: tuple[int, ...] | None = None,
        addresses: str = "secret-address-{}@players.example",
    ) -> None:
        settings = game_settings(
            kind,
            form=form,
            target=target,
            piggyback=piggyback,
            first_throw_scores=first_throw_scores,
            weights=weights,
            max_dice=max_dice,
        )
        self.log, self.game, self.now, self.round, self.uid = log, GameId(game), BEGINNING, 0, 0
        self.stream, self.luck, self.addresses = game_stream(self.game), luck, addresses
        self.players = tuple(players)
        self.happens(
            GameCreated(
                at=self.now,
                by="gm",
                game=game,
                title=title,
                kind=settings.kind.value,
                form=settings.form.value,
                target=target,
                piggyback=settings.piggyback.value,
                first_throw_scores=settings.first_throw_scores,
                weights=settings.weights,
                max_dice=max_dice,
                rules=RULES_ID,
                level="sealed",
                schedule="Fri 20:00",
                timezone=timezone,
                identity="proven",
                early=False,
                public_key="ab" * 32,
            )
        )
        for number, name in enumerate(self.players, start=1):
            self.happens(
                PlayerInvited(
                    at=self.now,
                    by="gm",
                    seat=f"p{number}",
                    bot="hold20" if name in bots else None,
                    personal=PersonEntered(
                        person=f"person-{number}",
                        name=name,
                        address=addresses.format(number),
                        language="en",
                        timezone="Europe/Helsinki",
                    ),
                )
            )

    @property
    def deadline(self) -> datetime:
        return BEGINNING + timedelta(weeks=self.round)

    @property
    def state(self) -> GameState:
        state = replay(self.log.read(self.stream))
        assert state is not None
        return state

    def happens(self, event: Event) -> Recorded:
        self.now += timedelta(seconds=1)
        return self.log.append(self.stream, [Addition(event=event)], expected=None)[0]

    def starts(self) -> "Play":
        labels = tuple(f"p{number}" for number in range(1, len(self.players) + 1))
        for label in labels:
            self.happens(SeatTaken(at=self.now, by=label, seat=label))
        return self.begins(labels).opens()

    def begins(self, labels: tuple[str, ...]) -> "Play":
        """Play starts with these seats; where they throw one by one, the lot is drawn."""
        seats = [seat_from_label(label) for label in labels]
        first = starting_seat(self.state, seats, self.seed_of(1))
        label = None if first is None else seat_label(first)
        self.happens(GameStarted(at=self.now, by="gm", seats=labels, first=label))
        return self

    def opens(self) -> "Play":
        self.round += 1
        self.now = max(self.now, self.deadline - timedelta(weeks=1))
        self.happens(
            RoundOpened(
                at=self.now,
                by="service",
                round=self.round,
                attempt=1,
                commitment=commitment(self.game, round=self.round, attempt=1, seed=self.seed),
                deadline=self.deadline,
            )
        )
        return self

    @property
    def seed(self) -> bytes:
        return self.seed_of(self.round)

    def seed_of(self, number: int) -> bytes:
        return sha256(f"{self.game}{self.luck} {number}".encode()).digest()

    def orders(self, lines: Mapping[str, str]) -> "Play":
        """Seat label -> canonical order, mailed in other words."""
        for label, line in lines.items():
            self.order(label, line, f"I'd like {line.lower()}, please")
        return self

    def order(self, label: str, line: str, words: str) -> Recorded:
        self.uid += 1
        return self.happens(
            OrderAccepted(
                at=self.now,
                by="service",
                round=self.round,
                arrived_at=self.now,
                uid=self.uid,
                sealed=SealedOrder(seat=label, order=line),
                personal=self.mailed(label, words),
            )
        )

    def standing_order(self, label: str, line: str) -> Recorded:
        """An order for this round and for all that come without another."""
        self.uid += 1
        sealed = SealedOrder(seat=label, order=line, standing=True, since=self.round)
        return self.happens(
            OrderAccepted(
                at=self.now,
                by="service",
                round=None,
                arrived_at=self.now,
                uid=self.uid,
                sealed=sealed,
                personal=self.mailed(label, f"standing: {line}"),
            )
        )

    def refuses(
        self,
        label: str,
        words: str,
        *,
        reason: str = "vague_number",
        suggestions: tuple[str, ...] = ("THROWS 3",),
    ) -> Recorded:
        self.uid += 1
        return self.happens(
            OrderRefused(
                at=self.now,
                by="service",
                round=self.round,
                arrived_at=self.now,
                uid=self.uid,
                sealed=SealedRefusal(
                    seat=label,
                    complaints=(SealedComplaint(reason=reason, rule="6.2", start=0, end=5),),
                    suggestions=suggestions,
                ),
                personal=self.mailed(label, words),
            )
        )

    def mailed(self, label: str, words: str) -> Mailed:
        return Mailed(
            words=words,
            mail_sha256=sha256(words.encode()).hexdigest(),
            sender=self.addresses.format(label[1:]),
            dated="Thu, 4 Mar 2027 18:01:40 +0000",
        )

    def seals(self) -> "Play":
        self.now = self.deadline + timedelta(seconds=20)
        self.happens(
            OrdersSealed(
                at=self.now,
                by="service",
                round=self.round,
                attempt=1,
                orders_digest=book(self.state).digest,
                polled_at=self.now,
                early=False,
            )
        )
        return self

    def throws(self, seed: bytes | None = None) -> "Play":
        """Throws the sealed round; the game ends if the rules say so."""
        event = thrown(self.state, seed=seed or self.seed, at=self.now)
        self.happens(event)
        record = record_of(event)
        if record.game_over:
            winners = tuple(f"p{seat}" for seat in record.winners)
            reason = "target" if winners else "nobody_left"
            self.happens(
                GameEnded(
                    at=self.now, by="service", round=self.round, reason=reason, winners=winners
                )
            )
        return self

    def plays(self, rounds: Iterable[Mapping[str, str]]) -> "Play":
        """Whole rounds, until the game is over, with the next one opened."""
        for lines in rounds:
            self.orders(lines).seals().throws()
            if self.state.winners or self.state.phase == "over":
                break
            self.opens()
        return self

    def resigns(self, label: str) -> "Play":
        self.happens(SeatResigned(at=self.now, by=label, seat=label))
        return self

    def ends(self, reason: str, note: str | None = None) -> "Play":
        self.happens(
            GameEnded(at=self.now, by="gm", round=self.round, reason=reason, winners=(), note=note)
        )
        return self

    def seed_for(self, second: str) -> bytes:
        """A seed of this round whose first throw scores and whose second is of that name."""
        settings = self.state.settings
        for seed in (number.to_bytes(32) for number in count()):
            key = round_key(seed, game=self.game, round=self.round, attempt=1)
            one, two = islice(throws(key, settings), 2)
            if one.scores and two.name == second:
                return seed
        raise AssertionError

    def with_everything(self) -> "Play":
        """From the announcement to the end, with every kind of entry there is."""
        labels = ("p1", "p2", "p3", "p4")
        self.happens(InvitationDeclined(at=self.now, by="p5", seat="p5"))
        for label in labels:
            self.happens(SeatTaken(at=self.now, by=label, seat=label))
        self.begins(labels).opens().orders({"p1": "THROWS 2", "p2": "TURN 9"})
        self.withdraws("p2")
        self.sets_aside("p3", self.order("p3", "ONLY LEFT", "me alone").ver)
        self.refuses("p4", "about five")
        self.asks().is_interrupted()
        return self.seals().throws().opens().resigns("p4").ends("ended_by_gm")

    def withdraws(self, label: str) -> None:
        self.happens(
            OrderWithdrawn(
                at=self.now,
                by="service",
                round=self.round,
                arrived_at=self.now,
                uid=self.uid + 1,
                sealed=SealedSeat(seat=label),
            )
        )

    def sets_aside(self, label: str, version: int) -> None:
        self.happens(
            OrderSetAside(
                at=self.now,
                by="service",
                round=self.round,
                order=version,
                sealed=SealedSeat(seat=label),
            )
        )

    def asks(self) -> "Play":
        """A protest and a word to the game master."""
        mailed = self.mailed("p1", "private words")
        self.happens(ClaimFiled(at=self.now, by="p1", arrived_at=self.now, uid=98, personal=mailed))
        self.happens(
            RequestNoted(
                at=self.now, by="p1", request="gm", arrived_at=self.now, uid=99, personal=mailed
            )
        )
        return self

    def is_interrupted(self) -> "Play":
        """An outage, a hold for it, and a deadline moved because of it."""
        self.happens(
            OutageNoted(at=self.now, by="service", what="inbox", began=self.now, ended=None)
        )
        self.is_held("outage:inbox")
        self.happens(GameResumed(at=self.now, by="gm", round=self.round, reason="read again"))
        self.happens(
            DeadlineMoved(
                at=self.now,
                by="service",
                round=self.round,
                attempt=1,
                old_deadline=self.deadline,
                deadline=self.deadline + timedelta(hours=2),
                reason="outage:inbox",
            )
        )
        return self

    def rules(
        self, round: int, orders: Mapping[str, str], reason: str = "it was in time"
    ) -> "Play":
        """A ruling that these orders count, on a claim of the game master's."""
        self.happens(
            ClaimFiled(
                at=self.now,
                by="gm",
                round=self.state.round,
                arrived_at=self.now,
                uid=0,
                about=round,
            )
        )
        state = self.state
        counts = next(thrown for thrown in state.thrown if thrown.number == round)
        seats = {seat_from_label(label): from_canonical(line) for label, line in orders.items()}
        change = Change(
            round=round,
            attempt=counts.recorded.attempt,
            orders=seats,
            sources=dict.fromkeys(seats, f"ruling:{len(state.rulings) + 1}"),
        )
        decision = Decision(
            what=RulingKind.COUNT, change=change, reason=reason, claim=len(state.claims)
        )
        does = consequences(state, decision.what, change)
        for event in ruling_events(state, decision, does, at=self.now, shown_seed=None):
            self.happens(event)
        return self

    def is_held(self, reason: str) -> "Play":
        self.happens(GameHeld(at=self.now, by="gm", round=self.round, reason=reason))
        return self


STRATEGIES: Mapping[str, str] = {
    "p1": "THROWS 5",
    "p2": "AFTER p1",
    "p3": "TURN 25",
    "p4": "WHEN p1,p3",
    "p5": "ONLY LEFT",
}
"""The orders of rule 3.9."""
