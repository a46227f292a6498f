"""A server of lines that says what it was told to say: for faults that no real server shows at will.

Speaks enough of IMAP and SMTP: in an answer `{tag}` stands for the tag of the client's command, and
after a 354 all lines up to the dot are taken as one command, `.`.
"""

import re
import select
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from threading import Event, Thread

_VERB = re.compile(r"^(mail from:|rcpt to:|\S+)", re.IGNORECASE)  # Pythons differ in their case


class Act(Enum):
    """What it does instead of answering."""

    SILENCE = "says nothing until the client hangs up"
    HANG_UP = "closes the connection"
    TLS = "says 220 and goes on encrypted"


Answer = str | bytes | Act | tuple[str, ...] | list["Answer"]
"""Some words; bytes are followed by HANG_UP; a list has one answer for each time it is asked.

The words of a tuple are sent one after the other, a moment apart.
"""


@dataclass(slots=True, kw_only=True)
class ScriptedServer:
    """`answers` maps a pattern for the start of a command (without its tag) to what is said."""

    greeting: Answer
    answers: Mapping[str, Answer]
    context: ssl.SSLContext | None = None
    port: int = 0
    commands: list[str] = field(default_factory=list)
    """All that was asked, without tags, verbs in capitals."""
    mails: list[bytes] = field(default_factory=list)
    """All that came between a 354 and its dot."""
    over: Event = field(default_factory=Event)

    def count(self, start: str) -> int:
        """How many commands began so."""
        return sum(command.startswith(start) for command in self.commands)

    def serve(self, listener: socket.socket) -> None:
        """One client after the other, until the listener is shut."""
        while not self.over.is_set():
            with suppress(OSError):
                link, _ = listener.accept()
                with link:
                    from_the_start = Act.TLS not in self.answers.values()
                    self._talk(self._encrypted(link) if from_the_start else link, self.greeting)

    def _encrypted(self, link: socket.socket) -> socket.socket:
        return self.context.wrap_socket(link, server_side=True) if self.context else link

    def _talk(self, link: socket.socket, said: Answer | None) -> None:
        with link, link.makefile("rb") as lines:
            tag = ""
            while self._say(link, said, tag):
                if isinstance(said, str) and said.startswith("354"):
                    self.mails.append(b"".join(iter(lines.readline, b".\r\n")))
                    said = self._answer(".")
                    continue
                read = lines.readline()
                if not read:
                    return
                line = read.decode().rstrip()
                if tagged := re.match(r"([A-Z]{4}\d+) ", line):
                    tag, line = tagged[1], line[tagged.end() :]
                said = self._answer(line)
                if said is Act.TLS:
                    link.sendall(b"220 go ahead\r\n")
                    self._talk(self._encrypted(link), None)

    def _answer(self, command: str) -> Answer:
        self.commands.append(_VERB.sub(lambda verb: verb[0].upper(), command))
        answer = next(
            (
                said
                for start, said in self.answers.items()
                if re.match(start, command, re.IGNORECASE)
            ),
            f"{{tag}} BAD {command} is not in the script",
        )
        if isinstance(answer, list):
            return answer.pop(0) if len(answer) > 1 else answer[0]
        return answer

    def _wait_for_the_end_of(self, link: socket.socket) -> None:
        """Until the client hangs up or the test is over."""
        while not self.over.is_set():
            if select.select([link], [], [], 0.05)[0] and not link.recv(1000):
                return

    def _say(self, link: socket.socket, said: Answer | None, tag: str) -> bool:
        """Whether the talk goes on."""
        match said:
            case None:
                return True
            case Act.SILENCE:
                self._wait_for_the_end_of(link)
            case str():
                link.sendall(said.replace("{tag}", tag).encode() + b"\r\n")
                return True
            case tuple():
                for words in said:
                    link.sendall(words.replace("{tag}", tag).encode())
                    time.sleep(0.05)
                return True
            case bytes():
                link.sendall(said)
            case _:
                pass
        return False


@contextmanager
def scripted(
    greeting: Answer, answers: Mapping[str, Answer], context: ssl.SSLContext | None = None
) -> Iterator[ScriptedServer]:
    """Listens on a free port until the end of the block."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = ScriptedServer(
            greeting=greeting, answers=answers, context=context, port=listener.getsockname()[1]
        )
        thread = Thread(target=server.serve, args=(listener,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits there
            thread.join(10)
