"""The check of an export: whatever was changed is named, with its entry and its field."""

import hashlib
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import pigpost
from pigpost.audit.export import README
from pigpost.events.commitment import result_digest
from pigpost.events.merkle import Tree
from pigpost.events.types import (
    GameEnded,
    OrderAccepted,
    OrdersSealed,
    RoundOpened,
    RoundThrown,
    SealedOrder,
)
from pigpost.games.conditions import After, Condition, Throws, Turn
from pigpost.games.kinds import GameId, Seat
from pigpost.replay.archive import LOG
from pigpost.replay.disputes import RulingKind
from pigpost.replay.findings import Answer
from pigpost.replay.lines import Closing, written, written_closing
from pigpost.replay.rounds import thrown
from pigpost.replay.ruling_events import Decision
from pigpost.replay.verify import verify
from tests.replay.exports import (
    Lines,
    Members,
    exported,
    spelled,
    with_closing,
    with_lines,
    wrong,
    zipped,
)
from tests.replay.playing import NOON, Playing, begun, leaf_in_hex, played, seed

ORDERS: dict[int, Condition] = {1: Throws(4), 2: After(frozenset({Seat(1)})), 3: Turn(15)}


@pytest.fixture(scope="module")
def playing() -> Playing:
    playing = played(ORDERS, rounds=2)
    playing.elsewhere()
    playing.order(1, Throws(2), arrived=900, uid=90)
    playing.elsewhere()
    return playing


@pytest.fixture(scope="module")
def members(playing: Playing) -> Members:
    return exported(playing)


def line(members: Members, number: int) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(members[LOG].splitlines()[number])
    return values


def first_order(members: Members) -> int:
    return next(n for n in range(99) if line(members, n)["type"] == "OrderAccepted")


# --- intact -------------------------------------------------------------------------------------


def test_an_untouched_export_is_intact_and_says_what_is_withheld(members: Members) -> None:
    findings = list(verify(BytesIO(zipped(members))))
    assert [(f.round, f.result) for f in findings] == [
        (1, Answer.INTACT),
        (2, Answer.INTACT),
        (None, Answer.REDACTED),
        (None, Answer.INTACT),
    ]
    assert "10 personal parts" in findings[2].words


def test_the_log_alone_is_checked_as_well(members: Members) -> None:
    assert wrong(members[LOG]) == []
    assert wrong(members[LOG].replace(b"THROWS 4", b"THROWS 5")) != []


def test_a_game_that_has_just_begun_is_intact() -> None:
    playing = Playing()
    playing.create()
    assert wrong(exported(playing)) == []


# --- the tamper matrix ------------------------------------------------------------------------------

_HEX = "0" * 64
CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "change the head": (lambda e: e.update(head=e["head"].replace('"uid":1', '"uid":2')), "head"),
    "renumber the place": (lambda e: e.update(pos=e["pos"] + 1), "pos"),
    "renumber the version": (lambda e: e.update(ver=e["ver"] + 1), "ver"),
    "move it to another game": (lambda e: e.update(stream="game-another"), "stream"),
    "change the type": (lambda e: e.update(type="OrderRefused"), "type"),
    "change the type's version": (lambda e: e.update(v=2), "v"),
    "alter the sealed part": (lambda e: e.update(sealed=e["sealed"].replace("4", "5")), "sealed"),
    "alter the salt": (lambda e: e.update(sealed_salt="00" * 16), "sealed"),
    "alter its digest": (lambda e: e.update(sealed_digest=_HEX), "sealed_digest"),
    "deny the sealed part": (lambda e: e.update(sealed_digest="-"), "sealed_digest"),
    "alter the personal digest": (lambda e: e.update(personal_digest=_HEX), "head"),
    "alter the leaf": (lambda e: e.update(leaf=_HEX), "leaf"),
    "alter the proof": (lambda e: e.update(proof=[_HEX, *e["proof"][1:]]), "proof"),
    "shorten the proof": (lambda e: e.update(proof=e["proof"][1:]), "proof"),
    "spoil the proof": (lambda e: e.update(proof={"0": _HEX}), "proof"),
    "cut a hash of the proof": (lambda e: e.update(proof=[_HEX[1:]]), "proof"),
    "lengthen the proof": (lambda e: e.update(proof=[*e["proof"], _HEX]), "proof"),
    "add a personal part": (
        lambda e: e.update(personal='{"words":"x"}', personal_salt="00" * 16),
        "personal",
    ),
    "add a field": (lambda e: e.update(note="hello"), "note"),
    "drop a field": (lambda e: e.pop("leaf"), "leaf"),
    "drop half of a part": (lambda e: e.pop("sealed_salt"), "sealed"),
}


@pytest.mark.parametrize(("change", "field"), CHANGES.values(), ids=CHANGES)
def test_a_changed_entry_is_named_with_its_field(
    members: Members, change: Callable[[dict[str, Any]], object], field: str
) -> None:
    number = first_order(members)
    position = line(members, number)["pos"]
    first, *_ = wrong(with_lines(members, lambda lines: change(lines[number])))
    assert (first.result, first.field) == (Answer.TAMPERED, field)
    assert first.position == position + (field == "pos")


def test_a_sealed_part_that_must_be_open_is_missing(members: Members) -> None:
    def hide(lines: Lines) -> None:
        for name in ("sealed", "sealed_salt"):
            del lines[first_order(members)][name]

    first, *_ = wrong(with_lines(members, hide))
    position = line(members, first_order(members))["pos"]
    assert (first.result, first.field, first.position) == (Answer.MISSING, "sealed", position)


def test_a_dropped_entry_is_missing(members: Members) -> None:
    first, *_ = wrong(with_lines(members, lambda lines: lines.pop(11)))
    assert (first.result, first.position) == (Answer.MISSING, line(members, 12)["pos"])


def test_an_inserted_entry_is_found(members: Members) -> None:
    again = line(members, 11)
    first, *_ = wrong(with_lines(members, lambda lines: lines.insert(12, again)))
    assert (first.result, first.position) == (Answer.TAMPERED, again["pos"])
    forged = {**again, "ver": again["ver"] + 1, "pos": again["pos"] + 1}
    first, *_ = wrong(with_lines(members, lambda lines: lines.insert(12, forged)))
    assert (first.result, first.position) == (Answer.TAMPERED, forged["pos"])


def test_swapped_entries_are_found(members: Members) -> None:
    def swap(lines: Lines) -> None:
        lines[11], lines[12] = lines[12], lines[11]

    first, second, *_ = wrong(with_lines(members, swap))
    assert (first.position, second.position) == (line(members, 12)["pos"], line(members, 11)["pos"])


def test_swapped_contents_are_found(members: Members) -> None:
    def swap(lines: Lines) -> None:
        lines[11]["head"], lines[12]["head"] = lines[12]["head"], lines[11]["head"]

    first, *_ = wrong(with_lines(members, swap))
    assert (first.position, first.field) == (line(members, 11)["pos"], "head")


def test_a_tail_that_was_cut_off_is_missing(members: Members) -> None:
    def cut(lines: Lines) -> None:
        del lines[-3:]

    first, *_ = wrong(with_lines(members, cut))
    assert (first.result, first.field) == (Answer.MISSING, "ver")
    log = members[LOG]
    assert wrong({**members, LOG: log[: log.rindex(b"\n", 0, -1) + 1]})[0].field is not None
    assert wrong({**members, LOG: log[:-1]})[0].field == "line"


def test_a_tail_that_was_added_is_found(members: Members, playing: Playing) -> None:
    first, *_ = wrong(
        with_closing(
            members, lambda c: replace(c, entries={playing.stream: c.entries[playing.stream] - 1})
        )
    )
    assert (first.result, first.field) == (Answer.TAMPERED, "ver")


CLOSINGS: dict[str, Callable[[Closing], Closing]] = {
    "root": lambda c: replace(c, root=_HEX),
    "size": lambda c: replace(c, size=5),
    "another game": lambda c: replace(c, entries={**c.entries, "game-x": 3}),
    "a file more": lambda c: replace(c, files={**c.files, "rounds/0009.json": _HEX}),
    "a file less": lambda c: replace(c, files={k: v for k, v in c.files.items() if k != README}),
    "a round less": lambda c: replace(
        c, files={k: v for k, v in c.files.items() if k != "rounds/0001.json"}
    ),
    "a file's digest": lambda c: replace(c, files={**c.files, README: _HEX}),
}


@pytest.mark.parametrize("change", CLOSINGS.values(), ids=CLOSINGS)
def test_a_forged_last_line_does_not_help(
    members: Members, change: Callable[[Closing], Closing]
) -> None:
    assert wrong(with_closing(members, change))


def test_spelling_leaves_no_room(members: Members) -> None:
    log = members[LOG]
    tricks = {
        "a space": log.replace(b'{"head"', b'{ "head"', 1),
        "a key twice": log.replace(b'{"head"', b'{"pos":1,"head"', 1),
        "an escape": log.replace(b"pigs.example", b"\\u0070igs.example"),
        "a carriage return": log.replace(b"\n", b"\r\n", 1),
        "an empty line": log.replace(b"\n", b"\n\n", 1),
        "an end mark": log + b"\n",
        "another line behind": log + spelled({"checkpoint": {}}),
        "a byte order mark": b"\xef\xbb\xbf" + log,
        "UTF-16": log.decode().encode("utf-16"),
        "NUL": log.replace(b'"v":1', b'"v":1\x00', 1),
        "a fraction": log.replace(b'"v":1', b'"v":1.0', 1),
        "not a number": log.replace(b'"v":1', b'"v":NaN', 1),
        "a huge number": log.replace(b'"v":1', b'"v":1' + b"0" * 5000, 1),
        "capital hex": log.replace(b'"leaf":"', b'"leaf":"A', 1),
        "a lone surrogate": log.replace(b'"v":1', b'"v":"\\ud800"', 1),
    }
    for trick, forged in tricks.items():
        assert forged != log, trick
        first, *_ = wrong({**members, LOG: forged})
        assert (first.result, first.field is not None) == (Answer.TAMPERED, True), trick


# --- other members ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["README.txt", "rounds/0001.json", "rounds/0002.json"])
def test_a_changed_or_missing_member_is_named(members: Members, name: str) -> None:
    changed = members[name].replace(b"e", b"f", 1)
    assert wrong({**members, name: changed})[0].field == name
    less = {k: v for k, v in members.items() if k != name}
    first, *_ = wrong(less)
    assert (first.result, first.field) == (Answer.MISSING, name)


def test_a_member_that_was_not_exported_is_named(members: Members) -> None:
    first, *_ = wrong({**members, "rounds/0003.json": b"{}\n"})
    assert (first.result, first.field) == (Answer.TAMPERED, "rounds/0003.json")


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b'{"names":[]}', b'{"names":{"x":"Bill"}}', b"[" * 10**5]
)
def test_a_round_file_with_a_forged_digest_must_say_what_the_log_says(
    members: Members, body: bytes
) -> None:
    name = "rounds/0001.json"
    digest = hashlib.sha256(body).hexdigest()
    forged = with_closing(members, lambda c: replace(c, files={**c.files, name: digest}))
    first, *_ = wrong({**forged, name: body})
    assert (first.result, first.field, first.round) == (Answer.TAMPERED, name, 1)


def test_names_are_for_people_and_proved_by_nothing(members: Members) -> None:
    name = "rounds/0001.json"
    body = members[name].replace(b"Karen", b"Carla")
    digest = hashlib.sha256(body).hexdigest()
    forged = with_closing(members, lambda c: replace(c, files={**c.files, name: digest}))
    assert wrong({**members, name: body})
    assert wrong({**forged, name: body}) == []


# --- cheats of whoever runs the service: the log is whole, the game is not ---------------------------


def cheated(playing: Playing, cheat: Callable[[RoundThrown], RoundThrown]) -> Playing:
    """A service that records something else than it must, and proves it well."""
    playing.seal()
    state = playing.state
    assert state.current is not None
    playing.add(cheat(thrown(state, seed=seed(state.current.round), at=playing.now())))
    return playing


def _other_result(event: RoundThrown, **changes: object) -> RoundThrown:
    result = {**event.result, **changes}
    return replace(event, result=result, result_digest=result_digest(result))


CHEATS: dict[str, tuple[Callable[[RoundThrown], RoundThrown], str]] = {
    "another seed": (lambda e: replace(e, seed=seed(99).hex()), "seed"),
    "a seed in capitals": (lambda e: replace(e, seed=e.seed.upper()), "seed"),
    "another draw": (lambda e: replace(e, draws=("double_snouter", *e.draws[1:])), "draws"),
    "a draw more": (lambda e: replace(e, draws=(*e.draws, "sider")), "draws"),
    "a draw less": (lambda e: replace(e, draws=e.draws[:-1]), "draws"),
    "another order": (lambda e: replace(e, orders={**e.orders, "p1": "THROWS 1"}), "orders"),
    "another source": (lambda e: replace(e, sources={**e.sources, "p1": "order:3"}), "sources"),
    "another score before": (lambda e: replace(e, scores={**e.scores, "p1": 99}), "scores"),
    "a participant less": (lambda e: replace(e, participants=("p1", "p2")), "participants"),
    "another score after": (
        lambda e: _other_result(e, final_scores={**e.result["final_scores"], "p1": 99}),
        "result",
    ),
    "another digest": (lambda e: replace(e, result_digest="0" * 64), "result_digest"),
    "another book": (lambda e: replace(e, orders_digest="0" * 64), "orders_digest"),
}


@pytest.mark.parametrize(("cheat", "field"), CHEATS.values(), ids=CHEATS)
def test_a_round_that_was_bent_is_named(
    cheat: Callable[[RoundThrown], RoundThrown], field: str
) -> None:
    playing = begun(3)
    playing.order(1, Throws(4), arrived=1, uid=1)
    playing = cheated(playing, cheat)
    first, *_ = wrong(exported(playing))
    assert (first.result, first.round, first.field) == (Answer.TAMPERED, 1, field)
    assert first.position == len(playing.recorded)


def test_an_order_that_can_not_be_one_is_named_where_it_stands() -> None:
    playing = begun(2)
    sealed = SealedOrder(seat="p1", order="THROWS 04")
    order = OrderAccepted(
        at=playing.now(), by="p1", round=1, arrived_at=playing.now(), uid=1, sealed=sealed
    )
    forged = playing.add(order)
    playing.add(RoundOpened(at=NOON, by="x", round=1, attempt=2, commitment="", deadline=NOON))
    playing.leave()
    first, *_ = wrong(exported(playing))
    assert (first.result, first.position) == (Answer.TAMPERED, forged.pos)
    assert "THROWS 04" in first.words


def test_an_order_that_slipped_in_after_the_seal_does_not_count() -> None:
    playing = begun(2)
    playing.seal()
    late = playing.order(1, Throws(9), arrived=1, uid=1)
    honest = thrown(playing.state, seed=seed(1), at=playing.now())
    playing.add(
        replace(
            honest,
            orders={**honest.orders, "p1": "THROWS 9"},
            sources={**honest.sources, "p1": f"order:{late.pos}"},
        )
    )
    assert wrong(exported(playing))[0].field == "orders"


def test_a_book_that_was_sealed_with_another_order_is_named() -> None:
    playing = begun(2)
    playing.order(1, Throws(2), arrived=1, uid=1)
    playing.add(
        OrdersSealed(
            at=playing.now(),
            by="service",
            round=1,
            attempt=1,
            orders_digest="0" * 64,
            polled_at=playing.now(),
            early=False,
        )
    )
    playing.throw()
    first, *_ = wrong(exported(playing))
    assert (first.field, first.position) == ("orders_digest", len(playing.recorded) - 1)


@pytest.mark.parametrize(("round", "attempt"), [(1, 1), (2, 1), (1, 3)])
def test_a_second_lock_within_an_attempt_is_named(round: int, attempt: int) -> None:
    playing = begun(1)
    playing.open(round=round, attempt=attempt)
    first, *_ = wrong(exported(playing))
    assert (first.position, first.field) == (len(playing.recorded), "attempt")


def test_a_round_that_was_annulled_is_opened_again_as_another_attempt() -> None:
    playing = begun(1)
    playing.open(round=1, attempt=2)
    playing.close()
    void = Decision(what=RulingKind.VOID, change=playing.change(1), reason="the mail was down")
    playing.rule(void)
    current = playing.state.current
    assert current is not None
    assert (current.round, current.attempt) == (1, 3)
    playing.close()
    assert wrong(exported(playing)) == []


@pytest.mark.parametrize(
    ("reason", "winners", "by"),
    [("target", ("p2",), "service"), ("ended_by_gm", ("p1",), "gm"), ("target", (), "service")],
)
def test_a_game_that_ends_wrongly_is_named(reason: str, winners: tuple[str, ...], by: str) -> None:
    playing = played(ORDERS, rounds=1)
    playing.add(GameEnded(at=playing.now(), by=by, round=2, reason=reason, winners=winners))
    first, *_ = wrong(exported(playing))
    assert first.position == len(playing.recorded)


def test_what_a_newer_release_recorded_is_not_waved_through() -> None:
    playing = begun(1)
    entry = playing.log.stored[0]
    playing.log.stored[0] = replace(
        entry, head=entry.head.replace(b"stagg-2000/1", b"stagg-2099/1")
    )
    playing.close()
    _seal_again(playing)
    found = wrong(_log_of(playing))
    assert found
    assert "stagg-2099/1" in found[0].words


def test_a_game_in_the_stream_of_another_is_named() -> None:
    playing = begun(1)
    playing.log.stored = [replace(e, stream="game-x") for e in playing.log.stored]
    _seal_again(playing)
    playing.game = GameId("x")
    first, *_ = wrong(_log_of(playing))
    assert (first.position, first.field) == (1, "head")


def test_a_log_in_which_everything_is_shown_is_intact_too() -> None:
    assert wrong(_log_of(begun(2))) == []


def _seal_again(playing: Playing) -> None:
    playing.log.stored = [replace(e, leaf=leaf_in_hex(e)) for e in playing.log.stored]


def _log_of(playing: Playing) -> bytes:
    """The log alone, as stored, with everything shown."""
    tree = Tree(playing.log.leaves())
    closing = Closing(
        origin="pigs.example/pigpost",
        size=len(playing.log.stored),
        root=tree.root.hex(),
        entries={playing.stream: len(playing.log.stored)},
        files={},
    )
    lines = [written(entry, tree.proof(entry.pos - 1)) for entry in playing.log.stored]
    return b"".join(lines) + written_closing(closing)


# --- hostile files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file",
    [
        *(b"", b"\n", b"PK", b"PK\x03\x04", b"hello", b"{}\n", b"\xff" * 99, b"null\n"),
        *(b"[" * 10**6 + b"\n", b"0" * 10**6 + b"\n", b'{"checkpoint":{}}\n'),
    ],
    ids=lambda file: repr(file[:12]),
)
def test_a_file_that_is_no_export_gives_a_finding(file: bytes) -> None:
    assert [f.result for f in verify(BytesIO(file))] == [Answer.TAMPERED]


@pytest.mark.parametrize("members", [{}, {"README.txt": b"hello"}])
def test_a_zip_without_a_log_says_so(members: Members) -> None:
    first, *_ = wrong(members)
    assert (first.result, first.field) == (Answer.MISSING, LOG)


def test_a_bomb_is_not_blown_up(members: Members) -> None:
    packed = zipped({**members, "rounds/0009.json": b"0" * 10**8})
    assert len(packed) < 10**6
    first, *_ = wrong(packed)
    assert "swell" in first.words
    first, *_ = wrong(zipped({LOG: b"0" * 10**8}))
    assert "swell" in first.words


def test_a_member_larger_than_any_round_is_not_read(members: Members) -> None:
    noise = random.Random(2).randbytes(17 * 2**20)
    first, *_ = wrong({**members, "rounds/0009.json": noise})
    assert "larger" in first.words


def test_a_line_without_an_end_is_not_read_to_its_end() -> None:
    noise = random.Random(1).randbytes(3 * 10**6).hex().encode()
    first, *_ = wrong(noise)
    assert first.field == "line"


def test_bytes_of_no_member_are_found(members: Members) -> None:
    packed = zipped(members)
    assert wrong(b"PK" + packed)
    assert wrong(packed + b"behind")
    twice = BytesIO(packed)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(twice, "a") as file:
        file.writestr(LOG, b"{}\n")
    assert wrong(twice.getvalue())
    commented = BytesIO(packed)
    with zipfile.ZipFile(commented, "a") as file:
        file.comment = b"psst"
    assert wrong(commented.getvalue())


# --- any byte -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [LOG, "README.txt", "rounds/0001.json"])
def test_any_changed_byte_of_any_member_is_named(members: Members, name: str) -> None:
    body, chance = members[name], random.Random(name)
    for _ in range(120):
        at, bit = chance.randrange(len(body)), 1 << chance.randrange(8)
        forged = body[:at] + bytes([body[at] ^ bit]) + body[at + 1 :]
        first, *_ = wrong({**members, name: forged})
        assert first.field is not None, (at, bit)
        if name != LOG:
            assert first.field == name


def test_any_changed_byte_of_the_zip_is_found_or_changes_nothing(members: Members) -> None:
    packed, chance = zipped(members), random.Random(7)
    for _ in range(400):
        at, bit = chance.randrange(len(packed)), 1 << chance.randrange(8)
        forged = packed[:at] + bytes([packed[at] ^ bit]) + packed[at + 1 :]
        if not wrong(forged):
            with zipfile.ZipFile(BytesIO(forged)) as file:
                assert {name: file.read(name) for name in file.namelist()} == members, (at, bit)


def test_damage_of_any_kind_gives_a_finding_and_never_an_exception(members: Members) -> None:
    packed, chance = zipped(members), random.Random(11)
    for _ in range(150):
        forged = bytearray(packed)
        for _ in range(chance.randrange(1, 5)):
            at, length = chance.randrange(len(forged)), chance.randrange(40)
            forged[at : at + length] = chance.randbytes(chance.randrange(40))
        assert list(verify(BytesIO(bytes(forged))))


def test_the_check_needs_nothing_but_the_standard_library() -> None:
    source = Path(pigpost.__file__).parent.parent
    program = (
        f"import sys; sys.path.insert(0, {str(source)!r}); import pigpost.replay.verify\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(names - set(sys.stdlib_module_names) - {'__main__'}))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("['pigpost']", "")
