"""One roll, for a caller: the chances of what each side loses, as fractions."""

from __future__ import annotations

from fractions import Fraction

from .dice import roll_weights
from .presets import Rules, resolve


def roll(
    attack_dice: int, defence_dice: int, *, rules: Rules | str | None = None
) -> dict[tuple[int, int], Fraction]:
    """Return the exact chances of one roll: (attacker losses, defender losses) to fraction.

    >>> roll(3, 2)[0, 2]
    Fraction(1445, 3888)

    Parameters
    ----------
    attack_dice, defence_dice : int
        Dice rolled (not armies), from 1 to the most that the rules allow.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.

    Raises
    ------
    InputError
        A number of dice that the rules do not allow.

    Notes
    -----
    Source of the classic counts: Osborne, Math. Mag. 76(2), 2003.
    """
    weights = roll_weights(resolve(rules).dice, attack_dice, defence_dice)
    ways = sum(weights)
    pairs = len(weights) - 1
    return {(lost, pairs - lost): Fraction(n, ways) for lost, n in enumerate(weights)}
