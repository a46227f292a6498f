"""A mail that can't be taken as it is: its writer is told why, what stands, and what to do."""

from pigpost.audit.games import game_state
from pigpost.games.kinds import seat_from_label
from pigpost.intake.answer import answer_mail, note_unread
from pigpost.intake.envelope import MailHead, MailProblem, Problem
from pigpost.intake.sender import Identity, IdentityProblem
from pigpost.outbox.letterhead import player_head, stranger_head
from pigpost.outbox.queue import once_a_day
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import MailRefused


def refuse_mail(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    envelope: MailHead,
    problem: Problem | IdentityProblem,
    *,
    identity: Identity | None = None,
) -> None:
    """Answers with the problem; where nobody can be answered, the GM is told."""
    holder = _only_seat(tx, envelope) if identity is None else identity.holder
    game = holder.game if holder is not None else None if identity is None else identity.game
    candidates = () if identity is None else identity.candidates
    if envelope.sender is None:
        once = once_a_day(services, "bad_sender")
        note_unread(services, tx, mail, who=envelope.sender_as_written, once=once)
    else:
        told = _told(envelope, problem)
        letter = refusal_of(services, tx, told, holder=holder, game=game, games=candidates)
        asks = None if letter.due is None else letter.due.round
        answer_mail(services, tx, mail, envelope, letter, holder=holder, asks_round=asks)
    person = None if holder is None else holder.person
    tx.mails.settle(mail.id, state="read", outcome=problem, game=game, person=person)


def refusal_of(
    services: Services,
    tx: Transaction,
    problem: str,
    *,
    holder: SeatHolder | None,
    game: str | None,
    games: tuple[str, ...] = (),
) -> MailRefused:
    """The letter: to a player with what stands for him, to a stranger without any of it."""
    known = game is not None and tx.projections.game(game) is not None
    state = game_state(tx, game) if known and game is not None else None
    if state is None or holder is None:
        head, wanted, stands = stranger_head(services, state), None, None
    else:
        head = player_head(services, state, holder)
        wanted = due(state, services.clock.now())
        stands = standing_order(state, seat_from_label(holder.seat))
    return MailRefused(head=head, problem=problem, due=wanted, stands=stands, games=games)


def _told(envelope: MailHead, problem: str) -> str:
    """The problem as its writer is told of it: who sends a winmail.dat does not know that he does."""
    return "winmail" if isinstance(envelope, MailProblem) and envelope.in_winmail else problem


def _only_seat(tx: Transaction, envelope: MailHead) -> SeatHolder | None:
    """Whose mail it is by its From alone, where nothing else can be read."""
    seats = [] if envelope.sender is None else tx.projections.seats_of_address(envelope.sender)
    return seats[0] if len(seats) == 1 else None
