"""The engine that goes roll by roll: any rule and any stop rule, in little memory.

All states that a battle can be in after k rolls form a layer. In the interior, where both
sides roll all their dice and so every roll removes the same number m of armies, that layer is
the anti-diagonal on which m k armies are lost: one row of weights, and a roll is a convolution
of it with the m + 1 chances. Beside the interior lie the strips in which a side rolls fewer
dice. A roll only ever leads to fewer armies. So if the states with few armies go first, every
roll may be written over the layer it starts from, and memory is O(attackers + defenders).

Weights below a cutoff are dropped at the ends of each row, and their sum is returned. For
battles of a moderate size the cutoff is next to the smallest double; for larger ones it leaves
the band around the drift that carries the weight.

The chances of a roll are rounded, so they add up to 1 - e with e as large as 2^-53, and those of
a diagonal after n rolls to (1 - e)^n. As n is known, what leaves it is multiplied by 1 + n e.
"""

from __future__ import annotations

from functools import partial
from math import fsum, sqrt
from typing import Any

from ..dice.rules import MOST_DICE
from ..errors import TooLargeError
from ..vectors import possible, total
from .chain import ROUNDING, Chain, flat_rolls, padded, rolls_array
from .jit import Kernel, finished, numpy_zeros, zeros
from .lines import Endings, Line

SMALLEST_CUTOFF = 1e-300
BAND_CUTOFF = 1e-28
# steps up to which all weights are kept, and beyond which the question is refused; the same for
# the numbers that are held at once
EXACT_WORK = 2e9
MOST_WORK = 2e10
MOST_NUMBERS = 150_000_000


# What follows down to MARCH is run as it stands and compiled. `frame` holds (attackers' floor,
# defenders' floor, fewest of each in the interior, dice of each, armies of each plus one);
# `cells` the buffers (rows, columns, south, west): endings by defenders left and by attackers
# left, strips by defenders and by attackers, line n of each n armies off the floor.
A_FLOOR, D_FLOOR, A_INNER, D_INNER, A_DICE, D_DICE, A_SIZE, D_SIZE = range(8)
ROWS, COLUMNS, SOUTH, WEST = range(4)


def add(weight: float, a: int, d: int, frame: Any, cells: Any) -> None:
    """Add the weight of a state outside the interior where it belongs."""
    if d <= frame[D_FLOOR]:
        cells[ROWS][(frame[D_FLOOR] - d) * frame[A_SIZE] + a] += weight
    elif a <= frame[A_FLOOR]:
        cells[COLUMNS][(frame[A_FLOOR] - a) * frame[D_SIZE] + d] += weight
    elif d < frame[D_INNER]:
        cells[SOUTH][(d - frame[D_FLOOR] - 1) * frame[A_SIZE] + a] += weight
    else:
        cells[WEST][(a - frame[A_FLOOR] - 1) * frame[D_SIZE] + d] += weight


def roll_on(weight: float, a: int, d: int, frame: Any, cells: Any, needs: Any, rolls: Any) -> None:
    """Roll once from a state outside the interior."""
    i, j = frame[A_DICE], frame[D_DICE]
    while needs[0][i - 1] > a:
        i -= 1
    while needs[1][j - 1] > d:
        j -= 1
    pairs = min(i, j)
    at = (i * (MOST_DICE + 1) + j) * (MOST_DICE + 1)
    for k in range(pairs + 1):
        add(weight * rolls[at + k], a - k, d - pairs + k, frame, cells)


def roll_strip(
    start: int, stop: int, south: bool, rising: bool, frame: Any, cells: Any, needs: Any, rolls: Any
) -> None:
    """Roll on every cell of a strip from `start` to below `stop` along it.

    From few armies to many each cell is rolled once; the other way each until it has ended.
    """
    if south:
        strip, size, floor = cells[SOUTH], frame[A_SIZE], frame[D_FLOOR]
        lines = frame[D_INNER] - floor - 1
    else:
        strip, size, floor = cells[WEST], frame[D_SIZE], frame[A_FLOOR]
        lines = frame[A_INNER] - floor - 1
    for n in range(lines):
        line = n if rising else lines - 1 - n
        for m in range(stop - start):
            x = start + m if rising else stop - 1 - m
            weight = strip[line * size + x]
            if weight > 0.0:
                strip[line * size + x] = 0.0
                if south:
                    roll_on(weight, x, floor + 1 + line, frame, cells, needs, rolls)
                else:
                    roll_on(weight, floor + 1 + line, x, frame, cells, needs, rolls)


def narrowed(strip: Any, size: int, start: int, stop: int, cutoff: float) -> tuple[int, int, float]:
    """Drop what is below the cutoff at both ends of a window; return the window and the sum."""
    dropped = 0.0
    lines = len(strip) // size
    for at_start in (False, True):
        while start < stop:
            x = start if at_start else stop - 1
            largest = 0.0
            for line in range(lines):
                largest = max(largest, strip[line * size + x])
            if largest >= cutoff:
                break
            for line in range(lines):
                dropped += strip[line * size + x]
                strip[line * size + x] = 0.0
            if at_start:
                start += 1
            else:
                stop -= 1
    return start, stop, dropped


def convolve(diagonal: Any, first: int, stop: int, pairs: int, top: int, rolls: Any) -> None:
    """Roll on the diagonal; what was in [first, stop - pairs) is then in [first, stop)."""
    for j in range(stop - 1, first - 1, -1):
        weight = 0.0
        for k in range(min(pairs, j - first) + 1):
            weight += diagonal[j - k] * rolls[top + k]
        diagonal[j] = weight


def march(
    a: int,
    d: int,
    frame: Any,
    needs: Any,
    rolls: Any,
    most: int,
    limited: bool,
    cutoff: float,
    lack: float,
    cells: Any,
    diagonal: Any,
) -> tuple[int, float]:
    """Fill `cells` and `diagonal` with what is where after this many rolls.

    They hold zeros before; then endings, and battles still going on. The result is (armies lost
    on the diagonal, left out). Without a limit the strips are filled first and then settled at
    once.
    """
    a_size, d_size = frame[A_SIZE], frame[D_SIZE]
    a_inner, d_inner = frame[A_INNER], frame[D_INNER]
    pairs = min(frame[A_DICE], frame[D_DICE])
    top = (frame[A_DICE] * (MOST_DICE + 1) + frame[D_DICE]) * (MOST_DICE + 1)
    # windows of what is not zero, from the first cell to below the last
    first, stop = 0, 0
    south_from, south_to = a_size, 0
    west_from, west_to = d_size, 0
    if a >= a_inner and d >= d_inner:
        diagonal[0] = 1.0
        stop = 1
    else:
        add(1.0, a, d, frame, cells)
        if d < d_inner:
            south_from, south_to = a, a_size
        else:
            west_from, west_to = d, d_size
    lost = 0
    left_out = 0.0
    carried = 1.0
    for _ in range(most):
        if limited:
            # every roll leads to fewer armies, so those with fewest go first
            roll_strip(south_from, south_to, True, True, frame, cells, needs, rolls)
            south_from = max(frame[A_FLOOR] + 1, south_from - pairs)
            roll_strip(west_from, west_to, False, True, frame, cells, needs, rolls)
            if west_from < west_to and west_from - pairs < d_inner:
                # some of the west has passed into the south
                south_from = min(south_from, frame[A_FLOOR] + 1)
                south_to = max(south_to, min(a_inner, a_size))
            west_from = max(d_inner, west_from - pairs)
        elif first >= stop:
            break
        if first < stop:
            lost += pairs
            stop += pairs
            carried = 1.0 + (lost // pairs) * lack
            convolve(diagonal, first, stop, pairs, top, rolls)
            for at_start in (False, True):
                while first < stop:
                    j = first if at_start else stop - 1
                    armies, left = a - j, d - (lost - j)
                    if armies >= a_inner and left >= d_inner:
                        break
                    add(diagonal[j] * carried, armies, left, frame, cells)
                    diagonal[j] = 0.0
                    if armies > frame[A_FLOOR] and left >= d_inner:
                        west_from, west_to = min(west_from, left), max(west_to, left + 1)
                    elif armies > frame[A_FLOOR] and left > frame[D_FLOOR]:
                        south_from, south_to = min(south_from, armies), max(south_to, armies + 1)
                    if at_start:
                        first += 1
                    else:
                        stop -= 1
            first, stop, dropped = narrowed(diagonal, len(diagonal), first, stop, cutoff)
            left_out += dropped
        if limited:
            south_from, south_to, dropped = narrowed(
                cells[SOUTH], a_size, south_from, south_to, cutoff
            )
            left_out += dropped
            west_from, west_to, dropped = narrowed(cells[WEST], d_size, west_from, west_to, cutoff)
            left_out += dropped
    for j in range(first, stop):
        diagonal[j] *= carried
    if not limited:
        roll_strip(d_inner, west_to, False, False, frame, cells, needs, rolls)
        south_to = max(south_to, min(a_inner, a_size))
        roll_strip(frame[A_FLOOR] + 1, south_to, True, False, frame, cells, needs, rolls)
    return lost, left_out


MARCH = Kernel(march, add, roll_on, roll_strip, narrowed, convolve)


def endings(
    a: int, d: int, chain: Chain, a_floor: int = 0, d_floor: int = 0, rolls: int | None = None
) -> Endings:
    """Return the endings of any battle.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> found = endings(9, 8, float_chain(CLASSIC), rolls=1)
    >>> [(line.fixed, line.at, line.low, len(line.chances)) for line in found.lines]
    [('sum', 15, 7, 3)]

    The parameters are those of `closed_form.endings`, and `rolls`, after which the battle is over.

    Raises
    ------
    TooLargeError
        A battle that would take too long; the message says how long is too long.
    """
    pairs = len(chain.rolls[-1][-1]) - 1
    limited = rolls is not None and rolls < a + d
    if rolls is not None and limited:
        # armies that so few rolls cannot reach only make the buffers longer
        spare_a = max(0, a - max(chain.attack_needs[-1], a_floor + 1) - pairs * rolls)
        spare_d = max(0, d - max(chain.defence_needs[-1], d_floor + 1) - pairs * rolls)
        if spare_a or spare_d:
            near = endings(a - spare_a, d - spare_d, chain, a_floor, d_floor, rolls)
            return near._replace(lines=[moved(line, spare_a, spare_d) for line in near.lines])
    most = min(rolls, a + d) if rolls is not None else a + d
    work = most * (min(a, d, pairs * most, 40 * sqrt(a + d)) + 20)
    if work > MOST_WORK:
        raise TooLargeError(
            f"these rules take about {work:.0e} steps for {a:,} armies that may attack "
            f"against {d:,}; at most {MOST_WORK:.0e} are allowed"
        )
    # there are no lines with more armies than there are
    a_inner = min(max(chain.attack_needs[-1], a_floor + 1), a + 1)
    d_inner = min(max(chain.defence_needs[-1], d_floor + 1), d + 1)
    numbers = (pairs + d_inner - d_floor) * (a + 1) + (pairs + a_inner - a_floor) * (d + 1)
    if numbers > MOST_NUMBERS:
        raise TooLargeError(
            f"these rules take about {8 * numbers / 2**30:,.1f} GiB for {a:,} armies that may "
            f"attack against {d:,}; at most {8 * MOST_NUMBERS / 2**30:.1f} GiB are allowed"
        )
    dice = len(chain.attack_needs), len(chain.defence_needs)
    fast = MARCH.pays(work)
    run = partial(MARCH.compiled, work=work) if fast else MARCH.plain
    buffer_of = numpy_zeros if fast else zeros
    cells = (
        buffer_of(pairs * (a + 1)),
        buffer_of(pairs * (d + 1)),
        buffer_of((d_inner - d_floor - 1) * (a + 1)),
        buffer_of((a_inner - a_floor - 1) * (d + 1)),
    )
    diagonal = buffer_of(min(a, most * pairs) + pairs + 1)
    lost, left_out = run(
        a,
        d,
        (a_floor, d_floor, a_inner, d_inner, *dice, a + 1, d + 1),
        (padded(chain.attack_needs), padded(chain.defence_needs)),
        rolls_array(chain) if fast else flat_rolls(chain),
        most,
        limited,
        SMALLEST_CUTOFF if most * min(a, d) / pairs <= EXACT_WORK else BAND_CUTOFF,
        # what the rounded chances of a roll lack of one
        -fsum((*chain.rolls[-1][-1], -1.0)),
        cells,
        diagonal,
    )
    found = []
    for buffer, fixed, size, lines, least in (
        (ROWS, "defenders", a + 1, range(d_floor, d_floor - pairs, -1), 1),
        (COLUMNS, "attackers", d + 1, range(a_floor, a_floor - pairs, -1), d_floor + 1),
        (SOUTH, "defenders", a + 1, range(d_floor + 1, d_inner), a_floor + 1),
        (WEST, "attackers", d + 1, range(a_floor + 1, a_inner), d_inner),
    ):
        for n, at in enumerate(lines):
            if at >= 0:
                line = finished(cells[buffer])[n * size + least : (n + 1) * size]
                found.append(Line(fixed, at, least, line))
    # by attackers left, rising
    reached = min(a, len(diagonal) - 1) + 1
    found.append(Line("sum", a + d - lost, a + 1 - reached, diagonal[:reached][::-1]))
    found = [line for line in map(trimmed, found) if len(line.chances)]
    together = float(sum(total(line.chances) for line in found))
    return Endings(found, left_out, together, error_of(a, d, chain, rolls))


def moved(line: Line, a: int, d: int) -> Line:
    """Return a line with more armies on both sides; one that neither side's last army is on."""
    fixed, at, low, chances = line
    more = {"attackers": (a, d), "defenders": (d, a), "sum": (a + d, a)}[fixed]
    return Line(fixed, at + more[0], low + more[1], chances)


def trimmed(line: Line) -> Line:
    """Return a line without the impossible endings at its ends."""
    first, stop = possible(line.chances)
    return Line(line.fixed, line.at, line.low + first, line.chances[first:stop])


def error_of(a: int, d: int, chain: Chain, rolls: int | None = None) -> float:
    """Return a bound on the relative error of every chance that `endings` finds.

    All terms are positive, so errors do not grow but add up along a path: u = 2^-53 for each
    rounding. A roll of m armies with all dice rounds its chance, a product, and m sums; one in a
    strip its chance, a product, and a sum for each state that leads where it does, which are
    three for a roll of one army. That is at most 5 u for each army lost, and 8 u for each roll.
    With a limit on rolls an ending is reached after different numbers of them, and what comes
    with each is added to what is there: one rounding more for each of them and each way to it.
    """
    pairs = len(chain.rolls[-1][-1]) - 1
    if rolls is None or rolls >= a + d:
        return 5 * (a + d) * ROUNDING
    return (min(5 * (a + d), 8 * rolls) + (pairs + 1) * min(rolls, a + d)) * ROUNDING
