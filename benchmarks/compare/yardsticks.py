"""The ways of doing it that anybody would try first, written plainly and as fast as that allows.

Each returns win and lose chances of a battle of `a` armies that may attack against `d`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

# chances that the attacker loses 0, 1, 2 armies, by (attack dice, defence dice); Osborne 2003
ROLLS = {
    (3, 2): (2890 / 7776, 2611 / 7776, 2275 / 7776),
    (3, 1): (855 / 1296, 441 / 1296),
    (2, 2): (295 / 1296, 420 / 1296, 581 / 1296),
    (2, 1): (125 / 216, 91 / 216),
    (1, 2): (55 / 216, 161 / 216),
    (1, 1): (15 / 36, 21 / 36),
}


def dictionary_sweep(a: int, d: int) -> tuple[float, float]:
    """Carry a dictionary of states over the whole grid, in plain Python."""
    states: defaultdict[tuple[int, int], float] = defaultdict(float)
    states[a, d] = 1.0
    for x in range(a, 0, -1):
        for y in range(d, 0, -1):
            weight = states[x, y]
            if weight:
                chances = ROLLS[min(x, 3), min(y, 2)]
                pairs = len(chances) - 1
                for k, chance in enumerate(chances):
                    states[x - k, y - pairs + k] += weight * chance
    return (
        sum(states[x, 0] for x in range(1, a + 1)),
        sum(states[0, y] for y in range(1, d + 1)),
    )


def numpy_diagonals(a: int, d: int) -> tuple[float, float]:
    """Sweep the grid one anti-diagonal at a time, each as a numpy array."""
    grid = np.zeros((a + 1, d + 1))
    grid[a, d] = 1.0
    for armies in range(a + d, 0, -1):
        xs = np.arange(max(1, armies - d), min(a, armies - 1) + 1)
        ys = armies - xs
        for i in (1, 2, 3):
            for j in (1, 2):
                chosen = (np.minimum(xs, 3) == i) & (np.minimum(ys, 2) == j)
                if chosen.any():
                    x, y = xs[chosen], ys[chosen]
                    weights = grid[x, y]
                    chances = ROLLS[i, j]
                    for k, chance in enumerate(chances):
                        grid[x - k, y - len(chances) + 1 + k] += weights * chance
    return float(grid[1:, 0].sum()), float(grid[0, 1:].sum())


def make_full_grid() -> Any:
    """Return the compiled full grid: a plain double loop over one array, allocation included."""
    import numba

    p = tuple(
        chance
        for dice in ((3, 2), (3, 1), (2, 2), (2, 1), (1, 2), (1, 1))
        for chance in ROLLS[dice]
    )

    @numba.njit
    def full_grid(a: int, d: int) -> Any:
        grid = np.zeros((a + 1, d + 1))
        grid[a, d] = 1.0
        for x in range(a, 0, -1):
            for y in range(d, 0, -1):
                w = grid[x, y]
                if x >= 3 and y >= 2:
                    grid[x, y - 2] += w * p[0]
                    grid[x - 1, y - 1] += w * p[1]
                    grid[x - 2, y] += w * p[2]
                elif x >= 3:
                    grid[x, y - 1] += w * p[3]
                    grid[x - 1, y] += w * p[4]
                elif x == 2 and y >= 2:
                    grid[x, y - 2] += w * p[5]
                    grid[x - 1, y - 1] += w * p[6]
                    grid[x - 2, y] += w * p[7]
                elif x == 2:
                    grid[x, y - 1] += w * p[8]
                    grid[x - 1, y] += w * p[9]
                elif y >= 2:
                    grid[x, y - 1] += w * p[10]
                    grid[x - 1, y] += w * p[11]
                else:
                    grid[x, y - 1] += w * p[12]
                    grid[x - 1, y] += w * p[13]
        return grid

    return full_grid
