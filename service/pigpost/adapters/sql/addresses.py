"""Mail addresses as look-ups see them."""


def folded(address: str) -> str:
    """Without regard to case, of the local part too: no server tells two players apart by it.

    >>> folded("Bill@Example.ORG")
    'bill@example.org'
    """
    return address.casefold()
