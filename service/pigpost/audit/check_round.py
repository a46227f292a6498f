"""Checks the lock and the throws of a round. Use: python check_round.py rounds/0001.json ."""

import hashlib
import hmac
import json
import sys
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, count, islice
from pathlib import Path
from typing import Any


def numbers(r: dict[str, Any], source: str, below: int) -> Iterator[int]:
    """Whole numbers from 0 to below - 1, all equally likely: those of one source of the round."""
    text = f"pigpost/key/v1\n{r['game']}\n{r['round']}\n{r['attempt']}\n{source}\n-\n-\n"
    key = hmac.digest(bytes.fromhex(r["seed"]), text.encode(), "sha256")
    blocks = (hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in count())
    words = (int.from_bytes(b[i : i + 8], "big") for b in blocks for i in (0, 8, 16, 24))
    return (word % below for word in words if word < 2**64 - 2**64 % below)


def throws(r: dict[str, Any], source: str, many: int) -> list[str]:
    """The first throws of a source: of pigs by their table, of dice by their faces."""
    if r["table"]:
        ends = list(accumulate(weight for _, weight in r["table"]))
        drawn = islice(numbers(r, source, ends[-1]), many)
        return [r["table"][bisect_right(ends, number)][0] for number in drawn]
    dice = 2 if r["kind"] in ("two_dice", "doubles") else 1
    faces = [str(number + 1) for number in islice(numbers(r, source, 6), many * dice)]
    return ["-".join(faces[at : at + dice]) for at in range(0, len(faces), dice)]


def check(r: dict[str, Any]) -> dict[str, bool]:
    """Whether the seed fits the lock that was mailed before, and gives the throws and the lot."""
    text = f"pigpost/commit/v1\n{r['game']}\n{r['round']}\n{r['attempt']}\n{r['seed']}\n"
    lock = hashlib.sha256(text.encode()).hexdigest()
    drawn = r.get("own_draws") or {"all": r["draws"]}
    answer = {
        "lock": lock == r["commitment"],
        "throws": all(throws(r, source, len(names)) == names for source, names in drawn.items()),
    }
    if r.get("first") and (r["round"], r["attempt"]) == (1, 1):
        seats = sorted(r["scores"], key=lambda seat: int(seat[1:]))
        answer["lot"] = seats[next(numbers(r, "lot", len(seats)))] == r["first"]
    return answer


if __name__ == "__main__":
    read = json.loads(Path(sys.argv[1]).read_bytes())
    if not read["commitment"]:
        sys.exit("thrown by hand: there is no lock and no seed, so nothing to check")
    result = check(read)
    sys.exit(0 if all(result.values()) else f"NOT as committed: {result}")
