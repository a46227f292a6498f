"""The table from one round to the next."""

from dataclasses import replace

from pigpost.games.kinds import Standings
from pigpost.games.record import RoundRecord


def standings_after(before: Standings, record: RoundRecord) -> Standings:
    """The table that the next round starts from."""
    return replace(
        before, scores=record.final_scores, eliminated=before.eliminated | record.eliminated
    )
