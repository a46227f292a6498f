"""Rule 6.3.1: a refusal says what is wrong, where, and what would be acceptable."""

import pytest

from pigpost.games.conditions import After, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Order, Reason
from tests.orders.asking import (
    BILL,
    GEOFF,
    JIM,
    KAREN,
    NAMES,
    TED,
    condition,
    items,
    marked,
    refusal,
)


def test_two_complaints_about_one_line_have_a_span_each() -> None:
    refused = refusal("Turn will end after Bil has ended or at 20 points", me=JIM)
    assert refused.line == "Turn will end after Bil has ended or at 20 points"
    assert [c.reason for c in refused.complaints] == [
        Reason.UNKNOWN_PLAYER,
        Reason.MORE_THAN_ONE_CONDITION,
    ]
    assert marked(refused) == ["Bil", "or at 20 points"]
    assert [c.rule for c in refused.complaints] == ["6.2", "6.1"]
    assert (refused.complaints[0].name, refused.complaints[0].names) == ("Bil", ("Bill",))
    assert refused.suggestions == (
        After(frozenset({BILL})),
        When(frozenset({BILL})),
        Turn(20),
    )


@pytest.mark.parametrize(
    ("text", "reason", "part"),
    [
        (
            "Hi,\nafter 3 throws or 20 points, thanks",
            Reason.MORE_THAN_ONE_CONDITION,
            "or 20 points",
        ),
        ("WHEN Bill, TURN 20", Reason.MORE_THAN_ONE_CONDITION, ", TURN 20"),
        ("Turn will end after 2.5 throws", Reason.BAD_NUMBER, "2.5"),
        ("about twenty points", Reason.VAGUE_NUMBER, "about twenty"),
        ("Out at 30, please", Reason.UNCLEAR, "30"),
        ("when I have 30 points", Reason.UNCLEAR, "30"),
        ("I stop when Steve stops", Reason.UNKNOWN_PLAYER, "Steve"),
        ("Turn ends after KAREN", Reason.NAMES_HIMSELF, "KAREN"),
        ("stop on the first Razorback", Reason.UNKNOWN_CONDITION, "Razorback"),
        ("when Bill has 50 points", Reason.UNKNOWN_CONDITION, "Bill has 50 points"),
        ("two throws after Bill", Reason.UNKNOWN_CONDITION, "two throws after Bill"),
        ("Turn will end\nafter Bil.", Reason.UNKNOWN_PLAYER, "Bil"),
    ],
)
def test_the_span_is_on_the_words_that_are_wrong(text: str, reason: Reason, part: str) -> None:
    refused = refusal(text)
    assert refused.reason is reason
    assert marked(refused)[0] == part


def test_a_broken_line_is_shown_as_one() -> None:
    assert refusal("Turn will end\nafter   Bil.").line == "Turn will end after Bil"


def test_a_line_is_shown_without_what_can_not_be_seen() -> None:
    refused = refusal("after\u200b \u2067Bil\u2069\u00a0please")
    assert refused.line == "after Bil please"
    assert marked(refused) == ["Bil"]


def test_6_2_a_player_who_is_out_already_can_not_be_named() -> None:
    refused = refusal("WHEN Bill, Ted", out=("Bill",))
    (complaint,) = refused.complaints
    assert (complaint.reason, complaint.name) == (Reason.PLAYER_IS_OUT, "Bill")


def test_6_2_every_wrong_name_of_a_list_is_told() -> None:
    refused = refusal("after Bil, Karen, Steve and Ted")
    assert [(c.reason, c.name) for c in refused.complaints] == [
        (Reason.UNKNOWN_PLAYER, "Bil"),
        (Reason.NAMES_HIMSELF, "Karen"),
        (Reason.UNKNOWN_PLAYER, "Steve"),
    ]


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("stop at 30", (Turn(30), Total(30))),
        ("stop at 5", (Throws(5), Turn(5))),
        ("when my score is 40", (Turn(40), Total(40))),
        ("after everybody else", (OnlyLeft(), After(frozenset({BILL, TED, GEOFF, JIM})))),
        ("when Jeff stops", (When(frozenset({GEOFF})), After(frozenset({GEOFF})))),
        ("WHEN Bill or Ted", (When(frozenset({BILL})), When(frozenset({TED})))),
        ("at most 3 throws", (Throws(3),)),
        ("about 20 points this turn", (Turn(20),)),
        ("WHEN Karen, Ted", (When(frozenset({TED})), After(frozenset({TED})))),
        ("afetr Bill", (After(frozenset({BILL})),)),
        ("Bill stops after 3 throws", (Throws(3),)),
        ("I don't stop after 3 throws", (Throws(3),)),
        ("0 throws", ()),
        ("after Steve", ()),
    ],
)
def test_what_could_be_meant_is_suggested(text: str, suggestions: tuple[object, ...]) -> None:
    assert refusal(text).suggestions == suggestions


@pytest.mark.parametrize(
    "text",
    [
        "after Bil or at 20 points",
        "WHEN Karen, Tedd",
        "when 3 or 4",
        "total scoer 60",
        "THROWS 0",
        "when Jeff or Tim or Bil stops unless 30",
        "after everyone else",
        "THROWS 3\nTURN 4\nTOTAL 9",
    ],
)
def test_every_suggestion_is_an_order_when_mailed(text: str) -> None:
    names = {Seat(n): name for n, name in enumerate(NAMES, 1)}
    refused = refusal(text)
    assert len(refused.suggestions) <= 4
    for suggestion in refused.suggestions:
        assert condition(in_words(suggestion, names)) == suggestion


def test_suggestions_name_nobody_who_is_out_and_never_the_writer() -> None:
    for text in ("after Bil", "when Karem stops", "after everybody else", "WHEN Bill, Karen"):
        for suggestion in refusal(text, out=("Bill",)).suggestions:
            if isinstance(suggestion, When | After):
                assert not suggestion.seats & {BILL, KAREN}


@pytest.mark.parametrize(
    "text",
    [
        "Turn will not end after 3 throws",
        "Turn will end after 3 throws but not before Bill",
        "Turn will end after 3 throws, otherwise 4",
        "3 throws, unless Bill is out",
        "3 throws if Bill is out",
        "3 throws or so",
        "Turn will end after 3 throws, ha ha",
        "maybe 3 throws",
        "I would stop after 3 throws",
        "I could stop after 3 throws",
        "I might stop after 3 throws",
        "I keep throwing after 3 throws",
        "I stay when Bill is out",
        "I start after 3 throws",
        "I leave until 3 throws",
        "I stopped after 3 throws",
        "we stop after 3 throws",
        "You stop after 3 throws",
        "Everybody stops after 3 throws",
        "3 throws for Bill",
        "Bill wants 3 throws",
        "I hear you want 4 throws",
        "3 throws last time",
        "next round: 3 throws",
        "same again",
        "same as Bill",
        "with Bill",
        "when Bill is in",
        "when Bill isn't out",
        "when Bill/Ted is out",
        "when all but Bill are out",
        "when Bill is the only one left",
        "when two players are left",
        "when everyone is out",
        "when my turn ends",
        "less than 3 throws",
        "between 3 and 5 throws",
        "every 3 throws",
        "3 throws (or 4)",
        "THROWS 3 4",
        "THROWS - 3",
        "THROWS x3",
        "THROWS 3%",
        "THR0WS 3",
        "T H R O W S 3",
        "3",
        "five please",
        "turns 3",
        "throw 3",
        "TRY THROWS 3",
        "press to all: 3 throws",
        "Bill: 3 throws",
        "3 throws, Bill",
        "AFTER Bill,",
        "WHEN Bill Ted",
        "AFTER WHEN Bill",
        "(THROWS 3)",
        "~~THROWS 3~~",
        "not 4 but 3 throws",
        "3 throws, not 4",
        "I meant 3 throws",
        "3 throws\nSent from my phone by mistake",
        "3 more throws",
        "after turn 3",
        "when turn 20",
        "a total score of 20 this turn",
        "if Bill,",
        "If possible, 3 throws",
        "when Bill leaves the game",
        "my total exceeds Bill's total",
    ],
)
def test_what_nobody_should_call_an_order_is_none(text: str) -> None:
    assert not [item for item in items(text) if isinstance(item, Order)]
