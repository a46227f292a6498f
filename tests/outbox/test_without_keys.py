"""Keys in a text that somebody else will see: blotted out, wherever they stand and however many."""

import time

import pytest

from pigpost.outbox.message_ids import without_keys

PROOF = "k7q2m9x4c8v1n5b3"
OURS = f"<spring-pigs.r4.result.p2.131.{PROOF}@pigs.example>"


@pytest.mark.parametrize("before", [0, 100_000, 1_000_000])
def test_a_key_is_blotted_out_however_far_down_it_stands(before: int) -> None:
    text = "a line of words\n" * (before // 16) + f"In-Reply-To: {OURS}\n"
    assert PROOF not in without_keys(text)
    assert "spring-pigs.r4.result.p2.131" in without_keys(text)


@pytest.mark.parametrize(
    "text",
    [
        ">" * 1_000_000,
        "> " * 500_000,
        " " * 1_000_000,
        "".join(f"1-{number:016x} " for number in range(50_000)),
        "".join(f"t-{number:016x}\n" for number in range(50_000)),
        "".join(f"<a.x.p1.{number}.{number:016x}@b>" for number in range(25_000)),
    ],
    ids=["quotes", "quoted blanks", "blanks", "bounce keys", "tokens", "Message-IDs"],
)
def test_a_text_that_was_made_to_take_long_takes_seconds(text: str) -> None:
    """Anybody's mail may be looked at by the GM: a megabyte of quote signs took hours."""
    began = time.process_time()
    shown = without_keys(text)
    assert time.process_time() - began < 3
    assert len(shown) == len(text)


def test_of_more_keys_than_can_be_looked_for_none_is_shown() -> None:
    keys = [f"{number:016x}" for number in range(60)]
    text = "".join(f"t-{key}\n" for key in keys) + "x\n" * 500_000
    shown = without_keys(text)
    assert not any(key in shown for key in keys)


def test_a_code_of_the_gm_on_a_line_of_its_own_is_blotted_out() -> None:
    for line in ("ABCD-1234", "> > ABCD-1234", "<p>ABCD-1234</p>", ">ABCD-1234\r"):
        assert "ABCD-1234" not in without_keys(f"Code:\n{line}\nso it is"), line
