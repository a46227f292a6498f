"""Rulings of a log played again: what each says that it did is what it does."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from pigpost.errors import AgainstTheRules
from pigpost.events.commitment import commitment
from pigpost.events.record import Entry, Recorded
from pigpost.events.types import GameEnded, GameResumed, RoundCorrected, RulingMade
from pigpost.replay.consequences import Consequences, consequences, correction
from pigpost.replay.dispute_folding import change_of
from pigpost.replay.disputes import Later, RulingKind
from pigpost.replay.findings import Answer, Finding, What, tampered
from pigpost.replay.fold import Folding
from pigpost.replay.state import GameState

AWARDED = "awarded"
"""Why a game ended: by a ruling that names its winners."""

_GIVEN = frozenset({RulingKind.ADJUST})
"""Rulings whose points are no consequence but what was decided."""


@dataclass(slots=True)
class RulingCheck:
    """Follows a game's stream: what a ruling entails must come right behind it, in order."""

    _due: list[RoundCorrected] = field(default_factory=list)
    _awarded: tuple[str, ...] | None = None
    _ruling: int = 0

    def check(self, folding: Folding, entry: Entry, recorded: Recorded) -> Iterator[Finding]:
        """What is wrong with an entry as a ruling or its consequence, or what such a one shows."""
        event = recorded.event
        if isinstance(event, RoundCorrected):
            yield from self._check_correction(entry, event)
        elif self._due:
            yield _wrong(entry, f"ruling {self._ruling}: a round that it corrects is missing")
        elif isinstance(event, RulingMade):
            yield from self._check_ruling(folding.state, entry, event)
        elif isinstance(event, GameEnded) and event.reason == AWARDED:
            if event.winners != self._awarded:
                yield _wrong(entry, "the game was awarded to others than a ruling says")
        elif not isinstance(event, GameEnded | GameResumed):
            # a game that was held for the claim goes on before it ends
            self._awarded = None

    def _check_correction(self, entry: Entry, event: RoundCorrected) -> Iterator[Finding]:
        due = self._due.pop(0) if self._due else None
        if due is None or due != replace(event, at=due.at, by=due.by):
            name = "head" if due is None else _differing(due, event)
            words = f"round {event.round}: {name} is not what ruling {event.ruling} gives"
            yield tampered(What.ROUND, words, round=event.round, position=entry.pos, field=name)

    def _check_ruling(self, state: GameState, entry: Entry, event: RulingMade) -> Iterator[Finding]:
        try:
            does = _replayed(state, event)
        except AgainstTheRules as error:
            yield _wrong(entry, f"ruling {event.ruling} can't be: {error}")
            return
        if (problem := _differs(state, event, does)) is not None:
            yield _wrong(entry, f"ruling {event.ruling}: {problem} is not what it gives", problem)
            return
        self._ruling = event.ruling
        self._due = [
            correction(ruled, ruling=event.ruling, by=event.by, at=event.at)
            for ruled in does.corrected
        ]
        self._awarded = event.winners if event.what == RulingKind.END else None
        yield Finding(
            what=What.ROUND,
            result=Answer.INTACT,
            words=f"ruling {event.ruling} on round {event.round}: replayed on the same throws, "
            f"{len(does.corrected)} rounds corrected, {len(does.annuls)} annulled; scores match",
            round=event.round,
            position=entry.pos,
        )


def _replayed(state: GameState, event: RulingMade) -> Consequences:
    what, change = RulingKind(event.what), change_of(event)
    if all(thrown.number != change.round for thrown in state.thrown):
        raise AgainstTheRules(f"round {change.round} has not been thrown, or does not count")
    if what not in _GIVEN:
        change = replace(change, points={})
    later, overrules = Later(event.later), event.overrules
    return consequences(state, what, change, later=later, overrules=overrules)


def _differs(state: GameState, event: RulingMade, does: Consequences) -> str | None:
    """The first field that is not what the ruling gives."""
    if does.change != change_of(event):
        return "points"
    if does.annuls != event.annuls:
        return "annuls"
    if does.reopens(state) != event.reopened:
        return "reopened"
    return None if _seed_fits(state, event) else "shown_seed"


def _seed_fits(state: GameState, event: RulingMade) -> bool:
    """Whether the seed of an open round that will not be thrown is the one behind its lock."""
    if event.shown_seed is None:
        return True
    current = state.current
    if state.by_hand:
        return event.shown_seed == ""
    return current is not None and current.commitment == commitment(
        state.id,
        round=current.round,
        attempt=current.attempt,
        seed=bytes.fromhex(event.shown_seed),
    )


def _differing(due: RoundCorrected, event: RoundCorrected) -> str:
    names = (each.name for each in fields(RoundCorrected) if each.name not in {"at", "by"})
    return next(name for name in names if getattr(due, name) != getattr(event, name))


def _wrong(entry: Entry, words: str, field: str = "head") -> Finding:
    return tampered(What.ENTRY, words, position=entry.pos, field=field)
