"""The page of a game, in every state that a game can be in."""

from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from pigpost.games.kinds import Piggyback
from tests.web.play import STRATEGIES, Play

HOSTILE = (
    "<b>\"&'",
    "\u05de\u05e8\u05d9\u05dd",
    "Bartholomew Featherstonehaugh-Cholmondel",
    "\u202eevil",
)

EVEN = (1,) * 18
"""Weights that bring a Piggyback soon."""


def facts(client: FlaskClient, game: str = "spring-pigs") -> Mapping[str, Any]:
    answer = client.get(f"/g/{game}.json")
    assert answer.status_code == 200
    facts: Mapping[str, Any] = answer.get_json()
    return facts


def page(client: FlaskClient, game: str = "spring-pigs") -> str:
    answer = client.get(f"/g/{game}")
    assert answer.status_code == 200
    return answer.text


def test_a_game_before_its_start_shows_no_invited_name(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        Play(tx.log)
    assert facts(client)["standings"] == []
    assert "5 invited players have not answered" in page(client)
    assert "Karen" not in page(client)


def test_an_open_round_shows_its_deadline_and_who_has_sent(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        Play(tx.log).starts().orders({"p2": "THROWS 3"})
    text = page(client)
    assert '<time datetime="2027-02-12T20:00:00Z">Fri 12 Feb 2027 20:00 UTC' in text
    assert "(20:00 in London)" in text
    assert "in 6 days 23 hours" in text
    assert "1 of 5 players have sent." in text
    assert [line["sent"] for line in facts(client)["standings"]] == [
        False,
        True,
        False,
        False,
        False,
    ]


def test_a_closed_book_is_said_to_be_closed(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts().orders(STRATEGIES).seals()
    assert facts(client)["open"]["stage"] == "closed"
    assert "The book is closed" in page(client)


def test_standings_follow_the_thrown_rounds(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        state = Play(tx.log, luck="107").starts().plays([STRATEGIES] * 3).state
    told = facts(client)
    scores = [line["score"] for line in told["standings"]]
    assert scores == sorted(scores, reverse=True)
    assert {line["seat"]: line["score"] for line in told["standings"]} == {
        f"p{seat}": score for seat, score in state.standings.scores.items()
    }
    assert [line["round"] for line in told["rounds"]] == [1, 2, 3]
    assert told["rounds"][-1]["scores"] == {
        line["seat"]: line["score"] for line in told["standings"]
    }


def test_the_change_is_what_the_last_round_did(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").starts().plays([STRATEGIES] * 2)
    told = facts(client)
    first, second = (line["scores"] for line in told["rounds"])
    assert {line["seat"]: line["change"] for line in told["standings"]} == {
        seat: second[seat] - first[seat] for seat in second
    }


def test_a_held_game_says_why(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts().is_held("outage:inbox")
        Play(tx.log, game="other").starts().is_held("Geoff is <ill>")
    assert "the inbox could not be read" in page(client)
    assert "Geoff is &lt;ill&gt;" in page(client, "other")


def test_a_winner_is_named(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, target=5).starts().plays([STRATEGIES])
    told = facts(client)
    assert told["phase"] == "over"
    assert told["open"] is None
    assert told["winners"]


def test_joint_winners_share_the_win(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, players=("Ann", "Bob"), target=1).starts().plays([{"p1": "THROWS 1"}])
    assert facts(client)["winners"] == ["Ann", "Bob"]
    assert "Ann and Bob share the win." in page(client)


def test_a_game_can_end_without_a_winner(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts()
        play.ends("ended_by_gm", note="Nobody wrote any more")
    assert facts(client)["winners"] == []
    assert "nobody has won" in page(client)
    assert "Nobody wrote any more" in page(client)


def test_eliminated_and_withdrawn_players_stay_in_the_table(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log, piggyback=Piggyback.ELIMINATE, weights=EVEN).starts().resigns("p5")
        play.orders({f"p{seat}": "THROWS 9" for seat in (2, 3, 4)})
        play.seals().throws(play.seed_for("piggyback")).opens()
    status = {line["seat"]: line["status"] for line in facts(client)["standings"]}
    assert status == {
        "p1": "playing",
        "p2": "eliminated",
        "p3": "eliminated",
        "p4": "eliminated",
        "p5": "withdrawn",
    }
    assert "eliminated</span>" in page(client)
    assert "withdrawn</span>" in page(client)


def test_names_can_break_neither_page_nor_line(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, players=HOSTILE, title=HOSTILE[0]).starts().plays([{"p1": "THROWS 2"}])
    text = page(client)
    assert "<b>" not in text
    assert "&lt;b&gt;&#34;&amp;&#39;" in text
    assert f"\u2068{HOSTILE[1]}\u2069" in text
    assert "\u202e" not in text
    names = {line["name"] for line in facts(client)["standings"]}
    assert {HOSTILE[0], HOSTILE[1], HOSTILE[2]} < names


def test_of_many_players_the_chart_draws_the_best_and_says_so(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        names = [f"Player {n}" for n in range(1, 31)]
        Play(tx.log, players=names).starts().plays([{"p3": "THROWS 3"}])
    text = page(client)
    assert text.count('<path class="line ') == 8
    assert "Drawn are the best 8 of 30 players." in text
    assert len(facts(client)["standings"]) == 30


def test_the_chart_speaks_and_its_table_holds_every_number(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").starts().plays([STRATEGIES] * 4)
    text = page(client)
    assert 'role="img" aria-labelledby="chart-title chart-words"' in text
    table = text[text.index("<details>") : text.index("</details>")]
    for line in facts(client)["rounds"]:
        for score in line["scores"].values():
            assert f'<td class="number">{score}</td>' in table


def test_an_erased_player_is_a_seat(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, players=("", "Karen")).starts()
    assert [line["name"] for line in facts(client)["standings"]] == ["p1", "Karen"]
