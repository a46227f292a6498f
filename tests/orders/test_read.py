"""What of a mail counts, and what it says as a whole."""

# ruff: noqa: RUF001 - as programs write them

import pytest

from pigpost.games.conditions import After, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.read import MOST_CHARACTERS, MOST_LINES, MOST_SENTENCES
from pigpost.orders.reading import Command, CommandWord, Order, Reason, Refusal, State
from tests.orders.asking import BILL, JIM, NAMES, TED, command, condition, items, order, refusal

STAGG = [
    ("Turn will end after 3 throws.", Throws(3)),
    ("Turn will end when turn score reaches at least 10 points.", Turn(10)),
    ("Turn will end when my total score reaches or exceeds 60.", Total(60)),
    ("Turn will end if I am the only player left in this turn.", OnlyLeft()),
    ("Turn will end after Jim has ended his turn.", After(frozenset({JIM}))),
    ("Turn will end if Ted and Bill have ended their turn.", When(frozenset({TED, BILL}))),
]


@pytest.mark.parametrize(("text", "expected"), STAGG)
def test_3_3_the_six_sentences_are_read(text: str, expected: object) -> None:
    assert condition(text) == expected


@pytest.mark.parametrize(("_text", "wanted"), STAGG)
def test_the_canonical_tongue_is_read_back(_text: str, wanted: object) -> None:
    names = {Seat(n): name for n, name in enumerate(NAMES, 1)}
    spelled = in_words(wanted, names)  # type: ignore[arg-type]
    assert condition(spelled) == wanted
    assert condition(spelled.lower()) == wanted


# --- quotes, signatures, length ---------------------------------------------------------------


@pytest.mark.parametrize("sign", [">", "|", " > ", ">> ", "\t|", "＞"])
def test_from_the_first_quote_sign_on_nothing_counts(sign: str) -> None:
    assert refusal(f"{sign}THROWS 3").reason is Reason.NOTHING_FOUND
    assert condition(f"THROWS 3\n{sign}THROWS 4\nTHROWS 5") == Throws(3)
    assert refusal(f"{sign}how many?\nTHROWS 3").reason is Reason.NOTHING_FOUND


@pytest.mark.parametrize("mark", ["-- ", "--", "____", "-----"])
def test_below_a_signature_mark_nothing_counts(mark: str) -> None:
    assert condition(f"THROWS 3\n{mark}\nTHROWS 4") == Throws(3)
    assert refusal(f"{mark}\nTHROWS 4").reason is Reason.NOTHING_FOUND


@pytest.mark.parametrize(
    "text",
    [
        "THROWS 3" + "\nhello" * MOST_LINES,
        "hello\n" * MOST_LINES + "THROWS 3",
        "THROWS 3\n" + "x" * MOST_CHARACTERS,
        "x" * 10 * MOST_CHARACTERS,
        "Thanks. " * (MOST_SENTENCES + 1) + "THROWS 3",
    ],
)
def test_of_a_long_text_not_even_a_part_is_taken(text: str) -> None:
    refused = refusal(text)
    assert refused.reason is Reason.UNCLEAR
    assert len(refused.line) <= 400
    assert all(c.span.end <= len(refused.line) for c in refused.complaints)


def test_a_long_quote_or_signature_makes_no_text_long() -> None:
    assert condition("THROWS 3\n" + "> hello\n" * 100_000) == Throws(3)
    assert condition("THROWS 3\n-- \n" + "hello\n" * 100_000) == Throws(3)


def test_a_text_as_long_as_can_be_is_read() -> None:
    assert condition("\n".join(["Thanks."] * (MOST_LINES - 1) + ["THROWS 3"])) == Throws(3)


# --- one order --------------------------------------------------------------------------------


def test_the_same_order_twice_is_one() -> None:
    assert condition("THROWS 3\nThree throws, please.") == Throws(3)
    assert order("ROUND 4 THROWS 3\nTHROWS 3").round == 4


def test_6_1_two_different_orders_in_a_mail_are_refused() -> None:
    refused = refusal("THROWS 3\n\nTHROWS 4")
    assert refused.reason is Reason.MORE_THAN_ONE_CONDITION
    assert refused.line == "THROWS 4"
    assert refused.suggestions == (Throws(3), Throws(4))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ROUND 4 THROWS 3\nROUND 5 THROWS 3", [(Throws(3), 4, False), (Throws(3), 5, False)]),
        ("THROWS 3\nROUND 5 THROWS 4", [(Throws(3), None, False), (Throws(4), 5, False)]),
        ("Round 4:\nTHROWS 3\nRound 5:\nTHROWS 4", [(Throws(3), 4, False), (Throws(4), 5, False)]),
        ("THROWS 3\nSTANDING THROWS 4", [(Throws(3), None, False), (Throws(4), None, True)]),
        (
            "standing: TURN 20\n\nround 7: after Bill",
            [
                (Turn(20), None, True),
                (After(frozenset({BILL})), 7, False),
            ],
        ),
    ],
)
def test_orders_for_different_rounds_and_a_standing_one_go_together(
    text: str, expected: list[object]
) -> None:
    found = [item for item in items(text) if isinstance(item, Order)]
    assert [(item.condition, item.round, item.standing) for item in found] == expected


@pytest.mark.parametrize(
    "text",
    [
        "ROUND 4 THROWS 3\nROUND 4 THROWS 4",
        "STANDING THROWS 3\nSTANDING THROWS 4",
        "THROWS 3\nROUND 5 THROWS 4\nTHROWS 5",
    ],
)
def test_6_1_two_orders_for_the_same_rounds_are_refused(text: str) -> None:
    assert refusal(text).reason is Reason.MORE_THAN_ONE_CONDITION


def test_a_round_that_no_order_is_for_is_asked_back() -> None:
    assert refusal("Round 4:\nROUND 5 THROWS 3").reason is Reason.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "STANDING THROWS 3",
        "standing order: 3 throws",
        "from now on always 3 throws",
        "every round: THROWS 3",
        "3 throws every round",
        "3 throws until further notice",
    ],
)
def test_a_standing_order_is_marked_as_one(text: str) -> None:
    read = order(text)
    assert (read.condition, read.round, read.standing) == (Throws(3), None, True)


@pytest.mark.parametrize(
    "text",
    [
        "ROUND 4 THROWS 3",
        "Round 4: 3 throws",
        "3 throws for round 4",
        "Round 4\n\nTHROWS 3",
        "My order for round 4 is 3 throws",
        "Order for round 4:\nTHROWS 3",
        "round four, 3 throws",
    ],
)
def test_the_round_that_an_order_is_for_is_kept(text: str) -> None:
    read = order(text)
    assert (read.condition, read.round) == (Throws(3), 4)


def test_an_order_knows_where_it_stood() -> None:
    text = "Hi Alison,\r\n\r\n  Turn will end\r\nafter 3 throws.\r\nCheers"
    span = order(text).span
    assert text[span.start : span.end] == "Turn will end\r\nafter 3 throws"


@pytest.mark.parametrize(
    "text",
    [
        "THROWS 3. Not!",
        "THROWS 3\nor 4",
        "THROWS 3. Unless Bill stops.",
        "THROWS 3\nKidding!",
        "THROWS 3\n\nBananas mean opposite day.",
        "THROWS 3. What do you think?",
        "THROWS 3\nBill",
    ],
)
def test_an_order_beside_words_that_are_not_understood_is_asked_back(text: str) -> None:
    refused = refusal(text)
    assert refused.reason in (Reason.UNCLEAR, Reason.MORE_THAN_ONE_CONDITION)
    assert Throws(3) in refused.suggestions


def test_lines_that_could_be_joined_to_another_order_are_asked_back() -> None:
    names = ("Tom", "Tom B", "Bo")
    assert refusal("after Tom\nB", names=(*names[:2], "B"), me=Seat(3)).reason is Reason.UNCLEAR
    assert condition("after Tom\n\nBo", names=names, me=Seat(3)) == After(frozenset({Seat(1)}))


@pytest.mark.parametrize(
    "text",
    [
        "Hi Alison,\n\nhope you are well. Turn will end after\n3 throws.\n\nBest wishes,\nKaren",
        "3 throws\n\nKaren",
        "3 throws - Karen",
        "Karen: 3 throws",
        "3 throws, thanks!\nKaren Hill\n+44 1632 960123",
        "Good morning!\n3 throws :-)\nSent from my phone",
        "3 throws\n\nSent from Outlook for iOS",
        "3 throws\nSent from my Samsung Galaxy S21",
        "This is Karen. 3 throws please. Lovely weather here in Leeds.",
        "OK, here goes: 3 throws. Good luck everyone!",
    ],
)
def test_courtesy_around_an_order_changes_nothing(text: str) -> None:
    assert condition(text) == Throws(3)


# --- commands beside orders -------------------------------------------------------------------


def kinds(text: str, state: State = State.PLAYING) -> list[str]:
    return [
        item.word if isinstance(item, Command) else type(item).__name__
        for item in items(text, state=state)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("STATUS\nTHROWS 3", ["status", "Order"]),
        ("THROWS 3\nSTATUS\nRULES", ["Order", "status", "rules"]),
        ("STATUS\nTHROWS banana", ["status", "Refusal"]),
        ("STATUS\nI lost your last mail", ["status"]),
        ("NOT ME\nI didn't send that order!", ["not_me"]),
        ("RESIGN YES\nonly joking", ["Refusal"]),
        ("CLEAR\nno, wait", ["Refusal"]),
        ("STATUS\nwait", ["status", "wait"]),
        ("CLEAR\nTHROWS 3", ["clear", "Order"]),
    ],
)
def test_one_order_and_commands_go_together(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


def test_a_command_inside_a_sentence_is_none() -> None:
    for text in ("I need help", "please stop after", "the status is fine", "3 throws. Stop. Help."):
        assert all(not isinstance(item, Command) for item in items(text))


def test_withdraw_is_asked_back_and_never_carried_out() -> None:
    for text in ("WITHDRAW", "withdraw", "I withdraw my order", "Withdraw please"):
        assert refusal(text).reason is Reason.UNCLEAR


def test_words_for_the_game_master_are_taken_along_and_not_read() -> None:
    asked = command("PROTEST My order was 3 throws,\nnot 4.")
    assert asked.word is CommandWord.PROTEST
    assert asked.args == {"text": "My order was 3 throws,\nnot 4."}


def test_an_order_in_a_paragraph_of_its_own_below_them_counts() -> None:
    told, ordered = items("GM is it Friday?\n\nTHROWS 3\n\nThanks")
    assert isinstance(told, Command)
    assert told.args == {"text": "is it Friday?"}
    assert isinstance(ordered, Order)


def test_an_order_among_them_is_asked_about() -> None:
    told, refused = items("PROTEST\nI mailed\nTHROWS 3\non Monday")
    assert isinstance(told, Command)
    assert isinstance(refused, Refusal)
    assert refused.suggestions == (Throws(3),)


def test_words_for_the_game_master_may_be_long() -> None:
    words = "It was in time. " * 1000
    assert command(f"PROTEST {words}").args == {"text": words.strip()}


# --- who writes -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Yes please", "I'm in!", "count me in, thanks", "Sure. Thanks!"])
def test_yes_is_an_answer_of_the_invited_only(text: str) -> None:
    assert command(text, state=State.INVITED).word is CommandWord.JOIN
    assert not any(isinstance(item, Command) for item in items(text))


@pytest.mark.parametrize(
    "text", ["No thanks", "No, not this time.", "Sorry, I can't", "count me out"]
)
def test_no_is_one_too(text: str) -> None:
    assert command(text, state=State.INVITED).word is CommandWord.DECLINE
    assert not any(isinstance(item, Command) for item in items(text))


@pytest.mark.parametrize(
    "text", ["Yes and no", "Yes.\nNo.", "Yes, if Bill plays", "Yes?", "No problem"]
)
def test_neither_yes_nor_no_is_asked_back(text: str) -> None:
    assert isinstance(refusal(text, state=State.INVITED), Refusal)


def test_an_order_needs_no_seat_to_be_read() -> None:
    (read,) = items("AFTER Karen", me=None, state=State.STRANGER)
    assert isinstance(read, Order)


def test_an_empty_text_says_nothing() -> None:
    for text in ("", " \n\t\n", "Thanks!", "Hello Alison", "\ufeff"):
        assert refusal(text).reason is Reason.NOTHING_FOUND
