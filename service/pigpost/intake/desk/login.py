"""The way in to the desk: a link that works once, mailed to who decides or printed for the operator.

Of a link's key the database has only the digest. Who asked for it in a browser can use it there
alone, so that a link in the wrong hands opens nothing.
"""

import hashlib
import hmac
import secrets
from datetime import timedelta

from pigpost.claims.voices import Voice, address_of
from pigpost.outbox.letterhead import current_key, gm_head
from pigpost.outbox.queue import tell_at
from pigpost.ports import Services, Transaction
from pigpost.results.letters import LoginLink

MINUTES = 15
"""So long a link is good."""

SESSION = timedelta(hours=12)
_AN_HOUR, _MOST_LINKS = timedelta(hours=1), 5
"""So many links browsers can ask for in an hour: nobody shall flood the GM."""

_KEY_BYTES = 24
PATH = "/desk/login/"


def print_link(services: Services) -> str:
    """A link for whoever runs the command line, good in any browser."""
    with services.store.writing() as tx:
        return _new_link(services, tx, browser=None)


def mail_link(services: Services, *, address: str, browser: str) -> None:
    """Mails a link to the GM, his deputy or the ombudsman, if it is one of them who asks.

    Who asks is told nothing of whether it was so.
    """
    now, voice = services.clock.now(), _voice_at(services, address)
    if voice is None:
        return
    with services.store.writing() as tx:
        if tx.logins.asked_since(now - _AN_HOUR) >= _MOST_LINKS:
            return
        link = _new_link(services, tx, browser=browser, role=voice)
        letter = LoginLink(head=gm_head(services, None), link=link, minutes=MINUTES)
        tell_at(services, tx, letter, address_of(services, voice))


def _voice_at(services: Services, address: str) -> Voice | None:
    """Who decides and is reached there; of several the one who may do most."""
    wanted = address.strip().casefold()
    voices = (Voice.GM, Voice.DEPUTY, Voice.OMBUDSMAN)
    return next(
        (v for v in voices if wanted and address_of(services, v).casefold() == wanted), None
    )


def log_in(services: Services, key: str, *, browser: str) -> int | None:
    """The session that a link begins; None for one that is not good, or not here, or not any more."""
    with services.store.writing() as tx:
        now = services.clock.now()
        used = tx.logins.use(_digest(key), browser=_digest(browser), now=now)
    return None if used is None else used.id


def role_of(services: Services, login: int) -> str | None:
    """What the reader of a session may do; None once it is over."""
    with services.store.reading() as tx:
        found = tx.logins.get(login)
    if found is None or found.ended_at is not None:
        return None
    if not address_of(services, Voice(found.role)):
        return None  # the site has nobody in that role any more
    return found.role if services.clock.now() < found.used_at + SESSION else None


def log_out(services: Services, login: int) -> None:
    """Ends a session."""
    with services.store.writing() as tx:
        tx.logins.end(login, now=services.clock.now())


def cookie_key(services: Services) -> bytes:
    """The key that cookies of the desk are signed with; another one when others decide."""
    site = services.settings.site
    people = "\n".join(who.casefold() for who in (site.gm, site.deputy, site.ombudsman))
    lines = f"pigpost/desk/v2\n{people}\n"
    return hmac.new(current_key(services), lines.encode(), hashlib.sha256).digest()


def _new_link(
    services: Services, tx: Transaction, *, browser: str | None, role: Voice = Voice.GM
) -> str:
    key, now = secrets.token_urlsafe(_KEY_BYTES), services.clock.now()
    tx.logins.make(
        role=role,
        digest=_digest(key),
        browser=None if browser is None else _digest(browser),
        now=now,
        expires_at=now + timedelta(minutes=MINUTES),
    )
    # After the new one: SQLite gives the number of a last row that is gone to the next one, and a
    # cookie holds no more than that number.
    tx.logins.forget(made_before=now - timedelta(minutes=MINUTES) - SESSION)
    return services.settings.site.url.rstrip("/") + PATH + key


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
