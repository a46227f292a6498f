"""What a browser can find wrong with a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def barriers(page: Page, where: str) -> list[str]:
    """What axe complains of once all is unfolded, and whether anything is wider than the window."""
    for summary in page.locator("summary").all():
        if summary.evaluate("each => !each.parentElement.open"):
            summary.click()
    results = Axe().run(page, options={"runOnly": {"type": "tag", "values": list(_TAGS)}})
    found = [
        f"{where}: {violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in results.response["violations"]
    ]
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*found, *([f"{where}: {over} px too wide"] if over > 0 else [])]
