"""One roll of the dice: how each side rolls, and exact integer chances of what is lost.

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

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod
from operator import le, lt
from typing import Literal

from ..errors import InputError
from ..guards import guarded
from ..values import show, whole

MOST_DICE = 4
MOST_SIDES = 12
MOST_NEEDED = 10**9
TIES = ("defender", "attacker")
CHOICES = ("announced", "optimal", "greedy")


@dataclass(frozen=True)
class Side:
    """How one side rolls.

    >>> Side(sides=8, needs=(1, 3)).dice_for(2)
    1

    Parameters
    ----------
    sides : int
        Faces of each die, 2 to 12.
    needs : tuple of int
        Fighting armies needed to roll one die, two dice, ...; its length, 1 to 4, is the most
        dice this side may roll. The attacker's fighting armies are those that may move: all
        but one.
    highest, lowest, every : int
        Added to the highest die, the lowest die, or every die. The dice are sorted, modified,
        kept within 1 and `sides`, and sorted again. A lone die counts as the highest.

    Raises
    ------
    InputError
        A value outside these ranges.
    """

    sides: int = 6
    needs: tuple[int, ...] = (1, 2, 3)
    highest: int = 0
    lowest: int = 0
    every: int = 0

    @guarded
    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", whole("sides", self.sides, 2, MOST_SIDES))
        for name in ("highest", "lowest", "every"):
            given = getattr(self, name)
            modifier = whole(f"the modifier '{name}'", given, -MOST_SIDES, MOST_SIDES)
            object.__setattr__(self, name, modifier)
        needs = self.needs
        if not (
            isinstance(needs, tuple)
            and 1 <= len(needs) <= MOST_DICE
            and all(isinstance(n, int) and not isinstance(n, bool) for n in needs)
            and needs[0] == 1
            and all(a < b for a, b in pairwise(needs))
        ):
            raise InputError(
                f"needs must be 1 to {MOST_DICE} rising whole numbers that start with 1, "
                f"such as (1, 2, 3), not {show(needs)}"
            )
        whole("the armies needed for a die", needs[-1], 1, MOST_NEEDED)

    @property
    def dice(self) -> int:
        """The most dice this side may roll."""
        return len(self.needs)

    @guarded
    def dice_for(self, armies: int) -> int:
        """Return how many dice this many fighting armies roll.

        >>> [Side().dice_for(armies) for armies in range(5)]
        [0, 1, 2, 3, 3]
        """
        return bisect_right(self.needs, armies)

    def rolls(self, dice: int, keep: int) -> Counter[tuple[int, ...]]:
        """Return the `keep` highest of the modified dice, highest first, with ordered counts.

        >>> sum(Side().rolls(3, 2).values())
        216
        """
        counts: Counter[tuple[int, ...]] = Counter()
        for faces in combinations_with_replacement(range(self.sides, 0, -1), dice):
            ways = factorial(dice) // prod(map(factorial, Counter(faces).values()))
            counts[self.values(faces)[:keep]] += ways
        return counts

    def values(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return what dice count, highest first, that show these faces, highest first.

        >>> Side(highest=1, lowest=-1).values((6, 2, 1)), Side(highest=-1, lowest=-1).values((4,))
        ((6, 2, 1), (3,))
        """
        values = [face + self.every for face in faces]
        values[0] += self.highest
        if len(faces) > 1:
            values[-1] += self.lowest
        return tuple(sorted((min(max(v, 1), self.sides) for v in values), reverse=True))


@dataclass(frozen=True)
class DiceRules:
    """The rules of a roll: both sides, who wins a tie, and when the defender chooses his dice.

    >>> DiceRules() == CLASSIC
    True

    Parameters
    ----------
    attack, defence : Side
        How each side rolls.
    ties : {"defender", "attacker"}
        Who wins a tie.
    choice : {"announced", "optimal", "greedy"}
        When the defender chooses how many dice to roll: before the roll, as the attacker does,
        and then rolls all (announced); or after seeing the attacker's dice, and then rolls the
        number that is best for the whole battle (optimal) or for this roll alone (greedy). Of
        equally good numbers the higher.
    """

    attack: Side = Side(needs=(1, 2, 3))
    defence: Side = Side(needs=(1, 2))
    ties: Literal["defender", "attacker"] = "defender"
    choice: Literal["announced", "optimal", "greedy"] = "announced"

    @guarded
    def __post_init__(self) -> None:
        for name, side in (("attack", self.attack), ("defence", self.defence)):
            if not isinstance(side, Side):
                raise InputError(f"{name} must be a Side, not {show(side)}")
        for name, allowed in (("ties", TIES), ("choice", CHOICES)):
            if getattr(self, name) not in allowed:
                words = " or ".join(map(repr, allowed))
                raise InputError(f"{name} must be {words}, not {show(getattr(self, name))}")
        # every battle looks its rules up; hashing nested values would take longer. Words are
        # hashed by their place: their own hash changes from process to process, pickles do not
        places = TIES.index(self.ties), CHOICES.index(self.choice)
        object.__setattr__(self, "_hash", hash((self.attack, self.defence, places)))

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined, no-any-return]

    @property
    def attacker_loses(self) -> Callable[[int, int], bool]:
        """Whether a pair of dice, the attacker's first, costs the attacker an army."""
        return le if self.ties == "defender" else lt


CLASSIC = DiceRules()

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
