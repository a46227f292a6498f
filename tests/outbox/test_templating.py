"""Templates of mails: sentences are translated once, and modules are made once a letter."""

from pathlib import Path

import pytest

from pigpost.outbox.templating import AT_HAND, templates_in
from pigpost.outbox.words import Catalogue, words

FOLDER = {
    "values.txt": "{% trans name=who %}100 % for {{ name }}{% endtrans %}|{{ _('Deadline') }}",
    "number.txt": "{% trans n=n %}{{ n }} throw{% pluralize %}{{ n }} throws{% endtrans %}",
    "part.txt": "{% macro said() %}{{ who }}{% endmacro %}",
    "outer.txt": "{% import 'part.txt' as part with context %}{% macro said() %}{{ part.said() }}"
    "{% endmacro %}",
    "twice.txt": "{% import 'outer.txt' as one with context %}{{ one.said() }}"
    "{% set who = 'Ted' %}{% import 'outer.txt' as two with context %}{{ two.said() }}",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file, text in FOLDER.items():
        (tmp_path / file).write_text(text, "utf-8")
    return tmp_path


def said(
    folder: Path, file: str, tongue: Catalogue, *, escaped: bool = False, **facts: object
) -> str:
    template = templates_in(folder, tongue, escaped=escaped).get_template(file)
    return template.render({AT_HAND: {}, **facts})


def test_a_sentence_with_a_value_is_printed_as_it_stands(folder: Path) -> None:
    assert said(folder, "values.txt", words("en"), who="Ted") == "100 % for Ted|Deadline"


def test_a_value_is_escaped_in_html_and_nowhere_else(folder: Path) -> None:
    assert said(folder, "values.txt", words("en"), escaped=True, who="<b>").startswith(
        "100 % for &lt;b&gt;"
    )
    assert said(folder, "values.txt", words("en"), who="<b>").startswith("100 % for <b>")


def test_a_sentence_is_in_the_readers_language(folder: Path) -> None:
    finnish = words("fi")
    assert finnish.gettext("Deadline") != "Deadline"
    assert said(folder, "values.txt", finnish, who="Ted").endswith(finnish.gettext("Deadline"))


@pytest.mark.parametrize(("n", "told"), [(1, "1 throw"), (3, "3 throws")])
def test_a_number_chooses_the_form_when_it_is_known(folder: Path, n: int, told: str) -> None:
    assert said(folder, "number.txt", words("en"), n=n) == told


def test_a_module_is_made_anew_where_it_would_say_another_thing(folder: Path) -> None:
    """Also where only what it imports itself would."""
    assert said(folder, "twice.txt", words("en"), who="Bill") == "BillTed"
