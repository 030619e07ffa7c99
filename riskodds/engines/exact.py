"""Exact fractions: the sweep over scaled integers, divided once at the end.

With chances scaled to integers (see `chain.integer_chain`) the weight of an ending is its
chance times ``unit ** (armies lost)``. Integers are never reduced on the way, which makes this
many times faster than a sweep over `fractions.Fraction`.
"""

from __future__ import annotations

from fractions import Fraction
from math import log10

from ..dice.rules import DiceRules
from ..errors import AccuracyError, TooLargeError
from .chain import integer_chain, unit
from .forward import sweep
from .lines import Endings, lines_of

# Python turns no longer integer into text (sys.set_int_max_str_digits)
MOST_DIGITS = 4300


def endings(
    a: int,
    d: int,
    rules: DiceRules,
    a_floor: int = 0,
    d_floor: int = 0,
    rolls: int | None = None,
) -> Endings:
    """Return the endings of a battle with their chances as fractions.

    >>> from riskodds.dice.rules import CLASSIC
    >>> [line.chances for line in endings(1, 1, CLASSIC).lines]
    [[Fraction(7, 12)], [Fraction(5, 12)]]

    Parameters are those of `forward.sweep`, with a single start (a, d).

    Raises
    ------
    TooLargeError
        Fractions of more than 4,300 digits.
    AccuracyError
        Fractions that do not add up to one.
    """
    base = unit(rules)
    most = int(MOST_DIGITS / log10(base))
    if a + d > most:
        raise TooLargeError(
            f"exact fractions are limited to {most:,} fighting armies of both sides together "
            f"({MOST_DIGITS:,} digits), not {a + d:,}"
        )
    if rules.choice == "announced":
        weights = sweep({(a, d): 1}, integer_chain(rules), a_floor, d_floor, rolls)
    else:
        from .dice_choice import seen_weights

        weights, _ = seen_weights(a, d, rules, a_floor, d_floor, base)
    whole = sum(weight * base ** (left_a + left_d) for (left_a, left_d), weight in weights.items())
    if whole != base ** (a + d):
        raise AccuracyError("the fractions of this answer do not add up to 1, so it is withheld")
    chances = {
        (left_a, left_d): Fraction(weight, base ** (a + d - left_a - left_d))
        for (left_a, left_d), weight in weights.items()
    }
    return Endings(lines_of(chances), 0.0, 1.0, 0.0)
