"""Each numbered rule of docs/rules.md is named by a test, and each cited number is a rule."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "rules.md").read_text("utf-8")
RULES = re.findall(r"^\*\*([\d.]+)\*\*", DOCUMENT, re.MULTILINE)
SECTIONS = re.findall(r"^###? ([\d.]+) ", DOCUMENT, re.MULTILINE)

ELSEWHERE = {
    "6.3.1": "receipts and refusals",
    "6.4": "which order stands",
    "6.5": "the reader of orders",
    "6.6.1": "the deadline",
    "6.1": "the reader of orders",
    "7.2": "commitments",
}
"""Rules that are not decided by the core or the adjudicate command, and whose tests have them."""


def named_in_tests() -> set[str]:
    """Rule numbers at the head of test names, as 3.3.4 of test_3_3_4_drop_outs."""
    found = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for number in re.findall(r"^def test_((?:\d+_)+)", file.read_text("utf-8"), re.MULTILINE):
            found.add(number.strip("_").replace("_", "."))
    return found


def test_each_rule_stands_once_under_its_section() -> None:
    assert len(RULES) == len(set(RULES))
    for rule in RULES:
        assert rule.rpartition(".")[0] in {*SECTIONS, *RULES}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in ELSEWHERE])
def test_a_rule_is_named_by_a_test(rule: str) -> None:
    assert rule in named_in_tests()


def test_numbers_ascend() -> None:
    numbers = [tuple(map(int, rule.split("."))) for rule in RULES]
    assert numbers == sorted(numbers)


def test_rules_that_the_code_cites_stand_in_the_document() -> None:
    known = {*SECTIONS, *RULES}
    for file in (ROOT / "service" / "pigpost" / "games").glob("*.py"):
        for cited in re.findall(r"\(rules? ([\d., and]+?)\)", file.read_text("utf-8")):
            assert set(re.findall(r"[\d.]*\d", cited)) <= known, file.name


def test_the_tables_of_the_document_are_those_of_the_code() -> None:
    from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS

    def cells(header: str) -> list[str]:
        table = DOCUMENT.split(header, 1)[1].split("\n\n", 1)[0]
        return re.findall(r"^\| [A-Z][^|]+ \| (\w+) \|", table, re.MULTILINE)

    assert cells("| throw | weight |") == [str(weight) for weight in STANDARD_WEIGHTS]
    assert cells("| throw | points | how") == [str(o.points or "none") for o in OUTCOMES]
