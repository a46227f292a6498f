"""Whether our own mail server vouches for the domain in From (RFC 8601). What is doubtful is absent.

Anybody can write an Authentication-Results header. Ours is told from a forged one by its name and
by its place: above all that came from outside.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import authres
from authres.core import AuthenticationResult

from pigpost.intake.headers import RECEIVED_BY, Headers

_RESULTS, _RECEIVED = "authentication-results", "received"
_MOST_HEADERS = 10
_LONGEST = 4_096
_MOST_COMMENTS = 20
"""Results that are longer, or more nested, than any server writes them are not looked at."""

_COMMENT = re.compile(r"\([^()]*\)")
_FROM = re.compile(r"\bfrom\s+(\S+)", re.IGNORECASE)


class Authenticity(StrEnum):
    """How the domain in From was checked by our server. SPF says nothing of From, so it is none."""

    DMARC = "dmarc"
    DKIM = "dkim"


@dataclass(frozen=True, slots=True, kw_only=True)
class OurServer:
    """How our mail server signs what it found, and the names it gives itself in Received.

    Without an `authserv_id` no result is believed. Without `names` only results above every
    Received header are: whatever stands below one may have come from outside.
    """

    authserv_id: str
    names: Sequence[str] = ()


def authenticity(headers: Headers, sender: str, server: OurServer) -> Authenticity | None:
    """What our server's results prove of the sender's domain; None in any doubt.

    All its results on DMARC must be a pass for that domain, and all its results on the signatures
    of that domain a pass too: a forged pass beside a true failure proves nothing.
    """
    if not server.authserv_id:
        return None
    domain = sender.rpartition("@")[2].lower()
    written = list(_vouched_for(headers, server))
    results = [_results(value) for value in written[:_MOST_HEADERS]]
    if not written or len(written) > _MOST_HEADERS or any(each is None for each in results):
        return None
    found = [result for each in results if each is not None for result in each]
    return _verdict(found, domain)


def _verdict(results: list[AuthenticationResult], domain: str) -> Authenticity | None:
    dmarc = [r for r in results if r.method == "dmarc"]
    if dmarc and all(_is_pass(r) and _values(r, "from") == [domain] for r in dmarc):
        return Authenticity.DMARC
    if any(r.result not in ("none", "pass") for r in dmarc):
        return None
    signatures = [r for r in results if r.method == "dkim" and _signs_for(r, domain)]
    return Authenticity.DKIM if signatures and all(map(_is_pass, signatures)) else None


def _is_pass(result: AuthenticationResult) -> bool:
    return bool(result.result == "pass")


def _signs_for(result: AuthenticationResult, domain: str) -> bool:
    """Whether a signature is of the domain itself or of one that it lies in.

    Not of one that lies in it: who may sign for a.example.org need not be who owns example.org, and
    which domains belong together is not told by their names.
    """
    named = _values(result, "d") or [each.rpartition("@")[2] for each in _values(result, "i")]
    return bool(named) and all("." in each and f".{domain}".endswith(f".{each}") for each in named)


def _values(result: AuthenticationResult, name: str) -> list[str]:
    """What a result says of a header: `header.from=hill.example`."""
    return [
        str(each.value).lower()
        for each in result.properties
        if each.type == "header" and each.name == name
    ]


def _results(value: str) -> list[AuthenticationResult] | None:
    """What a header says, or None where it can't be read to its end."""
    if len(value) > _LONGEST or value.count("(") > _MOST_COMMENTS:
        return None
    try:
        header = authres.AuthenticationResultsHeader.parse_value(value)
    except Exception:  # noqa: BLE001 - whatever it is that can't be parsed, it is not believed
        return None
    return list(header.results)


def _vouched_for(headers: Headers, server: OurServer) -> Iterator[str]:
    """Results that our server wrote: its name to the letter, above the first foreign Received.

    The one Received of its own in which a mail came from outside may stand above them, as the
    configuration names it; a second one is as foreign as any.
    """
    inside = True
    for name, value in headers:
        if name == _RECEIVED:
            if not inside or not _is_own(value, server):
                return
            inside = _came_from_own(value, server)
        elif name == _RESULTS and _writer(value) == server.authserv_id:
            yield value


def _is_own(received: str, server: OurServer) -> bool:
    """Written by a server of ours: one of its names, or no word of where the mail came from."""
    handed_on = bool(server.names) and not _host(_FROM, received)
    return handed_on or _host(RECEIVED_BY, received) in _own_names(server)


def _came_from_own(received: str, server: OurServer) -> bool:
    """Whether a mail was only handed on among our own servers."""
    return _host(_FROM, received) in ("", "localhost", *_own_names(server))


def _own_names(server: OurServer) -> list[str]:
    return [name.lower() for name in server.names]


def _host(clause: re.Pattern[str], received: str) -> str:
    found = clause.search(_COMMENT.sub(" ", received[:_LONGEST]))
    return found[1].strip("[]().").lower() if found else ""


def _writer(value: str) -> str:
    """The authserv-id as it stands there, without the version that may follow it."""
    named = value.partition(";")[0].strip()
    return named.removesuffix(" 1").rstrip()
