"""The rules of one roll: how each side rolls, who wins ties, who chooses the number of dice."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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

    @property
    def changed(self) -> bool:
        """Whether anything is added to a die; it stays within 1 and `sides` nonetheless."""
        return bool(self.highest or self.lowest or self.every)

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
