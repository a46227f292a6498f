from email.message import EmailMessage
from email.policy import EmailPolicy

from hypothesis import given
from hypothesis import strategies as st

from pigpost.outbox.mime import two_parts

LIBRARY = EmailPolicy(linesep="\r\n", cte_type="7bit", utf8=False)
LINES = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | st.sampled_from("aé= .\n"),
    max_size=300,
)


def as_the_library_writes(text: str, html: str) -> bytes:
    def encoding(body: str) -> str:
        sane = body.isascii() and all(len(line) <= 120 for line in body.split("\n"))
        return "7bit" if sane else "quoted-printable"

    message = EmailMessage(policy=LIBRARY)
    message.set_content(text, cte=encoding(text))
    message.add_alternative(html, subtype="html", cte=encoding(html))
    message.set_boundary("=_0123456789abcdef0123456789abcdef")
    return message.as_bytes()


@given(LINES, LINES)
def test_the_two_parts_are_written_as_the_standard_library_would(text: str, html: str) -> None:
    text, html = f"x{text}\n", f"<p>{html}</p>\n"
    written = two_parts(text, html, boundary="=_0123456789abcdef0123456789abcdef")
    library = as_the_library_writes(text, html)
    body = written.split(b"\r\n\r\n", 1)
    assert body[1] == library.split(b"\r\n\r\n", 1)[1]
    assert set(body[0].split(b"\r\n")) == set(library.split(b"\r\n\r\n", 1)[0].split(b"\r\n"))
