"""Chances in a list, a tuple or a numpy array: what is done to them whichever it is.

A small answer never loads numpy, and a large one never leaves it. Mappings in answers are `Fixed`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import fsum
from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

# numbers that are worked on at once; a few such arrays stay in the processor's cache
BLOCK = 2**16


def plain(numbers: Any) -> Any:
    """Return numpy's numbers as Python's, and others as they are."""
    return numbers.tolist() if hasattr(numbers, "tolist") else numbers


def total(chances: Any) -> Any:
    """Return the sum of chances: of floats rounded once, of fractions exactly."""
    if hasattr(chances, "sum"):
        return float(chances.sum())
    if chances and isinstance(chances[0], float):
        return fsum(chances)
    return sum(chances)


def moment(values: Any, chances: Any, center: Any, power: int) -> Any:
    """Return the sum of chance times (value - center) ** power."""
    if hasattr(chances, "sum"):
        import numpy as np

        parts = []
        for start in range(0, len(chances), BLOCK):
            block = values[start : start + BLOCK]
            if isinstance(block, range):
                offsets = np.arange(len(block), dtype=np.float64)
                offsets *= block.step
                offsets += float(block.start - center)
            else:
                offsets = block - float(center)
            parts.append(float(chances[start : start + BLOCK] @ offsets**power))
        return total(parts)
    return total([p * (value - center) ** power for value, p in zip(values, chances, strict=True)])


def index_of_largest(chances: Any) -> int:
    """Return the index of the largest chance, the first of several."""
    if hasattr(chances, "argmax"):
        return int(chances.argmax())
    return int(max(range(len(chances)), key=chances.__getitem__))


def count_above(chances: Any, least: float) -> int:
    """Return how many chances are above `least`."""
    if hasattr(chances, "sum"):
        return int((chances > least).sum())
    return sum(chance > least for chance in chances)


def sum_below(chances: Any, least: float) -> float:
    """Return the sum of the chances that are not above `least`."""
    if hasattr(chances, "sum"):
        return float(chances[chances <= least].sum())
    return float(sum(chance for chance in chances if chance <= least))


def possible(chances: Any) -> tuple[int, int]:
    """Return where the chances above zero begin and where they are over; 0, 0 if there are none.

    >>> possible([0, 0, 0.5, 0, 0.5, 0]), possible([0.0])
    ((2, 5), (0, 0))
    """
    first, stop = 0, len(chances)
    if stop and hasattr(chances, "argmax"):
        above = chances > 0
        first = int(above.argmax())
        return (first, stop - int(above[::-1].argmax())) if above[first] else (0, 0)
    while stop and not chances[stop - 1]:
        stop -= 1
    while first < stop and not chances[first]:
        first += 1
    return first, stop


def times(chances: Any, factor: Any) -> Any:
    """Return all chances times a factor."""
    return chances * factor if hasattr(chances, "sum") else [p * factor for p in chances]


def shares(chances: Any, whole: Any) -> Any:
    """Return all chances as shares of a whole."""
    return chances / whole if hasattr(chances, "sum") else [p / whole for p in chances]


class Fixed(dict[Key, Value]):
    """A dict without its ways to change; unlike a proxy it can be pickled, and is as fast.

    >>> Fixed({"Alaska": 0})["Alaska"] = 1
    Traceback (most recent call last):
    ...
    TypeError: this mapping cannot be changed
    """

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> Fixed[Key, Value]:
        return self

    def __reduce__(self) -> tuple[Callable[..., Fixed[Key, Value]], tuple[dict[Key, Value]]]:
        return type(self), (dict(self),)
