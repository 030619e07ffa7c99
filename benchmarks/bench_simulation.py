"""Dice rolled by us and by numpy, in one run: ``python benchmarks/bench_simulation.py``.

The yardstick rolls the same battles with numpy, vectorised over a chunk of battles, at the best
of several chunk sizes; it draws small integers and sorts by minimum and maximum, which is its
quickest way. Both are warm; the best of several turns counts.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from riskodds import battle, simulate

ATTACKERS, DEFENDERS = 12, 9
TRIALS = 10_000_000
CHUNKS = [2**n for n in (12, 13, 14, 15, 16, 18, 20)]
AT_LEAST = 8


def numpy_wins(attackers: int, defenders: int, trials: int, chunk: int, seed: int = 1) -> int:
    """Return how many of the battles are won; ties go to the defender."""
    rng = np.random.default_rng(seed)
    wins = 0
    for start in range(0, trials, chunk):
        size = min(chunk, trials - start)
        a = np.full(size, attackers - 1, np.int16)
        d = np.full(size, defenders, np.int16)
        while a.size:
            attack = rng.integers(1, 7, (3, a.size), dtype=np.uint8)
            defence = rng.integers(1, 7, (2, a.size), dtype=np.uint8)
            attack[1][a < 2] = 0
            attack[2][a < 3] = 0
            defence[1][d < 2] = 0
            high = np.maximum(attack[0], attack[1])
            low = np.minimum(attack[0], attack[1])
            first = np.maximum(high, attack[2])
            second = np.maximum(low, np.minimum(high, attack[2]))
            best = np.maximum(defence[0], defence[1])
            other = np.minimum(defence[0], defence[1])
            two = (second > 0) & (other > 0)
            lost = first <= best
            a -= lost
            d -= ~lost
            lost = second <= other
            a -= two & lost
            d -= two & ~lost
            wins += int(np.count_nonzero(d == 0))
            on = (a > 0) & (d > 0)
            a, d = a[on], d[on]
    return wins


def best_of(turns: int, question: Callable[[], Any]) -> float:
    question()
    times = []
    for _ in range(turns):
        started = time.perf_counter()
        question()
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> dict[str, float]:
    """Print the ratio, and the same as one line of JSON."""
    exact = battle(ATTACKERS, DEFENDERS).win
    some = TRIALS // 10
    assert abs(numpy_wins(ATTACKERS, DEFENDERS, some, 2**15) / some - exact) < 0.003
    theirs = {
        chunk: 10 * best_of(2, lambda c=chunk: numpy_wins(ATTACKERS, DEFENDERS, some, c))  # type: ignore[misc]
        for chunk in CHUNKS
    }
    chunk = min(theirs, key=lambda c: theirs[c])
    ours = best_of(10, lambda: simulate(ATTACKERS, DEFENDERS, trials=TRIALS, seed=1))
    one = best_of(5, lambda: simulate(ATTACKERS, DEFENDERS, trials=TRIALS, seed=1, threads=1))
    # once more, beside ours
    again = best_of(5, lambda: numpy_wins(ATTACKERS, DEFENDERS, some, chunk))
    numpy = min(theirs[chunk], 10 * again)
    found = {"numpy": numpy, "chunk": chunk, "ours": ours, "one_thread": one, "ratio": numpy / ours}
    print(f"{TRIALS:,} battles of {ATTACKERS} against {DEFENDERS}")
    print(f"numpy, chunks of {chunk:,}: {numpy:.2f} s")
    print(f"simulate: {ours:.2f} s, one thread {one:.2f} s")
    print(f"{numpy / ours:.1f} times faster (at least {AT_LEAST})")
    print(json.dumps(found))
    return found


if __name__ == "__main__":
    main()
