"""House players of the demo: mail clients that read their mailbox and answer like anybody."""

from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, make_msgid

from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.smtp import SmtpSender
from pigpost.ports import Clock

_MAIL_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """What a bot writes: `order` always, but `slip` first in round 1; round `misses` not at all."""

    label: str
    order: str
    slip: str | None = None
    misses: int | None = None


@dataclass(slots=True, kw_only=True)
class Bot:
    """One player at his mail client. `last_uid` is the last mail he has read."""

    name: str
    address: str
    strategy: Strategy
    door: ImapDoor
    sender: SmtpSender
    clock: Clock
    last_uid: int = 0
    slipped: bool = field(default=False)

    def read_and_answer(self) -> None:
        """Reads what is new and answers what asks for an answer."""
        with self.door.open() as box:
            for uid in box.uids_after(self.last_uid):
                mail = box.fetch(uid, limit_bytes=_MAIL_BYTES)
                self.last_uid = uid
                if mail is not None:
                    self._answer(BytesParser(policy=policy.default).parsebytes(mail.raw))

    def _answer(self, mail: EmailMessage) -> None:
        words = self._words_for(str(mail["X-Pigpost-Kind"] or ""), mail)
        if words is not None:
            self._send(mail, words)

    def _words_for(self, kind: str, mail: EmailMessage) -> str | None:
        match kind:
            case "invitation":
                return "JOIN"
            case "opening" | "result" if (round := _asked_round(mail)) is not None:
                return self._order(round)
            case "refusal":
                return self.strategy.order
            case _:
                return None

    def _order(self, round: int) -> str | None:
        if round == self.strategy.misses:
            return None
        if self.strategy.slip is not None and not self.slipped:
            self.slipped = True
            return self.strategy.slip
        return self.strategy.order

    def _send(self, mail: EmailMessage, words: str) -> None:
        answer = EmailMessage(policy=policy.SMTP)
        answer["From"] = f"{self.name} <{self.address}>"
        answer["To"] = str(mail["Reply-To"] or mail["From"])
        answer["Subject"] = f"Re: {mail['Subject']}"
        answer["Date"] = format_datetime(self.clock.now())
        answer["Message-ID"] = make_msgid(domain=self.address.rsplit("@", 1)[1])
        answer["In-Reply-To"] = str(mail["Message-ID"])
        answer.set_content(f"{words}\n\nCheers,\n{self.name}\n")
        recipient = answer["To"].addresses[0].addr_spec
        self.sender.send(
            envelope_sender=self.address, recipient=recipient, message=answer.as_bytes()
        )


def _asked_round(mail: EmailMessage) -> int | None:
    """The round that a mail asks an order for, from its header."""
    text = str(mail["X-Pigpost-Asks"] or "")
    return int(text) if text.isdigit() else None


STRATEGIES: dict[str, Strategy] = {
    "Bill": Strategy(label="throws4", order="Turn will end after 4 throws."),
    "Karen": Strategy(
        label="after", order="Turn will end after Bill has ended his turn.", misses=2
    ),
    "Ted": Strategy(
        label="turn15",
        order="Turn will end when turn score reaches at least 15 points.",
        slip="Turn will end after Bil has ended or at 20 points",
    ),
    "Geoff": Strategy(label="when", order="Turn will end if Ted and Bill have ended their turn."),
}
