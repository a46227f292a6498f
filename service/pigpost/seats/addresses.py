"""Mail addresses in the one form in which they are kept and looked for."""

from contextlib import suppress


def canonical_address(address: str) -> str:
    """The domain in lower case and as DNS has it (RFC 3490); who writes it otherwise is the same.

    >>> canonical_address("Bill@Müller.Example")
    'Bill@xn--mller-kva.example'
    """
    local, _, domain = address.rpartition("@")
    if not domain.isascii():
        with suppress(UnicodeError):  # no name that DNS could have: then it stays as written
            domain = domain.encode("idna").decode()
    return f"{local}@{domain.lower()}"
