"""`pigpost mail desk`, `file`, `order`, `answer`, `discard`, and `pigpost gm link`."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from pigpost.cli.context import Context
from pigpost.cli.gm import gm
from pigpost.cli.mail import mail
from pigpost.errors import PigpostError
from tests.desk.queue import arrived, from_outside
from tests.post import GAME, Post, a_mail


def run(post: Post, *words: str, command: click.Command = mail) -> Result:
    context = Context(config_file=Path("pigpost.toml"), verbose=False, quiet=True)
    context.__dict__["services"] = post.services
    return CliRunner().invoke(command, words, obj=context)


def as_json(post: Post, *words: str, command: click.Command = mail) -> Any:
    return json.loads(run(post, *words, "--json", command=command).output)


def test_the_desk_lists_what_waits_by_box_and_counts_all(careful: Post) -> None:
    assert run(careful, "desk").output == "nothing waits\n"
    held = arrived(careful, a_mail("Karen", "THROWS 17"))
    asks = arrived(careful, from_outside("May I play?"))
    told = run(careful, "desk").output
    assert "held (1)" in told
    assert "(sealed)" in told
    assert "17" not in told.replace("2026", "")
    value = as_json(careful, "desk")
    assert value["boxes"]["held"] == value["boxes"]["unknown-sender"] == 1
    assert [(row["box"], row["id"]) for row in value["mails"]] == [
        ("held", held),
        ("unknown-sender", asks),
    ]
    only = as_json(careful, "desk", "--box", "held")["mails"]
    assert [(row["id"], row["subject"], row["player"]) for row in only] == [(held, None, "Karen")]
    assert as_json(careful, "desk", "--box", "all", "--limit", "1")["mails"][0]["id"] == asks
    assert as_json(careful, "desk", "--box", "all", "--before", str(asks))["mails"][0]["id"] == held


def test_one_mail_is_told_whole_or_sealed(careful: Post) -> None:
    asks = arrived(careful, from_outside("May I play?"))
    seen = as_json(careful, "desk", str(asks))
    assert seen["words"]["counts"] == "May I play?"
    assert seen["verdict"]["problem"] == "unknown_sender"
    assert seen["may"] == ["filed", "taken_as_order", "answered", "discarded"]
    assert seen["told"][0]["state"] == "sent"
    assert "| May I play?" in run(careful, "desk", str(asks)).output
    held = arrived(careful, a_mail("Karen", "THROWS 17"))
    assert as_json(careful, "desk", str(held))["words"] is None
    assert "THROWS" not in run(careful, "desk", str(held)).output


def test_a_mail_can_not_steer_the_terminal(game: Post) -> None:
    number = arrived(game, from_outside("hello \x1b]0;you are hacked\x07 \x1b[2J"))
    told = run(game, "desk", str(number)).output
    assert "\x1b" not in told
    assert "\x07" not in told


def test_each_act_says_what_it_did_and_whom_it_told(careful: Post) -> None:
    mine = ("--game", GAME, "--player", "Karen", "--reason", "she told me")
    filed = arrived(careful, from_outside("THROWS 4"))
    done = run(careful, "file", str(filed), *mine)
    assert (
        done.output
        == f"mail {filed} is Karen's and was acted on\na mail goes to karen@mill.example\n"
    )
    taken = arrived(careful, from_outside("a few"))
    value = as_json(careful, "order", str(taken), "THROWS 6", *mine)
    assert (value["what"], value["order"], value["round"]) == ("taken_as_order", "THROWS 6", 1)
    assert value["receipt"]
    asks = arrived(careful, from_outside("May I play?"))
    value = as_json(careful, "answer", str(asks), "No.", "--reason", "full")
    assert (value["player"], value["told"]) == (None, "sue@office.example")
    value = as_json(careful, "discard", str(asks), "--reason", "done")
    assert value == {
        "mail": asks,
        "what": "discarded",
        "game": GAME,
        "player": None,
        "told": None,
    }


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("file", "99", "--reason", "a test"), 4),
        (("file", "1", "--game", "nowhere", "--player", "Karen", "--reason", "a test"), 4),
        (("file", "1", "--reason", " ", "--game", GAME, "--player", "Karen"), 2),
        (("order", "1", "a few", "--game", GAME, "--player", "Karen", "--reason", "a test"), 5),
        (("discard", "2", "--reason", "a test"), 6),
    ],
)
def test_what_is_refused_has_the_exit_code_of_its_kind(
    game: Post, words: tuple[str, ...], code: int
) -> None:
    arrived(game, from_outside("THROWS 4"))
    arrived(game, a_mail("Bill", "THROWS 4"))
    fault = run(game, *words).exception
    assert isinstance(fault, PigpostError)
    assert fault.exit_code == code


def test_no_act_goes_without_a_reason(game: Post) -> None:
    for words in (("file", "1"), ("order", "1", "X"), ("answer", "1", "X"), ("discard", "1")):
        assert run(game, *words).exit_code == 2


def test_a_link_to_the_desk_is_printed_for_whoever_has_the_machine(game: Post) -> None:
    url = run(game, "link", command=gm).output.strip()
    assert url.startswith(f"{game.services.settings.site.url}/desk/login/")
    assert as_json(game, "link", command=gm)["minutes"] == 15
