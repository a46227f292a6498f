"""Mails of the desk, for people at a terminal."""

from collections.abc import Iterator

from pigpost.cli.times import show_instant
from pigpost.intake.desk.inside import Verdict, Words
from pigpost.intake.desk.look import Line, Look


def line_text(line: Line) -> str:
    """A mail of a list."""
    subject = "(sealed)" if line.subject is None else line.subject or "(no subject)"
    outcome = line.outcome or "not read yet"
    where = "/".join(filter(None, (line.game, line.player))) or "-"
    return _harmless(
        f"{line.id:>6}  {show_instant(line.arrived_at)}  {outcome:<18} {where:<24} "
        f"{line.sender}  {subject}"
    )


def look_text(look: Look) -> str:
    """All that is known of a mail; what would move a terminal's cursor is shown as a dot."""
    return "\n".join(_harmless(row) for row in _told(look))


def _harmless(row: str) -> str:
    return "".join(c if c.isprintable() else "\u00b7" for c in row)


def _told(look: Look) -> Iterator[str]:
    line = look.line
    yield f"mail {line.id} of {show_instant(line.arrived_at)}, {line.size} bytes"
    yield f"   from       {line.sender}"
    yield f"   subject    {'(sealed until the round is thrown)' if line.sealed else line.subject}"
    yield f"   dated      {look.dated}"
    yield f"   came of it {line.outcome or 'not read yet'}" + (
        f": {line.note}" if line.note else ""
    )
    yield f"   taken for  {line.player or 'nobody'}" + (f" in {line.game}" if line.game else "")
    yield f"   shows      {_verdict(look.verdict)}"
    yield f"   signature  {look.signature}" + (f" by {look.signed_by}" if look.signed_by else "")
    for hop in look.hops:
        gap = "" if hop.seconds is None else f", {hop.seconds} s later"
        yield f"   passed     {hop.sender or '?'} to {hop.receiver or '?'}, {show_instant(hop.at)}{gap}"
    for done in line.handled:
        yield f"   by hand    {done.what}, {show_instant(done.at)}: {done.reason}"
    for mail in look.told:
        fate = mail.state if mail.bounce is None else f"{mail.bounce} bounce"
        words = f": {mail.bounce_words or mail.server_words or ''}".rstrip(": ")
        yield f"   mail out   {mail.id}, {mail.kind} to {mail.recipient}: {fate}{words}"
    if look.words is None:
        yield "   words      (sealed until the round is thrown)"
    else:
        yield from _words(look.words)
    yield f"   you can    {', '.join(look.may) or 'do nothing more'}"


def _verdict(verdict: Verdict) -> str:
    whose = verdict.player or verdict.problem or "nothing"
    proof = verdict.proof or verdict.authentic or "no proof"
    return f"{whose}, {proof}".replace("_", " ")


def _words(words: Words) -> Iterator[str]:
    if words.problem is not None:
        yield f"   not read   {words.problem.replace('_', ' ')}"
    else:
        yield f"   text       {words.text_source}, {words.charset}"
        yield "   counts"
        yield from (f"      | {line}" for line in words.counts.split("\n"))
        yield "   cut off"
        yield from (f"      | {line}" for line in words.cut_off.split("\n"))
    for said in words.said:
        place = f'"{said.words}" at {said.start} to {said.end}'
        yield f"   read as    {said.kind}: {said.means}, from {place}"
    for unused in words.unused:
        yield f"   not used   {unused}: it stands in the part that was cut off"
    yield "   source"
    yield from (f"      | {line}" for line in words.source.splitlines())
