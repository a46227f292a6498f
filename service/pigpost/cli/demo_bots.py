"""Bots of the demo: mail clients that read their mailbox and answer like anybody."""

from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, make_msgid

from pigpost.cli.demo_strategies import Strategy
from pigpost.ports import Clock, MailboxDoor, MailSender

_MAIL_BYTES = 1_000_000


@dataclass(slots=True, kw_only=True)
class Bot:
    """One player at his mail client; `last_uid` is the last mail he read, `said` his last words."""

    name: str
    address: str
    strategy: Strategy
    door: MailboxDoor
    sender: MailSender
    clock: Clock
    last_uid: int = 0
    said: str | None = None

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
            case "refusal" if self.said is not None and self.said == self.strategy.slip:
                return self.strategy.order
            case _:
                return None

    def _order(self, round: int) -> str | None:
        if round == self.strategy.misses:
            return None
        if self.strategy.slip is not None and round == 1:
            return self.strategy.slip
        return self.strategy.order

    def _send(self, mail: EmailMessage, words: str) -> None:
        self.said = words
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
