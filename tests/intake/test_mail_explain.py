"""`pigpost mail explain`: the JSON that other programs rely on, and the same for people."""

import hashlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.mail_explain import explain
from pigpost.errors import NotFound
from tests.intake.mails import MAILS, expected, names, raw_mail

FIELDS = {
    *("file", "sha256", "machine", "answer", "refused", "from", "message_id", "visible_text"),
    *("elided_text", "charset", "reading", "elided_orders"),
}
TABLE = ["--players", "Bill,Karen,Ted,Geoff,Jim", "--me", "Karen"]


def run(*arguments: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(explain, [*TABLE, *arguments], input=given)


def explained(*arguments: str, given: bytes = b"") -> list[dict[str, Any]]:
    """What stands on standard output, a document a line."""
    result = run(*arguments, "--json", given=given)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("name", names())
def test_every_decision_about_a_mail_is_as_expected(name: str) -> None:
    wanted = expected(name)
    del wanted["why"]
    [found] = explained(str(MAILS / f"{name}.eml"))
    assert found.keys() >= FIELDS
    assert {key: found[key] for key in wanted} == wanted
    assert found["sha256"] == hashlib.sha256(raw_mail(name)).hexdigest()


def test_the_words_are_read_as_an_order_of_the_game_that_is_named() -> None:
    [hog] = explained("--body", "-", "--kind", "hog", given=b"four dice\n")
    assert hog["reading"]["order"] == {"kind": "dice", "n": 4}
    [pig] = explained("--body", "-", "--kind", "pig", "--form", "shared", given=b"AFTER Bill\n")
    assert pig["reading"]["order"] == {"kind": "after", "players": ["Bill"]}
    [own] = explained("--body", "-", "--kind", "pig", given=b"AFTER Bill\n")
    assert own["reading"]["reason"] == "not_in_this_game"


def test_several_files_are_a_line_each() -> None:
    files = [str(MAILS / f"{name}.eml") for name in ("gmail", "own", "too_deep")]
    assert [found["file"] for found in explained(*files)] == files


def test_a_dash_is_standard_input() -> None:
    [found] = explained("-", given=raw_mail("gmail"))
    assert found["reading"]["order"] == {"kind": "throws", "n": 3}


def test_a_body_has_no_headers_and_no_sender() -> None:
    [found] = explained("-", "--body", given=b"AFTER Bill\n> THROWS 9\n")
    assert found["reading"] == {"do": "order", "order": {"kind": "after", "players": ["Bill"]}}
    assert (found["from"], found["message_id"], found["machine"]) == (None, None, None)
    assert (found["visible_text"], found["elided_text"]) == ("AFTER Bill", "> THROWS 9")
    assert found["elided_orders"] == ["THROWS 9"]


@pytest.mark.parametrize("body", [["--body"], []])
def test_a_file_that_is_too_big_is_said_to_be_so(body: list[str]) -> None:
    [found] = explained("-", *body, given=raw_mail("gmail") + b"x" * 2_000_000)
    assert found["refused"] == "too_big"
    assert found["reading"] == {"do": "no_order", "reason": "nothing_found"}


def test_without_names_an_order_that_needs_none_is_read() -> None:
    result = CliRunner().invoke(explain, ["-", "--body", "--json"], input=b"THROWS 4")
    assert json.loads(result.stdout)["reading"]["order"] == {"kind": "throws", "n": 4}


def test_who_is_not_among_the_players_is_added_to_them() -> None:
    [found] = explained("-", "--body", "--players", "Bill", "--me", "Sue", given=b"AFTER Bill")
    assert found["reading"]["order"] == {"kind": "after", "players": ["Bill"]}


def test_a_file_that_cannot_be_read_is_not_found(tmp_path: Path) -> None:
    for file in (tmp_path / "nothing.eml", tmp_path):
        result = run(str(file))
        assert isinstance(result.exception, NotFound)
        assert result.exception.exit_code == 4
        assert str(file) in str(result.exception)


def test_people_are_told_the_decisions_in_their_order() -> None:
    told = run(str(MAILS / "gmail.eml")).stdout
    order = ["from ", "machine ", "refused ", "answer ", "text ", "counts", "cut off ", "read as "]
    places = [told.index(f"   {word}") for word in order]
    assert places == sorted(places)
    assert "| Turn will end after 3 throws." in told
    assert "THROWS 9: it stands in the part that was cut off" in told


def test_a_server_s_word_on_the_domain_is_told_where_its_name_is_given() -> None:
    """Report 42 (pimlie/authres_status#86): nobody else's word is."""
    raw = b"Authentication-Results: mx.pigs.example; dmarc=pass header.from=hill.example\n"
    raw += b"From: karen@hill.example\n\nTHROWS 4\n"
    for name, verdict in (("mx.pigs.example", "dmarc"), ("mx.evil.example", None), ("", None)):
        [found] = explained("-", "--authserv-id", name, given=raw)
        assert found["authentication"] == verdict
    assert "DMARC" in run("-", "--authserv-id", "mx.pigs.example", given=raw).stdout


def test_people_are_told_why_another_charset_was_used() -> None:
    assert "not x-klingon as declared" in run(str(MAILS / "charset_unknown.eml")).stdout


def test_a_line_with_unseen_characters_is_told_as_written_and_as_read() -> None:
    [found] = explained("-", given=raw_mail("rtl_override"))
    assert found["changed_lines"] == [{"written": "THROWS \\u202e21\\u202c", "read": "THROWS 21"}]
    assert "THROWS \\u202e21\\u202c" in run("-", given=raw_mail("rtl_override")).stdout


@pytest.mark.parametrize(
    "body",
    [
        "turn will end after bill and ted or jim at least 3\n" * 1_000,
        "> when only least my player end jim after total player ten total have points my\n" * 800,
        "\n".join(f"> THROWS {n}" for n in range(1, 5_000)),
        "THROWS 4 " * 5_000,
        "Bill " * 12_000,
        "1 " * 30_000,
    ],
)
def test_a_hostile_text_takes_less_than_a_second_of_work(body: str) -> None:
    run("-", "--body", given=b"THROWS 4")  # the grammar is loaded once
    began = time.process_time()
    explained("-", "--body", given=body.encode())
    assert time.process_time() - began < 1
