"""Sample letters of what the game master does by hand, and of the way to his desk."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from pigpost.results.letters import ByHand, Letter, LoginLink, Receipt
from tests.outbox.letters import DUE, EARLIER, head, receipt


def by_hand(*, what: str = "answered") -> ByHand:
    return ByHand(
        head=head(),
        what=what,
        sender="karen@library.example",
        arrived_at=datetime(2027, 3, 4, 18, 2, 11, tzinfo=UTC),
        due=DUE,
        stands=EARLIER,
        paragraphs=(
            "Nothing is lost, I have your letter here. Which of the two did you mean?",
            "Have a look at the page for players.",
        ),
    )


def discarded() -> ByHand:
    return replace(
        by_hand(what="discarded"), paragraphs=(), reason="it came twice, and in between you wrote"
    )


def filed_receipt() -> Receipt:
    filed = replace(by_hand(what="filed"), paragraphs=())
    sender = "Karen <karen@library.example>"
    return replace(receipt(), head=replace(head(), also=(filed,)), proof="filed", sender=sender)


def login_link() -> LoginLink:
    """To the GM, about no game."""
    of_site = replace(head(None), game="", title="Pigpost", level="", names={}, settings=None)
    link = "https://pigs.example/desk/login/0123456789-abcdefghijklmnop_ABCD"
    return LoginLink(head=of_site, link=link, minutes=15)


def players_link() -> LoginLink:
    """To a player, about all his games."""
    link = login_link()
    reader = replace(head().reader, seat=None)
    return replace(link, head=replace(link.head, reader=reader), for_player=True)


BY_HAND_SAMPLES: dict[str, Callable[[], Letter]] = {
    "by_hand_answered": by_hand,
    "by_hand_discarded": discarded,
    "receipt_filed": filed_receipt,
    "login_link": login_link,
    "login_link_player": players_link,
}
