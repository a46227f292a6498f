"""A ruling that ends a game: its log verifies, whoever ruled and whatever the game waited for."""

from io import BytesIO

import pytest

from pigpost.audit.export import export_game
from pigpost.claims.decide import Proposal
from pigpost.claims.voices import Voice
from pigpost.replay.disputes import RulingKind
from pigpost.replay.findings import Finding
from pigpost.replay.verify import verify
from tests.claims.disputes import plays_round, ruled, seat
from tests.post import GAME, Post, a_running_game


def configured(post: Post, section: str, **changes: object) -> None:
    """The service with another configuration."""
    changed = getattr(post.services.settings, section).model_copy(update=changes)
    settings = post.services.settings.model_copy(update={section: changed})
    object.__setattr__(post.services, "settings", settings)


def disputed(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    plays_round(post, Bill="THROWS 1", Karen="AFTER Bill")
    post.mailed("Ted", "PROTEST I sent THROWS 3 in time")
    return post


def faults(post: Post) -> list[Finding]:
    with post.services.store.reading() as tx:
        export = BytesIO(export_game(tx, GAME, origin="pigs.example/pigpost"))
    return [finding for finding in verify(export) if not finding.good]


def test_a_game_that_is_awarded_while_it_is_held_for_the_claim_verifies(post: Post) -> None:
    configured(post, "rounds", hold_for_claims=True)
    game = disputed(post)
    assert game.state().held is not None
    winners = (seat(game, "Karen"),)
    ruled(game, Proposal(claim=1, what=RulingKind.END, reason="all agree", winners=winners))
    assert faults(game) == []


@pytest.mark.parametrize("voice", [Voice.GM, Voice.DEPUTY, Voice.OMBUDSMAN])
def test_a_game_that_anybody_who_may_has_abandoned_verifies(post: Post, voice: Voice) -> None:
    configured(post, "site", deputy="oscar@pigs.example", ombudsman="margaret@pigs.example")
    game = disputed(post)
    ruled(game, Proposal(claim=1, what=RulingKind.END, reason="summer", voice=voice))
    assert faults(game) == []
