"""Rounds that were ruled upon: every version to be seen, and what would have been with other orders."""

import pytest
from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from tests.web.play import Play

pytestmark = pytest.mark.usefixtures("ruled")

ORDERS = {"p1": "THROWS 1", "p2": "THROWS 2"}
ROUND = "/g/spring-pigs/1"


@pytest.fixture
def ruled(store: SqlStore) -> Play:
    """Ted's order counts after all, twice read in another way."""
    with store.writing() as tx:
        play = Play(tx.log, players=("Bill", "Karen", "Ted"), target=1000).starts()
        play.orders(ORDERS).seals().throws().opens()
        play.rules(1, {"p3": "THROWS 3"}, "his <server> had it in time")
        return play.rules(1, {"p3": "THROWS 1"}, "he meant one throw")


def test_a_round_is_shown_as_it_counts_with_every_ruling(client: FlaskClient) -> None:
    told = client.get(f"{ROUND}.json").get_json()
    ted = next(line for line in told["thrown"]["orders"] if line["seat"] == "p3")
    assert (ted["order"], ted["ruling"]) == ("THROWS 1", 2)
    assert [ruling["number"] for ruling in told["rulings"]] == [1, 2]
    page = client.get(ROUND).text
    assert "his &lt;server&gt; had it in time" in page
    assert "by ruling 2" in page
    assert "does not count" not in page


def test_the_first_result_and_every_version_stay_to_be_seen(
    client: FlaskClient,
) -> None:
    versions = client.get(f"{ROUND}.json").get_json()["versions"]
    keys = [version["key"] for version in versions]
    assert keys == ["1-recorded", "1-ruling-1", "1-ruling-2"]
    assert [version["counts"] for version in versions] == [False, False, True]
    played = []
    for key in keys:
        told = client.get(f"{ROUND}.json?as={key}").get_json()
        played += [line["order"] for line in told["thrown"]["orders"] if line["seat"] == "p3"]
        assert ("does not count any more" in client.get(f"{ROUND}?as={key}").text) == (
            key != "1-ruling-2"
        )
    assert played == ["THROWS 1", "THROWS 3", "THROWS 1"]


@pytest.mark.parametrize("key", ["2-recorded", "1-ruling-9", "x", "1-", "<script>"])
def test_a_version_that_there_is_not_is_not_found(client: FlaskClient, key: str) -> None:
    assert client.get(ROUND, query_string={"as": key}).status_code == 404


def test_standings_follow_the_rulings(ruled: Play, client: FlaskClient) -> None:
    scores = {f"p{number}": seat.score for number, seat in ruled.state.seats.items()}
    told = client.get("/g/spring-pigs.json").get_json()
    assert {line["seat"]: line["score"] for line in told["standings"]} == scores
    assert told["rounds"][0]["scores"] == scores


class TestWhatIf:
    """Other orders on the same throws, for anybody, and nothing stored."""

    def test_a_form_without_words_supposes_nothing(self, client: FlaskClient) -> None:
        told = client.get(f"{ROUND}/what-if.json").get_json()
        assert told["story"] is None
        assert [line["so"] for line in told["lines"]] == [None] * 3

    def test_other_orders_end_the_round_elsewhere_and_nothing_is_stored(
        self, client: FlaskClient, store: SqlStore
    ) -> None:
        with store.reading() as tx:
            before = tx.log.head()
        told = client.get(f"{ROUND}/what-if.json?p1=after+Karen&p2=").get_json()
        assert told["story"]
        bill = told["lines"][0]
        assert (bill["order"], bill["supposed"]) == ("THROWS 1", "after Karen")
        assert bill["so"] is not None
        with store.reading() as tx:
            assert tx.log.head() == before

    def test_an_order_can_be_struck(self, client: FlaskClient) -> None:
        told = client.get(f"{ROUND}/what-if.json?p2=STRIKE&p1=THROWS+2").get_json()
        assert [line["problem"] for line in told["lines"]] == [None] * 3
        assert told["story"]

    def test_words_that_are_no_order_are_told_so(self, client: FlaskClient) -> None:
        page = client.get(f"{ROUND}/what-if", query_string={"p1": "<b>about five</b>"}).text
        assert "(rule 6.2)" in page
        assert "<b>about" not in page

    @pytest.mark.parametrize("where", ["p9=THROWS+1", "p999=THROWS+1"])
    def test_who_was_not_in_the_round_is_not_found(self, client: FlaskClient, where: str) -> None:
        assert client.get(f"{ROUND}/what-if?{where}").status_code == 404

    def test_a_round_that_is_open_has_no_what_if(self, client: FlaskClient) -> None:
        assert client.get("/g/spring-pigs/2/what-if").status_code == 404
