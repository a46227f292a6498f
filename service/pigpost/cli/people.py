"""Persons as the GM enters them, one by one or from a file."""

import csv
from pathlib import Path
from zoneinfo import ZoneInfo

from pigpost.errors import UsageError
from pigpost.intake.envelope import open_envelope
from pigpost.intake.machine_mail import machine_kind
from pigpost.seats.addresses import canonical_address
from pigpost.seats.invite import NewPlayer

_NEEDED = {"name", "address"}


def new_player(*, name: str, address: str, language: str, timezone: str) -> NewPlayer:
    """A person whose address and zone can be used; `UsageError` otherwise."""
    if _sender_of_mail_from(address) != canonical_address(address):
        raise UsageError(f"{address!r} is no address of a person, as bill@mill.example is")
    zone(timezone)
    return NewPlayer(name=name, address=address, language=language, timezone=timezone)


def _sender_of_mail_from(address: str) -> str | None:
    """Who wrote a mail with that address in From; None where it would not be read."""
    mail = open_envelope(f"From: {address}\n\nTHROWS 4".encode())
    return mail.sender if machine_kind(mail) is None else None


def zone(name: str) -> ZoneInfo:
    """A time zone as the GM wrote it; `UsageError` for what is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise UsageError(f"{name!r} is no IANA time zone, as Europe/London is") from None


def read_players(file: Path, *, timezone: str) -> list[NewPlayer]:
    """The persons of a CSV file; who has no zone there has the one given."""
    try:
        rows = _rows(file)
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{file} is no CSV in UTF-8: {error}") from None
    return [
        new_player(
            name=(row["name"] or "").strip(),
            address=(row["address"] or "").strip(),
            language=(row.get("language") or "en").strip(),
            timezone=(row.get("timezone") or timezone).strip(),
        )
        for row in rows
    ]


def _rows(file: Path) -> list[dict[str, str | None]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        table = csv.DictReader(lines)
        if not set(table.fieldnames or ()) >= _NEEDED:
            raise UsageError(f"{file} needs a header line: name,address[,language,timezone]")
        return list(table)
