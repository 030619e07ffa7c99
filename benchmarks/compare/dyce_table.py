"""dyce: histograms from its pools, a table of histograms of endings from the small battles up."""

from __future__ import annotations

from functools import cache
from typing import Any

from dyce import H, P


@cache
def roll(attack: int, defence: int) -> tuple[tuple[int, int, int], ...]:
    """Return (attacker losses, defender losses, count) of one roll."""
    counts: dict[tuple[int, int], int] = {}
    for a, n in P(*[H(6)] * attack).rolls_with_counts():
        for d, m in P(*[H(6)] * defence).rolls_with_counts():
            pairs = list(zip(a[::-1], d[::-1], strict=False))
            lost = sum(x <= y for x, y in pairs)
            key = lost, len(pairs) - lost
            counts[key] = counts.get(key, 0) + n * m
    return tuple((i, j, count) for (i, j), count in counts.items())


def battle(a: int, d: int) -> tuple[float, float]:
    """Return win and lose chances from the table of all smaller battles."""
    table: dict[tuple[int, int], Any] = {}
    for x in range(a + 1):
        for y in range(d + 1):
            if x == 0 or y == 0:
                table[x, y] = H({(x, y): 1})
                continue
            parts = [(table[x - i, y - j], n) for i, j, n in roll(min(x, 3), min(y, 2))]
            # all totals are powers of six: bring the histograms to the largest and add them
            whole = max(part.total for part, _ in parts)
            mixed: dict[tuple[int, int], int] = {}
            for part, n in parts:
                share = n * (whole // part.total)
                for ending, count in part.items():
                    mixed[ending] = mixed.get(ending, 0) + share * count
            table[x, y] = H(mixed)
    endings = table[a, d]
    total = endings.total
    win = sum(count for (x, y), count in endings.items() if y == 0) / total
    return win, sum(count for (x, y), count in endings.items() if x == 0) / total
