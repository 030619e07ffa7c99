"""Are the dice fair? Faces and rolls that fell, against what fair dice bring.

Each side's faces are held against equal chances, and for every pair of dice numbers the armies
lost against the chances of a roll. The distance is Pearson's chi-square. Its chance under fair
dice is exact, by every count that could have come up, where these are few; else it is that of
the chi-square distribution (scipy). The effect size is Cohen's w, the root of chi-square over
the number of dice or rolls: it does not grow with the data, and 0.1 is called small.

A tested bias must also be large enough to be seen: `needed_for` returns how many dice or rolls
it takes to see one of a size, four times in five, at the level of 5 %. If n results come with
chances q in place of the fair p, chi-square is about that of a noncentral distribution with as
many degrees of freedom f and the shift

    n w^2,    w^2 = sum of (q - p)^2 / p

so with c the value that fair dice pass with 5 %, n = L / w^2 where L solves
P(noncentral chi-square(f, L) > c) = 0.8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, comb, exp, lgamma, log, sqrt
from typing import Any

from ..dice.counts import loss_weights, losses
from ..dice.faces import Faces
from ..dice.rules import Side
from ..errors import InputError
from ..guards import guarded
from ..variants.rules import Rules, RulesLike, resolve
from ..vectors import Fixed
from .luck import Fortune, Lead, evidence, summed

# counts that are enumerated for an exact chance
MOST_COUNTS = 30_000
POWER, LEVEL = 0.8, 0.05
# the bias that players should know how to see: a face that comes up so much more often
MORE_OFTEN = 1.2


@dataclass(frozen=True)
class Fit:
    """How well counts fit their chances.

    >>> round(Fit((12, 8), (0.5, 0.5)).chance, 6)
    0.503445

    Attributes
    ----------
    counts : tuple of int
        How often each result came up.
    chances : tuple of float
        How often each should, as a share.
    """

    counts: tuple[int, ...]
    chances: tuple[float, ...]

    @property
    def number(self) -> int:
        """How many results there are."""
        return sum(self.counts)

    @property
    def freedom(self) -> int:
        """The degrees of freedom."""
        return len(self.counts) - 1

    @property
    def chi_square(self) -> float:
        """Pearson's distance of counts and chances; 0 is a perfect fit."""
        return _distance(self.counts, self._expected)

    @property
    def effect(self) -> float:
        """Cohen's w, the distance that does not grow with the data."""
        return sqrt(self.chi_square / self.number)

    @property
    def method(self) -> str:
        """How `chance` is computed."""
        few = comb(self.number + self.freedom, self.freedom) <= MOST_COUNTS
        return "exact" if few else "chi-square (scipy)"

    @cached_property
    def chance(self) -> float:
        """The chance that fair dice fit as badly or worse."""
        if self.method != "exact":
            from scipy.stats import chi2

            return float(chi2.sf(self.chi_square, self.freedom))
        expected = self._expected
        logs = [log(chance) for chance in self.chances]
        least = self._least
        fair = lgamma(self.number + 1)
        summed = 0.0
        for counts in _all_counts(self.number, len(self.counts)):
            if _distance(counts, expected) >= least:
                weight = sum(n * p - lgamma(n + 1) for n, p in zip(counts, logs, strict=True))
                summed += exp(fair + weight)
        return min(summed, 1.0)

    @property
    def perfect(self) -> bool:
        """Whether no counts fit better, so that `chance` is exactly 1."""
        if self._least <= 0:
            return True
        if self.method != "exact":
            return False
        expected, least = self._expected, self._least
        every = _all_counts(self.number, len(self.counts))
        return all(_distance(counts, expected) >= least for counts in every)

    @property
    def _expected(self) -> list[float]:
        return [self.number * chance for chance in self.chances]

    @property
    def _least(self) -> float:
        """The distance of what fits as badly, but for rounding."""
        return self.chi_square * (1 - 1e-9) - 1e-9

    @property
    def needed(self) -> int | None:
        """How many results it would take to see a bias of this size, if there is one."""
        return needed_for(self.effect, self.freedom) if self.effect else None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        return {
            "number": self.number,
            "counts": list(self.counts),
            "expected": [self.number * chance for chance in self.chances],
            "chi_square": self.chi_square,
            "freedom": self.freedom,
            "chance": self.chance,
            "method": self.method,
            "effect_size": self.effect,
            "needed": self.needed,
        }


def _distance(counts: Sequence[int], expected: Sequence[float]) -> float:
    return sum((n - mean) ** 2 / mean for n, mean in zip(counts, expected, strict=True))


def _all_counts(number: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Iterate over all ways in which so many results fall into cells."""
    if cells == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _all_counts(number - first, cells - 1):
            yield first, *rest


def needed_for(effect: float, freedom: int) -> int:
    """Return how many results it takes to see an effect of this size.

    >>> needed_for(0.1, 5)
    1283

    Parameters
    ----------
    effect : float
        Cohen's w, above 0.
    freedom : int
        The degrees of freedom of the test: a six-sided die has 5.

    Returns
    -------
    int
        So many that the test at the level of 5 % sees it with a chance of 80 %.
    """
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    critical = chi2.isf(LEVEL, freedom)
    away = brentq(lambda shift: ncx2.sf(critical, freedom, shift) - POWER, 1e-6, 1e3)
    return ceil(away / effect**2)


def effect_of_face(sides: int) -> float:
    """Return the effect size of a die with one face that comes up 1.2 times as often.

    >>> round(effect_of_face(6), 4)
    0.0894
    """
    fair = 1 / sides
    often = MORE_OFTEN * fair
    others = (1 - often) / (sides - 1)
    return sqrt(((often - fair) ** 2 + (sides - 1) * (others - fair) ** 2) / fair)


@dataclass(frozen=True)
class Fairness:
    """What dice that fell say about whether they are fair.

    Made by `fairness`.

    >>> found = fairness([((6, 5, 3), (6, 4)), ((3, 1, 1), (4,))])
    >>> found.rolls, found.lead.lead, found.table[3, 1].counts
    (2, -1, (0, 1))

    Attributes
    ----------
    rules : Rules
        The rules they were rolled under.
    attack, defence : Fit
        The faces of each side, from 1 up.
    table : mapping
        (attack dice, defence dice) to the fit of how many armies the attacker lost, of those
        numbers that can come up: 0, 1, ...
    lead : Fortune
        Armies the attacker killed less those he lost.
    """

    rules: Rules
    attack: Fit = field(repr=False)
    defence: Fit = field(repr=False)
    table: Mapping[tuple[int, int], Fit] = field(repr=False, hash=False)
    lead: Fortune

    @property
    def rolls(self) -> int:
        """How many rolls there are."""
        return self.lead.number

    @cached_property
    def chance(self) -> float:
        """The chance that fair dice look as odd in any of the tests, at most (Bonferroni)."""
        fits = (self.attack, self.defence, *self.table.values())
        return min(1.0, (len(fits) + 1) * min(self.lead.chance, *(fit.chance for fit in fits)))

    @property
    def evidence(self) -> str:
        """How strongly all of it speaks against fair dice: "none", "weak" or "strong"."""
        return evidence(self.chance)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        sides = {"attack": self.attack, "defence": self.defence}
        return {
            "rules": str(self.rules),
            "rolls": self.rolls,
            "dice": {name: fit.to_dict() for name, fit in sides.items()},
            "roll_table": [
                {"attack_dice": i, "defence_dice": j, **fit.to_dict()}
                for (i, j), fit in self.table.items()
            ],
            "lead": self.lead.to_dict(),
            "chance": self.chance,
            "evidence": self.evidence,
            "to_see_a_face_20_percent_more_often": {
                name: needed_for(effect_of_face(len(fit.counts)), fit.freedom)
                for name, fit in sides.items()
            },
        }


@guarded
def fairness(rolls: Sequence[tuple[Faces, Faces]], *, rules: RulesLike = None) -> Fairness:
    """Return whether dice that fell look fair.

    >>> found = fairness([((6, 5, 3), (6, 4)), ((1,), (6,))])
    >>> found.evidence, found.attack.counts
    ('none', (1, 0, 1, 0, 1, 1))

    Parameters
    ----------
    rolls : sequence of pairs
        The faces of the attack dice and of the defence dice, roll by roll.
    rules : Rules or str, optional
        The rules they were rolled under; classic if left out.

    Returns
    -------
    Fairness
        The faces that fell and the armies that were lost, and how likely so much is.

    Raises
    ------
    InputError
        No roll, or rules under which no dice are rolled.
    """
    chosen = resolve(rules)
    dice = chosen.dice
    if chosen.blitz is not None:
        raise InputError("balanced blitz rolls no dice: leave it out of the rules")
    if dice.choice != "announced":
        raise InputError(
            "a defender who sees the roll chooses which rolls there are, so they cannot be "
            "held against a table: leave it out of the rules"
        )
    if not rolls:
        raise InputError("there must be at least one roll")
    attack_fit, defence_fit = (
        _faces_fit(side, [face for roll in rolls for face in roll[n]])
        for n, side in enumerate((dice.attack, dice.defence))
    )
    lost: dict[tuple[int, int], Counter[int]] = {}
    leads = []
    lead = 0
    rolled: dict[tuple[int, int], Lead] = {}
    for attack, defence in rolls:
        pair = len(attack), len(defence)
        mine, theirs = losses(dice, attack, defence)
        lost.setdefault(pair, Counter())[mine] += 1
        lead += theirs - mine
        if pair not in rolled:
            shares = _shares(chosen, pair)
            leads_of = {min(pair) - 2 * k: chance for k, chance in shares.items()}
            rolled[pair] = Lead.of([(range(n, n + 1), (chance,)) for n, chance in leads_of.items()])
        leads.append(rolled[pair])
    table = {}
    for pair, counts in sorted(lost.items(), reverse=True):
        shares = _shares(chosen, pair)
        if len(shares) > 1:
            table[pair] = Fit(tuple(counts[k] for k in shares), tuple(shares.values()))
    return Fairness(chosen, attack_fit, defence_fit, Fixed(table), summed(leads, lead))


def _faces_fit(side: Side, faces: Sequence[int]) -> Fit:
    counted = Counter(faces)
    counts = tuple(counted[face] for face in range(1, side.sides + 1))
    return Fit(counts, (1 / side.sides,) * side.sides)


def _shares(rules: Rules, pair: tuple[int, int]) -> dict[int, float]:
    """Return how many armies the attacker can lose in a roll, and the chances."""
    ways = loss_weights(rules.dice, *pair)
    return {lost: way / sum(ways) for lost, way in enumerate(ways) if way}
