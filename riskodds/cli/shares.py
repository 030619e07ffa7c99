"""What is certain, decided in one place: a chance, and how the text prints it.

A chance is certain if it or its contrary is 0 and nothing has been left out, and only what is
certain is printed as 0 % or 100 %. A chance that was rounded to 1 does not tell: whatever is
summed hands over the contrary too, summed by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log, log10
from typing import Any, NamedTuple

import click

from ..battles.odds import ENDINGS
from ..engines.chain import ROUNDING, SMALLEST
from ..values import counted

# chances above this are looked at: rounding may have moved a certain one
NEARLY = 1 - 1e-9
# below this share of a per cent's last digit a chance is also given as "1 in n"
RARE = 0.001


class Share(NamedTuple):
    """A chance with what decides whether it is certain.

    >>> Share(0.72303, 0.27697).percent(1), Share(1.0, 1e-9).percent(1), Share(1.0, 0).percent(1)
    ('72.3 %', '> 99.9 %', '100 %')
    >>> Share(0.0).percent(1), Share(0.0, left_out=1e-300).percent(1), Share(1.0).percent(1)
    ('0 %', '< 0.1 %', '> 99.9 %')

    Attributes
    ----------
    chance : float or Fraction
        What is printed.
    rest : float, Fraction, bool or None
        The chance of the contrary, or whether it can happen. Without it a fraction's is known,
        and that of a float counts as possible.
    left_out : float
        A bound on what either may lack.
    """

    chance: Any
    rest: Any = None
    left_out: float = 0.0

    @classmethod
    def of(cls, odds: Any, kind: str) -> Share:
        """Return the chance of a battle to "win", "lose", stay "undecided" or reach the goal.

        >>> from riskodds import battle
        >>> [Share.of(battle(60, 2), kind).certain for kind in ("win", "undecided")]
        [False, True]
        """
        chance = getattr(odds, kind)
        if kind == "reached":
            return cls(chance, odds.defenders_left().at_least(odds.goal + 1), odds.left_out)
        others = any(odds.possible(each) for each in ENDINGS if each != kind)
        # what is possible has been decided with what is left out in mind
        certain = not others or not odds.possible(kind)
        return cls(chance, others, 0.0 if certain else odds.left_out)

    @property
    def certain(self) -> bool:
        """Whether it is exactly 0 or 1."""
        rest = self.rest
        if rest is None:
            rest = 1 if isinstance(self.chance, float) else 1 - self.chance
        return not self.left_out and (not self.chance or not rest)

    def percent(self, digits: int) -> str:
        """Return it as a per cent that is 0 or 100 only if it is certain."""
        if self.certain:
            return f"{round(100 * float(self.chance))} %"
        text = decimal(100 * self.chance, digits)
        if float(text) == 0:
            return f"< {10.0**-digits:.{digits}f} %"
        if float(text) == 100:
            return f"> {100 - 10.0**-digits:.{digits}f} %"
        return f"{text} %"

    def rare(self) -> str:
        """Return a small chance as "1 in 1.2e23", and nothing for one that is not, or certain."""
        return "" if self.certain else one_in(self.chance, self.left_out)


def decimal(number: Any, digits: int) -> str:
    """Return a number that is not negative with so many decimals, all of a fraction's right.

    >>> from fractions import Fraction
    >>> decimal(0.5, 2), decimal(200 * Fraction(1, 3), 20)
    ('0.50', '66.66666666666666666667')
    """
    if isinstance(number, float) or not digits:
        return f"{float(number):.{digits}f}"
    whole, part = divmod(round(number * 10**digits), 10**digits)
    return f"{whole}.{part:0{digits}d}"


def rounding(armies: int) -> float:
    """Return about what floats lose, relative to a chance, where so many armies may be lost."""
    return 5 * armies * ROUNDING


def supported(digits: int, error: float, largest: float = 100.0) -> int:
    """Return how many of these decimals are right, of numbers up to this with a relative error.

    >>> supported(15, 2e-14), supported(1, 2e-14), supported(15, 0.0)
    (11, 1, 15)
    """
    if not error:
        return digits
    # a float that was rounded once, or printed, has an error too
    return max(0, min(digits, floor(-log10(2 * largest * (error + ROUNDING)))))


def trimmed(digits: int, error: float) -> int:
    """Return how many decimals of a per cent are right, and say on stderr if some are left off."""
    right = supported(digits, error)
    if right < digits:
        known = counted(right, "decimal is", "decimals are")
        click.echo(f"riskodds: {known} certain here, not {digits}", err=True)
    return right


def stage_shares(odds: Any) -> Iterator[tuple[Share, Share]]:
    """Iterate over the chances that a roll is made at a territory of a path, and that it falls."""
    left_out = odds.left_out
    for k, stage in enumerate(odds.stages):
        before = sum(1 for ending in odds.endings if ending[0] < k)
        # who comes with too few stops there, before any defender is lost
        few = (ending for ending in odds.endings if ending[0] == k and ending[1] <= odds.stop_at[k])
        known = {defenders for defenders, _ in stage.territory.armies.weights}
        halted = k > 0 and any(ending[2] in known for ending in few)
        failed = sum(ending[3] for ending in odds.endings if ending[0] <= k)
        yield (
            Share(stage.reached, before + halted, left_out if k else 0.0),
            Share(stage.captured, failed, left_out),
        )


def one_in(chance: Any, left_out: float = 0.0) -> str:
    """Return a small chance as "1 in 1.2e23", and nothing for other chances.

    >>> one_in(8.289e-24), one_in(0.0, 1e-290), one_in(0.3)
    ('1 in 1.2e23', 'less than 1 in 1e290', '')

    What is less than what may have been left out is said to be less than the two together.
    """
    if chance > RARE or not (chance or left_out):
        return ""
    less = "less than " if chance <= left_out else ""
    whole_chance = chance + left_out if less else chance
    if whole_chance > 1e-9:
        return f"{less}1 in {1 / float(whole_chance):,.0f}"
    # by logarithms: a fraction may be smaller than any float
    if isinstance(whole_chance, float):
        magnitude = -log10(whole_chance)
    else:
        magnitude = log10(whole_chance.denominator) - log10(whole_chance.numerator)
    exponent = int(magnitude)
    digits = f"{10 ** (magnitude - exponent):.1e}"  # 9.96 has become 1.0e+01
    return f"{less}1 in {float(digits[:3]):g}e{exponent + int(digits[4:])}"


def sunk(armies: int, *rules: Any) -> float:
    """Return a bound on what sinks below the smallest float where so many armies may be lost.

    >>> from riskodds import rules
    >>> sunk(12, rules("classic")), sunk(1000, rules("classic")) > 0
    (0.0, True)
    """
    from ..engines.chain import float_chain, log_least_chance

    # a blitz that cuts the rare endings away leaves none of its chances that small
    rolled = [each for each in rules if each.blitz is None or not each.blitz.outcome_cut]
    least = min((log_least_chance(float_chain(each.dice)) for each in rolled), default=0.0)
    return armies * SMALLEST if armies * least < log(SMALLEST) else 0.0
