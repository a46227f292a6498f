"""All mail goes out through one gate: report 39 (frappe/helpdesk PR #3628) had three ways around it."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.pages import ROOT

SOURCES = [*(ROOT / "service").rglob("*.py"), *(ROOT / "workers").rglob("*.py")]


def calls(file: Path) -> Iterator[str]:
    """The called names with what they are called on, as `tx.outbox.put`."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def callers(ending: str) -> set[str]:
    return {file.name for file in SOURCES if any(name.endswith(ending) for name in calls(file))}


def test_only_the_queue_puts_mails_into_the_outbox() -> None:
    assert callers("outbox.put") == {"queue.py"}


def test_the_queue_asks_the_gate_before_each() -> None:
    tree = ast.parse((ROOT / "service/pigpost/outbox/queue.py").read_text("utf-8"))
    functions = {
        node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)
    }
    putting = {name for name, body in functions.items() if "_put(" in body and name != "_put"}
    assert putting == {"answer", "_put_once"}
    for name in putting:
        assert "passed(" in functions[name].partition(" _put(")[0]


def test_only_the_outbox_hands_mails_to_a_server() -> None:
    assert callers("services.sender.send") == {"deliver.py"}
