"""One battle of a campaign, forward: from a distribution of attackers to what is left of it.

The stack that arrives at a territory is a list of weights by fighting armies. One pass over the
grid, row by row (see `forward`), carries all of it at once. `forward` does it in plain Python for
any number type, `bands` in numpy for floats. `Kernels` answer for every stack by itself, where
few defenders stand and the same numbers of defenders come again.

**Kernels.** Let F be the fewest fighting armies that roll all attack dice. While at least F
fight, the rolls do not depend on how many they are; so the chance to take a territory with
s >= F of a left depends on a - s only. The endings near zero (fewer than F left, or none and d
defenders) each need a weight for every a. All of these are chances to reach an ending, which
the first roll ties together:

    C_d(a) = sum over lost armies k of p_k C_(d-m+k)(a-k),     m armies lost in all.

Along a row only the term k = m refers to the row itself, so a row is a sum of known rows times
the series 1 / (1 - p_m z^m) = (1 + p z^m)(1 + p^2 z^2m)(1 + p^4 z^4m)..., a few array operations.
Every term is positive, so small chances keep their relative accuracy, as in the plain sweep.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from .chain import Chain

# beyond these the plain pass is as quick, or the kernels too large
MOST_DEFENDERS = 64
MOST_NUMBERS = 4_000_000


class Stage(NamedTuple):
    """What one battle of a campaign leaves of the stacks that came to it.

    `won` holds the weights of those that took the territory by fighting armies, a list or, from
    `bands`, a Band; `stuck` lists all others, (fighting armies, defenders, weight). `left_out`
    is a bound on what was dropped, `error` that of battles that were answered one by one.
    """

    won: Any
    stuck: list[tuple[int, int, Any]]
    left_out: float = 0.0
    error: float = 0.0


def forward(
    start: Sequence[Any],
    defenders: Sequence[tuple[int, Any]],
    chain: Chain,
    a_floor: int = 0,
    zero: Any = 0.0,
) -> Stage:
    """Fight for one territory with every stack of a distribution at once.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> forward([0.0, 1.0], [(1, 1.0)], float_chain(CLASSIC))[:2]
    ([0.0, 0.4166666666666667], [(0, 1, 0.5833333333333334)])

    Parameters
    ----------
    start : sequence
        Weights by fighting armies, from 0; any number type.
    defenders : sequence of (int, weight)
        The defenders that may stand there, each number with its weight.
    chain : Chain
        The chances of each roll, in the same number type.
    a_floor : int
        The battle is over at or below this.
    zero : number
        Nothing, in that number type.
    """
    top = len(start) - 1
    rows = [[zero] * (top + 1) for _ in range(max(d for d, _ in defenders) + 1)]
    for d, weight in defenders:
        rows[d] = [w * weight for w in start]
    needs = chain.attack_needs
    for d in range(len(rows) - 1, 0, -1):
        defence_dice = bisect_right(chain.defence_needs, d)
        row, high = rows[d], top
        for attack_dice in range(len(needs), 0, -1):
            low = max(needs[attack_dice - 1], a_floor + 1)
            chances = chain.rolls[attack_dice][defence_dice]
            most = len(chances) - 1
            for a in range(high, low - 1, -1):
                row[a - most] += row[a] * chances[most]
            for lost in range(most):
                target, chance = rows[d - most + lost], chances[lost]
                target[low - lost : high + 1 - lost] = [
                    there + here * chance
                    for there, here in zip(
                        target[low - lost : high + 1 - lost], row[low : high + 1], strict=True
                    )
                ]
            high = min(high, low - 1)
    stuck = [
        (a, d, rows[d][a])
        for d in range(1, len(rows))
        for a in range(min(a_floor, top), -1, -1)
        if rows[d][a]
    ]
    return Stage(rows[0], stuck)


@lru_cache(maxsize=8)
def kernels(chain: Chain, top: int) -> Kernels:
    """Return the kernels for stacks of up to `top` fighting armies, kept from call to call."""
    return Kernels(chain, top)


class Kernels:
    """The kernels and edge weights of one chain for every small number of defenders.

    ``rows[d][n, a]`` is the chance that `a` fighting armies end as number n: with n + 1 left
    and the territory taken for n < F, with none left and n - F + 1 defenders for n >= F.
    """

    def __init__(self, chain: Chain, top: int) -> None:
        self.chain, self.top = chain, top
        # armies that roll all dice, or one more than there are
        self.full = min(chain.attack_needs[-1], top + 1)
        self.rows: list[Any] = []
        # several threads share what is kept: each row is made once, from complete ones
        self._growing = Lock()

    def fits(self, defenders: int) -> bool:
        """Return whether kernels for this many defenders stay small."""
        size = (self.full + defenders) * defenders * (self.top + 1)
        return defenders <= MOST_DEFENDERS and size <= MOST_NUMBERS

    def row(self, defenders: int) -> Any:
        """Return the rows for this many defenders."""
        if len(self.rows) <= defenders:
            with self._growing:
                while len(self.rows) <= defenders:
                    self.rows.append(self._next())
        return self.rows[defenders]

    def _next(self) -> Any:
        import numpy as np

        d, full, chain = len(self.rows), self.full, self.chain
        if not d:
            return np.eye(full, self.top + 1, 1)
        row = np.zeros((self.full + d, self.top + 1))
        row[-1, 0] = 1.0
        defence_dice = bisect_right(chain.defence_needs, d)
        by_dice = [by_defence[defence_dice] for by_defence in chain.rolls]
        for a in range(1, min(full, self.top + 1)):
            chances = by_dice[bisect_right(chain.attack_needs, a)]
            for lost, chance in enumerate(chances):
                before = self.rows[d - len(chances) + 1 + lost] if lost < len(chances) - 1 else row
                row[: len(before), a] += chance * before[:, a - lost]
        chances = by_dice[-1]
        most = len(chances) - 1
        inner = row[:, full:]
        for lost, chance in enumerate(chances[:-1]):
            before = self.rows[d - most + lost]
            inner[: len(before)] += chance * before[:, full - lost : self.top + 1 - lost]
        edge = row[:, full - most : full]
        inner[:, :most] += chances[most] * edge[:, : inner.shape[1]]
        factor, shift = chances[most], most
        while factor > 0.0 and shift < inner.shape[1]:
            inner[:, shift:] += factor * inner[:, :-shift]
            factor, shift = factor * factor, 2 * shift
        return row

    def table(self, defenders: int, top: int) -> tuple[Any, Any]:
        """Return [a, s], the chances to win with s of a left, and [a], those to fail."""
        import numpy as np

        row = self.row(defenders)[:, : top + 1]
        won = np.zeros((top + 1, top + 1))
        for left in range(1, top + 1):
            if left < self.full:
                won[:, left] = row[left - 1]
            else:
                won[left:, left] = row[self.full - 1, self.full : top + 1 + self.full - left]
        return won, row[self.full :].sum(axis=0)


def in_order(stuck: list[tuple[int, int, Any]]) -> list[tuple[int, int, Any]]:
    """Return endings with the fewest defenders first, and of those the most attackers."""
    return sorted(stuck, key=lambda ending: (ending[1], -ending[0]))
