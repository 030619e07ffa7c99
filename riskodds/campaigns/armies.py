"""Numbers of armies, known or seen through fog, and chances, as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import gcd
from numbers import Rational
from typing import Any, SupportsFloat

from ..errors import InputError
from ..guards import guarded
from ..values import floating, integer, show, whole

MOST_DEFENDERS = 10**12
MOST_UNKNOWN = 10_000

# a chance as callers give it: 0.9, Fraction(9, 10), "90%", "9/10"
ChanceLike = str | SupportsFloat


@dataclass(frozen=True, repr=False)
class Armies:
    """A number of armies, or the chances of several.

    >>> str(Armies.read("3-6")), str(Armies.read("3:0.2/4:0.5/5:0.3")), str(Armies.read(5))
    ('3-6', '3:0.2/4:0.5/5:0.3', '5')
    >>> Armies.read("3:0.25/4:0.75").weights
    ((3, 1), (4, 3))

    Parameters
    ----------
    weights : tuple of (int, int)
        The numbers, rising, each with a whole weight; its chance is its weight by their sum.
        The weights have no common divisor, so that equal chances are equal values.
    """

    weights: tuple[tuple[int, int], ...]

    @classmethod
    @guarded
    def read(cls, given: ArmiesLike, name: str = "defenders") -> Armies:
        """Return what a caller gave, a number, a text or {number: chance}, as a value.

        Raises
        ------
        InputError
            Something else, a number below 1, or chances that do not add up to one.
        """
        if isinstance(given, Armies):
            return given
        if isinstance(given, Mapping):
            return cls._of_chances(given.items(), name)
        if not isinstance(given, str):
            return cls(((whole(name, given, 1, MOST_DEFENDERS), 1),))
        if ":" in given:
            pairs = [part.partition(":") for part in given.split("/")]
            if not all(colon for _, colon, _ in pairs):
                raise InputError(
                    f"{name} with chances are written like 3:0.2/4:0.8, not {show(given)}"
                )
            return cls._of_chances([(integer(n), p) for n, _, p in pairs], name)
        low, dash, high = given.partition("-")
        if not (dash and low):
            return cls(((whole(name, integer(given), 1, MOST_DEFENDERS), 1),))
        first = whole(name, integer(low), 1, MOST_DEFENDERS)
        last = whole(name, integer(high), 1, MOST_DEFENDERS)
        if not first <= last < first + MOST_UNKNOWN:
            raise InputError(
                f"a range of {name} rises by less than {MOST_UNKNOWN:,}, as 3-6 does, "
                f"not {show(given)}"
            )
        return cls(tuple((n, 1) for n in range(first, last + 1)))

    @classmethod
    def _of_chances(cls, pairs: Iterable[tuple[Any, Any]], name: str) -> Armies:
        given = list(pairs)
        chances = [integer(chance) if isinstance(chance, str) else chance for _, chance in given]
        odds = [n for n in chances if isinstance(n, int) and not isinstance(n, bool) and n > 0]
        whole_odds = sum(odds) if len(odds) == len(given) else 1
        ratios: dict[int, tuple[int, int]] = {}
        for (armies, _), chance in zip(given, chances, strict=True):
            number = whole(name, armies, 1, MOST_DEFENDERS)
            if number in ratios:
                raise InputError(f"{name} with chances name each number once, not {number} twice")
            if whole_odds > 1:
                ratio = int(chance), whole_odds
            else:
                ratio = ratio_of(f"the chance of {number:,} {name}", chance)
            if not ratio[0]:
                raise InputError(f"the chance of {number:,} {name} must be above 0")
            ratios[number] = ratio
        scale = 1
        for _, under in ratios.values():
            scale = scale * under // gcd(scale, under)
        weights = {n: over * (scale // under) for n, (over, under) in sorted(ratios.items())}
        if sum(weights.values()) != scale:
            raise InputError(
                f"the chances of {name} must add up to 1, not {sum(weights.values()) / scale:.9g}"
            )
        common = gcd(*weights.values())
        return cls(tuple((n, weight // common) for n, weight in weights.items()))

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(weight for _, weight in self.weights)

    @property
    def known(self) -> bool:
        """Whether there is one number only."""
        return len(self.weights) == 1

    @property
    def most(self) -> int:
        """The largest number."""
        return self.weights[-1][0]

    def to_json(self) -> int | str:
        """Return the number, or the text if there are several."""
        return self.most if self.known else str(self)

    def __repr__(self) -> str:
        return f"Armies({str(self)!r})"

    def __str__(self) -> str:
        if self.known:
            return str(self.most)
        numbers = [n for n, _ in self.weights]
        even = all(weight == 1 for _, weight in self.weights)
        if even and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]}-{numbers[-1]}"
        decimals = [_decimal(weight, self.total) for _, weight in self.weights]
        if not all(decimals):
            decimals = [str(weight) for _, weight in self.weights]
        return "/".join(f"{n}:{text}" for n, text in zip(numbers, decimals, strict=True))


# armies as callers give them
ArmiesLike = int | str | Armies | Mapping[int, ChanceLike]


def ratio_of(name: str, given: ChanceLike) -> tuple[int, int]:
    """Return a chance as two whole numbers, read as the decimal that was written.

    >>> ratio_of("win", 0.9), ratio_of("win", "90%"), ratio_of("win", "1/3")
    ((9, 10), (9, 10), (1, 3))

    Raises
    ------
    InputError
        Anything that is not a number from 0 to 1.
    """
    over, under = -1, 1
    if isinstance(given, str):
        over, under = _ratio(given)
    elif isinstance(given, Rational):
        if not isinstance(given, bool):
            over, under = int(given.numerator), int(given.denominator)
    elif hasattr(given, "as_tuple"):
        over, under = _ratio(str(given))
    else:
        over, under = _ratio(repr(floating(given)))
    if not 0 <= over <= under:
        raise InputError(f"{name} must be a chance from 0 to 1, not {show(given)}")
    common = gcd(over, under)
    return over // common, under // common


def _ratio(text: str) -> tuple[int, int]:
    """Return a decimal, a per cent or a fraction as two whole numbers, (-1, 1) if it is none."""
    over, slash, under = text.strip().partition("/")
    if slash:
        above, below = integer(over), integer(under)
        plain = isinstance(above, int) and isinstance(below, int) and below > 0
        return (above, below) if plain else (-1, 1)  # type: ignore[return-value]
    number, percent = over.removesuffix("%").rstrip(), over.endswith("%")
    digits, power_sign, exponent = number.lower().partition("e")
    before, _, after = digits.partition(".")
    signless = exponent.lstrip("+-")
    if not (text.isascii() and (before + after).isdecimal()) or len(number) > 400:
        return -1, 1
    if power_sign and not signless:
        return -1, 1
    if signless and not (signless.isdecimal() and len(signless) < 4):
        return -1, 1
    power = int(exponent or 0) - len(after) - 2 * percent
    value = int(before + after)
    return (value * 10**power, 1) if power > 0 else (value, 10**-power)


def _decimal(weight: int, total: int) -> str:
    """Return weight / total, which is below one, as a decimal if it has at most 15 digits."""
    for digits in range(1, 16):
        scaled, rest = divmod(weight * 10**digits, total)
        if not rest:
            return f"0.{scaled:0{digits}}"
    return ""
