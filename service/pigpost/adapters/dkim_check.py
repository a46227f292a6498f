"""Verifies DKIM signatures with dkimpy, and keeps the key as DNS gave it that day.

dkimpy raises on much of what a hostile mail can hold, and some of its patterns take quadratic time.
So what goes in is bounded, and whatever comes out of it is a verdict.
"""

import logging
import re
from collections.abc import Callable, Iterator

import dkim
import dns.exception
import dns.resolver

from pigpost.intake.charset import one_line, seen
from pigpost.ports import SignatureVerdict

_log = logging.getLogger(__name__)

_MOST_BYTES = 262_144
_MOST_HEADERS = 300
_MOST_SIGNATURES = 5
_LONGEST_SIGNATURE = 4_096
_LONGEST_KEY = 1_200
"""A key of 4096 bits has some 750 characters; a longer one is made to take time."""

_LONG_GAP = re.compile(rb"[ \t]{200}|^[ \t]*\r?\n?(?:[ \t]*\r?\n){500}", re.MULTILINE)
_FIELD = re.compile(rb"dkim-signature[ \t]*:((?:[^\n]|\n[ \t])*)", re.IGNORECASE)
_DOMAIN = re.compile(r"[a-z0-9_.-]{1,253}", re.IGNORECASE)

_NOT_CHECKED = SignatureVerdict(result="not_checked")

Lookup = Callable[[str], str | None]
"""The TXT record at a name; None where there is none, or it can't be had in time."""


class DkimCheck:
    """As `ports.SignatureCheck`. `lookup` asks DNS unless a test knows the keys."""

    def __init__(self, *, timeout_seconds: float = 3.0, lookup: Lookup | None = None) -> None:
        self._lookup = lookup or _Dns(timeout_seconds)

    def check(self, raw: bytes, *, sender: str) -> SignatureVerdict:
        """As `ports.SignatureCheck.check`: of the sender's domain, or of one that it lies in."""
        if len(raw) > _MOST_BYTES or _LONG_GAP.search(raw):
            return _NOT_CHECKED
        raw = raw.replace(b"\r\n", b"\n")
        head = raw.partition(b"\n\n")[0]
        if head.count(b"\n") > _MOST_HEADERS:
            return _NOT_CHECKED
        domain = sender.rpartition("@")[2].lower()
        verdict = SignatureVerdict(result="none")
        for number, tags in enumerate(_signatures(head)):
            if _stands_for(tags, domain):
                verdict = self._verify(raw, number, tags)
            if verdict.result == "pass":
                break
        return verdict

    def _verify(self, raw: bytes, number: int, tags: dict[str, str]) -> SignatureVerdict:
        domain, selector = tags["d"].lower(), tags.get("s", "")
        name = f"{selector}._domainkey.{domain}"
        key = self._lookup(name) if _DOMAIN.fullmatch(name) else None
        if key is None or len(key) > _LONGEST_KEY or "l" in tags:
            # a signature with l= leaves the end of the mail open to anybody
            result = "not_checked"
        else:
            result = "pass" if _is_signed(raw, number, key) else "fail"
        return SignatureVerdict(
            result=result,
            domain=one_line(domain, 253),
            selector=one_line(selector, 253),
            key=key and seen(key)[:_LONGEST_KEY],
        )


def _is_signed(raw: bytes, number: int, key: str) -> bool:
    def known(_name: bytes, timeout: int = 0) -> bytes:
        del timeout
        return key.encode("ascii", "replace")

    try:
        return bool(dkim.DKIM(raw).verify(number, dnsfunc=known))
    except Exception as fault:  # noqa: BLE001 - it raises whatever hostile bytes make it raise
        _log.debug("a signature could not be verified: %s", type(fault).__name__)
        return False


def _signatures(head: bytes) -> Iterator[dict[str, str]]:
    """The tags of each signature, in the order of the headers; none of one that is too long."""
    fields = re.split(rb"\n(?![ \t])", head)
    found = [match[1] for match in map(_FIELD.fullmatch, fields) if match]
    for value in found[:_MOST_SIGNATURES]:
        yield {} if len(value) > _LONGEST_SIGNATURE else _tags(value.decode("latin-1"))


def _tags(value: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in "".join(value.split()).split(";"))
    return {name: said for name, _, said in pairs if name}


def _stands_for(tags: dict[str, str], domain: str) -> bool:
    signer = tags.get("d", "").lower()
    return "." in signer and f".{domain}".endswith(f".{signer}")


class _Dns:
    """Asks the machine's own resolvers, for so long and no longer."""

    def __init__(self, timeout_seconds: float) -> None:
        self._timeout_seconds = timeout_seconds

    def __call__(self, name: str) -> str | None:
        try:
            answer = dns.resolver.resolve(name, "TXT", lifetime=self._timeout_seconds)
            texts = [b"".join(record.strings) for record in answer]
        except (dns.exception.DNSException, OSError, ValueError) as fault:
            _log.debug("no key at %s: %s", name, type(fault).__name__)
            return None
        return texts[0].decode("ascii", "replace") if texts else None
