"""Signatures are verified with keys that a test knows; whatever comes in, a verdict comes out."""

import base64
import time

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from pigpost.adapters.dkim_check import DkimCheck
from pigpost.ports import SignatureVerdict

MAIL = b"From: Bill <bill@mill.example>\r\nTo: pigs@pigs.example\r\nSubject: x\r\n\r\nTHROWS 3\r\n"
BILL = "bill@mill.example"
_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PRIVATE = _KEY.private_bytes(
    serialization.Encoding.PEM,
    serialization.PrivateFormat.TraditionalOpenSSL,
    serialization.NoEncryption(),
)
_PUBLIC = _KEY.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
)
RECORD = "v=DKIM1; k=rsa; p=" + base64.b64encode(_PUBLIC).decode()


def signed(mail: bytes = MAIL, *, domain: str = "mill.example", **more: object) -> bytes:
    return dkim.sign(mail, b"s1", domain.encode(), PRIVATE, **more) + mail


def checked(
    raw: bytes, *, sender: str = BILL, keys: dict[str, str] | None = None
) -> SignatureVerdict:
    known = {"s1._domainkey.mill.example": RECORD} if keys is None else keys
    return DkimCheck(lookup=known.get).check(raw, sender=sender)


def test_a_good_signature_passes_and_the_key_of_the_day_is_kept() -> None:
    assert checked(signed()) == SignatureVerdict(
        result="pass", domain="mill.example", selector="s1", key=RECORD
    )
    assert checked(signed().replace(b"\r\n", b"\n")).result == "pass"


def test_a_mail_that_was_changed_fails() -> None:
    assert checked(signed().replace(b"THROWS 3", b"THROWS 9")).result == "fail"
    assert checked(signed().replace(b"Bill <", b"Eve <")).result == "fail"
    other = {"s1._domainkey.mill.example": RECORD[:-40] + "A" * 40}
    assert checked(signed(), keys=other).result == "fail"


def test_without_a_key_nothing_is_said_but_who_claims_it() -> None:
    assert checked(signed(), keys={}) == SignatureVerdict(
        result="not_checked", domain="mill.example", selector="s1"
    )


def test_a_signature_of_another_domain_says_nothing_of_the_writer() -> None:
    keys = {f"s1._domainkey.{d}": RECORD for d in ("evil.example", "sub.mill.example", "example")}
    for domain in ("evil.example", "sub.mill.example", "example"):
        assert checked(signed(domain=domain), keys=keys) == SignatureVerdict(result="none")
    assert checked(MAIL) == SignatureVerdict(result="none")
    assert checked(signed(), sender="bill@post.mill.example").result == "pass"


def test_of_several_signatures_the_good_one_counts() -> None:
    keys = {f"s1._domainkey.{d}": RECORD for d in ("mill.example", "list.example")}
    both = signed(signed(), domain="list.example")
    assert checked(both, keys=keys).result == "pass"
    broken = b"DKIM-Signature: v=1; a=rsa-sha256; d=mill.example; s=s1; h=from; bh=x; b=x\r\n"
    assert checked(broken + signed()).result == "pass"


def test_a_signature_of_the_beginning_alone_is_not_checked() -> None:
    assert checked(signed(length=True) + b"more").result == "not_checked"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n\r\n",
        b"DKIM-Signature:\r\n\r\n",
        b"DKIM-Signature: v=1; d=mill.example; s=s1\r\n\r\nx",
        b"DKIM-Signature: d=mill.example; d=mill.example; ;;=;\r\n\r\nx",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=mill.example; s=../s1; h=from; b=x\r\n\r\nx",
        b"DKIM-Signature: v=1; a=none; d=mill.example; s=s1; h=from; bh=\xff; b=\xff\r\n\r\nx",
        b"DKIM-Signature: v=1; d=mill.example; s=s1; h=" + b"from:" * 50_000 + b"\r\n\r\nx",
        b"A: b\r\n" * 30_000 + b"\r\n" + MAIL,
        signed() + b" " * 250_000 + b"x",
        signed() + b"\r\n" * 100_000,
        signed() + b" \t" * 100_000 + b"\r\n",
        signed(MAIL + b"x" * 300_000),
        b"\x00" * 200_000,
    ],
)
def test_a_hostile_mail_takes_no_time_and_raises_nothing(raw: bytes) -> None:
    began = time.perf_counter()
    assert checked(raw).result in ("none", "fail", "not_checked")
    assert time.perf_counter() - began < 1


def test_what_is_kept_has_nothing_in_it_that_a_database_refuses() -> None:
    raw = b"DKIM-Signature: v=1; d=mill.example; s=s\x001\x07\r\n\r\nx"
    keys = {"s1._domainkey.mill.example": RECORD + "\0"}
    assert checked(raw).selector == "s1"
    assert checked(signed(), keys=keys).key == RECORD


def test_a_monstrous_key_is_not_used() -> None:
    keys = {"s1._domainkey.mill.example": RECORD + "A" * 5_000}
    assert checked(signed(), keys=keys).result == "not_checked"
