"""What was done by hand stands in the log, proves itself, and opens with the round."""

from io import BytesIO

import pytest

from pigpost.audit.entries import entries_of
from pigpost.audit.export import export_game
from pigpost.events.streams import SITE
from pigpost.intake.desk.answer_by_hand import answer_by_hand
from pigpost.intake.desk.file_mail import file_mail
from pigpost.intake.desk.take_as_order import take_as_order
from pigpost.replay.verify import verify
from pigpost.rounds.run_now import close_now
from pigpost.web.app import create_app
from tests.desk.queue import arrived, from_outside
from tests.post import GAME, Post, a_mail


@pytest.fixture
def played(game: Post) -> Post:
    """A filed mail, an order by hand, answers about the game and about none; nothing thrown yet."""
    services = game.services
    karens = arrived(game, from_outside("THROWS 4"))
    file_mail(services, karens, game=GAME, name="Karen", reason="written from her office")
    bills = arrived(game, a_mail("Bill", "a few"))
    take_as_order(services, bills, "THROWS 6", reason="read to me on the phone")
    answer_by_hand(services, bills, "Thank you.", reason="he asked whether it came")
    nobodys = arrived(game, from_outside("May I play?", To="pigs@pigs.example"))
    answer_by_hand(services, nobodys, "Not this time.", reason="the table is full")
    game.run()
    return game


def throw(post: Post) -> None:
    post.clock.advance(hours=1)
    close_now(post.services, GAME, round=1, reason="a test")
    post.run()


def by_hand(post: Post) -> list[object]:
    with post.services.store.reading() as tx:
        entries = entries_of(tx, GAME)
        return [entry.sealed for entry in entries if entry.kind == "MailHandled"]


def test_whose_mail_it_was_is_open_to_all_after_the_throw_and_not_before(played: Post) -> None:
    assert by_hand(played) == [None, None, None]
    throw(played)
    assert by_hand(played) == [{"seat": "p2"}, {"seat": "p1"}, {"seat": "p1"}]


def test_an_export_proves_itself_before_and_after_the_throw(played: Post) -> None:
    for thrown in (False, True):
        if thrown:
            throw(played)
        with played.services.store.reading() as tx:
            export = export_game(tx, GAME, origin="pigs.example/pigpost")
        findings = list(verify(BytesIO(export)))
        assert findings
        assert [finding for finding in findings if not finding.good] == []


def test_the_stream_of_the_site_is_under_the_same_root_and_in_no_game(played: Post) -> None:
    with played.services.store.reading() as tx:
        (entry,) = tx.log.entries(SITE)
        assert tx.log.head().size == max(each.pos for each in tx.log.entries())
        assert all(each.stream != SITE for each in tx.log.entries(f"game-{GAME}"))
    assert entry.type == "MailHandled"
    with played.services.store.writing() as tx:
        before = tx.projections.games()
        tx.projections.rebuild()
        assert tx.projections.games() == before


def test_no_head_names_anybody(played: Post) -> None:
    with played.services.store.reading() as tx:
        heads = [each.head for each in tx.log.entries() if each.type == "MailHandled"]
    assert len(heads) == 4
    for head in heads:
        for secret in (b"Sue", b"Karen", b"example", b"THROWS", b"p1", b"p2"):
            assert secret not in head


def test_the_log_page_says_what_was_done_and_why(played: Post) -> None:
    text = create_app(played.services).test_client().get(f"/g/{GAME}/log").text
    assert "The game master said whose mail one was: written from her office" in text
    assert "The game master took a mail as an order: read to me on the phone" in text
    assert "The game master answered a mail: he asked whether it came" in text
