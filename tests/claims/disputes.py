"""Games with something to dispute, played by mail."""

from datetime import timedelta
from email.message import EmailMessage

from pigpost.claims.decide import Proposal
from pigpost.claims.rule import Ruled, rule
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat
from pigpost.intake.desk.ruled_orders import ruled_order
from pigpost.intake.put_order import seat_named
from pigpost.replay.disputes import RulingKind
from tests.post import GAME, Post, text_of


def said(mail: EmailMessage) -> str:
    """The words of a mail on one line."""
    return " ".join(text_of(mail).split())


def plays_round(post: Post, **orders: str) -> None:
    """Everybody orders this, the deadline passes, and the round is thrown."""
    for name, words in orders.items():
        post.mailed(name, words)
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    post.clock.advance(hours=1)


def seat(post: Post, name: str) -> Seat:
    return seat_named(post.state(), name)


def an_order(post: Post, round: int, name: str, words: str) -> dict[Seat, Condition]:
    """As somebody who rules enters it."""
    with post.services.store.reading() as tx:
        return dict([ruled_order(tx, GAME, round=round, name=name, words=words)])


def counts(
    post: Post, name: str, words: str, *, claim: int = 1, round: int = 1, **more: object
) -> Ruled:
    """A ruling that an order counts after all."""
    proposal = Proposal(
        claim=claim,
        what=RulingKind.COUNT,
        reason="it was in time",
        round=round,
        orders=an_order(post, round, name, words),
        **more,  # type: ignore[arg-type]
    )
    return ruled(post, proposal)


def ruled(post: Post, proposal: Proposal, **more: object) -> Ruled:
    """The ruling, its mails sent."""
    done = rule(post.services, GAME, proposal, **more)  # type: ignore[arg-type]
    post.run()
    return done
