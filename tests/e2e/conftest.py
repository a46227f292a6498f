"""One browser for all tests of a file."""

from typing import TYPE_CHECKING

import pytest

from tests.servers.need import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

_CHROMIUM = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """A Chromium that asks nobody outside for anything."""
    from playwright.sync_api import sync_playwright  # an extra: the other tests do without

    path = need("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_CHROMIUM)
        yield browser
        browser.close()
