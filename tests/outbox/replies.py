"""Sample letters that answer commands, and what orders for other rounds make of a receipt."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

from pigpost.games.conditions import After, Throws, Turn, When
from pigpost.games.kinds import Kind
from pigpost.games.odds import odds
from pigpost.games.settings import game_settings
from pigpost.orders.reading import Complaint, Reason, Span
from pigpost.results.letters import (
    Away,
    Confirm,
    Confirmation,
    HeldOrder,
    History,
    LaterOrder,
    Letter,
    Noted,
    PressLine,
    Receipt,
    Refusal,
    Report,
    Result,
    StandingOrder,
    Status,
    StoredOrders,
    Tried,
)
from tests.outbox.letters import (
    BILL,
    DUE,
    EARLIER,
    GEOFF,
    JIM,
    LOG,
    TED,
    game_rounds,
    head,
    receipt,
    refusal,
    result,
    status,
)
from tests.results.told import stagg

STANDING = StandingOrder(
    condition=Throws(4),
    arrived_at=datetime(2027, 2, 20, 9, 0, tzinfo=UTC),
    receipt="7B0K-2N41",
    every_round=True,
)
LATER = StandingOrder(
    condition=When(frozenset({BILL, TED})),
    arrived_at=datetime(2027, 3, 3, 7, 15, tzinfo=UTC),
    receipt="0QP6-Z4A8",
)
STORED = StoredOrders(now=EARLIER, later=(LaterOrder(round=6, order=LATER),), every_round=STANDING)
PRESS = (
    PressLine(who="Jim", names=(), words="Oink."),
    PressLine(
        who="Ted",
        names=("Karen", "Geoff"),
        words="After Bill has gone we could all stay in a little longer, for once; what do you say?",
    ),
)


def standing_receipt() -> Receipt:
    return replace(
        receipt(),
        condition=Throws(4),
        words="STANDING THROWS 4",
        replaces=None,
        round=None,
        since=4,
        stored=replace(STORED, every_round=replace(STANDING, receipt="45AF-C5P6")),
    )


def later_receipt() -> Receipt:
    return replace(receipt(), round=6, replaces=LATER, words="ROUND 6 AFTER Bill", stored=STORED)


def also() -> Receipt:
    others = (noted(what="press_sent", number=2), status_with_orders())
    return replace(receipt(), head=replace(head(), also=others, left_out=2), stored=STORED)


def status_with_orders() -> Status:
    return replace(status(), stored=replace(STORED, now=STANDING), stands=STANDING)


def too_far() -> Refusal:
    words = "ROUND 400 THROWS 3"
    complaint = Complaint(reason=Reason.WRONG_ROUND, rule="6.2", span=Span(start=0, end=len(words)))
    return replace(
        refusal(), line=words, complaints=(complaint,), suggestions=(), named=400, furthest=54
    )


def after_the_end() -> Refusal:
    words = "THROWS 3"
    complaint = Complaint(reason=Reason.WRONG_ROUND, rule="6.2", span=Span(start=0, end=len(words)))
    return replace(
        refusal(),
        due=None,
        line=words,
        complaints=(complaint,),
        suggestions=(),
        stands=None,
        phase="over",
    )


def tried() -> Tried:
    condition = Turn(20)
    settings = game_settings(Kind.POSTAL_PIGS)
    return Tried(
        head=head(),
        due=DUE,
        stands=EARLIER,
        line="TRY TURN 20",
        condition=condition,
        complaints=(),
        suggestions=(),
        odds=odds(settings, condition, score=38, target=100),
        score=38,
        hangs_on_others=False,
    )


def tried_naming() -> Tried:
    naming = After(frozenset({BILL}))
    return replace(
        tried(), line="TRY AFTER Bill", condition=naming, odds=None, hangs_on_others=True
    )


def tried_in_vain() -> Tried:
    line = "TRY about 20 points"
    complaint = Complaint(reason=Reason.VAGUE_NUMBER, rule="6.2", span=Span(start=4, end=12))
    return replace(
        tried(),
        line=line,
        condition=None,
        odds=None,
        complaints=(complaint,),
        suggestions=(Turn(20),),
    )


def report() -> Report:
    return Report(head=head(), due=DUE, sheet=stagg(), log=LOG, press=PRESS[:1], disputable=True)


def history() -> History:
    return History(head=head(), due=DUE, rounds=game_rounds())


def noted(*, what: str = "standby", number: int | None = None) -> Noted:
    return Noted(head=head(), what=what, due=DUE, stands=EARLIER, number=number)


def away() -> Away:
    return Away(
        head=head(),
        first=date(2027, 3, 10),
        last=date(2027, 3, 20),
        due=DUE,
        covered=(
            datetime(2027, 3, 12, 20, 0, tzinfo=UTC),
            datetime(2027, 3, 19, 20, 0, tzinfo=UTC),
        ),
        every_round=STANDING,
        days_left=49,
    )


def away_without_orders() -> Away:
    return replace(away(), covered=(), every_round=None, due=None, days_left=1)


def result_with_press() -> Result:
    gone = ("Geoff",)
    return replace(result(), head=head(JIM), press=PRESS, gone=gone, stands=STANDING)


def press_for_one() -> Noted:
    return replace(noted(what="press_sent", number=0), head=head(GEOFF), names=("Karen", "Ted"))


def confirm() -> Confirm:
    return Confirm(
        head=head(),
        whose="own",
        sender="karen@hill.example",
        who="Karen",
        arrived_at=datetime(2027, 3, 4, 18, 2, 11, tzinfo=UTC),
        orders=(HeldOrder(condition=After(frozenset({BILL})), round=None, standing=False),),
        commands=(),
        unread=0,
        due=DUE,
        stands=EARLIER,
    )


def confirm_more() -> Confirm:
    orders = (
        HeldOrder(condition=Throws(4), round=None, standing=True),
        HeldOrder(condition=Turn(20), round=6, standing=False),
    )
    return replace(
        confirm(),
        whose="second",
        sender="karen@office.example",
        orders=orders,
        commands=("CLEAR", "RESIGN YES", "VACATION", "NOT ME"),
        unread=2,
        again=True,
    )


def confirm_writer() -> Confirm:
    stranger = replace(head(), reader=replace(head().reader, name="", seat=None), token="")
    return replace(confirm_more(), head=stranger, whose="writer", stands=None, again=False)


def confirm_filed() -> Confirm:
    return replace(
        confirm_more(), whose="filed", orders=(), commands=(), unread=0, due=DUE, again=False
    )


def confirm_filed_writer() -> Confirm:
    return replace(confirm_filed(), head=confirm_writer().head, whose="filed_writer", stands=None)


def address_waits() -> Confirmation:
    return confirmation(what="address_waits")


def not_learned() -> Confirmation:
    return replace(confirmation(what="not_learned"), head=confirm_writer().head, stands=None)


def confirmation(*, what: str = "too_late") -> Confirmation:
    return Confirmation(
        head=head(),
        what=what,
        sender="karen@office.example",
        arrived_at=datetime(2027, 3, 4, 18, 2, 11, tzinfo=UTC),
        due=DUE,
        stands=EARLIER,
    )


def confirmed_receipt() -> Receipt:
    yes_came = datetime(2027, 3, 4, 19, 30, 5, tzinfo=UTC)
    learned = confirmation(what="learned")
    return replace(
        receipt(), head=replace(head(), also=(learned,)), proof="confirmed", confirmed_at=yes_came
    )


REPLY_SAMPLES: dict[str, Callable[[], Letter]] = {
    "receipt_standing": standing_receipt,
    "receipt_later": later_receipt,
    "receipt_also": also,
    "status_orders": status_with_orders,
    "refusal_too_far": too_far,
    "refusal_game_over": after_the_end,
    "tried": tried,
    "tried_naming": tried_naming,
    "tried_in_vain": tried_in_vain,
    "report": report,
    "history": history,
    "noted": noted,
    "noted_press": press_for_one,
    "away": away,
    "away_no_orders": away_without_orders,
    "result_press": result_with_press,
    "confirm": confirm,
    "confirm_more": confirm_more,
    "confirm_writer": confirm_writer,
    "confirm_filed": confirm_filed,
    "confirm_filed_writer": confirm_filed_writer,
    "confirmation": confirmation,
    "confirmation_address_waits": address_waits,
    "confirmation_not_learned": not_learned,
    "receipt_confirmed": confirmed_receipt,
}
