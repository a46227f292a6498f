"""A mail by which the GM, or his deputy, gives commands: it carries a code that was mailed to him alone.

From alone is never enough. A code is good for one mail, and all that the mail does happens in one
transaction with the use of the code; the one answer brings the next code.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from pigpost.claims.voices import Voice, address_of, name_of
from pigpost.intake.carry_out import carry_out
from pigpost.intake.cut import cut
from pigpost.intake.envelope import Envelope
from pigpost.intake.gm_commands import codes_in, known_games, lines_in
from pigpost.intake.machine_mail import may_answer
from pigpost.outbox.gate import Barred, Reply, passed
from pigpost.outbox.gm_codes import new_code, use_code
from pigpost.outbox.headers import Answering
from pigpost.outbox.letterhead import GM, gm_head
from pigpost.outbox.queue import answer
from pigpost.ports import ArrivedMail, CodeState, NewMail, Services, Transaction
from pigpost.results.gm_done import GmDone, GmLine

_log = logging.getLogger(__name__)

_TELLS_MOST = (CodeState.USED, CodeState.EXPIRED, CodeState.WRONG)
"""Of several codes that are not good, the one that was given out once is what was meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmMail:
    """A mail in the GM's name. `code` is the good one, used up by now; else `problem` is set."""

    voice: Voice
    visible: str
    code: str | None
    problem: str | None


def gm_mail(services: Services, tx: Transaction, envelope: Envelope) -> GmMail | None:
    """The mail as one of the GM's, its code used up; None where it is not meant to be one.

    He may play as well, so that a mail of his without code or command is read as any other.
    """
    voice = _voice_of(services, envelope.sender)
    if voice is None:
        return None
    visible = cut(envelope.text).visible
    found = dict(_uses(services, tx, visible, voice))
    good = next((code for code, use in found.items() if use is CodeState.GOOD), None)
    if good is not None:
        return GmMail(voice=voice, visible=visible, code=good, problem=None)
    uses = set(found.values())
    if not (uses - {CodeState.WRONG} or _commands(tx, visible, any_game=bool(uses))):
        return None
    problem = next((use.value for use in _TELLS_MOST if use in uses), "missing")
    return GmMail(voice=voice, visible=visible, code=None, problem=problem)


def take_gm_mail(
    services: Services, tx: Transaction, mail: ArrivedMail, envelope: Envelope, found: GmMail
) -> None:
    """Carries out line by line what the mail says, and answers; without a good code it does nothing."""
    lines: tuple[GmLine, ...] = ()
    if found.code is None:
        _log.warning("mail %d in the name of the %s: code %s", mail.id, found.voice, found.problem)
    else:
        within = replace(services, store=_Within(tx))
        said = lines_in(found.visible, code=found.code)
        lines = tuple(carry_out(within, tx, line, found.voice) for line in said)
    outcome = "gm_refused" if found.code is None else "gm_done"
    if _answer(services, tx, mail, envelope, found, lines) is not None:
        outcome = f"{outcome}, not answered"
    tx.mails.settle(mail.id, state="read", outcome=outcome)


def _voice_of(services: Services, sender: str) -> Voice | None:
    wanted = sender.casefold()
    voices = (Voice.GM, Voice.DEPUTY)
    return next((v for v in voices if address_of(services, v).casefold() == wanted), None)


def _uses(
    services: Services, tx: Transaction, visible: str, voice: Voice
) -> Iterator[tuple[str, CodeState]]:
    """What each code in the text was, until one is good: no other is used up then."""
    for code in codes_in(visible):
        use = use_code(services, tx, code, role=voice)
        yield code, use
        if use is CodeState.GOOD:
            return


def _commands(tx: Transaction, visible: str, *, any_game: bool) -> bool:
    """Whether the text has a command, for a game that there is unless a code stands beside it."""
    games = known_games(lines_in(visible))
    return any(any_game or tx.projections.game(game) is not None for game in games)


def _answer(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    envelope: Envelope,
    found: GmMail,
    lines: tuple[GmLine, ...],
) -> Barred | None:
    """To the registered address, whatever the mail says of its sender.

    A code is good once, so that no two machines can go on answering each other; without one the
    budget of a player binds.
    """
    proven = found.code is not None
    if proven:
        tx.bounces.lift(address_of(services, found.voice))
    new = NewMail(
        game=None,
        person=None,
        seat=GM,
        kind=GmDone.KIND,
        asks_round=None,
        recipient=address_of(services, found.voice),
        answers=mail.id,
        key_id=services.keys.key_id,
    )
    machine = not proven and not may_answer(envelope, address=services.settings.mail.address)
    reply = Reply(machine=machine, known=True, proven=proven, by_hand=proven)
    if isinstance(barred := passed(services, tx, new, reply=reply), Barred):
        return barred  # and no code is made: of many that nobody has, one could be guessed
    head = gm_head(services, None)
    letter = GmDone(
        head=replace(head, reader=replace(head.reader, name=name_of(services, found.voice))),
        problem=found.problem,
        lines=lines,
        code=new_code(services, tx, role=found.voice),
    )
    answering = Answering(
        message_id=envelope.message_id or "",
        references=envelope.references,
        subject=envelope.subject if proven else "",
    )
    return answer(services, tx, letter, new, answering, reply=reply)


class _Within:
    """As `ports.Store`: every transaction that is begun is a part of the one under way.

    So use cases that write by themselves happen together with the mail that asks for them, or not
    at all.
    """

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """As `ports.Store.writing`."""
        with self._tx.attempt():
            yield self._tx

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """As `ports.Store.reading`."""
        yield self._tx
