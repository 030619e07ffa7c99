"""The chain that every engine walks: the chances of each roll, by fighting armies."""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import Any

from ..dice.counts import loss_weights
from ..dice.rules import MOST_DICE, DiceRules
from ..errors import InputError

# the most by which a float operation is off, of what it should be
ROUNDING = 2.0**-53
# chances below this may be lost to underflow
SMALLEST = 1e-300
LOG_SMALLEST = log(SMALLEST)
# rolls[attack dice][defence dice][attacker losses]; index 0 of the dice is not used
Rolls = tuple[tuple[tuple[Any, ...], ...], ...]


class Chain:
    """The chances of one roll for every pair of dice, and who rolls how many.

    Parameters
    ----------
    attack_needs, defence_needs : tuple of int
        Fighting armies needed for one die, two dice, ...
    rolls : nested tuples
        ``rolls[i][j][k]``: chance (or scaled integer) that i dice against j cost the attacker
        k armies.
    ways : tuple of int
        The same for a roll with all dice, in ways the dice can fall; empty if that is not known.
    """

    # compared by identity, so that what is cached for a chain is found at once

    def __init__(
        self,
        attack_needs: tuple[int, ...],
        defence_needs: tuple[int, ...],
        rolls: Rolls,
        ways: tuple[int, ...] = (),
    ) -> None:
        self.attack_needs = attack_needs
        self.defence_needs = defence_needs
        self.rolls = rolls
        self.ways = ways


def _rolls(rules: DiceRules, scale: Any) -> Rolls:
    # a chain knows rolls with all dice only; an engine that forgets the rest must not answer
    if rules.choice != "announced":
        raise InputError("a defender who sees the roll cannot be used here")
    return tuple(
        tuple(
            scale(i, j, loss_weights(rules, i, j)) if i and j else ()
            for j in range(rules.defence.dice + 1)
        )
        for i in range(rules.attack.dice + 1)
    )


@lru_cache(maxsize=256)
def float_chain(rules: DiceRules) -> Chain:
    """Return the chain with chances as floats, each correctly rounded."""
    return Chain(
        rules.attack.needs,
        rules.defence.needs,
        _rolls(rules, lambda i, j, ways: tuple(way / sum(ways) for way in ways)),
        loss_weights(rules, rules.attack.dice, rules.defence.dice),
    )


@lru_cache(maxsize=256)
def log_least_chance(chain: Chain) -> float:
    """Return the logarithm of the smallest chance above zero that a roll gives to an outcome."""
    return log(min(p for by_dice in chain.rolls for roll in by_dice for p in roll if p))


def sunk(armies: int, log_least: float) -> float:
    """Return a bound on what underflow leaves out of so many armies' rolls.

    Every roll removes an army, so no path is less likely than its least chance (given by its
    logarithm) to the power of the armies. Where that is below `SMALLEST`, digits may be lost:
    at most so much for every army.
    """
    return armies * SMALLEST if armies * log_least < LOG_SMALLEST else 0.0


@lru_cache(maxsize=256)
def fraction_chain(rules: DiceRules) -> Chain:
    """Return the chain with chances as fractions."""
    from fractions import Fraction

    return Chain(
        rules.attack.needs,
        rules.defence.needs,
        _rolls(rules, lambda i, j, ways: tuple(Fraction(way, sum(ways)) for way in ways)),
    )


def unit(rules: DiceRules) -> int:
    """Return the integer that stands for one army lost in `integer_chain`."""
    return int(rules.attack.sides**rules.attack.dice * rules.defence.sides**rules.defence.dice)


@lru_cache(maxsize=256)
def integer_chain(rules: DiceRules, base: int | None = None) -> Chain:
    """Return the chain with chances scaled so that all are integers.

    A roll that removes m armies has its chances multiplied by ``unit ** m``. So the weight of a
    state is its chance times ``unit`` to the number of armies lost, by whatever rolls it was
    reached (for classic dice ``7776 ** (armies lost)``, as in OEIS A371949). A `base` that is a
    multiple of the unit takes its place: battles under different rules then share it.
    """
    base = unit(rules) if base is None else base

    def scale(i: int, j: int, ways: tuple[int, ...]) -> tuple[int, ...]:
        factor, rest = divmod(base ** min(i, j), sum(ways))
        assert rest == 0
        return tuple(way * factor for way in ways)

    return Chain(rules.attack.needs, rules.defence.needs, _rolls(rules, scale))


# more armies than any battle has: nobody reaches the dice that these would need
NEVER = 2**62


def padded(needs: tuple[int, ...]) -> tuple[int, ...]:
    """Return the needs of a side for every number of dice there is."""
    return needs + (NEVER,) * (MOST_DICE - len(needs))


@lru_cache(maxsize=256)
def flat_rolls(chain: Chain) -> tuple[float, ...]:
    """Return the chances in one row: that of k losses at ``((i * 5) + j) * 5 + k``."""
    size = MOST_DICE + 1
    flat = [0.0] * size**3
    for i, by_dice in enumerate(chain.rolls):
        for j, chances in enumerate(by_dice):
            at = (i * size + j) * size
            flat[at : at + len(chances)] = chances
    return tuple(flat)


@lru_cache(maxsize=256)
def rolls_array(chain: Chain) -> Any:
    """Return `flat_rolls` as compiled code reads it."""
    import numpy as np

    return np.array(flat_rolls(chain))
