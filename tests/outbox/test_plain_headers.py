"""Headers that need no encoding are written as the standard library would write them."""

from email.headerregistry import Address
from email.policy import EmailPolicy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.outbox import headers

POLICY = EmailPolicy(linesep="\r\n", cte_type="7bit", utf8=False)
WORDS = st.lists(st.text("azAZ09.,:;!'()[]+-=?@\"_\u00e9", min_size=1, max_size=12), max_size=8)
LOCAL = st.text("azAZ09+_-", min_size=1, max_size=12)


def as_the_library(name: str, value: str | Address) -> str:
    folded: str = POLICY.header_factory(name, value).fold(policy=POLICY)
    return folded.replace(f"{name}:\r\n ", f"{name}: ", 1)


@given(WORDS.map(" ".join))
def test_a_subject_is_written_as_the_library_writes_it(subject: str) -> None:
    assert headers._folded("Subject", subject) == as_the_library("Subject", subject)


@given(WORDS.map(" ".join), LOCAL, LOCAL.map(lambda text: text.replace("_", "x")))
def test_a_mailbox_is_written_as_the_library_writes_it(name: str, local: str, host: str) -> None:
    address = f"{local}@{host}.example"
    wanted = Address(display_name=name, addr_spec=address)
    assert headers._mailbox("To", name, address) == as_the_library("To", wanted)


@pytest.mark.parametrize("address", ["a@", "a..b@pigs.example", "@pigs.example", ""])
def test_an_address_that_no_header_can_hold_is_nobodys(address: str) -> None:
    assert "undisclosed-recipients" in headers._mailbox("To", "Ted", address)
