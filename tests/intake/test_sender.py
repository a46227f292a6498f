"""Whose mail it is: proofs, the order in which the game is looked for, and who is a stranger."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import cast

import pytest

from pigpost.intake.envelope import Envelope
from pigpost.intake.sender import Identity, IdentityProblem, Proof, identify, round_named_in_subject
from pigpost.outbox.message_ids import message_id, order_token
from pigpost.ports import GameRow, OutgoingMail, SeatHolder, Transaction
from tests.intake.mails import a_mail, an_envelope

KEYS = {"k1": b"old key", "k2": b"the key in use"}
KAREN = SeatHolder(
    game="spring-pigs",
    seat="p2",
    person="karen",
    name="Karen",
    address="karen@hill.example",
    language="en",
    timezone="UTC",
)
BILL = replace(KAREN, seat="p1", person="bill", name="Bill", address="bill@mill.example")
KAREN_TOO = replace(KAREN, game="autumn-pigs", seat="p5")


class Keys:
    key_id = "k2"
    public_key = ""

    def site_key(self, key_id: str) -> bytes | None:
        return KEYS.get(key_id)


@dataclass
class Tables:
    """Projections and outbox of a transaction, by hand."""

    seats: list[SeatHolder]
    over: set[str] = field(default_factory=set)
    outgoing: dict[int, OutgoingMail] = field(default_factory=dict)

    @property
    def projections(self) -> "Tables":
        return self

    @property
    def outbox(self) -> "Tables":
        return self

    def get(self, outbox_id: int) -> OutgoingMail | None:
        return self.outgoing.get(outbox_id)

    def seats_of_address(self, address: str) -> list[SeatHolder]:
        return [seat for seat in self.seats if seat.address == address]

    def holder(self, game: str, seat: str) -> SeatHolder | None:
        return next((one for one in self.seats if (one.game, one.seat) == (game, seat)), None)

    def game(self, game: str) -> GameRow | None:
        if game not in {seat.game for seat in self.seats}:
            return None
        return GameRow(
            game=game,
            title=game,
            kind="postal_pigs",
            form="shared",
            phase="over" if game in self.over else "open",
            held=None,
            round=5,
            attempt=1,
            deadline=None,
            early=False,
            version=1,
        )

    def sent(self, holder: SeatHolder, *, key_id: str = "k2", asks_round: int | None = 5) -> str:
        """A mail to a player is put into the outbox; its Message-ID."""
        number = len(self.outgoing) + 131
        named = message_id(
            site_key=KEYS[key_id],
            domain="pigs.example",
            game=holder.game,
            round=4,
            kind="result",
            person=holder.person,
            seat=holder.seat,
            outbox_id=number,
        )
        self.outgoing[number] = OutgoingMail(
            id=number,
            game=holder.game,
            person=holder.person,
            seat=holder.seat,
            kind="result",
            asks_round=asks_round,
            recipient=holder.address,
            answers=None,
            key_id=key_id,
            message_id=named,
            envelope_sender="",
            subject="",
            text="",
            message=b"",
            created_at=datetime(2027, 3, 8, tzinfo=UTC),
            state="sent",
            tries=1,
            next_try_at=datetime(2027, 3, 8, tzinfo=UTC),
            server_words=None,
            sent_at=None,
            bounce=None,
            bounced_at=None,
            bounce_words=None,
            resends=0,
        )
        return named


def token_of(holder: SeatHolder, key_id: str = "k2", *, round: int | None = 5) -> str:
    return order_token(
        site_key=KEYS[key_id],
        game=holder.game,
        person=holder.person,
        seat=holder.seat,
        round=round,
    )


def from_karen(headers: str = "", sender: str = "karen@hill.example") -> Envelope:
    return an_envelope(a_mail(headers=headers, sender=sender))


def identity(
    tables: Tables,
    envelope: Envelope,
    *,
    text: str = "",
    pattern: str = "pigs+{game}@pigs.example",
) -> Identity:
    return identify(
        envelope,
        cast("Transaction", tables),
        keys=Keys(),
        address_pattern=pattern,
        visible_text=text,
    )


@pytest.fixture
def tables() -> Tables:
    return Tables(seats=[BILL, KAREN])


def test_a_reply_to_our_mail_proves_whose_mailbox_it_comes_from(tables: Tables) -> None:
    named = tables.sent(KAREN)
    found = identity(tables, from_karen(f"In-Reply-To: {named}\n"))
    assert (found.holder, found.proof, found.game) == (KAREN, Proof.REPLY, "spring-pigs")
    assert found.asks_round == 5
    assert found.replied_to == tables.outgoing[131]
    assert found.problem is None


def test_the_mail_answered_first_decides_and_then_the_latest_in_the_thread(tables: Tables) -> None:
    first, second, third = (tables.sent(KAREN, asks_round=n) for n in (3, 4, 5))
    in_reply = from_karen(f"References: {third} {second}\nIn-Reply-To: {first}\n")
    assert identity(tables, in_reply).asks_round == 3
    assert identity(tables, from_karen(f"References: {first} {second}\n")).asks_round == 4


def test_a_proof_made_with_an_older_key_holds_until_the_key_is_forgotten(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = from_karen(f"In-Reply-To: {tables.sent(KAREN, key_id='k1')}\n")
    assert identity(tables, mail).proof is Proof.REPLY
    monkeypatch.delitem(KEYS, "k1")
    assert identity(tables, mail).proof is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (".p2.", ".p1."),
        (".result.", ".receipt."),
        ("spring-pigs.", "autumn-pigs."),
        (".131.", ".9."),
    ],
)
def test_a_message_id_that_was_changed_proves_nothing(tables: Tables, old: str, new: str) -> None:
    named = tables.sent(KAREN)
    changed = named.replace(old, new)
    found = identity(tables, from_karen(f"In-Reply-To: {changed}\n"))
    kept = old == ".result."  # the kind is read from our own row
    assert changed != named
    assert found.proof is (Proof.REPLY if kept else None)
    assert found.holder == KAREN


def test_a_guessed_proof_proves_nothing(tables: Tables) -> None:
    named = tables.sent(KAREN)
    guessed = named.replace(named.split(".")[-2].split("@")[0], "0" * 16)
    assert guessed != named
    assert identity(tables, from_karen(f"In-Reply-To: {guessed}\n")).proof is None


def test_mails_to_a_replaced_player_prove_nothing(tables: Tables) -> None:
    named = tables.sent(KAREN)
    tables.seats[1] = replace(KAREN, person="sue", name="Sue", address="sue@lane.example")
    found = identity(tables, from_karen(f"In-Reply-To: {named}\n", sender="sue@lane.example"))
    assert (found.holder, found.proof) == (tables.seats[1], None)


def test_a_forwarded_mail_does_not_make_a_friend_the_player(tables: Tables) -> None:
    mail = from_karen(f"In-Reply-To: {tables.sent(KAREN)}\n", sender="eve@evil.example")
    found = identity(tables, mail)
    assert found.problem is IdentityProblem.STRANGER_WITH_PROOF
    assert (found.holder, found.stranger_to, found.game) == (None, KAREN, "spring-pigs")
    assert (found.proof, found.asks_round) == (Proof.REPLY, 5)


def test_a_link_of_the_open_round_tells_whose_a_stranger_s_mail_may_be(tables: Tables) -> None:
    for round, holder in ((5, KAREN), (4, None)):
        subject = f"Subject: Order spring-pigs r5 {token_of(KAREN, round=round)}\n"
        found = identity(tables, from_karen(subject, sender="karen@office.example"))
        assert (found.holder, found.stranger_to) == (None, holder)


def test_a_mail_of_a_player_who_was_replaced_makes_a_stranger_nobody(tables: Tables) -> None:
    named = tables.sent(KAREN)
    tables.seats[1] = replace(KAREN, person="sue", address="sue@lane.example")
    found = identity(tables, from_karen(f"In-Reply-To: {named}\n", sender="eve@evil.example"))
    assert (found.stranger_to, found.proof) == (None, None)


def test_a_player_who_answers_anothers_mail_is_himself_and_unproven(tables: Tables) -> None:
    mail = from_karen(f"In-Reply-To: {tables.sent(KAREN)}\n", sender="bill@mill.example")
    found = identity(tables, mail)
    assert (found.holder, found.proof, found.problem) == (BILL, None, None)


@pytest.mark.parametrize("place", ["subject", "recipient", "text"])
def test_the_players_token_proves_in_three_places(tables: Tables, place: str) -> None:
    token = token_of(KAREN).upper() if place == "text" else token_of(KAREN)
    headers = {
        "subject": f"Subject: Order spring-pigs r5 {token}\n",
        "recipient": f"Delivered-To: pigs+spring-pigs+{token}@pigs.example\n",
    }
    mail = from_karen(headers.get(place, ""))
    found = identity(tables, mail, text=f"THROWS 4\n{token}" if place == "text" else "")
    assert (found.holder, found.proof) == (KAREN, Proof.TOKEN)
    assert found.asks_round == found.proof_round == 5


@pytest.mark.parametrize("round", [1, 4, None])
def test_a_token_of_an_earlier_round_is_known_for_what_it_is(
    tables: Tables, round: int | None
) -> None:
    token = token_of(KAREN, round=round)
    found = identity(tables, from_karen(f"Subject: [spring-pigs] {token}\n"))
    assert (found.holder, found.proof, found.proof_round) == (KAREN, Proof.TOKEN, round)
    found = identity(tables, from_karen(f"Subject: Order spring-pigs r5 {token}\n"))
    assert (found.asks_round, found.proof_round) == (5, round)


def test_a_token_of_somebody_else_or_of_an_old_key_proves_nothing(tables: Tables) -> None:
    for token in (token_of(BILL), token_of(KAREN, "k1")):
        found = identity(tables, from_karen(f"Subject: Order spring-pigs r5 {token}\n"))
        assert (found.holder, found.proof) == (KAREN, None)


def test_the_game_is_found_by_proof_before_anything_else(tables: Tables) -> None:
    tables.seats.append(KAREN_TOO)
    mail = from_karen(
        f"To: pigs+autumn-pigs@pigs.example\nIn-Reply-To: {tables.sent(KAREN)}\n"
        "Subject: [autumn-pigs]\n"
    )
    assert identity(tables, mail).game == "spring-pigs"


@pytest.mark.parametrize(
    ("headers", "game"),
    [
        ("To: pigs+autumn-pigs@pigs.example\nSubject: [spring-pigs]\n", "autumn-pigs"),
        ("Delivered-To: PIGS+Autumn-Pigs@pigs.example\nTo: list@x.example\n", "autumn-pigs"),
        ("To: x@pigs.example\nSubject: Re: [EXT] [autumn-pigs] Round 4\n", "autumn-pigs"),
        ("Subject: order autumn-pigs r12\n", "autumn-pigs"),
        ("To: pigs+no-such-game@pigs.example\nSubject: [spring-pigs]\n", "spring-pigs"),
        ("Subject: my order\n", None),
    ],
)
def test_the_game_is_found_by_recipient_then_by_subject(
    tables: Tables, headers: str, game: str | None
) -> None:
    tables.seats.append(KAREN_TOO)
    found = identity(tables, from_karen(headers))
    assert found.game == game
    if game is None:
        assert found.problem is IdentityProblem.UNKNOWN_GAME
        assert found.candidates == ("autumn-pigs", "spring-pigs")


@pytest.mark.parametrize(
    ("headers", "game"),
    [
        ("To: pigs+autumn-pigs@pigs.example, pigs+spring-pigs@pigs.example\n", None),
        ("Delivered-To: pigs+autumn-pigs@pigs.example\nCc: pigs+spring-pigs@pigs.example\n", None),
        (
            "To: pigs+autumn-pigs@pigs.example,pigs+spring-pigs@pigs.example\nSubject: [spring-pigs]\n",
            "spring-pigs",
        ),
        ("To: pigs+spring-pigs@pigs.example, pigs+SPRING-pigs@pigs.example\n", "spring-pigs"),
        ("To: pigs+spring-pigs@pigs.example, pigs+sprung-pigs@pigs.example\n", "spring-pigs"),
        (
            "Delivered-To: pigs+winter-pigs@pigs.example\nTo: pigs+spring-pigs@pigs.example\n",
            "spring-pigs",
        ),
    ],
)
def test_of_two_games_to_which_a_mail_is_written_none_is_guessed_report_7(
    tables: Tables, headers: str, game: str | None
) -> None:
    """zammad/zammad#1578: one mail to two mailboxes was taken in once, and nobody was told."""
    tables.seats += [KAREN_TOO, replace(BILL, game="winter-pigs")]
    found = identity(tables, from_karen(headers))
    assert found.game == game
    if game is None:
        assert found.problem is IdentityProblem.UNKNOWN_GAME
        assert found.candidates == ("autumn-pigs", "spring-pigs")


@pytest.mark.parametrize(
    ("pattern", "recipient"),
    [
        ("{game}@pigs.example", "spring-pigs@pigs.example"),
        ("pigs@pigs.example", "pigs+spring-pigs@pigs.example"),
        ("pigs@pigs.example", f"pigs+spring-pigs+{token_of(KAREN)}@pigs.example"),
        ("pi.gs+{game}@pigs.example", "pi.gs+spring-pigs@pigs.example"),
    ],
)
def test_every_kind_of_address_names_the_game(tables: Tables, pattern: str, recipient: str) -> None:
    tables.seats.append(KAREN_TOO)
    found = identity(tables, from_karen(f"To: {recipient}\n"), pattern=pattern)
    assert found.game == "spring-pigs"


def test_the_senders_only_running_game_needs_no_name(tables: Tables) -> None:
    tables.seats.append(KAREN_TOO)
    tables.over.add("autumn-pigs")
    assert identity(tables, from_karen()).holder == KAREN


def test_an_address_of_a_game_that_is_not_there_is_not_taken_for_another(tables: Tables) -> None:
    found = identity(tables, from_karen("To: pigs+sprung-pigs@pigs.example\n"))
    assert found.problem is IdentityProblem.UNKNOWN_GAME
    assert found.candidates == ("spring-pigs",)


def test_a_token_alone_in_the_address_names_no_game(tables: Tables) -> None:
    mail = from_karen(f"To: pigs+{token_of(BILL)}@pigs.example\n")
    assert identity(tables, mail, pattern="pigs@pigs.example").holder == KAREN


def test_who_has_no_seat_is_unknown_and_who_has_another_is_no_player_there(tables: Tables) -> None:
    eve = from_karen("To: pigs+spring-pigs@pigs.example\n", sender="eve@evil.example")
    assert identity(tables, eve).problem is IdentityProblem.UNKNOWN_SENDER
    tables.seats[:] = [BILL, KAREN_TOO]
    karen = from_karen("To: pigs+spring-pigs@pigs.example\n")
    assert identity(tables, karen).problem is IdentityProblem.NOT_A_PLAYER


def test_two_seats_of_one_address_are_told_apart_by_the_proof_alone(tables: Tables) -> None:
    second = replace(KAREN, seat="p3", person="karen-2")
    tables.seats.append(second)
    assert identity(tables, from_karen()).problem is IdentityProblem.WHICH_SEAT
    assert identity(tables, from_karen(f"In-Reply-To: {tables.sent(second)}\n")).holder == second


@pytest.mark.parametrize(
    ("subject", "round"),
    [
        ("Order spring-pigs r5 t-0123456789abcdef", 5),
        ("Re: order SPRING-pigs R12", 12),
        ("Order spring-pigs 5", None),
        ("my order r5", None),
        ("Order spring-pigs r5x", None),
    ],
)
def test_the_round_is_named_in_the_subject_of_an_order_link(
    subject: str, round: int | None
) -> None:
    assert round_named_in_subject(subject) == round
