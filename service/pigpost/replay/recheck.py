"""A game played again from its log: lock, book, throws and result of every round (formats 3)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from pigpost.errors import LogBroken
from pigpost.events.codec import decode
from pigpost.events.commitment import commitment
from pigpost.events.record import NO_DIGEST, Entry, Recorded
from pigpost.events.types import GameEnded, OrdersSealed, RoundOpened, RoundThrown
from pigpost.games.kinds import GameId, seat_from_label, seat_label
from pigpost.replay.findings import Answer, Finding, What, missing, tampered
from pigpost.replay.fold import Folding
from pigpost.replay.opened import Opening
from pigpost.replay.rounds import book, current_round, starting_seat, thrown
from pigpost.replay.ruled_rounds import winners
from pigpost.replay.ruling_check import AWARDED, RulingCheck
from pigpost.replay.state import GameState, RoundState

_BY_GM = "ended_by_gm"
_DECIDE = frozenset({"gm", "deputy", "ombudsman"})
"""Who may end a game that is played: in his own words, or by a ruling."""

_LONGEST_WORDS = 300


@dataclass(slots=True)
class GameCheck:
    """Takes the entries of one game's stream, one after the other; goes no further than it can."""

    game: GameId
    folding: Folding | None = None
    stuck: bool = False
    """Something was wrong: what comes after it can't be judged."""
    _opening: Opening = field(default_factory=Opening)
    _hidden: dict[int, Recorded] = field(default_factory=dict)
    """By version: entries whose sealed part is not shown."""
    _rulings: RulingCheck = field(default_factory=RulingCheck)

    @property
    def state(self) -> GameState | None:
        """The game so far."""
        return None if self.folding is None else self.folding.state

    def take(self, entry: Entry) -> Iterator[Finding]:
        """Folds an entry whose leaf and place are right, and says what it shows."""
        if self.stuck:
            return
        for finding in self._take(entry):
            self.stuck = self.stuck or not finding.good
            yield finding

    def _take(self, entry: Entry) -> Iterator[Finding]:
        try:
            recorded = _recorded(entry)
            if self.folding is None:
                self.folding = self._begin(recorded)
                return
            yield from self._check(self.folding, entry, recorded)
            if not self.stuck:
                self.folding.step(recorded)
                self.folding.enter()  # at once, so that what can't be is said of this entry
        except (LogBroken, ArithmeticError, LookupError, RecursionError, ValueError) as error:
            words = str(error)[:_LONGEST_WORDS]
            yield _tampered(entry, f"entry {entry.pos} can't stand here: {words}")

    def _begin(self, recorded: Recorded) -> Folding:
        folding = Folding.begun(recorded)
        if folding.base.id != self.game:
            raise LogBroken(f"the game {folding.base.id!r} in the stream of {self.game!r}")
        return folding

    def _check(self, folding: Folding, entry: Entry, recorded: Recorded) -> Iterator[Finding]:
        if entry.sealed_digest != NO_DIGEST and entry.sealed is None:
            self._hidden[entry.ver] = recorded
        yield from self._still_hidden(self._opening.step(recorded))
        if self.stuck:
            return
        yield from self._rulings.check(folding, entry, recorded)
        if self.stuck:
            return
        match recorded.event:
            case RoundOpened() as event:
                yield from _check_opening(folding.state, entry, event)
            case OrdersSealed() as event if not self._hides_orders(event.round or 0):
                yield from _check_book(folding.state, entry, event)
            case RoundThrown() as event:
                yield from _check_throw(folding.state, entry, event)
            case GameEnded() as event:
                yield from _check_end(folding.state, entry, event)
            case _:
                pass

    def _hides_orders(self, round: int) -> bool:
        """Whether a book can't be known yet; what is hidden of later rounds, or annulled, is not in it."""
        annulled = {part.ver for part in self._opening.annulled}
        hidden = (one for ver, one in self._hidden.items() if ver not in annulled)
        return any(one.round is None or one.round <= round for one in hidden)

    def _still_hidden(self, opened: list[int]) -> Iterator[Finding]:
        for ver in opened:
            if (hidden := self._hidden.pop(ver, None)) is not None:
                words = f"entry {hidden.pos}: its sealed part is open to all, but is not shown"
                yield missing(What.ENTRY, words, position=hidden.pos, field="sealed")


def _recorded(entry: Entry) -> Recorded:
    event = decode(
        type=entry.type,
        v=entry.v,
        head=entry.head,
        sealed=None if entry.sealed is None else entry.sealed.body,
        personal=None if entry.personal is None else entry.personal.body,
    )
    return Recorded(pos=entry.pos, stream=entry.stream, ver=entry.ver, leaf=entry.leaf, event=event)


def _check_opening(state: GameState, entry: Entry, event: RoundOpened) -> Iterator[Finding]:
    """Within an attempt there is never a second lock; a round opened anew is another attempt."""
    coming = (state.thrown[-1].number if state.thrown else 0) + 1
    due = (coming, state.next_attempt(coming))
    if state.current is not None and not _is_given_up(state, state.current):
        due = (state.current.round, state.current.attempt + 1)
    if (event.round, event.attempt) != due:
        words = f"round {event.round}, attempt {event.attempt} can't be opened here"
        yield _tampered(entry, words, round=event.round, field="attempt")


def _is_given_up(state: GameState, current: RoundState) -> bool:
    """Whether a ruling has said that the open round will not be thrown."""
    return state.spent.get(current.round) == current.attempt


def _check_book(state: GameState, entry: Entry, event: OrdersSealed) -> Iterator[Finding]:
    """The digest of the closed book; before the throw nobody outside can know it.

    Who was away is taken as it is told: when a player is away is nobody's business but his.
    """
    current = current_round(state)
    if any(order.condition is None for order in current.orders if order.standing):
        return
    absent = tuple(map(seat_from_label, event.absent))
    closed = book(replace(state, current=replace(current, absent=frozenset(absent))))
    if closed.digest != event.orders_digest:
        words = f"round {event.round}: the orders are not those that were sealed"
        yield _tampered(entry, words, round=event.round, field="orders_digest")
    elif closed.absent != absent:
        words = f"round {event.round}: of those called absent not all play the default"
        yield _tampered(entry, words, round=event.round, field="absent")


def _check_throw(state: GameState, entry: Entry, event: RoundThrown) -> Iterator[Finding]:
    current, seed = current_round(state), _seed(state, event)
    if seed is None or current.commitment != _lock(state, current, seed):
        words = f"round {event.round}: the seed does not match the lock"
        yield _tampered(entry, words, round=event.round, field="seed")
        return
    longest = max(map(len, [event.draws, *(event.own_draws or {}).values()])) + 1
    due = thrown(state, seed=seed, at=event.at, longest=longest)
    for name in (each.name for each in fields(RoundThrown)):
        if getattr(due, name) != getattr(event, name):
            words = f"round {event.round}: {name} is not what the orders and the seed give"
            yield _tampered(entry, words, round=event.round, field=name)
            return
    drawn = list(_check_lot(state, entry, seed))
    if drawn:
        yield from drawn
        return
    if state.by_hand:
        words = f"round {event.round}: {len(event.draws)} throws by hand, as entered; scores match"
        yield _intact_round(entry, event, words)
        return
    discarded = len(event.result.get("discarded", ()))
    throws = len(event.draws) - discarded + sum(map(len, (event.own_draws or {}).values()))
    words = f"round {event.round}: seed matches the lock; {throws} throws match; scores match"
    yield _intact_round(entry, event, words)


def _intact_round(entry: Entry, event: RoundThrown, words: str) -> Finding:
    return Finding(
        what=What.ROUND,
        result=Answer.INTACT,
        words=words,
        round=event.round,
        position=entry.pos,
    )


def _check_lot(state: GameState, entry: Entry, seed: bytes) -> Iterator[Finding]:
    """The seat that begins was drawn with the first seed of round 1, which is shown with its throws."""
    current = current_round(state)
    if current.round != 1 or state.thrown:
        return
    due = starting_seat(state, list(state.standings.scores), seed)
    if due is not None and current.attempt != 1:
        words = "the seed that the seat that begins was drawn with is not shown"
        yield missing(What.ROUND, words, round=1, position=entry.pos, field="first")
    elif due != state.settings.first_seat:
        words = "the seat that begins is not the one that the lot gives"
        yield _tampered(entry, words, round=1, field="first")


def _lock(state: GameState, current: RoundState, seed: bytes) -> str:
    """The lock that fits a seed; none where nothing is locked, as somebody throws."""
    if state.by_hand:
        return ""
    return commitment(state.id, round=current.round, attempt=current.attempt, seed=seed)


def _seed(state: GameState, event: RoundThrown) -> bytes | None:
    """The raw seed, if it is spelled as it must be: by hand there is none."""
    if state.by_hand:
        return None if event.seed else b""
    seed = bytes.fromhex(event.seed)
    return seed if seed.hex() == event.seed and len(seed) == 32 else None  # noqa: PLR2004


def _check_end(state: GameState, entry: Entry, event: GameEnded) -> Iterator[Finding]:
    """Who has won is what the last round says, unless the game was ended by hand, awarded or left."""
    if event.reason == AWARDED:
        return  # to whom is what the ruling says, and that was looked at
    won = winners(state) if event.reason != _BY_GM else ()
    if event.winners != tuple(map(seat_label, won)):
        words = "the winners are not those of the last round"
        yield _tampered(entry, words, round=event.round, field="winners")
    elif state.standings.participants and not won and event.by not in _DECIDE:
        words = f"the game ended while {_labels(state)} played"
        yield _tampered(entry, words, round=event.round, field="head")


def _labels(state: GameState) -> str:
    return ", ".join(map(seat_label, state.standings.participants))


def _tampered(
    entry: Entry, words: str, *, round: int | None = None, field: str = "head"
) -> Finding:
    what = What.ENTRY if round is None else What.ROUND
    return tampered(what, words, round=round, position=entry.pos, field=field)
