"""Figures of the reader on public mails that are not part of the project: `python -m tests.intake.floors`.

The mails are looked for beside the checkout.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pigpost.intake.charset import decode, seen
from pigpost.intake.cut import cut
from pigpost.intake.envelope import open_envelope
from pigpost.intake.machine_mail import REPORTS, MachineKind, machine_kind, may_answer
from tests.intake.mails import CORPUS, an_envelope

ORDER = "THROWS 77"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many of how many."""

    count: int
    of: int

    @classmethod
    def among(cls, hits: list[bool]) -> "Share":
        return cls(count=sum(hits), of=len(hits))

    def __float__(self) -> float:
        return self.count / self.of

    def __str__(self) -> str:
        return f"{self.count} of {self.of} ({100 * float(self):.1f} %)"


def replies() -> list[dict[str, Any]]:
    """The mails of which somebody said what their writer's own words are."""
    file = CORPUS / "replies.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def text_of(reply: dict[str, Any]) -> str:
    raw = (CORPUS / "replies" / reply["file"]).read_bytes()
    is_mail = reply["file"].endswith(".eml")
    return an_envelope(raw).text if is_mail else seen(decode(raw, None).text)


def exact() -> Share:
    """Cut exactly; where the answer stands below or between quotes nothing shows, and we ask back."""
    results = [(cut(text_of(reply)), _folded(reply["expected"])) for reply in replies()]
    return Share.among([_folded(got.visible) in ("", wanted) for got, wanted in results])


def asked_back() -> Share:
    """Nothing shows."""
    return Share.among([not _folded(cut(text_of(reply)).visible) for reply in replies()])


def kept() -> Share:
    """An order on top of the reply is the first that shows."""
    return Share.among(
        [
            cut(f"{ORDER}{gap}{text_of(reply)}").visible.startswith(ORDER)
            for reply in replies()
            for gap in ("\n", "\n\n")
        ]
    )


def leaked() -> Share:
    """An order after the first, middle or last line of the quote shows; prefix or none."""
    planted = [text for reply in replies() if reply["elided"] for text in _plants(reply)]
    return Share.among([ORDER in cut(text).visible for text in planted])


def machines() -> Share:
    """Bounces that are known as machine mail."""
    robots = {*REPORTS, MachineKind.VACATION}
    return Share.among([machine_kind(open_envelope(raw)) in robots for raw in bounces()])


def answered() -> Share:
    """Bounces that somebody would get an answer to."""
    return Share.among([may_answer(open_envelope(raw)) for raw in bounces()])


def bounces() -> list[bytes]:
    return [file.read_bytes() for file in sorted((CORPUS / "bounces").glob("*.eml"))]


def figures() -> Iterator[tuple[str, Share, str]]:
    """What is measured, the figure, and the floor."""
    yield "replies cut exactly, or asked back", exact(), ">= 75 %"
    yield "of them asked back", asked_back(), ""
    yield "orders on top of a reply kept", kept(), ">= 99 %"
    yield "orders planted in a quote that leak", leaked(), "0"
    yield "bounces known as machine mail", machines(), ">= 98 %"
    yield "bounces answered", answered(), "0"


def _plants(reply: dict[str, Any]) -> list[str]:
    lines = text_of(reply).split("\n")
    opening = _folded(reply["elided"].lstrip().split("\n")[0])[:20]
    begin = next(i for i, line in enumerate(lines) if opening and _folded(line).startswith(opening))
    planted = []
    for at in (begin, (begin + len(lines) - 1) // 2, len(lines) - 1):
        prefix = re.match(r"[\s>|]*", lines[at])
        assert prefix is not None
        planted += [
            "\n".join([*lines[: at + 1], before + ORDER, *lines[at + 1 :]])
            for before in {prefix[0], ""}
        ]
    return planted


def _folded(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    sys.stdout.writelines(f"{what:<40} {share!s:<22} {floor}\n" for what, share, floor in figures())
