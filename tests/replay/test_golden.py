"""Exports of this release and of those before it, which every release to come must find intact."""

import json
from io import BytesIO
from pathlib import Path

import pytest

from pigpost.audit.export import README
from pigpost.replay.archive import LOG
from pigpost.replay.findings import Answer
from pigpost.replay.verify import verify
from tests.replay.exports import Members, exported, unpacked
from tests.replay.golden_game import golden_game

FOLDER = Path(__file__).parent / "golden"
ROUNDS = {"spring-pigs.zip": 3, "spring-pigs-2.zip": 5}
NEWEST = FOLDER / list(ROUNDS)[-1]


@pytest.mark.parametrize("name", ROUNDS)
def test_a_golden_export_is_intact_for_ever(name: str) -> None:
    findings = list(verify(BytesIO((FOLDER / name).read_bytes())))
    assert [finding.words for finding in findings if not finding.good] == []
    rounds = [f.round for f in findings if f.result is Answer.INTACT and f.round is not None]
    assert rounds == list(range(1, ROUNDS[name] + 1))


def test_there_is_no_other_golden_export() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(ROUNDS)


def test_the_same_game_is_exported_in_the_same_bytes_as_then() -> None:
    """But for the words of the README, of which the log's last line holds the hash."""
    assert _proved(exported(golden_game())) == _proved(unpacked(NEWEST.read_bytes()))


def _proved(members: Members) -> Members:
    *entries, _ = members[LOG].splitlines(keepends=True)
    return {**members, README: b"", LOG: b"".join(entries)}


def test_the_newest_golden_export_holds_every_kind_of_order_and_default() -> None:
    members = unpacked(NEWEST.read_bytes())
    lines = [json.loads(line) for line in members[LOG].splitlines()[:-1]]
    kinds = {line["type"] for line in lines}
    assert {
        "OrderAccepted",
        "OrderWithdrawn",
        "OrderSetAside",
        "PressSent",
        "AbsenceNoted",
    } <= kinds
    heads = [json.loads(line["head"]) for line in lines if line["type"] == "OrderAccepted"]
    assert {head["round"] for head in heads} >= {1, 2, 3, None}
    rounds = [json.loads(body) for name, body in members.items() if name.startswith("rounds/")]
    sources = [source for one in rounds for source in one["sources"].values()]
    assert {s for s in sources if s.startswith("default:")} >= {
        "default:absent",
        "default:no_order",
        "default:vague_number",
    }
    used = [source for source in sources if source.startswith("order:")]
    assert len(used) > len(set(used)), "no order was played in more than one round"
