"""A log in memory and games played on it, with nothing left to chance."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from pigpost.events.codec import encode
from pigpost.events.commitment import commitment
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.merkle import Tree
from pigpost.events.record import Entry, LogHead, Part, Recorded
from pigpost.events.streams import game_stream
from pigpost.events.types import (
    AbsenceMailed,
    AbsenceNoted,
    Event,
    GameCreated,
    GameEnded,
    GameStarted,
    Mailed,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    OutageNoted,
    PersonEntered,
    PlayerInvited,
    PressMailed,
    PressSent,
    RequestNoted,
    RoundOpened,
    RoundThrown,
    SealedComplaint,
    SealedOrder,
    SealedRefusal,
    SealedSeat,
    SeatResigned,
    SeatTaken,
)
from pigpost.games.adjudicate import RULES_ID
from pigpost.games.conditions import Condition
from pigpost.games.kinds import GameId, Piggyback, Seat, seat_label
from pigpost.games.outcomes import STANDARD_WEIGHTS
from pigpost.orders.canonical import canonical
from pigpost.ports import Transaction
from pigpost.replay.consequences import Consequences, consequences
from pigpost.replay.disputes import Change, RulingKind
from pigpost.replay.fold import replay
from pigpost.replay.rounds import book, thrown
from pigpost.replay.ruling_events import (
    Decision,
    ending,
    ends_game,
    gives_up_open_round,
    ruling_events,
)
from pigpost.replay.state import GameState

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SPRING = GameId("spring-pigs")
NAMES = ("Bill", "Karen", "Ted", "Geoff", "Jim", "Åsa", "Zoë", "Max")


@dataclass
class MemoryLog:
    """The reading half of `ports.EventLog`, and a way to add to it."""

    stored: list[Entry] = field(default_factory=list)
    recorded: list[Recorded] = field(default_factory=list)

    def add(self, stream: str, event: Event) -> Recorded:
        encoded, pos = encode(event), len(self.stored) + 1
        sealed = _part(encoded.sealed, f"sealed {pos}")
        personal = _part(encoded.personal, f"personal {pos}")
        bare = Entry(
            pos=pos,
            stream=stream,
            ver=sum(entry.stream == stream for entry in self.stored) + 1,
            type=encoded.type,
            v=encoded.v,
            idem=None,
            head=encoded.head,
            sealed_digest=part_digest(sealed),
            personal_digest=part_digest(personal),
            leaf="",
            sealed=sealed,
            personal=personal,
        )
        leaf = leaf_in_hex(bare)
        self.stored.append(replace(bare, leaf=leaf))
        one = Recorded(pos=pos, stream=stream, ver=bare.ver, leaf=leaf, event=event)
        self.recorded.append(one)
        return one

    def read(self, stream: str, *, after: int = 0) -> list[Recorded]:
        return [one for one in self.recorded if one.stream == stream and one.ver > after]

    def history(self, stream: str, *, after: int = 0) -> Iterator[Recorded]:
        return iter(self.read(stream, after=after))

    def entries(self, stream: str | None = None, *, after: int = 0) -> Iterator[Entry]:
        return (e for e in self.stored if stream in {None, e.stream} and e.pos > after)

    def leaves(self) -> list[bytes]:
        return [bytes.fromhex(entry.leaf) for entry in self.stored]

    def head(self) -> LogHead:
        return LogHead(size=len(self.stored), root=Tree(self.leaves()).root.hex())


@dataclass
class _MemoryTransaction:
    """A transaction in which only the log is there."""

    log: MemoryLog
    folded: dict[str, GameState] = field(default_factory=dict)


@dataclass
class Playing:
    """A game under way; times are minutes after noon, seeds are hashes of their numbers."""

    log: MemoryLog = field(default_factory=MemoryLog)
    game: GameId = SPRING
    minute: int = 0
    luck: int = 0
    sealed_writers: bool = False
    """Whether heads name no writer of an order, as it is with mails."""

    @property
    def stream(self) -> str:
        return game_stream(self.game)

    @property
    def recorded(self) -> list[Recorded]:
        return self.log.read(self.stream)

    @property
    def state(self) -> GameState:
        state = replay(self.recorded)
        assert state is not None
        return state

    @property
    def tx(self) -> Transaction:
        return cast("Transaction", _MemoryTransaction(self.log))

    def add(self, event: Event) -> Recorded:
        self.minute += 1
        return self.log.add(self.stream, event)

    def now(self) -> datetime:
        return NOON + timedelta(minutes=self.minute)

    def elsewhere(self) -> Recorded:
        """Something happens in another game."""
        happened = OutageNoted(
            at=self.now(), by="service", what="inbox", began=self.now(), ended=None
        )
        return self.log.add("game-another", happened)

    def create(
        self,
        *,
        target: int = 100,
        piggyback: Piggyback = Piggyback.WIPE,
        weights: tuple[int, ...] = STANDARD_WEIGHTS,
    ) -> None:
        self.add(
            GameCreated(
                at=self.now(),
                by="gm",
                game=self.game,
                title="Spring pigs, Zoë's",
                kind="postal_pigs",
                form="shared",
                target=target,
                piggyback=piggyback,
                first_throw_scores=True,
                weights=weights,
                rules=RULES_ID,
                level="sealed",
                schedule="Mon 18:00",
                timezone="Europe/London",
                identity="proven",
                early=False,
                public_key="00" * 32,
            )
        )

    def invite(self, seat: int) -> None:
        name = NAMES[(seat - 1) % len(NAMES)]
        self.add(
            PlayerInvited(
                at=self.now(),
                by="gm",
                seat=f"p{seat}",
                personal=PersonEntered(
                    person=f"person-{seat}",
                    name=name,
                    address=f"{name.lower()}@hill.example",
                    language="en",
                    timezone="Europe/London",
                ),
            )
        )

    def take(self, seat: int) -> None:
        self.add(SeatTaken(at=self.now(), by=f"p{seat}", seat=f"p{seat}"))

    def resign(self, seat: int) -> None:
        self.add(SeatResigned(at=self.now(), by=f"p{seat}", round=self._round(), seat=f"p{seat}"))

    def start(self, players: int) -> None:
        for seat in range(1, players + 1):
            self.invite(seat)
            self.take(seat)
        seats = tuple(f"p{seat}" for seat in range(1, players + 1))
        self.add(GameStarted(at=self.now(), by="gm", seats=seats))

    def open(self, *, attempt: int | None = None, round: int | None = None) -> None:
        state = self.state
        number = round or max((t.number for t in state.thrown), default=0) + 1
        attempt = attempt or state.next_attempt(number)
        self.add(
            RoundOpened(
                at=self.now(),
                by="service",
                round=number,
                attempt=attempt,
                commitment=commitment(
                    self.game, round=number, attempt=attempt, seed=seed(number, attempt, self.luck)
                ),
                deadline=NOON + timedelta(days=7 * number),
            )
        )

    def order(
        self, seat: int, condition: Condition, *, arrived: int, uid: int, round: int | None = None
    ) -> Recorded:
        return self._accept(seat, condition, arrived, uid, round or self._round())

    def standing_order(
        self, seat: int, condition: Condition, *, arrived: int, uid: int, since: int | None = None
    ) -> Recorded:
        """For every round, from the one under way on."""
        return self._accept(seat, condition, arrived, uid, None, since=since or self._round())

    def _accept(
        self,
        seat: int,
        condition: Condition,
        arrived: int,
        uid: int,
        round: int | None,
        *,
        since: int | None = None,
    ) -> Recorded:
        return self.add(
            OrderAccepted(
                at=self.now(),
                by=self._by(seat),
                round=round,
                arrived_at=NOON + timedelta(minutes=arrived),
                uid=uid,
                sealed=SealedOrder(
                    seat=f"p{seat}",
                    order=canonical(condition),
                    standing=since is not None,
                    since=since,
                ),
                personal=_mailed(canonical(condition)),
            )
        )

    def _by(self, seat: int) -> str:
        return "service" if self.sealed_writers else f"p{seat}"

    def press(self, seat: int, words: str, *to: int, uid: int = 1) -> Recorded:
        mailed = _mailed(words)
        return self.add(
            PressSent(
                at=self.now(),
                by="service",
                round=self._round(),
                arrived_at=self.now(),
                uid=uid,
                personal=PressMailed(
                    seat=f"p{seat}",
                    to=tuple(f"p{one}" for one in to),
                    words=mailed.words,
                    mail_sha256=mailed.mail_sha256,
                    sender=mailed.sender,
                    dated=mailed.dated,
                ),
            )
        )

    def away(
        self, seat: int, first: int, behind: int, *, arrived: int = 0, uid: int = 1
    ) -> Recorded:
        """From the beginning of one week of the game to that of another."""
        begins, ends = (NOON + timedelta(days=7 * week - 1) for week in (first, behind))
        return self._absence(seat, begins, ends, arrived, uid)

    def back(self, seat: int, *, arrived: int = 0, uid: int = 1) -> Recorded:
        return self._absence(seat, None, None, arrived, uid)

    def _absence(
        self, seat: int, begins: datetime | None, ends: datetime | None, arrived: int, uid: int
    ) -> Recorded:
        mailed = _mailed("VACATION")
        return self.add(
            AbsenceNoted(
                at=self.now(),
                by="service",
                round=self._round(),
                arrived_at=NOON + timedelta(minutes=arrived),
                uid=uid,
                personal=AbsenceMailed(
                    seat=f"p{seat}",
                    begins_at=begins,
                    ends_at=ends,
                    words=mailed.words,
                    mail_sha256=mailed.mail_sha256,
                    sender=mailed.sender,
                    dated=mailed.dated,
                ),
            )
        )

    def wait(self, seat: int, request: str, *, arrived: int, uid: int) -> Recorded:
        return self.add(
            RequestNoted(
                at=self.now(),
                by=f"p{seat}",
                round=self._round(),
                request=request,
                arrived_at=NOON + timedelta(minutes=arrived),
                uid=uid,
                personal=_mailed(request.upper()),
            )
        )

    def refuse(self, seat: int, reason: str, *, arrived: int, uid: int) -> Recorded:
        return self.add(
            OrderRefused(
                at=self.now(),
                by=self._by(seat),
                round=self._round(),
                arrived_at=NOON + timedelta(minutes=arrived),
                uid=uid,
                sealed=SealedRefusal(
                    seat=f"p{seat}",
                    complaints=(SealedComplaint(reason=reason, rule="6.2", start=0, end=4),),
                    suggestions=("THROWS 2",),
                ),
                personal=_mailed("a couple of throws"),
            )
        )

    def clear(self, seat: int, *, arrived: int, uid: int) -> Recorded:
        return self.add(
            OrderWithdrawn(
                at=self.now(),
                by=self._by(seat),
                round=self._round(),
                arrived_at=NOON + timedelta(minutes=arrived),
                uid=uid,
                sealed=SealedSeat(seat=f"p{seat}"),
            )
        )

    def set_aside(self, ver: int, seat: int) -> Recorded:
        return self.add(
            OrderSetAside(
                at=self.now(),
                by=self._by(seat),
                round=self._round(),
                order=ver,
                sealed=SealedSeat(seat=f"p{seat}"),
            )
        )

    def seal(self) -> None:
        state = self.state
        assert state.current is not None
        closed = book(state)
        self.add(
            OrdersSealed(
                at=self.now(),
                by="service",
                round=state.current.round,
                attempt=state.current.attempt,
                orders_digest=closed.digest,
                polled_at=self.now(),
                early=False,
                absent=tuple(map(seat_label, closed.absent)),
            )
        )

    def throw(self) -> RoundThrown:
        state = self.state
        assert state.current is not None
        fixed = seed(state.current.round, state.current.attempt, self.luck)
        event = thrown(state, seed=fixed, at=self.now())
        self.add(event)
        return event

    def close(self) -> RoundThrown:
        """Seals and throws; the game ends, or the next round is opened."""
        self.seal()
        event = self.throw()
        if event.result["game_over"]:
            self.end(event)
        else:
            self.open()
        return event

    def rule(self, decision: Decision) -> Consequences:
        """Decides about a thrown round, as `claims.rule` does."""
        state = self.state
        does = consequences(
            state,
            decision.what,
            decision.change,
            later=decision.later,
            overrules=decision.overrules,
        )
        current, secret = state.current, None
        if current is not None and gives_up_open_round(state, decision, does):
            secret = seed(current.round, current.attempt, self.luck).hex()
        for event in ruling_events(state, decision, does, at=self.now(), shown_seed=secret):
            self.add(event)
        number = decision.change.round
        if ends_game(state, decision, does):
            self.add(ending(decision, does, at=self.now(), round=number))
        elif decision.what is RulingKind.VOID or does.reopens(state):
            after = self.state
            coming = after.thrown[-1].number + 1 if after.thrown else 1
            self.open(round=coming)
        return does

    def change(self, round: int, **what: Any) -> Change:
        """A change of the attempt at a round that counts."""
        counts = next(t for t in self.state.thrown if t.number == round)
        return Change(round=round, attempt=counts.recorded.attempt, **what)

    def count(
        self, round: int, orders: Mapping[int, Condition | None], **more: Any
    ) -> Consequences:
        """A ruling that these orders count; None strikes one."""
        number = len(self.state.rulings) + 1
        change = self.change(
            round,
            orders={Seat(seat): order for seat, order in orders.items()},
            sources={
                Seat(seat): f"ruling:{number}" if order is not None else "default:struck"
                for seat, order in orders.items()
            },
        )
        return self.rule(Decision(what=RulingKind.COUNT, change=change, reason="so", **more))

    def end(self, event: RoundThrown) -> None:
        winners = tuple(event.result["winners"])
        reason = "target" if winners else "nobody_left"
        self.add(
            GameEnded(
                at=self.now(), by="service", round=event.round, reason=reason, winners=winners
            )
        )

    def leave(self) -> None:
        """The last one has gone (rule 6.8)."""
        self.add(
            GameEnded(
                at=self.now(), by="service", round=self._round(), reason="nobody_left", winners=()
            )
        )

    def _round(self) -> int | None:
        current = self.state.current
        return None if current is None else current.round


def begun(players: int = 3, *, target: int = 100) -> Playing:
    """A game whose first round is open."""
    playing = Playing()
    playing.create(target=target)
    playing.start(players)
    playing.open()
    return playing


def played(orders: Mapping[int, Condition], *, rounds: int = 2, target: int = 100) -> Playing:
    """A game in which everybody orders the same in every round."""
    playing = begun(len(orders), target=target)
    for number in range(rounds):
        if playing.state.current is None:
            break
        for seat, condition in orders.items():
            playing.order(seat, condition, arrived=100 * number + seat, uid=10 * number + seat)
        playing.close()
    return playing


def leaf_in_hex(entry: Entry) -> str:
    return leaf_of(
        stream=entry.stream,
        ver=entry.ver,
        type=entry.type,
        v=entry.v,
        head=entry.head,
        sealed_digest=entry.sealed_digest,
        personal_digest=entry.personal_digest,
    ).hex()


def seed(round: int, attempt: int = 1, luck: int = 0) -> bytes:
    return hashlib.sha256(f"seed {round} {attempt} {luck}".encode()).digest()


def label(seat: int) -> str:
    return seat_label(Seat(seat))


def _mailed(words: str) -> Mailed:
    return Mailed(
        words=words,
        mail_sha256=hashlib.sha256(words.encode()).hexdigest(),
        sender="Bill <bill@hill.example>",
        dated="Mon, 2 Mar 2026 12:00:00 +0000",
    )


def _part(body: bytes | None, salted: str) -> Part | None:
    if body is None:
        return None
    return Part(salt=hashlib.sha256(salted.encode()).digest()[:16], body=body)
