"""icepool: dice from its pools, a table of dice of endings filled from the small battles up."""

from __future__ import annotations

from functools import cache
from typing import Any

import icepool
from icepool import Die, d6


@cache
def roll(attack: int, defence: int) -> Any:
    """Return the die of (attacker losses, defender losses) of one roll."""

    def losses(a: tuple[int, ...], d: tuple[int, ...]) -> tuple[int, int]:
        pairs = list(zip(sorted(a)[::-1], sorted(d)[::-1], strict=False))
        lost = sum(x <= y for x, y in pairs)
        return lost, len(pairs) - lost

    return icepool.map(losses, d6.pool(attack).expand(), d6.pool(defence).expand())


def battle(a: int, d: int) -> tuple[float, float]:
    """Return win and lose chances from the table of all smaller battles."""
    table: dict[tuple[int, int], Any] = {}
    for x in range(a + 1):
        for y in range(d + 1):
            if x == 0 or y == 0:
                table[x, y] = Die([(x, y)])
            else:
                table[x, y] = roll(min(x, 3), min(y, 2)).map(
                    lambda i, j, x=x, y=y: table[x - i, y - j]
                )
    endings = table[a, d]
    win = sum(float(endings.probability((x, 0))) for x in range(1, a + 1))
    return win, sum(float(endings.probability((0, y))) for y in range(1, d + 1))
