"""Log lines: what happened, never a mail's words, a key or a secret."""

import logging
import sys


def configure_logging(*, level: int) -> None:
    """Lines from that level on go to standard error."""
    logging.basicConfig(
        level=level, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s"
    )
