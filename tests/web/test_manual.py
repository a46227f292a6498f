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


def test_html_in_the_text_is_shown_and_not_used() -> None:
    body = read_manual(TEXT).body
    assert "&lt;script&gt;" in body
    assert "<script" not in body
    assert 'href="javascript:' not in body


def test_every_rule_that_pages_cite_is_an_anchor_of_the_rules(client: FlaskClient) -> None:
    page = client.get("/rules").text
    for rule in ("3.2", "3.2.1", "3.5.3", "3.7.1", "6.2"):
        assert f'id="{rule}"' in page
