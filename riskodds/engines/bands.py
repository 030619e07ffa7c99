"""One battle of a campaign as rows of arrays, each as wide as its weights matter.

It does what `convolution.forward` does for floats. A row holds the weights of all numbers
of attackers before d defenders. While the attacker rolls the same dice, with a chance c that a
roll costs him m armies and the defender none, a row feeds itself by

    y[a] = x[a] + c y[a + m],      that is x times 1 / (1 - c z^m) = (1 + c z^m)(1 + c^2 z^2m)...

which is a few array operations; what it hands to the rows below is a multiple of it. Every term
is positive, so small chances keep their relative accuracy. Weights below a cutoff at the ends of
a row are dropped, and factors that could add no more than that. What this leaves out is at most
the sum of what was dropped and the cutoff for each cell of each row, which is returned.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from math import ceil, inf, log, sqrt
from typing import Any, NamedTuple

import numpy as np

from .chain import Chain
from .convolution import Stage, in_order

Array = np.ndarray[Any, Any]

# weights below this are left out; in large grids those below the second
SMALLEST_CUTOFF, BAND_CUTOFF = 1e-300, 1e-30
# steps up to which the smallest weights are kept; about three seconds
EXACT_STEPS = 1e8
# what a row costs beside its cells
ROW_STEPS = 2000


class Band(NamedTuple):
    """Weights of neighbouring numbers of fighting attackers, `low` the first of them."""

    low: int
    weights: Array

    def moved(self, by: int) -> Band:
        """Return the same weights for so many armies more."""
        return Band(self.low + by, self.weights)

    def above(self, floor: int) -> Band:
        """Return the part with more armies than `floor`."""
        cut = max(0, floor + 1 - self.low)
        return Band(self.low + cut, self.weights[cut:])

    def trimmed(self, cutoff: float) -> tuple[Band, float]:
        """Return the band without what is below the cutoff at its ends, and the sum of that."""
        kept = np.flatnonzero(self.weights >= cutoff)
        if not len(kept):
            return Band(self.low, self.weights[:0]), float(self.weights.sum())
        first, stop = int(kept[0]), int(kept[-1]) + 1
        dropped = float(self.weights[:first].sum() + self.weights[stop:].sum())
        return Band(self.low + first, self.weights[first:stop]), dropped


def fight(
    start: Band,
    defenders: Sequence[tuple[int, float]],
    chain: Chain,
    a_floor: int = 0,
    cutoff: float = SMALLEST_CUTOFF,
) -> Stage:
    """Fight for one territory with every stack of a distribution at once.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> won, stuck, *_ = fight(Band(1, np.ones(1)), [(1, 1.0)], float_chain(CLASSIC))
    >>> won.low, won.weights.round(6).tolist(), stuck
    (1, [0.416667], [(0, 1, 0.5833333333333334)])

    Parameters
    ----------
    start : Band
        The attackers.
    defenders : sequence of (int, weight)
        The defenders that may stand there, each number with its weight.
    chain : Chain
        The chances of each roll, as floats.
    a_floor : int
        The battle is over at or below this.
    cutoff : float
        Weights below this at the ends of a row are left out.
    """
    parts: dict[int, list[Band]] = defaultdict(list)
    begin = dict(defenders)
    stuck: list[tuple[int, int, float]] = []
    left_out = 0.0
    waiting = sorted(begin)
    while waiting or any(parts):
        d = max([*parts, *waiting[-1:]])
        if not d:
            break
        here = parts.pop(d, [])
        if waiting and waiting[-1] == d:
            waiting.pop()
            here.append(Band(start.low, start.weights * begin[d]))
        row, dropped = _joined(here).trimmed(cutoff)
        left_out += dropped
        for dice in range(len(chain.attack_needs), 0, -1):
            low = max(chain.attack_needs[dice - 1], a_floor + 1)
            chances = chain.rolls[dice][bisect_right(chain.defence_needs, d)]
            if len(row.weights) and row.low + len(row.weights) > low:
                settled, row = _settled(row, low, chances, cutoff)
                left_out += cutoff * len(settled.weights)
                most = len(chances) - 1
                for lost in range(most):
                    if chances[lost]:
                        weights = settled.weights * chances[lost]
                        parts[d - most + lost].append(Band(settled.low - lost, weights))
        ended = zip(range(row.low, a_floor + 1), row.weights.tolist(), strict=False)
        stuck += [(a, d, weight) for a, weight in ended if weight]
    won, dropped = _joined(parts.pop(0, [])).trimmed(cutoff)
    return Stage(won, in_order(stuck), left_out + dropped)


def _joined(bands: list[Band]) -> Band:
    """Return the sum of bands."""
    if not bands:
        return Band(0, np.zeros(0))
    low = min(band.low for band in bands)
    weights = np.zeros(max(band.low + len(band.weights) for band in bands) - low)
    for band in bands:
        weights[band.low - low : band.low - low + len(band.weights)] += band.weights
    return Band(low, weights)


def _settled(row: Band, low: int, chances: Sequence[float], cutoff: float) -> tuple[Band, Band]:
    """Return the cells from `low` on once they have fed each other, and the rest of the row."""
    most, again = len(chances) - 1, chances[-1]
    largest = float(row.weights.max())
    depth = row.low - low
    if again < 1:
        # further down nothing matters that comes from here
        steps = ceil(log(cutoff / largest) / log(again)) if again and largest > cutoff else 0
        depth = min(depth, most * max(steps, 0))
    cells = np.zeros(max(depth, 0) + len(row.weights) - max(0, low - row.low))
    base = max(low, row.low - max(depth, 0))
    own = row.above(low - 1)
    cells[own.low - base :] = own.weights
    factor, shift = again, most
    while factor * largest > 0.0 and shift < len(cells):
        cells[:-shift] += factor * cells[shift:]
        if factor * largest < cutoff:
            break
        factor, shift = factor * factor, 2 * shift
    settled = Band(base, cells)
    below = Band(row.low, row.weights[: max(0, low - row.low)])
    if base == low and again:
        # the last of them feed cells with other dice
        spilt = Band(low - most, cells[:most] * again)
        below = _joined([below, spilt]) if len(below.weights) else spilt
    return settled, below


def steps(attackers: int, battles: Sequence[tuple[Chain, int, int]], cutoff: float) -> list[float]:
    """Return about how many steps battles in a row take, each a chain, fewest and most defenders.

    A row is as wide as the spread of the attackers' losses that the cutoff leaves, and there are
    no more rows than so many attackers can get through. It is never above attackers times
    defenders, apart from what a row costs.
    """
    depth = -log(cutoff)
    behind = span = 0.0
    through = inf
    work = []
    for chain, least, most in battles:
        paces = [_pace(roll, depth) for by_defence in chain.rolls[1:] for roll in by_defence[1:]]
        ratio = max(pace[0] for pace in paces)
        spread, tail = max(pace[1] for pace in paces), max(pace[2] for pace in paces)
        # the other way: defenders that so many attackers may cost
        back = [_pace(roll[::-1], depth) for by in chain.rolls[1:] for roll in by[1:]]
        reach = max(
            ratio * attackers + spread * sqrt(2 * depth * attackers) + tail
            for ratio, spread, tail in back
        )
        through = min(through, reach)
        rows = max(0.0, min(most, through - behind))
        behind, span = behind + most, span + most - least
        wide = 2 * spread * sqrt(2 * depth * min(behind, through))
        wide += tail + (ratio * span if span else 0.0)
        work.append(rows * (ROW_STEPS + min(attackers, wide)))
    return work


def _pace(chances: Sequence[float], depth: float) -> tuple[float, float, float]:
    """Return one side's losses for each of the other's: mean, spread, and most without any.

    `chances` are by armies lost; what is less likely than e to the minus `depth` does not count.
    """
    most, again = len(chances) - 1, chances[-1]
    loss = sum(k * p for k, p in enumerate(chances))
    gain = most - loss
    if gain <= 0 or again >= 1:
        return inf, inf, inf
    square = sum(p * (k * gain - (most - k) * loss) ** 2 for k, p in enumerate(chances))
    tail = most * depth / -log(again) if again else 0.0
    return loss / gain, sqrt(square / gain) / gain, tail
