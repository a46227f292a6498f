"""YES and NO: what becomes of a held mail when those who were asked have answered."""

from dataclasses import dataclass, replace
from datetime import datetime

from pigpost.audit.games import game_state
from pigpost.games.kinds import seat_from_label
from pigpost.intake.act import Acted, act
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.envelope import Envelope, MailProblem, open_envelope
from pigpost.intake.hold_order import PLAYER, WRITER, question
from pigpost.intake.in_time import is_in_time
from pigpost.intake.learn_address import learn
from pigpost.intake.players_mail import Read, identity_of, items_of, players_mail
from pigpost.intake.proof import proof_of
from pigpost.intake.sender import Proof
from pigpost.intake.words import words_of
from pigpost.intake.yes_or_no import yes_or_no
from pigpost.orders.reading import Reason, Refusal
from pigpost.outbox.letterhead import gm_head, player_head, stranger_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import ArrivedMail, Question, SeatHolder, Services, Transaction
from pigpost.replay.state import GameState, Phase
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import Confirmation, GmNote, Letterhead

_HELD, _DISOWNED, _CONFIRMED, _FILED = "held", "disowned", "confirmed", "filed"
_COUNTS = (_CONFIRMED, _FILED, "taken_as_order")
"""Outcomes of a held mail that was acted on: after a yes, or by the GM's hand."""

_THROWN_AWAY = (_DISOWNED, "discarded")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What an answer does to the held mail.

    `what` is as in `Confirmation`, None where the mail is acted on: then `held` is the mail as its
    player's, and `learned` whether the address that it came from has become his.
    """

    what: str | None
    held: Read | None
    learned: bool = False


def answer_as_player(
    services: Services, tx: Transaction, mail: Read, asked: Question
) -> Acted | None:
    """What the player's answer does; None where it is a mail like any other.

    What else stands in it is read as it would be without the yes.
    """
    state, held = game_state(tx, mail.holder.game), tx.mails.get(asked.mail)
    said = yes_or_no(words_of(mail.envelope, mail.visible))
    if said.yes is None:
        return _ask_again(services, tx, state, mail, held, asked)
    if not said.yes and held.outcome in _COUNTS:
        if _is_of_address(tx, held):
            decide(services, tx, asked, yes=False, by=mail.mail, good=True)
        return act(services, tx, replace(mail, visible="NOT ME"))
    disowned_at = tx.questions.disowned_at(mail.holder.game, mail.holder.person)
    good = proof_of(mail.identity, state, disowned_at=disowned_at) is not None
    fate = decide(services, tx, asked, yes=said.yes, by=mail.mail, good=good)
    rest = replace(mail, visible=said.rest)
    own = [rest] if said.rest and _says_something(state, rest) else []
    letter = told(services, tx, fate, held, player_head(services, state, mail.holder), mail.holder)
    besides = [] if letter is None else [letter]
    mails = own if fate.held is None or fate.what is not None else [fate.held, *own]
    done = act(services, tx, *mails, besides=besides, writer=mail)
    return replace(done, outcome="yes" if said.yes else "no")


def answer_as_writer(
    services: Services, tx: Transaction, mail: ArrivedMail, envelope: Envelope, asked: Question
) -> tuple[Acted, SeatHolder | None]:
    """What the answer of an unknown address does, and whom it is told: its player, or the writer."""
    held, sent = tx.mails.get(asked.mail), tx.outbox.get(asked.outbox)
    known = lines_of([] if sent is None else [sent.text])
    said = yes_or_no(words_of(envelope, cut(envelope.text, known_lines=known).visible))
    state = game_state(tx, held.game or "")
    head = stranger_head(services, state)
    if said.yes is None and (held.state == _HELD or _is_of_address(tx, held)):
        return _ask_writer_again(services, tx, state, mail, asked), None
    fate = decide(services, tx, asked, yes=said.yes is True, by=mail, good=True)
    outcome = "yes" if said.yes else "no"
    if fate.what is None and fate.held is not None:
        holder = fate.held.holder
        letter = told(services, tx, fate, held, player_head(services, state, holder), holder)
        besides = [] if letter is None else [letter]
        return replace(act(services, tx, fate.held, besides=besides), outcome=outcome), holder
    letter = told(services, tx, fate, held, head, None)
    if letter is None:
        raise LookupError(f"nothing has become of mail {held.id}")
    return Acted(letter=letter, outcome=outcome, asks_round=None, proven=True), None


def decide(
    services: Services, tx: Transaction, asked: Question, *, yes: bool, by: ArrivedMail, good: bool
) -> Fate:
    """Notes the answer and decides on the held mail; `good`: its proof is worth something yet.

    One no is enough to throw it away. For a yes all must have said so that were to be asked, and
    while the round that the question was for still takes orders. Where the GM has filed the mail, it
    is no more than the address that hangs on the answers.
    """
    held = tx.mails.get(asked.mail)
    if _is_of_address(tx, held):
        return _decide_on_address(services, tx, asked, held, yes=yes and good, by=by)
    if held.state != _HELD:
        before = "disowned_before" if held.outcome in _THROWN_AWAY else "confirmed_before"
        return Fate(what=before, held=None)
    tx.questions.answer(asked.outbox, said="yes" if yes else "no", mail=by.id)
    read = held_mail(services, tx, held, confirmed_at=by.arrived_at)
    if read is None or not yes:
        _throw_away(services, tx, held, read)
        return Fate(what=_DISOWNED, held=read)
    second = _was_asked_of_writer(tx, held)
    if not _agreed(tx, held) >= ({PLAYER, WRITER} if second else {PLAYER}):
        return Fate(what="waits", held=read)
    if second:
        learn(services, tx, read)
    if not (good and _in_time(services, tx, asked, read, by.arrived_at)):
        _settle(tx, held, state=_HELD, outcome="too_late")
        return Fate(what="learned_too_late" if second else "too_late", held=read)
    _settle(tx, held, state="read", outcome=_CONFIRMED)
    return Fate(what=None, held=read, learned=second)


def held_mail(
    services: Services, tx: Transaction, held: ArrivedMail, *, confirmed_at: datetime
) -> Read | None:
    """A held mail as its player's own; None where the seat is somebody else's by now."""
    limit = services.settings.mail.max_bytes
    envelope = open_envelope(held.raw, max_bytes=limit, complete=held.complete)
    holder = _holder(tx, held)
    if holder is None or isinstance(envelope, MailProblem):
        return None
    identity = identity_of(services, tx, envelope)
    second = _was_asked_of_writer(tx, held)
    read = players_mail(tx, held, envelope, replace(identity, proof=Proof.CONFIRMED), holder)
    return replace(read, confirmed_at=confirmed_at, unconfirmed=None if second else identity)


def told(
    services: Services,
    tx: Transaction,
    fate: Fate,
    held: ArrivedMail,
    head: Letterhead,
    holder: SeatHolder | None,
) -> Confirmation | None:
    """The letter that says what the answer did; None where the orders' own answers say it."""
    what = "learned" if fate.learned else fate.what
    if what is None:
        return None
    state = game_state(tx, held.game or "")
    limit = services.settings.mail.max_bytes
    return Confirmation(
        head=head,
        what=what,
        sender=open_envelope(held.raw, max_bytes=limit).sender or "",
        arrived_at=held.arrived_at,
        due=due(state, services.clock.now()),
        stands=None if holder is None else standing_order(state, seat_from_label(holder.seat)),
    )


def without_disowned_proof(tx: Transaction, mail: Read, asked: Question) -> Read:
    """After NOT ME to an order that was confirmed, the question that somebody else answered is no proof."""
    state, held = game_state(tx, mail.holder.game), tx.mails.get(asked.mail)
    orders = () if state.current is None else state.current.orders
    arrived = (held.arrived_at, held.uid)
    if any(order.set_aside and order.arrival == arrived for order in (*orders, *state.kept)):
        return replace(mail, identity=replace(mail.identity, proof=None))
    return mail


def _is_of_address(tx: Transaction, held: ArrivedMail) -> bool:
    """Whether the mail counts by the GM's word, and only its address is asked about."""
    return held.outcome == _FILED and _was_asked_of_writer(tx, held)


def _was_asked_of_writer(tx: Transaction, held: ArrivedMail) -> bool:
    return any(each.whom == WRITER for each in tx.questions.about(held.id))


def _agreed(tx: Transaction, held: ArrivedMail) -> set[str]:
    return {each.whom for each in tx.questions.about(held.id) if each.said == "yes"}


def _decide_on_address(
    services: Services,
    tx: Transaction,
    asked: Question,
    held: ArrivedMail,
    *,
    yes: bool,
    by: ArrivedMail,
) -> Fate:
    """One no is for good; when it is the writer's, the GM is told that he may have been wrong."""
    if any(each.said == "no" for each in tx.questions.about(held.id)):
        return Fate(what="not_learned", held=None)
    tx.questions.answer(asked.outbox, said="yes" if yes else "no", mail=by.id)
    read = held_mail(services, tx, held, confirmed_at=by.arrived_at)
    if read is None or not yes:
        if read is not None and asked.whom == WRITER:
            _tell_gm(services, tx, read, "misfiled", words=read.envelope.sender)
        return Fate(what="not_learned", held=read)
    if not _agreed(tx, held) >= {PLAYER, WRITER}:
        return Fate(what="address_waits", held=read)
    learn(services, tx, read)
    return Fate(what="learned", held=read, learned=True)


def _tell_gm(
    services: Services, tx: Transaction, held: Read, what: str, *, words: str = ""
) -> None:
    head = gm_head(services, game_state(tx, held.holder.game))
    note = GmNote(head=head, what=what, who=held.holder.name, words=words, mail=held.mail.id)
    tell_gm(services, tx, note)


def _ask_again(
    services: Services,
    tx: Transaction,
    state: GameState,
    mail: Read,
    held: ArrivedMail,
    asked: Question,
) -> Acted | None:
    read = held_mail(services, tx, held, confirmed_at=mail.mail.arrived_at)
    items = [item for _, item in items_of(state, mail)[1]]
    orders = any(not isinstance(item, Refusal) or item.suggestions for item in items)
    if held.state != _HELD or read is None or orders:
        return None
    second = _was_asked_of_writer(tx, held)
    asks_of = [item for _, item in items_of(state, read)[1]]
    head = player_head(services, state, mail.holder)
    whose = "second" if second else "own"
    letter = question(services, state, read, asks_of, head=head, whose=whose, again=True)
    done = act(services, tx, besides=[letter], writer=mail)
    return replace(done, outcome="asked_again", asks_about=asked)


def _ask_writer_again(
    services: Services, tx: Transaction, state: GameState, mail: ArrivedMail, asked: Question
) -> Acted:
    held = tx.mails.get(asked.mail)
    read = held_mail(services, tx, held, confirmed_at=mail.arrived_at)
    if read is None:
        raise LookupError(f"nobody was asked about mail {held.id}")
    filed = held.outcome == _FILED
    items = [] if filed else [item for _, item in items_of(state, read)[1]]
    whose, head = "filed_writer" if filed else "writer", stranger_head(services, state)
    letter = question(services, state, read, items, head=head, whose=whose, again=True)
    asks = None if letter.due is None else letter.due.round
    return Acted(
        letter=letter, outcome="asked_again", asks_round=asks, proven=True, asks_about=asked
    )


def _says_something(state: GameState, mail: Read) -> bool:
    """An order, a command, or what may have been meant as one."""
    for _, item in items_of(state, mail)[1]:
        if not isinstance(item, Refusal) or item.reason is not Reason.NOTHING_FOUND:
            return True
    return False


def _in_time(
    services: Services, tx: Transaction, asked: Question, mail: Read, answered_at: datetime
) -> bool:
    """Whether the round that the question was for still takes what arrives at that time."""
    state = game_state(tx, mail.holder.game)
    sent, current = tx.outbox.get(asked.outbox), state.current
    asked_for = None if sent is None else sent.asks_round
    if current is None or asked_for != current.round:
        return asked_for is None and current is None
    return state.phase is Phase.OPEN and is_in_time(services, state, current, answered_at)


def _holder(tx: Transaction, held: ArrivedMail) -> SeatHolder | None:
    """The player who was asked, if he still has that seat."""
    for each in tx.questions.about(held.id):
        sent = tx.outbox.get(each.outbox)
        if each.whom == PLAYER and sent is not None:
            holder = tx.projections.holder(sent.game or "", sent.seat or "")
            return holder if holder is not None and holder.person == held.person else None
    return None


def _throw_away(services: Services, tx: Transaction, held: ArrivedMail, read: Read | None) -> None:
    """Nothing is done with it, and the GM is told that somebody else may write in the player's name."""
    _settle(tx, held, state="read", outcome=_DISOWNED)
    state = game_state(tx, held.game or "")
    who = "" if read is None else read.holder.name
    note = GmNote(head=gm_head(services, state), what="disowned", who=who, words="", mail=held.id)
    tell_gm(services, tx, note)


def _settle(tx: Transaction, held: ArrivedMail, *, state: str, outcome: str) -> None:
    tx.mails.settle(
        held.id, state=state, outcome=outcome, game=held.game, person=held.person, was=_HELD
    )
