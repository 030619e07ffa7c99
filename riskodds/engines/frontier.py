r"""The linear-time engine: a whole battle from four lines of its grid.

Where the attacker has all his dice and the defender all hers, every roll has the same three
outcomes, and as both counts only fall, no way into a state of that interior has ever left it.
So with p0, p1, p2 the chances that the attacker loses 2, 1, 0 of the two armies, the chance to
visit the state with j attackers and L defenders lost is a plain trinomial coefficient:

    T(j, L) = [s^j t^L] (p0 s^2 + p1 s t + p2 t^2)^((j + L) / 2)        (0 for odd j + L)

The battle leaves the interior from two lines of fixed d and two of fixed a; behind them lie
strips in which a side rolls fewer dice, a few cells wide. That is O(a + d) cells, not O(a d).

**Along a line** of fixed L, writing K = p1^2 / (4 p2),

    (j+1)(j+2) T(j+2) = [ K L^2 + (p0 + 2K) L + 2 p0 + (5 p0 - 2K + 2 p0 L) j
                          + (2 p0 - K) j^2 ] T(j)  -  p0 (p0 - K) (j+L)(j+L+2) T(j-2)

from T(j < 0) = 0 and, for even L, T(0) = p2^(L/2); for odd L, T(1) = k p1 p2^(k-1) with
k = (L+1)/2. It is stable for rising j only, and when 4 p0 p2 > p1^2. A line of fixed j is the
mirror image: p0 and p2 change places.

**On long lines** that first value underflows, and only a window of the line matters: around
the mean r L, r = (2 p0 + p1) / (2 p2 + p1), with variance L v / E, where
v = 4 p0 + p1 (1 - r)^2 + 4 p2 r^2 and E = p1 + 2 p2. An arbitrary start at the window's left
edge is forgotten by the factor rho = p0 (p0 - K) (1 + 1/r)^2 a step, and the window is then
scaled to the known sum over the whole line (a renewal sequence):

    u_L = 1/E + (1/(1 - p0) - 1/E) (-p2 / (1 - p0))^L

The recurrence is Zeilberger's for this coefficient; on stability see Gautschi 1967.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from math import ceil, fsum, log, sqrt
from typing import Any, NamedTuple

from .chain import Chain
from .lines import Line

# e^-710 is less than any double that keeps its digits
NOTHING = 710.0
TINY = 1e-300
HUGE = 1e200
# e^-690 is the smallest start that leaves room for its neighbours above the smallest double
SMALLEST_START = -690.0
SLOWEST_MEMORY = 0.95
# standard deviations on each side of a window: to the smallest double, or to 1e-21
WIDE, NARROW = 39.0, 9.5
WIDE_CELLS = 4_000_000


def memory(p0: float, p1: float, p2: float) -> float:
    """Return rho, by which an arbitrary start of a line is forgotten in a step; 1 if never."""
    if 4 * p0 * p2 <= p1 * p1:
        return 1.0
    r = (2 * p0 + p1) / (2 * p2 + p1)
    return p0 * (p0 - p1 * p1 / (4 * p2)) * (1 + 1 / r) ** 2


def fits(chain: Chain) -> bool:
    """Return whether this engine can walk the chain."""
    top = chain.rolls[-1][-1]
    return (
        len(top) == 3
        and max(memory(*top), memory(*reversed(top))) < SLOWEST_MEMORY
        and all(max(chances, default=0) < 1 for by_dice in chain.rolls for chances in by_dice)
    )


def walk(out: Any, j: int, length: int, value: float, p0: float, p1: float, p2: float) -> int:
    """Fill `out` with T(j), T(j + 2), ... of the line `length`; return how many were filled.

    Ends early where the values have sunk to nothing behind the mean.
    """
    big_k = p1 * p1 / (4.0 * p2)
    mean = length * (2.0 * p0 + p1) / (2.0 * p2 + p1)
    constant = big_k * length * length + (p0 + 2.0 * big_k) * length + 2.0 * p0
    linear = 5.0 * p0 - 2.0 * big_k + 2.0 * p0 * length
    square = 2.0 * p0 - big_k
    back = p0 * (p0 - big_k)
    x = float(j)
    before = 0.0
    for i in range(len(out)):
        out[i] = value
        if value > HUGE:
            # the start of a long line lies further below its middle than floats reach
            value /= HUGE
            before /= HUGE
            for done in range(i + 1):
                out[done] /= HUGE
        elif value < TINY and x > mean:
            return i + 1
        following = (
            (constant + linear * x + square * x * x) * value
            - back * (x + length) * (x + length + 2.0) * before
        ) / ((x + 1.0) * (x + 2.0))
        before = value
        value = following
        x += 2.0
    return len(out)


def scatter(target: Any, position: int, weights: Any, count: int, chance: float) -> None:
    """Add `chance` times the weights to every second cell of `target`, downward."""
    for i in range(count):
        target[position - 2 * i] += chance * weights[i]


def settle(
    line: Any, near: Any, far: Any, high: int, low: int, q0: float, q1: float, q2: float = -1.0
) -> None:
    """Roll on every cell of a line from `high` down to `low`.

    With chance q_u the roll removes u armies along the line and the others across it, into the
    lines `near` and `far`. A roll that removes one army only has no q2.
    """
    if q2 < 0.0:
        for x in range(high, low - 1, -1):
            weight = line[x]
            line[x - 1] += weight * q1
            near[x] += weight * q0
    else:
        for x in range(high, low - 1, -1):
            weight = line[x]
            line[x - 2] += weight * q2
            near[x - 1] += weight * q1
            far[x] += weight * q0


def visits(length: int, last: int, p0: float, p1: float, p2: float) -> tuple[int, Any, int]:
    """Return the chances to visit the cells j = first, first + 2, ... up to `last` of a line.

    The result is (first, weights, count); weights beyond `count` mean nothing.
    """
    r = (2 * p0 + p1) / (2 * p2 + p1)
    drift = p1 + 2 * p2
    spread = sqrt(length * (4 * p0 + p1 * (1 - r) ** 2 + 4 * p2 * r * r) / drift)
    # room for the tail of a short line, and for an arbitrary start to be forgotten
    room = 2 * NOTHING / -log(max(p0, memory(p0, p1, p2)))
    half_length = (length + 1) // 2
    exact_start = half_length * log(p2) > SMALLEST_START
    narrow = WIDE * spread > WIDE_CELLS
    half = room + (NARROW if narrow else WIDE) * spread
    while True:
        odd = length & 1
        first, high = odd, ceil(r * length + half)
        if exact_start:
            high = min(high, last)
            value = half_length * p1 * p2 ** (half_length - 1) if odd else p2**half_length
        else:
            low = int(r * length - half)
            first = max(first, low + ((low ^ length) & 1))
            value = TINY
        if first > last:
            return first, [], 0
        weights = [0.0] * ((high - first) // 2 + 1)
        count = walk(weights, first, length, value, p0, p1, p2)
        if not exact_start:
            renewal = (-p2 / (1 - p0)) ** length
            scale = (1 / drift + (1 / (1 - p0) - 1 / drift) * renewal) / fsum(weights)
            for i in range(count):
                weights[i] *= scale
        cut_short = high < last and weights[count - 1] > TINY
        begun_late = first > odd and weights[0] > TINY
        if narrow or not (cut_short or begun_late):
            return first, weights, min(count, (last - first) // 2 + 1)
        half *= 1.5


class Axis(NamedTuple):
    """One side of the battle: fighting armies at the start, dice, and where it is over."""

    name: str
    start: int
    needs: tuple[int, ...]
    floor: int

    @property
    def inner(self) -> int:
        """The fewest armies with which every roll so far was with all dice."""
        return max(self.needs[-1], self.floor + 1)

    @property
    def lowest(self) -> int:
        """The fewest armies that an ending can leave: one roll below the last fight."""
        return max(0, self.floor - 1)


class Strip:
    """The lines beside the interior in which one side rolls fewer dice, and the endings there.

    ``lines[n][x]`` is the weight of the cell with ``across.lowest + n`` armies across and
    ``low + x`` along. `chances(i, j)` gives, for i dice along and j across, the chance of each
    number of armies lost along.
    """

    def __init__(
        self,
        along: Axis,
        across: Axis,
        chances: Callable[[int, int], tuple[float, ...]],
        bottom: int,
    ) -> None:
        self.along, self.across, self.chances, self.bottom = along, across, chances, bottom
        self.low, self.high = along.start + 1, along.start
        self.lines: list[Any] = [[] for _ in range(across.lowest, across.inner)]

    def line(self, across: int) -> Any:
        """Return the line with this many armies across."""
        return self.lines[across - self.across.lowest]

    def stretch(self, low: int, high: int) -> None:
        """Make room for the along values from `low`, if not below the bottom, to `high`."""
        self.low, self.high = max(self.bottom, low), high
        for n in range(len(self.lines)):
            self.lines[n] = [0.0] * (high - self.low + 1)

    def fade(self) -> int:
        """Return in how many cells a weight sinks to nothing by losses along the strip alone."""
        most = len(self.along.needs)
        slowest = 0.0
        for dice in range(1, len(self.across.needs) + 1):
            chances = self.chances(most, dice)
            slowest = max(slowest, chances[-1] ** (1 / (len(chances) - 1)))
        return ceil(NOTHING / -log(slowest))

    def enter(self) -> None:
        """Fill in what leaves the interior, from its two lines next to the strip."""
        along, across = self.along, self.across
        q0, q1, q2 = top = self.chances(len(along.needs), len(across.needs))
        found = []
        for beyond in range(min(2, across.start - across.inner + 1)):
            length = across.start - across.inner - beyond
            first, weights, count = visits(length, along.start - along.inner, q2, q1, q0)
            if count:
                found.append((beyond, along.start - first, weights, count))
        if not found:
            return
        lowest = min(at - 2 * count for _, at, _, count in found)
        self.stretch(lowest - self.fade(), max(at for _, at, _, _ in found))
        for beyond, at, weights, count in found:
            for lost in range(2 - beyond):
                line = self.line(across.inner + beyond + lost - 2)
                scatter(line, at - lost - self.low, weights, count, top[lost])

    def settle(self, until: int) -> None:
        """Roll on every cell of the strip with at least `until` armies along."""
        along, across = self.along, self.across
        for armies in range(across.inner - 1, across.floor, -1):
            across_dice = bisect_right(across.needs, armies)
            high = self.high
            for along_dice in range(len(along.needs), 0, -1):
                chances = self.chances(along_dice, across_dice)
                lost = len(chances) - 1
                low = max(until, along.needs[along_dice - 1], self.low + lost)
                settle(
                    self.line(armies),
                    self.line(armies - 1),
                    self.line(armies - lost),
                    high - self.low,
                    low - self.low,
                    *chances,
                )
                high = min(high, low - 1)

    def endings(self, least: int) -> list[Line]:
        """Return the lines beyond the strip, from `least` armies along."""
        skip = max(0, least - self.low)
        return [
            Line(self.across.name, armies, self.low + skip, self.line(armies)[skip:])
            for armies in range(self.across.lowest, self.across.floor + 1)
        ]


def frontier(a: int, d: int, chain: Chain, a_floor: int = 0, d_floor: int = 0) -> list[Line]:
    """Return the endings of a battle that `fits` the engine, as lines of neighbours.

    >>> from riskodds.dice import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> frontier(1, 1, float_chain(CLASSIC))
    [Line(fixed='defenders', at=0, low=0, chances=[0.0, 0.4166666666666667]), \
Line(fixed='attackers', at=0, low=1, chances=[0.5833333333333334])]

    Parameters
    ----------
    a, d : int
        Fighting armies of both sides.
    chain : Chain
        Chances of each roll, as floats.
    a_floor, d_floor : int
        The battle is over at or below these.
    """
    attack = Axis("attackers", a, chain.attack_needs, a_floor)
    defence = Axis("defenders", d, chain.defence_needs, d_floor)
    south = Strip(attack, defence, lambda i, j: chain.rolls[i][j], attack.lowest)
    west = Strip(defence, attack, lambda i, j: chain.rolls[j][i][::-1], defence.inner - 2)
    if d < defence.inner:
        south.stretch(a - south.fade(), a)
        south.line(d)[a - south.low] = 1.0
    elif a < attack.inner:
        west.stretch(d - west.fade(), d)
        west.line(a)[d - west.low] = 1.0
    else:
        south.enter()
        west.enter()
        # rolls that leave the interior on both sides at once are counted in the south
        for line in west.lines:
            for x in range(defence.inner - west.low):
                line[x] = 0.0
    west.settle(defence.inner)
    if west.lines[0] and west.low < defence.inner:
        if not south.lines[0]:
            south.stretch(attack.lowest, a)
        for armies in range(south.low, min(south.high + 1, attack.inner)):
            for left in range(west.low, defence.inner):
                south.line(left)[armies - south.low] += west.line(armies)[left - west.low]
    south.settle(a_floor + 1)
    lines = south.endings(attack.lowest) + west.endings(defence.inner)
    for armies in range(south.low, a_floor + 1):
        column = [
            south.line(left)[armies - south.low] for left in range(d_floor + 1, defence.inner)
        ]
        lines.append(Line("attackers", armies, d_floor + 1, column))
    return [line for line in lines if len(line.chances)]
