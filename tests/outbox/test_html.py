import re

import pytest

from tests.outbox.goldens import rendered
from tests.outbox.samples import ALL_SAMPLES
from tests.outbox.seen import Page

every_sample = pytest.mark.parametrize("name", ALL_SAMPLES)
PAGES = {name: Page(rendered(build()).html) for name, build in ALL_SAMPLES.items()}

PLAIN_TAGS = {
    *("html", "head", "meta", "title", "body", "div", "table", "caption", "tr", "th", "td"),
    *("h1", "h2", "p", "a", "b", "u", "ol", "ul", "li", "hr", "pre", "blockquote"),
}


@every_sample
def test_only_tags_that_every_client_knows(name: str) -> None:
    assert {element.tag for element in PAGES[name].elements} <= PLAIN_TAGS


@every_sample
def test_nothing_is_fetched_run_or_styled_from_elsewhere(name: str) -> None:
    attributes = {key for element in PAGES[name].elements for key in element.attributes}
    assert not attributes & {"class", "id", "src", "onclick", "background"}
    assert "url(" not in PAGES[name].source
    links = [a.attributes["href"] or "" for a in PAGES[name].all("a")]
    assert all(link.startswith(("mailto:", "https://pigs.example/")) for link in links)


@every_sample
def test_the_page_has_a_language_a_title_and_works_in_the_dark(name: str) -> None:
    page = PAGES[name]
    (html,), (title,) = page.all("html"), page.all("title")
    assert html.attributes["lang"] == "en"
    assert title.text == rendered(ALL_SAMPLES[name]()).subject
    assert {"name": "color-scheme", "content": "light dark"} in [
        meta.attributes for meta in page.all("meta")
    ]


@every_sample
def test_tables_are_layout_or_have_a_caption_and_scoped_heads(name: str) -> None:
    page = PAGES[name]
    data = [t for t in page.all("table") if t.attributes.get("role") != "presentation"]
    assert len(page.all("caption")) == len(data)
    assert all(th.attributes.get("scope") in {"row", "col"} for th in page.all("th"))
    assert all(caption.text.strip() for caption in page.all("caption"))


@every_sample
def test_the_page_is_one_column_of_at_most_600_pixels_and_60_kilobytes(name: str) -> None:
    assert "max-width:600px" in PAGES[name].source
    assert len(PAGES[name].source.encode()) < 60_000


@every_sample
def test_the_preheader_is_the_beginning_of_the_text(name: str) -> None:
    hidden = next(
        e for e in PAGES[name].all("div") if "display:none" in (e.attributes["style"] or "")
    )
    beginning = hidden.text.removesuffix(" ...")
    assert " ".join(rendered(ALL_SAMPLES[name]()).text.split()).startswith(beginning)
    assert 10 < len(hidden.text) <= 124


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_text_colour_is_only_set_on_a_filled_area_and_can_be_read_there() -> None:
    sources = "".join(page.source for page in PAGES.values())
    for style in set(re.findall(r'style="([^"]*)"', sources)):
        if colour := re.search(r"(?:^|;)color:(#\w{6})", style):
            fill = re.search(r"background:(#\w{6})", style)
            assert fill, style
            assert _contrast(colour[1], fill[1]) >= 4.5


def test_accents_stand_out_on_light_and_dark_pages() -> None:
    sources = "".join(page.source for page in PAGES.values())
    accents = set(re.findall(r"(?:background:|solid )(#\w{6})", sources))
    assert len(accents) == 3  # two, and the grey of a rule
    for accent in accents:
        assert _contrast(accent, "#ffffff") >= 3
        assert _contrast(accent, "#1e1e1e") >= 3
