"""Access tokens (OAuth2, RFC 6749) from a command of the operator's, who knows his provider."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from pigpost.errors import MailOutOfReach

_LONGEST = 16_384
_BEFORE_ITS_END_SECONDS = 120.0
"""A token is taken anew a little before it ends: logging in may take a while."""


@dataclass(slots=True, kw_only=True)
class TokenCommand:
    """Runs a command, as words and without a shell, whose output is the token.

    Either bare, then it is asked for at each login; or as the JSON of a token endpoint
    (`access_token`, `expires_in`), then it is kept until shortly before its end. What the command
    writes besides is not kept: it may hold a secret.
    """

    words: tuple[str, ...] = field(repr=False)
    folder: Path
    timeout_seconds: float
    seconds: Callable[[], float] = time.monotonic
    _token: str = field(default="", repr=False)
    _good_until: float = field(default=0.0, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def token(self) -> str:
        """A token that should be good; `MailOutOfReach` when the command gives none."""
        with self._lock:
            if not self._token or self.seconds() >= self._good_until:
                self._token, lasts = _read(self._run(), self._fault)
                self._good_until = self.seconds() + lasts - _BEFORE_ITS_END_SECONDS
            return self._token

    def refused(self) -> None:
        """The server did not take it: it is not used again."""
        with self._lock:
            self._good_until = 0.0

    def blotted(self, words: str) -> str:
        """The words without the token, should they hold it."""
        return words.replace(self._token, "***") if self._token else words

    def _run(self) -> bytes:
        try:
            process = subprocess.Popen(  # noqa: S603 - the operator's own words, no shell
                self.words,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise self._fault(f"can't be run: {error.strerror}") from None
        with process:
            try:
                output, _ = process.communicate(timeout=self.timeout_seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # with all that it started
                raise self._fault(f"did not end within {self.timeout_seconds:g} s") from None
        if process.returncode:
            raise self._fault(f"ended with {process.returncode}; run it by hand to see why")
        return output

    def _fault(self, why: str) -> MailOutOfReach:
        return MailOutOfReach(f"the token command {self.words[0]} {why}")


def _read(output: bytes, fault: Callable[[str], MailOutOfReach]) -> tuple[str, float]:
    """The token, and for how many seconds it is good."""
    text = output[: _LONGEST + 1].decode("ascii", "replace").strip()
    token, lasts = text, 0.0
    if text.startswith("{"):
        try:
            answer = json.loads(output)
            token, lasts = answer["access_token"], float(answer.get("expires_in", 0))
        except (ValueError, KeyError, TypeError):
            raise fault("printed JSON without a good access_token and expires_in") from None
    if not isinstance(token, str) or not _is_token(token):
        raise fault("printed no token: one line without spaces is wanted, or a token's JSON")
    return token, lasts


def _is_token(token: str) -> bool:
    """Nothing that could end the line or the field that it stands in (RFC 6750 2.1)."""
    printable = token.isascii() and token.isprintable()
    return 0 < len(token) <= _LONGEST and printable and " " not in token
