"""The rules as a page: anchors for numbers, tables that can be read, nothing that runs."""

import re

from flask.testing import FlaskClient

from pigpost.web.manual import Chapter, read_manual

TEXT = """# The <rules>

## 2. Throws
| throw | points |
| :--- | ---: |
| Pig Out | none |

### 2.1 Pigs
**2.1.1** Piggyback goes first, see **2.1.1** and **boldly**.

- **2.1.2** Possible scores

## Odds & ends
<script>alert(1)</script> and [a link](javascript:alert(1))
"""


def test_title_and_chapters() -> None:
    manual = read_manual(TEXT)
    assert manual.title == "The <rules>"
    assert manual.chapters == (
        Chapter(anchor="2", title="2. Throws"),
        Chapter(anchor="odds-ends", title="Odds & ends"),
    )


def test_each_number_is_an_anchor_once() -> None:
    anchors = re.findall(r'id="([^"]*)"', read_manual(TEXT).body)
    assert anchors == ["2", "2.1", "2.1.1", "2.1.2", "odds-ends"]


def test_tables_have_caption_scope_and_no_style_of_their_own() -> None:
    body = read_manual(TEXT).body
    assert '<caption class="unseen">2. Throws</caption>' in body
    assert body.count('<th scope="col">') == 2
    assert "style=" not in body


def test_a_second_table_below_a_heading_has_a_caption_of_its_own() -> None:
    table = "| a |\n| --- |\n| 1 |\n"
    body = read_manual(f"# T\n## Orders\n{table}\nand\n\n{table}\n## Odds\n{table}").body
    captions = re.findall(r'<caption class="unseen">([^<]*)<', body)
    assert captions == ["Orders", "Orders (2)", "Odds"]


def test_links_to_documents_that_are_pages_lead_there() -> None:
    text = "# T\n[rules](rules.md#3.3), [gm](gm.md), [here](#odds)"
    body = read_manual(text, {"rules.md": "/site/rules"}).body
    assert re.findall(r'href="([^"]*)"', body) == ["/site/rules#3.3", "gm.md", "#odds"]


def test_the_order_guide_leads_to_pages_that_are_there(client: FlaskClient) -> None:
    page = client.get("/help/orders").text
    links = {link for link in re.findall(r'href="([^"#?]+)', page) if "/static/" not in link}
    assert {"/rules", "/fair"} <= links
    assert [link for link in links if client.get(link).status_code != 200] == []
    assert 'href="/help/orders"' in client.get("/").text


def test_the_guide_and_the_rules_know_every_game(client: FlaskClient) -> None:
    rules = client.get("/rules").text
    for game in ("Postal Pass the Pigs", "Pass the Pigs", "Two-Dice Pig", "Doubles Pig", "Hog"):
        assert game in rules


def test_html_in_the_text_is_shown_and_not_used() -> None:
    body = read_manual(TEXT).body
    assert "&lt;script&gt;" in body
    assert "<script" not in body
    assert 'href="javascript:' not in body


def test_every_rule_that_pages_cite_is_an_anchor_of_the_rules(client: FlaskClient) -> None:
    page = client.get("/rules").text
    for rule in ("3.2", "3.2.1", "3.5.3", "3.7.1", "6.2"):
        assert f'id="{rule}"' in page
