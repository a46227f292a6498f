"""A program that dies while it writes: before each statement in turn, or right after the commit.

Prints how many statements it died before.
"""

import os
import signal
import sys
from collections.abc import Callable
from itertools import count

from sqlalchemy import Engine, event

from pigpost.adapters.sql.entries import Statements
from pigpost.adapters.sql.store import SqlStore
from tests.contracts.samples import STREAM, created, invited, opened, order
from tests.fakes import CountingEntropy

COMMITTED, NOT_COMMITTED = 0, 3


def main(url: str, when: str) -> int:
    if when == "after":
        return _in_a_child(lambda: _write(url))
    for last in count():
        status = _in_a_child(lambda last=last: _write_until(url, last))  # type: ignore[misc]
        if os.waitstatus_to_exitcode(status) == NOT_COMMITTED:
            print(last)  # noqa: T201
            return 0
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    return 1


def _in_a_child(act: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        act()
        os._exit(COMMITTED)
    return os.waitpid(child, 0)[1]


def _write_until(url: str, last: int) -> None:
    statements = count()

    def die(*_arguments: object, **_named: object) -> None:
        if next(statements) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    def dying(run: Callable[..., object]) -> Callable[..., object]:
        def first(*arguments: object) -> object:
            die()
            return run(*arguments)

        return first

    Statements.run = dying(Statements.run)  # type: ignore[method-assign, assignment]
    Statements.insert = dying(Statements.insert)  # type: ignore[method-assign, assignment]
    event.listen(Engine, "before_cursor_execute", die)
    _write(url, before_commit=lambda: os._exit(NOT_COMMITTED))


def _write(url: str, before_commit: Callable[[], None] = lambda: None) -> None:
    with SqlStore(url, entropy=CountingEntropy()).writing() as tx:
        tx.log.append(STREAM, [created(), invited(), opened()], expected=0)
        tx.log.append(STREAM, [order(1, idem="a")], expected=None)
        tx.log.append("game-other", [order(2, idem="a")], expected=None)
        before_commit()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
