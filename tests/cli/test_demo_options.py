"""What `pigpost demo` refuses before it makes anything."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.cli.demo import closing_line
from pigpost.cli.main import cli
from pigpost.errors import AgainstTheRules


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--kind", "hog", "--bot", "hold20"), "(rule 4.1); here play dice5"),
        (("--kind", "pig", "--bot", "optimal"), "two players"),
        (("--kind", "postal_pigs", "--form", "sequential"), "(rule 5)"),
        (("--kind", "pass_the_pigs", "--form", "shared"), "(rule 5)"),
    ],
)
def test_a_game_that_can_not_be_is_refused_and_nothing_is_made(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    kept = tmp_path / "kept"
    result = CliRunner().invoke(cli, ["demo", "--no-input", "--keep", str(kept), *words])
    assert isinstance(result.exception, AgainstTheRules)
    assert says in str(result.exception)
    assert not kept.exists()


def test_an_unknown_game_is_a_slip_of_the_command_line() -> None:
    result = CliRunner().invoke(cli, ["demo", "--kind", "chess"])
    assert result.exit_code == 2
    assert "hog" in result.output


def test_the_last_line_counts_as_people_do() -> None:
    summary = {"verified": True, "rounds": 1, "entries": 1, "mails_in": 1, "mails_out": 2}
    assert closing_line(summary) == "verified: 1 round, 1 entry, 1 mail in, 2 out"
    summary |= {"rounds": 9, "entries": 120, "mails_in": 40, "verified": False}
    assert closing_line(summary) == "NOT VERIFIED: 9 rounds, 120 entries, 40 mails in, 2 out"
