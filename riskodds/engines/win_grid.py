"""The win chances of all battles up to a size, backward from the endings.

``W(a, d) = sum over k of p_k W(a - k, d - m + k)`` with W(a, 0) = 1 and W(0, d) = 0. All terms
are positive, so every entry keeps its relative accuracy. Row a needs the rows a - 1 to a - 4
and, in itself, the entries to its left.

Expected losses follow the same way: with c_k what a roll costs a side of which the attacker
loses k armies, ``L(a, d) = sum over k of p_k (c_k + L(a - k, d - m + k))``, and 0 at the end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from typing import Any

from ..dice.rules import MOST_DICE
from .chain import Chain, flat_rolls, padded
from .jit import Kernel


def fill_row(out: Any, row: int, size: int, i: int, d_needs: Any, rolls: Any, most: int) -> None:
    """Fill the entries of a row, from which i dice attack, with less than `most` defenders."""
    out[row] = 1.0
    for j in range(1, MOST_DICE + 1):
        start = min(d_needs[j - 1], most)
        stop = min(d_needs[j], most) if j < MOST_DICE else most
        pairs = min(i, j)
        at = (i * (MOST_DICE + 1) + j) * (MOST_DICE + 1)
        for d in range(start, stop):
            win = 0.0
            for k in range(pairs + 1):
                win += rolls[at + k] * out[row - k * size + d - pairs + k]
            out[row + d] = win


def fill_four(out: Any, row: int, size: int, start: int, p0: float, p1: float, p2: float) -> None:
    """Fill four rows at once, from the column `start` on, where every roll has three outcomes.

    What a row needs of the two above it is then in registers: two rows are read for four
    written, and the sums of one row do not wait for each other.
    """
    above, above_2 = row - size, row - 2 * size
    row_1, row_2, row_3 = row + size, row + 2 * size, row + 3 * size
    a1 = out[above + start - 1]
    w0_2, w0_1 = out[row + start - 2], out[row + start - 1]
    w1_2, w1_1 = out[row_1 + start - 2], out[row_1 + start - 1]
    w2_2, w2_1 = out[row_2 + start - 2], out[row_2 + start - 1]
    w3_2, w3_1 = out[row_3 + start - 2], out[row_3 + start - 1]
    for d in range(start, size):
        a0 = out[above + d]
        w0 = p0 * w0_2 + p1 * a1 + p2 * out[above_2 + d]
        w1 = p0 * w1_2 + p1 * w0_1 + p2 * a0
        w2 = p0 * w2_2 + p1 * w1_1 + p2 * w0
        w3 = p0 * w3_2 + p1 * w2_1 + p2 * w1
        out[row + d], out[row_1 + d], out[row_2 + d], out[row_3 + d] = w0, w1, w2, w3
        a1 = a0
        w0_2, w0_1, w1_2, w1_1 = w0_1, w0, w1_1, w1
        w2_2, w2_1, w3_2, w3_1 = w2_1, w2, w3_1, w3


def fill(
    out: Any,
    a_most: int,
    d_most: int,
    a_needs: Any,
    a_dice: int,
    d_needs: Any,
    d_dice: int,
    rolls: Any,
) -> None:
    """Fill `out`, rows of attackers that may attack by defenders, one row after the other."""
    size = d_most + 1
    for d in range(size):
        out[d] = 0.0
    out[0] = 1.0
    i = 0
    start = min(d_needs[d_dice - 1], size)
    top = (a_dice * (MOST_DICE + 1) + d_dice) * (MOST_DICE + 1)
    three_outcomes = min(a_dice, d_dice) == 2
    a = 1
    while a <= a_most:
        while i < a_dice and a_needs[i] <= a:
            i += 1
        if three_outcomes and i == a_dice and a + 3 <= a_most:
            for n in range(4):
                fill_row(out, (a + n) * size, size, i, d_needs, rolls, start)
            fill_four(out, a * size, size, start, rolls[top], rolls[top + 1], rolls[top + 2])
            a += 4
        else:
            fill_row(out, a * size, size, i, d_needs, rolls, size)
            a += 1


FILL = Kernel(fill, fill_row, fill_four)


def fill_question(attackers: int, defenders: int, chain: Chain) -> tuple[Any, ...]:
    """Return what `fill` is asked, after `out` and before the chances of a roll."""
    return (
        attackers - 1,
        defenders,
        padded(chain.attack_needs),
        len(chain.attack_needs),
        padded(chain.defence_needs),
        len(chain.defence_needs),
    )


def plain_table(attackers: int, defenders: int, chain: Chain) -> list[float]:
    """Return the win chances of 1 to so many attackers, against 0 to so many each, in a list.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> plain_table(2, 1, float_chain(CLASSIC))
    [1.0, 0.0, 1.0, 0.4166666666666667]
    """
    rows = [0.0] * (attackers * (defenders + 1))
    FILL.plain(rows, *fill_question(attackers, defenders, chain), flat_rolls(chain))
    return rows


def loss_rows(
    attackers: int, defenders: int, chain: Chain, side: str = "attacker"
) -> Iterator[list[float]]:
    """Iterate over the expected losses of 1 to so many attackers, each against 0 to so many.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> list(loss_rows(2, 1, float_chain(CLASSIC)))
    [[0.0, 0.0], [0.0, 0.5833333333333334]]
    """
    rows: deque[list[float]] = deque(maxlen=MOST_DICE + 1)
    dice = [bisect_right(chain.defence_needs, d) for d in range(defenders + 1)]
    for a in range(attackers):
        row = [0.0] * (defenders + 1)
        rows.appendleft(row)
        by_dice = chain.rolls[bisect_right(chain.attack_needs, a)]
        for d in range(1, defenders + 1) if a else ():
            chances = by_dice[dice[d]]
            pairs = len(chances) - 1
            loss = 0.0
            for k, chance in enumerate(chances):
                cost = k if side == "attacker" else pairs - k
                loss += chance * (cost + rows[k][d - pairs + k])
            row[d] = loss
        yield row
