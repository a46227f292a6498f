import hashlib

from pigpost.events.commitment import BookLine, commitment, orders_digest, result_digest
from pigpost.games.kinds import GameId, Seat

GAME = GameId("spring-pigs")
SEED = bytes.fromhex("3a5c1f2b33c2418a56ef52c4f793db907e380da68de10ab242598909691e8cc3")


def test_the_sample_lock_of_the_format() -> None:
    lock = commitment(GAME, round=4, attempt=1, seed=SEED)
    assert lock == "14acecb4588a9b69c2d621a89b51cd3a8cdfc90cb1dfa06d303bd42b6882e6f0"


def test_a_lock_binds_game_round_attempt_and_seed() -> None:
    locks = {
        commitment(GAME, round=4, attempt=1, seed=SEED),
        commitment(GameId("other-pigs"), round=4, attempt=1, seed=SEED),
        commitment(GAME, round=5, attempt=1, seed=SEED),
        commitment(GAME, round=4, attempt=2, seed=SEED),
        commitment(GAME, round=4, attempt=1, seed=bytes(32)),
    }
    assert len(locks) == 5


def test_the_book_is_digested_by_ascending_seat() -> None:
    lines = [
        BookLine(seat=Seat(10), order="ONLY LEFT", source="order:12"),
        BookLine(seat=Seat(2), order="THROWS 1", source="default:no_order"),
    ]
    text = (
        "pigpost/orders/v1\nspring-pigs\n4\n1\n"
        "p2\tTHROWS 1\tdefault:no_order\n"
        "p10\tONLY LEFT\torder:12\n"
    )
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert orders_digest(GAME, round=4, attempt=1, book=lines) == expected
    assert orders_digest(GAME, round=4, attempt=1, book=lines[::-1]) == expected


def test_a_result_is_digested_in_canonical_json() -> None:
    digest = hashlib.sha256(b'{"a":[1,null],"b":true}').hexdigest()
    assert result_digest({"b": True, "a": (1, None)}) == digest
