"""Signs mails with DKIM (RFC 6376), and tells what DNS has to say for it."""

import base64
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser
from pathlib import Path

import dkim
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from pigpost.errors import ConfigError

_SHORTEST_KEY = 1024
"""Bits below which nobody believes a signature (RFC 8301)."""

_SIGNED = (
    "from",
    "reply-to",
    "to",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "auto-submitted",
    "list-id",
    "list-post",
    "list-help",
    "list-archive",
    "list-unsubscribe",
    "list-unsubscribe-post",
)
"""Headers that nobody may change on the way; RFC 8058 wants the last two among them."""

_TWICE = ("from", "subject", "list-unsubscribe", "list-unsubscribe-post")
"""Headers of which nobody may add another one either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DkimSigner:
    """As `ports.MailSigner`, with an RSA key."""

    domain: str
    selector: str
    key: RSAPrivateKey = field(repr=False)

    def sign(self, message: bytes) -> bytes:
        """As `ports.MailSigner.sign`; relaxed, so that refolded headers do no harm."""
        there = BytesHeaderParser().parsebytes(message)
        names = [name for name in _SIGNED if name in there]
        signature: bytes = dkim.sign(
            message,
            self.selector.encode(),
            self.domain.encode(),
            self._pem(),
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name.encode() for name in (*names, *_TWICE)],
        )
        return signature + message

    @property
    def record(self) -> str:
        """The line to publish in DNS."""
        public = self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        key = base64.b64encode(public).decode()
        return f'{self.selector}._domainkey.{self.domain} TXT "v=DKIM1; k=rsa; p={key}"'

    def _pem(self) -> bytes:
        return self.key.private_bytes(
            Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()
        )


def read_signer(*, domain: str, selector: str, key_file: Path) -> DkimSigner:
    """The signer with the key in a file; `ConfigError` says what is wrong with it."""
    try:
        key = load_pem_private_key(key_file.read_bytes(), password=None)
    except OSError as error:
        raise ConfigError(f"mail.dkim.key_file {key_file}: {error.strerror}") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ConfigError(f"mail.dkim.key_file {key_file} is no private key in PEM") from error
    if not isinstance(key, RSAPrivateKey) or key.key_size < _SHORTEST_KEY:
        raise ConfigError(f"mail.dkim.key_file {key_file} is no RSA key of {_SHORTEST_KEY} bits")
    return DkimSigner(domain=domain, selector=selector, key=key)
