"""Log lines: what happened, as key and value, never a mail's words, a key or a secret."""

import logging
import sys

import structlog


def configure_logging(*, level: int) -> None:
    """Lines from that level on go to standard error."""
    logging.basicConfig(level=level, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
