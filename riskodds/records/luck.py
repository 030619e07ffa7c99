"""How likely was what happened: the rank of an ending, and of many battles together.

The endings of a battle have one order, from the attacker's best to his worst: fewest defenders
left, then most attackers left. What happened is ranked in it by the chance of a result at least
as bad and at least as good; the percentile is the mid-rank, which counts half of the chance of
exactly that result.

Several battles are taken together by the lead, armies left of a side less those of the other,
added up over the battles: a sum of whole numbers, so its distribution is exact. Battles fought
to the end are ordered by it just as by their one order.

Many battles, or large ones, are more than memory holds. So of each battle only its ranks and
the mean and variance of its lead are kept; a distribution is made again where a sum is exact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from random import Random
from typing import Any

from ..battles.odds import BattleOdds
from ..battles.question import Question
from ..battles.solve import battle, solved
from ..engines.lines import Line
from ..errors import InputError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import RulesLike
from ..vectors import moment, total
from .endings import conceivable, reason_against

# products of chances, and different leads, up to which many battles are added up exactly
MOST_WORK = 2e9
MOST_WIDTH = 10_000_000
# sums up to which each may be as much work as that
FEW_SUMS = 4
WEAK, STRONG = 0.05, 0.001


def evidence(chance: float) -> str:
    """Return how strongly a result of this chance speaks against fair dice.

    >>> [evidence(chance) for chance in (0.3, 0.01, 1e-5)]
    ['none', 'weak', 'strong']

    Parameters
    ----------
    chance : float
        The chance that fair dice bring a result at least as odd, in either direction.
    """
    return "none" if chance >= WEAK else "weak" if chance >= STRONG else "strong"


Parts = Sequence[tuple[range, Any]]


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a lead lies, and how to get the chances of its numbers when they are needed."""

    low: int
    width: int
    mean: float
    variance: float
    parts: Callable[[], Parts] = field(repr=False, compare=False)

    @classmethod
    def of(cls, parts: Parts, again: Callable[[], Parts] | None = None) -> Lead:
        """Return the lead with these numbers; `again` makes them a second time, else they are kept.

        >>> Lead.of([(range(1, 3), (0.5, 0.5))]).mean
        1.5
        """
        low = min(min(values[0], values[-1]) for values, _ in parts)
        high = max(max(values[0], values[-1]) for values, _ in parts)
        mean = float(total([moment(values, p, 0, 1) for values, p in parts]))
        variance = float(total([moment(values, p, mean, 2) for values, p in parts]))
        return cls(low, high - low + 1, mean, variance, again or partial(tuple, parts))

    def mirrored(self) -> Lead:
        """Return the lead of the other side."""
        return Lead(
            1 - self.low - self.width,
            self.width,
            -self.mean,
            self.variance,
            partial(_mirrored, self.parts),
        )

    def chances(self) -> Any:
        """Return the chances of all leads from `low` on, as an array."""
        import numpy as np

        chances = np.zeros(self.width)
        for values, p in self.parts():
            chances[np.asarray(values) - self.low] += np.asarray(p, dtype=np.float64)
        return chances


def _mirrored(parts: Callable[[], Parts]) -> Parts:
    return [(range(-n.start, -n.stop, -n.step), p) for n, p in parts()]


def _leads(odds: BattleOdds) -> Parts:
    """Return the attacker's leads in the end of a battle, each with its chance."""
    parts = []
    for line in odds.lines:
        count = len(line.chances)
        first, last = (a - d for a, d in (line.ending(0), line.ending(count - 1)))
        step = (last - first) // (count - 1) if count > 1 else 1
        parts.append((range(first, first + step * count, step), line.chances))
    return parts


def _leads_again(asked: Question) -> Parts:
    return _leads(solved(asked))


def lead_of(odds: BattleOdds) -> Lead:
    """Return the attacker's lead in the end of a battle; its distribution is not kept."""
    return Lead.of(_leads(odds), partial(_leads_again, odds.asked))


@dataclass(frozen=True, slots=True)
class Luck:
    """How good an ending was among all endings of its battle, for the attacker.

    Made by `luck`.

    >>> rank = luck(12, 5, left=(1, 3))
    >>> round(rank.at_least_this_bad, 6), round(rank.percentile, 3)
    (0.01972, 1.362)

    Attributes
    ----------
    asked : Question
        The battle: `attackers`, `defenders`, `rules`, `stop_at`, `goal`, `rolls`.
    left : (int, int)
        Attackers and defenders left, all of them.
    better, same, worse : float
        The chances of better endings, of exactly this one, and of worse ones.
    left_out : float
        A bound on what any of them may lack.
    lead : Lead
        Where armies left of the attacker less those of the defender lie in the end.
    """

    asked: Question
    left: tuple[int, int]
    better: float
    same: float
    worse: float
    left_out: float
    lead: Lead = field(repr=False, compare=False)

    @property
    def odds(self) -> BattleOdds:
        """The odds of the battle, solved again each time: it may be large, and is not kept."""
        return solved(self.asked)

    @property
    def at_least_this_bad(self) -> float:
        """The chance of an ending as bad as this one or worse, for the attacker."""
        return min(1.0, self.worse + self.same)

    @property
    def at_least_this_good(self) -> float:
        """The chance of an ending as good as this one or better, for the attacker."""
        return min(1.0, self.better + self.same)

    @property
    def percentile(self) -> float:
        """The mid-rank in per cent: 0 is the attacker's worst, 100 his best."""
        return 100 * (self.worse + self.same / 2)

    def randomised(self, rng: Random) -> float:
        """Return a rank drawn from what the ending covers: uniform over fair battles, 0 to 1.

        >>> 0.007 < luck(12, 5, left=(1, 3)).randomised(Random(1)) < 0.015
        True
        """
        return self.worse + self.same * rng.random()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        return {
            **self.asked.head(),
            "attackers_left": self.left[0],
            "defenders_left": self.left[1],
            "at_least_this_bad": self.at_least_this_bad,
            "at_least_this_good": self.at_least_this_good,
            "percentile": self.percentile,
            "probability": self.same,
        }


@guarded
def luck(
    attackers: int,
    defenders: int,
    *,
    left: tuple[int, int],
    rules: RulesLike = None,
    stop_at: int = 1,
    goal: int = 0,
    rolls: int | None = None,
) -> Luck:
    """Return how lucky the attacker was in a battle.

    >>> rank = luck(3, 1, left=(3, 0))
    >>> round(rank.at_least_this_good, 6), round(rank.at_least_this_bad, 6)
    (0.578704, 1.0)

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories before the battle.
    left : (int, int)
        Attackers and defenders left, all of them, those counted that moved in.
    rules, stop_at, goal, rolls
        As in `riskodds.battle`: the rules, and what ended the battle if not the last army.

    Returns
    -------
    Luck
        The chances of a better, an equal and a worse ending.

    Raises
    ------
    InputError
        A value outside these ranges, or a battle that cannot end like that.
    """
    odds = battle(attackers, defenders, rules=rules, stop_at=stop_at, goal=goal, rolls=rolls)
    return rank(odds, left)


def rank(odds: BattleOdds, left: Sequence[int], lead: Lead | None = None) -> Luck:
    """Return how lucky the attacker was in a battle whose odds are known, and maybe the lead.

    >>> rank(battle(3, 1), (1, 1)).worse
    0.0

    The errors are those of `luck`.
    """
    if isinstance(left, str) or not isinstance(left, Sequence) or len(left) != 2:
        raise InputError(f"left must be attackers and defenders left, not {show(left)}")
    a = whole("attackers left", left[0], 1, odds.attackers)
    d = whole("defenders left", left[1], 0, odds.defenders)
    better, same, worse = (
        total([total(part) for part in parts if len(part)] or [0])
        for parts in zip(*(_split(line, a, d) for line in odds.lines), strict=True)
    )
    # chances too small for floats are left out; what is there must be a way to end
    if not same and not (odds.left_out and conceivable(odds, a, d)):
        ends = (a == 1) != (d == 0)
        how = "stop like that" if odds.stop_at > 1 or odds.goal or odds.rolls else "end"
        hint = "" if how != "end" or ends else "; say what ended it: stop-at, goal or rolls"
        reason = reason_against(odds, a, d)
        if reason:
            hint = f": {reason}"
        raise InputError(
            f"{odds.attackers:,} attackers against {odds.defenders:,} cannot {how} "
            f"with {a:,} against {d:,} left{hint}"
        )
    return Luck(
        asked=odds.asked,
        left=(a, d),
        better=float(better),
        same=float(same),
        worse=float(worse),
        left_out=odds.left_out,
        lead=lead or lead_of(odds),
    )


def _split(line: Line, a: int, d: int) -> tuple[Any, Any, Any]:
    """Return the chances on a line that are better than (a, d), that of it, and worse ones."""
    # a line runs from better to worse, or the other way
    sign = 1 if line.fixed == "attackers" else -1

    def place(n: int) -> tuple[int, int]:
        attackers, defenders = line.ending(n)
        return sign * defenders, -sign * attackers

    every = range(len(line.chances))
    first = bisect_left(every, (sign * d, -sign * a), key=place)
    last = bisect_right(every, (sign * d, -sign * a), key=place)
    before, after = line.chances[:first], line.chances[last:]
    better, worse = (before, after) if sign == 1 else (after, before)
    return better, line.chances[first:last], worse


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that was fought: how it ended, and who fought it, if that is known."""

    luck: Luck
    attacker: str = ""
    defender: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON types."""
        players = {"attacking_player": self.attacker, "defending_player": self.defender}
        return {**{key: name for key, name in players.items() if name}, **self.luck.to_dict()}


@dataclass(frozen=True)
class Fortune:
    """How lucky one side was in several battles, or rolls, together.

    Made by `together`.

    Attributes
    ----------
    number : int
        How many.
    lead : int
        Armies left of this side less those of the other, summed.
    expected : float
        The mean of that.
    at_least_this_bad, at_least_this_good : float
        The chances of a lead as low or lower, and as high or higher.
    method : str
        "exact", or the approximation that was used.
    worst, best : bool
        Whether it is known that no lower lead can come up, and no higher one.
    """

    number: int
    lead: int
    expected: float
    at_least_this_bad: float
    at_least_this_good: float
    method: str
    worst: bool = field(default=False, repr=False, compare=False)
    best: bool = field(default=False, repr=False, compare=False)

    @property
    def percentile(self) -> float:
        """The mid-rank in per cent: 0 is worst for this side, 100 best."""
        return 50 * (1 + self.at_least_this_bad - self.at_least_this_good)

    @property
    def chance(self) -> float:
        """The chance of a lead at least as odd, in either direction."""
        return min(1.0, 2 * min(self.at_least_this_bad, self.at_least_this_good))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        return {
            "number": self.number,
            "lead": self.lead,
            "expected_lead": self.expected,
            "at_least_this_bad": self.at_least_this_bad,
            "at_least_this_good": self.at_least_this_good,
            "percentile": self.percentile,
            "method": self.method,
        }


def together(battles: Iterable[Luck], signs: Iterable[int] | None = None) -> Fortune:
    """Return how lucky a side was in several battles, by its lead in all of them.

    >>> fights = [luck(12, 5, left=(1, 3)), luck(3, 1, left=(3, 0))]
    >>> fortune = together(fights)
    >>> fortune.lead, round(fortune.expected, 3), fortune.method
    (1, 9.964, 'exact')

    Parameters
    ----------
    battles : iterable of Luck
        At least one.
    signs : iterable of int, optional
        1 for a battle in which the side attacked, -1 for one in which it defended; it attacked
        in all if left out.

    Notes
    -----
    The distribution of the sum is exact where its size allows; else the sum is taken as normal,
    which large battles nearly are, and the method says so.
    """
    return _together(MOST_WORK, battles, signs)


def _together(most: float, battles: Iterable[Luck], signs: Iterable[int] | None = None) -> Fortune:
    fought = list(battles)
    if not fought:
        raise InputError("there must be at least one battle")
    sides = [1] * len(fought) if signs is None else list(signs)
    leads = []
    for one, side in zip(fought, sides, strict=True):
        leads.append(one.lead if side == 1 else one.lead.mirrored())
    lead = sum(side * (one.left[0] - one.left[1]) for one, side in zip(fought, sides, strict=True))
    found = summed(leads, lead, most)
    # endings that are left out may lie beyond those that are known
    return replace(found, worst=False, best=False) if any(n.left_out for n in fought) else found


def summed(leads: Sequence[Lead], lead: int, most: float | None = None) -> Fortune:
    """Return how lucky a sum of independent leads is, exactly if that takes no more work."""
    most = MOST_WORK if most is None else most
    expected = total([each.mean for each in leads])
    lowest = sum(each.low for each in leads)
    highest = sum(each.low + each.width - 1 for each in leads)
    ends = lead == lowest, lead == highest
    work, width = 0.0, 1
    for each in leads:
        work += width * each.width
        width += each.width
    if work > most or width > MOST_WIDTH:
        from scipy.stats import norm

        spread = sqrt(total([each.variance for each in leads]))
        bad = float(norm.cdf(lead + 0.5, expected, spread))
        good = float(norm.sf(lead - 0.5, expected, spread))
        method = "normal approximation (scipy)"
        return Fortune(len(leads), lead, expected, bad, good, method, *ends)
    import numpy as np

    chances = np.ones(1)
    for each in leads:
        chances = np.convolve(chances, each.chances())
    here = lead - lowest
    bad, good = (float(part.sum()) for part in (chances[: here + 1], chances[here:]))
    return Fortune(len(leads), lead, expected, min(bad, 1.0), min(good, 1.0), "exact", *ends)


@dataclass(frozen=True)
class Record:
    """The luck of all battles of a log, of each player, and of all attackers together.

    Made by `record`.
    """

    battles: tuple[Fought, ...]
    players: dict[str, Fortune] = field(hash=False)
    together: Fortune

    @property
    def chance(self) -> float:
        """The chance that fair dice make anybody as lucky or unlucky, at most (Bonferroni)."""
        chances = [fortune.chance for fortune in (self.together, *self.players.values())]
        return min(1.0, len(chances) * min(chances))

    @property
    def evidence(self) -> str:
        """How strongly all of it speaks against fair dice: "none", "weak" or "strong"."""
        return evidence(self.chance)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types."""
        return {
            "battles": [fought.to_dict() for fought in self.battles],
            "players": [
                {"player": name, **fortune.to_dict()} for name, fortune in self.players.items()
            ],
            "together": self.together.to_dict(),
            "chance": self.chance,
            "evidence": self.evidence,
        }


def record(battles: Iterable[Fought]) -> Record:
    """Return how lucky everybody was in the battles of a log.

    >>> fights = [Fought(luck(12, 5, left=(1, 3)), "Ann", "Bob")]
    >>> found = record(fights)
    >>> [(name, round(fortune.percentile, 1)) for name, fortune in found.players.items()]
    [('Ann', 1.4), ('Bob', 98.6)]
    """
    fought = tuple(battles)
    sides: dict[str, list[tuple[Luck, int]]] = {}
    for each in fought:
        for name, sign in ((each.attacker, 1), (each.defender, -1)):
            if name:
                sides.setdefault(name, []).append((each.luck, sign))
    most = MOST_WORK * min(1.0, FEW_SUMS / max(1, len(sides)))
    players = {name: _together(most, *zip(*sides[name], strict=True)) for name in sorted(sides)}
    return Record(fought, players, together(each.luck for each in fought))
