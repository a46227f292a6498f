"""Floors on public mails that are not part of the project; skipped where they are absent."""

import pytest

from tests.intake import floors
from tests.intake.mails import CORPUS

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus beside the checkout")


def test_three_of_four_replies_are_cut_exactly() -> None:
    """Where the answer stands below or between quotes nothing is visible: we ask back."""
    assert float(floors.exact()) >= 0.9  # the floor is 0.75
    assert floors.asked_back().count <= 8


def test_an_order_on_top_of_a_reply_is_kept() -> None:
    assert float(floors.kept()) >= 0.99


def test_an_order_planted_in_a_quote_never_leaks() -> None:
    leaked = floors.leaked()
    assert (leaked.count, leaked.of > 100) == (0, True)


def test_bounces_are_known_as_machine_mail_and_never_answered() -> None:
    assert float(floors.machines()) >= 0.98
    assert floors.answered().count == 0
