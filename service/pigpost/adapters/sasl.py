"""What is said to log in with a token (XOAUTH2; OAUTHBEARER, RFC 7628)."""

from collections.abc import Iterator
from typing import Literal

Auth = Literal["password", "xoauth2", "oauthbearer"]


def token_answers(auth: Auth, *, user: str, token: str) -> Iterator[str]:
    """First the token; whatever the server asks then is why it refuses, and is only acknowledged."""
    if auth == "xoauth2":
        yield f"user={user}\x01auth=Bearer {token}\x01\x01"
        while True:
            yield ""
    name = user.replace("=", "=3D").replace(",", "=2C")
    yield f"n,a={name},\x01auth=Bearer {token}\x01\x01"
    while True:
        yield "\x01"
