"""Mails that wait for the GM's hand, of every sort."""

from typing import Any

from pigpost.events.types import MailHandled
from pigpost.intake.desk.boxes import Box
from pigpost.intake.desk.look import Look, list_box, look_at, sizes
from tests.post import Post, a_mail

SUE = "sue@office.example"


def from_outside(words: str, **more: Any) -> bytes:
    """A mail from an address that no player has."""
    return a_mail("Sue", words, **{"From": f"Sue <{SUE}>", **more})


def arrived(post: Post, raw: bytes, **more: Any) -> int:
    """Delivers a mail and lets the service do what it can; its number."""
    post.inbox.deliver(raw, **more)
    post.run()
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=1)[0].id


def look(post: Post, number: int) -> Look:
    with post.services.store.reading() as tx:
        return look_at(post.services, tx, number)


def box(post: Post, which: Box) -> list[int]:
    with post.services.store.reading() as tx:
        found = [line.id for line in list_box(post.services, tx, which, limit=50)]
        assert len(found) == sizes(tx)[which]
    return found


def handled(post: Post) -> list[MailHandled]:
    return post.events(MailHandled)


def set_aside(post: Post, number: int) -> None:
    """As if reading it had failed, time and again."""
    with post.services.store.writing() as tx:
        was = tx.mails.get(number).state
        tx.mails.settle(number, state="failed", outcome="failed", note="could not be read", was=was)


def log_size(post: Post) -> int:
    with post.services.store.reading() as tx:
        return tx.log.head().size


def mails_out(post: Post) -> int:
    with post.services.store.reading() as tx:
        return len(tx.outbox.newest(limit=1000))
