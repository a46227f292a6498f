"""Every sample letter: of the postal game, and of the other games and forms."""

from tests.outbox.letters import SAMPLES
from tests.outbox.other_games import OTHER_SAMPLES
from tests.outbox.replies import REPLY_SAMPLES

ALL_SAMPLES = SAMPLES | OTHER_SAMPLES | REPLY_SAMPLES
