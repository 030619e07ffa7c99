"""How `closed_form` goes about a battle: what it takes, how far it looks, how it errs.

It walks lines and strips; what it has to know of a chain and of a question beforehand is
found here: whether the lines can be walked, how far strips have to be followed, the coefficients
of long lines, and a bound on the relative error of every chance.

**Error.** Let u = 2^-53; every step below rounds by a factor within 1 +- u, to first order in u.
Write R for the ratio of neighbours T(j+2) / T(j), so that the recurrence of `closed_form` reads
R' = grow - shrink / R. An error e of R (relative, in u) becomes q e in R', with
q = shrink / (R R'). That is the ratio of the two solutions of the recurrence, and with
t = L / j it is, but for terms in 1/j that make it smaller,

    q(t) = (b - w) / (b + w),  b = 2 p0 - K (1 - t),  w^2 = b^2 - 4 p0 (p0 - K)

which grows with j up to 1 - K/p0 < 1. If a step itself errs by s, then e <= s / (1 - q); and
T, a product of ratios, by the sum of e over its steps.

*Short lines* (`walk`) start exactly. Operations counted, 11 u are in `grow` and 1 in its product,
7 + 2K/(p0 - K) in `shrink` and 1 in its product, 1 in the difference; as q <= 1 - K/p0, a step
errs by s <= 15 + 20 q. The rounded chances of the k = (j + L) / 2 rolls add k, the power at the
start adds L / 2.

*Long lines* (`stride`) take differences T(j+2) - T(j) = Q T(j) + shrink (T(j) - T(j-2)), with the
coefficients of Q from whole numbers. T is rounded by 1 in a step, which moves neither solution;
all other errors are at most (12 (1 - q) + 8 q + 2) |1 - R|, and the sum of |1 - R| over the steps
between two cells is log(T / T'), if R is near one; if not, at most exp(2 z / s) times that, z
standard deviations s from the middle. The whole line is scaled to a known sum, so errors count
from its middle: half a window has (39 s + room) / 2 steps, and T falls by e^-710 there (9.5 s and
e^-46 in a narrow one). The known sum errs by less than 20.

*Strips*: a roll rounds five times: its chance, a product, three sums. A path makes at most as
many rolls in a strip as the strip is followed, and has lines.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, exp, inf, log, sqrt
from typing import NamedTuple

from ..dice.rules import MOST_DICE
from .chain import NEVER, Chain, flat_rolls, padded

# e^-710 is less than any double that keeps its digits
NOTHING = 710.0
# e^-690 is the smallest start that leaves room for its neighbours above the smallest double
SMALLEST_START = -690.0
SLOWEST_MEMORY = 0.95
# standard deviations on each side of a window: to the smallest double, or to 1e-20
WIDE, NARROW = 39.0, 9.5
WIDE_CELLS = 4e6
# armies that make a strip of few lines
FEW = 20
# armies up to which strips are kept whole
SHORT = 300
# numbers that strips may hold, as in `by_roll`
MOST_CELLS = 150_000_000
# for lines that have no mark
NO_MARK = (0.0,) * 5
MARK = len(NO_MARK)


def memory(p0: float, p1: float, p2: float) -> float:
    """Return rho, by which an arbitrary start of a line is forgotten in a step; 1 if never."""
    if 4 * p0 * p2 <= p1 * p1:
        return 1.0
    r = (2 * p0 + p1) / (2 * p2 + p1)
    return p0 * (p0 - p1 * p1 / (4 * p2)) * (1 + 1 / r) ** 2


@lru_cache(maxsize=256)
def fits(chain: Chain) -> bool:
    """Return whether this engine can walk the chain."""
    top = chain.rolls[-1][-1]
    return (
        len(top) == len(chain.ways) == 3
        and top[1] > 0
        and max(memory(*top), memory(*reversed(top))) < SLOWEST_MEMORY
        and all(max(chances, default=0) < 1 for by_dice in chain.rolls for chances in by_dice)
    )


def deviation(length: int, p0: float, p1: float, p2: float) -> float:
    """Return the standard deviation of a line."""
    r = (2.0 * p0 + p1) / (2.0 * p2 + p1)
    spread = 4.0 * p0 + p1 * (1.0 - r) * (1.0 - r) + 4.0 * p2 * r * r
    return sqrt(length * spread / (p1 + 2.0 * p2))


class Shape(NamedTuple):
    """What the lines of one direction have in common."""

    p0: float
    p1: float
    p2: float
    log_p2: float
    # cells beside a window, in which an arbitrary start is forgotten
    room: float


def _shape(p0: float, p1: float, p2: float) -> Shape:
    room = 2 * NOTHING / -log(max(p0, memory(p0, p1, p2)))
    return Shape(p0, p1, p2, log(p2), room)


class Constants(NamedTuple):
    """What `solve` needs to know of a chain; all logarithms are taken here."""

    attack_needs: tuple[int, ...]
    attack_dice: int
    defence_needs: tuple[int, ...]
    defence_dice: int
    rolls: tuple[float, ...]
    # log_a, log_d, room_a, room_d
    rest: tuple[float, ...]
    # whether strips have a few lines at most
    narrow: bool
    # of lines of few defenders, and of few attackers
    shapes: tuple[Shape, Shape]


@lru_cache(maxsize=256)
def constants(chain: Chain) -> Constants:
    """Return the constants of a chain that `fits`."""
    p_d, p_1, p_a = chain.rolls[-1][-1]
    south, west = _shape(p_a, p_1, p_d), _shape(p_d, p_1, p_a)
    return Constants(
        padded(chain.attack_needs),
        len(chain.attack_needs),
        padded(chain.defence_needs),
        len(chain.defence_needs),
        flat_rolls(chain),
        (west.log_p2, south.log_p2, south.room, west.room),
        max(chain.attack_needs[-1], chain.defence_needs[-1]) <= FEW,
        (south, west),
    )


@lru_cache(maxsize=256)
def fade(chain: Chain, side: str, lines: int) -> int:
    """Return in how many cells a weight sinks to nothing along a strip, `side` losing armies.

    Every roll in a strip of so many lines has E[exp(t u - s v)] <= 1 for the armies u lost along
    it and v lost across, if t is chosen for s accordingly. Then exp(t U - s V) of all that is
    lost is a supermartingale, and as V < lines + MOST_DICE while the weight is in the strip, the
    chance to lose U armies in it is at most exp(s (lines + MOST_DICE) - t U).
    """
    south = side == "attackers"
    along, across = chain.attack_needs, chain.defence_needs
    if not south:
        along, across = across, along
    # the last few armies, with fewer dice along, do not count; nor do lines with all dice
    dice = range(len(along) if along[-1] <= FEW else 1, len(along) + 1)
    rolls = [
        chain.rolls[i][j] if south else chain.rolls[j][i][::-1]
        for i in dice
        for j in range(1, max(len(across), 2))
    ]
    best = inf
    for halvings in range(16):
        slope = 8 * 0.5**halvings
        rate = min(_rate(chances, slope) for chances in rolls)
        reach = (NOTHING + slope * (lines + MOST_DICE)) / rate if rate else inf
        if reach > best:
            break
        best = reach
    return ceil(min(best, NEVER)) + (along[-1] if along[-1] <= FEW else 0)


def _rate(chances: tuple[float, ...], slope: float) -> float:
    """Return the largest t for which the mean of exp(t u - s (m - u)) is not above one."""
    most = len(chances) - 1
    low, high = 0.0, 64.0
    for _ in range(24):
        rate = (low + high) / 2
        mean = sum(p * exp(rate * u - slope * (most - u)) for u, p in enumerate(chances))
        low, high = (rate, high) if mean <= 1 else (low, rate)
    return low


def takes(a: int, d: int, chain: Chain, a_floor: int = 0, d_floor: int = 0) -> bool:
    """Return whether the engine answers this battle: one of a chain that it can walk.

    Strips of many lines, where a side needs many armies for all its dice, may be too large.
    """
    if not fits(chain):
        return False
    return constants(chain).narrow or strip_cells(a, d, chain, a_floor, d_floor) <= MOST_CELLS


def strip_cells(a: int, d: int, chain: Chain, a_floor: int, d_floor: int) -> int:
    """Return how many cells the strips of a battle have, at most."""
    a_lines = min(max(chain.attack_needs[-1], a_floor + 1), a + 1) - a_floor
    d_lines = min(max(chain.defence_needs[-1], d_floor + 1), d + 1) - d_floor
    fade_a, fade_d = fades_of(a, d, chain, a_floor, d_floor)
    south, west = (
        ceil(2 * (shape.room + WIDE * deviation(length, shape.p0, shape.p1, shape.p2))) + 2
        for length, shape in zip((d, a), constants(chain).shapes, strict=True)
    )
    cells = d_lines * min(a, fade_a + south)
    if d_floor + d_lines <= d:
        cells += a_lines * min(d, fade_d + west)
    return cells


def fades_of(a: int, d: int, chain: Chain, a_floor: int, d_floor: int) -> tuple[int, int]:
    """Return how far the strips are followed, of few defenders and of few attackers."""
    if a + d <= SHORT:
        return a, d
    fade_a = fade(chain, "attackers", max(chain.defence_needs[-1] - d_floor, 1))
    fade_d = fade(chain, "defenders", max(chain.attack_needs[-1] - a_floor, 1))
    return min(a, fade_a), min(d, fade_d)


def marks_of(a: int, d: int, chain: Chain, a_floor: int, d_floor: int) -> tuple[float, ...]:
    """Return the marks of the two lines with many defenders and the two with many attackers."""
    a_length = a - max(chain.attack_needs[-1], a_floor + 1)
    d_length = d - max(chain.defence_needs[-1], d_floor + 1)
    if a_length < 0 or d_length < 0:
        return ()
    lines = ((d_length, 1), (d_length - 1, 1), (a_length, -1), (a_length - 1, -1))
    return tuple(number for line in lines for number in mark(chain, *line))


@lru_cache(maxsize=256)
def mark(chain: Chain, length: int, order: int) -> tuple[float, ...]:
    """Return (m, q0, q1, q2, b) of a line, for `stride`; nothing for a line that is short."""
    w2, w1, w0 = chain.ways[::order]
    whole = w0 + w1 + w2
    if (length + 1) // 2 * log(w2 / whole) > SMALLEST_START:
        return NO_MARK
    b = w0 * (4 * w0 * w2 - w1 * w1)
    one = 4 * w2 * whole * whole
    square = whole * (8 * w0 * w2 - w1 * w1) - one - b
    linear = whole * (20 * w0 * w2 - 2 * w1 * w1 + 8 * w0 * w2 * length)
    linear -= 3 * one + b * (2 * length + 2)
    constant = whole * (w1 * w1 * length + 4 * w0 * w2 + 2 * w1 * w1) * length
    constant += 8 * whole * w0 * w2 - 2 * one - b * length * (length + 2)
    m = (2 * w0 + w1) * length // (2 * w2 + w1)
    at_m = constant + (linear + square * m) * m
    return float(m), at_m / one, (linear + 2 * square * m) / one, square / one, b / one
