"""Floors on public mails that are not part of the project; skipped where they are absent."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pigpost.intake.charset import decode, seen
from pigpost.intake.cut import cut
from pigpost.intake.envelope import open_envelope
from pigpost.intake.machine_mail import MachineKind, machine_kind, may_answer
from tests.intake.mails import CORPUS, an_envelope

ORDER = "THROWS 77"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus beside the checkout")


def replies() -> list[dict[str, Any]]:
    file = CORPUS / "replies.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def text_of(reply: dict[str, Any]) -> str:
    raw = (CORPUS / "replies" / reply["file"]).read_bytes()
    is_mail = reply["file"].endswith(".eml")
    return an_envelope(raw).text if is_mail else seen(decode(raw, None).text)


def folded(text: str) -> str:
    return " ".join(text.split())


def test_three_of_four_replies_are_cut_exactly() -> None:
    """Where the answer stands below or between quotes nothing is visible: we ask back."""
    results = [(cut(text_of(reply)), folded(reply["expected"])) for reply in replies()]
    exact = [folded(got.visible) in ("", wanted) for got, wanted in results]
    asked_back = [not folded(got.visible) for got, _ in results]
    assert sum(exact) / len(exact) >= 0.9  # the floor is 0.75
    assert sum(asked_back) <= 8


def test_an_order_on_top_of_a_reply_is_kept() -> None:
    kept = [
        cut(f"{ORDER}{gap}{text_of(reply)}").visible.startswith(ORDER)
        for reply in replies()
        for gap in ("\n", "\n\n")
    ]
    assert sum(kept) / len(kept) >= 0.99


def test_an_order_planted_in_a_quote_never_leaks() -> None:
    planted = [text for reply in replies() if reply["elided"] for text in plants(reply)]
    assert len(planted) > 100
    assert [text for text in planted if ORDER in cut(text).visible] == []


def plants(reply: dict[str, Any]) -> list[str]:
    """The mail with an order after the first, middle and last line of its quote, prefix or none."""
    lines = text_of(reply).split("\n")
    opening = folded(reply["elided"].lstrip().split("\n")[0])[:20]
    begin = next(i for i, line in enumerate(lines) if opening and folded(line).startswith(opening))
    planted = []
    for at in (begin, (begin + len(lines) - 1) // 2, len(lines) - 1):
        prefix = re.match(r"[\s>|]*", lines[at])
        assert prefix is not None
        planted += [
            "\n".join([*lines[: at + 1], before + ORDER, *lines[at + 1 :]])
            for before in {prefix[0], ""}
        ]
    return planted


def bounces() -> list[Path]:
    return sorted((CORPUS / "bounces").glob("*.eml"))


def test_bounces_are_known_as_machine_mail_and_never_answered() -> None:
    mails = [open_envelope(file.read_bytes()) for file in bounces()]
    machine = [machine_kind(mail) in (MachineKind.BOUNCE, MachineKind.VACATION) for mail in mails]
    assert sum(machine) / len(machine) >= 0.98
    assert not any(may_answer(mail) for mail in mails)
