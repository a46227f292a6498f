"""Return paths that really reach us, whatever the games' addresses look like (decision 21)."""

import pytest

from pigpost.config import Mail, Settings
from pigpost.outbox.message_ids import bounce_key
from pigpost.outbox.our_addresses import bounce_keys, bounce_pattern, is_key, return_path

KEY = bounce_key(site_key=b"k" * 32, outbox_id=131)


@pytest.mark.parametrize(
    ("mail", "expected"),
    [
        ({"address": "{game}@pigs.example"}, f"b+{KEY}@pigs.example"),
        ({"address": "pigs+{game}@host.example"}, f"pigs+b-{KEY}@host.example"),
        ({"address": "pigs-{game}@host.example"}, f"pigs-b-{KEY}@host.example"),
        (
            {"address": "pigs@host.example", "bounce_address": "back+{key}@host.example"},
            f"back+{KEY}@host.example",
        ),
        (
            {"address": "{game}@pigs.example", "bounce_address": "{key}@bounces.pigs.example"},
            f"{KEY}@bounces.pigs.example",
        ),
    ],
)
def test_the_return_path_reaches_us_and_names_its_mail(mail: dict[str, str], expected: str) -> None:
    pattern = bounce_pattern(Mail(**mail))  # type: ignore[arg-type]
    path = return_path(pattern, KEY)
    assert path == expected
    assert list(bounce_keys(pattern, ["else@host.example", path.upper()])) == [(131, KEY)]
    assert len(path.partition("@")[0]) <= 64
    assert list(bounce_keys(pattern, [f"x{path}", f"{path}x", "pigs@host.example"])) == []


def test_a_plain_address_is_its_own_return_path_and_names_no_mail() -> None:
    pattern = bounce_pattern(Mail(address="pigs@host.example"))
    assert return_path(pattern, KEY) == "pigs@host.example"
    assert list(bounce_keys(pattern, ["pigs@host.example"])) == []


def test_no_key_is_taken_for_a_game() -> None:
    assert is_key(f"b-{KEY}")
    assert is_key("t-0123456789abcdef")
    assert not is_key("spring-pigs")
    assert not is_key("b-sides-of-the-pigs")


@pytest.mark.parametrize("address", ["pigs@host.example", "pigs@{key}.example", "{key}"])
def test_a_bounce_address_without_room_for_the_key_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="bounce_address"):
        Settings(mail={"bounce_address": address})
