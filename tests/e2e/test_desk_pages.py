"""The GM's desk in a real browser: in by a link, no barrier, no scrolling sideways, nothing foreign."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pigpost.adapters.sql.store import SqlStore
from pigpost.claims.decide import Proposal
from pigpost.claims.file import open_claim
from pigpost.claims.rule import rule
from pigpost.claims.voices import Voice
from pigpost.replay.disputes import ClaimStatus, RulingKind
from pigpost.rounds.run_now import close_now
from tests.desk.browser import mailed_link, printed_link
from tests.desk.browser import site as desk_of
from tests.desk.queue import arrived, from_outside, handled
from tests.desk.test_claims import deputised
from tests.e2e.looking import barriers
from tests.e2e.serving import serving
from tests.fakes import CountingEntropy, FixedClock
from tests.post import GAME, Post, a_mail, a_post, a_running_game, address_of

pytestmark = pytest.mark.servers

LONG = "Featherstonehaugh-Cholmondeley" * 6


@pytest.fixture
def post(migrated_file: Path, tmp_path: Path) -> Iterator[Post]:
    """A game with mails of every sort, one of them hostile and wide."""
    file = shutil.copy(migrated_file, tmp_path / "pigpost.db")
    with closing(SqlStore(f"sqlite:///{file}", entropy=CountingEntropy())) as store:
        post = a_post(store, FixedClock(), tmp_path)
        a_running_game(post, "Bill", "Karen", identity="proven")
        received = "from mx.mill.example by mx.pigs.example; Mon, 2 Mar 2026 18:00:00 +0000"
        arrived(
            post,
            from_outside(
                f"Hello {LONG}\n\n<script>alert(1)</script>\n\n> {LONG}",
                Subject=f"A question {LONG} <img src=x>",
                Received=received,
            ),
        )
        post.clock.advance(hours=1)
        close_now(post.services, GAME, round=1, reason="a test")
        post.run()
        arrived(post, a_mail("Karen", "THROWS 4"))
        arrived(post, from_outside("May I play?", Subject="a seat"))
        words = f"Karen rang {LONG}"
        open_claim(post.services, GAME, round=1, words=words, voice=Voice.GM)
        yield post


@pytest.fixture
def address(post: Post) -> Iterator[str]:
    with serving(desk_of(post)) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page(base_url=address)
    yield page
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_of_the_desk_has_a_barrier_or_scrolls_sideways(
    page: Page, post: Post, address: str, scheme: str, width: int
) -> None:
    elsewhere: list[str] = []
    page.on(
        "request",
        lambda request: None if request.url.startswith(address) else elsewhere.append(request.url),
    )
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/desk/login")
    found = barriers(page, "login")
    page.get_by_label("Your mail address").fill("somebody@mill.example")
    page.get_by_role("button", name="Mail me a link").click()
    found += barriers(page, "asked")
    page.goto(printed_link(post))
    found += barriers(page, "enter")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/desk")
    for path in (
        *("/desk", "/desk/claims", f"/desk/claims/{GAME}/1", f"/desk/games/{GAME}"),
        *("/desk/mail", "/desk/mail?box=all", "/desk/mail/1", "/desk/mail/2"),
    ):
        page.goto(path)
        found += barriers(page, path)
    page.goto("/desk/mail/3")
    page.get_by_text("It is an order").click()
    page.get_by_label("Player").locator("visible=true").select_option(f"{GAME}/Karen")
    page.get_by_label("Order, as THROWS 4").fill("a few")
    page.get_by_label("Reason").locator("visible=true").fill("a test")
    page.get_by_role("button", name="Enter the order").click()
    assert page.get_by_role("alert").is_visible()
    found += barriers(page, "refused act")
    assert found == []
    assert elsewhere == []
    assert handled(post) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_a_claim_is_looked_at_and_ruled_without_any_script(
    page: Page, post: Post, scheme: str, width: int
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(printed_link(post))
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="claim 1, round 1").click()
    page.get_by_label("Reason, first").fill("her server had it in time")
    page.get_by_label("Player (count").select_option("Karen")
    page.get_by_label("Order, as THROWS 4").fill("one throw")
    page.get_by_role("button", name="Show what it would do").click()
    assert page.get_by_role("heading", name="What it would do").is_visible()
    found = barriers(page, "preview")
    page.get_by_role("button", name="Rule so").click()
    assert "Ruling 1, count, by gm" in page.inner_text("main")
    found += barriers(page, "ruled")
    for path in ("/g/spring-pigs/1", "/g/spring-pigs/1?as=1-recorded", "/g/spring-pigs/1/what-if"):
        page.goto(path)
        found += barriers(page, path)
    page.get_by_label("Another order for Bill").fill("after Karen")
    page.get_by_role("button", name="Throw it so").click()
    found += barriers(page, "what if")
    assert found == []
    assert [ruling.reason for ruling in post.state().rulings] == ["her server had it in time"]


def test_a_mail_is_answered_and_laid_aside_by_hand_without_any_script(
    page: Page, post: Post
) -> None:
    page.goto(printed_link(post))
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Mail", exact=True).click()
    page.get_by_role("link", name="Unknown sender").click()
    page.get_by_role("link", name="Mail 3").click()
    page.get_by_text("Answer it").click()
    page.get_by_label("Your words").fill("Not this time.\n\nIn spring.")
    page.get_by_label("Reason").locator("visible=true").fill("the table is full")
    page.get_by_role("button", name="Send the answer").click()
    assert "Answered" in page.inner_text("main")
    page.get_by_text("Lay it aside: nothing").click()
    page.get_by_label("Reason").locator("visible=true").fill("done")
    page.get_by_role("button", name="Lay it aside").click()
    assert [event.what for event in handled(post)] == ["answered", "discarded"]
    page.get_by_role("link", name="All mail").click()
    page.get_by_role("button", name="Log out").click()
    page.goto("/desk/mail/3")
    assert page.url.endswith("/desk/login")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_a_player_protests_appeals_and_contests_without_any_script_or_barrier(
    browser: Browser, post: Post, scheme: str, width: int
) -> None:
    deputised(post)
    with (
        serving(desk_of(post)) as address,
        closing(browser.new_context(base_url=address)) as context,
    ):
        page = context.new_page()
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/")
        page.get_by_role("link", name="Log in").click()
        page.get_by_label("Your mail address").fill(address_of("Bill"))
        page.get_by_role("button", name="Mail me a link").click()
        page.goto(mailed_link(post, address_of("Bill")))
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/desk/mine")
        found = barriers(page, "games")
        page.get_by_role("link", name="Spring Pigs").click()
        found += barriers(page, "game")
        page.get_by_label("What went wrong").fill(f"Where is my order? {LONG}")
        page.get_by_role("button", name="Protest").click()
        assert page.get_by_role("heading", name="Claim 2, round 1").is_visible()
        found += barriers(page, "claim")
        reason = f"it never came {LONG}"
        rule(post.services, GAME, Proposal(claim=2, what=RulingKind.DISMISS, reason=reason))
        page.reload()
        found += barriers(page, "ruled")
        page.get_by_label("What is wrong with it").fill("it did come")
        page.get_by_role("button", name="Appeal").click()
        page.get_by_text("Contest ruling 1").click()
        page.get_by_role("button", name="I want it to be taken back").click()
        assert "You want it to be taken back" in page.inner_text("main")
        found += barriers(page, "appealed and contested")
        page.get_by_label("What went wrong").fill(" ")
        page.get_by_role("button", name="Protest").click()
        assert page.get_by_role("alert").is_visible()
        found += barriers(page, "refused")
        page.goto("/desk")
        assert page.get_by_role("heading", name="There is no such page").is_visible()
        page.goto("/desk/mine")
        page.get_by_role("button", name="Log out").click()
        page.goto("/desk/mine")
        assert page.url.endswith("/desk/login")
    assert found == []
    assert post.state().claims[1].status is ClaimStatus.APPEALED
