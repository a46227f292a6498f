"""`pigpost verify`: everything an export claims, checked offline and without a configuration."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from io import BytesIO
from time import monotonic
from typing import Any, BinaryIO

import click

from pigpost.cli.context import emit, json_option
from pigpost.errors import UsageError, VerificationFailed
from pigpost.replay.findings import Finding
from pigpost.replay.verify import verify as findings_of

_PATIENCE_SECONDS = 1.0
"""A check that takes longer shows how far it is, on a terminal."""

_MBOX = b"From "

_ADVICE = (
    "ok, unanchored: the file agrees with itself. Compare size and root with the log line of a "
    "mail that you have: they are the same, or the log grew since."
)


@click.command()
@click.argument("file", type=click.File("rb"))
@json_option
def verify(file: BinaryIO, *, as_json: bool) -> None:
    """Check an exported game: zip or log.ndjson; - reads standard input.

    Ends at the first part that is tampered or missing, with exit code 7.
    """
    with ExitStack() as opened:
        found = list(_until_wrong(_watched(_seekable(file), opened)))
    ok = found[-1].good
    document = {"ok": ok, "anchored": False, "findings": [_plain(finding) for finding in found]}
    emit(document, _words(found, ok=ok), as_json=as_json)
    if not ok:
        raise click.exceptions.Exit(VerificationFailed.exit_code)


def _seekable(file: BinaryIO) -> BinaryIO:
    """The file, or all that comes through a pipe: it is read twice. `UsageError` for a mailbox."""
    seekable = file if file.seekable() else BytesIO(file.read())
    if seekable.read(len(_MBOX)) == _MBOX:
        raise UsageError("a mailbox can't be checked yet: give an exported zip or its log.ndjson")
    return seekable


def _until_wrong(findings: Iterator[Finding]) -> Iterator[Finding]:
    for finding in findings:
        yield finding
        if not finding.good:
            return


def _watched(file: BinaryIO, opened: ExitStack) -> Iterator[Finding]:
    """The findings; past a second a bar shows how much of the file has been read."""
    size, began = file.seek(0, 2), monotonic()
    file.seek(0)
    advance = None
    for finding in findings_of(file):
        if advance is None and sys.stderr.isatty() and monotonic() > began + _PATIENCE_SECONDS:
            advance = _bar(size, opened)
        if advance is not None:
            advance(file.tell())
        yield finding


def _bar(size: int, opened: ExitStack) -> Callable[[int], None]:
    from rich.console import Console  # noqa: PLC0415 - short checks need no bar
    from rich.progress import Progress  # noqa: PLC0415 - the same

    bar = opened.enter_context(Progress(console=Console(stderr=True), transient=True))
    task = bar.add_task("checking", total=size)
    return lambda read: bar.update(task, completed=read)


def _plain(finding: Finding) -> dict[str, Any]:
    """As contracts have it: what is not known is left out."""
    return {name: value for name, value in asdict(finding).items() if value is not None}


def _words(found: list[Finding], *, ok: bool) -> str:
    lines = [f"{finding.result:<9} {finding.words}" for finding in found]
    return "\n".join([*lines, _ADVICE if ok else "NOT ok"])
