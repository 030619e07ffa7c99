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

from functools import lru_cache
from math import sqrt
from typing import Any

from ..dice.rules import MOST_DICE
from .chain import ROUNDING, Chain, rolls_array
from .jit import Kernel, finished, kept_in, strip_in, zeros
from .lines import Endings, Line
from .reach import (
    FEW,
    MARK,
    NARROW,
    SHORT,
    SMALLEST_START,
    WIDE,
    WIDE_CELLS,
    constants,
    deviation,
    fades_of,
    marks_of,
    strip_cells,
)
from .walks import beyond, careful_sum, line_error, power, stride, visits, walk

# armies up to which a strip may be as long as there are armies
ROOMY = 10_000

# What follows down to `solve` is run as it stands and, compiled, as its own twin. So it takes
# numbers, tuples and buffers only, and multiplies where a power or a logarithm might be rounded
# differently by the two.


def scatter(target: Any, position: int, weights: Any, count: int, chance: float) -> None:
    """Add `chance` times the weights to every second cell of `target`, downward."""
    for i in range(count):
        target[position - 2 * i] += chance * weights[i]


def enter(
    out: Any,
    along_inner: int,
    along_start: int,
    bottom: int,
    across_lowest: int,
    across_inner: int,
    across_start: int,
    p0: float,
    p1: float,
    p2: float,
    log_p2: float,
    room: float,
    fade: int,
    marks: Any,
    at: int,
) -> tuple[Any, int, int, float, float]:
    """Return a strip, in `out`, with what leaves the interior from its two lines next to it.

    A strip holds the lines from ``across_lowest`` to below ``across_inner`` one behind the
    other; in each, cell x has ``low + x`` armies along. The result is (strip, low, width, left
    out, error); a width of 0 means that nothing arrives.
    """
    last = along_start - along_inner
    length = across_start - across_inner
    first, near, near_count, left_out, error = visits(
        length, last, p0, p1, p2, log_p2, room, marks, at
    )
    high = along_start - first
    lowest = high - 2 * near_count
    far = zeros(0)
    far_first, far_count = 0, 0
    if length > 0:
        far_first, far, far_count, more, other = visits(
            length - 1, last, p0, p1, p2, log_p2, room, marks, at + MARK
        )
        left_out += more
        error = max(error, other)
        if far_count:
            lowest = min(lowest, along_start - far_first - 2 * far_count)
            high = max(high, along_start - far_first) if near_count else along_start - far_first
    if (length + 1) // 2 * log_p2 <= SMALLEST_START:
        # what has left a short line has spent the armies of a strip on its steps, which cost more
        error += 5.0 * fade
    if not near_count and not far_count:
        return zeros(0), along_start + 1, 0, left_out, error
    low = max(bottom, lowest - fade)
    width = high - low + 1
    strip = strip_in(out, (across_inner - across_lowest) * width)
    next_line = (across_inner - 1 - across_lowest) * width
    scatter(strip, next_line - width + along_start - first - low, near, near_count, p2)
    scatter(strip, next_line + along_start - first - 1 - low, near, near_count, p1)
    scatter(strip, next_line + along_start - far_first - low, far, far_count, p2)
    return strip, low, width, left_out, error


def settle_line(
    strip: Any, line: int, width: int, high: int, low: int, q0: float, q1: float, q2: float
) -> None:
    """Roll on the cells `high` down to `low` of the line that starts at index `line`.

    With chance q_u the roll removes u armies along the line and the others across it. A roll
    that removes one army only is told by a negative q2.
    """
    at_one, at_two = 0.0, 0.0  # on their way to the next cell and the one after
    for x in range(line + high, line + low - 1, -1):
        weight = strip[x] + at_one
        if q2 < 0.0:
            at_one = weight * q1
            strip[x - width] += weight * q0
        else:
            at_one = at_two
            at_two = weight * q2
            strip[x - width - 1] += weight * q1
            strip[x - 2 * width] += weight * q0
    if high >= low:
        strip[line + low - 1] += at_one
    if high >= low and q2 >= 0.0:
        strip[line + low - 2] += at_two


def settle(
    strip: Any,
    low: int,
    width: int,
    until: int,
    along_needs: Any,
    along_dice: int,
    across_needs: Any,
    across_dice: int,
    across_lowest: int,
    across_floor: int,
    across_inner: int,
    rolls: Any,
    mirrored: bool,
) -> None:
    """Roll on every cell of a strip with at least `until` armies along."""
    for armies in range(across_inner - 1, across_floor, -1):
        j = across_dice
        while across_needs[j - 1] > armies:
            j -= 1
        high = width - 1
        for i in range(along_dice, 0, -1):
            pairs = min(i, j)
            if mirrored:
                at = (j * (MOST_DICE + 1) + i) * (MOST_DICE + 1)
                q0, q1 = rolls[at + pairs], rolls[at + pairs - 1]
                q2 = rolls[at + pairs - 2] if pairs == 2 else -1.0
            else:
                at = (i * (MOST_DICE + 1) + j) * (MOST_DICE + 1)
                q0, q1 = rolls[at], rolls[at + 1]
                q2 = rolls[at + 2] if pairs == 2 else -1.0
            least = max(until - low, along_needs[i - 1] - low, pairs)
            settle_line(strip, (armies - across_lowest) * width, width, high, least, q0, q1, q2)
            high = min(high, least - 1)


def lowered(
    out: Any, strip: Any, low: int, width: int, lines: int, new_low: int, least_high: int
) -> tuple[Any, int, int]:
    """Return the first lines of a strip with the cells from `new_low` to `least_high` in it."""
    if width > 0 and low <= new_low:
        return strip, low, width
    high = max(low + width - 1, least_high) if width > 0 else least_high
    new_width = high - new_low + 1
    longer = zeros(lines * new_width)
    for line in range(lines):
        for x in range(width):
            longer[line * new_width + low - new_low + x] = strip[line * width + x]
    return kept_in(out, longer), new_low, new_width


def ended(strip: Any, width: int, lines: int, first: int) -> float:
    """Return the sum of the first lines of a strip, from the cell `first` on."""
    result = 0.0
    if width > first:
        for line in range(lines):
            even, odd = 0.0, 0.0
            start = line * width + first
            for x in range(start, (line + 1) * width - 1, 2):
                even += strip[x]
                odd += strip[x + 1]
            if (width - first) & 1:
                even += strip[(line + 1) * width - 1]
            result += even + odd
    return result


def solve(
    south_out: Any, west_out: Any, question: Any
) -> tuple[Any, int, int, Any, int, int, float, float, float]:
    """Return the strips south (few defenders) and west (few attackers) after the last roll.

    They lie in the buffers given for them, if those are large enough. The question is (armies of
    both sides, their floors, needs and dice of the attacker, of the defender, rolls, logarithms
    and rooms, fades, marks).

    The result is (south, its low, its width, west, its low, its width, left out, the sum of all
    endings, error). In the south lines at or below `d_floor` are endings, in the west those at or
    below `a_floor`, there with more than `d_floor` defenders.
    """
    a, d, a_floor, d_floor, a_needs, a_dice, d_needs, d_dice, rolls, rest, fades, marks = question
    log_a, log_d, room_a, room_d = rest
    fade_a, fade_d = fades
    # there are no lines with more armies than there are
    a_inner = min(max(a_needs[a_dice - 1], a_floor + 1), a + 1)
    d_inner = min(max(d_needs[d_dice - 1], d_floor + 1), d + 1)
    a_lowest = max(0, a_floor - 1)
    d_lowest = max(0, d_floor - 1)
    top = (a_dice * (MOST_DICE + 1) + d_dice) * (MOST_DICE + 1)
    p_d, p_1, p_a = rolls[top], rolls[top + 1], rolls[top + 2]
    south, south_low, south_width = zeros(0), a + 1, 0
    west, west_low, west_width = zeros(0), d + 1, 0
    left_out = 0.0
    error = 5.0 * (a + d)
    if d < d_inner:
        south_low = max(a_lowest, a - fade_a)
        south_width = a - south_low + 1
        south = strip_in(south_out, (d_inner - d_lowest) * south_width)
        south[(d - d_lowest + 1) * south_width - 1] = 1.0
    elif a < a_inner:
        west_low = max(d_lowest, d - fade_d)
        west_width = d - west_low + 1
        west = strip_in(west_out, (a_inner - a_lowest) * west_width)
        west[(a - a_lowest + 1) * west_width - 1] = 1.0
    else:
        south, south_low, south_width, more, error = enter(
            south_out, a_inner, a, a_lowest, d_lowest, d_inner, d,
            p_a, p_1, p_d, log_d, room_a, fade_a, marks, 0,
        )  # fmt: skip
        left_out += more
        west, west_low, west_width, more, other = enter(
            west_out, d_inner, d, d_lowest, a_lowest, a_inner, a,
            p_d, p_1, p_a, log_a, room_d, fade_d, marks, 2 * MARK,
        )  # fmt: skip
        error = max(error, other) + 5.0 * (a_inner - a_floor + d_inner - d_floor)
        left_out += more
        # rolls that leave the interior on both sides at once are counted in the south
        for start in range(0, len(west), max(1, west_width)):
            for x in range(min(west_width, d_inner - west_low)):
                west[start + x] = 0.0
    if west_width > 0:
        settle(
            west, west_low, west_width, d_inner, d_needs, d_dice, a_needs, a_dice,
            a_lowest, a_floor, a_inner, rolls, True,
        )  # fmt: skip
        if west_low < d_inner:
            south, south_low, south_width = lowered(
                south_out,
                south,
                south_low,
                south_width,
                d_inner - d_lowest,
                a_lowest,
                min(a, a_inner - 1),
            )
            for armies in range(a_lowest, min(a + 1, a_inner)):
                for left in range(west_low, d_inner):
                    south[(left - d_lowest) * south_width + armies - south_low] += west[
                        (armies - a_lowest) * west_width + left - west_low
                    ]
    if south_width:
        settle(
            south, south_low, south_width, a_floor + 1, a_needs, a_dice, d_needs, d_dice,
            d_lowest, d_floor, d_inner, rolls, False,
        )  # fmt: skip
        if south_low <= a_floor:
            # the endings with few attackers and few defenders complete the columns of the west
            west, west_low, west_width = lowered(
                west_out,
                west,
                west_low,
                west_width,
                a_floor + 1 - a_lowest,
                d_lowest,
                min(d, d_inner - 1),
            )
            for armies in range(south_low, a_floor + 1):
                for left in range(d_floor + 1, min(d + 1, d_inner)):
                    west[(armies - a_lowest) * west_width + left - west_low] = south[
                        (left - d_lowest) * south_width + armies - south_low
                    ]
    together = ended(south, south_width, d_floor + 1 - d_lowest, max(0, 1 - south_low))
    together += ended(west, west_width, a_floor + 1 - a_lowest, max(0, d_floor + 1 - west_low))
    return south, south_low, south_width, west, west_low, west_width, left_out, together, error


def solve_into(
    south_out: Any, west_out: Any, question: Any
) -> tuple[int, int, int, int, int, int, float, float, float]:
    """Do what `solve` does, and return the lengths of the strips instead of them.

    A strip that is longer than the buffer given for it is lost.
    """
    south, south_low, south_width, west, west_low, west_width, left_out, together, error = solve(
        south_out, west_out, question
    )
    return (
        len(south), south_low, south_width, len(west), west_low, west_width,
        left_out, together, error,
    )  # fmt: skip


SOLVE = Kernel(
    solve_into, power, careful_sum, walk, stride, beyond, deviation, visits, scatter, enter,
    settle_line, settle, lowered, ended, line_error, solve,
)  # fmt: skip


def solve_compiled(chain: Chain, question: tuple[Any, ...], work: float) -> tuple[Any, ...]:
    """Do what `solve` does by its compiled twin."""
    import numpy as np

    a, d, a_floor, d_floor, *_, (_, _, room_a, room_d), (fade_a, fade_d), _ = question
    a_lines = min(max(chain.attack_needs[-1], a_floor + 1), a + 1) - max(0, a_floor - 1)
    d_lines = min(max(chain.defence_needs[-1], d_floor + 1), d + 1) - max(0, d_floor - 1)
    a_width, d_width = a + 1, d + 1
    if a + d > ROOMY:
        # a guess; what is too much of it is never touched
        p_d, p_1, p_a = chain.rolls[-1][-1]
        a_width = min(a_width, _width(deviation(d, p_a, p_1, p_d), room_a, fade_a))
        d_width = min(d_width, _width(deviation(a, p_d, p_1, p_a), room_d, fade_d))
    south_size, west_size = d_lines * a_width, a_lines * d_width
    while True:
        south, west = np.empty(south_size), np.empty(west_size)
        found = SOLVE.compiled(south, west, question, work=work)
        south_size, west_size = found[0], found[3]
        if south_size <= len(south) and west_size <= len(west):
            return (south[:south_size], *found[1:3], west[:west_size], *found[4:])


def _width(spread: float, room: float, fade: int) -> int:
    """Return how wide a strip becomes, unless its windows turn out to be too narrow."""
    narrow = WIDE * spread > WIDE_CELLS
    return int(3 * (room + (NARROW if narrow else WIDE) * spread)) + fade + 1000


@lru_cache(maxsize=256)
def _array(marks: tuple[float, ...]) -> Any:
    """Return marks as compiled code reads them."""
    import numpy as np

    return np.array(marks)


def endings(a: int, d: int, chain: Chain, a_floor: int = 0, d_floor: int = 0) -> Endings:
    """Return the endings of a battle that `reach.takes`.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> sorted(endings(1, 1, float_chain(CLASSIC)).lines)
    [Line(fixed='attackers', at=0, low=1, chances=[0.5833333333333334]), \
Line(fixed='defenders', at=0, low=1, chances=[0.4166666666666667])]

    Parameters
    ----------
    a, d : int
        Fighting armies of both sides.
    chain : Chain
        Chances of each roll, as floats.
    a_floor, d_floor : int
        The battle is over at or below these.
    """
    known = constants(chain)
    work = 6.0 * (a if a > d else d)
    if a + d > SHORT:
        size = min(max(a, d), 2 * min(a, d) + 3000)
        work = 6 * min(size, 120 * sqrt(size))
    if not known.narrow:
        work += 3 * strip_cells(a, d, chain, a_floor, d_floor)
    fast = SOLVE.pays(work) or (SOLVE.loaded and a + d > FEW)
    fades = (a, d) if a + d <= SHORT else fades_of(a, d, chain, a_floor, d_floor)
    marks: tuple[float, ...] = ()
    if a * known.rest[0] <= 2 * SMALLEST_START or d * known.rest[1] <= 2 * SMALLEST_START:
        # the exact start of a line may lie too low
        marks = marks_of(a, d, chain, a_floor, d_floor)
    question = (
        a, d, a_floor, d_floor, *known[:4], rolls_array(chain) if fast else known.rolls,
        known.rest, fades, _array(marks) if fast else marks,
    )  # fmt: skip
    south, south_low, south_width, west, west_low, west_width, left_out, together, error = (
        solve_compiled(chain, question, work) if fast else solve(None, None, question)
    )
    if not fast:
        south, west = finished(south), finished(west)
    lines = []
    if south_width:
        least = max(south_low, 1)
        for n, left in enumerate(range(max(0, d_floor - 1), d_floor + 1)):
            row = south[n * south_width + least - south_low : (n + 1) * south_width]
            lines.append(Line("defenders", left, least, row))
    if west_width:
        least = max(west_low, d_floor + 1)
        for n, armies in enumerate(range(max(0, a_floor - 1), a_floor + 1)):
            column = west[n * west_width + least - west_low : (n + 1) * west_width]
            lines.append(Line("attackers", armies, least, column))
    return Endings(lines, left_out, together, error * ROUNDING)
