"""Marks of a phrase file: `python -m tests.phrases.marks` prints them and the rows that fail."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tests.phrases.rows import (
    HELD_OUT,
    OURS,
    SHARED,
    Row,
    answer_to,
    expected_of,
    is_right,
    items_in,
    orders_in,
    rows_of,
)

HARMLESS = {"status", "show_order", "report", "history", "who", "help", "rules", "try"}
"""Commands that only tell something: to read one by mistake is a miss, to carry out another a fault.

VACATION without dates can't be carried out and is a miss too.
"""


class Mark(StrEnum):
    """How an answer compares with what the row expects."""

    RIGHT = "right"
    WRONG_READING = "wrong reading"
    ASKED_BACK = "asked back"
    OTHER_REASON = "other reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A row, the answer it got, and the mark for that."""

    row: Row
    answer: Row
    mark: Mark

    def __str__(self) -> str:
        """One readable line."""
        where = f"{self.row['game']}{'/' + self.row['form'] if 'form' in self.row else ''}"
        writer = f"{self.row['me']} of {', '.join(self.row['players'])}"
        return (
            f"{self.row['id']} {self.mark}: {self.row['text']!r} ({where}, {writer})\n"
            f"     expected {_short(self.row['expect'])}\n"
            f"     got      {_short(self.answer)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marks of a file (experience 4): the three figures, and the rows behind them."""

    name: str
    rows: Sequence[Marked]

    def having(self, mark: Mark) -> list[Marked]:
        """The rows with this mark."""
        return [marked for marked in self.rows if marked.mark is mark]

    @property
    def acceptable(self) -> int:
        """How many rows are to be accepted."""
        return len(self.rows) - self.refusable

    @property
    def refusable(self) -> int:
        """How many rows are to be refused."""
        return sum(is_refusable(marked.row) for marked in self.rows)

    @property
    def asked_back(self) -> float:
        """The share of acceptable rows that were not accepted: at most 5 %."""
        return len(self.having(Mark.ASKED_BACK)) / max(1, self.acceptable)

    @property
    def right_reasons(self) -> float:
        """The share of refusable rows refused for the right reason: at least 90 %."""
        fallen = [m for m in self.rows if is_refusable(m.row) and m.mark is not Mark.RIGHT]
        return 1 - len(fallen) / max(1, self.refusable)


def is_refusable(row: Row) -> bool:
    """Whether the row is expected to be no order, in the first place."""
    return bool(row["expect"]["do"] == "no_order")


def mark(row: Row, answer: Row) -> Mark:
    """The mark of an answer: an order or a deed that is not expected is a wrong reading."""
    if is_right(row, answer):
        return Mark.RIGHT
    if done := _done(answer):
        every = [item for expected in expected_of(row) for item in _done(expected)]
        if any(item not in every for item in done) or _other_round(row, answer):
            return Mark.WRONG_READING
    return Mark.OTHER_REASON if is_refusable(row) else Mark.ASKED_BACK


def _other_round(row: Row, answer: Row) -> bool:
    return bool(orders_in(answer)) and answer.get("round") != row.get("round")


def _done(answer: Row) -> list[Row]:
    return [item for item in items_in(answer) if item["do"] == "order" or _changes_something(item)]


def _changes_something(item: Row) -> bool:
    command = item.get("command", "help")
    return command not in HARMLESS and (command != "vacation" or "args" in item)


def marks_of(file: Path) -> Marks:
    """The marks of all rows of a file."""
    answers = [(row, answer_to(row)) for row in rows_of(file)]
    rows = [Marked(row=row, answer=answer, mark=mark(row, answer)) for row, answer in answers]
    return Marks(name=file.stem, rows=rows)


def table(files: Iterable[Marks]) -> str:
    """A line for every file."""
    lines = [
        f"{'file':12}{'rows':>6}{'right':>7}{'wrong':>7}{'asked back':>13}{'right reason':>14}"
    ]
    for marks in files:
        count = Counter(marked.mark for marked in marks.rows)
        lines.append(
            f"{marks.name:12}{len(marks.rows):6}{count[Mark.RIGHT]:7}{count[Mark.WRONG_READING]:7}"
            f"{count[Mark.ASKED_BACK]:5} {marks.asked_back:7.1%}{marks.right_reasons:14.1%}"
        )
    return "\n".join(lines)


def _short(answer: Row) -> str:
    if answer["do"] == "no_order":
        rest = {key: value for key, value in answer.items() if key not in ("do", "reason")}
        return f"no order: {answer['reason']} {rest or ''}".rstrip()
    return str({key: value for key, value in answer.items() if key != "do"})


def main() -> None:
    """Prints the table of all files that are there, then the rows that fail, worst first.

    Rows of the held-out file are shown only if they are read wrongly, or if its name is given.
    """
    files = [marks_of(file) for file in (SHARED, OURS, HELD_OUT) if file.is_file()]
    sys.stdout.write(table(files) + "\n")
    hidden = {HELD_OUT.stem} - {*sys.argv[1:]}
    for kind in (Mark.WRONG_READING, Mark.ASKED_BACK, Mark.OTHER_REASON):
        for marks in files:
            if kind is Mark.WRONG_READING or marks.name not in hidden:
                sys.stdout.writelines(f"\n{marked}\n" for marked in marks.having(kind))


if __name__ == "__main__":
    main()
