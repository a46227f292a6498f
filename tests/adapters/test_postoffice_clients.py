"""Programs that people have: they must get along with the post office."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pigpost.adapters.postoffice import PostOffice
from tests.servers.need import need

pytestmark = pytest.mark.servers
ANN = "ann@localhost"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    office = PostOffice(tmp_path)
    office.add_mailbox(ANN, "hers")
    office.add_mailbox("pigs@localhost", "secret")
    with office:
        yield office


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def swaks(office: PostOffice, *options: str) -> str:
    server = f"127.0.0.1:{office.smtp_port}"
    binary = need("swaks", "swaks")
    return run(binary, "--server", server, "--from", ANN, "--to", "pigs+g1@localhost", *options)


def curl(office: PostOffice, path: str, *options: str) -> str:
    url = f"imap://127.0.0.1:{office.imap_port}/{path}"
    return run(need("curl", "curl"), "-sS", "--user", "pigs@localhost:secret", url, *options)


@pytest.mark.parametrize("mechanism", ["PLAIN", "LOGIN"])
def test_swaks_logs_in_and_sends_and_curl_reads(office: PostOffice, mechanism: str) -> None:
    login = ("--auth", mechanism, "--auth-user", ANN, "--auth-password", "hers")
    talk = swaks(office, *login, "--header", "Subject: turn", "--body", "THROWS 4")
    assert "250 2.0.0 Delivered as pigs@localhost/1" in talk

    mail = curl(office, "INBOX;UID=1")
    assert "Subject: turn" in mail
    assert "THROWS 4" in mail
    assert "ESMTPA" in mail


def test_curl_searches_and_lists(office: PostOffice) -> None:
    for n in range(2):
        swaks(office, "--header", f"Subject: mail {n}")

    assert "* SEARCH 1 2" in curl(office, "INBOX", "-X", "UID SEARCH ALL")
    assert "INBOX" in curl(office, "")
    assert "UNSEEN 2" in curl(office, "", "-X", "STATUS INBOX (UNSEEN)")
