"""Signatures that others can check with nothing but the record that we print."""

import stat
from email import message_from_bytes, policy
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pigpost.adapters.dkim_signer import DkimSigner, read_signer
from pigpost.errors import ConfigError

RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
MESSAGE = (
    b"From: Spring Pigs <pigs+spring-pigs@pigs.example>\r\nTo: karen@hill.example\r\n"
    b"Subject: Round 4\r\nDate: Fri, 5 Mar 2027 20:00:40 +0000\r\nMessage-ID: <a@pigs.example>\r\n"
    b"List-Unsubscribe: <https://pigs.example/unsubscribe/1-x>,\r\n <mailto:pigs@pigs.example>\r\n"
    b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: text/plain\r\n\r\nOink.\r\n"
)


def a_file(folder: Path, key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> Path:
    file = folder / "dkim.pem"
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    file.chmod(stat.S_IRUSR)
    return file


@pytest.fixture
def signer(tmp_path: Path) -> DkimSigner:
    return read_signer(domain="pigs.example", selector="k1", key_file=a_file(tmp_path, RSA))


def is_right(signer: DkimSigner, message: bytes) -> bool:
    """As a receiving server checks it, with our record in its DNS."""
    name, _, text = signer.record.partition(" TXT ")

    def dns(asked: bytes, timeout: int = 5) -> bytes:
        del timeout
        assert asked.decode() == f"{name}."
        return text.strip('"').encode()

    return bool(dkim.verify(message, dnsfunc=dns))


def test_a_signature_is_right_and_the_mail_is_not_changed(signer: DkimSigner) -> None:
    signed = signer.sign(MESSAGE)
    assert signed.endswith(MESSAGE)
    assert signed.startswith(
        b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=pigs.example;"
    )
    assert is_right(signer, signed)


def test_refolded_headers_do_no_harm(signer: DkimSigner) -> None:
    folded, on_one_line = b"/1-x>,\r\n <mailto", b"/1-x>, <mailto"
    assert is_right(signer, signer.sign(MESSAGE).replace(folded, on_one_line))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Oink", b"Moo!"),
        (b"Round 4", b"Round 5"),
        (b"unsubscribe/1-x", b"unsubscribe/2-x"),
        (b"One-Click", b"Two-Click"),
        (b"Spring Pigs", b"Autumn Pigs"),
    ],
)
def test_a_changed_mail_is_noticed(signer: DkimSigner, old: bytes, new: bytes) -> None:
    assert not is_right(signer, signer.sign(MESSAGE).replace(old, new))


@pytest.mark.parametrize(
    "header", [b"From: evil@x.example", b"List-Unsubscribe: <https://x.example>"]
)
def test_a_header_that_is_put_in_is_noticed(signer: DkimSigner, header: bytes) -> None:
    assert not is_right(signer, header + b"\r\n" + signer.sign(MESSAGE))


def test_the_two_headers_of_one_click_are_signed(signer: DkimSigner) -> None:
    signature = message_from_bytes(signer.sign(MESSAGE), policy=policy.compat32)["DKIM-Signature"]
    signed = {name.strip() for name in signature.split("h=")[1].split(";")[0].split(":")}
    assert {"from", "list-unsubscribe", "list-unsubscribe-post"} <= signed


def test_a_key_that_is_none_is_named(tmp_path: Path) -> None:
    nothing = tmp_path / "no.pem"
    with pytest.raises(ConfigError, match=r"key_file .*no\.pem: No such file"):
        read_signer(domain="d", selector="s", key_file=nothing)
    nothing.write_text("not a key")
    with pytest.raises(ConfigError, match="no private key in PEM"):
        read_signer(domain="d", selector="s", key_file=nothing)
    other = a_file(tmp_path, ec.generate_private_key(ec.SECP256R1()))
    with pytest.raises(ConfigError, match="no RSA key"):
        read_signer(domain="d", selector="s", key_file=other)


def test_the_key_is_never_shown(signer: DkimSigner) -> None:
    assert "PrivateKey" not in repr(signer)
    assert "PRIVATE" not in signer.record
