"""The pages in a real browser: no barrier, no sideways scrolling, no complaint, nothing from outside."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pigpost.adapters.sql.store import SqlStore
from pigpost.games.kinds import Kind, Piggyback
from tests.e2e.looking import barriers
from tests.e2e.serving import serving
from tests.fakes import CountingEntropy, FixedClock
from tests.web.conftest import audit
from tests.web.play import STRATEGIES, Play

pytestmark = pytest.mark.servers

HOSTILE = (
    "Bartholomew Featherstonehaugh-Cholmondel",
    "Llanfairpwllgwyngyllgogerychwyrndrobwlll",
    "\u05de\u05e8\u05d9\u05dd \u05d4\u05db\u05d4\u05df",
    '<O\'Neil> & "Sons"',
)
HOLDS = {"p1": "TURN 20", "p2": "THROWS 4", "p3": "TOTAL 60", "p5": "THROWS 1"}
DICE = {"p1": "DICE 50", "p2": "DICE 6", "p3": "DICE 3", "p5": "DICE 1"}
PAGES = (
    "/",
    "/rules",
    "/help/orders",
    "/fair",
    "/status",
    "/g/spring-pigs",
    "/g/spring-pigs/2",
    "/g/spring-pigs/8",
    "/g/spring-pigs/log",
    "/g/spring-pigs/log/21",
    "/g/spring-pigs/log?receipt=0000-0000",
    "/g/hostile",
    "/g/hostile/1",
    "/g/everything",
    "/g/everything/log",
    "/g/everything/2",
    "/g/forming",
    "/g/crowd",
    "/g/pig-sequential",
    "/g/pig-sequential/1",
    "/g/pig-sequential/4",
    "/g/pig-sequential/log",
    "/g/two-dice-shared/1",
    "/g/doubles-simultaneous/1",
    "/g/pass-the-pigs-simultaneous",
    "/g/pass-the-pigs-simultaneous/1",
    "/g/hog-shared",
    "/g/hog-shared/1",
    "/g/hog-sequential/1",
    "/no/such/page",
)


@pytest.fixture(scope="module")
def site(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with games of every sort."""
    clock = FixedClock()
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("site") / "pigpost.db")
    with closing(SqlStore(f"sqlite:///{file}", entropy=CountingEntropy())) as store:
        with store.writing() as tx:
            play = Play(tx.log, luck="107").starts().plays([STRATEGIES] * 7)
            clock.at = play.orders({"p1": "THROWS 4"}).now + timedelta(hours=1)
            tx.inboxes.polled("inbox", began_at=clock.at - timedelta(seconds=20))
            Play(tx.log, game="hostile", title=HOSTILE[1], players=HOSTILE).starts().plays(
                [{"p1": "WHEN p2,p3", "p2": "THROWS 3", "p3": "AFTER p2"}] * 3
            )
            Play(tx.log, game="everything", piggyback=Piggyback.ELIMINATE).with_everything()
            Play(tx.log, game="forming")
            crowd = [f"Player {number}" for number in range(1, 41)]
            Play(tx.log, game="crowd", players=crowd).starts().plays([{"p7": "TURN 9"}] * 12)
            Play(tx.log, game="held").starts().is_held("outage:inbox")
            for kind in Kind:
                for form in kind.forms:
                    name = f"{kind}-{form}".replace("_", "-")
                    play = Play(tx.log, game=name, kind=kind, form=form, bots=("Jim",)).starts()
                    orders = DICE if kind is Kind.HOG else HOLDS
                    play.plays([orders] * 3)
        with serving(audit(store, clock)) as address:
            yield address


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    """A window that notes every complaint of the browser and every request that goes elsewhere."""
    page = browser.new_page(base_url=site)
    page.on("console", lambda message: complaints.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
    page.on(
        "request",
        lambda request: None if request.url.startswith(site) else complaints.append(request.url),
    )
    yield page
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_has_a_barrier_or_scrolls_sideways(
    page: Page, complaints: list[str], scheme: str, width: int
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    found = []
    for address in PAGES:
        page.goto(address)
        found += barriers(page, address)
    assert found == []
    assert [words for words in complaints if "404 (NOT FOUND)" not in words] == []


def test_the_keyboard_reaches_the_content_first_and_shows_where_it_is(page: Page) -> None:
    for address in ("/", "/g/spring-pigs", "/g/spring-pigs/2", "/g/spring-pigs/log"):
        page.goto(address)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= 0
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_every_link_can_be_reached_by_tabbing(page: Page) -> None:
    page.goto("/g/spring-pigs/2")
    reached = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        href = page.evaluate("document.activeElement.getAttribute('href')")
        if page.evaluate("document.activeElement === document.body"):
            break
        reached.add(href)
    links = page.evaluate("[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    assert set(links) <= reached


def test_the_log_form_finds_by_round_without_any_script(page: Page) -> None:
    page.goto("/g/spring-pigs/log")
    page.get_by_label("Round", exact=True).fill("3")
    page.get_by_role("button", name="Find").click()
    assert "round=3" in page.url
    assert page.locator("tbody tr").count() == 8
    assert page.locator("script").count() == 0


def test_what_is_printed_has_the_content_and_not_the_navigation(page: Page) -> None:
    page.goto("/g/spring-pigs/2")
    page.emulate_media(media="print")
    assert page.get_by_role("heading", name="Proof").is_visible()
    assert not page.get_by_role("navigation", name="Site").is_visible()
