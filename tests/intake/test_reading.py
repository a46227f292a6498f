"""Stored mails are read by one reader at a time."""

from pigpost.intake.fingerprint import content_hash
from pigpost.intake.receive import read_stored
from tests.post import Post, a_mail, a_running_game


def test_who_may_not_go_on_leaves_the_other_mails_to_somebody_else(post: Post) -> None:
    """Tries are counted: of many readers at once the last would take the mail for one of the bad."""
    a_running_game(post, "Bill", "Karen")
    for words in ("THROWS 3", "THROWS 4"):
        post.inbox.deliver(a_mail("Bill", words))
    with post.services.store.writing() as tx:
        for mail in post.inbox.mails:
            sha256 = content_hash(mail.raw)
            tx.mails.store("inbox", 1, mail, sha256=sha256, now=post.clock.now())
    read_stored(post.services, may_go_on=iter((True, False)).__next__)
    with post.services.store.reading() as tx:
        (left,) = tx.mails.unread("inbox", limit=9)
    assert left.tries == 0
