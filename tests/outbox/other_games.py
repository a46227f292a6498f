"""Sample letters of the other games and forms, with the names of Stagg's example."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from pigpost.games.conditions import Dice, Turn
from pigpost.games.kinds import Form, Kind, Seat, Settings
from pigpost.games.settings import game_settings
from pigpost.orders.reading import Complaint, Reason, Span
from pigpost.results.letters import (
    GameOver,
    Help,
    Invitation,
    Letter,
    Letterhead,
    NextRound,
    NmrWarning,
    Opening,
    Receipt,
    Refusal,
    Reminder,
    Result,
    Rules,
    ScoreLine,
    Status,
)
from pigpost.results.result import ResultSheet
from tests.outbox import letters
from tests.outbox.letters import BILL, GEOFF, JIM, KAREN, LOCK, LOG, NAMES, NEXT, TED
from tests.results.told import STAGG_SCORES, told_of

HOG = game_settings(Kind.HOG)
HOG_ROW = game_settings(Kind.HOG, form=Form.SHARED, max_dice=20)
PIG = game_settings(Kind.PIG, form=Form.SEQUENTIAL, target=50)
DOUBLES = game_settings(Kind.DOUBLES, form=Form.SHARED)
TWO_DICE = game_settings(Kind.TWO_DICE)
PASS = game_settings(Kind.PASS_THE_PIGS)


def head(
    settings: Settings, seat: Seat = KAREN, *, bots: Iterable[Seat] = (), out: Iterable[Seat] = ()
) -> Letterhead:
    return replace(letters.head(seat), settings=settings, bots=frozenset(bots), out=frozenset(out))


def result(told: ResultSheet, seat: Seat = KAREN, *, last: bool = False) -> Result:
    coming = None if last else NextRound(due=NEXT, commitment=LOCK)
    whose = head(told.settings, seat, bots=told.bots, out=told.record.eliminated)
    whose = replace(whose, score=told.record.final_scores[seat])
    return Result(head=whose, sheet=told, next=coming, log=LOG)


def table(told: ResultSheet) -> tuple[ScoreLine, ...]:
    lines = [
        ScoreLine(
            seat=seat,
            name=told.names[seat],
            score=score,
            status="eliminated" if seat in told.record.eliminated else "playing",
            sent=False,
            bot=seat in told.bots,
        )
        for seat, score in told.record.final_scores.items()
    ]
    return tuple(sorted(lines, key=lambda line: -line.score))


# --- Hog, dice of one's own -------------------------------------------------------------------------


def hog_invitation() -> Invitation:
    return replace(letters.invitation(), head=head(HOG, BILL))


def hog_help() -> Help:
    return replace(letters.help_(), head=head(HOG))


def hog_receipt() -> Receipt:
    return replace(
        letters.receipt(),
        head=head(HOG),
        condition=Dice(5),
        words="five dice please",
        replaces=None,
    )


def hog_refusal() -> Refusal:
    words = "after Bill has ended"
    complaint = Complaint(reason=Reason.NOT_IN_THIS_GAME, rule="4.1", span=Span(start=0, end=20))
    return replace(
        letters.refusal(),
        head=head(HOG, JIM),
        line=words,
        complaints=(complaint,),
        suggestions=(),
        stands=None,
    )


def hog_result() -> Result:
    told = told_of(
        "hog",
        "simultaneous",
        {"Bill": "DICE 5", "Karen": "DICE 4", "Ted": "DICE 10", "Geoff": None, "Jim": "DICE 6"},
        {
            "Bill": "3 4 6 2 5",
            "Karen": "6 2 2 5",
            "Ted": "2 6 3 3 4 2 5 6 6 3",
            "Geoff": "4",
            "Jim": "5 5 1 6 2 3",
        },
        scores=STAGG_SCORES,
        bots=["Ted"],
    )
    return result(told)


# --- Hog, one row for all ---------------------------------------------------------------------------


def hog_row_opening() -> Opening:
    return replace(letters.opening(), head=head(HOG_ROW))


def hog_row_result() -> Result:
    told = told_of(
        "hog",
        "shared",
        {"Bill": "DICE 5", "Karen": "DICE 4", "Ted": "DICE 8", "Geoff": None, "Jim": "DICE 6"},
        "3 4 6 2 5 5 1 4",
        scores=STAGG_SCORES,
        max_dice=20,
    )
    return result(told)


def hog_row_missed() -> NmrWarning:
    told = hog_row_result().sheet
    return replace(letters.missed_round(), head=head(HOG_ROW, GEOFF), sheet=told)


# --- Pig, seat by seat, the short game --------------------------------------------------------------

PIG_ORDERS = {
    "Bill": "TURN 20",
    "Karen": "TURN 15",
    "Ted": "THROWS 4",
    "Geoff": "TOTAL 40",
    "Jim": "THROWS 2",
}
PIG_SCORES = {"Bill": 31, "Karen": 28, "Ted": 42, "Geoff": 20, "Jim": 37}


def pig_settings() -> Settings:
    return replace(PIG, first_seat=KAREN)


def pig_opening() -> Opening:
    return replace(letters.opening(), head=head(pig_settings()))


def pig_receipt() -> Receipt:
    return replace(
        letters.receipt(), head=head(pig_settings()), condition=Turn(15), words="hold at fifteen"
    )


def pig_reminder() -> Reminder:
    return replace(
        letters.reminder(),
        head=head(pig_settings(), GEOFF, bots=[TED]),
        scores=tuple(
            replace(line, score=PIG_SCORES[line.name], bot=line.name == "Ted")
            for line in letters.scores()
        ),
    )


def pig_result() -> Result:
    throws = {
        "Karen": "6 2 5 4",
        "Ted": "3 1",
        "Geoff": "5 6 6 2 4",
        "Jim": "1",
        "Bill": "6 6 4 1",
    }
    told = told_of(
        "pig",
        "sequential",
        PIG_ORDERS,
        throws,
        scores=PIG_SCORES,
        first="Karen",
        bots=["Ted"],
        target=50,
    )
    return result(replace(told, thrown_at=letters.DUE.now))


def pig_last_round() -> ResultSheet:
    return told_of(
        "pig",
        "sequential",
        {**PIG_ORDERS, "Jim": None},
        {"Karen": "3 1", "Ted": "4 5"},
        scores={**PIG_SCORES, "Karen": 45, "Geoff": 43},
        first="Karen",
        bots=["Ted"],
        round=5,
        target=50,
    )


def pig_last_result() -> Result:
    return result(pig_last_round(), JIM, last=True)


def pig_missed() -> NmrWarning:
    return replace(
        letters.missed_round(),
        head=head(pig_settings(), JIM, bots=[TED]),
        sheet=pig_last_round(),
        next=None,
    )


def pig_game_over() -> GameOver:
    last = pig_last_round()
    return GameOver(
        head=head(pig_settings(), bots=[TED]),
        reason="target",
        note=None,
        winners=last.record.winners,
        scores=table(last),
        rounds=(pig_result().sheet, last),
        log=LOG,
    )


def pig_rules() -> Rules:
    return replace(letters.rules(), head=head(pig_settings()))


def pig_status() -> Status:
    return replace(
        letters.status(),
        head=head(pig_settings(), bots=[TED]),
        scores=pig_reminder().scores,
        stands=None,
    )


# --- Doubles Pig, thrown for all --------------------------------------------------------------------


def doubles_invitation() -> Invitation:
    return replace(letters.invitation(), head=head(DOUBLES, BILL))


def doubles_result() -> Result:
    told = told_of(
        "doubles",
        "shared",
        {
            "Bill": "TURN 20",
            "Karen": "AFTER Bill",
            "Ted": "TURN 60",
            "Geoff": "WHEN Karen",
            "Jim": "THROWS 5",
        },
        "1-5 3-4 4-4 1-1 2-6 1-3",
        scores={"Bill": 11, "Karen": 38, "Ted": 22, "Geoff": 30, "Jim": 27},
        bots=["Bill"],
    )
    return result(told)


def doubles_rules() -> Rules:
    return replace(letters.rules(), head=head(DOUBLES))


# --- Two-Dice Pig, throws of one's own --------------------------------------------------------------


def two_dice_result() -> Result:
    told = told_of(
        "two_dice",
        "simultaneous",
        {
            "Bill": "TURN 20",
            "Karen": "TURN 24",
            "Ted": "THROWS 2",
            "Geoff": "TOTAL 60",
            "Jim": "THROWS 3",
        },
        {
            "Bill": "3-5 6-6",
            "Karen": "4-4 6-5 2-2 1-6",
            "Ted": "5-6 1-1",
            "Geoff": "6-6 5-5 6-3",
            "Jim": "2-3 2-2 1-4",
        },
        scores=STAGG_SCORES,
    )
    return result(told)


def two_dice_help() -> Help:
    return replace(letters.help_(), head=head(TWO_DICE))


def two_dice_rules() -> Rules:
    return replace(letters.rules(), head=head(TWO_DICE))


# --- Pass the Pigs, in which a Piggyback eliminates ---------------------------------------------------


def pass_invitation() -> Invitation:
    return replace(letters.invitation(), head=head(PASS, BILL))


def pass_refusal() -> Refusal:
    words = "stop when I am the only one left"
    complaint = Complaint(reason=Reason.NOT_IN_THIS_GAME, rule="4.1", span=Span(start=5, end=32))
    return replace(
        letters.refusal(),
        head=head(PASS, JIM),
        line=words,
        complaints=(complaint,),
        suggestions=(),
    )


def pass_result() -> Result:
    told = told_of(
        "pass_the_pigs",
        "simultaneous",
        {
            "Bill": "TURN 20",
            "Karen": "THROWS 3",
            "Ted": "TURN 15",
            "Geoff": "TOTAL 60",
            "Jim": "TURN 22",
        },
        {
            "Bill": "trotter razorback mixed_trotter_razorback",
            "Karen": "sider snouter piggyback",
            "Ted": "razorback oinker",
            "Geoff": "double_razorback sider snouter",
            "Jim": "double_trotter pig_out",
        },
        scores=STAGG_SCORES,
    )
    return result(told)


def pass_rules() -> Rules:
    return replace(letters.rules(), head=head(PASS))


def pass_game_over() -> GameOver:
    told = told_of(
        "pass_the_pigs",
        "simultaneous",
        {"Bill": "TURN 20", "Karen": "THROWS 3"},
        {"Bill": "trotter piggyback", "Karen": "piggyback"},
        scores={**STAGG_SCORES, "Ted": 0, "Geoff": 0},
        gone=["Ted", "Geoff", "Jim"],
        round=9,
    )
    return GameOver(
        head=head(PASS, out=NAMES),
        reason="nobody_left",
        note=None,
        winners=(),
        scores=tuple(
            replace(line, status="withdrawn" if line.name == "Jim" else "eliminated")
            for line in table(told)
        ),
        rounds=(pass_result().sheet, told),
        log=LOG,
    )


OTHER_SAMPLES: dict[str, Callable[[], Letter]] = {
    "hog_invitation": hog_invitation,
    "hog_help": hog_help,
    "hog_receipt": hog_receipt,
    "hog_refusal": hog_refusal,
    "hog_result": hog_result,
    "hog_row_opening": hog_row_opening,
    "hog_row_result": hog_row_result,
    "hog_row_missed": hog_row_missed,
    "pig_opening": pig_opening,
    "pig_receipt": pig_receipt,
    "pig_reminder": pig_reminder,
    "pig_result": pig_result,
    "pig_last_result": pig_last_result,
    "pig_missed": pig_missed,
    "pig_game_over": pig_game_over,
    "pig_rules": pig_rules,
    "pig_status": pig_status,
    "doubles_invitation": doubles_invitation,
    "doubles_result": doubles_result,
    "doubles_rules": doubles_rules,
    "two_dice_result": two_dice_result,
    "two_dice_help": two_dice_help,
    "two_dice_rules": two_dice_rules,
    "pass_invitation": pass_invitation,
    "pass_refusal": pass_refusal,
    "pass_result": pass_result,
    "pass_rules": pass_rules,
    "pass_game_over": pass_game_over,
}
