"""With a key every mail goes out signed, and what was signed is what is kept and sent again."""

from dataclasses import replace
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pigpost.bootstrap import build
from pigpost.config import Settings
from pigpost.errors import ConfigError
from tests.post import Post, a_running_game


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    key = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    (tmp_path / "dkim.pem").write_bytes(pem)
    named = {"domain": "pigs.example", "selector": "k1", "key_file": "dkim.pem"}
    return Settings(
        directory=tmp_path,
        site={"url": "https://pigs.example"},
        mail={"mode": "imap", "dkim": named},
    )


def test_every_mail_is_signed_once_when_its_bytes_are_fixed(post: Post, settings: Settings) -> None:
    signer = build(settings).signer
    assert signer is not None
    site = post.services.settings.site.model_copy(update={"url": "https://pigs.example"})
    known = post.services.settings.model_copy(update={"site": site})
    post.services = replace(post.services, signer=signer, settings=known)
    a_running_game(post, "Bill", "Karen")
    post.mailed("Bill", "THROWS 3")
    with post.services.store.reading() as tx:
        rows = tx.outbox.newest(limit=9)
    assert {row.kind for row in rows} == {"opening", "receipt"}
    text = signer.record.partition(" TXT ")[2].strip('"').encode()  # type: ignore[attr-defined]
    for row in rows:
        assert dkim.verify(row.message, dnsfunc=lambda *_, **__: text)
        assert row.message.count(b"DKIM-Signature:") == 1
    opening = next(row.message for row in rows if row.kind == "opening")
    for old, new in ((b"unsubscribe/", b"unsubscribed/"), (b"=One-Click", b"=Two-Click")):
        assert old in opening
        assert not dkim.verify(opening.replace(old, new), dnsfunc=lambda *_, **__: text)


def test_without_a_key_mails_go_unsigned(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    with post.services.store.reading() as tx:
        assert not any(b"DKIM" in row.message for row in tx.outbox.newest(limit=9))


def test_a_key_that_can_not_be_read_stops_the_service_at_its_start(settings: Settings) -> None:
    (settings.directory / "dkim.pem").unlink()
    with pytest.raises(ConfigError, match=r"dkim\.pem: No such file"):
        build(settings)


@pytest.mark.parametrize("missing", ["domain", "selector", "key_file"])
def test_half_a_configuration_is_refused(missing: str) -> None:
    named = {"domain": "pigs.example", "selector": "k1", "key_file": "dkim.pem"}
    del named[missing]
    with pytest.raises(ValueError, match="go together"):
        Settings(mail={"dkim": named})
