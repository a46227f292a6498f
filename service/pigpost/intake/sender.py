"""Whose mail it is, for which game, and what proves that its writer has the player's mailbox.

Facts only: whether a proof is good for what the mail asks is decided where the round is known.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from pigpost.intake.authenticity import Authenticity, OurServer, authenticity
from pigpost.intake.envelope import Envelope
from pigpost.outbox.message_ids import (
    OurMessageId,
    find_ours,
    find_tokens,
    mailbox_proof,
    order_token,
    same,
)
from pigpost.outbox.our_addresses import is_key
from pigpost.ports import OutgoingMail, SeatHolder, SiteKeys, Transaction
from pigpost.replay.state import Phase

_GAME = r"(?P<game>[a-z0-9-]{1,64})"
_IN_BRACKETS = re.compile(rf"\[{_GAME}\]", re.IGNORECASE)
_ORDER_LINK = re.compile(rf"\border\s+{_GAME}\s+r(?P<round>\d{{1,6}})(?!\w)", re.IGNORECASE)
_MAX_MESSAGE_IDS = 50
"""Message-IDs of ours that are looked up for one mail."""

_MAX_TOKENS = 20
"""Order tokens of one mail that are compared."""

_MOST_SEATS = 50
"""Seats of a game whose tokens are compared with a stranger's."""


class Proof(StrEnum):
    """How a mail proves that its writer has the player's mailbox (formats 4)."""

    REPLY = "reply"
    TOKEN = "token"  # noqa: S105 - a word
    CONFIRMED = "confirmed"
    """He was asked, and has said that it is his."""
    FILED = "filed"
    """The GM has said whose it is."""


class IdentityProblem(StrEnum):
    """Why it is not known who plays what here."""

    UNKNOWN_SENDER = "unknown_sender"
    UNKNOWN_GAME = "unknown_game"
    NOT_A_PLAYER = "not_a_player"
    STRANGER_WITH_PROOF = "stranger_with_proof"
    """The proof is a player's, the address is not: a forwarded mail, or an address we don't know.

    `stranger_to` is that player."""
    WHICH_SEAT = "which_seat"
    """The address has several seats there; an answer to a mail to one of them would tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What is known. `holder` is set exactly when `problem` is None.

    `candidates` are the sender's games where the game is not known. `replied_to` is the mail of
    ours that is answered, its proof being right. `proof_round` is the round that the proof was
    mailed for; `asks_round` the round that the mail is about: of the mail answered, else the one
    named in the subject of an order link, else the token's. `authentic` is what our mail server
    says of the sender's domain.
    """

    game: str | None
    candidates: tuple[str, ...]
    holder: SeatHolder | None
    proof: Proof | None
    replied_to: OutgoingMail | None
    proof_round: int | None
    asks_round: int | None
    problem: IdentityProblem | None
    authentic: Authenticity | None = None
    stranger_to: SeatHolder | None = None


def identify(
    envelope: Envelope,
    tx: Transaction,
    *,
    keys: SiteKeys,
    address_pattern: str,
    visible_text: str = "",
    server: OurServer | None = None,
) -> Identity:
    """Looks for the game by proof, recipient, subject, and the sender's only game, in this order.

    `address_pattern` is the games' address, as `pigs+{game}@pigs.example`; `server` is whose word on
    the sender's domain is believed, if anybody's.
    """
    found = _identified(envelope, tx, keys, address_pattern, visible_text)
    if server is None or found.holder is None:
        return found
    return replace(found, authentic=authenticity(envelope.headers, envelope.sender, server))


def _identified(
    envelope: Envelope, tx: Transaction, keys: SiteKeys, address_pattern: str, visible_text: str
) -> Identity:
    seats = tx.projections.seats_of_address(envelope.sender)
    answered = list(_answered_mails(envelope, tx, keys))
    for mail in answered:
        for seat in seats:
            if (mail.game, mail.person, mail.seat) == (seat.game, seat.person, seat.seat):
                return _known(seat, envelope, proof=Proof.REPLY, replied_to=mail)
    tokens = _tokens(envelope, visible_text)
    for seat in seats:
        for round in _rounds(tx, seat.game) if tokens else ():
            if _has_token(tokens, seat, round, keys):
                return _known(seat, envelope, proof=Proof.TOKEN, proof_round=round)
    if answered and all(seat.game != answered[0].game for seat in seats):
        return _stranger(envelope, tx, answered[0])
    found = _unproven(envelope, tx, seats, address_pattern)
    if tokens and found.game is not None and all(seat.game != found.game for seat in seats):
        return _stranger_with_token(tx, found, tokens, keys)
    return found


def round_named_in_subject(subject: str) -> int | None:
    """The round in the subject of an order link.

    >>> round_named_in_subject("Order spring-pigs r5 t-0123456789abcdef")
    5
    """
    found = _ORDER_LINK.search(subject)
    return int(found["round"]) if found else None


def _answered_mails(envelope: Envelope, tx: Transaction, keys: SiteKeys) -> Iterator[OutgoingMail]:
    """Mails of ours that this one answers, those with a right proof: the one answered first."""
    named = [*find_ours(envelope.in_reply_to), *reversed(find_ours(envelope.references))]
    for ours in named[:_MAX_MESSAGE_IDS]:
        mail = tx.outbox.get(ours.outbox_id)
        if mail is not None and _is_proof(ours, mail, keys):
            yield mail


def _is_proof(ours: OurMessageId, mail: OutgoingMail, keys: SiteKeys) -> bool:
    key = keys.site_key(mail.key_id)
    if key is None or mail.person is None or ours.game != mail.game:
        return False
    proof = mailbox_proof(
        site_key=key,
        game=ours.game,
        person=mail.person,
        seat=ours.seat,
        kind=mail.kind,
        outbox_id=mail.id,
    )
    return same(proof, ours.proof)


def _tokens(envelope: Envelope, visible_text: str) -> list[str]:
    """Order tokens in the subject, a plus-address or the text."""
    places = (envelope.subject, *envelope.recipients, visible_text)
    return [token for place in places for token in find_tokens(place)][:_MAX_TOKENS]


def _rounds(tx: Transaction, game: str) -> Iterator[int | None]:
    """The rounds of which a player can have a token, the latest first."""
    row = tx.projections.game(game)
    yield from range((row.round if row is not None else None) or 0, 0, -1)
    yield None


def _has_token(tokens: list[str], seat: SeatHolder, round: int | None, keys: SiteKeys) -> bool:
    key = keys.site_key(keys.key_id)
    if key is None:
        return False
    token = order_token(
        site_key=key, game=seat.game, person=seat.person, seat=seat.seat, round=round
    )
    return any(same(token, found) for found in tokens)


def _stranger(envelope: Envelope, tx: Transaction, answered: OutgoingMail) -> Identity:
    """Somebody at an address that we don't know answers a mail to a player."""
    game, seat = answered.game or "", answered.seat or ""
    holder = tx.projections.holder(game, seat)
    if holder is not None and holder.person != answered.person:
        holder = None
    found = _unknown(IdentityProblem.STRANGER_WITH_PROOF, envelope, game=game)
    return replace(
        found,
        stranger_to=holder,
        proof=None if holder is None else Proof.REPLY,
        replied_to=None if holder is None else answered,
        proof_round=answered.asks_round,
        asks_round=answered.asks_round,
    )


def _stranger_with_token(
    tx: Transaction, found: Identity, tokens: list[str], keys: SiteKeys
) -> Identity:
    """The same with a link of a mail to a player, for the round under way."""
    row = tx.projections.game(found.game or "")
    for number in range(1, _MOST_SEATS + 1):
        holder = tx.projections.holder(found.game or "", f"p{number}")
        if holder is None or row is None:
            return found
        if _has_token(tokens, holder, row.round, keys):
            return replace(
                found,
                problem=IdentityProblem.STRANGER_WITH_PROOF,
                stranger_to=holder,
                proof=Proof.TOKEN,
                proof_round=row.round,
                asks_round=row.round if found.asks_round is None else found.asks_round,
            )
    return found


def _unproven(
    envelope: Envelope, tx: Transaction, seats: list[SeatHolder], address_pattern: str
) -> Identity:
    running = [seat.game for seat in seats if _runs(tx, seat.game)] or [seat.game for seat in seats]
    candidates = tuple(sorted(set(running)))
    game, candidates = _named_game(envelope, tx, address_pattern, candidates)
    here = [seat for seat in seats if seat.game == game]
    match seats, game, here:
        case _, _, [holder]:
            return _known(holder, envelope)
        case [], _, _:
            return _unknown(IdentityProblem.UNKNOWN_SENDER, envelope, game=game)
        case _, None, _:
            return _unknown(IdentityProblem.UNKNOWN_GAME, envelope, candidates=candidates)
        case _, _, []:
            return _unknown(IdentityProblem.NOT_A_PLAYER, envelope, game=game)
        case _:
            return _unknown(IdentityProblem.WHICH_SEAT, envelope, game=game)


def _named_game(
    envelope: Envelope,
    tx: Transaction,
    address_pattern: str,
    candidates: tuple[str, ...],
) -> tuple[str | None, tuple[str, ...]]:
    """The game that recipient or subject name, else the only one it can be; and those it can be.

    An address of a game that does not exist names none, and no other is guessed. Of several to which
    the sender writes those count in which he plays. If that is more than one, and the subject does not
    tell, none is guessed either: the others would get nothing, and he would not know.
    """
    addressed = list(_games_of_recipients(envelope, address_pattern))
    in_subject = [
        found["game"].lower()
        for pattern in (_IN_BRACKETS, _ORDER_LINK)
        for found in pattern.finditer(envelope.subject)
    ]
    his = [game for game in candidates if game in addressed]
    if len(his) > 1:
        return next((game for game in in_subject if game in his), None), tuple(his)
    addressed = his or addressed
    for game in (*addressed, *in_subject):
        if tx.projections.game(game) is not None:
            return game, candidates
    return candidates[0] if len(candidates) == 1 and not addressed else None, candidates


def _games_of_recipients(envelope: Envelope, address_pattern: str) -> Iterator[str]:
    local, _, domain = address_pattern.rpartition("@")
    plus = "" if "{game}" in local else rf"(?:\+{_GAME})?"
    written = re.escape(local).replace(re.escape("{game}"), _GAME) + plus
    pattern = re.compile(rf"{written}(?:\+[^@]*)?@{re.escape(domain)}", re.IGNORECASE)
    for recipient in envelope.recipients:
        found = pattern.fullmatch(recipient)
        if found and found["game"] and not is_key(found["game"]):
            yield found["game"].lower()


def _runs(tx: Transaction, game: str) -> bool:
    row = tx.projections.game(game)
    return row is not None and row.phase != Phase.OVER


def _known(
    holder: SeatHolder,
    envelope: Envelope,
    *,
    proof: Proof | None = None,
    replied_to: OutgoingMail | None = None,
    proof_round: int | None = None,
) -> Identity:
    named = round_named_in_subject(envelope.subject)
    if replied_to is not None:
        named = proof_round = replied_to.asks_round
    return Identity(
        game=holder.game,
        candidates=(),
        holder=holder,
        proof=proof,
        replied_to=replied_to,
        proof_round=proof_round,
        asks_round=proof_round if named is None else named,
        problem=None,
    )


def _unknown(
    problem: IdentityProblem,
    envelope: Envelope,
    *,
    game: str | None = None,
    candidates: tuple[str, ...] = (),
) -> Identity:
    return Identity(
        game=game,
        candidates=candidates,
        holder=None,
        proof=None,
        replied_to=None,
        proof_round=None,
        asks_round=round_named_in_subject(envelope.subject),
        problem=problem,
    )
