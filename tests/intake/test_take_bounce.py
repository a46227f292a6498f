"""A mail that came back: what stops, who is told, and who is not."""

from datetime import datetime, timedelta

import pytest

from pigpost.events.types import MailBounced
from pigpost.outbox.message_ids import bounce_key
from pigpost.ports import ArrivedMail, OutgoingMail, Transaction
from pigpost.rounds.hold import move_deadline
from tests.intake.bounces import a_bounce, in_plain_text, last_to, row
from tests.post import GAME, Post, a_mail, a_running_game, address_of, text_of

GM = "alison@pigs.example"


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted")
    return post


def arrives(post: Post, raw: bytes) -> ArrivedMail:
    """Delivers a mail, runs everything, and tells what became of it."""
    post.inbox.deliver(raw)
    post.run()
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=1)[0]


def is_blocked(post: Post, name: str) -> bool:
    with post.services.store.reading() as tx:
        return tx.bounces.blocks(address_of(name))


def test_a_hard_bounce_is_kept_with_its_mail_in_the_log_and_for_the_gm(game: Post) -> None:
    opening, sent = last_to(game, "Karen", "opening"), len(game.sender.sent)
    mail = arrives(game, a_bounce(opening))
    assert (mail.state, mail.outcome, mail.person) == ("machine", "bounce", opening.person)
    after = row(game, opening.id)
    assert (after.state, after.bounce, after.bounced_at) == ("bounced", "hard", game.clock.at)
    assert after.bounce_words == "550 5.1.1 no such mailbox here"
    (event,) = game.events(MailBounced)
    assert (event.seat, event.kind, event.hard, event.round) == ("p2", "opening", True, 1)
    assert event.personal.words == after.bounce_words
    (note,) = [mail for to, mail in game.sender.sent[sent:] if to == GM]
    assert "Mail to karen@mill.example comes back" in note["Subject"]
    assert "550 5.1.1 no such mailbox here" in " ".join(text_of(note).replace(">", "").split())


def test_nobody_but_the_gm_is_written_to_because_of_a_bounce(game: Post) -> None:
    """Reports 35 and 36 (zammad/zammad#1131, faveosuite/faveo-helpdesk#150)."""
    sent = len(game.sender.sent)
    arrives(game, a_bounce(last_to(game, "Karen", "opening")))
    assert {to for to, _ in game.sender.sent[sent:]} == {GM}


def test_no_more_mail_goes_to_the_address(game: Post) -> None:
    arrives(game, a_bounce(last_to(game, "Karen", "opening")))
    sent = {name: len(game.sender.to(address_of(name))) for name in ("Karen", "Ted")}
    a_further_mail(game, 1)
    assert len(game.sender.to(address_of("Ted"))) == sent["Ted"] + 1
    assert len(game.sender.to(address_of("Karen"))) == sent["Karen"]


def test_what_is_not_proven_lifts_nothing(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", identity="proven")
    arrives(post, a_bounce(last_to(post, "Karen", "opening")))
    sent = len(post.sender.to(address_of("Karen")))
    mail = arrives(post, a_mail("Karen", "STATUS"))
    assert mail.outcome == "status, not answered"
    assert is_blocked(post, "Karen")
    assert len(post.sender.to(address_of("Karen"))) == sent


def test_a_mail_that_is_proven_lifts_it(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", identity="proven")
    opening = post.last("Karen", "opening")
    arrives(post, a_bounce(last_to(post, "Karen", "opening")))
    answer = post.mailed("Karen", "STATUS", answering=opening)
    assert not is_blocked(post, "Karen")
    assert "status 5.1.1" in " ".join(text_of(answer).split())
    assert "Mail to you accepted Mon 2 Mar 2026" in " ".join(text_of(answer).split())


def test_the_gm_is_told_once_however_many_mails_come_back(game: Post) -> None:
    opening = last_to(game, "Karen", "opening")
    arrives(game, a_bounce(opening))
    arrives(game, a_bounce(opening, status="5.2.2"))
    arrives(game, a_bounce(opening, status="4.2.2"))
    assert len(game.sender.to(GM)) == 1
    assert len(game.events(MailBounced)) == 1
    assert row(game, opening.id).bounce_words == "550 5.1.1 no such mailbox here"


def test_a_soft_bounce_stops_nothing_and_three_of_them_tell_the_gm(game: Post) -> None:
    for count in (1, 2, 3):
        arrives(game, a_bounce(a_further_mail(game, count), status="4.2.2"))
        assert len(game.sender.to(GM)) == count // 3
        assert not is_blocked(game, "Ted")
    assert [event.hard for event in game.events(MailBounced)] == [False] * 3


def a_further_mail(post: Post, number: int) -> OutgoingMail:
    """The deadline moves, and Ted is told."""
    current = post.state().current
    assert current is not None
    later = current.deadline + timedelta(hours=number)
    move_deadline(post.services, GAME, round=current.round, deadline=later, reason="later")
    post.run()
    return last_to(post, "Ted", "notice")


@pytest.mark.parametrize("action", ["delayed", "relayed", "delivered", "expanded"])
def test_what_is_no_failure_changes_nothing(game: Post, action: str) -> None:
    opening = last_to(game, "Karen", "opening")
    mail = arrives(game, a_bounce(opening, action=action, status="4.4.7"))
    assert (mail.outcome, row(game, opening.id).state) == ("bounce", "sent")
    assert "is not lost" in (mail.note or "")
    assert not game.events(MailBounced)


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [("disposition-notification", "read_receipt"), ("feedback-report", "complaint")],
)
def test_who_has_read_a_mail_or_complains_of_it_has_got_it(
    game: Post, kind: str, outcome: str
) -> None:
    """However much it looks like a bounce: read receipts (RFC 8098), abuse reports (RFC 5965)."""
    opening, sent = last_to(game, "Karen", "opening"), len(game.sender.sent)
    raw = a_bounce(opening).replace(b"report-type=delivery-status", f"report-type={kind}".encode())
    mail = arrives(game, raw)
    assert (mail.state, mail.outcome) == ("machine", outcome)
    assert row(game, opening.id).state == "sent"
    assert not is_blocked(game, "Karen")
    assert not game.events(MailBounced)
    assert len(game.sender.sent) == sent


def forged_key(key: str) -> str:
    return key[:-1] + ("0" if key[-1] != "0" else "1")


def test_a_forged_bounce_changes_nothing(game: Post) -> None:
    opening, other = last_to(game, "Karen", "opening"), last_to(game, "Ted", "opening")
    key = bounce_key(
        site_key=game.services.keys.site_key(opening.key_id) or b"", outbox_id=opening.id
    )
    assert opening.envelope_sender == f"pigs+b-{key}@pigs.example"
    wrong = opening.envelope_sender.replace(key, forged_key(key))
    stolen = f"pigs+b-{opening.id}-{other.envelope_sender.split('-')[-1]}"
    for to in (wrong, stolen, "pigs@pigs.example"):
        raw = a_bounce(opening, to=to).replace(b"Message-ID: <spring", b"X-Was: <spring")
        mail = arrives(game, raw)
        assert (mail.outcome, mail.note) == ("bounce", "of no mail of ours")
    fake = opening.message_id.rsplit(".", 3)[0].encode() + b".0000000000000000@pigs.example>"
    raw = a_bounce(opening, to=wrong).replace(opening.message_id.encode(), fake)
    assert arrives(game, raw).note == "of no mail of ours"
    assert row(game, opening.id).state == "sent"
    assert not game.events(MailBounced)
    assert not is_blocked(game, "Karen")
    assert not game.sender.to(GM)


@pytest.mark.parametrize("returned", ["text/rfc822-headers", "message/rfc822"])
def test_a_bounce_elsewhere_is_known_by_the_mail_that_it_returns(game: Post, returned: str) -> None:
    opening = last_to(game, "Karen", "opening")
    raw = a_bounce(opening, to="pigs@pigs.example", returned=returned)
    assert arrives(game, raw).person == opening.person
    assert row(game, opening.id).bounce == "hard"


def test_a_bounce_in_plain_text_is_read(game: Post) -> None:
    opening = last_to(game, "Karen", "opening")
    told = f"<{opening.recipient}>:\nRemote host said: 550 5.1.1 no such user"
    arrives(game, in_plain_text(opening, told))
    assert row(game, opening.id).bounce == "hard"


def test_a_vacation_notice_is_never_a_bounce(game: Post) -> None:
    """Reports 37 and 38 (osTicket#1041, zammad/zammad#5113)."""
    opening = last_to(game, "Karen", "opening")
    away = a_mail(
        "Karen",
        "I am away, 550 5.1.1",
        to=opening.envelope_sender,
        Auto_Submitted="auto-replied",
        In_Reply_To=opening.message_id,
    )
    mail = arrives(game, away)
    assert (mail.state, mail.outcome) == ("machine", "vacation")
    assert row(game, opening.id).state == "sent"


def test_a_person_who_forwards_a_bounce_reports_none(game: Post) -> None:
    """Report 40 (mikel/mail PR #996)."""
    opening = last_to(game, "Karen", "opening")
    report = a_bounce(opening).decode().replace("\r\n", "\r\n> ")
    mail = arrives(game, a_mail("Karen", f"STATUS\n\nwhat is this?\n\n> {report}"))
    assert mail.state == "read"
    assert row(game, opening.id).state == "sent"


def test_to_write_to_the_return_path_names_no_game(post: Post) -> None:
    """Where the games have plus-addresses, its own form of one is nobody's game."""
    a_running_game(post, "Bill", "Karen")
    to = last_to(post, "Karen", "opening").envelope_sender
    assert "THROWS 3" in text_of(post.mailed("Karen", "THROWS 3", to=to))


def test_the_words_of_a_report_never_show_a_key(game: Post) -> None:
    opening = last_to(game, "Karen", "opening")
    key = opening.envelope_sender.partition("b-")[2].partition("@")[0].partition("-")[2]
    said = f"smtp; 550 5.1.1 <{opening.envelope_sender}> {opening.message_id} unknown"
    arrives(game, a_bounce(opening, words=said))
    proof = opening.message_id.partition("@")[0].rpartition(".")[2]
    with game.services.store.reading() as tx:
        log = str(list(tx.log.entries()))
    words = row(game, opening.id).bounce_words or ""
    for shown in (log, words, text_of(game.sender.to(GM)[-1])):
        assert key not in shown
        assert proof not in shown
    assert "****************" in words


def test_the_persons_other_address_is_tried(post: Post) -> None:
    """Known from another game; the same mail goes there, and so does what comes later."""
    a_running_game(post, "Bill", "Karen", "Ted")
    opening = last_to(post, "Karen", "opening")
    with post.services.store.writing() as tx:
        known_from(tx, opening.person or "", "karen@office.example")
    arrives(post, a_bounce(opening))
    (again,) = post.sender.to("karen@office.example")
    assert again["Message-ID"] == opening.message_id
    after = row(post, opening.id)
    assert (after.state, after.recipient, after.resends) == ("sent", "karen@office.example", 1)
    assert after.message == opening.message
    assert after.bounce is None
    assert after.bounced_at is not None, "what happened is still known"
    a_further_mail(post, 1)
    assert len(post.sender.to("karen@office.example")) == 2
    arrives(post, a_bounce(opening, status="5.1.2"))
    assert row(post, opening.id).state == "sent", "that was the other address"


def known_from(tx: Transaction, person: str, address: str) -> None:
    """The person has an address more; the one that mail goes to stays."""
    from pigpost.adapters.sql import tables

    connection = tx.projections._connection  # type: ignore[attr-defined]
    values = {"id": 9_999, "person": person, "address": address, "folded": address}
    connection.execute(tables.address.insert().values(values))


def test_a_miss_is_not_counted_where_the_mail_that_asked_for_the_order_came_back(
    game: Post,
) -> None:
    """Features A10: Karen could not know of round 1, Bill and Ted could."""
    arrives(game, a_bounce(last_to(game, "Karen", "opening")))
    throws(game)
    assert misses(game) == {1: 1, 2: 0, 3: 1}
    assert 2 in game.state().thrown[0].unreached
    told = " ".join(text_of(game.last("Bill", "nmr_warning")).split())
    assert "You have missed 1 round" in told
    assert "does not count as missed" not in told


def test_a_bounce_that_is_soft_late_or_of_another_mail_excuses_nothing(game: Post) -> None:
    openings = [last_to(game, name, "opening") for name in ("Bill", "Karen", "Ted")]
    arrives(game, a_bounce(openings[0], status="4.2.2"))
    game.inbox.deliver(a_mail("Karen", "STATUS"))
    game.run()
    deadline = throws(game)
    game.inbox.deliver(a_bounce(openings[2]), at=deadline + timedelta(seconds=1))
    game.run()
    assert misses(game) == {1: 1, 2: 1, 3: 1}


def throws(post: Post) -> datetime:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(minutes=1))
    post.run()
    assert len(post.state().thrown) == 1
    return current.deadline


def misses(post: Post) -> dict[int, int]:
    return {seat: each.misses for seat, each in post.state().seats.items()}
