"""Every sample letter: of the postal game, and of the other games and forms."""

from tests.outbox.by_hand import BY_HAND_SAMPLES
from tests.outbox.delivery import DELIVERY_SAMPLES
from tests.outbox.disputes import DISPUTE_SAMPLES
from tests.outbox.gm_mail import GM_MAIL_SAMPLES
from tests.outbox.letters import SAMPLES
from tests.outbox.other_games import OTHER_SAMPLES
from tests.outbox.replies import REPLY_SAMPLES

ALL_SAMPLES = (
    SAMPLES
    | BY_HAND_SAMPLES
    | DELIVERY_SAMPLES
    | DISPUTE_SAMPLES
    | GM_MAIL_SAMPLES
    | OTHER_SAMPLES
    | REPLY_SAMPLES
)
