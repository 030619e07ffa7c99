"""What a roll costs, counted exactly: the ordered rolls behind every number of armies lost.

Both sides roll, sort their dice, and compare the highest pair, then the second, as far as
both have dice: ``m = min(attack dice, defence dice)`` pairs. Each pair costs the lower die's
side an army, and a tie costs the side that does not win ties, so a roll always removes m
armies in all: k of the attacker and m - k of the defender.

The number of ordered rolls that cost the attacker k armies is counted over *sorted* dice:
a sorted roll whose faces repeat r1, r2, ... times stands for n! / (r1! r2! ...) ordered ones.
Four dice with twelve sides are 1,365 sorted rolls and not 20,736. The pairs must be compared
jointly; multiplying the chances of the single pairs is wrong, as the dice of a side are sorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..values import whole
from .rules import DiceRules

# Six-sided dice, ties to the defender: (attack dice, defence dice) -> counts of ordered rolls
# in which the attacker loses 0, 1, 2, ... armies. Osborne 2003; tests enumerate every line.
SIX_SIDED = {
    (1, 1): (15, 21),
    (1, 2): (55, 161),
    (2, 1): (125, 91),
    (2, 2): (295, 420, 581),
    (3, 1): (855, 441),
    (3, 2): (2890, 2611, 2275),
    (1, 3): (225, 1071),
    (2, 3): (979, 1981, 4816),
    (3, 3): (6420, 10017, 12348, 17871),
}


@lru_cache(maxsize=1024)
def loss_weights(rules: DiceRules, attack_dice: int, defence_dice: int) -> tuple[int, ...]:
    """Return the number of ordered rolls in which the attacker loses 0, 1, 2, ... armies.

    >>> from riskodds.dice.rules import CLASSIC
    >>> loss_weights(CLASSIC, 3, 2)
    (2890, 2611, 2275)

    Parameters
    ----------
    rules : DiceRules
        Sides, modifiers and ties.
    attack_dice, defence_dice : int
        Dice rolled, at least one each.

    Returns
    -------
    tuple of int
        One count for each number of armies the attacker can lose; they add up to
        ``attack sides ** attack_dice * defence sides ** defence_dice``.
    """
    attack, defence = rules.attack, rules.defence
    plain = attack.sides == defence.sides == 6 and rules.ties == "defender"
    if plain and not any((s.highest, s.lowest, s.every) != (0, 0, 0) for s in (attack, defence)):
        known = SIX_SIDED.get((attack_dice, defence_dice))
        if known is not None:
            return known
    pairs = min(attack_dice, defence_dice)
    attacker_loses = rules.attacker_loses
    attacks = list(attack.rolls(attack_dice, pairs).items())
    counts = [0] * (pairs + 1)
    for defence_values, defence_ways in defence.rolls(defence_dice, pairs).items():
        ways = [0] * (pairs + 1)
        for attack_values, attack_ways in attacks:
            ways[sum(map(attacker_loses, attack_values, defence_values))] += attack_ways
        for losses, count in enumerate(ways):
            counts[losses] += count * defence_ways
    return tuple(counts)


def losses(rules: DiceRules, attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """Return the armies that the attacker and the defender lose by the dice that fell.

    >>> from riskodds.dice.rules import CLASSIC
    >>> losses(CLASSIC, (2, 6, 3), (3, 5))
    (1, 1)

    Parameters
    ----------
    rules : DiceRules
        Sides, modifiers and ties.
    attack, defence : sequence of int
        The dice as they fell, in any order.

    Returns
    -------
    tuple of (int, int)
        Their sum is the number of dice of the side with fewer; others are compared with nothing.
    """
    attacks = rules.attack.values(sorted(attack, reverse=True))
    defences = rules.defence.values(sorted(defence, reverse=True))
    lost = sum(map(rules.attacker_loses, attacks, defences))
    return lost, min(len(attacks), len(defences)) - lost


def roll_weights(rules: DiceRules, attack_dice: object, defence_dice: object) -> tuple[int, ...]:
    """Return `loss_weights` for dice numbers that a caller gave, refusing impossible ones."""
    attackers = whole("attack dice", attack_dice, 1, rules.attack.dice)
    defenders = whole("defence dice", defence_dice, 1, rules.defence.dice)
    return loss_weights(rules, attackers, defenders)
