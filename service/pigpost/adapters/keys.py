"""The site's secrets as files (formats 6): `site-N.key` for HMAC, `sign-N.key` for Ed25519.

Each holds 32 bytes in lower hex; the name is the key's id, and the highest number is in use.
"""

import os
import secrets
from functools import cached_property
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pigpost.errors import ConfigError, TooLate

_SITE, _SIGN = "site", "sign"
_BYTES = 32
_PASSWORD_BYTES = 12


def make_keys(directory: Path) -> None:
    """A fresh pair of keys that only their owner can read; `TooLate` when any is there already."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    files = [directory / f"{name}-1.key" for name in (_SITE, _SIGN)]
    if there := [file for file in files if file.exists()]:
        raise TooLate(f"{there[0]} is there already; nothing was changed")
    for file in files:
        _write(file, secrets.token_hex(_BYTES))


def make_password(file: Path) -> None:
    """A fresh password for the mailboxes of the embedded post office, for its owner's eyes."""
    _write(file, secrets.token_urlsafe(_PASSWORD_BYTES))


class FileKeys:
    """As `ports.SiteKeys`; read when first asked for. `ConfigError` when they can't be."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    @cached_property
    def key_id(self) -> str:
        """As `ports.SiteKeys.key_id`."""
        return self._newest(_SITE).stem

    def site_key(self, key_id: str) -> bytes | None:
        """As `ports.SiteKeys.site_key`."""
        name, _, number = key_id.rpartition("-")
        file = self._directory / f"{key_id}.key"
        there = name == _SITE and number.isdecimal() and file.exists()
        return _read(file) if there else None

    @cached_property
    def public_key(self) -> str:
        """As `ports.SiteKeys.public_key`."""
        private = Ed25519PrivateKey.from_private_bytes(_read(self._newest(_SIGN)))
        return private.public_key().public_bytes_raw().hex()

    def _newest(self, name: str) -> Path:
        files = self._files(name)
        if not files:
            raise ConfigError(f"no {name} key in {self._directory}: run `pigpost init` first")
        return files[-1]

    def _files(self, name: str) -> list[Path]:
        files = [f for f in self._directory.glob(f"{name}-*.key") if _number(f).isdecimal()]
        return sorted(files, key=lambda file: int(_number(file)))


def _write(file: Path, secret: str) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as opened:
        opened.write(secret + "\n")


def _number(file: Path) -> str:
    return file.stem.rpartition("-")[2]


def _read(file: Path) -> bytes:
    try:
        key = bytes.fromhex(file.read_text("ascii").strip())
    except (OSError, ValueError) as error:
        raise ConfigError(f"the key file {file} can't be read: {error}") from error
    if len(key) != _BYTES:
        raise ConfigError(f"the key file {file} does not hold {_BYTES} bytes in hex")
    return key
