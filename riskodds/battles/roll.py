"""One roll, for a caller: the chances of what each side loses, as fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from ..dice.counts import roll_weights
from ..dice.rules import DiceRules
from ..errors import InputError
from ..guards import guarded
from ..variants.rules import Rules, resolve


@guarded
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

    Returns
    -------
    dict of (int, int) to Fraction
        The chance of each pair of losses.

    Raises
    ------
    InputError
        A number of dice that the rules do not allow. Rules under which the defender sees the
        roll and chooses for the whole battle, as that depends on the armies: `defence_dice`
        answers for them.

    Notes
    -----
    Under "sees-greedy" `defence_dice` is the most the defender may choose. Balanced Blitz changes
    whole battles only; a roll is a true random one.

    Source of the classic counts: Osborne, Math. Mag. 76(2), 2003.
    """
    dice = resolve(rules).dice
    if dice.choice == "optimal":
        raise InputError(
            "how many dice the defender rolls depends on the dice seen and on the armies: "
            "give both, or use sees-greedy"
        )
    if dice.choice == "greedy":
        return _greedy_roll(dice, attack_dice, defence_dice)
    weights = roll_weights(dice, attack_dice, defence_dice)
    ways = sum(weights)
    pairs = len(weights) - 1
    return {(lost, pairs - lost): Fraction(n, ways) for lost, n in enumerate(weights)}


def _greedy_roll(
    dice: DiceRules, attack_dice: int, defence_dice: int
) -> dict[tuple[int, int], Fraction]:
    from ..engines.dice_choice import greedy, ways_by_sight

    roll_weights(dice, attack_dice, defence_dice)  # refuses impossible dice
    chances: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    rolls = dice.attack.rolls(attack_dice, attack_dice)
    by_dice = [ways_by_sight(dice, tuple(rolls), n) for n in range(defence_dice, 0, -1)]
    for count, options in zip(rolls.values(), zip(*by_dice, strict=True), strict=True):
        ways = options[greedy(list(options))]
        for lost, n in enumerate(ways):
            chance = Fraction(count * n, dice.attack.sides**attack_dice * sum(ways))
            chances[lost, len(ways) - 1 - lost] += chance
    return dict(sorted(chances.items(), key=lambda item: (item[0][0] - item[0][1], item[0])))
