"""Checks the lock and the throws of a round. Use: python check_round.py rounds/0001.json ."""

import hashlib
import hmac
import json
import sys
from bisect import bisect_right
from itertools import accumulate, count, islice
from pathlib import Path
from typing import Any


def check(r: dict[str, Any]) -> dict[str, bool]:
    """Whether the seed fits the lock that was mailed before, and gives the throws."""
    place = f"{r['game']}\n{r['round']}\n{r['attempt']}\n"
    lock = hashlib.sha256(f"pigpost/commit/v1\n{place}{r['seed']}\n".encode()).hexdigest()
    text = f"pigpost/key/v1\n{place}all\n-\n-\n".encode()
    key = hmac.digest(bytes.fromhex(r["seed"]), text, "sha256")
    blocks = (hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in count())
    words = (int.from_bytes(b[i : i + 8], "big") for b in blocks for i in (0, 8, 16, 24))
    ends = list(accumulate(weight for _, weight in r["table"]))
    places = (bisect_right(ends, w % ends[-1]) for w in words if w < 2**64 - 2**64 % ends[-1])
    draws = [r["table"][place][0] for place in islice(places, len(r["draws"]))]
    return {"lock": lock == r["commitment"], "throws": draws == r["draws"]}


if __name__ == "__main__":
    answer = check(json.loads(Path(sys.argv[1]).read_bytes()))
    sys.exit(0 if all(answer.values()) else f"NOT as committed: {answer}")
