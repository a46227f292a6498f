"""The golden mails. `python -m tests.outbox.goldens` writes them anew: read the difference."""

from pathlib import Path

from pigpost.outbox.headers import why
from pigpost.outbox.render import Rendered, render
from pigpost.results.letters import Letter
from tests.outbox.samples import ALL_SAMPLES

FOLDER = Path(__file__).parent / "golden"


def rendered(letter: Letter) -> Rendered:
    """The letter as the site called Pigpost writes it."""
    return render(letter, site="Pigpost", reason=why(letter))


def files(name: str) -> dict[str, str]:
    """File name -> content of one sample: the text under its subject, and the HTML."""
    mail = rendered(ALL_SAMPLES[name]())
    return {f"{name}.txt": f"Subject: {mail.subject}\n\n{mail.text}", f"{name}.html": mail.html}


if __name__ == "__main__":
    for old in FOLDER.iterdir():
        old.unlink()
    for sample in ALL_SAMPLES:
        for file, content in files(sample).items():
            (FOLDER / file).write_text(content, "utf-8")
