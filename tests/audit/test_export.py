"""Exports: complete, public, and the same bytes each time."""

import json
from dataclasses import replace
from io import BytesIO

import pytest

from pigpost.audit.check_round import check
from pigpost.audit.export import README, export_game, log_origin, standalone_check
from pigpost.errors import LogBroken, NotFound
from pigpost.games.conditions import Condition, Throws, Turn
from pigpost.replay.archive import LOG
from pigpost.replay.verify import verify
from tests.replay.exports import ORIGIN, exported, unpacked
from tests.replay.playing import SPRING, begun, played

ORDERS: dict[int, Condition] = {1: Throws(4), 2: Turn(15)}


def test_an_export_holds_the_log_every_thrown_round_and_a_word_about_itself() -> None:
    playing = played(ORDERS, rounds=3)
    assert list(exported(playing)) == [
        LOG,
        README,
        "rounds/0001.json",
        "rounds/0002.json",
        "rounds/0003.json",
    ]


def test_every_entry_of_the_game_is_in_the_log_and_the_head_of_the_whole_log_is_its_last_line() -> (
    None
):
    playing = played(ORDERS, rounds=1)
    playing.elsewhere()
    *lines, last = map(json.loads, exported(playing)[LOG].splitlines())
    assert [line["pos"] for line in lines] == [one.pos for one in playing.recorded]
    head = playing.log.head()
    assert last["checkpoint"] == {"origin": ORIGIN, "size": head.size, "root": head.root}


def test_nothing_personal_and_nothing_sealed_is_in_it() -> None:
    playing = played(ORDERS, rounds=1)
    playing.order(1, Throws(77), arrived=500, uid=50)
    playing.refuse(2, "vague_number", arrived=500, uid=51)
    everything = b"".join(exported(playing).values())
    for private in (b"hill.example", b"a couple", b"sender", b"idem", b"THROWS 77", b"vague"):
        assert private not in everything, private
    assert b"THROWS 4" in everything


def test_names_are_those_of_who_plays_as_far_as_they_are_known() -> None:
    playing = played(ORDERS, rounds=1)
    names = json.loads(exported(playing)["rounds/0001.json"])["names"]
    assert names == {"p1": "Bill", "p2": "Karen"}
    invited = next(e for e in playing.log.recorded if e.ver == 2)
    erased = replace(invited, event=replace(invited.event, personal=None))  # type: ignore[call-arg]
    playing.log.recorded[playing.log.recorded.index(invited)] = erased
    assert json.loads(exported(playing)["rounds/0001.json"])["names"] == {"p2": "Karen"}


def test_a_round_file_is_the_output_of_adjudicate_and_what_proves_it() -> None:
    playing = played(ORDERS, rounds=1)
    file = json.loads(exported(playing)["rounds/0001.json"])
    event = playing.state.thrown[0].event
    assert event.result.items() <= file.items()
    assert file["orders"] == {"p1": "THROWS 4", "p2": "TURN 15"}
    assert (file["seed"], file["position"]) == (event.seed, playing.state.thrown[0].pos)
    assert file["table"][:2] == [["pig_out", 1279], ["sider", 1304]]


def test_the_same_log_gives_the_same_bytes() -> None:
    first, second = (
        export_game(played(ORDERS, rounds=2).tx, SPRING, origin=ORIGIN) for _ in range(2)
    )
    assert first == second


def test_a_game_that_is_not_there_and_a_log_that_is_broken_are_not_exported() -> None:
    playing = begun(1)
    with pytest.raises(NotFound):
        export_game(playing.tx, "summer-pigs", origin=ORIGIN)
    stored = playing.log.stored
    head = playing.log.head()
    playing.log.stored = [replace(stored[0], leaf="00" * 32), *stored[1:]]
    playing.log.head = lambda: head  # type: ignore[method-assign]
    with pytest.raises(LogBroken, match="root"):
        export_game(playing.tx, SPRING, origin=ORIGIN)


def test_a_log_is_named_after_its_site() -> None:
    assert log_origin("https://pigs.example") == "pigs.example/pigpost"
    assert log_origin("http://127.0.0.1:8080/") == "127.0.0.1:8080/pigpost"


def test_the_stand_alone_check_agrees_and_is_printed_in_the_readme() -> None:
    playing = played(ORDERS, rounds=3)
    members = exported(playing)
    assert standalone_check() in members[README].decode()
    for number in (1, 2, 3):
        file = json.loads(members[f"rounds/000{number}.json"])
        assert check(file) == {"lock": True, "throws": True}
        assert check({**file, "draws": ["sider", *file["draws"]]})["throws"] is False
        other = {**file, "seed": "00" * 32}
        assert check(other) == {"lock": False, "throws": False}


def test_ten_thousand_entries_are_exported_in_one_pass() -> None:
    playing = begun(1)
    elsewhere = playing.elsewhere()
    entry = playing.log.stored[-1]
    playing.log.stored += [replace(entry, pos=n) for n in range(entry.pos + 1, 10_001)]
    packed = export_game(playing.tx, SPRING, origin=ORIGIN)
    assert elsewhere.stream != playing.stream
    assert all(finding.good for finding in verify(BytesIO(packed)))
    assert len(unpacked(packed)[LOG].splitlines()) == len(playing.recorded) + 1
