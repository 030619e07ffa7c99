"""All starts of a battle at once, backward: what it is worth to stand at any state of its grid.

If taking the territory with a armies left is worth ``taken(a)`` and failing is worth `lost`, the
worth of a state is the mean over its next roll. It depends on states with fewer armies only. So
the columns of the grid, one for each number of attackers, can be added one by one with no limit
set before: what a chain of battles is worth for every starting stack comes from a single pass,
as the worth of taking one territory is that of standing before the next. With worths of 1 and 0
this is the chance to win, with 0 and 1 the chance to fail, summed by itself.

The mirror image, where the defenders grow against a given attacker, is the same climb on
`mirrored` rolls.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from .chain import Chain

# defenders from which arrays are sooner filled; what may be lost next to the smallest double
MANY = 300
NOTHING = 1e-300


@lru_cache(maxsize=256)
def mirrored(chain: Chain) -> Chain:
    """Return the chain with attacker and defender exchanged.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> mirrored(float_chain(CLASSIC)).rolls[2][3] == float_chain(CLASSIC).rolls[3][2][::-1]
    True
    """
    rolls = tuple(
        tuple(chain.rolls[i][j][::-1] for i in range(len(chain.rolls)))
        for j in range(len(chain.rolls[0]))
    )
    return Chain(chain.defence_needs, chain.attack_needs, rolls)


class Climb:
    """The worth of a battle for 0, 1, 2, ... fighting attackers, one `rise` after the other.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> win = Climb(float_chain(CLASSIC), [(1, 1.0)], lost=0.0)
    >>> [round(win.rise(1.0), 6) for a in range(4)]
    [0.0, 0.416667, 0.754244, 0.916375]

    Parameters
    ----------
    chain : Chain
        The chances of each roll; any number type.
    defenders : sequence of (int, weight)
        The defenders that may stand there, with their chances.
    lost : number
        The worth of not taking the territory.
    a_floor : int
        The battle is over, and the territory not taken, at or below this.
    """

    error = 0.0

    def __init__(
        self, chain: Chain, defenders: Sequence[tuple[int, Any]], *, lost: Any, a_floor: int = 0
    ) -> None:
        self.chain, self.defenders, self.lost, self.a_floor = chain, defenders, lost, a_floor
        self.most = max(d for d, _ in defenders)
        self.a = -1
        # the columns of a, a - 1, ...: worths by defenders
        self.columns: deque[Any] = deque(maxlen=len(chain.attack_needs) + 1)
        starts = [*chain.defence_needs, self.most + 1]
        self.segments = [
            (dice, low, min(high, self.most + 1))
            for dice, (low, high) in enumerate(pairwise(starts), 1)
            if low <= self.most
        ]

    def rise(self, taken: Any) -> Any:
        """Go on to one attacker more; return the worth of starting with that many.

        `taken` is the worth of taking the territory with all of them left.
        """
        self.a += 1
        column = [taken]
        self.columns.appendleft(column)
        if self.a <= self.a_floor:
            column += [self.lost] * self.most
        else:
            self._fill(column)
        if len(self.defenders) == 1 and self.defenders[0][1] == 1:
            return column[-1]
        return sum(column[d] * weight for d, weight in self.defenders)

    def _fill(self, column: list[Any]) -> None:
        columns = self.columns
        attack_dice = bisect_right(self.chain.attack_needs, self.a)
        for defence_dice, low, high in self.segments:
            first, *others = self.chain.rolls[attack_dice][defence_dice]
            most = len(others)
            known: list[Any] = []
            for lost, chance in enumerate(others, 1):
                worths = columns[lost][low - most + lost : high - most + lost]
                if known:
                    known = [k + chance * w for k, w in zip(known, worths, strict=True)]
                else:
                    known = [chance * w for w in worths]
            for worth in known:
                column.append(worth + first * column[-most])


class ArrayClimb(Climb):
    """A climb of floats whose columns are arrays, for many defenders.

    Within a segment a column feeds itself as a row does in `bands`.
    """

    def __init__(
        self, chain: Chain, defenders: Sequence[tuple[int, Any]], *, lost: Any, a_floor: int = 0
    ) -> None:
        import numpy as np

        super().__init__(chain, defenders, lost=lost, a_floor=a_floor)
        self.numbers = np.array([d for d, _ in defenders])
        self.weights = np.array([weight for _, weight in defenders])

    def rise(self, taken: Any) -> Any:
        """Go on to one attacker more; return the worth of starting with that many."""
        import numpy as np

        self.a += 1
        column = np.full(self.most + 1, float(self.lost))
        column[0] = taken
        if self.a > self.a_floor:
            self._fill(column)
        self.columns.appendleft(column)
        return float(column[self.numbers] @ self.weights)

    def _fill(self, column: Any) -> None:
        attack_dice = bisect_right(self.chain.attack_needs, self.a)
        for defence_dice, low, high in self.segments:
            first, *others = self.chain.rolls[attack_dice][defence_dice]
            most = len(others)
            here = column[low:high]
            here[:] = 0.0
            for lost, chance in enumerate(others, 1):
                here += chance * self.columns[lost - 1][low - most + lost : high - most + lost]
            edge = min(most, high - low)
            here[:edge] += first * column[low - most : low - most + edge]
            factor, shift = first, most
            while factor > NOTHING and shift < len(here):
                here[shift:] += factor * here[:-shift]
                factor, shift = factor * factor, 2 * shift
            # what is next to the smallest double takes long
            here[here < NOTHING] = 0.0
