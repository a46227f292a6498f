"""Answers to a mail of ours as mail programs write them: raw mails with our text quoted in them.

Each program is drawn after how it puts its answers together, text and HTML, in English or Finnish.
"""

import html
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP

from pigpost.outbox.render import Rendered

_US = "spring-pigs@pigs.example"
_FROM_US = f"Spring Pigs <{_US}>"
_FROM_US_HTML = html.escape(_FROM_US)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a person sees when he answers: our mail, his words, the language of his program."""

    mail: Rendered
    own: str
    finnish: bool

    def say(self, english: str, finnish: str) -> str:
        """The words of the program in his language."""
        return finnish if self.finnish else english

    @property
    def wrote(self) -> str:
        """The usual line above a quote."""
        return self.say(
            f"On Fri, Mar 5, 2027 at 8:01 PM {_FROM_US} wrote:",
            f"pe 5. maalisk. 2027 klo 20.01 {_FROM_US} kirjoitti:",
        )

    @property
    def header(self) -> str:
        """The header block that Outlook puts above what it quotes."""
        return self.say(
            f"From: {_FROM_US}\nSent: Friday, March 5, 2027 8:01 PM\nTo: Karen Hill\n"
            f"Subject: {self.mail.subject}\n",
            f"Lähettäjä: {_FROM_US}\nLähetetty: perjantai 5. maaliskuuta 2027 20.01\n"
            f"Vastaanottaja: Karen Hill\nAihe: {self.mail.subject}\n",
        )

    @property
    def marked(self) -> str:
        """Our text with a quote sign before every line."""
        return _marked(self.mail.text)

    @property
    def body(self) -> str:
        """The inside of our page, as a program puts it into its own."""
        found = re.search(r"(?s)<body[^>]*>(.*)</body>", self.mail.html)
        return found[1] if found else self.mail.html

    @property
    def own_html(self) -> str:
        """His words as paragraphs."""
        return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in self.own.split("\n"))


Program = Callable[[Reply], bytes]


def _marked(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def _mail(
    reply: Reply, text: str | None, page: str | None, *, flowed: bool = False, **headers: str
) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"] = "Karen Hill <karen@hill.example>"
    message["To"] = _FROM_US
    message["Subject"] = f"{reply.say('Re', 'Vs')}: {reply.mail.subject}"
    message["Date"] = "Fri, 05 Mar 2027 20:30:00 +0000"
    message["Message-ID"] = "<answer@hill.example>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    if text is not None:
        parameters = {"format": "flowed"} if flowed else {}
        message.set_content(text, params=parameters)
    if page is not None and text is not None:
        message.add_alternative(page, subtype="html")
    elif page is not None:
        message.set_content(page, subtype="html")
    return message.as_bytes()


def gmail(reply: Reply) -> bytes:
    """Gmail on the web: both parts, the quote in a container of its own."""
    page = (
        f'<div dir="ltr">{reply.own_html}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(reply.wrote)}<br></div><blockquote '
        f'class="gmail_quote" style="margin:0 0 0 .8ex">{reply.body}</blockquote></div>'
    )
    wrapped = "\n".join(textwrap.wrap(reply.wrote, 70))
    return _mail(reply, f"{reply.own}\n\n{wrapped}\n\n{reply.marked}\n", page)


def apple_mail(reply: Reply) -> bytes:
    """Apple Mail: a cited blockquote, `On ..., at ..., ... wrote:`."""
    wrote = reply.say(
        f"On 5 Mar 2027, at 20:01, {_FROM_US} wrote:",
        f"{_FROM_US} kirjoitti 5.3.2027 kello 20.01:",
    )
    page = (
        f'<html><body style="overflow-wrap: break-word">{reply.own_html}<br>'
        f'<div><blockquote type="cite"><div>{html.escape(wrote)}</div><br '
        f'class="Apple-interchange-newline"><div>{reply.body}</div></blockquote></div></body></html>'
    )
    return _mail(reply, f"{reply.own}\n\n> {wrote}\n> \n{reply.marked}\n", page)


def ios_mail(reply: Reply) -> bytes:
    """Mail on a phone: a line about the phone, plain text alone, wrapped lines not marked again."""
    sent = reply.say("Sent from my iPhone", "Lähetetty iPhonesta")
    wrote = reply.say(
        f"On 5 Mar 2027, at 20:01, {_FROM_US} wrote:",
        f"{_FROM_US} kirjoitti 5.3.2027 kello 20.01:",
    )
    quoted = re.sub(r"(?m)^(> .{40,50}) ", r"\1\n", reply.marked)
    return _mail(reply, f"{reply.own}\n\n{sent}\n\n> {wrote}\n> \n{quoted}\n", None)


def outlook_desktop(reply: Reply) -> bytes:
    """Outlook on a desk: nothing is marked, a header block stands above."""
    lines = "".join(f"<b>{html.escape(line)}</b><br>" for line in reply.header.split("\n"))
    page = (
        '<html><body lang="EN-GB"><div class="WordSection1">'
        f'<p class="MsoNormal">{reply.own_html}</p><div><div style="border:none;border-top:solid '
        f'#E1E1E1 1.0pt"><p class="MsoNormal">{lines}</p></div></div>{reply.body}</div></body></html>'
    )
    return _mail(reply, f"{reply.own}\n\n{reply.header}\n{reply.mail.text}\n", page)


def outlook_web(reply: Reply) -> bytes:
    """Outlook on the web: a rule, then the header block; HTML alone."""
    lines = "<br>".join(html.escape(line) for line in reply.header.split("\n"))
    page = (
        f'<html><body><div class="elementToProof">{reply.own_html}</div><div id="appendonsend">'
        f'</div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">'
        f"{lines}</div><div>{reply.body}</div></body></html>"
    )
    return _mail(reply, None, page)


def thunderbird(reply: Reply) -> bytes:
    """Thunderbird: flowed text, a cite prefix and a cited blockquote."""
    wrote = reply.say(
        f"On 05/03/2027 20:01, {_FROM_US} wrote:", f"{_FROM_US} kirjoitti 5.3.2027 klo 20.01:"
    )
    page = (
        f'<html><body>{reply.own_html}<div class="moz-cite-prefix">{html.escape(wrote)}<br></div>'
        f'<blockquote type="cite" cite="mid:x@pigs.example">{reply.body}</blockquote></body></html>'
    )
    return _mail(reply, f"{reply.own}\n\n{wrote}\n{_marked(reply.mail.text)}\n", page, flowed=True)


def mutt(reply: Reply) -> bytes:
    """mutt: plain text, a short line above the quote, a signature below."""
    wrote = reply.say(
        "On Fri, Mar 05, 2027 at 08:01:00PM +0000, Spring Pigs wrote:",
        "Spring Pigs kirjoitti pe, maalis 05, 2027 at 20:01:00 +0200:",
    )
    return _mail(reply, f"{reply.own}\n\n{wrote}\n{reply.marked}\n\n-- \nKaren\n", None)


def k9(reply: Reply) -> bytes:
    """K-9 and the like: a signature between the words and the quote."""
    signed = reply.say(
        "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
        "-- \nLähetetty Android-laitteestani K-9 Maililla.",
    )
    return _mail(reply, f"{reply.own}\n{signed}\n\n{reply.wrote}\n{reply.marked}\n", None)


def yahoo(reply: Reply) -> bytes:
    """Yahoo: the quote in a container, the text part not marked at all."""
    wrote = reply.say(
        f"On Friday, March 5, 2027 at 08:01:00 PM GMT, {_FROM_US} wrote:",
        f"perjantai 5. maaliskuuta 2027 klo 20.01.00 {_FROM_US} kirjoitti:",
    )
    page = (
        f'<html><body><div class="ydp1">{reply.own_html}</div><div id="ydp2yahoo_quoted_1" '
        f'class="yahoo_quoted"><div>{html.escape(wrote)}</div><div>{reply.body}</div></div>'
        "</body></html>"
    )
    return _mail(reply, f"{reply.own}\n\n    {wrote}\n\n {reply.mail.text}\n", page)


def proton(reply: Reply) -> bytes:
    """Proton: a signature and a quote block, HTML first in weight."""
    sent = reply.say("Sent with Proton Mail secure email.", "Lähetetty Proton Maililla.")
    page = (
        f'<div style="font-family: Arial">{reply.own_html}</div><div '
        f'class="protonmail_signature_block">{sent}</div><div class="protonmail_quote">'
        f'{html.escape(reply.wrote)}<br><blockquote class="protonmail_quote" type="cite">'
        f"{reply.body}</blockquote></div>"
    )
    return _mail(reply, f"{reply.own}\n\n{sent}\n\n{reply.wrote}\n\n{reply.marked}\n", page)


def delta_chat(reply: Reply) -> bytes:
    """Delta Chat: a chat message that quotes a little of ours."""
    quoted = _marked("\n".join(line for line in reply.mail.text.split("\n") if line)[:400])
    wrote = reply.say(f"{_FROM_US} wrote:", f"{_FROM_US} kirjoitti:")
    text = f"{reply.own}\n\n{wrote}\n{quoted}\n"
    return _mail(reply, text, None, flowed=True, Chat_Version="1.0")


def forwarded(reply: Reply) -> bytes:
    """Any program: the mail sent on, as it was, below a mark."""
    mark = reply.say(
        "---------- Forwarded message ---------", "---------- Välitetty viesti ---------"
    )
    return _mail(reply, f"{reply.own}\n\n{mark}\n{reply.header}\n{reply.mail.text}\n", None)


TOP_POSTING: dict[str, Program] = {
    "Gmail": gmail,
    "Apple Mail": apple_mail,
    "iOS": ios_mail,
    "Outlook desktop": outlook_desktop,
    "Outlook web": outlook_web,
    "Thunderbird": thunderbird,
    "mutt": mutt,
    "K-9": k9,
    "Yahoo": yahoo,
    "Proton": proton,
    "Delta Chat": delta_chat,
    "forwarded": forwarded,
}
"""Programs that put the answer on top."""


def bottom_post(reply: Reply) -> bytes:
    """The answer below the quote: it is asked about, not applied."""
    return _mail(reply, f"{reply.wrote}\n{reply.marked}\n\n{reply.own}\n", None)


def inline(reply: Reply) -> bytes:
    """The answer between two halves of the quote."""
    lines = reply.marked.split("\n")
    half = len(lines) // 2
    quoted = ["\n".join(lines[:half]), "\n".join(lines[half:])]
    return _mail(reply, f"{reply.wrote}\n{quoted[0]}\n\n{reply.own}\n\n{quoted[1]}\n", None)


BELOW: dict[str, Program] = {"bottom post": bottom_post, "inline": inline}
"""Answers below what is quoted."""
