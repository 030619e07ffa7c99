"""Success as a function of one side's armies: what `needed`, `hold` and `place` search on.

A curve gives the chance to succeed, or to fail, summed by itself, for any number of armies. Where
a single battle is answered in linear time, each point is a battle of its own and the search is a
secant on the scale of the normal distribution, on which such a curve is nearly straight. Every
other curve grows by one army after the other, in one pass with no limit set before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from math import erfc, sqrt
from typing import Any, NamedTuple

from ..battles.solve import MOST_ARMIES, battle
from ..campaigns.contest import (
    MOST_CELLS,
    MOST_STEPS,
    Contest,
    PathClimb,
    check_battled,
    check_path,
    check_size,
    precision,
)
from ..engines.backward import mirrored
from ..engines.chain import ROUNDING
from ..errors import TooLargeError
from ..values import check_steps
from ..vectors import total
from .targets import Target

# against so few a climb is as quick as a few battles
FEW_ARMIES = 20
# looks of a search for an answer, and for all rows of its tables
LOOKS = 25


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


class SearchedCurve(Curve):
    """A curve of which each point is answered by itself: a search with few looks."""

    def __init__(self, center: float, spread: float) -> None:
        self.center, self.spread = center, max(spread, 1.0)
        self.known: dict[int, Sums] = {}

    @abstractmethod
    def odds(self, armies: int) -> Sums:
        """Return what is asked of a point, kept for the next time."""

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""
        return self.odds(armies).error_bound

    def left_out(self, armies: int) -> float:
        """Return a bound on what both leave out."""
        return self.odds(armies).left_out

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
        if passes and (looks > 8 or slope <= 0):
            if fails in heights:
                return (fails + passes) // 2
            # below what passes, and further each time
            return int(max((fails + passes) // 2, passes - int(self.spread) * 4**looks))
        step = heights[near] / slope if slope > 0 else heights[near] * self.spread
        if not passes:
            # beyond what fails, and further each time
            return max(fails + (1 << looks >> 2), int(near - step) + 1)
        return int(near - step) + (heights[near] < 0)


class BattleCurve(SearchedCurve):
    """One battle for every point, of `armies` attackers or defenders against a fixed number."""

    def __init__(self, against: int, contest: Contest, *, defends: bool) -> None:
        self.against, self.contest, self.defends = against, contest, defends
        self.low = 1 if defends else 2
        super().__init__(*expected([contest], defends=defends))
        likely = min(round(self.center), MOST_ARMIES)
        if contest.plain:
            # the windows of the frontier
            steps = LOOKS * 75 * sqrt(likely + against)
            check_steps(f"a search around {likely:,} armies", steps, MOST_STEPS)
        else:
            check_battled(contest.rules, LOOKS * contest.battle_steps(likely))

    def odds(self, armies: int, *, exact: bool = False) -> Sums:
        """Return what is asked of the battle at a point; it is kept, unless it is exact."""
        if armies in self.known and not exact:
            return self.known[armies]
        sides = (self.against, armies) if self.defends else (armies, self.against)
        odds = battle(*sides, rules=self.contest.rules, exact=exact)
        sums = Sums(odds.win, odds.lose, odds.left_out, odds.error_bound)
        if not exact:
            self.known[armies] = sums
        return sums

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to succeed, or to fail."""
        odds = self.odds(armies)
        return float(odds.lose if self.defends != fails else odds.win)

    def exact(self, armies: int) -> Any:
        """Return the chance to succeed as a fraction, or None if that cannot be had."""
        if not self.contest.plain:
            return None
        try:
            odds = self.odds(armies, exact=True)
        except TooLargeError:
            return None
        return odds.lose if self.defends else odds.win


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
        self, path: Sequence[Contest], leave: Sequence[int] = (), stop_at: Sequence[int] = ()
    ) -> None:
        self.path, self.leave, self.stop_at = path, leave, stop_at
        self.cells = sum(each.opponents.most for each in path)
        self.climbs = {
            fails: PathClimb(
                path, taken=float(not fails), lost=float(fails), leave=leave, stop_at=stop_at
            )
            for fails in (False, True)
        }

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to succeed, or to fail."""
        check_size(armies, self.path)
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

    def __init__(self, attackers: Contest) -> None:
        self.attackers = attackers
        self.climbs = {fails: attackers.holding(float(fails)) for fails in (False, True)}
        self.values: dict[bool, list[float]] = {False: [], True: []}

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to hold, or to lose it."""
        check_size(armies, [self.attackers])
        values = self.values[fails]
        while len(values) <= armies:
            values.append(float(self.climbs[fails].rise(float(not fails))))
        return values[armies]

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""
        rounding = 5 * (armies + self.attackers.opponents.most) * ROUNDING
        return rounding + max(climb.error for climb in self.climbs.values())

    def exact(self, armies: int) -> Any:
        """Return the chance to hold as a fraction, or None if that cannot be had."""
        if not self.attackers.plain:
            return None
        from fractions import Fraction

        rules, total = self.attackers.rules, self.attackers.opponents.total
        try:
            return sum(
                Fraction(weight, total) * battle(n, armies, rules=rules, exact=True).lose
                for n, weight in self.attackers.opponents.weights
            )
        except TooLargeError:
            return None


class StackCurve(SearchedCurve):
    """One stack for every point, carried through all battles as by `riskodds.path`.

    With `defends` it is that of defenders against the one contest, whose armies attack.
    """

    def __init__(
        self,
        path: Sequence[Contest],
        leave: Sequence[int] = (),
        stop_at: Sequence[int] = (),
        *,
        defends: bool = False,
    ) -> None:
        self.path, self.defends = path, defends
        self.leave = leave or (1,) * len(path)
        self.stop_at = stop_at or (1,) * len(path)
        self.low = 1 if defends else 2
        super().__init__(*expected(path, self.leave, self.stop_at, defends=defends))
        self.cutoff = self._cutoff(min(round(self.center + 3 * self.spread), MOST_ARMIES))

    def odds(self, armies: int) -> Sums:
        """Return what is asked of a point, kept for the next time."""
        if armies not in self.known:
            self.known[armies] = self._held(armies) if self.defends else self._taken(armies)
        return self.known[armies]

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to succeed, or to fail."""
        odds = self.odds(armies)
        return float(odds.lose if fails else odds.win)

    def exact(self, armies: int) -> Any:
        """Return the chance to succeed as a fraction: none, of so many armies."""
        return None

    def _cutoff(self, likely: int) -> float:
        """Return the smallest cutoff with which a search around so many armies ends soon."""
        from ..engines.bands import BAND_CUTOFF, SMALLEST_CUTOFF, steps

        one = self.path[0].linear and self.path[0].opponents.known and not self.defends
        if one:
            check_path(likely, self.path)
        turned = mirrored if self.defends else lambda chain: chain
        battles = [
            (turned(each.chain), each.opponents.weights[0][0], each.opponents.most)
            for each in self.path
        ]
        for cutoff in (SMALLEST_CUTOFF, BAND_CUTOFF):
            work = LOOKS * sum(steps(likely, battles, cutoff)[one:])
            if work <= MOST_STEPS:
                break
        check_steps(f"a search around {likely:,} armies", work, MOST_STEPS)
        return cutoff

    def _taken(self, armies: int) -> Sums:
        from ..campaigns.paths import wide_walk

        stages, endings, left_out, error = wide_walk(
            armies, self.path, self.leave, self.stop_at, self.cutoff
        )
        lost = total([0.0, *(p for captured, _, _, p in endings if captured < len(self.path))])
        return Sums(stages[-1][1], lost, left_out, error)

    def _held(self, armies: int) -> Sums:
        import numpy as np

        from ..engines.bands import Band, fight

        (contest,) = self.path
        fighting = [(n - 1, chance) for n, chance in contest.chances]
        start = Band(armies, np.ones(1))
        found = fight(start, fighting, mirrored(contest.chain), cutoff=self.cutoff)
        left_out, error = precision(armies, self.path)
        lost = total([0.0, *(chance for _, _, chance in found.stuck)])
        held = float(total(found.won.weights))
        return Sums(held, lost, left_out + found.left_out, error)


def expected(
    path: Sequence[Contest],
    leave: Sequence[int] = (),
    stop_at: Sequence[int] = (),
    *,
    defends: bool = False,
) -> tuple[float, float]:
    """Return about how many armies succeed as often as not, and how that spreads."""
    leave, stop_at = leave or (1,) * len(path), stop_at or (1,) * len(path)
    center = variance = 0.0
    for n in range(len(path) - 1, -1, -1):
        fighting, chain = path[n].opponents.most - defends, path[n].chain
        roll = chain.rolls[bisect_right(chain.attack_needs, max(fighting, 1))][
            bisect_right(chain.defence_needs, max(fighting, 1))
        ]
        most = len(roll) - 1
        loss = sum(k * p for k, p in enumerate(roll))
        gain = most - loss
        square = sum(p * (k * gain - (most - k) * loss) ** 2 for k, p in enumerate(roll))
        # losses of ours for one of theirs, and how that spreads
        own, other = (gain, loss) if defends else (loss, gain)
        other = max(other, 1e-12)
        # what goes on beyond it, and what stays behind
        beyond = center + leave[n] if n + 1 < len(path) else 1
        center = min(own / other * fighting + max(beyond, stop_at[n]), MOST_ARMIES)
        variance += max(fighting, 1) * square / other**3
    return center, sqrt(variance)


def path_curve(
    path: Sequence[Contest], leave: Sequence[int] = (), stop_at: Sequence[int] = ()
) -> Curve:
    """Return the curve of attackers against a path.

    Raises
    ------
    TooLargeError
        A search that takes too long, with about how many steps.
    """
    if len(path) == 1 and max((1, *leave, *stop_at)) == 1 and _linear(path[0]):
        return BattleCurve(path[0].opponents.most, path[0], defends=False)
    if _climbs(path, leave, stop_at):
        return PathCurve(path, leave, stop_at)
    return StackCurve(path, leave, stop_at)


def hold_curve(attackers: Contest) -> Curve:
    """Return the curve of defenders against the attackers of a contest.

    Raises
    ------
    TooLargeError
        A search that takes too long, with about how many steps.
    """
    if _linear(attackers):
        return BattleCurve(attackers.opponents.most, attackers, defends=True)
    if _climbs([attackers], defends=True):
        return HoldCurve(attackers)
    return StackCurve([attackers], defends=True)


def _linear(contest: Contest) -> bool:
    """Return whether a few large battles are answered sooner than one climb."""
    return contest.opponents.known and contest.opponents.most > FEW_ARMIES and contest.linear


def _climbs(
    path: Sequence[Contest],
    leave: Sequence[int] = (),
    stop_at: Sequence[int] = (),
    *,
    defends: bool = False,
) -> bool:
    """Return whether a climb is answered soon, or the only way; refuse one of too many battles."""
    center, spread = expected(path, leave, stop_at, defends=defends)
    likely = min(round(center + 3 * spread), MOST_ARMIES)
    battled = [each for each in path if not each.plain]
    for each in battled:
        # success and failure are climbed apart
        steps = sum(2 * likely * each.battle_steps(likely // 2) for each in battled)
        check_battled(each.rules, steps)
    return bool(battled) or likely * sum(each.climb_steps for each in path) <= MOST_CELLS
