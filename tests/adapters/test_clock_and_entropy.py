from datetime import UTC

from pigpost.adapters.clock import SystemClock
from pigpost.adapters.entropy import SeededEntropy, SystemEntropy


def test_the_clock_tells_utc_and_goes_on() -> None:
    clock = SystemClock()
    first, second = clock.now(), clock.now()
    assert first.tzinfo is UTC
    assert first <= second


def test_seeds_have_32_bytes_and_salts_16_and_none_comes_twice() -> None:
    entropy = SystemEntropy()
    seeds, salts = {entropy.seed() for _ in range(100)}, {entropy.salt() for _ in range(100)}
    assert (len(seeds), len(salts)) == (100, 100)
    assert {len(seed) for seed in seeds} == {32}
    assert {len(salt) for salt in salts} == {16}


def test_seeds_of_a_demonstration_are_the_same_however_many_mails_there_were() -> None:
    one, other = SeededEntropy("abc"), SeededEntropy("abc")
    salts = {other.salt() for _ in range(10)}
    assert [one.seed() for _ in range(3)] == [other.seed() for _ in range(3)]
    assert len(salts) == 10
    assert SeededEntropy("abd").seed() != SeededEntropy("abc").seed()
