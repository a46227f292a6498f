"""The log for people: everything public, and nothing that is sealed or personal."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from pigpost.audit.entries import LogEntry, PartState, entries_of
from pigpost.errors import NotFound
from pigpost.events.receipt import receipt_code
from pigpost.events.types import OrderAccepted, OrderRefused, RoundThrown
from pigpost.games.conditions import Throws
from tests.replay.playing import SPRING, Playing, begun
from tests.replay.random_games import games


def last(playing: Playing) -> LogEntry:
    return entries_of(playing.tx, SPRING)[-1]


def test_an_entry_says_what_happened_when_and_by_whom() -> None:
    playing = begun(2)
    playing.elsewhere()
    recorded = playing.order(2, Throws(3), arrived=1, uid=7)
    entry = last(playing)
    assert (entry.pos, entry.ver) == (recorded.pos, recorded.ver)
    assert (entry.kind, entry.by, entry.round) == ("OrderAccepted", "p2", 1)
    assert entry.at == recorded.event.at
    assert entry.head["uid"] == 7
    assert (entry.leaf, entry.receipt) == (recorded.leaf, receipt_code(recorded.leaf))


def test_an_order_is_shown_when_its_round_is_thrown_and_not_before() -> None:
    playing = begun(2)
    playing.order(2, Throws(33), arrived=1, uid=7)
    sealed = last(playing)
    assert (sealed.sealed, sealed.sealed_state) == (None, PartState.KEPT)
    assert "sealed" not in sealed.public
    assert sealed.public["sealed_digest"] != "-"
    playing.close()
    shown = next(e for e in entries_of(playing.tx, SPRING) if e.pos == sealed.pos)
    assert shown.sealed_state is PartState.OPEN
    told = {"order": "THROWS 33", "reason": None, "seat": "p2", "since": None, "standing": False}
    assert shown.sealed == told
    assert shown.public["sealed"] == json.dumps(told, separators=(",", ":"))


def test_a_personal_part_is_never_shown_and_an_erased_one_is_known_to_be_so() -> None:
    playing = begun(1)
    invited = playing.log.stored[1]
    assert entries_of(playing.tx, SPRING)[1].personal_state is PartState.KEPT
    playing.log.stored[1] = replace(invited, personal=None)
    entries = entries_of(playing.tx, SPRING)
    assert entries[1].personal_state is PartState.ERASED
    assert entries[0].personal_state is PartState.NONE


def test_entries_are_made_anew_for_who_asks_and_are_the_same() -> None:
    entries = entries_of(begun(1).tx, SPRING)
    assert len(entries) == 5
    assert [e.ver for e in entries[::-1][:2]] == [e.ver for e in reversed(entries)][:2] == [5, 4]
    assert entries[-1] == entries[4]
    assert entries[-1] in entries
    with pytest.raises(IndexError):
        entries[5]


def test_only_entries_of_the_game_are_listed() -> None:
    playing = begun(1)
    playing.elsewhere()
    assert [e.ver for e in entries_of(playing.tx, SPRING)] == [1, 2, 3, 4, 5]
    with pytest.raises(NotFound, match="summer-pigs"):
        entries_of(playing.tx, "summer-pigs")


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(games())
def test_6_6_nothing_of_a_round_that_is_not_thrown_is_ever_shown(playing: Playing) -> None:
    throws = [one for one in playing.recorded if isinstance(one.event, RoundThrown)]
    thrown = {one.event.round for one in throws}
    over = playing.state.ended_because is not None
    events = {one.pos: one.event for one in playing.recorded}
    for entry in entries_of(playing.tx, SPRING):
        text = json.dumps(dict(entry.public)) + repr(entry)
        assert "hill.example" not in text
        assert "mail_sha256" not in text
        event = events[entry.pos]
        if not isinstance(event, OrderAccepted | OrderRefused):
            continue
        for_every_one = event.round is None and any(one.pos > entry.pos for one in throws)
        if event.round not in thrown and not for_every_one:
            assert over or (entry.sealed is None and "suggestions" not in text)
