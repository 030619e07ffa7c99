"""A distribution over whole numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import sqrt
from operator import eq
from typing import Any

from .errors import InputError
from .guards import guarded
from .values import show
from .vectors import index_of_largest, moment, plain, total


def _chance(chances: Any) -> Any:
    """Return a total as a chance: rounded parts may come to a last digit more than one."""
    found = total(chances)
    return found if found <= 1 else type(found)(1)


@dataclass(frozen=True, eq=False, repr=False)
class Distribution:
    """The chances of whole numbers.

    >>> left = Distribution(range(2, 5), (0.25, 0.5, 0.25))
    >>> left.mean, left.at_least(3), left.quantile(0.5), list(left)
    (3.0, 0.75, 3, [(2, 0.25), (3, 0.5), (4, 0.25)])

    Parameters
    ----------
    values : sequence of int
        The numbers that can come up, rising: a range, a list, or a numpy array.
    chances : sequence
        Their chances, which add up to one: floats, `fractions.Fraction`, or a numpy array.
    """

    values: Sequence[int]
    chances: Sequence[Any] = field(repr=False)

    @guarded
    def __post_init__(self) -> None:
        for name in ("values", "chances"):
            given = getattr(self, name)
            if isinstance(given, list):
                object.__setattr__(self, name, tuple(given))

    def __len__(self) -> int:
        return len(self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        # lists and arrays of the same numbers are the same
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash((len(self), *(int(self.values[n]) for n in (0, -1) if len(self))))

    def __repr__(self) -> str:
        if not len(self):
            return "Distribution()"
        mean = float(self.mean)
        return f"Distribution({self.values[0]} to {self.values[-1]}, mean={mean:.6g})"

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Iterate over (number, chance), lowest number first."""
        return zip(plain(self.values), plain(self.chances), strict=True)

    @cached_property
    def mean(self) -> Any:
        """The expected number."""
        return moment(self.values, self.chances, 0, 1)

    @cached_property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(moment(self.values, self.chances, self.mean, 2))

    @cached_property
    def mode(self) -> int:
        """The most likely number; the lowest of several."""
        return int(self.values[index_of_largest(self.chances)])

    @guarded
    def chance(self, number: int) -> Any:
        """Return the chance of exactly this number."""
        n = bisect_left(self.values, number)
        here = n < len(self) and self.values[n] == number
        return plain(self.chances[n]) if here else 0

    @guarded
    def between(self, low: int, high: int) -> Any:
        """Return the chance of a number from `low` to `high`, both included."""
        return _chance(
            self.chances[bisect_left(self.values, low) : bisect_left(self.values, high + 1)]
        )

    @guarded
    def at_least(self, number: int) -> Any:
        """Return the chance of this number or more, summed from that end."""
        return _chance(self.chances[bisect_left(self.values, number) :])

    @guarded
    def at_most(self, number: int) -> Any:
        """Return the chance of this number or less, summed from that end."""
        return _chance(self.chances[: bisect_left(self.values, number + 1)])

    @guarded
    def quantile(self, chance: Any) -> int:
        """Return the lowest number that is not exceeded with at least this chance.

        >>> Distribution(range(2), (0.5, 0.5)).quantile(0.51)
        1

        Raises
        ------
        InputError
            A chance that is not a number from 0 to 1.
        """
        return self._quantile("a quantile", chance, chance)

    @guarded
    def interval(self, level: Any = 0.8) -> tuple[int, int]:
        """Return two numbers between which it falls with at least this chance.

        At most half of what remains is cut from either end: 10 % for the level 0.8.
        """
        tail = self._quantile("a level", level, None)
        return tail, self._quantile("a level", level, (1 + level) / 2)

    def _quantile(self, name: str, given: Any, chance: Any) -> int:
        try:
            allowed = not isinstance(given, bool) and bool(0 <= given <= 1)
        except (TypeError, ValueError, ArithmeticError):  # an array, or a decimal NaN
            allowed = False
        if not allowed:
            raise InputError(f"{name} must be a chance from 0 to 1, not {show(given)}")
        if chance is None:
            chance = (1 - given) / 2
        if hasattr(self.chances, "cumsum"):
            index = int(self.chances.cumsum().searchsorted(chance))
        else:
            reached = (n for n, sum_ in enumerate(accumulate(self.chances)) if sum_ >= chance)
            index = next(reached, len(self))
        return int(self.values[min(index, len(self) - 1)])
