"""The GM gives commands by mail: with a code of ours, once, line by line, and never by From alone."""

import logging
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from pigpost.adapters.sql.tables import gm_code
from pigpost.claims.file import open_claim
from pigpost.claims.voices import Voice
from pigpost.events.types import (
    ClaimFiled,
    DeadlineMoved,
    GameHeld,
    GameResumed,
    OrderAccepted,
    RequestNoted,
    RulingMade,
)
from pigpost.intake.desk.seals import Seals
from pigpost.intake.gm_commands import CODE, lines_in
from pigpost.outbox.gm_codes import GOOD_FOR, new_code
from pigpost.outbox.message_ids import without_keys
from pigpost.replay.disputes import RulingKind
from pigpost.replay.state import SeatStatus
from pigpost.rounds.digest import send_digest
from tests.claims.disputes import plays_round, said
from tests.post import GAME, Post, a_mail, a_running_game, address_of, text_of

GM = "alison@pigs.example"
DEPUTY = "ines@pigs.example"


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    return post


def with_site(post: Post, **changes: Any) -> None:
    site = post.services.settings.site.model_copy(update=changes)
    settings = post.services.settings.model_copy(update={"site": site})
    object.__setattr__(post.services, "settings", settings)


def a_code(post: Post, *, role: str = "gm") -> str:
    """One that was mailed: as in the mail of the day, or in an answer."""
    with post.services.store.writing() as tx:
        return new_code(post.services, tx, role=role).code


def from_gm(*lines: str, sender: str = GM, **more: Any) -> bytes:
    return a_mail("Alison", "\n".join(lines), From=f"Alison <{sender}>", **more)


def answers(post: Post, *mails: bytes, to: str = GM) -> list[EmailMessage]:
    """Delivers mails in the GM's name, runs everything, and finds what was answered."""
    before = len(post.sender.to(to))
    for mail in mails:
        post.inbox.deliver(mail)
    post.run()
    return [m for m in post.sender.to(to)[before:] if m["X-Pigpost-Kind"] == "gm_done"]


def commanded(post: Post, *lines: str, **more: Any) -> str:
    """The one answer to a mail with a good code."""
    (mail,) = answers(post, from_gm(a_code(post), *lines, **more))
    return said(mail)


def code_in(mail: EmailMessage) -> str:
    (found,) = re.findall(r"^   (\S{4}-\S{4})\r?$", text_of(mail), re.MULTILINE)
    return str(found)


def entries(post: Post) -> int:
    with post.services.store.reading() as tx:
        return tx.log.head().size


def outcome(post: Post) -> str | None:
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=1)[0].outcome


def refused(post: Post, *mails: bytes, to: str = GM) -> str:
    """The one answer to mails that must do nothing."""
    before = entries(post)
    (mail,) = answers(post, *mails, to=to)
    assert entries(post) == before
    assert outcome(post) == "gm_refused"
    return said(mail)


def test_a_mail_with_a_good_code_shows_that_its_writer_can_be_reached_again(game: Post) -> None:
    with game.services.store.writing() as tx:
        tx.bounces.bounced(GM, hard=True, words="5.2.2", now=game.clock.at)
    refused(game, from_gm("ABCD-1234", f"{GAME} RUN 1"))
    with game.services.store.reading() as tx:
        assert tx.bounces.blocks(GM)
    commanded(game, f"{GAME} HOLD ill")
    with game.services.store.reading() as tx:
        assert not tx.bounces.blocks(GM)


# --- every command -----------------------------------------------------------------------------


def test_run_closes_the_round_that_is_named(game: Post) -> None:
    told = commanded(game, f"{GAME} RUN 1")
    assert "Done: round 1 of spring-pigs is closed" in told
    (moved,) = game.events(DeadlineMoved)
    assert (moved.by, moved.round) == ("gm", 1)
    game.clock.advance(seconds=5)
    game.run()
    assert [thrown.number for thrown in game.state().thrown] == [1]


def test_hold_and_go_take_their_reason_and_all_who_play_are_told(game: Post) -> None:
    assert "spring-pigs is held" in commanded(game, f"{GAME} HOLD Ted is at sea")
    (held,) = game.events(GameHeld)
    assert (held.by, held.reason) == ("gm", "Ted is at sea")
    assert "Ted is at sea" in said(game.last("Bill", "notice"))
    assert "spring-pigs goes on" in commanded(game, f"{GAME} GO BECAUSE he is back")
    assert game.events(GameResumed)[0].reason == "he is back"


@pytest.mark.parametrize("when", ["2026-03-12 20:00", "2026-03-12 20:00 UTC", "2026-03-12T20:00Z"])
def test_extend_moves_the_deadline_to_an_hour_of_the_game_s_zone(game: Post, when: str) -> None:
    told = commanded(game, f"{GAME} EXTEND 1 TO {when} Karen travels")
    (moved,) = game.events(DeadlineMoved)
    assert moved.deadline == datetime(2026, 3, 12, 20, tzinfo=UTC)
    assert moved.reason == "Karen travels"
    assert "round 1 of spring-pigs is due on" in told


def test_eject_is_a_ruling_about_the_last_round_so_that_it_can_be_taken_back(game: Post) -> None:
    plays_round(game, Bill="THROWS 1", Karen="THROWS 1")
    told = commanded(game, f"{GAME} EJECT Ted he asked me to")
    assert "Ted is out of spring-pigs by ruling 1" in told
    seat = next(s for s in game.state().seats.values() if s.person.name == "Ted")
    assert seat.status is SeatStatus.WITHDRAWN
    (claim,) = game.events(ClaimFiled)
    assert (claim.about, claim.by) == (1, "gm")
    assert game.state().rulings[0].reason == "he asked me to"


def test_eject_that_can_not_be_ruled_leaves_no_claim_behind(game: Post) -> None:
    assert "nobody can be ruled out yet" in commanded(game, f"{GAME} EJECT Ted he asked me to")
    plays_round(game, Bill="THROWS 1", Karen="THROWS 1")
    commanded(game, f"{GAME} EJECT Ted he asked me to")
    told = commanded(game, f"{GAME} EJECT Ted once more")
    assert "so nobody can remove there" in told
    assert len(game.state().claims) == 1


@pytest.fixture
def claim(game: Post) -> Post:
    plays_round(game, Bill="THROWS 1", Karen="AFTER Bill")
    open_claim(game.services, GAME, round=1, words="Ted rang", voice=Voice.GM)
    return game


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("COUNT Ted: THROWS 2 BECAUSE he had sent it", RulingKind.COUNT),
        ("AMEND Bill: THROWS 2 BECAUSE he had sent it", RulingKind.AMEND),
        ("STRIKE Karen BECAUSE he had sent it", RulingKind.STRIKE),
        ("VOID BECAUSE he had sent it", RulingKind.VOID),
        ("VOID he had sent it", RulingKind.VOID),
        ("DISMISS he had sent it", RulingKind.DISMISS),
        ("ADJUST Ted +3 he had sent it", RulingKind.ADJUST),
        ("ADJUST Bill -1 BECAUSE he had sent it", RulingKind.ADJUST),
        ("END BECAUSE he had sent it", RulingKind.END),
        ("END Karen BECAUSE he had sent it", RulingKind.END),
    ],
)
def test_rule_decides_a_claim(claim: Post, words: str, what: RulingKind) -> None:
    told = commanded(claim, f"{GAME} RULE 1 {words}")
    assert "it is ruling 1 of spring-pigs, about round 1" in told
    (made,) = claim.events(RulingMade)
    ruling = claim.state().rulings[0]
    assert (ruling.what, ruling.reason, made.by) == (what, "he had sent it", "gm")
    assert said(claim.last("Karen", "ruling"))


def test_a_ruling_is_taken_back_by_its_number(claim: Post) -> None:
    commanded(claim, f"{GAME} RULE 1 ADJUST Ted +3 BECAUSE he had sent it")
    told = commanded(claim, f"{GAME} RULE 1 OVERRULE 1 BECAUSE he had not")
    assert "it is ruling 2" in told
    assert claim.state().rulings[0].overruled_by == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("RULE 1 COUNT Ted THROWS 2", "write it as: spring-pigs RULE 1 COUNT Ted: THROWS 6"),
        ("RULE 1 COUNT Ted: THROWS 0 BECAUSE so", "is no order of this game"),
        ("RULE 1 STRIKE Ted BECAUSE so", "there is no order to strike"),
        ("RULE 1 ADJUST Ted three BECAUSE so", "write it as: spring-pigs RULE 1 ADJUST Ted +3"),
        ("RULE 1 FORGIVE Ted", "is no ruling by mail; there are COUNT"),
        ("RULE 1 SEAT Ted", "can't be ruled by mail"),
        ("RULE 7 DISMISS so it is", "has no claim 7"),
        ("RULE DISMISS", "write it as"),
        ("RULE 1 DISMISS", "a reason is needed"),
        ("HOLD", "a reason is needed"),
        ("GO why not", "is not held"),
        ("RUN now", "write it as: spring-pigs RUN 4"),
        ("EXTEND 2 TO tomorrow", "write it as: spring-pigs EXTEND 4 TO 2026-12-12 20:00"),
        ("EXTEND 2 TO 2026-02-30 20:00 so", "there is no 2026-02-30 20:00"),
        ("EXTEND 2 TO 2026-01-30 20:00 so", "has passed"),
        ("EJECT Geoff so", "nobody called so"),
        ("NOTICE", "write it as: spring-pigs NOTICE"),
        ("NOTICE " + "pig " * 201, "at most 800 characters"),
        ("AS Geoff: THROWS 4 BECAUSE by phone", "nobody called 'Geoff'"),
        ("AS Ted: AFTER Ted BECAUSE by phone", "is no order"),
        ("AS Ted: THROWS 4", "a reason is needed"),
    ],
)
def test_what_can_not_be_done_is_told_with_its_reason_and_changes_nothing(
    claim: Post, words: str, why: str
) -> None:
    before = entries(claim)
    told = commanded(claim, f"{GAME} {words}")
    assert f"Not done: {why}" in told or ("Not done: " in told and why in told)
    assert entries(claim) == before


def test_a_notice_goes_to_all_who_play(game: Post) -> None:
    told = commanded(game, f"{GAME} NOTICE I am away until Sunday, mail waits till then.")
    assert "all who play in spring-pigs have it by mail" in told
    for name in ("Bill", "Karen", "Ted"):
        mail = game.last(name, "notice")
        assert "I am away until Sunday" in said(mail)
        assert mail["Subject"] == "[spring-pigs] A word from Alison"
    (noted,) = game.events(RequestNoted)
    assert (noted.request, noted.by, noted.round) == ("notice", "gm", 1)
    assert noted.personal.words == "I am away until Sunday, mail waits till then."


def test_an_order_by_phone_stands_and_its_player_gets_the_receipt(game: Post) -> None:
    told = commanded(game, f"{GAME} AS ted: THROWS 4 BECAUSE by phone")
    assert "it stands for Ted in round 1 of spring-pigs" in told
    (order,) = game.events(OrderAccepted)
    assert (order.by, order.sealed.reason) == ("gm", "by phone")
    assert "THROWS 4" in said(game.last("Ted", "receipt"))


# --- several lines -----------------------------------------------------------------------------


def test_all_lines_of_a_mail_are_carried_out_under_one_code_and_answered_together(
    game: Post,
) -> None:
    told = commanded(
        game,
        "",
        f"- {GAME} HOLD Ted is at sea",
        f"{GAME} HOLD again",
        f"{GAME}: NOTICE Back on Sunday",
        "nice weather, is it not?",
        "END",
        f"{GAME} GO no more",
    )
    assert "2 of 4 lines of your mail were carried out" in told
    assert told.index("HOLD Ted is at sea") < told.index("HOLD again") < told.index("NOTICE Back")
    assert "Not done: spring-pigs is held already: Ted is at sea" in told
    assert "Not understood, so nothing was done." in told
    assert game.state().held == "Ted is at sea"


def test_a_line_that_a_mail_program_has_wrapped_is_one(game: Post) -> None:
    commanded(
        game,
        f"{GAME} HOLD Ted is at sea and his telephone does not reach us",
        "before Sunday",
    )
    assert game.state().held == "Ted is at sea and his telephone does not reach us before Sunday"


def test_a_name_below_a_command_is_not_a_part_of_it(game: Post) -> None:
    told = commanded(game, f"{GAME} HOLD Ted is at sea", "", "Alison")
    assert game.state().held == "Ted is at sea"
    assert "1 of 2 lines" in told


def test_the_code_may_stand_in_the_line_and_in_small_letters(game: Post) -> None:
    code = a_code(game).lower()
    (mail,) = answers(game, from_gm(f"Code: {code}", f"{GAME} HOLD so it is"))
    assert "1 of 1 line" in said(mail)
    (mail,) = answers(game, from_gm(f"{GAME} GO enough {a_code(game)}"))
    assert game.events(GameResumed)[0].reason == "enough"


def test_a_code_without_a_command_is_used_up_and_told_so(game: Post) -> None:
    assert "a code and no command" in commanded(game, "")


# --- which game, which round -------------------------------------------------------------------


@pytest.mark.parametrize("words", ["RUN 1", "EXTEND 1 TO 2026-12-12 20:00 so it is"])
def test_a_stale_round_number_is_refused(game: Post, words: str) -> None:
    plays_round(game, Bill="THROWS 1", Karen="THROWS 1", Ted="THROWS 1")
    before = entries(game)
    told = commanded(game, f"{GAME} {words}")
    assert "Not done: round 1 of spring-pigs is not open (round 2 is)" in told
    assert entries(game) == before


def test_an_unknown_game_is_refused(game: Post) -> None:
    before = entries(game)
    assert "there is no game 'autumn-pigs'" in commanded(game, "autumn-pigs RUN 1")
    assert entries(game) == before


# --- who may -----------------------------------------------------------------------------------


def test_a_forged_from_without_a_code_does_nothing_and_the_real_gm_is_told(
    game: Post, caplog: pytest.LogCaptureFixture
) -> None:
    forged = from_gm(f"{GAME} RUN 1", Reply_To="thief@elsewhere.example", Subject="hand it over")
    told = refused(game, forged)
    assert "had no code above its quotes" in told
    assert "in the name of the gm: code missing" in caplog.text
    (mail,) = [m for m in game.sender.to(GM) if m["X-Pigpost-Kind"] == "gm_done"]
    assert "hand it over" not in str(mail["Subject"])
    assert not game.sender.to("thief@elsewhere.example")


def test_a_code_is_good_only_if_it_was_mailed_so_that_a_flood_makes_none_to_be_guessed(
    game: Post,
) -> None:
    """A mail may try twenty codes: against a hundred thousand good ones that soon finds one."""
    for _ in range(30):
        game.inbox.deliver(from_gm(f"{GAME} RUN 1"))
    game.run()
    told = [m for m in game.sender.to(GM) if m["X-Pigpost-Kind"] == "gm_done"]
    with game.services.store.reading() as tx:
        codes = tx._connection.execute(gm_code.select()).all()  # type: ignore[attr-defined]
    assert 0 < len(codes) == len(told) < 30


def test_a_code_that_was_never_given_out_does_nothing(game: Post) -> None:
    assert "never given to you" in refused(game, from_gm("0000-0000", f"{GAME} RUN 1"))


def test_a_code_in_somebody_else_s_mail_does_nothing(game: Post) -> None:
    before = entries(game)
    mail = a_mail("Mallory", f"{a_code(game)}\n{GAME} HOLD so it is")
    assert not answers(game, mail)
    assert (entries(game), game.state().held) == (before, None)


def test_a_code_in_the_quoted_text_below_does_not_count(game: Post) -> None:
    code = a_code(game)
    quoting = from_gm(f"{GAME} RUN 1", "", "On Mon, 2 Mar 2026 the pigs wrote:", f"> {code}")
    assert "had no code above its quotes" in refused(game, quoting)
    (mail,) = answers(game, from_gm(code, f"{GAME} HOLD so it is"))
    assert "1 of 1 line" in said(mail)


def test_a_code_that_was_used_does_nothing(game: Post) -> None:
    code = a_code(game)
    answers(game, from_gm(code, f"{GAME} HOLD so it is"))
    assert "used before" in refused(game, from_gm(code, f"{GAME} GO again"))


def test_a_code_that_is_too_old_does_nothing(game: Post) -> None:
    code = a_code(game)
    game.sleep_until(game.clock.now() + GOOD_FOR)
    assert "whose time is over" in refused(game, from_gm(code, f"{GAME} HOLD so it is"))


def test_of_two_mails_with_one_code_in_one_poll_exactly_one_acts(game: Post) -> None:
    code = a_code(game)
    first, second = (from_gm(code, f"{GAME} HOLD {why}") for why in ("for one", "for another"))
    told = [said(mail) for mail in answers(game, first, second)]
    assert len(told) == 2
    assert len(game.events(GameHeld)) == 1
    assert sorted("used before" in one for one in told) == [False, True]


def test_the_same_mail_twice_is_carried_out_and_answered_once(game: Post) -> None:
    mail = from_gm(a_code(game), f"{GAME} NOTICE Back on Sunday")
    assert len(answers(game, mail, mail)) == 1
    assert not answers(game, mail)
    notices = [m for m in game.sender.to(address_of("Bill")) if m["X-Pigpost-Kind"] == "notice"]
    assert len(notices) == 1


def test_a_mail_of_his_that_commands_nothing_is_read_as_anybody_s(game: Post) -> None:
    assert not answers(game, from_gm("I hold that the pigs are doing well."))
    assert not answers(game, from_gm("PROTEST 0123-4567"))
    assert outcome(game) == "unknown_sender"


def test_a_gm_who_plays_orders_like_anybody(post: Post) -> None:
    with_site(post, gm=address_of("Bill"))
    a_running_game(post, "Bill", "Karen")
    assert post.mailed("Bill", "I hold at 2 throws\nTHROWS 2")["X-Pigpost-Kind"] != "gm_done"


def test_the_deputy_has_codes_of_his_own_and_rules_in_his_own_name(claim: Post) -> None:
    with_site(claim, deputy=DEPUTY, deputy_name="Ines")
    line = f"{GAME} RULE 1 DISMISS the log is right"
    told = refused(claim, from_gm(a_code(claim), line, sender=DEPUTY), to=DEPUTY)
    assert "never given to you" in told
    (mail,) = answers(claim, from_gm(line, sender=DEPUTY), to=DEPUTY)
    (mail,) = answers(claim, from_gm(code_in(mail), line, sender=DEPUTY), to=DEPUTY)
    assert claim.events(RulingMade)[0].by == "deputy"
    assert mail["To"] == f"Ines <{DEPUTY}>"


def test_what_the_deputy_does_besides_is_written_down_as_his(game: Post) -> None:
    with_site(game, deputy=DEPUTY, deputy_name="Ines")
    lines = ("HOLD Ted is at sea", "GO he is back", "AS Ted: THROWS 4 BECAUSE by phone")
    code = a_code(game, role="deputy")
    answers(game, from_gm(f"CODE {code}", *(f"{GAME} {line}" for line in lines), sender=DEPUTY))
    done = [*game.events(GameHeld), *game.events(GameResumed), *game.events(OrderAccepted)]
    assert [event.by for event in done] == ["deputy"] * 3


# --- codes -------------------------------------------------------------------------------------


def test_the_mail_of_the_day_brings_a_code_that_is_good(game: Post) -> None:
    game.clock.at = datetime(2026, 3, 13, 9, tzinfo=UTC)
    game.sleep_until(game.clock.at)
    assert send_digest(game.services)
    game.run()
    (digest,) = [m for m in game.sender.to(GM) if m["X-Pigpost-Kind"] == "digest"]
    mail = from_gm(code_in(digest), f"{GAME} HOLD so it is", answering=digest)
    (mail,) = answers(game, mail)
    assert game.state().held == "so it is"


def test_every_answer_brings_another_code_which_is_good(game: Post) -> None:
    (first,) = answers(game, from_gm(f"{GAME} HOLD so it is"))
    (second,) = answers(game, from_gm(code_in(first), f"{GAME} HOLD so it is"))
    (third,) = answers(game, from_gm(code_in(second), f"{GAME} GO enough"))
    assert len({code_in(mail) for mail in (first, second, third)}) == 3
    assert game.state().held is None


def test_a_code_is_nowhere_but_in_its_mail(game: Post, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    (mail,) = answers(game, from_gm(f"{GAME} HOLD so it is"))
    code = code_in(mail)
    assert CODE.fullmatch(code)
    with game.services.store.writing() as tx:
        rows = tx._connection.execute(gm_code.select()).mappings().all()  # type: ignore[attr-defined]
    assert rows
    assert code not in str(rows)
    assert code.replace("-", "") not in str(rows)
    assert code not in caplog.text


def test_neither_a_code_nor_an_order_by_phone_is_shown_with_the_mails(game: Post) -> None:
    game.clock.at = datetime(2026, 3, 13, 9, tzinfo=UTC)
    game.sleep_until(game.clock.at)
    send_digest(game.services)
    line = f"{GAME} AS Ted: THROWS 17 BECAUSE by phone"
    assert answers(game, from_gm(a_code(game), line))
    with game.services.store.reading() as tx:
        (came,) = tx.mails.newest(limit=1)
        out = {row.kind: row for row in tx.outbox.newest(limit=9)}
        assert Seals(tx).close(came)
        assert Seals(tx).close(out["gm_done"])
        assert not Seals(tx).close(out["digest"])
    for kind in ("gm_done", "digest"):
        (sent,) = [m for m in game.sender.to(GM) if m["X-Pigpost-Kind"] == kind]
        code = code_in(sent)
        page = sent.get_body(preferencelist=("html",))
        assert page is not None
        for text in (text_of(sent), str(page.get_content()), f"> {code}", f"{code}\r\n"):
            assert code in text
            assert code not in without_keys(text)


def test_many_mails_without_a_code_are_not_all_answered(game: Post) -> None:
    mails = [from_gm(f"{GAME} RUN 1", Subject=f"number {n}") for n in range(30)]
    limit = game.services.settings.mail.answers_per_hour // 2
    assert len(answers(game, *mails)) == limit


def test_the_gm_is_answered_however_often_he_writes_with_a_code(game: Post) -> None:
    limit = game.services.settings.mail.answers_per_hour
    mails = [from_gm(a_code(game), f"{GAME} NOTICE {n}") for n in range(limit + 3)]
    assert len(answers(game, *mails)) == limit + 3


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("spring-pigs RUN 4", [("spring-pigs", "RUN", "4")]),
        ("Spring-Pigs run 4", [("spring-pigs", "RUN", "4")]),
        ("1. spring-pigs RUN 4", [("spring-pigs", "RUN", "4")]),
        ("spring-pigs GOING 4", [None]),
        ("RUN 4", [None]),
        ("#END\nspring-pigs RUN 4", []),
    ],
)
def test_a_line_is_a_game_a_word_and_what_it_takes(text: str, read: list[object]) -> None:
    commands = [line.command for line in lines_in(text)]
    assert [None if c is None else (c.game, c.word.value, c.rest) for c in commands] == read


def test_no_more_than_fifty_lines_are_looked_at() -> None:
    assert len(lines_in("spring-pigs RUN 4\n" * 70)) == 50
    assert replace(lines_in("x" * 5_000)[0]).text == "x" * 1_000
    assert timedelta(days=7) < GOOD_FOR
