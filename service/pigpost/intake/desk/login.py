"""The way in to the desk: a link that works once, mailed to who decides or plays, or printed.

Of a link's key the database has only the digest. Who asked for it in a browser can use it there
alone, so that a link in the wrong hands opens nothing.
"""

import hashlib
import hmac
import secrets
from datetime import timedelta

from pigpost.claims.voices import Voice, address_of
from pigpost.intake.desk.own_games import players_holder
from pigpost.outbox.letterhead import STRANGER, current_key, gm_head, person_head
from pigpost.outbox.queue import tell_at
from pigpost.ports import GmLogin, SeatHolder, Services, Transaction
from pigpost.results.letters import LoginLink

MINUTES = 15
"""So long a link is good."""

SESSION = timedelta(hours=12)
_AN_HOUR, _MOST_LINKS = timedelta(hours=1), 5
"""So many links browsers can ask for in an hour: nobody shall flood the GM, nor a player.

Those of each player are counted by themselves, so that they can't keep the GM out.
"""

PLAYER = "player"
"""The role of who decides nothing, and sees his own games."""

_KEY_BYTES = 24
PATH = "/desk/login/"


def print_link(services: Services) -> str:
    """A link for whoever runs the command line, good in any browser."""
    with services.store.writing() as tx:
        return _new_link(services, tx, browser=None)


def mail_link(services: Services, *, address: str, browser: str) -> None:
    """Mails a link to the GM, his deputy, the ombudsman or a player, if it is one of them who asks.

    Who asks is told nothing of whether it was so. Who decides and plays gets the link of who decides.
    """
    if (voice := _voice_at(services, address)) is not None:
        with services.store.writing() as tx:
            _mail_to_voice(services, tx, voice, browser)
        return
    with services.store.reading() as tx:
        holder = players_holder(tx, address)
    if holder is not None:
        with services.store.writing() as tx:
            _mail_to_player(services, tx, holder, browser)


def _mail_to_voice(services: Services, tx: Transaction, voice: Voice, browser: str) -> None:
    if tx.logins.asked_since(services.clock.now() - _AN_HOUR) >= _MOST_LINKS:
        return
    link = _new_link(services, tx, browser=browser, role=voice)
    letter = LoginLink(head=gm_head(services, None), link=link, minutes=MINUTES)
    tell_at(services, tx, letter, address_of(services, voice))


def _mail_to_player(services: Services, tx: Transaction, holder: SeatHolder, browser: str) -> None:
    """To the address of his seat, whichever of his was written into the form."""
    since = services.clock.now() - _AN_HOUR
    if tx.logins.asked_since(since, person=holder.person) >= _MOST_LINKS:
        return
    link = _new_link(services, tx, browser=browser, role=PLAYER, person=holder.person)
    head = person_head(services, holder)
    letter = LoginLink(head=head, link=link, minutes=MINUTES, for_player=True)
    tell_at(services, tx, letter, holder.address, seat=STRANGER)


def _voice_at(services: Services, address: str) -> Voice | None:
    """Who decides and is reached there; of several the one who may do most."""
    wanted = address.strip().casefold()
    voices = (Voice.GM, Voice.DEPUTY, Voice.OMBUDSMAN)
    return next(
        (v for v in voices if wanted and address_of(services, v).casefold() == wanted), None
    )


def log_in(services: Services, key: str, *, browser: str) -> str | None:
    """The session that a link begins; None for one that is not good, or not here, or not any more.

    It is named by the key's digest: numbers of rows come again after a backup is put back, and then
    an old cookie would be another's session.
    """
    with services.store.writing() as tx:
        now = services.clock.now()
        used = tx.logins.use(_digest(key), browser=_digest(browser), now=now)
    return None if used is None else used.digest


def voice_of(services: Services, login: str) -> Voice | None:
    """In whose name the reader of a session decides; None for a player, and once it is over."""
    found = _session(services, login)
    if found is None or found.role == PLAYER:
        return None
    voice = Voice(found.role)
    return voice if address_of(services, voice) else None  # perhaps nobody has that role any more


def player_of(services: Services, login: str) -> str | None:
    """The person whose own games the reader of a session sees; None for who decides, and once over."""
    found = _session(services, login)
    return found.person if found is not None and found.role == PLAYER else None


def _session(services: Services, login: str) -> GmLogin | None:
    with services.store.reading() as tx:
        found = tx.logins.get(login)
    if found is None or found.ended_at is not None:
        return None
    return found if services.clock.now() < found.used_at + SESSION else None


def log_out(services: Services, login: str) -> None:
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
    services: Services,
    tx: Transaction,
    *,
    browser: str | None,
    role: str = Voice.GM,
    person: str | None = None,
) -> str:
    key, now = secrets.token_urlsafe(_KEY_BYTES), services.clock.now()
    tx.logins.make(
        role=role,
        person=person,
        digest=_digest(key),
        browser=None if browser is None else _digest(browser),
        now=now,
        expires_at=now + timedelta(minutes=MINUTES),
    )
    tx.logins.forget(made_before=now - timedelta(minutes=MINUTES) - SESSION)
    return services.settings.site.url.rstrip("/") + PATH + key


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
