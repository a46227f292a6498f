"""Claims and rulings as text for a terminal."""

from collections.abc import Sequence

from pigpost.cli.columns import table
from pigpost.intake.desk.overview import who_filed
from pigpost.intake.desk.time_line import Moment, What
from pigpost.replay.disputes import Claim
from pigpost.replay.state import GameState
from pigpost.results.ruling import BeforeAndAfter

_RULE = "-" * 12
_WIDEST = max(len(what.value) for what in What)


def claim_line(state: GameState, claim: Claim) -> str:
    """One claim on one line."""
    about = "" if claim.about is None else f", round {claim.about}"
    return f"{state.id} claim {claim.number}{about}: {claim.status}, filed by {who_filed(state, claim.by)}"


def claim_lines(state: GameState, claim: Claim) -> list[str]:
    """A claim with its words and what was decided."""
    lines = [claim_line(state, claim), f'   "{claim.words}"']
    for number in claim.rulings:
        ruling = state.rulings[number - 1]
        taken = f", taken back by ruling {ruling.overruled_by}" if ruling.overruled_by else ""
        lines.append(f"   ruling {number} ({ruling.what}) by {ruling.by}: {ruling.reason}{taken}")
    if claim.appealed_by is not None:
        lines.append(f"   appealed against by {who_filed(state, claim.appealed_by)}")
    if claim.closed_because is not None:
        lines.append(f"   closed: {claim.closed_because}")
    return lines


def time_line_text(moments: Sequence[Moment]) -> list[str]:
    """Everything that bears on a claim in the order of time, the deadline across it."""
    return [_moment(moment) for moment in moments]


def _moment(moment: Moment) -> str:
    at = f"{moment.at:%Y-%m-%d %H:%M:%S}"
    if moment.what is What.DEADLINE:
        return f"{at}  {_RULE} {moment.words} {_RULE}"
    gap = "" if moment.seconds is None else f" (after {moment.seconds} s)"
    mail = "" if moment.mail is None else f"  [mail {moment.mail}]"
    entry = "" if moment.position is None else f"  [entry {moment.position}]"
    what = moment.what.value.replace("_", " ")
    return f"{at}  {what:<{_WIDEST}}  {moment.words}{gap}{mail}{entry}"


def ruling_table(told: BeforeAndAfter) -> list[str]:
    """Before and after, player by player."""
    head = ["player", f"round {told.round}, was", "is", "score, was", "is", ""]
    rows = [
        [
            line.name,
            str(line.round_before),
            str(line.round_after),
            str(line.score_before),
            str(line.score_after),
            "changed" if line.changed else "",
        ]
        for line in told.lines
    ]
    lines = table([head, *rows])
    if told.corrected:
        lines.append(f"rounds that come out otherwise: {_numbers(told.corrected)}")
    if told.annuls:
        lines.append(f"rounds that count no more: {_numbers(told.annuls)}")
    if told.over:
        lines.append("the game is over by it")
    return lines


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
