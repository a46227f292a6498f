"""Reports of mail servers about mails of ours."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from pigpost.ports import OutgoingMail
from tests.post import Post, address_of


def last_to(post: Post, name: str, kind: str) -> OutgoingMail:
    """The latest row of the outbox of a kind to a player, whatever became of it."""
    with post.services.store.reading() as tx:
        rows = tx.outbox.newest(limit=500)
    return next(row for row in rows if row.recipient == address_of(name) and row.kind == kind)


def row(post: Post, number: int) -> OutgoingMail:
    with post.services.store.reading() as tx:
        found = tx.outbox.get(number)
    assert found is not None
    return found


def a_bounce(
    mail: OutgoingMail,
    *,
    status: str = "5.1.1",
    action: str = "failed",
    words: str = "smtp; 550 5.1.1 no such mailbox here",
    to: str | None = None,
    returned: str = "text/rfc822-headers",
    extra: str = "",
) -> bytes:
    """A report by RFC 3464 with the headers of the mail, sent to its return path or elsewhere."""
    headers = mail.message.split(b"\r\n\r\n")[0].decode()
    return "\r\n".join(
        [
            "Return-Path: <>",
            "From: Mail Delivery System <MAILER-DAEMON@mx.mill.example>",
            f"To: {to or mail.envelope_sender or 'pigs@pigs.example'}",
            "Subject: Undelivered Mail Returned to Sender",
            f"Message-ID: <{mail.id}.{status}.{action}@mx.mill.example>",
            "Auto-Submitted: auto-replied",
            "MIME-Version: 1.0",
            'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
            *([extra] if extra else []),
            "",
            "--b",
            "Content-Type: text/plain",
            "",
            "I am sorry to have to tell you that THROWS 9 could not be delivered.",
            "",
            "--b",
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; mx.mill.example",
            "",
            f"Final-Recipient: rfc822; {mail.recipient}",
            f"Action: {action}",
            *([f"Status: {status}"] if status else []),
            *([f"Diagnostic-Code: {words}"] if words else []),
            "",
            "--b",
            f"Content-Type: {returned}",
            "",
            headers,
            "",
            "--b--",
            "",
        ]
    ).encode()


def in_plain_text(mail: OutgoingMail, before: str) -> bytes:
    """A report as qmail and others write it: some words, and the mail below."""
    copy = message_from_bytes(mail.message, policy=policy.default)
    report = EmailMessage(policy=policy.SMTP)
    report["From"] = "MAILER-DAEMON@mx.mill.example"
    report["To"] = "pigs@pigs.example"
    report["Subject"] = "failure notice"
    below = f"Return-Path: <pigs@pigs.example>\nMessage-ID: {copy['Message-ID']}\nSubject: x\n"
    report.set_content(f"{before}\n\n--- Below this line is a copy of the message.\n\n{below}")
    return report.as_bytes()
