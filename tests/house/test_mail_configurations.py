"""Every configuration of a mail server that the documents show can be read and passes the doctor."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.cli.main import cli
from pigpost.config import read_settings
from tests.house.pages import ROOT

PAGE = (ROOT / "docs" / "operators.md").read_text("utf-8")
SHOWN = [
    text
    for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    if tomllib.loads(text).get("mail", {}).get("mode") == "imap"
]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    CliRunner().invoke(cli, ["init", "--yes", "--gm", "alison@pigs.example", str(folder)])
    (folder / "mail.pass").write_text("an app password\n")
    return folder / "pigpost.toml"


def test_the_configurations_are_found() -> None:
    hosts = {tomllib.loads(text)["mail"].get("imap", {}).get("host", "") for text in SHOWN}
    assert {
        "imap.gmail.com",
        "imap.fastmail.com",
        "outlook.office365.com",
        "mail.pigs.example",
    } <= hosts


@pytest.mark.parametrize("text", SHOWN)
def test_each_can_be_read_and_passes_the_doctor_as_far_as_no_server_is_asked(
    site: Path, text: str
) -> None:
    site.write_text(text)
    settings = read_settings(site)
    assert settings.mail.imap.user
    result = CliRunner().invoke(cli, ["--config", str(site), "doctor", "--offline", "--json"])
    bad = [check for check in json.loads(result.stdout) if not check["ok"]]
    assert bad == []
    assert result.exit_code == 0
