"""Events and mails to store."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from pigpost.events.record import Addition
from pigpost.events.types import (
    GameCreated,
    Mailed,
    OrderAccepted,
    PersonEntered,
    PlayerInvited,
    RoundOpened,
    SealedOrder,
)
from pigpost.ports import Composed, Fetched, NewMail

AT = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
STREAM = "game-spring-pigs"


def created(game: str = "spring-pigs") -> Addition:
    return Addition(
        event=GameCreated(
            at=AT,
            by="gm",
            game=game,
            title="Spring Pigs",
            kind="postal_pigs",
            form="shared",
            target=100,
            piggyback="wipe",
            first_throw_scores=True,
            weights=(1, 2, 3),
            rules="stagg-2000/1",
            level="sealed",
            schedule="Fri 20:00",
            timezone="Europe/London",
            identity="proven",
            early=False,
            public_key="ab" * 32,
        )
    )


def invited(
    seat: str = "p1",
    *,
    person: str = "bill",
    name: str | None = None,
    address: str = "bill@x.org",
) -> Addition:
    entered = PersonEntered(
        person=person,
        name=name or person.title(),
        address=address,
        language="en",
        timezone="UTC",
    )
    return Addition(event=PlayerInvited(at=AT, by="gm", seat=seat, personal=entered))


def opened(round: int = 1) -> Addition:
    deadline = AT + timedelta(days=7 * round)
    return Addition(
        event=RoundOpened(
            at=AT, by="service", round=round, attempt=1, commitment="cd" * 32, deadline=deadline
        )
    )


def order(uid: int, *, idem: str | None = None, line: str = "THROWS 4") -> Addition:
    return Addition(
        event=OrderAccepted(
            at=AT,
            by="service",
            round=1,
            arrived_at=AT,
            uid=uid,
            sealed=SealedOrder(seat="p1", order=line),
            personal=Mailed(words=line, mail_sha256="ef" * 32, sender="b@x.org", dated=""),
        ),
        idem=idem,
    )


def orders(first: int, last: int) -> Iterator[Addition]:
    return (order(uid) for uid in range(first, last + 1))


def fetched(uid: int, raw: bytes = b"From: bill\r\n\r\nTHROWS 4\r\n") -> Fetched:
    return Fetched(uid=uid, arrived_at=AT, size=len(raw), raw=raw, complete=True)


def new_mail(
    *,
    recipient: str = "Bill@x.org",
    answers: int | None = None,
    once: str | None = None,
    game: str | None = "spring-pigs",
) -> NewMail:
    return NewMail(
        game=game,
        person="bill",
        seat="p1",
        kind="receipt",
        asks_round=1,
        recipient=recipient,
        answers=answers,
        key_id="site-1",
        once=once,
    )


def compose(outbox_id: int) -> Composed:
    return Composed(
        message_id=f"<spring-pigs.{outbox_id}@x.org>",
        envelope_sender="",
        subject=f"Receipt {outbox_id}",
        text=f"Words {outbox_id}",
        message=f"Subject: Receipt {outbox_id}\r\n\r\nWords\r\n".encode(),
    )
