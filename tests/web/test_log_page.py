"""The log for people: what it lists, what it finds, and what an entry's page says."""

import pytest
from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from pigpost.events.receipt import receipt_code
from pigpost.web.log_page import ON_A_PAGE
from tests.web.play import STRATEGIES, Play


def positions(client: FlaskClient, query: str = "") -> list[int]:
    told = client.get(f"/g/spring-pigs/log.json{query}").get_json()
    return [entry["pos"] for entry in told["entries"]]


def test_entries_are_the_newest_first(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        version = Play(tx.log).starts().state.version
    assert positions(client) == list(range(version, 0, -1))


def test_a_long_log_is_read_page_by_page_and_misses_nothing(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts()
        for n in range(2 * ON_A_PAGE):
            play.order("p1", f"THROWS {n + 1}", "again")
        version = play.state.version
    seen, query = [], ""
    while True:
        told = client.get(f"/g/spring-pigs/log.json{query}").get_json()
        seen += [entry["pos"] for entry in told["entries"]]
        if told["older"] is None:
            break
        query = f"?before={told['older']}"
    assert seen == list(range(version, 0, -1))


def test_a_receipt_code_finds_its_entry_however_it_is_written(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        recorded = Play(tx.log).starts().order("p1", "THROWS 3", "three")
    code = receipt_code(recorded.leaf)
    assert positions(client, f"?receipt={code}") == [recorded.pos]
    assert positions(client, f"?receipt={code.replace('-', ' ').lower()}") == [recorded.pos]


def test_a_code_that_leads_nowhere_is_worth_a_protest(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts()
    assert "PROTEST" in client.get("/g/spring-pigs/log?receipt=0000-0000").text


def test_entries_of_one_round(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts().plays([STRATEGIES] * 2)
    told = client.get("/g/spring-pigs/log.json?round=2").get_json()
    assert {entry["round"] for entry in told["entries"]} == {2}
    assert [entry["kind"] for entry in told["entries"]] == [
        "RoundThrown",
        "OrdersSealed",
        *["OrderAccepted"] * 5,
        "RoundOpened",
    ]


@pytest.mark.parametrize(
    "query", ["before=x", "before=0", "before=-1", "round=1e3", "round=²", f"receipt={'A' * 21}"]
)
def test_a_query_that_makes_no_sense_is_refused(
    store: SqlStore, client: FlaskClient, query: str
) -> None:
    with store.writing() as tx:
        Play(tx.log).starts()
    assert client.get(f"/g/spring-pigs/log?{query}").status_code == 400
    assert client.get(f"/g/spring-pigs/log.json?{query}").status_code == 400


def test_fields_left_empty_ask_for_everything(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts()
    assert positions(client, "?receipt=&round=") == positions(client)


def test_an_entry_is_of_its_own_game_only(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log)
        Play(tx.log, game="other")
    assert client.get("/g/spring-pigs/log/1").status_code == 200
    assert client.get("/g/other/log/1").status_code == 404


def test_a_sealed_order_is_told_of_and_opened_by_the_throw(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts()
        place = f"/g/spring-pigs/log/{play.order('p1', 'AFTER p2', 'after Karen').pos}"
    before = client.get(place).text
    assert "sealed until the throw" in before
    assert "Karen" not in before
    with store.writing() as tx:
        play.log = tx.log
        play.seals().throws()
    after = client.get(place).text
    assert 'An order for round 1 by Bill: <span class="order">AFTER Karen</span>' in after
    assert "&#34;order&#34;: &#34;AFTER p2&#34;" in after


def test_every_kind_of_entry_has_its_sentence(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").with_everything()
    told = client.get("/g/spring-pigs/log.json").get_json()["entries"]
    kinds = {entry["kind"] for entry in told}
    assert len(kinds) == 20
    page = client.get("/g/spring-pigs/log").text
    rows = page.split("<tr>")[2:]
    assert len(rows) == len(told)
    for row, entry in zip(rows, told, strict=True):
        sentence = row.split('<td class="words">')[1].split("<span")[0].strip()
        assert len(sentence) > 10, entry["kind"]


def test_what_the_game_master_wrote_turns_no_line_around(
    store: SqlStore, client: FlaskClient
) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts().is_held("\u202e<script>\u2028")
        place = f"/g/spring-pigs/log/{play.state.version}"
    page = client.get(place).text
    assert "&#34;reason&#34;: &#34; &lt;script&gt; &#34;" in page


def test_entries_lead_to_their_neighbours(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log, players=("Ann",))
        Play(tx.log, game="other")
    first = client.get("/g/spring-pigs/log/1.json").get_json()
    last = client.get("/g/spring-pigs/log/2.json").get_json()
    assert (first["previous"], first["next"]) == (None, 2)
    assert (last["previous"], last["next"]) == (1, None)
