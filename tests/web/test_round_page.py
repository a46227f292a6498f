"""The page of a round, before and after its throw, and the file that proves it."""

import json
from io import BytesIO
from zipfile import ZipFile

from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from pigpost.audit.check_round import check
from pigpost.events.commitment import commitment
from tests.web.play import STRATEGIES, Play


def test_a_round_before_its_throw_has_a_lock_and_no_orders(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts().orders(STRATEGIES)
        lock = commitment(play.game, round=1, attempt=1, seed=play.seed)
    told = client.get("/g/spring-pigs/1.json").get_json()
    assert told["thrown"] is None
    assert told["open"]["commitment"] == lock
    assert lock in client.get("/g/spring-pigs/1").text
    assert client.get("/g/spring-pigs/1/proof.json").status_code == 404


def test_a_thrown_round_tells_every_throw(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        state = Play(tx.log, luck="107").starts().plays([STRATEGIES]).state
    result = state.thrown[0].event.result
    told = client.get("/g/spring-pigs/1.json").get_json()["thrown"]
    assert [(row["n"], row["points"]) for row in told["throws"]] == [
        (throw["n"], throw["points"]) for throw in result["throws"]
    ]
    assert told["ended_by"] == result["ended_by"]
    assert {line["seat"]: line["after"] for line in told["orders"]} == result["final_scores"]


def test_the_words_as_mailed_stand_beside_the_order(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts().orders(STRATEGIES)
        play.order("p4", "WHEN p3", 'I go <with> "Ted"\nfrom geoff@mill.example')
        play.seals().throws()
    told = client.get("/g/spring-pigs/1.json").get_json()["thrown"]["orders"]
    geoff = next(line for line in told if line["seat"] == "p4")
    assert geoff["order"] == "WHEN Ted"
    assert geoff["mailed"] == 'I go <with> "Ted" from […]'
    page = client.get("/g/spring-pigs/1").text
    assert "I go &lt;with&gt; &#34;Ted&#34; from […]" in page
    assert geoff["receipt"] in page


def test_3_7_1_a_default_says_why_and_has_no_receipt(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts().orders({"p1": "THROWS 2"})
        play.refuses("p2", "about five")
        play.seals().throws()
    told = client.get("/g/spring-pigs/1.json").get_json()["thrown"]["orders"]
    karen = next(line for line in told if line["seat"] == "p2")
    ted = next(line for line in told if line["seat"] == "p3")
    assert (karen["order"], karen["source"]) == ("THROWS 1", "default:vague_number")
    assert (ted["order"], ted["source"]) == ("THROWS 1", "default:no_order")
    assert karen["receipt"] is karen["mailed"] is ted["entry"] is None
    assert 'href="/rules#3.7.1"' in client.get("/g/spring-pigs/1").text


def test_the_proof_is_the_file_of_the_export_and_it_holds(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").starts().plays([STRATEGIES] * 2)
    proof = client.get("/g/spring-pigs/2/proof.json").data
    with ZipFile(BytesIO(client.get("/g/spring-pigs/export").data)) as archive:
        assert archive.read("rounds/0002.json") == proof
    assert check(json.loads(proof)) == {"lock": True, "throws": True}


def test_the_proof_names_nobody_who_only_declined(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).with_everything()
    proof = client.get("/g/spring-pigs/1/proof.json").data
    assert b"Bill" in proof
    assert b"Jim" not in proof
    with ZipFile(BytesIO(client.get("/g/spring-pigs/export").data)) as archive:
        assert archive.read("rounds/0001.json") == proof


def test_first_throws_that_were_thrown_again_are_told(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").starts().plays([STRATEGIES])
    assert client.get("/g/spring-pigs/1.json").get_json()["thrown"]["thrown_again"] == "Pig Out"
    assert 'href="/rules#3.2.1"' in client.get("/g/spring-pigs/1").text


def test_rounds_lead_to_their_neighbours(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").starts().plays([STRATEGIES] * 2)
    rounds = [client.get(f"/g/spring-pigs/{n}.json").get_json() for n in (1, 2, 3)]
    assert [(r["previous"], r["next"]) for r in rounds] == [(None, 2), (1, 3), (2, None)]
    assert client.get("/g/spring-pigs/4").status_code == 404


def test_a_round_that_the_end_of_the_game_overtook_keeps_its_lock(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts().orders({"p1": "THROWS 31337"})
        play.ends("ended_by_gm")
        lock = commitment(play.game, round=1, attempt=1, seed=play.seed)
    told = client.get("/g/spring-pigs/1.json").get_json()
    assert (told["open"]["stage"], told["open"]["commitment"]) == ("ended", lock)
    assert "The game was over before this round was thrown." in client.get("/g/spring-pigs/1").text


def test_the_export_is_a_zip_named_after_the_game(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts()
    answer = client.get("/g/spring-pigs/export")
    assert answer.mimetype == "application/zip"
    assert answer.headers["Content-Disposition"] == "attachment; filename=spring-pigs.zip"
    with ZipFile(BytesIO(answer.data)) as archive:
        last = archive.read("log.ndjson").splitlines()[-1]
    assert json.loads(last)["checkpoint"]["origin"] == "pigs.example/pigpost"
