"""Can it be kept: taking a territory and then holding it against counter-attacks.

The territory is taken with s armies left, of which x move in. It is kept if it then holds
against each counter-attack in turn, each fought to its end; those who held one meet the next. If
the source is to hold as well, the two are attacked apart, and

    keep = sum over s of P(win with s left) * max over x of H_taken(x) * H_source(s - x)

with x from the dice of the last roll to s - 1. Otherwise all but one move in. H for every number
of armies comes from one climb for each counter-attack, the last one first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..battles.solve import MOST_ARMIES, battle
from ..campaigns.armies import Armies, ArmiesLike, ChanceLike
from ..campaigns.contest import MOST_CELLS, Contest
from ..engines.chain import ROUNDING
from ..errors import InputError, TooLargeError, UnreachableError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, RulesLike, resolve
from .curves import Curve
from .targets import Target, check_ceiling

HELD = ("taken", "source")
# the chance whose fewest attackers every answer names
SHOWN = 0.8
# fractions for more armies take minutes
MOST_EXACT = 200
# cells that an attacker more costs beside those of the territories
CELLS_EACH = 20


@dataclass(frozen=True)
class CounterAttack:
    """A counter-attack: all armies where it starts, and at what it aims.

    >>> str(CounterAttack.read("8@source"))
    '8@source'

    Parameters
    ----------
    armies : Armies
        All armies where it starts, a number or the chances of several.
    on : {"taken", "source"}
        The territory that was taken, or the one the attack came from.
    """

    armies: Armies
    on: str = "taken"

    @classmethod
    @guarded
    def read(cls, given: CounterLike) -> CounterAttack:
        """Return what a caller gave: a number, or a text ``"ARMIES@AIM"``.

        Raises
        ------
        InputError
            Armies below 2, or an aim other than taken and source.
        """
        if isinstance(given, CounterAttack):
            return given
        on = "taken"
        if isinstance(given, str):
            given, at, named = given.partition("@")
            on = named.strip().lower() if at else on
            given = given.strip()
        if on not in HELD:
            raise InputError(f"a counter-attack aims at {' or '.join(HELD)}, not {show(on)}")
        armies = Armies.read(given, "counter-attackers")
        if armies.weights[0][0] < 2:
            raise InputError("counter-attackers must be at least 2, as one of them must stay")
        return cls(armies, on)

    def __str__(self) -> str:
        return f"{self.armies}@{self.on}"


# a counter-attack as callers give it
CounterLike = CounterAttack | ArmiesLike


@dataclass(frozen=True)
class Split:
    """With `left` armies after the capture: how many move in, and the chance to keep it then.

    >>> keep(14, 6).split[0]
    Split(left=14, move=13, keep=1.0)

    Attributes
    ----------
    left : int
        Armies left after the capture.
    move : int
        How many of them move in.
    keep : float
        The chance to keep it then.
    lost : float
        The chance not to, summed by itself.
    """

    left: int
    move: int
    keep: float
    lost: float = field(default=1.0, repr=False, compare=False)


@dataclass(frozen=True)
class Keeping:
    """The chance to take a territory and to keep it.

    >>> answer = keep(14, 6, counter=8)
    >>> round(answer.take, 6), round(answer.keep, 6)
    (0.956112, 0.547475)

    Made by `riskodds.keep`.

    Attributes
    ----------
    attackers, defenders : int
        The armies at the start, all of them.
    counters : tuple of CounterAttack
        The counter-attacks, in order.
    both : bool
        Whether the source must hold too.
    rules : Rules
        The rules of all battles.
    take : float
        The chance that the territory is taken.
    keep : float
        The chance that it is taken and then kept.
    split : tuple of Split
        For every number of armies left, the best number to move in.
    may_fail : bool
        Whether it may not be taken, or be lost again.
    """

    attackers: int
    defenders: int
    counters: tuple[CounterAttack, ...]
    both: bool
    rules: Rules
    take: float
    keep: float
    split: tuple[Split, ...] = field(repr=False)
    may_fail: bool = field(default=True, repr=False, compare=False)

    @guarded
    def needed(self, win: ChanceLike = 0.9) -> tuple[int, float]:
        """Return the fewest attackers that take and keep it with a chance, and their chance.

        >>> keep(14, 6, counter=8).needed(0.8)[0]
        19

        Raises
        ------
        InputError
            Anything that is not a chance from 0 to 1.
        UnreachableError
            A chance that no number reaches.
        TooLargeError
            More attackers than can be answered for.
        """
        target = Target.read("win", win)
        contest = Contest(Armies.read(self.defenders), self.rules)
        counters = [Contest(each.armies, self.rules) for each in self.counters]
        check_ceiling(target, [contest], counters)
        curve = KeepCurve(contest, self.counters, self.both)
        armies = curve.first(target)
        return armies, curve.chance(armies)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in."""
        armies, chance = None, None
        with suppress(UnreachableError, TooLargeError):
            armies, chance = self.needed(SHOWN)
        return {
            "attackers": self.attackers,
            "defenders": self.defenders,
            "counters": [str(each) for each in self.counters],
            "both": self.both,
            "rules": str(self.rules),
            "take": self.take,
            "keep": self.keep,
            "needed": {"attackers": armies, "keep": chance, "target": SHOWN},
            "split": [
                {"left": each.left, "move": each.move, "keep": each.keep} for each in self.split
            ],
        }


@guarded
def keep(
    attackers: int,
    defenders: int,
    *,
    counter: CounterLike | Iterable[CounterLike] = (),
    both: bool = False,
    rules: RulesLike = None,
) -> Keeping:
    """Return the chance that a territory is taken and then held against counter-attacks.

    >>> round(keep(14, 6, counter=[8, 4]).keep, 6)
    0.374134
    >>> keep(14, 6, counter=["8@taken", "5@source"], both=True).split[0].move
    8

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories: at least 2 and at least 1.
    counter : int, str, CounterAttack or iterable of them
        The counter-attacks, in order, each fought to its end: all armies where it starts, or
        ``"ARMIES@AIM"`` with the aim "taken" (if left out) or "source".
    both : bool
        Whether the territory the attack came from must hold too. If not, all but one move in.
    rules : Rules or str, optional
        The rules of all battles; classic if left out.

    Returns
    -------
    Keeping
        The chances, and with `both` the best split of every number of armies left.

    Raises
    ------
    InputError
        A value outside these ranges; a counter-attack on the source without `both`.
    TooLargeError
        More armies than can be answered for.
    """
    a = whole("attackers", attackers, 2, MOST_ARMIES)
    d = whole("defenders", defenders, 1, MOST_ARMIES)
    if not isinstance(both, bool):
        raise InputError(f"both must be true or false, not {show(both)}")
    one = isinstance(counter, str | Mapping) or not isinstance(counter, Iterable)
    given: Any = [counter] if one else counter
    counters = tuple(CounterAttack.read(each) for each in given)
    if not both and any(each.on == "source" for each in counters):
        raise InputError("a counter-attack on the source counts only if both are to be held")
    chosen = resolve(rules)
    curve = KeepCurve(Contest(Armies.read(d), chosen), counters, both)
    kept = curve.chance(a)
    odds = battle(a, d, rules=chosen)
    lefts = sorted((n for (n, against) in odds.outcomes if not against), reverse=True)
    best = ((left, *curve.best(left)) for left in lefts)
    split = tuple(
        Split(left, move, float(chance), float(curve.lost(left, move)))
        for left, move, chance in best
    )
    take, may_fail = float(odds.win), curve.may_fail(a)
    return Keeping(a, d, counters, both, chosen, take, kept, split, may_fail)


class KeepCurve(Curve):
    """The chance to take and keep a territory, for one attacker more after the other."""

    low = 2

    def __init__(self, contest: Contest, counters: Sequence[CounterAttack], both: bool) -> None:
        self.contest, self.counters, self.both = contest, counters, both
        strikes = {
            on: [
                Contest(each.armies, contest.rules, contest.exact)
                for each in counters
                if each.on == on
            ]
            for on in HELD
        }
        self.holds = {on: Holding(each) for on, each in strikes.items()}
        self.falls = {on: Holding(each, fails=True) for on, each in strikes.items()}
        self.climb = contest.climb(0)
        self.values: list[Any] = []

    def best(self, left: int) -> tuple[int, Any]:
        """Return how many to move in with so many left, and the chance to keep it then.

        Of equally good numbers the largest, as the territory taken is the one to be kept.
        """
        taken, source = (self.holds[on] for on in HELD)
        if not self.both:
            return left - 1, taken.chance(left - 1)
        least = min(self.contest.dice(left - 1), left - 1)
        chances = [
            (taken.chance(inside) * source.chance(left - inside), inside)
            for inside in range(least, left)
        ]
        chance, inside = max(chances)
        return inside, chance

    def lost(self, left: int, move: int) -> Any:
        """Return the chance not to keep it with so many left, of which some move in."""
        taken, source = (self.falls[on] for on in HELD)
        lost = taken.chance(move)
        if not self.both:
            return lost
        stays = source.chance(left - move)
        return lost + (1 - lost) * stays

    def may_fail(self, armies: int) -> bool:
        """Return whether so many attackers may fail to take it or to keep it."""
        odds = battle(armies, self.contest.opponents.most, rules=self.contest.rules)
        if odds.possible("lose") or odds.left_out:
            return True
        lefts = (left for left, against in odds.outcomes if not against)
        return any(self.lost(left, self.best(left)[0]) for left in lefts)

    def kept(self, armies: int) -> Any:
        """Return the chance to take and keep it, in the kind of number of the contest."""
        cells = self.contest.opponents.most + sum(each.armies.most for each in self.counters)
        cells += CELLS_EACH
        if armies * (cells + self.both * armies) > MOST_CELLS:
            raise TooLargeError(
                f"attackers times {cells:,}, all others and {CELLS_EACH}, must be at most "
                f"{MOST_CELLS:,}, "
                f"and {armies:,} are too many"
            )
        while len(self.values) < armies:
            left = len(self.values) + 1
            self.values.append(self.climb.rise(self.best(left)[1] if left > 1 else 0))
        return self.values[armies - 1]

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance to take and keep it, or not to."""
        kept = float(self.kept(armies))
        return 1 - kept if fails else kept

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of the chance to keep it."""
        counters = sum(armies + each.armies.most for each in self.counters)
        battles = [self.climb, *(climb for hold in self.holds.values() for climb in hold.climbs)]
        rounding = 5 * (armies + self.contest.opponents.most + counters) * ROUNDING
        return rounding + sum(each.error for each in battles)

    def left_out(self, armies: int) -> float:
        """Return the same as an absolute bound, which holds for the other chance too."""
        return self.error(armies)

    def exact(self, armies: int) -> Any:
        """Return the chance to keep it as a fraction, or None if that cannot be had."""
        if armies > MOST_EXACT or not self.contest.plain:
            return None
        contest = Contest(self.contest.opponents, self.contest.rules, exact=True)
        return KeepCurve(contest, self.counters, self.both).kept(armies)


class Holding:
    """The chance to hold against counter-attacks in turn, or not to, for every number of armies."""

    def __init__(self, counters: Sequence[Contest], *, fails: bool = False) -> None:
        self.fails = fails
        self.climbs = [each.holding(int(fails)) for each in counters]
        self.values: list[Any] = []

    def chance(self, armies: int) -> Any:
        """Return the chance that so many hold to the end, or do not."""
        while len(self.values) <= armies:
            worth: Any = int(not self.fails)
            for climb in reversed(self.climbs):
                worth = climb.rise(worth)
            self.values.append(worth)
        return self.values[armies]
