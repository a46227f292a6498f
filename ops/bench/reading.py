"""How fast mails are read: `python ops/bench/reading.py`.

Small mails of tests/mails, from bytes to every decision that `pigpost mail explain` tells, and the
same by the command itself over a folder of files; then bodies through the cutter. The peers run in
the same turns: the standard library's parser, which only parses, and a loop that only splits lines.
Processor time, the best of some turns: a busy machine takes time away and gives none.
"""

from collections.abc import Callable, Sequence
from email import policy
from email.parser import BytesParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeVar

from click.testing import CliRunner

from pigpost.cli.mail_explain import explain
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.envelope import Envelope, open_envelope

MAILS_GOAL = 300
"""Small mails in a second, all decisions told."""
BODIES_GOAL = 5_000
"""Bodies cut in a second."""
SMALL = 10_000
TURNS = 5
COPIES = 3
MAILS = Path(__file__).parents[2] / "tests" / "mails"
TABLE = ("--players", "Bill,Karen,Ted,Geoff,Jim", "--me", "Karen", "--json")
OURS = "\n".join(f"   throw {n}  Trotter  5   turn {5 * n} of line {n}" for n in range(40))

Thing = TypeVar("Thing")


def main() -> None:
    """Mails first, then bodies: short ones as they come, and long ones with a whole quote."""
    mails = [raw for file in sorted(MAILS.glob("*.eml")) if len(raw := file.read_bytes()) < SMALL]
    opened = [mail for mail in map(open_envelope, mails) if isinstance(mail, Envelope)]
    bodies = [mail.text for mail in opened]
    parser = BytesParser(policy=policy.default)
    known = lines_of([OURS])
    parsed = _rate(mails, parser.parsebytes)
    split = _rate(bodies, str.splitlines)
    long = [f"{body.splitlines()[0] if body.strip() else 'x'}\n\n{OURS}\n" for body in bodies]
    _tell("mails opened", _rate(mails, open_envelope), parsed, "the standard library's parser")
    _tell("mails explained", _explained(mails), parsed, "that parser", goal=MAILS_GOAL)
    _tell("bodies cut", _rate(bodies, cut), split, "a loop of splitlines", goal=BODIES_GOAL)
    _tell(
        "bodies cut that quote 40 lines of ours",
        _rate(long, lambda body: cut(body, known_lines=known)),
        _rate(long, str.splitlines),
        "a loop of splitlines",
        goal=BODIES_GOAL,
    )


def _explained(mails: Sequence[bytes]) -> float:
    """The command itself, over many files at once, from its arguments to its last line."""
    with TemporaryDirectory() as folder:
        files = []
        for number, raw in enumerate([*mails] * COPIES):
            file = Path(folder) / f"{number}.eml"
            file.write_bytes(raw)
            files.append(str(file))
        arguments = [*TABLE, *files]
        runner = CliRunner()
        return len(files) / min(_seconds(lambda: _run(runner, arguments)) for _ in range(TURNS))


def _run(runner: CliRunner, arguments: Sequence[str]) -> None:
    result = runner.invoke(explain, arguments)
    if result.exit_code:
        raise SystemExit(result.output)


def _rate(things: Sequence[Thing], work: Callable[[Thing], object]) -> float:
    """How many in a second."""
    return len(things) / min(_seconds(lambda: [work(one) for one in things]) for _ in range(TURNS))


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _tell(what: str, ours: float, peer: float, whose: str, *, goal: int | None = None) -> None:
    aim = f" (goal >= {goal:,})" if goal else ""
    print(f"{what}: {ours:,.0f}/s{aim}; {ours / peer:.3f}x of {whose} ({peer:,.0f}/s)")


if __name__ == "__main__":
    main()
