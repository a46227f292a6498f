"""`pigpost round`: rounds of every game shown, thought through with other orders, and looked at ahead."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.cli.columns import width
from pigpost.events.types import AbsenceMailed, AbsenceNoted
from pigpost.games.kinds import Form, Kind
from tests.cli.test_commands import Site
from tests.fakes import CountingEntropy
from tests.web.play import Play

PLAYERS = ("Bill", "Karen", "Ted")
FAR_AHEAD = datetime(2099, 1, 1, tzinfo=UTC)
GAMES = [(kind, form) for kind in Kind for form in kind.forms]
OWN = [(kind, form) for kind, form in GAMES if form is not Form.SHARED and kind is not Kind.HOG]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


@pytest.fixture
def store(site: Site) -> Iterator[SqlStore]:
    """The database of the site."""
    url = f"sqlite:///{site.directory / 'pigpost.db'}"
    with closing(SqlStore(url, entropy=CountingEntropy())) as store:
        yield store


def orders_of(kind: Kind) -> Mapping[str, str]:
    """Ted sends none."""
    if kind is Kind.HOG:
        return {"p1": "DICE 3", "p2": "DICE 6"}
    return {"p1": "THROWS 3", "p2": "TURN 20"}


def played(store: SqlStore, kind: Kind, form: Form, **more: Any) -> Mapping[str, Any]:
    """The first round of a game, as it was recorded."""
    with store.writing() as tx:
        play = Play(tx.log, kind=kind, form=form, players=PLAYERS, **more).starts()
        (thrown,) = play.orders(orders_of(kind)).seals().throws().state.thrown
    return thrown.event.result


def named(result: Any) -> Any:
    """Names for seats, as the command prints them."""
    text = json.dumps(result, default=dict)
    for number, name in enumerate(PLAYERS, start=1):
        text = text.replace(f'"p{number}"', f'"{name}"')
    return json.loads(text)


@pytest.mark.parametrize(("kind", "form"), GAMES)
def test_a_round_of_any_game_is_shown_as_it_was_recorded_and_replays_to_the_same(
    site: Site, store: SqlStore, kind: Kind, form: Form
) -> None:
    recorded = named(played(store, kind, form))
    shown = site.json("round", "show", "spring-pigs", "1")
    assert recorded.items() <= shown.items()
    assert site.json("round", "replay", "spring-pigs", "1") == shown
    text = site.run("round", "show", "spring-pigs", "1")
    assert all(name in text for name in PLAYERS)
    assert "no order came" in text


@pytest.mark.parametrize(("kind", "form"), OWN)
def test_4_9_another_order_of_one_player_changes_no_throw_of_another(
    site: Site, store: SqlStore, kind: Kind, form: Form
) -> None:
    played(store, kind, form, target=1000)
    before = site.json("round", "show", "spring-pigs", "1")["turns"]
    after = site.json("round", "replay", "spring-pigs", "1", "--with", "Bill=THROWS 9")["turns"]
    assert {name: turn for name, turn in after.items() if name != "Bill"} == {
        name: turn for name, turn in before.items() if name != "Bill"
    }
    short, long = before["Bill"]["throws"], after["Bill"]["throws"]
    assert long[: len(short)] == short
    assert after["Bill"]["ended_by"] != "hold" or len(long) == 9


def test_7_1_more_dice_of_hog_lengthen_the_row_and_change_none_of_it(
    site: Site, store: SqlStore
) -> None:
    row = played(store, Kind.HOG, Form.SHARED)["row"]
    longer = site.json("round", "replay", "spring-pigs", "1", "--with", "Ted=DICE 9")
    assert longer["row"][: len(row)] == row
    assert longer["dice_used"] == 9


def test_4_7_with_another_order_the_one_who_begins_can_win_before_the_others_throw(
    site: Site, store: SqlStore
) -> None:
    weights = (0, *(1,) * 15, 0, 0)
    played(store, Kind.PASS_THE_PIGS, Form.SEQUENTIAL, weights=weights)
    text = site.run("round", "show", "spring-pigs", "1")
    (first,) = re.findall(r"Order of play: (\w+)", text)
    change = ("--with", f"{first}=TOTAL 100")
    what_if = site.json("round", "replay", "spring-pigs", "1", *change)
    assert (what_if["winners"], list(what_if["turns"])) == ([first], [first])
    text = site.run("round", "replay", "spring-pigs", "1", *change)
    assert text.count("did not throw") == 3


@pytest.mark.parametrize(
    ("kind", "form", "order"),
    [
        (Kind.PIG, Form.SIMULTANEOUS, "WHEN Karen"),
        (Kind.PIG, Form.SHARED, "DICE 3"),
        (Kind.HOG, Form.SHARED, "THROWS 3"),
        (Kind.HOG, Form.SIMULTANEOUS, "DICE 51"),
        (Kind.PIG, Form.SHARED, "about five"),
    ],
)
def test_an_order_that_the_game_does_not_know_is_refused_with_its_rule(
    site: Site, store: SqlStore, kind: Kind, form: Form, order: str
) -> None:
    played(store, kind, form)
    code, words = site.fails("round", "replay", "spring-pigs", "1", "--with", f"Bill={order}")
    assert code == 5
    assert "(rule " in words


def test_nothing_is_stored_by_thinking_a_round_through(site: Site, store: SqlStore) -> None:
    played(store, Kind.PIG, Form.SEQUENTIAL)
    before = head(store)
    site.run("round", "replay", "spring-pigs", "1", "--with", "Ted=THROWS 5")
    assert head(store) == before


def head(store: SqlStore) -> object:
    with store.reading() as tx:
        return tx.log.head()


def test_a_dry_run_tells_who_is_missing_and_no_order(site: Site, store: SqlStore) -> None:
    with store.writing() as tx:
        players = (*PLAYERS, "Robby")
        play = Play(tx.log, kind=Kind.HOG, players=players, bots=("Robby",)).starts()
        play.order("p2", "DICE 31", "31 dice")
    before = head(store)
    run = ("round", "run", "spring-pigs", "--round", "1", "--dry-run")
    told = site.json(*run)
    assert told["sent"] == ["Karen"]
    assert told["missing"] == ["Bill", "Ted"]
    assert told["bots"] == ["Robby"]
    assert (told["dry_run"], told["default"]) == (True, "DICE 1")
    text = site.run(*run)
    assert "orders in  1 of 4: Karen" in text
    assert "Who is missing plays DICE 1 (rule 4.5)." in text
    assert "31" not in text.replace("Fri 2027", "")
    assert head(store) == before


def is_away(play: Play, label: str, begins: datetime, ends: datetime) -> None:
    """A player's VACATION, mailed while round 1 was open; so it covers later rounds."""
    mailed = play.mailed(label, "VACATION")
    fields = {field: getattr(mailed, field) for field in mailed.__slots__}
    play.happens(
        AbsenceNoted(
            at=play.now,
            by="service",
            round=play.round,
            arrived_at=play.now,
            uid=99,
            personal=AbsenceMailed(seat=label, begins_at=begins, ends_at=ends, **fields),
        )
    )


@pytest.mark.parametrize(("begins", "is_a_miss"), [("2026-01-01", False), ("2027-02-13", True)])
def test_a_dry_run_tells_who_is_on_vacation_and_whether_that_helps_him(
    site: Site, store: SqlStore, begins: str, is_a_miss: bool
) -> None:
    """A vacation that has not begun does not cover a round that is closed today."""
    with store.writing() as tx:
        play = Play(tx.log, players=PLAYERS).starts()
        is_away(play, "p3", datetime.fromisoformat(begins).replace(tzinfo=UTC), FAR_AHEAD)
        play.orders(orders_of(Kind.POSTAL_PIGS)).seals().throws().opens()
        play.order("p1", "THROWS 3", "three")
    run = ("round", "run", "spring-pigs", "--round", "2", "--dry-run")
    told = site.json(*run)
    assert (told["missing"], told["away"]) == (["Karen", "Ted"], ["Ted"])
    lines = site.run(*run).splitlines()
    assert "   missing    Karen and Ted" in lines
    assert "   away       Ted, at the deadline" in lines
    miss = "Closed now, before the vacation, the round is a miss for Ted."
    assert (miss in lines) == is_a_miss


def test_a_dry_run_in_which_nobody_is_away_does_not_speak_of_it(
    site: Site, store: SqlStore
) -> None:
    with store.writing() as tx:
        Play(tx.log, players=PLAYERS).starts()
    run = ("round", "run", "spring-pigs", "--round", "1", "--dry-run")
    assert site.json(*run)["away"] == []
    assert "away" not in site.run(*run)


def test_a_dry_run_of_what_could_not_be_closed_fails_likewise(site: Site, store: SqlStore) -> None:
    run = ("round", "run", "spring-pigs", "--dry-run", "--round")
    with store.writing() as tx:
        play = Play(tx.log).starts()
    assert site.fails(*run, "2")[0] == 6
    with store.writing() as tx:
        play.log = tx.log
        play.is_held("ill")
    code, words = site.fails(*run, "1")
    assert (code, "is held" in words) == (6, True)


def test_a_round_is_not_run_without_a_reason(site: Site, store: SqlStore) -> None:
    with store.writing() as tx:
        Play(tx.log).starts()
    code, words = site.fails("round", "run", "spring-pigs", "--round", "1")
    assert (code, "--reason" in words) == (2, True)


def test_names_in_wide_letters_do_not_move_the_columns(site: Site, store: SqlStore) -> None:
    with store.writing() as tx:
        play = Play(tx.log, kind=Kind.PIG, players=("李雷", "Karen")).starts()
        play.orders({"p1": "THROWS 1", "p2": "THROWS 1"}).seals().throws()
    for words in (("round", "show", "spring-pigs", "1"), ("game", "show", "spring-pigs")):
        one, other = (
            next(line for line in site.run(*words).splitlines() if line.startswith(f"   {name} "))
            for name in ("李雷", "Karen")
        )
        assert one[len("   李雷") :].startswith(" " * 16)
        assert other[len("   Karen") :].startswith(" " * 15)
    why = site.run("round", "show", "spring-pigs", "1").partition("Why\n")[2].splitlines()
    assert {width(line[: line.index("THROWS 1")]) for line in why} == {10}
