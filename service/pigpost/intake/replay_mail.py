"""Every stored mail through the reader of now, each as it was then: what would be decided otherwise.

Nothing is changed: it shows what another reader would make of the mails there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pigpost.audit.games import stream_named
from pigpost.intake.decision import said_of, words_as_of
from pigpost.intake.envelope import Envelope, open_envelope
from pigpost.intake.machine_mail import machine_kind
from pigpost.ports import ArrivedMail, Decided, Services, Transaction
from pigpost.replay.fold import apply
from pigpost.replay.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAgain:
    """A mail and the two decisions, as JSON: the one that was made and the one of now."""

    mail: ArrivedMail
    was: str
    now: str

    @property
    def differs(self) -> bool:
        """Whether another thing would be decided."""
        return self.was != self.now


def replay_mails(services: Services, tx: Transaction) -> Iterator[ReadAgain]:
    """Every mail whose decision was kept, game by game; mails of no game first."""
    by_game: dict[str, list[Decided]] = {}
    for decided in tx.decisions.all():
        game = tx.mails.get(decided.mail).game if decided.seat is not None else None
        by_game.setdefault(game or "", []).append(decided)
    for decided in by_game.pop("", []):
        yield _read_again(services, tx, decided, None)
    for game, decisions in sorted(by_game.items()):
        decisions.sort(key=lambda each: each.entries)
        states = _states(tx, game, [each.entries for each in decisions])
        for decided, state in zip(decisions, states, strict=True):
            yield _read_again(services, tx, decided, state)


def _states(tx: Transaction, game: str, sizes: list[int]) -> Iterator[GameState | None]:
    """The game as it was when the log had so many entries, for sizes that ascend."""
    events = tx.log.history(stream_named(game))
    state, ahead = None, next(events, None)
    for size in sizes:
        while ahead is not None and ahead.pos <= size:
            state, ahead = apply(state, ahead), next(events, None)
        yield state


def _read_again(
    services: Services, tx: Transaction, decided: Decided, state: GameState | None
) -> ReadAgain:
    mail, settings = tx.mails.get(decided.mail), services.settings.mail
    envelope = open_envelope(mail.raw, max_bytes=settings.max_bytes, complete=mail.complete)
    machine = machine_kind(envelope, address=settings.address)
    holder = None
    if state is not None and decided.seat is not None:
        holder = tx.projections.holder(state.id, decided.seat)
    if holder is None or not isinstance(envelope, Envelope):
        now = said_of(envelope, machine)
    else:
        words = words_as_of(tx, envelope, holder, outbox=decided.outbox)
        now = said_of(envelope, machine, words=words, state=state, seat=decided.seat)
    return ReadAgain(mail=mail, was=decided.said, now=now)
