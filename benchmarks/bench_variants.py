"""How long battles take under every way people roll, warm, in this process.

Run ``python benchmarks/bench_variants.py``. Each question is asked once before it is timed, and
then as often as fits in half a second; the best time counts. The yardstick for rules whose rolls
have four outcomes is a compiled sweep over the full grid of a classic battle, written here.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from riskodds import battle, dice_policy
from riskodds.dice.counts import loss_weights
from riskodds.dice.rules import CLASSIC

QUESTIONS = [
    (1_000, 1_000, "classic"),
    (1_000, 1_170, "blitz"),
    (100_000, 117_000, "blitz"),
    (1_000_000, 1_171_000, "blitz"),
    (1_000, 1_000, "zombie-defender"),
    (1_000, 1_000, "d8def"),
    (300, 300, "capital"),
    (2_000, 2_000, "capital"),
    (2_000, 2_000, "capital+wall"),
    (2_000, 1_260, "capital+blitz"),
    (100_000, 100_000, "capital"),
    (11, 10, "sees-the-roll"),
    (100, 100, "sees-the-roll"),
    (1_000, 1_000, "sees-the-roll"),
    (1_000, 1_000, "sees-greedy"),
]
YARDSTICK = 2_000


@numba.njit(cache=False)
def full_grid(a: int, d: int, rolls: Any) -> Any:
    """Sweep every cell of a battle, forward; rolls[attack dice, defence dice, attacker losses]."""
    weights = np.zeros((a + 1, d + 1))
    weights[a, d] = 1.0
    for y in range(d, 0, -1):
        for x in range(a, 0, -1):
            weight = weights[x, y]
            i, j = min(x, 3), min(y, 2)
            pairs = min(i, j)
            for k in range(pairs + 1):
                weights[x - k, y - pairs + k] += weight * rolls[i, j, k]
    return weights


def classic_rolls() -> Any:
    """Return the chances of classic dice as an array."""
    rolls = np.zeros((4, 3, 3))
    for i in range(1, 4):
        for j in range(1, 3):
            ways = loss_weights(CLASSIC, i, j)
            rolls[i, j, : len(ways)] = np.array(ways) / sum(ways)
    return rolls


def best_of(question: Callable[[], object]) -> float:
    """Return the best time in seconds, after one call that does not count."""
    question()
    best, spent = float("inf"), 0.0
    while spent < 0.5:
        started = time.perf_counter()
        question()
        took = time.perf_counter() - started
        best, spent = min(best, took), spent + took
    return best


def main() -> None:
    """Print the table, and the same as one line of JSON."""
    rolls = classic_rolls()
    yardstick = best_of(lambda: full_grid(YARDSTICK, YARDSTICK, rolls))
    print(f"compiled full grid, classic, {YARDSTICK:,} v {YARDSTICK:,}: {yardstick * 1e3:.1f} ms")
    figures = {"full grid classic": yardstick}
    print(f"{'attackers':>10} {'defenders':>10}  {'rules':<18} {'ms':>10} {'grids':>7}")
    for attackers, defenders, rules in QUESTIONS:
        took = best_of(lambda a=attackers, d=defenders, r=rules: battle(a, d, rules=r).win)  # type: ignore[misc]
        figures[f"{attackers} {defenders} {rules}"] = took
        print(
            f"{attackers:>10,} {defenders:>10,}  {rules:<18} {took * 1e3:>10.3f} "
            f"{took / yardstick:>7.2f}"
        )
    took = best_of(lambda: dice_policy(101, 100, rules="low-2def"))
    figures["dice policy 101 100 low-2def"] = took
    print(f"{101:>10,} {100:>10,}  {'dice, low-2def':<18} {took * 1e3:>10.3f}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
