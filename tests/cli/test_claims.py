"""`pigpost claim`, `pigpost rule` and the views of `round show`: list, look, preview, decide."""

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.adapters.sql.store import SqlStore
from pigpost.cli.main import cli
from tests.cli.test_commands import Site
from tests.fakes import CountingEntropy
from tests.web.play import Play

GAME = "spring-pigs"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Ted sent no order in round 1, and says that he did."""
    site = Site(tmp_path / "site")
    url = f"sqlite:///{site.directory / 'pigpost.db'}"
    with closing(SqlStore(url, entropy=CountingEntropy())) as store, store.writing() as tx:
        play = Play(tx.log, players=("Bill", "Karen", "Ted"), target=1000).starts()
        play.orders({"p1": "THROWS 1", "p2": "AFTER p1"}).seals().throws().opens()
        tx.seeds.keep(GAME, 2, 1, bytes(32))
    site.run("claim", "open", GAME, "--round", "1", "--reason", "Ted rang: sent at 19:58")
    return site


def refused(site: Site, code: int, *words: str) -> str:
    """What a command says that must fail with that exit code."""
    found, message = site.fails(*words)
    assert found == code, message
    return message


def test_claims_that_wait_are_listed_and_looked_at(site: Site) -> None:
    assert "spring-pigs claim 1, round 1: open, filed by gm" in site.run("claim", "list")
    assert any("claim 1 of spring-pigs waits" in need for need in site.json("status")["needs_gm"])
    (one,) = site.json("claim", "list", GAME)["claims"]
    assert (one["claim"], one["round"], one["status"]) == (1, 1, "open")
    text = site.run("claim", "show", GAME, "1")
    assert "Ted rang: sent at 19:58" in text
    assert "deadline of round 1" in text
    assert "filed by gm" in text
    moments = site.json("claim", "show", GAME, "1")["time_line"]
    assert [moment["at"] for moment in moments] == sorted(moment["at"] for moment in moments)


def test_the_reason_comes_before_the_preview_and_the_preview_changes_no_score(site: Site) -> None:
    count = ("rule", GAME, "1", "count", "--order", "Ted=THROWS 3")
    assert "the reason comes before the preview" in refused(site, 5, *count, "--preview")
    before = site.json("round", "show", GAME, "1")
    told = site.json(*count, "--preview", "--reason", "in time")
    assert told["players"]["Ted"]["changed"]
    assert site.json("round", "show", GAME, "1") == before
    ruled = site.json(*count, "--reason", "in time", "--yes")
    assert (ruled["ruling"], ruled["players"]) == (1, told["players"])


def test_a_round_is_shown_as_ruled_as_recorded_and_as_known_at_an_entry(site: Site) -> None:
    recorded = site.json("round", "show", GAME, "1")
    count = ("rule", GAME, "1", "count", "--reason", "in time", "--yes")
    entry = site.json(*count, "--order", "Ted=THROWS 3")["position"]
    assert f"ruling 1: in time (entry {entry})" in site.run("round", "show", GAME, "1")
    site.run(*count, "--order", "Ted=THROWS 2")
    as_ruled = site.json("round", "show", GAME, "1")
    assert (as_ruled["rulings"], as_ruled["defaulted"]) == ([1, 2], {})
    assert site.json("round", "show", GAME, "1", "--recorded") == recorded
    assert site.json("round", "show", GAME, "1", "--entry", str(entry - 1)) == recorded
    first = site.json("round", "show", GAME, "1", "--ruling", "1")
    assert first["rulings"] == [1]
    assert "THROWS 3" in site.run("round", "show", GAME, "1", "--ruling", "1")
    assert "THROWS 3" not in site.run("round", "show", GAME, "1")
    assert "ruling 2: in time" in site.run("round", "show", GAME, "1")
    assert "did not change" in refused(site, 4, "round", "show", GAME, "1", "--ruling", "7")


def test_what_was_ruled_is_in_the_export_and_verifies(site: Site, tmp_path: Path) -> None:
    site.run("rule", GAME, "1", "count", "--order", "Ted=THROWS 3", "--reason", "x", "--yes")
    file = tmp_path / "game.zip"
    site.run("export", GAME, "--output", str(file))
    assert "ruling 1 on round 1: replayed on the same throws" in site.run("verify", str(file))


def test_bad_input_is_refused_with_what_would_be_right(site: Site) -> None:
    say = ("rule", GAME, "1")
    assert "should be NAME" in refused(
        site, 2, *say, "count", "--order", "Ted", "--reason", "x", "--yes"
    )
    assert "no number of points" in refused(
        site, 2, *say, "adjust", "--points", "Ted=lots", "--reason", "x", "--yes"
    )
    assert "nobody called" in refused(
        site, 4, *say, "strike", "--strike", "Zoe", "--reason", "x", "--yes"
    )
    assert "is no order of this game" in refused(
        site, 5, *say, "count", "--order", "Ted=DICE 3", "--reason", "x", "--yes"
    )
    assert "a reason is needed" in refused(site, 2, *say, "dismiss", "--yes")
    assert "claim 1 of spring-pigs is closed" in (
        site.run("claim", "close", GAME, "1", "--reason", "found it")
        and refused(site, 6, *say, "dismiss", "--reason", "x", "--yes")
    )


def test_a_void_round_is_shown_with_what_annulled_it(site: Site) -> None:
    site.run("rule", GAME, "1", "void", "--reason", "wrong setting", "--yes")
    assert "annulled by ruling 1: wrong setting" in site.run("round", "show", GAME, "1")


def test_real_pigs_are_thrown_by_command(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.run("game", "new", GAME, "--level", "hand")
    for name in ("Bill", "Karen"):
        site.run("player", "add", GAME, "--name", name, "--address", f"{name}@mill.example")
    site.run("game", "start", GAME)
    assert "round 1 is open" in refused(site, 6, "round", "throw", GAME, "sider", "--round", "1")
    assert "no throw of two pigs" in refused(site, 5, "round", "throw", GAME, "7", "--round", "1")


def test_whoever_answers_no_has_ruled_nothing_and_is_told_so(site: Site) -> None:
    words = ("rule", GAME, "1", "count", "--order", "Ted=THROWS 3", "--reason", "in time")
    config = str(site.directory / "pigpost.toml")
    asked = CliRunner().invoke(cli, ["--config", config, *words], input="n\n")
    assert asked.exit_code == 1
    assert "Not ruled" in asked.stderr
    (one,) = site.json("claim", "list", GAME)["claims"]
    assert one["rulings"] == []
