"""How the service is doing, for people and for machines that watch it."""

from contextlib import AbstractContextManager
from datetime import timedelta

from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import DatabaseOutOfReach
from tests.fakes import FixedClock
from tests.web.conftest import audit
from tests.web.play import Play


class OutOfReach:
    """A database that does not answer."""

    def reading(self) -> AbstractContextManager[None]:
        raise DatabaseOutOfReach("secret-host refused")

    writing = reading


def test_a_new_site_is_well(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.get_json()) == (200, {"well": True})
    assert "All is well." in client.get("/status").text


def test_the_last_reading_of_the_inbox_is_told(
    store: SqlStore, client: FlaskClient, clock: FixedClock
) -> None:
    with store.writing() as tx:
        tx.inboxes.polled("inbox", began_at=clock.now() - timedelta(minutes=7))
    assert "7 minutes ago" in client.get("/status").text


def test_an_inbox_that_can_not_be_read_is_no_hiccup_from_the_third_time_on(
    store: SqlStore, client: FlaskClient, clock: FixedClock
) -> None:
    for failures in range(1, 4):
        with store.writing() as tx:
            tx.inboxes.failing("inbox", at=clock.now(), error="login of secret-user refused")
        assert client.get("/healthz").status_code == (503 if failures == 3 else 200)
    page = client.get("/status").text
    assert "can&#39;t be read" in page or "can't be read" in page
    assert "3 tries" in page
    assert "secret-user" not in page


def test_an_inbox_that_nobody_has_polled_for_half_an_hour_is_not_well(
    store: SqlStore, client: FlaskClient, clock: FixedClock
) -> None:
    """No worker runs: nothing fails, and nothing is read."""
    for minutes, status in ((29, 200), (30, 503)):
        with store.writing() as tx:
            tx.inboxes.polled("inbox", began_at=clock.now() - timedelta(minutes=minutes))
        assert client.get("/healthz").status_code == status
        told = client.get("/status.json").get_json()["inbox"]
        assert told["lag_seconds"] == 60 * minutes
        assert told["failures"] == 0


def test_the_log_and_the_games_on_hold_are_told(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts().is_held("outage:clock_forward")
        head = tx.log.head()
    told = client.get("/status.json").get_json()
    assert (told["size"], told["root"]) == (head.size, head.root)
    assert [game["game"] for game in told["held"]] == ["spring-pigs"]
    assert "the service was down for a while" in client.get("/status").text


def test_without_a_database_every_page_says_try_again(clock: FixedClock) -> None:
    client = audit(OutOfReach(), clock).test_client()
    for address in ("/", "/status", "/g/spring-pigs", "/g/spring-pigs.json"):
        answer = client.get(address)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "30"
        assert "secret-host" not in answer.text
    health = client.get("/healthz")
    assert (health.status_code, health.get_json()) == (503, {"well": False})
