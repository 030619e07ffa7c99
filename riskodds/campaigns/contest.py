"""The territories of a campaign, ready to be fought for: what paths, trees and advice share.

Each territory has the rules of the whole question, changed as it says. Its battle is answered in
two directions: `Contest.stage` carries a distribution of attackers forward, `Contest.climb` finds
what every number of attackers is worth, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, Protocol

from ..battles.solve import MOST_ARMIES, battle
from ..dice.rules import DiceRules
from ..engines.backward import MANY, ArrayClimb, Climb, mirrored
from ..engines.chain import (
    ROUNDING,
    SMALLEST,
    Chain,
    float_chain,
    fraction_chain,
    log_least_chance,
    sunk,
)
from ..engines.convolution import Stage, forward, in_order, kernels
from ..engines.reach import fits
from ..errors import InputError
from ..values import check_steps, whole
from ..variants.rules import Rules, with_changes
from .armies import Armies
from .territories import Post

if TYPE_CHECKING:
    from ..engines.bands import Band

# cells that are worked on one by one, about four seconds; what a row costs beside them
MOST_CELLS = 20_000_000
ROW_CELLS = 15
# the same for all battles of a plan one by one, about ten seconds
MOST_TABLE = 40_000_000
# the same for rules under which every battle is answered by itself, in cells of a grid of
# battles against a defender who sees the roll: about eight seconds
MOST_BATTLED = 2_000_000
# what a diagonal of such a grid costs beside its cells
DIAGONAL_CELLS = 25
# steps in rows of arrays, about five seconds
MOST_STEPS = 3e8
# fewest armies for all dice up to which strips with fewer dice are narrow
NARROW = 64
# endings that are listed one by one
MOST_LISTED = 2_000_000
# grids of fewer cells are done in plain Python sooner than numpy is loaded
MANY_CELLS = 10_000


class Climber(Protocol):
    """What gives the worth of a battle for one fighting attacker more at each `rise`.

    `error` bounds the relative error of battles that it had answered elsewhere.
    """

    error: float

    def rise(self, taken: Any) -> Any:
        """Return the worth, given that of taking the territory with all of them left."""


@dataclass(frozen=True)
class Contest:
    """The other side's armies, attackers or defenders, and the rules of the battle against them.

    `exact` asks for fractions.
    """

    opponents: Armies
    rules: Rules
    exact: bool = False

    @property
    def chances(self) -> list[tuple[int, Any]]:
        """The other side's armies that may stand there, with their chances."""
        total: Any = self.opponents.total
        if self.exact:
            from fractions import Fraction

            total = Fraction(total)
        return [(d, weight / total) for d, weight in self.opponents.weights]

    @property
    def plain(self) -> bool:
        """Whether the battle is a chain of rolls whose chances depend on the dice alone."""
        return self.rules.rolled_out

    @property
    def linear(self) -> bool:
        """Whether a battle takes a time that grows with the armies, not with their product."""
        chain = self.chain
        narrow = max(chain.attack_needs[-1], chain.defence_needs[-1]) <= NARROW
        return narrow and fits(chain)

    @property
    def rolls(self) -> DiceRules:
        """The dice, without what makes the rules not `plain`."""
        return replace(self.rules.dice, choice="announced")

    @property
    def chain(self) -> Chain:
        """The chances of each roll."""
        return fraction_chain(self.rolls) if self.exact else float_chain(self.rolls)

    def dice(self, fighting: int) -> int:
        """Return how many dice so many attackers roll: as many must move in after a capture."""
        return self.rules.dice.attack.dice_for(fighting)

    def stage(self, start: Sequence[Any], a_floor: int = 0) -> Stage:
        """Fight for the territory with a distribution of fighting attackers."""
        if not self.plain:
            return self._stage_by_battles(0, start)
        return forward(start, self.chances, self.chain, a_floor, 0 * start[0])

    def fight(self, start: Band, a_floor: int, cutoff: float) -> Stage:
        """Do what `stage` does, by arrays.

        One stack against known defenders is a battle, if that is sooner answered.
        """
        import numpy as np

        from ..engines.bands import Band, fight

        one = len(start.weights) == 1 and start.low > a_floor and self.sooner_battled(start.low)
        if self.plain and not one:
            return fight(start, self.chances, self.chain, a_floor, cutoff)
        if self.plain:
            return self._battled(start, a_floor)
        stage = self._stage_by_battles(start.low, start.weights.tolist())
        return stage._replace(won=Band(0, np.array(stage.won)))

    def table(self, top: int) -> tuple[Any, Any]:
        """Return arrays: [a, s] the chance to take it with s of a left, [a] that to fail."""
        import numpy as np

        kind: Any = object if self.exact else float
        won, failed = np.zeros((top + 1, top + 1), dtype=kind), np.zeros(top + 1, dtype=kind)
        found = kernels(self.chain, _ceiling(top)) if self.plain and not self.exact else None
        if found is not None and found.fits(self.opponents.most):
            for d, chance in self.chances:
                part, fails = found.table(d, top)
                won += chance * part
                failed += chance * fails
            return won, failed
        self.check_table(top)
        zero = 0 if self.exact else 0.0
        for a in range(top + 1):
            stage = self.stage([zero] * a + [zero + 1])
            won[a, : a + 1] = stage.won
            failed[a] = sum((weight for _, _, weight in stage.stuck), zero)
        return won, failed

    def check_table(self, top: int) -> None:
        """Refuse a table that takes too long.

        Raises
        ------
        TooLargeError
            About how many steps it would take.
        """
        if not self.plain:
            self.check_battled(range(top + 1))
        elif self.exact or not kernels(self.chain, _ceiling(top)).fits(self.opponents.most):
            all_battles = f"a plan with all battles of up to {top + 1:,} against {self.opponents}"
            cells = top * max(top, NARROW) * self.opponents.most / 2
            check_steps(all_battles, cells, MOST_TABLE)

    def climb(self, lost: Any, a_floor: int = 0) -> Climber:
        """Return the worths of all numbers of attackers, one after the other."""
        if not self.plain:
            return ClimbByBattles(self, lost)
        return self._climb(self.chain, self.chances, lost, a_floor)

    def holding(self, lost: Any) -> Climber:
        """Return the worths of all numbers that hold against the armies here, which attack."""
        if not self.plain:
            return ClimbByBattles(self, lost, defends=True)
        fighting = [(n - 1, chance) for n, chance in self.chances]
        return self._climb(mirrored(self.chain), fighting, lost)

    def _climb(self, chain: Chain, others: Any, lost: Any, floor: int = 0) -> Climber:
        many = others[-1][0] >= MANY and not self.exact
        return (ArrayClimb if many else Climb)(chain, others, lost=lost, a_floor=floor)

    @property
    def climb_steps(self) -> float:
        """About how many steps a climb takes for each number of attackers."""
        most = self.opponents.most
        return ROW_CELLS + most if most <= MANY else MANY + most / 20

    def sooner_battled(self, fighting: int) -> bool:
        """Return whether one stack against the defenders is better answered as a battle."""
        if not self.opponents.known or self.linear:
            return self.opponents.known
        return self.steps([self], fighting)[0] > MOST_STEPS

    @staticmethod
    def steps(path: Sequence[Contest], fighting: int, cutoff: float = SMALLEST) -> list[float]:
        """Return about how many steps `fight` takes for each battle of a path."""
        from ..engines.bands import steps

        return steps(
            fighting,
            [(each.chain, each.opponents.weights[0][0], each.opponents.most) for each in path],
            cutoff,
        )

    def battle_steps(self, fighting: int) -> float:
        """Return about how many steps a battle takes that is answered by itself."""
        dice = self.rules.dice
        if dice.choice == "announced":
            # the lines of the frontier, or all rolls
            share = 0.1 if fits(self.chain) else 1.0
            return sum(
                50 + share * min(fighting + d, 150 * sqrt(min(fighting, d)))
                for d, _ in self.opponents.weights
            )
        # all that may be seen in a roll, against the 56 rolls of three dice
        sights = comb(dice.attack.sides + dice.attack.dice - 1, dice.attack.dice)
        return sum(
            (fighting * d + 500) * sights / 56 + DIAGONAL_CELLS * (fighting + d)
            for d, _ in self.opponents.weights
        )

    def check_battled(self, stacks: Sequence[int]) -> None:
        """Refuse more battles answered by themselves than can be in sensible time.

        Raises
        ------
        TooLargeError
            About how many steps it would take for stacks of so many fighting armies, an
            unbroken range.
        """
        # what a battle takes rises about evenly with the stack
        steps = len(stacks) * self.battle_steps((stacks[0] + stacks[-1]) // 2) if stacks else 0.0
        check_battled(self.rules, steps)

    def _battled(self, start: Band, a_floor: int) -> Stage:
        """Answer for one stack as a battle."""
        import numpy as np

        from ..engines.bands import Band

        odds = battle(start.low + 1, self.opponents.most, rules=self.rules, stop_at=a_floor + 1)
        won = Band(0, np.zeros(0))
        stuck = []
        for line in odds.lines:
            chances = np.asarray(line.chances) * start.weights[0]
            if line.key == ("defenders", 0):
                won = Band(line.low - 1, chances)
                continue
            for n, chance in enumerate(chances.tolist()):
                if chance:
                    attackers, defenders = line.ending(n)
                    stuck.append((attackers - 1, defenders, chance))
        return Stage(won, in_order(stuck), odds.left_out, odds.error_bound)

    def _stage_by_battles(self, low: int, start: Sequence[Any]) -> Stage:
        """Fight with weights of `low` and more fighting attackers, each by a battle of its own."""
        # of the stacks from 0 only those that may be there take a battle
        some = [a for a, weight in enumerate(start, low) if weight]
        self.check_battled(range(some[0], some[-1] + 1) if some else ())
        won = [0.0] * (low + len(start))
        stuck: dict[tuple[int, int], float] = {}
        left_out = error = 0.0
        for a, weight in enumerate(start, low):
            for d, chance in self.chances:
                if weight and not a:
                    stuck[0, d] = stuck.get((0, d), 0.0) + weight * chance
                elif weight:
                    odds = battle(a + 1, d, rules=self.rules)
                    left_out += weight * chance * odds.left_out
                    error = max(error, odds.error_bound)
                    for (left, against), p in odds.outcomes.items():
                        if against:
                            ending = left - 1, against
                            stuck[ending] = stuck.get(ending, 0.0) + weight * chance * p
                        else:
                            won[left - 1] += weight * chance * p
        endings = [(a, d, weight) for (a, d), weight in sorted(stuck.items())]
        return Stage(won, endings, left_out, error)


class ClimbByBattles:
    """What `Climb` is, for rules under which every battle has to be answered by itself.

    With `defends` the side that grows holds against the armies of the contest.
    """

    def __init__(self, contest: Contest, lost: Any, *, defends: bool = False) -> None:
        self.contest, self.lost, self.defends = contest, lost, defends
        self.taken: list[Any] = []
        self.error = 0.0
        self.steps = 0.0

    def rise(self, taken: Any) -> Any:
        """Return the worth of one fighting army more.

        Raises
        ------
        TooLargeError
            More battles, or larger ones, than can be answered in sensible time.
        """
        self.taken.append(taken)
        armies = len(self.taken) - 1
        if not armies:
            return self.lost
        self.steps += self.contest.battle_steps(armies)
        check_battled(self.contest.rules, self.steps)
        worth = 0.0
        for other, chance in self.contest.chances:
            sides = (other, armies) if self.defends else (armies + 1, other)
            odds = battle(*sides, rules=self.contest.rules)
            self.error = max(self.error, odds.error_bound)
            for (attackers, defenders), p in odds.outcomes.items():
                if self.defends:
                    worth += chance * p * (self.taken[defenders] if defenders else self.lost)
                else:
                    worth += chance * p * (self.lost if defenders else self.taken[attackers - 1])
        return worth


def contests_of(territories: Iterable[Post], rules: Rules) -> list[Contest]:
    """Return the territories with their rules."""
    return [
        Contest(each.armies, with_changes(rules, each.changes) if each.changes else rules)
        for each in territories
    ]


def moved(contest: Contest, left: int, garrison: int = 1) -> int:
    """Return how many of `left` armies move in: all but the garrison, if the dice allow it.

    The last roll cost the attacker nothing, so its dice follow from what is left.
    """
    return max(contest.dice(left - 1), left - garrison)


def per_stage(name: str, given: Any, count: int, least: int = 1) -> tuple[int, ...]:
    """Return one whole number for each stage; a single one stands for all.

    Raises
    ------
    InputError
        Another count, or a number below `least`.
    """
    items = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    numbers = tuple(whole(name, each, least, MOST_ARMIES) for each in items)
    if len(numbers) == 1:
        return numbers * count
    if len(numbers) != count:
        raise InputError(
            f"{name} must be one number, or one for each of the {count} territories, "
            f"not {len(numbers)}"
        )
    return numbers


def check_size(attackers: int, contests: Sequence[Contest]) -> None:
    """Refuse a grid with more cells than can be answered one by one in sensible time.

    Raises
    ------
    TooLargeError
        Attackers times all defenders above the limit.
    """
    steps = attackers * sum(each.climb_steps for each in contests)
    what = f"every stack of up to {attackers:,} armies on a path of {len(contests):,}"
    check_steps(what, steps, MOST_CELLS)


def check_battled(rules: Rules, steps: float) -> None:
    """Refuse more battles answered by themselves than can be in sensible time.

    Raises
    ------
    TooLargeError
        About how many steps it would take.
    """
    check_steps(
        f"answering every battle by itself, as {rules} rules ask,",
        steps,
        MOST_BATTLED,
        ": fewer armies, or plain dice",
    )


def check_plain(contests: Iterable[Contest], **wanted: bool) -> None:
    """Refuse what only battles of plain rolls can do: the options that are wanted.

    Raises
    ------
    InputError
        Balanced Blitz, or a defender who sees the roll, with such an option.
    """
    names = [name for name, on in wanted.items() if on]
    for each in contests:
        if names and not each.plain:
            raise InputError(
                f"under {each.rules} rules a campaign cannot be asked with {' or '.join(names)}"
            )


def precision(attackers: int, contests: Sequence[Contest]) -> tuple[float, float]:
    """Return a bound on what underflow leaves out, and on the relative error of the rest."""
    if not contests:
        return 0.0, 0.0
    armies = attackers + sum(each.opponents.most + 1 for each in contests)
    left_out = sunk(armies, min(log_least_chance(each.chain) for each in contests))
    return left_out, 5 * armies * ROUNDING


def check_path(attackers: int, path: Sequence[Contest]) -> float:
    """Refuse a path that takes too long; return the cutoff for its weights.

    Raises
    ------
    TooLargeError
        About how many steps it would take.
    """
    from ..engines.bands import BAND_CUTOFF, EXACT_STEPS

    first, *others = path
    alone = first.sooner_battled(attackers - 1)
    what = f"{attackers:,} armies on a path of {len(path):,}"
    if alone:
        # a battle has as many endings as its frontier is long, or as matter of that
        armies = attackers + first.opponents.most
        size = min(armies, 2 * min(attackers, first.opponents.most) + 3000)
        endings = min(size, 160 * sqrt(size))
        check_steps(what, endings * MOST_STEPS / MOST_LISTED, MOST_STEPS)
    seen = sum(attackers * each.battle_steps(attackers // 2) for each in others if not each.plain)
    for each in others:
        if not each.plain:
            check_battled(each.rules, seen)
    for cutoff, most in ((SMALLEST, EXACT_STEPS), (BAND_CUTOFF, MOST_STEPS)):
        steps = sum(Contest.steps(path, attackers - 1, cutoff)[alone:])
        if steps <= most:
            break
    check_steps(what, steps, MOST_STEPS)
    return cutoff


class PathClimb:
    """The worth of a whole path for 1, 2, 3, ... attackers (all armies), one after the other.

    Taking the last territory is worth `taken`, every other ending `lost`.
    """

    def __init__(
        self,
        path: Sequence[Contest],
        *,
        taken: Any,
        lost: Any,
        leave: Sequence[int] = (),
        stop_at: Sequence[int] = (),
    ) -> None:
        self.path, self.taken = path, taken
        self.leave = leave or (1,) * len(path)
        floors = [stop - 1 for stop in stop_at] or [0] * len(path)
        self.climbs = [each.climb(lost, floor) for each, floor in zip(path, floors, strict=True)]
        # worths by stage, then by armies from 1
        self.worths: list[list[Any]] = [[] for _ in path]

    def rise(self) -> Any:
        """Return the worth of starting with one army more."""
        left = len(self.worths[0]) + 1
        for k in range(len(self.path) - 1, -1, -1):
            taken = self.taken
            if k + 1 < len(self.path) and left > 1:
                inside = moved(self.path[k], left, self.leave[k])
                taken = self.worths[k + 1][inside - 1]
            self.worths[k].append(self.climbs[k].rise(taken))
        return self.worths[0][-1]

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Iterate over (attackers, worth) from 1 attacker on, without end."""
        attackers = len(self.worths[0])
        while True:
            attackers += 1
            yield attackers, self.rise()


def _ceiling(n: int) -> int:
    """Return the next power of two less one: few sizes let kernels be used again."""
    return (1 << max(n, 1).bit_length()) - 1
