"""What a set of cards is worth: by how many were traded before, by its kind, or by stars.

A set comes with the kinds it may pass for, such as "infantry" or "one of each"; `rules`
says which they are. Each schedule answers whether it pays for them, and how much.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from ...errors import InputError
from ...guards import guarded
from ...values import show, whole


def check_pairs(name: str, pairs: object, counted: str, least: int = 0) -> None:
    """Refuse what is not a tuple of different names with whole numbers."""
    if not (
        isinstance(pairs, tuple)
        and pairs
        and all(isinstance(p, tuple) and len(p) == 2 and isinstance(p[0], str) for p in pairs)
        and len({p[0] for p in pairs}) == len(pairs)
    ):
        raise InputError(
            f"{name} must be pairs of different names and {counted}, not {show(pairs)}"
        )
    for first, number in pairs:
        whole(f"the {counted} of '{first}'", number, least)


def check_armies(values: object) -> None:
    """Refuse what is not a tuple of armies."""
    if not (isinstance(values, tuple) and values):
        raise InputError(f"values must be a tuple of armies, not {show(values)}")
    for value in values:
        whole("the armies of a set", value, 0)


@dataclass(frozen=True)
class Rising:
    """A set is worth more the more sets were traded before it, by anybody.

    >>> [Rising().armies((), traded) for traded in range(9)]
    [4, 6, 8, 10, 12, 15, 20, 25, 30]

    Parameters
    ----------
    values : tuple of int
        Armies for the first set, the second, ...; at least one.
    step : int
        What each set after the list adds to the one before; 0 repeats the last value.

    Raises
    ------
    InputError
        A value outside these ranges.
    """

    values: tuple[int, ...] = (4, 6, 8, 10, 12, 15)
    step: int = 5

    @guarded
    def __post_init__(self) -> None:
        check_armies(self.values)
        whole("the step of the sets", self.step, 0)

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.values))}, then {self.step} more each"

    def pays(self, kinds: tuple[str, ...]) -> bool:
        """Return whether a set of these kinds is worth anything: every set is."""
        return bool(kinds)

    @guarded
    def by_kind(self, sets_traded: int) -> dict[str, int]:
        """Return what the next set is worth after so many sets, whatever its kind."""
        return {"any set": self.armies((), sets_traded)}

    @guarded
    def armies(self, kinds: tuple[str, ...], sets_traded: int) -> int:
        """Return what the next set is worth after so many sets."""
        sets_traded = whole("sets_traded", sets_traded, 0)
        beyond = sets_traded - len(self.values) + 1
        return self.values[sets_traded] if beyond <= 0 else self.values[-1] + beyond * self.step


@dataclass(frozen=True)
class ByKind:
    """A set is worth what the table says for its kind, however many were traded before.

    >>> fixed = ByKind((("infantry", 4), ("cavalry", 6), ("artillery", 8), ("one of each", 10)))
    >>> fixed.armies(("infantry", "one of each"), 7)
    10

    Parameters
    ----------
    table : tuple of (str, int)
        Kinds of set and their armies. A kind that is not in the table makes no set.

    Raises
    ------
    InputError
        An empty table, a kind named twice, or armies that are no whole number of at least 0.
    """

    table: tuple[tuple[str, int], ...]

    @guarded
    def __post_init__(self) -> None:
        check_pairs("table", self.table, "armies")

    def __str__(self) -> str:
        return ", ".join(f"{kind} {armies}" for kind, armies in self.table)

    @cached_property
    def _armies(self) -> dict[str, int]:
        return dict(self.table)

    def pays(self, kinds: tuple[str, ...]) -> bool:
        """Return whether one of these kinds is in the table."""
        return any(kind in self._armies for kind in kinds)

    def by_kind(self, sets_traded: int) -> dict[str, int]:
        """Return what each kind of set is worth."""
        return dict(self.table)

    def armies(self, kinds: tuple[str, ...], sets_traded: int) -> int:
        """Return what the best of these kinds is worth."""
        return max(self._armies[kind] for kind in kinds if kind in self._armies)


@dataclass(frozen=True)
class ByStars:
    """A set is any number of cards, worth what the stars on them add up to.

    >>> ByStars(stars=(("one star", 1), ("two stars", 2)), values=(2, 4, 7)).armies(("4 stars",), 0)
    7

    Parameters
    ----------
    stars : tuple of (str, int)
        The stars that a card with this symbol shows, at least 1.
    values : tuple of int
        Armies for `first` stars, one more, two more, ...; other sums make no set.
    first : int
        The fewest stars that may be traded, at least 1.

    Raises
    ------
    InputError
        A value outside these ranges.
    """

    stars: tuple[tuple[str, int], ...]
    values: tuple[int, ...]
    first: int = 2

    @guarded
    def __post_init__(self) -> None:
        check_pairs("stars", self.stars, "stars", least=1)
        check_armies(self.values)
        whole("the fewest stars", self.first, 1)

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.values))} from {self.first} stars on"

    @cached_property
    def _armies(self) -> dict[str, int]:
        return {f"{stars} stars": armies for stars, armies in enumerate(self.values, self.first)}

    def pays(self, kinds: tuple[str, ...]) -> bool:
        """Return whether so many stars may be traded."""
        return kinds[0] in self._armies

    def by_kind(self, sets_traded: int) -> dict[str, int]:
        """Return what each number of stars is worth."""
        return dict(self._armies)

    def armies(self, kinds: tuple[str, ...], sets_traded: int) -> int:
        """Return what so many stars are worth."""
        return self._armies[kinds[0]]

    def sets(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Iterate over cards that may be sets, as sorted symbols, with their kind."""
        stars = dict(self.stars)
        most = self.first + len(self.values) - 1
        for size in range(1, most // min(stars.values()) + 1):
            for symbols in combinations_with_replacement(sorted(stars), size):
                yield symbols, (f"{sum(stars[symbol] for symbol in symbols)} stars",)
