"""Sample letters of every kind, mostly from Stagg's example (rule 3.9)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from pigpost.events.record import LogHead
from pigpost.games.conditions import After, OnlyLeft, Throws, Turn, When
from pigpost.games.kinds import Kind, Seat
from pigpost.games.settings import game_settings
from pigpost.orders.reading import Complaint, Reason, Span
from pigpost.results.letters import (
    AskedBack,
    Done,
    Due,
    GameOver,
    GmNote,
    Help,
    Invitation,
    Letter,
    Letterhead,
    MailRefused,
    NextRound,
    NmrWarning,
    Notice,
    Opening,
    Reader,
    Receipt,
    Refusal,
    Reminder,
    Result,
    Rules,
    ScoreLine,
    StandingOrder,
    Status,
)
from pigpost.results.result import ResultSheet
from tests.results.told import STAGG_ORDERS, STAGG_SCORES, told
from tests.results.told import stagg as stagg_round

BILL, KAREN, TED, GEOFF, JIM = (Seat(n) for n in range(1, 6))
NAMES = {BILL: "Bill", KAREN: "Karen", TED: "Ted", GEOFF: "Geoff", JIM: "Jim"}
TOKEN = "t-0123456789abcdef"
LOCK = "342f59d635a2311a930f17860478f66bf4cd8d7673c39ca7ff50163d9bd05fc3"
LOG = LogHead(size=131, root="44b221cfb263f0d6b12a5d4bb7a2e0d65e1df5f4b7b1e03c2c8a9f2d7b6c5a41")


def head(seat: Seat | None = KAREN, *, name: str | None = None, language: str = "en") -> Letterhead:
    """The head of a mail of spring-pigs to one of its players, or to the GM."""
    reader = Reader(
        name=NAMES[seat] if seat is not None else "Alison Green" if name is None else name,
        seat=seat,
        language=language,
        timezone="Europe/Helsinki",
    )
    return Letterhead(
        game="spring-pigs",
        title="Spring Pigs",
        gm="Alison Green",
        address="spring-pigs@pigs.example",
        site_url="https://pigs.example",
        level="sealed",
        names=NAMES,
        reader=reader,
        token=TOKEN if seat is not None else "",
        settings=game_settings(Kind.POSTAL_PIGS),
    )


def stranger() -> Letterhead:
    """The head of a mail to somebody without a seat, about no game."""
    return replace(
        head(None, name=""),
        game="",
        title="Pigpost",
        level="",
        names={},
        settings=None,
        address="pigs@pigs.example",
    )


DUE = Due(
    round=4,
    deadline=datetime(2027, 3, 5, 20, 0, tzinfo=UTC),
    now=datetime(2027, 3, 4, 18, 0, tzinfo=UTC),
)
NEXT = Due(
    round=5,
    deadline=datetime(2027, 3, 12, 20, 0, tzinfo=UTC),
    now=datetime(2027, 3, 5, 20, 0, 40, tzinfo=UTC),
)
EARLIER = StandingOrder(
    condition=Throws(3),
    arrived_at=datetime(2027, 3, 2, 9, 30, tzinfo=UTC),
    receipt="69BN-9RX5",
)


def scores(**changed: str) -> tuple[ScoreLine, ...]:
    """The table before round 4; `changed` gives a status by name."""
    lines = [
        ScoreLine(
            seat=seat,
            name=name,
            score=STAGG_SCORES[name],
            status=changed.get(name, "playing"),
            sent=name in {"Bill", "Ted"},
        )
        for seat, name in NAMES.items()
    ]
    return tuple(sorted(lines, key=lambda line: -line.score))


def invitation() -> Invitation:
    return Invitation(
        head=head(BILL),
        players=5,
        schedule="Fri 20:00",
        timezone="Europe/London",
    )


def opening() -> Opening:
    first = replace(DUE, round=1)
    return Opening(
        head=head(),
        due=first,
        scores=tuple(replace(line, score=0, sent=False) for line in scores()),
        commitment=LOCK,
        log=replace(LOG, size=12),
    )


def receipt() -> Receipt:
    return Receipt(
        head=head(),
        due=DUE,
        condition=After(frozenset({BILL})),
        words="I'll go one after Bill, cheers",
        sender="Karen Hill <karen@hill.example>",
        proof="reply",
        arrived_at=datetime(2027, 3, 4, 18, 2, 11, tzinfo=UTC),
        dated="Thu, 4 Mar 2027 18:01:40 +0000",
        replaces=EARLIER,
        overtaken_by=None,
        receipt="45AF-C5P6",
        position=118,
        elided=(),
    )


def overtaken() -> Receipt:
    return replace(
        receipt(),
        condition=Throws(2),
        words="2 throws",
        replaces=None,
        overtaken_by=EARLIER,
        elided=(Turn(20), OnlyLeft()),
        proof="address",
        dated="",
    )


REFUSED_LINE = "Turn will end after Bil has ended or at 20 points"


def refusal() -> Refusal:
    return Refusal(
        head=head(JIM),
        due=DUE,
        line=REFUSED_LINE,
        complaints=(
            Complaint(
                reason=Reason.UNKNOWN_PLAYER,
                rule="6.2",
                span=Span(start=20, end=23),
                name="Bil",
                names=("Bill",),
            ),
            Complaint(
                reason=Reason.MORE_THAN_ONE_CONDITION, rule="6.1", span=Span(start=34, end=49)
            ),
        ),
        suggestions=(After(frozenset({BILL})), When(frozenset({BILL})), Turn(20)),
        stands=StandingOrder(
            condition=Throws(4),
            arrived_at=datetime(2027, 3, 1, 7, 0, tzinfo=UTC),
            receipt="W3Z8-8T2K",
        ),
        late_seconds=None,
        elided=(),
    )


def late() -> Refusal:
    words = "THROWS 6 please"
    return Refusal(
        head=head(TED),
        due=None,
        line=words,
        complaints=(
            Complaint(reason=Reason.TOO_LATE, rule="6.2", span=Span(start=0, end=len(words))),
        ),
        suggestions=(),
        stands=None,
        late_seconds=189,
        elided=(Throws(3),),
    )


def mail_refused() -> MailRefused:
    return MailRefused(head=head(), problem="unproven", due=DUE, stands=EARLIER, games=())


def packed_by_outlook() -> MailRefused:
    return MailRefused(head=head(), problem="winmail", due=DUE, stands=EARLIER, games=())


def unknown_sender() -> MailRefused:
    return MailRefused(head=stranger(), problem="unknown_sender", due=None, stands=None, games=())


def unknown_game() -> MailRefused:
    return MailRefused(
        head=stranger(),
        problem="unknown_game",
        due=None,
        stands=None,
        games=("spring-pigs", "hog-heaven"),
    )


def asked_back() -> AskedBack:
    return AskedBack(head=head(), question="stop", due=DUE, stands=EARLIER)


def asked_to_join() -> AskedBack:
    return AskedBack(head=head(), question="join", due=None, stands=None)


def asked_to_resign() -> AskedBack:
    return AskedBack(head=head(), question="resign", due=None, stands=None)


def status() -> Status:
    return Status(
        head=head(),
        due=DUE,
        phase="open",
        held=None,
        scores=scores(Geoff="withdrawn"),
        stands=EARLIER,
    )


def held_status() -> Status:
    return replace(status(), held="the inbox can't be read since 19:55 UTC", stands=None)


def help_() -> Help:
    return Help(head=head(), due=DUE, stands=None)


def rules() -> Rules:
    return Rules(head=head())


def done() -> Done:
    return Done(head=head(), what="cleared", due=DUE, stands=None)


def reminder() -> Reminder:
    return Reminder(
        head=head(GEOFF),
        due=replace(DUE, now=DUE.deadline - timedelta(hours=12)),
        hours=12,
        scores=scores(),
    )


def missed_round() -> NmrWarning:
    sheet = told(
        {**STAGG_ORDERS, "Geoff": None},
        "pig_out sider trotter snouter pig_out",
        scores=STAGG_SCORES,
    )
    return NmrWarning(head=head(GEOFF), sheet=sheet, reason="no_order", misses=1, next=NEXT)


def result() -> Result:
    return Result(
        head=head(), sheet=stagg_round(), next=NextRound(due=NEXT, commitment=LOCK), log=LOG
    )


def last_result() -> Result:
    return Result(head=head(JIM), sheet=game_rounds()[-1], next=None, log=LOG)


def game_rounds() -> tuple[ResultSheet, ...]:
    """Three rounds: an Oinker, Stagg's own, and the last one."""
    first = told(
        {
            "Bill": "THROWS 4",
            "Karen": "TURN 20",
            "Ted": "TOTAL 30",
            "Geoff": None,
            "Jim": "ONLY LEFT",
        },
        "oinker pig_out double_razorback trotter mixed_trotter_razorback oinker",
        scores={"Jim": 7},
        round=1,
    )
    last = told(
        {
            "Bill": "TOTAL 90",
            "Karen": "THROWS 3",
            "Ted": "TURN 60",
            "Geoff": "ONLY LEFT",
            "Jim": "WHEN Karen",
        },
        "trotter double_razorback double_leaning_jowler",
        scores={"Bill": 59, "Karen": 57, "Ted": 52, "Geoff": 30, "Jim": 47},
        round=5,
    )
    return first, stagg_round(), last


def game_over() -> GameOver:
    rounds = game_rounds()
    record = rounds[-1].record
    return GameOver(
        head=head(),
        reason="target",
        note=None,
        winners=record.winners,
        scores=final_scores(),
        rounds=rounds,
        log=LOG,
    )


def final_scores() -> tuple[ScoreLine, ...]:
    record = game_rounds()[-1].record
    lines = [
        ScoreLine(seat=seat, name=NAMES[seat], score=score, status="playing", sent=False)
        for seat, score in record.final_scores.items()
    ]
    return tuple(sorted(lines, key=lambda line: -line.score))


def ended_by_gm() -> GameOver:
    return replace(
        game_over(),
        reason="ended_by_gm",
        note="The club closes for the summer.",
        winners=(),
        scores=scores(Geoff="withdrawn", Ted="eliminated"),
        rounds=(stagg_round(),),
    )


def notice() -> Notice:
    return Notice(
        head=head(),
        what="deadline_moved",
        reason="an outage lay over it",
        who=None,
        old_deadline=DUE.deadline - timedelta(days=1),
        due=DUE,
        stands=EARLIER,
    )


def gm_note() -> GmNote:
    return GmNote(
        head=head(None),
        what="protest",
        who="Ted",
        words="PROTEST My THROWS 6 was sent at 19:58, your server must have been down.",
        mail=204,
    )


SAMPLES: dict[str, Callable[[], Letter]] = {
    "invitation": invitation,
    "opening": opening,
    "receipt": receipt,
    "receipt_overtaken": overtaken,
    "refusal": refusal,
    "refusal_late": late,
    "mail_refused": mail_refused,
    "mail_refused_winmail": packed_by_outlook,
    "mail_refused_stranger": unknown_sender,
    "mail_refused_game": unknown_game,
    "asked_back": asked_back,
    "asked_back_join": asked_to_join,
    "asked_back_resign": asked_to_resign,
    "status": status,
    "status_held": held_status,
    "help": help_,
    "rules": rules,
    "done": done,
    "reminder": reminder,
    "nmr_warning": missed_round,
    "result": result,
    "result_last": last_result,
    "game_over": game_over,
    "game_over_by_gm": ended_by_gm,
    "notice": notice,
    "gm_note": gm_note,
}
