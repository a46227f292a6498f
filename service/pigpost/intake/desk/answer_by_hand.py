"""The GM's own answer to a mail, through the gate that all mail goes through."""

import re
from dataclasses import replace

from pigpost.audit.games import game_state
from pigpost.claims.reasons import reason_given
from pigpost.errors import AgainstTheRules, UsageError
from pigpost.games.kinds import seat_from_label
from pigpost.intake.desk.handle import Act, Handled, head_of, record, tell, waiting
from pigpost.intake.desk.whose import touched
from pigpost.intake.envelope import MailHead
from pigpost.intake.machine_mail import REPORTS, MachineKind
from pigpost.outbox.letterhead import player_head, stranger_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import ByHand

_LONGEST = 5000
_BETWEEN = re.compile(r"\n\s*\n")


def answer_by_hand(
    services: Services, number: int, text: str, *, reason: str, by: str = "gm"
) -> Handled:
    """Mails the text to the player at his registered address, else to whoever wrote.

    `TooLate` when the mail was answered by hand before, `AgainstTheRules` where nobody can be
    answered, or the gate lets no mail out to him; nothing is changed then.
    """
    reason, paragraphs = reason_given(reason), _paragraphs(text)
    with services.store.writing() as tx:
        mail = waiting(tx, number, Act.ANSWERED)
        head = head_of(services, mail)
        if mail.outcome in {*REPORTS, MachineKind.OWN}:
            raise AgainstTheRules(f"mail {number} was written by a machine that reads nothing")
        holder = touched(tx, mail) or _at_the_address(tx, head)
        recipient = (head.sender if holder is None else holder.address) or ""
        game = mail.game if holder is None else holder.game
        game = game if game is not None and tx.projections.game(game) is not None else None
        record(
            services,
            tx,
            mail,
            Act.ANSWERED,
            by=by,
            reason=reason,
            game=game,
            seat=None if holder is None else holder.seat,
            words="\n\n".join(paragraphs),
        )
        letter = _letter(services, tx, mail, holder, game, paragraphs)
        barred = tell(services, tx, mail, Act.ANSWERED, letter, holder=holder, recipient=recipient)
        if barred is not None:
            why = barred.replace("_", " ")
            raise AgainstTheRules(f"nobody can be answered for mail {number}: {why}")
    player = None if holder is None else holder.name
    return Handled(mail=number, what=Act.ANSWERED, game=game, player=player, told=recipient)


def _paragraphs(text: str) -> tuple[str, ...]:
    found = tuple(" ".join(part.split()) for part in _BETWEEN.split(text[: _LONGEST + 1]))
    if not any(found):
        raise UsageError("an answer has words")
    if len(text) > _LONGEST:
        raise UsageError(f"an answer has at most {_LONGEST} characters")
    return tuple(part for part in found if part)


def _at_the_address(tx: Transaction, head: MailHead) -> SeatHolder | None:
    """The one seat of the address; of a person with several the game is not known."""
    seats = [] if head.sender is None else tx.projections.seats_of_address(head.sender)
    return seats[0] if len(seats) == 1 else None


def _letter(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    holder: SeatHolder | None,
    game: str | None,
    paragraphs: tuple[str, ...],
) -> ByHand:
    """To a player with what stands for him, to a stranger without any of it."""
    state = None if game is None else game_state(tx, game)
    letter = ByHand(
        head=stranger_head(services, state),
        what=Act.ANSWERED,
        sender=head_of(services, mail).sender or "",
        arrived_at=mail.arrived_at,
        due=None,
        stands=None,
        paragraphs=paragraphs,
    )
    if holder is None or state is None:
        return letter
    return replace(
        letter,
        head=player_head(services, state, holder),
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat_from_label(holder.seat)),
    )
