"""Faults. What a person can cause by writing a mail is a value, never one of these.

PigpostError
├── UsageError             2   the command's words are off
├── ConfigError            3   the configuration can't be used
├── NotFound               4   no such game, round, player or mail
├── AgainstTheRules        5   an order or a GM's act that the rules refuse
├── TooLate                6   already done, or the moment has passed
├── VerificationFailed     7   a proof does not hold
├── OutOfReach             8   mail or database can't be reached (temporary)
│   ├── MailOutOfReach
│   │   ├── LoginRefused
│   │   └── SendRefusedForNow
│   └── DatabaseOutOfReach
├── SendRefused            1   the mail server will never take this mail
├── LogConflict            1   somebody else appended first (temporary)
│   ├── VersionConflict
│   └── AlreadyRecorded
└── LogBroken              1   stored bytes are not what the log promises
    └── UnknownEvent
"""

from typing import ClassVar


class PigpostError(Exception):
    """The root. `exit_code` is the command line's; `temporary` tells whether trying again helps."""

    exit_code: ClassVar[int] = 1
    temporary: ClassVar[bool] = False


class UsageError(PigpostError):
    """The command's words are off."""

    exit_code = 2


class ConfigError(PigpostError):
    """The configuration can't be used; the message names the key and the mend."""

    exit_code = 3


class NotFound(PigpostError):
    """There is no such game, round, player, entry or mail."""

    exit_code = 4


class AgainstTheRules(PigpostError):
    """An order or an act of the GM that the rules refuse; the message names the rule."""

    exit_code = 5


class TooLate(PigpostError):
    """It has been done already, or its moment has passed."""

    exit_code = 6


class VerificationFailed(PigpostError):
    """A proof does not hold."""

    exit_code = 7


class OutOfReach(PigpostError):
    """Mail or database can't be reached; nothing was lost, the next tick tries again."""

    exit_code = 8
    temporary = True


class MailOutOfReach(OutOfReach):
    """The IMAP or SMTP server does not answer, or refuses the login."""


class LoginRefused(MailOutOfReach):
    """The IMAP or SMTP server knows us and does not let us in: somebody must mend the login."""


class SendRefusedForNow(MailOutOfReach):
    """The SMTP server answered 4xx: this mail is tried again later."""


class DatabaseOutOfReach(OutOfReach):
    """The database does not answer or is locked."""


class SendRefused(PigpostError):
    """The SMTP server answered 5xx: this mail will never be taken."""


class LogConflict(PigpostError):
    """Somebody else appended first: read again and decide again."""

    temporary = True


class VersionConflict(LogConflict):
    """The stream is not at the version that the decision was made on."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class AlreadyRecorded(LogConflict):
    """An event with this idempotency key is in the stream already."""

    def __init__(self, stream: str, idem: str) -> None:
        super().__init__(f"stream {stream} already holds {idem}")
        self.stream, self.idem = stream, idem


class LogBroken(PigpostError):
    """Stored bytes are not what the log promises; nothing is folded past them."""


class UnknownEvent(LogBroken):
    """The log holds a type or version that this release does not know: stop, do not skip."""
