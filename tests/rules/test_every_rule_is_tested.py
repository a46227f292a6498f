"""Each numbered rule of docs/rules.md is named by a test, and each cited number is a rule."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "rules.md").read_text("utf-8")
RULES = re.findall(r"^\*\*([\d.]+)\*\*", DOCUMENT, re.MULTILINE)
SECTIONS = re.findall(r"^###? ([\d.]+) ", DOCUMENT, re.MULTILINE)

DESIGN = ROOT.parent / "shared" / "rules.md"
"""The rules that the product was written by; they are not always at hand."""


def without_parts(sections: list[str], rules: list[str]) -> list[str]:
    """Sections that are a rule themselves, for no rule stands under their number."""
    return [s for s in sections if not any(r.startswith(f"{s}.") for r in [*sections, *rules])]


def numbers_of_the_design() -> list[str]:
    """Every rule of its sections 2 to 6, and the sections that are rules themselves."""
    if not DESIGN.is_file():
        return []
    text = DESIGN.read_text("utf-8")
    rules = re.findall(r"^([2-6](?:\.\d+)+) ", text, re.MULTILINE)
    sections = re.findall(r"^#+ ([2-6](?:\.\d+)*)\.? ", text, re.MULTILINE)
    return sorted({*rules, *without_parts(sections, rules)})


@cache
def named_in_tests() -> frozenset[str]:
    """Rule numbers at the head of test names, as 3.3.4 of test_3_3_4_drop_outs."""
    found = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for number in re.findall(r"^def test_((?:\d+_)+)", file.read_text("utf-8"), re.MULTILINE):
            found.add(number.strip("_").replace("_", "."))
    return frozenset(found)


def test_each_rule_stands_once_under_its_section() -> None:
    assert len(RULES) == len(set(RULES))
    for rule in RULES:
        assert rule.rpartition(".")[0] in {*SECTIONS, *RULES}


@pytest.mark.parametrize("rule", [*RULES, *without_parts(SECTIONS, RULES)])
def test_a_rule_is_named_by_a_test(rule: str) -> None:
    assert rule in named_in_tests()


@pytest.mark.skipif(not DESIGN.is_file(), reason="the design is not at hand")
def test_no_number_of_the_design_lacks_a_test_or_a_place_in_the_document() -> None:
    numbers = numbers_of_the_design()
    assert len(numbers) > 60
    assert [number for number in numbers if number not in named_in_tests()] == []
    assert [number for number in numbers if number not in {*RULES, *SECTIONS}] == []


def test_numbers_ascend() -> None:
    numbers = [tuple(map(int, rule.split("."))) for rule in [*RULES]]
    assert numbers == sorted(numbers)
    sections = [tuple(map(int, section.split("."))) for section in SECTIONS]
    assert sections == sorted(sections)


def test_rules_that_the_code_cites_stand_in_the_document() -> None:
    known = {*SECTIONS, *RULES}
    for file in (ROOT / "service" / "pigpost" / "games").glob("*.py"):
        for cited in re.findall(r"\(rules? ([\d., andto]+?)\)", file.read_text("utf-8")):
            assert set(re.findall(r"[\d.]*\d", cited)) <= known, file.name


def test_rules_that_the_rules_cite_stand_in_the_document() -> None:
    cited = set(re.findall(r"\((\d(?:\.\d+)+)\)", DOCUMENT))
    assert len(cited) > 5
    assert cited <= {*RULES, *SECTIONS}


def test_the_tables_of_the_document_are_those_of_the_code() -> None:
    from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS

    def cells(header: str) -> list[str]:
        table = DOCUMENT.split(header, 1)[1].split("\n\n", 1)[0]
        return re.findall(r"^\| [A-Z][^|]+ \| (\w+) \|", table, re.MULTILINE)

    assert cells("| throw | weight |") == [str(weight) for weight in STANDARD_WEIGHTS]
    assert cells("| throw | points | how") == [str(o.points or "none") for o in OUTCOMES]


def test_the_games_of_the_document_have_the_forms_of_the_code() -> None:
    from pigpost.games.kinds import Kind

    table = DOCUMENT.split("| game | thrown |", 1)[1].split("\n\n", 1)[0]
    forms = re.findall(r"^\| [A-Z].*\| ([a-z, ]+) \|$", table, re.MULTILINE)
    assert forms == [", ".join(form.value for form in kind.forms) for kind in Kind]
