"""Every reason, problem and word that a letter can carry has its sentence."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pigpost.games.conditions import check_orders
from pigpost.games.kinds import Form, Kind, Piggyback, Settings
from pigpost.games.settings import game_settings
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Complaint, Doubt, Reason, Span
from pigpost.outbox.examples import examples
from pigpost.replay.disputes import Later, RulingKind, SeatAct
from pigpost.replay.state import Phase
from pigpost.results import letters as kinds
from pigpost.results.gm_done import GmLine
from pigpost.results.letters import Letter
from tests.outbox import letters
from tests.outbox.by_hand import by_hand
from tests.outbox.disputes import claim, ruling
from tests.outbox.gm_mail import gm_done
from tests.outbox.goldens import rendered
from tests.outbox.seen import Page
from tests.results.told import told, told_of


def listed(letter: type, field: str) -> list[str]:
    """The values that a letter's docstring lists for a field."""
    told = " ".join((letter.__doc__ or "").split()).partition(f"`{field}`:")[2]
    told = re.sub(r"\([^)]*\)", "", told).partition(". ")[0]
    return re.findall(r"`(\w+)`", told)


PROBLEMS = listed(kinds.MailRefused, "problem")
DONE = listed(kinds.Done, "what")
NOTICES = listed(kinds.Notice, "what")
NOTES = listed(kinds.GmNote, "what")
OF_CODES = listed(kinds.GmDone, "problem")
BECAME = listed(GmLine, "what")


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
    assert [len(PROBLEMS), len(DONE), len(NOTICES), len(NOTES)] == [13, 11, 5, 32]


def test_every_problem_of_a_mail_has_its_sentence() -> None:
    all_differ(letters.mail_refused(), "problem", PROBLEMS)


def test_every_command_that_was_done_has_its_sentence() -> None:
    all_differ(letters.done(), "what", DONE)


def test_whatever_a_code_or_a_line_of_the_gm_was_has_its_sentence() -> None:
    assert [len(OF_CODES), len(BECAME)] == [4, 10]
    all_differ(gm_done(), "problem", OF_CODES)
    line = next(line for line in gm_done().lines if line.at is not None)
    seen = [rendered(replace(gm_done(), lines=(replace(line, what=what),))) for what in BECAME]
    assert len({mail.text for mail in seen}) == len({mail.html for mail in seen}) == len(BECAME)


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


def test_everything_that_the_gm_does_by_hand_has_its_sentence() -> None:
    done = listed(kinds.ByHand, "what")
    assert len(done) == 4
    all_differ(by_hand(), "what", done)


def test_every_news_of_a_claim_has_its_sentence() -> None:
    news = listed(kinds.ClaimNews, "what")
    assert len(news) == 9
    all_differ(claim(), "what", news)


@pytest.mark.parametrize("what", [kind for kind in RulingKind if kind is not RulingKind.SEAT])
def test_every_kind_of_ruling_has_its_sentence(what: RulingKind) -> None:
    others = [texts(replace(ruling(), what=k, overrules=3)) for k in RulingKind if k is not what]
    told = texts(replace(ruling(), what=what, overrules=3))
    assert not any(told & other for other in others)
    assert all("Ruling 17: " in text for text in told)


def test_everything_that_is_ruled_about_a_seat_has_its_sentence() -> None:
    of_a_seat = replace(ruling(), what=RulingKind.SEAT, seat=letters.TED)
    all_differ(of_a_seat, "act", list(SeatAct))


def test_every_voice_and_every_way_to_carry_on_has_its_words() -> None:
    all_differ(ruling(), "by", ["gm", "deputy", "ombudsman"])
    of_the_past = replace(ruling(), told=replace(ruling().told, later=True))
    all_differ(of_the_past, "later", [Later.SCORES_ONLY])


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


@pytest.mark.parametrize("doubt", Doubt)
def test_6_2_every_doubt_has_a_sentence_of_its_own(doubt: Doubt) -> None:
    told = texts(refused(Reason.UNCLEAR, doubt=doubt))
    assert all("(rule 6.2)" in text for text in told)
    others = [texts(refused(Reason.UNCLEAR, doubt=other)) for other in Doubt if other is not doubt]
    assert not any(told & other for other in others)
    found_nothing = rendered(refused(Reason.NOTHING_FOUND, doubt=doubt)).text
    (sentence,) = re.findall(r" 1\. (.*?\(rule\s+6\.2\)\.)", found_nothing, re.DOTALL)
    assert any(" ".join(sentence.split()) in text for text in told)


def test_6_2_a_number_is_bounded_by_what_the_order_can_have() -> None:
    mail = rendered(refused(Reason.BAD_NUMBER, limit=300))
    assert "a whole one from 1 to 300 (rule 6.2)" in " ".join(mail.text.split())
    mail = rendered(refused(Reason.BAD_NUMBER))
    assert "a whole one from 1 to 1,000,000 (rule 6.2)" in " ".join(mail.text.split())


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


@pytest.mark.parametrize("kind", [Kind.POSTAL_PIGS, Kind.PASS_THE_PIGS])
def test_3_5_3_invitation_and_rules_say_what_a_piggyback_does(kind: Kind) -> None:
    for letter in (letters.invitation(), letters.rules()):
        one, two = (of_game(letter, game_settings(kind, piggyback=how)) for how in Piggyback)
        assert not texts(one) & texts(two)


GAMES = [game_settings(kind, form=form) for kind in Kind for form in kind.forms]


def of_game(letter: Any, settings: Settings) -> Any:
    if settings.form is Form.SEQUENTIAL:
        settings = replace(settings, first_seat=letters.TED)
    return replace(letter, head=replace(letter.head, settings=settings))


@pytest.mark.parametrize(
    "letter",
    [letters.invitation(), letters.rules(), letters.help_(), letters.reminder(), letters.opening()],
    ids=lambda letter: letter.KIND,
)
def test_a_mail_speaks_of_its_own_game(letter: Letter) -> None:
    """What no game shares with another is said in the mails of that game, and only there."""
    for settings in GAMES:
        text = " ".join(rendered(of_game(letter, settings)).text.split())
        hog, own = settings.kind is Kind.HOG, settings.form is not Form.SHARED
        assert ("DICE" in text) is hog
        assert ("TURN 20" in text) is not hog
        assert ("WHEN" in text) is not (hog or own)
        assert ("Without an order one die is thrown for you." in text) is (hog and own)
        assert ("the first throw ends your turn" in text) is not (hog or own)
        if not settings.kind.has_pigs:
            assert not re.search(r"Oinker|Piggyback|Pig Out|Sider|two pigs", text)


def test_no_two_games_have_the_same_rules_or_invitation() -> None:
    for letter in (letters.rules(), letters.invitation()):
        told = [rendered(of_game(letter, settings)).text for settings in GAMES]
        assert len(set(told)) == len(told)


@pytest.mark.parametrize("settings", GAMES, ids=lambda s: f"{s.kind}-{s.form}")
def test_6_2_what_a_game_has_no_order_for_is_refused_in_its_own_words(settings: Settings) -> None:
    for reason in (Reason.NOT_IN_THIS_GAME, Reason.UNKNOWN_CONDITION, Reason.NOTHING_FOUND):
        mail = rendered(of_game(replace(refused(reason), suggestions=()), settings))
        text = " ".join(mail.text.split())
        assert "(rule 6.2)" in text
        shared = settings.form is Form.SHARED and settings.kind is not Kind.HOG
        assert ("condition" in text) is shared, reason
        assert ("DICE 5" in text) is (settings.kind is Kind.HOG)


def test_2_5_a_number_of_dice_is_bounded_by_the_game() -> None:
    hog = game_settings(Kind.HOG, max_dice=20)
    mail = rendered(of_game(refused(Reason.BAD_NUMBER), hog))
    assert "a whole one from 1 to 20 (rule 6.2)" in " ".join(mail.text.split())


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


@pytest.mark.parametrize(
    ("kind", "order", "throws"),
    [
        ("two_dice", "TURN 90", "3-5 " * 40),
        ("hog", "DICE 50", "6 " * 50),
    ],
)
def test_five_hundred_players_with_own_throws_make_a_mail_of_bearable_size(
    kind: str, order: str, throws: str
) -> None:
    names = [f"Player {n}" for n in range(1, 501)]
    sheet = told_of(
        kind, "simultaneous", dict.fromkeys(names, order), dict.fromkeys(names, throws), target=999
    )
    head = replace(letters.head(), names=sheet.names, settings=sheet.settings)
    mail = rendered(replace(letters.result(), sheet=sheet, head=head))
    assert len(mail.html.encode()) < 60_000
    assert mail.text.count("\n") < 200
    assert "and 474 more players" in mail.text
    assert "Player 2 " in mail.text, "the reader's own"


def test_a_long_game_makes_a_mail_of_bearable_size() -> None:
    rounds = tuple(replace(sheet, round=n) for n, sheet in enumerate(letters.game_rounds() * 30, 1))
    mail = rendered(replace(letters.game_over(), rounds=rounds))
    assert "70 rounds are left out here." in mail.text
    assert len(mail.html.encode()) < 60_000


def test_a_long_round_makes_a_table_of_bearable_size() -> None:
    sheet = told({"Bill": "TURN 90"}, "1 " * 70 + "pig_out")
    mail = rendered(replace(letters.result(), sheet=sheet))
    assert "31 throws in between are left out here." in mail.text


def sample(settings: Settings, **head: Any) -> list[str]:
    """The example orders of a mail to Karen."""
    whose = replace(letters.head(), settings=settings, **head)
    conditions = examples(whose, settings)
    return [in_words(condition, whose.names) for condition in conditions]


def test_examples_are_orders_that_the_game_knows() -> None:
    for settings in GAMES:
        check_orders(examples(letters.head(), settings), settings)
    assert sample(game_settings(Kind.HOG, max_dice=3)) == ["DICE 3", "DICE 2"]
    assert sample(game_settings(Kind.HOG, max_dice=1)) == ["DICE 1"]


def test_examples_name_nobody_who_is_out() -> None:
    out = frozenset({letters.BILL, letters.TED})
    assert "WHEN Geoff" in sample(game_settings(Kind.POSTAL_PIGS), out=out)


def test_who_plays_alone_gets_no_example_with_a_name() -> None:
    out = frozenset(letters.NAMES) - {letters.KAREN}
    told = sample(game_settings(Kind.POSTAL_PIGS), out=out)
    assert told == ["THROWS 4", "TURN 20", "TOTAL 60", "ONLY LEFT"]


@pytest.mark.parametrize(
    ("target", "score", "turn", "total"),
    [
        (100, 0, "TURN 20", "TOTAL 60"),
        (100, 59, "TURN 20", "TOTAL 60"),
        (100, 60, "TURN 20", "TOTAL 80"),
        (100, 85, "TURN 15", "TOTAL 99"),
        (100, 99, "TURN 1", None),
        (50, 0, "TURN 20", "TOTAL 30"),
        (10, 0, "TURN 5", "TOTAL 6"),
        (1, 0, "TURN 1", None),
    ],
)
def test_the_numbers_of_examples_lie_between_the_score_and_the_target(
    target: int, score: int, turn: str, total: str | None
) -> None:
    told = sample(game_settings(Kind.PIG, target=target), score=score)
    assert told == [turn, "THROWS 4", *([total] if total else [])]


def test_house_players_are_labelled_but_in_orders() -> None:
    head = replace(letters.head(), bots=frozenset({letters.BILL}))
    table = tuple(replace(line, bot=line.name == "Bill") for line in letters.scores())
    for letter in (
        replace(letters.status(), scores=table),
        replace(letters.reminder(), scores=table),
    ):
        mail = rendered(replace(letter, head=head))
        assert "Bill (bot)" in mail.text
        assert "Bill (bot)" in " ".join(Page(mail.html).text.split())
    receipt = " ".join(rendered(replace(letters.receipt(), head=head)).text.split())
    assert "AFTER Bill Means You play exactly one throw more than Bill (bot)" in receipt


def test_who_is_out_of_the_game_is_not_asked_for_orders() -> None:
    letter = letters.result()
    mail = rendered(replace(letter, head=replace(letter.head, out=frozenset({letters.KAREN}))))
    assert "The game goes on without you: round 5 is next." in mail.text
    assert "orders by" not in mail.subject
    assert "THROWS 4" not in mail.text
    assert "mailto:" not in mail.html
    gone = replace(
        letters.status(), stands=None, head=replace(letter.head, out=frozenset({letters.KAREN}))
    )
    assert "nothing; you are not in the game" in rendered(gone).text


def test_a_round_thrown_before_its_deadline_says_why() -> None:
    letter = letters.result()
    early = replace(letter.sheet, thrown_at=letter.sheet.deadline - timedelta(hours=5))
    told = " ".join(rendered(replace(letter, sheet=early)).text.split())
    assert "All orders were in, so the round was thrown before its deadline." in told
    assert "before its deadline" not in " ".join(rendered(letter).text.split())


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
