"""A mail that is a player's by its sender: acted on, or held, or an answer about one that is held."""

from pigpost.audit.games import game_state
from pigpost.intake.act import Acted, act
from pigpost.intake.answer import answer_mail
from pigpost.intake.answer_question import (
    answer_as_player,
    answer_as_writer,
    without_disowned_proof,
)
from pigpost.intake.envelope import Envelope
from pigpost.intake.hold_order import PLAYER, WRITER, hold, hold_unasked, may_ask
from pigpost.intake.players_mail import Read
from pigpost.ports import ArrivedMail, Question, Services, Transaction
from pigpost.results.letters import Confirm


def take_players_mail(services: Services, tx: Transaction, read: Read) -> None:
    """Acts on what the mail says, or holds it, and answers."""
    done = _done(services, tx, read)
    if isinstance(done.letter, Confirm) and done.asks_about is None:
        _hold(services, tx, read, done)
    elif _answer(services, tx, read, done):
        _settle(tx, read, done.outcome)
        if done.asks_about is not None:
            _ask(tx, read, done.asks_about.mail, proven=done.asks_about.proven)
    else:
        _settle(tx, read, f"{done.outcome}, not answered")


def take_writers_answer(
    services: Services, tx: Transaction, mail: ArrivedMail, envelope: Envelope, asked: Question
) -> None:
    """What somebody says who was asked whether his is a second address of a player.

    Where the held mail is acted on, its player is answered: at the address that he is known by.
    """
    done, holder = answer_as_writer(services, tx, mail, envelope, asked)
    answered = answer_mail(
        services,
        tx,
        mail,
        envelope,
        done.letter,
        holder=holder,
        asks_round=done.asks_round,
        proven=True,
    )
    if answered and done.asks_about is not None:
        held, proven = done.asks_about.mail, done.asks_about.proven
        tx.questions.ask(held, whom=WRITER, proven=proven, answers=mail.id)
    outcome = done.outcome if answered else f"{done.outcome}, not answered"
    game = done.letter.head.game or None
    tx.mails.settle(mail.id, state="read", outcome=outcome, game=game)


def _done(services: Services, tx: Transaction, read: Read) -> Acted:
    answered = read.identity.replied_to
    asked = None if answered is None else tx.questions.get(answered.id)
    if asked is None:
        return act(services, tx, read)
    read = without_disowned_proof(tx, read, asked)
    return answer_as_player(services, tx, read, asked) or act(services, tx, read)


def _hold(services: Services, tx: Transaction, read: Read, done: Acted) -> None:
    if may_ask(services, tx, read.holder) and _answer(services, tx, read, done):
        hold(tx, read.mail, read.holder)
        _ask(tx, read, read.mail.id, proven=read.identity.proof is not None)
        return
    state = game_state(tx, read.holder.game)
    hold_unasked(services, tx, read.mail, state, read.holder)


def _ask(tx: Transaction, read: Read, held: int, *, proven: bool) -> None:
    tx.questions.ask(held, whom=PLAYER, proven=proven, answers=read.mail.id)


def _answer(services: Services, tx: Transaction, read: Read, done: Acted) -> bool:
    return answer_mail(
        services,
        tx,
        read.mail,
        read.envelope,
        done.letter,
        holder=read.holder,
        asks_round=done.asks_round,
        proven=done.proven,
    )


def _settle(tx: Transaction, read: Read, outcome: str) -> None:
    holder = read.holder
    tx.mails.settle(
        read.mail.id, state="read", outcome=outcome, game=holder.game, person=holder.person
    )
