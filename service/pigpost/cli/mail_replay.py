"""`pigpost mail replay`: every stored mail through the reader of now."""

import json
from typing import Any

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.intake.desk.seals import Seals
from pigpost.intake.replay_mail import ReadAgain, replay_mails


@click.command(name="replay")
@json_option
@pass_context
def replay(context: Context, *, as_json: bool) -> None:
    """Read every stored mail again and list what would now be decided otherwise.

    Nothing is changed. Each mail meets its game as it was then, so that only the reader can make a
    difference: run it before you take a new version into use.
    """
    read, differing = 0, []
    with context.services.store.reading() as tx:
        seals = Seals(tx)
        for again in replay_mails(context.services, tx):
            read += 1
            if again.differs:
                differing.append(_difference(again, sealed=seals.close(again.mail)))
    lines = [line for each in differing for line in _lines(each)]
    told = f"mails read again: {read}; decisions that would differ: {len(differing)}"
    emit({"read": read, "differ": differing}, "\n".join([*lines, told]), as_json=as_json)


def _difference(again: ReadAgain, *, sealed: bool) -> dict[str, Any]:
    """Both decisions; null where they may tell an order that is sealed."""
    return {
        "mail": again.mail.id,
        "game": again.mail.game,
        "was": None if sealed else json.loads(again.was),
        "now": None if sealed else json.loads(again.now),
    }


def _lines(difference: dict[str, Any]) -> list[str]:
    sealed = "(sealed until the round is thrown)"
    return [
        f"mail {difference['mail']}, {difference['game'] or 'no game'}",
        *(
            f"   {when}  "
            + (sealed if said is None else json.dumps(said, ensure_ascii=False, sort_keys=True))
            for when, said in (("was", difference["was"]), ("now", difference["now"]))
        ),
    ]
