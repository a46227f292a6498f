"""Every reason, problem and word that a letter can carry has its sentence."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pigpost.orders.reading import Complaint, Reason, Span
from pigpost.replay.state import Phase
from pigpost.results import letters as kinds
from pigpost.results.letters import Letter
from tests.outbox import letters
from tests.outbox.goldens import rendered
from tests.outbox.seen import Page
from tests.results.told import told


def listed(letter: type, field: str) -> list[str]:
    """The values that a letter's docstring lists for a field."""
    told = " ".join((letter.__doc__ or "").split()).partition(f"`{field}`:")[2]
    told = re.sub(r"\([^)]*\)", "", told).partition(". ")[0]
    return re.findall(r"`(\w+)`", told)


PROBLEMS = listed(kinds.MailRefused, "problem")
DONE = listed(kinds.Done, "what")
NOTICES = listed(kinds.Notice, "what")
NOTES = listed(kinds.GmNote, "what")


def texts(letter: Letter) -> set[str]:
    """The mail in words, as text and as HTML: both must change with a value."""
    mail = rendered(letter)
    page = " ".join(Page(mail.html).text.split())
    return {" ".join(mail.text.split()), page}


def all_differ(letter: Any, field: str, values: list[Any]) -> None:
    seen: set[str] = set()
    for value in [*values, "no such value"]:
        told = texts(replace(letter, **{field: value}))
        assert not told & seen, value
        seen |= told


def test_the_lists_are_found() -> None:
    assert [len(PROBLEMS), len(DONE), len(NOTICES), len(NOTES)] == [12, 12, 4, 12]


def test_every_problem_of_a_mail_has_its_sentence() -> None:
    all_differ(letters.mail_refused(), "problem", PROBLEMS)


def test_every_command_that_was_done_has_its_sentence() -> None:
    all_differ(letters.done(), "what", DONE)


def test_every_notice_has_its_sentence_and_its_subject() -> None:
    all_differ(replace(letters.notice(), who="Ted"), "what", NOTICES)
    subjects = {
        rendered(replace(letters.notice(), what=what, who="Ted")).subject for what in NOTICES
    }
    assert len(subjects) == len(NOTICES)
    assert all(len(subject) > len("[spring-pigs] ") for subject in subjects)


def test_every_note_to_the_gm_has_its_sentence_and_its_subject() -> None:
    all_differ(letters.gm_note(), "what", NOTES)
    subjects = {rendered(replace(letters.gm_note(), what=what)).subject for what in NOTES}
    assert len(subjects) == len(NOTES)


def test_every_question_has_its_sentence() -> None:
    all_differ(letters.asked_back(), "question", listed(kinds.AskedBack, "question"))


def test_every_phase_has_its_sentence() -> None:
    all_differ(replace(letters.status(), due=None), "phase", list(Phase)[:1] + list(Phase)[2:])


@pytest.mark.parametrize("level", ["hand", "sealed", "beacon", "witness"])
def test_every_level_of_fairness_says_what_it_does_not_prevent(level: str) -> None:
    letter = letters.reminder()
    told = rendered(replace(letter, head=replace(letter.head, level=level))).text
    assert f"Fairness, level {level}:" in told


def refused(reason: Reason, **changed: Any) -> Any:
    complaint = Complaint(reason=reason, rule="6.2", span=Span(start=20, end=23))
    return replace(letters.refusal(), complaints=(replace(complaint, **changed),))


@pytest.mark.parametrize("reason", Reason)
def test_6_2_every_reason_has_a_sentence_with_its_rule(reason: Reason) -> None:
    for due in (letters.DUE, None):
        mail = rendered(replace(refused(reason), due=due))
        assert re.search(r" 1\. \S.*\(rule\s+6\.2\)\.", mail.text, re.DOTALL)
        assert "(rule 6.2)" in " ".join(Page(mail.html).text.split())


def test_6_2_no_two_reasons_have_the_same_sentence() -> None:
    told = [rendered(refused(reason)).text for reason in Reason]
    assert len(set(told)) == len(told)


def test_a_near_name_is_suggested() -> None:
    mail = rendered(refused(Reason.UNKNOWN_PLAYER, name="Bil", names=("Bill", "Bob")))
    assert "Did you mean Bill or Bob? (Rule 6.2.)" in " ".join(mail.text.split())


def test_a_name_that_fits_two_lists_them() -> None:
    mail = rendered(refused(Reason.AMBIGUOUS_PLAYER, name="T", names=("Tom A", "Tom B")))
    assert "that could be Tom A or Tom B; write the name in full" in " ".join(mail.text.split())


def test_a_player_who_is_out_is_told_apart_from_the_writer() -> None:
    named = rendered(refused(Reason.PLAYER_IS_OUT, name="Sue")).text
    assert "that player is out of the game already" in " ".join(named.split())
    assert "You are not in the game any more" in rendered(refused(Reason.PLAYER_IS_OUT)).text


def test_without_an_order_a_refusal_says_what_will_happen() -> None:
    mail = rendered(replace(letters.refusal(), stands=None))
    assert "nothing yet; without an order the first throw ends your turn" in " ".join(
        mail.text.split()
    )


def test_how_late_is_told_to_the_second() -> None:
    assert "Late by 3 min 09 s" in rendered(letters.late()).text
    assert "PROTEST" in rendered(letters.late()).text


def test_the_deadline_may_have_passed() -> None:
    due = replace(letters.DUE, now=letters.DUE.deadline)
    assert "which has passed" in " ".join(
        rendered(replace(letters.receipt(), due=due)).text.split()
    )


@pytest.mark.parametrize("proof", ["reply", "token", "address", "gm"])
def test_a_receipt_names_the_proof_that_was_used(proof: str) -> None:
    others = {
        p: texts(replace(letters.receipt(), proof=p)) for p in ("reply", "token", "address", "gm")
    }
    mine = others.pop(proof)
    assert not any(mine & other for other in others.values())


@pytest.mark.parametrize("piggyback", ["wipe", "eliminate"])
def test_3_5_3_invitation_and_rules_say_what_a_piggyback_does(piggyback: str) -> None:
    other = "wipe" if piggyback == "eliminate" else "eliminate"
    for letter in (letters.invitation(), letters.rules()):
        one, two = (replace(letter, piggyback=how) for how in (piggyback, other))
        assert not texts(one) & texts(two)


def test_nobody_may_have_won() -> None:
    mail = rendered(replace(letters.game_over(), reason="nobody_left", winners=()))
    assert "nobody has won" in mail.subject
    assert "Nobody has won." in " ".join(mail.text.split())


def test_a_game_can_be_over_before_a_round_was_thrown() -> None:
    mail = rendered(replace(letters.game_over(), reason="ended_by_gm", winners=(), rounds=()))
    assert mail.subject == "[spring-pigs] Spring Pigs has been ended"
    assert "Scores by rounds" not in mail.text


def test_a_game_of_five_hundred_players_makes_a_mail_of_bearable_size() -> None:
    names = {f"Player {n}": ("THROWS 1", "THROWS 3", "ONLY LEFT")[n % 3] for n in range(1, 501)}
    sheet = told(names, "5 5 1 pig_out")
    head = replace(letters.head(), names=sheet.names)
    letter = replace(letters.result(), sheet=sheet, head=head)
    mail = rendered(letter)
    assert len(mail.html.encode()) < 60_000
    assert mail.text.count("\n") < 100
    assert "and 474 more players" in mail.text
    assert "and 474 more players" in " ".join(Page(mail.html).text.split())


def test_a_long_game_makes_a_mail_of_bearable_size() -> None:
    rounds = tuple(replace(sheet, round=n) for n, sheet in enumerate(letters.game_rounds() * 30, 1))
    mail = rendered(replace(letters.game_over(), rounds=rounds))
    assert "70 rounds are left out here." in mail.text
    assert len(mail.html.encode()) < 60_000


def test_a_long_round_makes_a_table_of_bearable_size() -> None:
    sheet = told({"Bill": "TURN 90"}, "1 " * 70 + "pig_out")
    mail = rendered(replace(letters.result(), sheet=sheet))
    assert "31 throws in between are left out here." in mail.text


def test_examples_name_nobody_who_is_out() -> None:
    gone = replace(letters.status(), scores=letters.scores(Bill="withdrawn", Ted="eliminated"))
    told = rendered(replace(letters.reminder(), scores=gone.scores, head=letters.head())).text
    assert "WHEN Geoff" in told
    assert "WHEN Bill" not in told


def test_who_plays_alone_gets_no_example_with_a_name() -> None:
    sheet = told({"Bill": "THROWS 1"}, "5")
    head = replace(letters.head(letters.BILL), names=sheet.names)
    text = rendered(replace(letters.result(), sheet=sheet, head=head)).text
    assert "ONLY LEFT" in text
    assert "WHEN" not in text


def test_names_with_marks_and_from_right_to_left_are_printed_safely() -> None:
    names = ["O'Brien & Sons", "<b>Zoë</b>", "שרה", "猪木"]
    sheet = told(dict.fromkeys(names, "THROWS 2"), "5 pig_out", scores={"שרה": 52})
    mail = rendered(
        replace(letters.result(), sheet=sheet, head=replace(letters.head(), names=sheet.names))
    )
    page = Page(mail.html)
    for name in names:
        assert name in mail.text
        assert name in page.text
    assert "\u2068שרה\u2069" in mail.text
    assert not [b for b in page.all("b") if b.text == "Zoë"]
