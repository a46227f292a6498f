"""Machine mail is known by its header (RFC 3834); a person's mail never is."""

import pytest

from pigpost.intake.envelope import open_envelope
from pigpost.intake.machine_mail import MachineKind, machine_kind, may_answer
from tests.intake.mails import a_mail, opened

OURS = "pigs+{game}@pigs.example"


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ("Auto-Submitted: auto-replied\n", MachineKind.VACATION),
        ("Auto-Submitted: auto-generated (failure)\n", MachineKind.VACATION),
        ("Auto-Submitted: No; reason=none\n", None),
        ("X-Auto-Response-Suppress: OOF, AutoReply\n", MachineKind.VACATION),
        ("X-Auto-Response-Suppress: DR, RN, NRN\n", None),
        ("X-Autoreply: yes\n", MachineKind.VACATION),
        ("X-Autorespond: away\n", MachineKind.VACATION),
        ("Precedence: auto_reply\n", MachineKind.VACATION),
        ("Return-Path: <>\n", MachineKind.VACATION),
        ("Return-Path: <karen@hill.example>\n", None),
        ("Precedence: bulk\n", MachineKind.LIST),
        ("Precedence: junk\n", MachineKind.LIST),
        ("Precedence: first-class\n", None),
        ("List-Unsubscribe: <https://lists.example/u>\n", MachineKind.LIST),
        ("Mailing-List: contact pigs-help\n", MachineKind.LIST),
        ("Precedence: list\nAuto-Submitted: auto-replied\n", MachineKind.VACATION),
        ("Content-Type: multipart/report; boundary=b\n", MachineKind.BOUNCE),
        ("Content-Type: message/delivery-status\n", MachineKind.BOUNCE),
        ("X-Failed-Recipients: geoff@mill.example\n", MachineKind.BOUNCE),
        ("X-Pigpost-Kind: receipt\n", MachineKind.OWN),
        ("X-Priority: 1\n", None),
    ],
)
def test_a_header_tells_what_wrote_the_mail(headers: str, kind: MachineKind | None) -> None:
    mail = open_envelope(a_mail(headers=headers))
    assert machine_kind(mail, address=OURS) is kind
    assert may_answer(mail, address=OURS) is (kind is None)


@pytest.mark.parametrize(
    ("sender", "kind"),
    [
        ("MAILER-DAEMON@mx.mill.example", MachineKind.BOUNCE),
        ("postmaster@mill.example", MachineKind.BOUNCE),
        ("Post_Master@mill.example", MachineKind.BOUNCE),
        ("no-reply@shop.example", MachineKind.VACATION),
        ("donotreply@shop.example", MachineKind.VACATION),
        ("bounces+17@shop.example", MachineKind.VACATION),
        ("pigs+spring-pigs@Pigs.Example", MachineKind.OWN),
        ("pigs@pigs.example", MachineKind.OWN),
        ("pigs+t-0123456789abcdef@pigs.example", MachineKind.OWN),
        ("pigsty@pigs.example", None),
        ("bouncer@hill.example", None),
        ("karen.noreply@hill.example", None),
    ],
)
def test_a_sender_tells_what_wrote_the_mail(sender: str, kind: MachineKind | None) -> None:
    assert machine_kind(open_envelope(a_mail(sender=sender)), address=OURS) is kind


def test_an_address_without_a_game_is_ours_too() -> None:
    mail = open_envelope(a_mail(sender="Pigs@pigs.example"))
    assert machine_kind(mail, address="pigs@pigs.example") is MachineKind.OWN


def test_where_every_name_may_be_a_game_players_may_have_theirs_there_too() -> None:
    mail = open_envelope(a_mail(sender="karen@club.example"))
    assert machine_kind(mail, address="{game}@club.example") is None


def test_a_bounce_without_a_sender_is_a_bounce_though_its_sender_is_bad() -> None:
    mail = open_envelope(a_mail(sender="MAILER-DAEMON <>"))
    assert machine_kind(mail) is MachineKind.BOUNCE
    assert not may_answer(mail)


def test_a_person_who_forwards_a_bounce_is_a_person() -> None:
    """Row 40 of the bug reports: mikel/mail PR #996."""
    assert machine_kind(opened("bounce_forwarded")) is None


def test_a_mail_without_one_sender_is_not_answered() -> None:
    mail = open_envelope(a_mail(sender="karen@hill.example, bill@mill.example"))
    assert machine_kind(mail) is None
    assert not may_answer(mail)
