"""`pigpost demo`: a whole game by real mail, alone or with a guest."""

import json
import subprocess
import urllib.request
import zipfile
from collections import Counter
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import pigpost, pigpost_json, staying_up
from tests.servers.need import need

GAME = "spring-pigs"
SEED = "short 32"
"""A game of three rounds, unless a bot is too slow for its deadline."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def summary(folder: Path) -> dict[str, Any]:
    """A game of bots, played to its end."""
    kept = folder / "kept"
    found: dict[str, Any] = pigpost_json(
        "demo", "--no-input", "--seed", SEED, "--keep", kept, cwd=folder
    )
    return found


@pytest.fixture
def exported(summary: dict[str, Any]) -> Path:
    return Path(summary["directory"]) / f"{GAME}.zip"


def log_of(export: Path) -> list[bytes]:
    with zipfile.ZipFile(export) as packed:
        return packed.read("log.ndjson").splitlines(keepends=True)


def throws_of(export: Path) -> dict[int, tuple[str, list[str]]]:
    """Seed and draws of each round."""
    heads = [json.loads(json.loads(line).get("head", "{}")) for line in log_of(export)]
    return {head["round"]: (head["seed"], head["draws"]) for head in heads if "draws" in head}


def mailbox(directory: Path, name: str) -> list[EmailMessage]:
    """What lies in a mailbox, oldest first."""
    files = [*(directory / "mail" / f"{name}@localhost").glob("[cn]*/*.pigpost*")]
    mails = [BytesParser(policy=policy.default).parsebytes(file.read_bytes()) for file in files]
    return [mail for mail in mails if isinstance(mail, EmailMessage)]


def kinds(mails: list[EmailMessage]) -> Counter[str]:
    return Counter(str(mail["X-Pigpost-Kind"]) for mail in mails)


@pytest.mark.slow
class TestBots:
    """Without a guest."""

    def test_the_summary_is_what_other_programs_rely_on(
        self, summary: dict[str, Any], folder: Path
    ) -> None:
        assert summary["game"] == GAME
        assert (summary["kind"], summary["form"]) == ("postal_pigs", "shared")
        assert summary["verified"] is True
        assert summary["directory"] == str(folder / "kept")
        assert summary["refusals"] >= 1
        assert summary["defaults"] >= 1
        assert len(throws_of(folder / "kept" / f"{GAME}.zip")) == summary["rounds"] >= 2

    def test_the_mailboxes_hold_every_mail_in_and_out(self, summary: dict[str, Any]) -> None:
        directory = Path(summary["directory"])
        assert len(mailbox(directory, "pigs")) == summary["mails_in"]
        players = {name: mailbox(directory, name) for name in ("bill", "karen", "ted", "geoff")}
        out = sum(map(len, players.values())) + len(mailbox(directory, "gm"))
        assert out == summary["mails_out"]
        for mails in players.values():
            found = kinds(mails)
            assert found["invitation"] == found["opening"] == found["game_over"] == 1
            assert found["result"] == summary["rounds"]
        assert kinds(players["karen"])["nmr_warning"] >= 1
        assert kinds(players["ted"])["refusal"] == summary["refusals"]

    def test_the_export_verifies(self, exported: Path, folder: Path) -> None:
        assert pigpost_json("verify", exported, cwd=folder)["ok"] is True

    def test_a_flipped_byte_in_the_log_is_found_and_its_entry_named(
        self, exported: Path, tmp_path: Path
    ) -> None:
        lines = log_of(exported)
        number = next(n for n, line in enumerate(lines) if b'"OrderAccepted"' in line)
        place = lines[number].index(b"arrived_at")
        lines[number] = lines[number][:place] + b"A" + lines[number][place + 1 :]
        bent = tmp_path / "bent.zip"
        with zipfile.ZipFile(exported) as old, zipfile.ZipFile(bent, "w") as new:
            for name in old.namelist():
                new.writestr(name, b"".join(lines) if name == "log.ndjson" else old.read(name))
        document = json.loads(pigpost("verify", bent, "--json", cwd=tmp_path, exit_code=7))
        assert document["ok"] is False
        last = document["findings"][-1]
        assert last["result"] == "tampered"
        assert last["position"] == json.loads(lines[number])["pos"]

    def test_rounds_stop_it_and_the_same_seed_throws_the_same(
        self, exported: Path, tmp_path: Path
    ) -> None:
        kept = tmp_path / "kept"
        words = ("demo", "--no-input", "--rounds", "2", "--seed", SEED, "--keep", kept)
        summary = pigpost_json(*words, cwd=tmp_path)
        assert (summary["rounds"], summary["verified"]) == (2, True)
        again, before = throws_of(kept / f"{GAME}.zip"), throws_of(exported)
        for round in (1, 2):
            assert again[round][0] == before[round][0]
            assert all(a == b for a, b in zip(again[round][1], before[round][1], strict=False))


SHORT = {"pass_the_pigs": 183, "pig": 57, "two_dice": 141, "doubles": 1, "hog": 59}
"""Games of three rounds, of Pig six, unless a bot is too slow for its deadline."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHORT)
def test_every_other_game_is_played_to_its_end_and_verifies(kind: str, tmp_path: Path) -> None:
    seed = f"short {SHORT[kind]}"
    words = ("demo", "--no-input", "--kind", kind, "--seed", seed, "--keep", tmp_path / "kept")
    summary = pigpost_json(*words, cwd=tmp_path)
    assert (summary["kind"], summary["verified"]) == (kind, True)
    assert summary["rounds"] >= 3
    assert summary["refusals"] >= 1
    assert summary["defaults"] >= 1
    (game_over,) = [
        mail for mail in mailbox(tmp_path / "kept", "bill") if mail["X-Pigpost-Kind"] == "game_over"
    ]
    assert f"in round {summary['rounds']}" in str(game_over["Subject"])


@pytest.mark.slow
def test_house_players_sit_in_get_no_mail_and_miss_nothing(tmp_path: Path) -> None:
    bots = ("--bot", "best", "--bot", "careful")
    words = ("--kind", "pig", "--form", "sequential", "--rounds", "2", "--keep", tmp_path / "kept")
    summary = pigpost_json("demo", "--no-input", *bots, *words, cwd=tmp_path)
    assert (summary["form"], summary["rounds"], summary["verified"]) == ("sequential", 2, True)
    config = ("--config", tmp_path / "kept" / "pigpost.toml")
    listed = pigpost_json(*config, "player", "list", GAME, cwd=tmp_path)
    found = {player["name"]: (player["bot"], player["misses"]) for player in listed}
    assert (found["Hal"], found["Ada"]) == (("best", 0), ("careful", 0))
    assert {file.name for file in (tmp_path / "kept" / "mail").iterdir() if "@" in file.name} == {
        f"{name}@localhost" for name in ("bill", "karen", "ted", "geoff", "gm", "pigs")
    }


@pytest.mark.servers
class TestGuest:
    """With a seat for somebody with a mail client."""

    def test_a_guest_plays_by_mail_and_completes_the_round(self, tmp_path: Path) -> None:
        with staying_up(
            "demo", "--json", "--keep", tmp_path / "kept", cwd=tmp_path, said_in=tmp_path
        ) as demo:
            note = demo.until(lambda: the_note(tmp_path / "kept"))
            assert note.keys() == {"web", "smtp", "imap", "game", "address", "players"}
            names = {player["name"]: player["bot"] for player in note["players"]}
            assert names == {
                "Bill": "throws4",
                "Karen": "after",
                "Ted": "turn15",
                "Geoff": "when",
                "Guest": None,
            }
            assert demo.until(lambda: read(note, uid=1))["X-Pigpost-Kind"] == "opening"
            for round, words in ((1, "THROWS 3"), (2, "TURN 10")):  # in 2 a bot says nothing
                send(note, words)
                receipt = demo.until(lambda: read(note, uid=2 * round))  # noqa: B023
                assert receipt["X-Pigpost-Kind"] == "receipt"
                assert words in receipt.as_string()
                result = demo.until(lambda: read(note, uid=2 * round + 1))  # noqa: B023
                assert result["X-Pigpost-Kind"] == "result"
            for page in ("/", f"/g/{GAME}", f"/g/{GAME}/1", f"/g/{GAME}/log"):
                with urllib.request.urlopen(note["web"] + page, timeout=10) as answer:
                    assert answer.status == 200
            assert demo.interrupt() == 0
            assert "Traceback" not in demo.stderr
            assert json.loads(demo.stdout)["verified"] is True

    def test_an_interrupt_before_anything_has_happened_ends_it_quietly(
        self, tmp_path: Path
    ) -> None:
        with staying_up(
            "demo", "--keep", tmp_path / "kept", cwd=tmp_path, said_in=tmp_path
        ) as demo:
            demo.until(lambda: the_note(tmp_path / "kept"))
            assert (tmp_path / "kept" / "demo.json").stat().st_mode & 0o777 == 0o600
            assert demo.interrupt() in {0, 130}
            assert "Traceback" not in demo.stderr


def the_note(directory: Path) -> dict[str, Any] | None:
    try:
        note: dict[str, Any] = json.loads((directory / "demo.json").read_text())
    except FileNotFoundError:
        return None
    return note


def guest(note: dict[str, Any]) -> dict[str, str]:
    found: dict[str, str] = next(p for p in note["players"] if p["name"] == "Guest")
    return found


def send(note: dict[str, Any], words: str) -> None:
    server = f"{note['smtp']['host']}:{note['smtp']['port']}"
    command = [need("swaks", "swaks"), "--server", server, "--from", guest(note)["address"]]
    command += ["--to", note["address"], "--header", "Subject: my order", "--body", words]
    subprocess.run(command, check=True, capture_output=True, timeout=20)


def read(note: dict[str, Any], *, uid: int) -> EmailMessage | None:
    """A mail of the guest's, or None as long as it is not there."""
    url = f"imap://{note['imap']['host']}:{note['imap']['port']}/INBOX;UID={uid}"
    login = f"{guest(note)['address']}:{guest(note)['password']}"
    done = subprocess.run(
        [need("curl", "curl"), "-sS", "--user", login, url],
        check=False,
        capture_output=True,
        timeout=20,
    )
    mail = BytesParser(policy=policy.default).parsebytes(done.stdout)
    return mail if isinstance(mail, EmailMessage) and mail["X-Pigpost-Kind"] else None
