"""The pages together: each is whole, and every link leads somewhere."""

from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import pytest
from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from pigpost.games.kinds import Piggyback
from tests.web.play import STRATEGIES, Play


class Page(HTMLParser):
    """What a page is made of; `faults` are its mistakes."""

    _VOID = frozenset(("meta", "link", "input", "br", "hr", "img"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        if tag not in self._VOID:
            self.open.append(tag)
        if values.get("id"):
            self.ids.append(values["id"] or "")
        if tag in ("a", "link"):
            self.links.append(values.get("href") or "")
        if tag == "th" and values.get("scope") not in ("col", "row"):
            self.faults.append("a heading of a table without scope")
        if any(name == "style" or name.startswith("on") for name in values):
            self.faults.append(f"<{tag}> has something inline")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")


@pytest.fixture
def games(store: SqlStore) -> None:
    with store.writing() as tx:
        Play(tx.log, luck="107").starts().plays([STRATEGIES] * 3).orders({"p1": "THROWS 4"})
        Play(tx.log, game="forming", players=('<i>"', "Bob"))
        Play(tx.log, game="everything", piggyback=Piggyback.ELIMINATE).with_everything()
        Play(tx.log, game="won", target=3).starts().plays([STRATEGIES])
        Play(tx.log, game="held").starts().is_held("<outage>")


@pytest.mark.usefixtures("games")
def test_every_page_is_whole_and_every_link_leads_somewhere(client: FlaskClient) -> None:
    waiting, seen, faults, targets = ["/"], {}, [], set()
    while waiting:
        address = waiting.pop()
        with client.get(address) as answer:
            if answer.status_code != 200:
                faults.append(f"{address}: {answer.status}")
            is_page = answer.mimetype == "text/html"
            page = Page(answer.text if is_page else "")
        seen[address] = page.ids
        faults += [f"{address}: {fault}" for fault in page.faults]
        if is_page and (page.tags.count("h1"), page.tags.count("main")) != (1, 1):
            faults.append(f"{address}: not one heading and one main part")
        if len(page.ids) != len(set(page.ids)):
            faults.append(f"{address}: an id is there twice")
        for link in page.links:
            target, anchor = urldefrag(urljoin(address, link))
            targets |= {(address, target, anchor)} if anchor else set()
            if target not in seen and target not in waiting:
                waiting.append(target)
    assert faults == []
    assert [one for one in targets if one[2] not in seen[one[1]]] == []
    assert len(seen) > 100


@pytest.mark.usefixtures("games")
def test_the_first_page_has_games_by_their_next_deadline(client: FlaskClient) -> None:
    told = client.get("/index.json").get_json()
    assert [game["game"] for game in told["playing"]] == ["held", "spring-pigs"]
    assert [game["game"] for game in told["forming"]] == ["forming"]
    assert {game["game"] for game in told["over"]} == {"won", "everything"}


def test_an_empty_site_says_so(client: FlaskClient) -> None:
    assert "No game has been announced yet." in client.get("/").text


def test_the_check_on_the_page_is_the_check_in_the_export(client: FlaskClient) -> None:
    assert "pigpost/commit/v1" in client.get("/fair").text
    assert "def check(" in client.get("/fair.json").get_json()["check"]
