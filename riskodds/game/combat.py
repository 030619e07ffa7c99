"""What a roll costs: the dice of both sides compared, under any rules of the dice."""

from __future__ import annotations

from operator import le, lt

from ..dice import DiceRules, Side


def losses(rules: DiceRules, attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Return the armies that the attacker and the defender lose by a roll.

    >>> from riskodds.dice import CLASSIC
    >>> losses(CLASSIC, (2, 6, 3), (3, 5))
    (1, 1)

    Parameters
    ----------
    rules : DiceRules
        Sides, modifiers and ties.
    attack, defence : tuple of int
        The dice as they fell, in any order.

    Returns
    -------
    tuple of (int, int)
        Their sum is the number of dice of the side with fewer.
    """
    attacker_loses = le if rules.ties == "defender" else lt
    # The dice of the side with more that are left over are compared with nothing.
    pairs = list(
        zip(_modified(rules.attack, attack), _modified(rules.defence, defence), strict=False)
    )
    lost = sum(attacker_loses(a, d) for a, d in pairs)
    return lost, len(pairs) - lost


def _modified(side: Side, dice: tuple[int, ...]) -> list[int]:
    """Return one side's dice, modified, highest first."""
    values = sorted((die + side.every for die in dice), reverse=True)
    values[0] += side.highest
    if len(values) > 1:
        values[-1] += side.lowest
    return sorted((min(max(value, 1), side.sides) for value in values), reverse=True)
