"""A look at what carries the wake-ups."""

from urllib.parse import urlsplit

from redis import Redis
from redis.exceptions import AuthenticationError, RedisError

from pigpost.errors import ConfigError, OutOfReach

_SECONDS = 5


def probe_broker(url: str) -> str:
    """What was found. `OutOfReach` when it does not answer, `ConfigError` when it lets nobody in."""
    parts = urlsplit(url)
    if parts.scheme == "memory":
        return "in memory: right for `pigpost up`; worker, beat and web apart need redis://"
    where = f"{parts.hostname}:{parts.port or 6379}"
    try:
        with Redis.from_url(url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS) as link:
            link.ping()
    except AuthenticationError:
        raise ConfigError(f"Redis at {where} refuses the password in broker.url") from None
    except (RedisError, ValueError) as error:
        raise OutOfReach(
            f"Redis at {where} does not answer ({_first_words(error)}): is it running, and is "
            "broker.url right? Until then mail waits"
        ) from None
    return f"Redis at {where} answers"


def _first_words(error: Exception) -> str:
    return str(error).split("\n", 1)[0].rstrip(". ")
