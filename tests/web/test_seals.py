"""Nothing sealed shows before its round is thrown, and nothing personal ever: on no page at all."""

import re
import shutil
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pigpost.adapters.sql.store import SqlStore
from pigpost.ports import Composed, NewMail, Transaction
from tests.fakes import CountingEntropy, FixedClock
from tests.web.conftest import audit
from tests.web.play import Play

SEALED = ("31337", "zebra", "vague_number", "a number that is not exact", "41414")
"""Of an order: its number and its words as mailed. Of a refusal: the reason and a suggestion."""

PERSONAL = (
    "secret-address",
    "players.example",
    "person-",
    "helsinki",
    "18:01:40",
    "about fifty",
    "private words",
    "secret-message",
    "secret-server",
    "t-0123456789abcdef",
)
"""Addresses, ids and zones of people, what their mails say besides, our Message-IDs and tokens."""


def sealed_game(
    tx: Transaction,
    *,
    order: str = "THROWS 31337",
    words: str = "a zebra said throws 31337 (t-0123456789abcdef, secret-address-1@players.example)",
    refused: str = "about fifty throws",
    reason: str = "vague_number",
    suggestion: str = "THROWS 41414",
    addresses: str = "secret-address-{}@players.example",
) -> Play:
    """Round 1 of three players: the first has ordered, a mail of the second was refused."""
    play = Play(tx.log, players=("Bill", "Karen", "Ted"), addresses=addresses).starts()
    play.order("p1", order, words)
    play.refuses("p2", refused, reason=reason, suggestions=(suggestion,))
    play.asks()
    tx.seeds.keep(play.game, 1, 1, play.seed)
    tx.inboxes.failing("inbox", at=play.now, error="secret-server-words")
    tx.outbox.put(a_mail(play), compose=composed, now=play.now)
    return play


def a_mail(play: Play) -> NewMail:
    return NewMail(
        game=play.game,
        person="person-1",
        seat="p1",
        kind="receipt",
        asks_round=1,
        recipient="secret-address-1@players.example",
        answers=None,
        key_id="k1",
    )


def composed(outbox_id: int) -> Composed:
    return Composed(
        message_id=f"<secret-message-{outbox_id}@pigs.example>",
        envelope_sender="b+secret-message@pigs.example",
        subject="THROWS 31337",
        text="zebra",
        message=b"zebra",
    )


def addresses_of(app: Flask) -> Iterator[tuple[str, str]]:
    """Every endpoint with every address it has in a game of two rounds and 24 entries."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        if "pos" in rule.arguments:
            places = [{"game": "spring-pigs", "pos": pos} for pos in range(1, 25)]
        elif "number" in rule.arguments:
            places = [{"game": "spring-pigs", "number": number} for number in (1, 2, 3)]
        elif "token" in rule.arguments:
            places = [{"token": "1-0123456789abcdef"}]
        elif "game" in rule.arguments:
            places = [{"game": "spring-pigs"}, {"game": "no-such-game"}]
        else:
            places = [{}]
        yield from ((rule.endpoint, adapter.build(rule.endpoint, place)) for place in places)


def everything(app: Flask) -> dict[str, str]:
    """Address -> all that the app answers there, headers and members of zips included."""
    client = app.test_client()
    log = "/g/spring-pigs/log"
    queries = [
        f"{log}?round=1",
        f"{log}?before=15",
        f"{log}?receipt=ABCD-EFGH",
        f"{log}?round=zebra",
    ]
    wrong = ["/no/such/page", "/g/spring-pigs/99", "/g/spring-pigs/log/99.json", *queries]
    told = {}
    for address in [*(address for _, address in addresses_of(app)), *wrong]:
        told[address] = words_of(client.get(address))
        told[f"HEAD {address}"] = words_of(client.head(address))
        told[f"POST {address}"] = words_of(client.post(address, data={"order": "THROWS 1"}))
    assert not where(told, "500 internal server error")
    return told


def words_of(answer: TestResponse) -> str:
    headers = "".join(f"{name}: {value}\n" for name, value in answer.headers if name != "Date")
    return f"{answer.status}\n{headers}\n{body_of(answer)}"


def body_of(answer: TestResponse) -> str:
    if answer.mimetype != "application/zip" or not answer.data:
        return answer.text
    with ZipFile(BytesIO(answer.data)) as zip_file:
        return "".join(f"{name}\n{zip_file.read(name).decode()}" for name in zip_file.namelist())


def changed(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """What is told since: a page that is the same on an empty site tells nothing of a game."""
    return {address: words for address, words in after.items() if words != before[address]}


def where(told: dict[str, str], mark: str) -> list[str]:
    """The addresses that tell it."""
    return [address for address, words in told.items() if mark.lower() in words.lower()]


def open_still(play: Play) -> Play:
    return play


def closed(play: Play) -> Play:
    return play.seals()


@pytest.mark.parametrize("until", [open_still, closed])
def test_nothing_sealed_shows_before_the_throw(
    store: SqlStore, app: Flask, until: Callable[[Play], Play]
) -> None:
    empty = everything(app)
    with store.writing() as tx:
        play = until(sealed_game(tx))
    told = changed(empty, everything(app))
    for mark in (*SEALED, *PERSONAL, play.seed.hex()):
        assert where(told, mark) == [], mark


def test_the_same_shows_after_the_throw_but_nothing_personal(store: SqlStore, app: Flask) -> None:
    empty = everything(app)
    with store.writing() as tx:
        play = sealed_game(tx).seals()
        shown = play.seed.hex()
        still_secret = play.throws().opens().seed.hex()
    told = changed(empty, everything(app))
    for mark in (*SEALED, shown):
        assert where(told, mark), mark
    for mark in (*PERSONAL, still_secret):
        assert where(told, mark) == [], mark


def test_who_has_sent_shows_and_nothing_else(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        sealed_game(tx)
    sent = {
        line["name"]: line["sent"] for line in client.get("/g/spring-pigs.json").json["standings"]
    }
    assert sent == {"Bill": True, "Karen": False, "Ted": False}


def test_no_page_hangs_on_what_is_sealed_or_personal(
    tmp_path: Path, migrated_file: Path, clock: FixedClock
) -> None:
    def told(name: str, **secrets: str) -> dict[str, str]:
        file = shutil.copy(migrated_file, tmp_path / name)
        store = SqlStore(f"sqlite:///{file}", entropy=CountingEntropy())
        with store.writing() as tx:
            sealed_game(tx, **secrets)
        answers = everything(audit(store, clock))
        store.close()
        return {address: without_digests(words) for address, words in answers.items()}

    other = told(
        "other.db",
        order="WHEN p2,p3",
        words="something else",
        refused="x" * 500,
        reason="names_himself",
        suggestion="ONLY LEFT",
        addresses="somebody-{}@example.net",
    )
    assert told("one.db") == other


def without_digests(words: str) -> str:
    """Digests of parts differ, as they must; they are salted (formats 2)."""
    words = re.sub(r"\b[0-9a-f]{40,64}\b", "(digest)", words)
    words = re.sub(r"\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}[0-9A-Z*~$=]", "(code)", words)
    return re.sub(r"(?m)^Content-Length: .*$", "", words)


def test_every_route_was_looked_at(app: Flask) -> None:
    looked_at = {endpoint for endpoint, _ in addresses_of(app)}
    assert looked_at == {rule.endpoint for rule in app.url_map.iter_rules()} - {"static"}
