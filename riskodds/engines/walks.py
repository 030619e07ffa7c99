"""Walks along the lines of `closed_form`: the chances to visit the cells of a line.

What holds of a line, its recurrences and windows is said there, and in `reach` how far what is
found here may be off.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from .jit import blank, zeros
from .reach import NARROW, NOTHING, SMALLEST_START, WIDE, WIDE_CELLS, deviation

TINY = 1e-300
HUGE = 1e200
# weights that are summed as they are
SUMMED = 32
# the share of the room beside a window in which a wrong start is forgotten to 1e-18
SPOILT = 0.06


# What follows is run as it stands and, compiled, as part of the twin of `closed_form.solve`. So it
# takes numbers, tuples and buffers only, and multiplies where a power or a logarithm might be
# rounded differently by the two. (Numba keeps a twin until the file of `solve` itself changes.)


def power(base: float, exponent: int) -> float:
    """Return a power by repeated squaring."""
    result = 1.0
    while exponent:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result


def careful_sum(weights: Any, count: int) -> float:
    """Return the sum of the first weights, of blocks with the errors carried along (Neumaier)."""
    result = 0.0
    lost = 0.0
    start = 0
    while start < count:
        stop = min(start + SUMMED, count)
        even, odd = 0.0, 0.0  # neither waits for the other
        for i in range(start, stop - 1, 2):
            even += weights[i]
            odd += weights[i + 1]
        if (stop - start) & 1:
            even += weights[stop - 1]
        start = stop
        weight = even + odd
        following = result + weight
        if result >= weight:
            lost += (result - following) + weight
        else:
            lost += (weight - following) + result
        result = following
    return result + lost


def walk(out: Any, j: int, length: int, value: float, p0: float, p1: float, p2: float) -> int:
    """Fill `out` with T(j), T(j + 2), ... of the line `length`; return how many were filled.

    Ends early where the values have sunk to nothing behind the mean.
    """
    big_k = p1 * p1 / (4.0 * p2)
    along = float(length)
    mean = along * (2.0 * p0 + p1) / (2.0 * p2 + p1)
    constant = big_k * along * along + (p0 + 2.0 * big_k) * along + 2.0 * p0
    linear = 5.0 * p0 - 2.0 * big_k + 2.0 * p0 * along
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
        # both factors first: they do not wait for the value, so the processor runs ahead
        share = 1.0 / ((x + 1.0) * (x + 2.0))
        grow = (constant + (linear + square * x) * x) * share
        shrink = back * (x + along) * (x + along + 2.0) * share
        following = grow * value - shrink * before
        before = value
        value = following
        x += 2.0
    return len(out)


def stride(out: Any, j: int, length: int, value: float, marks: Any, at: int) -> int:
    """Do what `walk` does on a long line, by differences of neighbours; its mark is at `at`."""
    center, q0, q1, q2 = marks[at], marks[at + 1], marks[at + 2], marks[at + 3]
    back = marks[at + 4]
    along = float(length)
    x = float(j)
    before = 0.0
    step = value
    for i in range(len(out)):
        out[i] = value
        if value > HUGE:
            # the start of a long line lies further below its middle than floats reach
            value /= HUGE
            before /= HUGE
            step /= HUGE
            for done in range(i + 1):
                out[done] /= HUGE
        elif value < TINY and x > center:
            return i + 1
        y = x - center
        share = 1.0 / ((x + 1.0) * (x + 2.0))
        bend = (q0 + (q1 + q2 * y) * y) * share
        keep = back * (x + along) * (x + along + 2.0) * share
        # only the step itself waits for the step before
        step = bend * before + (bend + keep) * step
        before = value
        value += step
        x += 2.0
    return len(out)


def beyond(edge: float, inner: float) -> float:
    """Return what a tail that falls at least as fast as from `inner` to `edge` can still hold."""
    return edge * edge / (inner - edge) if inner > edge else edge


def line_error(
    length: int,
    last: float,
    p0: float,
    p1: float,
    p2: float,
    exact_start: bool,
    narrow: bool,
    spread: float,
    half: float,
) -> float:
    """Return a bound on the relative error up to a cell of a line, in roundings; see `reach`."""
    big_k = p1 * p1 / (4.0 * p2)
    b = 2.0 * p0 - big_k * (1.0 - length / (last + 1.0))
    w = sqrt(max(b * b - 4.0 * p0 * (p0 - big_k), 0.0))
    q = (b - w) / (b + w)
    if exact_start:
        return length + last * (8.0 + 9.5 * q) / (1.0 - q)
    deviations, fall = WIDE, NOTHING
    if narrow:
        deviations, fall = NARROW, NARROW * NARROW / 2.0 + 1.0
    # a little more than exp(2 deviations / spread), the same in compiled code
    steep = 1.0 / power(max(1.0 - deviations / (32.0 * spread), 0.01), 64)
    return (half + spread) / 2.0 + (12.0 + (8.0 * q + 2.0) / (1.0 - q)) * fall * steep + 20.0


def visits(
    length: int,
    last: int,
    p0: float,
    p1: float,
    p2: float,
    log_p2: float,
    room: float,
    marks: Any,
    at: int,
) -> tuple[int, Any, int, float, float]:
    """Return the chances to visit the cells j = first, first + 2, ... up to `last` of a line.

    The mark of the line, if it is a long one, is at `at` of `marks`. The result is (first,
    weights, count, left out, error); weights beyond `count` mean nothing.
    """
    r = (2.0 * p0 + p1) / (2.0 * p2 + p1)
    odd = length & 1
    half_length = (length + 1) // 2
    exact_start = half_length * log_p2 > SMALLEST_START
    narrow = False
    spread, half = 0.0, room
    if not exact_start or room < last:
        spread = deviation(length, p0, p1, p2)
        narrow = WIDE * spread > WIDE_CELLS
        half += (NARROW if narrow else WIDE) * spread
    while True:
        first = odd
        high = int(r * length + half) + 1
        if exact_start:
            high = min(high, last)
            value = power(p2, half_length - odd)
            if odd:
                value *= half_length * p1
        else:
            low = int(r * length - half)
            first = max(first, low + ((low ^ length) & 1))
            value = TINY
        if first > last:
            return first, zeros(0), 0, 0.0, 0.0
        weights = blank((high - first) // 2 + 1)
        if exact_start:
            count = walk(weights, first, length, value, p0, p1, p2)
        else:
            count = stride(weights, first, length, value, marks, at)
            drift = p1 + 2.0 * p2
            renewal = power(p2 / (1.0 - p0), length)
            if odd:
                renewal = -renewal
            scale = 1.0 / drift + (1.0 / (1.0 - p0) - 1.0 / drift) * renewal
            scale /= careful_sum(weights, count)
            for i in range(count):
                weights[i] *= scale
        cut_short = high < last and weights[count - 1] > TINY
        spoilt = min(int(SPOILT / 2 * room), count - 2)
        begun_late = first > odd and spoilt >= 0 and weights[spoilt] > TINY
        if narrow or not (cut_short or begun_late):
            break
        half *= 1.5
    left_out = 0.0
    if narrow and cut_short:
        left_out += beyond(weights[count - 1], weights[count - 2])
    if narrow and begun_late:
        left_out += 2.0 * (weights[spoilt] + beyond(weights[spoilt], weights[spoilt + 1]))
    most = float(last) if exact_start else min(float(last), r * length + half)
    error = line_error(length, most, p0, p1, p2, exact_start, narrow, spread, half)
    return first, weights, min(count, (last - first) // 2 + 1), left_out, error
