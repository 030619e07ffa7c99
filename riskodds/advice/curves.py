"""Success as a function of one side's armies: what `needed`, `hold` and `place` search on.

A curve gives the chance to succeed, or to fail, summed by itself, for any number of armies. Where
a single battle is answered in linear time, each point is a battle of its own and the search is a
secant on the scale of the normal distribution, on which such a curve is nearly straight. Every
other curve grows by one army after the other, in one pass with no limit set before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import erfc, sqrt
from typing import Any, NamedTuple

from ..battles.solve import MOST_ARMIES, battle
from ..campaigns.contest import MOST_CELLS, Ground, PathClimb
from ..engines.chain import ROUNDING
from ..engines.reach import fits
from ..errors import TooLargeError
from .targets import Target

# against so few a climb is as quick as a few battles
FEW_ARMIES = 20


class Curve(ABC):
    """Chances to succeed by armies, from `low` of them."""

    low: int

    @abstractmethod
    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to succeed, or to fail."""

    @abstractmethod
    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""

    @abstractmethod
    def exact(self, armies: int) -> Any:
        """Return the chance to succeed as a fraction, or None if that cannot be had."""

    def left_out(self, armies: int) -> float:
        """Return a bound on what both leave out."""
        return 0.0

    def reaches(self, armies: int, target: Target) -> bool:
        """Return whether so many armies reach the target, by fractions if it is that close.

        Raises
        ------
        TooLargeError
            Too close for floats, and too large for fractions.
        """
        chance = self.chance(armies, fails=target.by_failing)
        decided = target.decide(chance, self.error(armies), self.left_out(armies))
        if decided is None:
            exact = self.exact(armies)
            if exact is None:
                raise TooLargeError(
                    f"whether {armies:,} armies reach {float(target):.12g} is too close to tell"
                )
            return bool(exact >= target.chance)
        return decided

    def first(self, target: Target) -> int:
        """Return the fewest armies whose chance reaches the target."""
        armies = self.low
        while not self.reaches(armies, target):
            armies += 1
        return armies


class Sums(NamedTuple):
    """What a search needs of a battle; all its outcomes would fill the memory."""

    win: Any
    lose: Any
    left_out: float
    error_bound: float


class BattleCurve(Curve):
    """One battle for every point, of `armies` attackers or defenders against a fixed number."""

    def __init__(self, against: int, ground: Ground, *, defends: bool) -> None:
        self.against, self.ground, self.defends = against, ground, defends
        self.low = 1 if defends else 2
        self.known: dict[int, Sums] = {}
        top = ground.chain.rolls[-1][-1]
        most = len(top) - 1
        loss = sum(k * p for k, p in enumerate(top))
        gain = most - loss
        square = sum(p * (k * gain - (most - k) * loss) ** 2 for k, p in enumerate(top))
        # losses of ours for one of theirs, and how that spreads, as in `engines.closed_form`
        ratio, gained = (gain / loss, loss) if defends else (loss / gain, gain)
        fighting = against - defends
        self.center = ratio * fighting + 1
        self.spread = sqrt(max(fighting, 1) * square / gained) / (loss if defends else gain)

    def odds(self, armies: int, *, exact: bool = False) -> Sums:
        """Return what is asked of the battle at a point; it is kept, unless it is exact."""
        if armies in self.known and not exact:
            return self.known[armies]
        sides = (self.against, armies) if self.defends else (armies, self.against)
        odds = battle(*sides, rules=self.ground.rules, exact=exact)
        sums = Sums(odds.win, odds.lose, odds.left_out, odds.error_bound)
        if not exact:
            self.known[armies] = sums
        return sums

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to succeed, or to fail."""
        odds = self.odds(armies)
        return float(odds.lose if self.defends != fails else odds.win)

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""
        return self.odds(armies).error_bound

    def left_out(self, armies: int) -> float:
        """Return a bound on what both leave out."""
        return self.odds(armies).left_out

    def exact(self, armies: int) -> Any:
        """Return the chance to succeed as a fraction, or None if that cannot be had."""
        if not self.ground.plain:
            return None
        try:
            odds = self.odds(armies, exact=True)
        except TooLargeError:
            return None
        return odds.lose if self.defends else odds.win

    def first(self, target: Target) -> int:
        """Return the fewest armies whose chance reaches the target."""
        fails, passes = self.low - 1, 0
        heights: dict[int, float] = {}
        wanted = _height(float(target), float(1 - target.chance))
        guess = round(self.center + self.spread * wanted)
        looks = 0
        while passes - fails != 1:
            top = passes - 1 if passes else MOST_ARMIES
            armies = min(max(guess, fails + 1), top)
            chances = self.chance(armies), self.chance(armies, fails=True)
            heights[armies] = _height(*chances) - wanted
            if self.reaches(armies, target):
                passes = armies
            elif armies == MOST_ARMIES:
                raise TooLargeError(f"more than {MOST_ARMIES:,} armies are needed")
            else:
                fails = armies
            looks += 1
            guess = self._next(heights, fails, passes, looks)
        return passes

    def _next(self, heights: dict[int, float], fails: int, passes: int, looks: int) -> int:
        """Return where to look next; bisect if the secant has not settled soon."""
        near, *others = sorted(heights, key=lambda armies: abs(heights[armies]))[:2]
        slope = 1 / self.spread
        if others:
            slope = (heights[near] - heights[others[0]]) / (near - others[0])
        if passes and fails in heights and (looks > 8 or slope <= 0):
            return (fails + passes) // 2
        step = heights[near] / slope if slope > 0 else heights[near] * self.spread
        if not passes:
            # beyond what fails, and further each time
            return max(fails + (1 << looks >> 2), int(near - step) + 1)
        return int(near - step) + (heights[near] < 0)


def _height(chance: float, other: float) -> float:
    """Return the point of the normal distribution below which `chance` of it lies."""
    small = min(chance, other)
    low, high = 0.0, 40.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        if erfc(middle / sqrt(2)) / 2 > small:
            low = middle
        else:
            high = middle
    return low if chance > other else -low


class PathCurve(Curve):
    """The chance to take a whole path, for one attacker more after the other."""

    low = 2

    def __init__(
        self, path: Sequence[Ground], leave: Sequence[int] = (), stop_at: Sequence[int] = ()
    ) -> None:
        self.path, self.leave, self.stop_at = path, leave, stop_at
        self.cells = sum(each.defenders.most for each in path)
        self.climbs = {
            fails: PathClimb(
                path, taken=float(not fails), lost=float(fails), leave=leave, stop_at=stop_at
            )
            for fails in (False, True)
        }

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to succeed, or to fail."""
        if armies * self.cells > MOST_CELLS:
            raise TooLargeError(
                f"attackers times all defenders must be at most {MOST_CELLS:,}, "
                f"and {armies:,} are not enough yet"
            )
        climb = self.climbs[fails]
        while len(climb.worths[0]) < armies:
            climb.rise()
        return float(climb.worths[0][armies - 1])

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""
        rounding = 5 * (armies + self.cells + len(self.path)) * ROUNDING
        return rounding + sum(climb.error for climb in self.climbs[False].climbs)

    def exact(self, armies: int) -> Any:
        """Return the chance to succeed as a fraction, or None if that cannot be had."""
        from ..campaigns.paths import exact_win

        if not all(each.plain for each in self.path):
            return None
        try:
            return exact_win(armies, self.path, self.leave, self.stop_at)
        except TooLargeError:
            return None


class HoldCurve(Curve):
    """The chance to hold against attackers that may be unknown, for one defender more each."""

    low = 1

    def __init__(self, attackers: Ground) -> None:
        self.attackers = attackers
        self.climbs = {fails: attackers.holding(float(fails)) for fails in (False, True)}
        self.values: dict[bool, list[float]] = {False: [], True: []}

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to hold, or to lose it."""
        if armies * self.attackers.defenders.most > MOST_CELLS:
            raise TooLargeError(
                f"attackers times defenders must be at most {MOST_CELLS:,}, "
                f"and {armies:,} are not enough yet"
            )
        values = self.values[fails]
        while len(values) <= armies:
            values.append(float(self.climbs[fails].rise(float(not fails))))
        return values[armies]

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""
        rounding = 5 * (armies + self.attackers.defenders.most) * ROUNDING
        return rounding + max(climb.error for climb in self.climbs.values())

    def exact(self, armies: int) -> Any:
        """Return the chance to hold as a fraction, or None if that cannot be had."""
        if not self.attackers.plain:
            return None
        from fractions import Fraction

        rules, total = self.attackers.rules, self.attackers.defenders.total
        try:
            return sum(
                Fraction(weight, total) * battle(n, armies, rules=rules, exact=True).lose
                for n, weight in self.attackers.defenders.weights
            )
        except TooLargeError:
            return None


def path_curve(
    path: Sequence[Ground], leave: Sequence[int] = (), stop_at: Sequence[int] = ()
) -> Curve:
    """Return the curve of attackers against a path."""
    plain = max((1, *leave, *stop_at)) == 1
    if len(path) == 1 and plain and _linear(path[0]):
        return BattleCurve(path[0].defenders.most, path[0], defends=False)
    return PathCurve(path, leave, stop_at)


def hold_curve(attackers: Ground) -> Curve:
    """Return the curve of defenders against attackers, whose number `ground` holds."""
    if _linear(attackers):
        return BattleCurve(attackers.defenders.most, attackers, defends=True)
    return HoldCurve(attackers)


def _linear(ground: Ground) -> bool:
    """Return whether a few large battles are answered sooner than one climb."""
    large = ground.defenders.known and ground.defenders.most > FEW_ARMIES
    return large and fits(ground.chain)
