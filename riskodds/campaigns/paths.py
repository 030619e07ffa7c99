"""Paths: one stack that fights its way through several territories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm, log10
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from ..battles.odds import ENDINGS
from ..battles.solve import MOST_ARMIES
from ..distribution import Distribution
from ..engines.chain import integer_chain, unit
from ..engines.convolution import forward
from ..engines.lines import confirm
from ..errors import AccuracyError, InputError, TooLargeError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, RulesLike, resolve
from ..vectors import Fixed, plain, total
from .contest import (
    MANY_CELLS,
    Contest,
    check_path,
    check_plain,
    contests_of,
    moved,
    per_stage,
    precision,
)
from .territories import Post, TerritoriesLike, read_path

if TYPE_CHECKING:
    from fractions import Fraction

    from ..engines.bands import Band

# Python turns no longer integer into text (sys.set_int_max_str_digits)
MOST_DIGITS = 4300

Ending = tuple[int, int, int, Any]
PathEnding = Literal["win", "lose", "undecided"]
Number = TypeVar("Number", bound="float | Fraction")


@dataclass(frozen=True)
class PathStage(Generic[Number]):
    """One territory of a path: chances that a roll is made there, and that it is taken."""

    territory: Post
    reached: Number
    captured: Number


@dataclass(frozen=True)
class PathOdds(Generic[Number]):
    """Where a path ends and with how much.

    >>> odds = path(4, [2, 1])
    >>> [(round(s.reached, 6), round(s.captured, 6)) for s in odds.stages]
    [(1.0, 0.655954), (0.565972, 0.361284)]
    >>> round(odds.outcomes[1, 1, 1], 6)
    0.29467

    Made by `riskodds.path`. Every number is a float, or a `fractions.Fraction` if the path was
    asked for with ``exact=True``.

    Attributes
    ----------
    attackers : int
        The armies at the start, all of them.
    territories : tuple of Post
        What is attacked, in order.
    rules : Rules
        The rules of all battles that do not change them.
    leave, stop_at : tuple of int
        For each territory: the garrison left where its attack starts once it is taken, and the
        number of attackers at or below which its battle is broken off.
    exact : bool
        Whether the chances are fractions.
    stages : tuple of PathStage
        For each territory the chances that a roll is made there, and that it is taken.
    left_out : float
        An upper bound on the chance of all endings that are not listed.
    error_bound : float
        A bound on the relative error of every chance.
    """

    attackers: int
    territories: tuple[Post, ...]
    rules: Rules
    leave: tuple[int, ...] = field(default=(), repr=False)
    stop_at: tuple[int, ...] = field(default=(), repr=False)
    exact: bool = field(default=False, repr=False)
    stages: tuple[PathStage[Number], ...] = field(default=(), repr=False, compare=False)
    endings: tuple[tuple[int, int, int, Number], ...] = field(default=(), repr=False, compare=False)
    left_out: float = field(default=0.0, repr=False, compare=False)
    error_bound: float = field(default=0.0, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        # a view of a mapping cannot be pickled; it is made again when it is asked for
        return {name: value for name, value in vars(self).items() if name != "outcomes"}

    @cached_property
    def outcomes(self) -> Mapping[tuple[int, int, int], Number]:
        """Every ending, (captured, attackers, defenders), and its chance.

        Sorted by most captured, fewest defenders, most attackers. `attackers` is the stack where
        it last fought or stood, before another army is left behind; `defenders` those of the
        territory that stopped it.
        """
        return Fixed({ending[:3]: ending[3] for ending in self.endings})

    @cached_property
    def win(self) -> Number:
        """The chance that every territory is taken."""
        return self._sum("win")

    @cached_property
    def lose(self) -> Number:
        """The chance to end with one army before a territory, summed by itself."""
        return self._sum("lose")

    @cached_property
    def undecided(self) -> Number:
        """The chance that a stop level halts the stack before a territory."""
        return self._sum("undecided")

    @cached_property
    def expected_captured(self) -> Number:
        """The mean number of territories taken."""
        expected: Number = total([stage.captured for stage in self.stages])
        return expected

    @guarded
    def attackers_left(self, given: PathEnding | None = None) -> Distribution:
        """Return the distribution of armies in the stack where it ends.

        >>> path(20, [3, 2, 5]).attackers_left(given="win").interval(0.8)
        (6, 15)

        Parameters
        ----------
        given : {"win", "lose", "undecided"}, optional
            Count only endings of this kind, and make them add up to one.

        Raises
        ------
        InputError
            Another word, or a kind of ending that cannot happen.
        """
        if given is not None and given not in ENDINGS:
            raise InputError(f"given must be one of {', '.join(ENDINGS)}, not {show(given)}")
        chances: dict[int, Any] = {}
        for ending in self.endings:
            if given in (None, self._kind(ending)):
                chances[ending[1]] = chances.get(ending[1], 0) + ending[3]
        if not chances:
            raise InputError(f"this path has no ending that is '{given}'")
        share = 1 if given is None else self._sum(given)
        return Distribution(sorted(chances), [chances[n] / share for n in sorted(chances)])

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in.

        >>> path(4, [2, 1]).to_dict()["stages"][0]["defenders"]
        2
        """
        answer: dict[str, Any] = {
            "attackers": self.attackers,
            "defenders": [each.armies.to_json() for each in self.territories],
            "rules": str(self.rules),
        }
        for name in ("leave", "stop_at"):
            if max(getattr(self, name)) > 1:
                answer[name] = list(getattr(self, name))
        for name in ("win", "lose", "undecided", "expected_captured"):
            self._put(answer, name, getattr(self, name))
        answer["left_out"] = self.left_out
        answer["error_bound"] = self.error_bound
        answer["stages"] = []
        for stage in self.stages:
            row = {**stage.territory.to_dict()}
            self._put(row, "reached", stage.reached)
            self._put(row, "captured", stage.captured)
            answer["stages"].append(row)
        answer["outcomes"] = []
        for captured, attackers, defenders, chance in self.endings:
            row = {"captured": captured, "attackers": attackers, "defenders": defenders}
            self._put(row, "probability", chance)
            answer["outcomes"].append(row)
        return answer

    def _put(self, answer: dict[str, Any], name: str, value: Any) -> None:
        answer[name] = float(value)
        if self.exact:
            answer[f"{name}_exact"] = f"{value.numerator}/{value.denominator}"

    def _kind(self, ending: Ending) -> PathEnding:
        if ending[0] == len(self.territories):
            return "win"
        return "lose" if ending[1] == 1 else "undecided"

    def _sum(self, kind: str) -> Number:
        zero = 0 * self.stages[0].reached
        parts = [each[3] for each in self.endings if self._kind(each) == kind]
        chance: Number = min(total([zero, *parts]), zero + 1)
        return chance


@overload
def path(
    attackers: int,
    territories: TerritoriesLike,
    *,
    rules: RulesLike = ...,
    leave: int | Iterable[int] = ...,
    stop_at: int | Iterable[int] = ...,
    exact: Literal[False] = ...,
) -> PathOdds[float]: ...


@overload
def path(
    attackers: int,
    territories: TerritoriesLike,
    *,
    rules: RulesLike = ...,
    leave: int | Iterable[int] = ...,
    stop_at: int | Iterable[int] = ...,
    exact: Literal[True],
) -> PathOdds[Fraction]: ...


@overload
def path(
    attackers: int,
    territories: TerritoriesLike,
    *,
    rules: RulesLike = ...,
    leave: int | Iterable[int] = ...,
    stop_at: int | Iterable[int] = ...,
    exact: bool,
) -> PathOdds[float] | PathOdds[Fraction]: ...


@guarded
def path(
    attackers: int,
    territories: TerritoriesLike,
    *,
    rules: RulesLike = None,
    leave: int | Iterable[int] = 1,
    stop_at: int | Iterable[int] = 1,
    exact: bool = False,
) -> PathOdds[float] | PathOdds[Fraction]:
    """Return the exact distribution of where a stack ends that attacks one territory after another.

    >>> odds = path(5, [3, "2@d8", 1])
    >>> [round(stage.captured, 6) for stage in odds.stages]
    [0.641623, 0.158342, 0.065073]

    From each territory taken, all armies but a garrison go on to the next. One sweep carries the
    whole distribution of survivors along.

    Parameters
    ----------
    attackers : int
        All armies where the first attack starts, 2 or more.
    territories : sequence, str or int
        The territories in order: numbers, or texts such as ``"2@d8"`` or ``"3-6"``, or one text
        ``"3 2 5"``; see `riskodds.campaigns.territories`.
    rules : Rules or str, optional
        The rules of the battles; classic if left out.
    leave : int or iterable of int
        The garrison that stays where the k-th attack starts once it has taken its territory: one
        number for all, or one each. The battle may use those armies, and the dice of the last
        roll always move in.
    stop_at : int or iterable of int
        Stop with this many attackers left or fewer: one number for all battles, or one each. A
        battle that starts at or below it is not fought.
    exact : bool
        Answer in fractions.

    Returns
    -------
    PathOdds
        The full distribution and what follows from it.

    Raises
    ------
    InputError
        A value outside these ranges.
    TooLargeError
        More armies than can be answered for.
    AccuracyError
        An answer that failed its own check: its chances do not add up to one.

    Notes
    -----
    A capture with two armies left moves one on and ends there. A path of one territory is a
    battle.
    """
    attackers = whole("attackers", attackers, 2, MOST_ARMIES)
    places = read_path(territories)
    chosen = resolve(rules)
    garrisons = per_stage("leave", leave, len(places))
    stops = per_stage("stop_at", stop_at, len(places))
    whole("stop_at", stops[0], 1, attackers - 1)
    if not isinstance(exact, bool):
        raise InputError(f"exact must be true or false, not {show(exact)}")
    contests = contests_of(places, chosen)
    check_plain(contests, stop_at=max(stops) > 1, exact=exact)
    left_out = error = 0.0
    if exact:
        stages, endings = _exact_walk(attackers, contests, garrisons, stops)
    else:
        few = attackers * sum(each.opponents.most for each in contests) < MANY_CELLS
        walk = _float_walk if few else wide_walk
        stages, endings, left_out, error = walk(attackers, contests, garrisons, stops)
        confirm(total([ending[3] for ending in endings]), left_out, error)
    reached = tuple(PathStage(at, *chances) for at, chances in zip(places, stages, strict=True))
    own = attackers, places, chosen, garrisons, stops, exact
    return PathOdds(*own, reached, tuple(endings), left_out, error)


def _float_walk(
    attackers: int, contests: Sequence[Contest], leave: Sequence[int], stop_at: Sequence[int]
) -> tuple[list[tuple[Any, Any]], list[Ending], float, float]:
    """Return (reached, captured) of each stage, all endings, what they leave out, their error."""
    start: Any = [0.0] * (attackers - 1) + [1.0]
    stages: list[tuple[Any, Any]] = []
    stuck_at: list[list[Ending]] = []
    left_out, error = precision(attackers, contests)
    for k, each in enumerate(contests):
        floor = stop_at[k] - 1
        won, stuck, lost, wrong = each.stage(start, floor)
        left_out, error = left_out + lost, error + wrong
        stages.append((total(start[floor + 1 :]), total(won)))
        stuck_at.append([(k, a + 1, d, weight) for a, d, weight in stuck])
        start = _moved_in(each, won, leave[k])
    endings = [(len(contests), a + 1, 0, won[a]) for a in range(len(won) - 1, -1, -1) if won[a]]
    return stages, _in_order(endings, stuck_at), left_out, error


def wide_walk(
    attackers: int,
    contests: Sequence[Contest],
    leave: Sequence[int],
    stop_at: Sequence[int],
    cutoff: float | None = None,
) -> tuple[list[tuple[Any, Any]], list[Ending], float, float]:
    """Do what `_float_walk` does for many armies, by arrays of what matters.

    Without a `cutoff` of weights it is refused if it takes too long.
    """
    import numpy as np

    from ..engines.bands import Band

    cutoff = cutoff or check_path(attackers, contests)
    start = Band(attackers - 1, np.ones(1))
    stages: list[tuple[Any, Any]] = []
    stuck_at: list[list[Ending]] = []
    # what a battle says of itself counts for a first territory
    left_out, error = precision(attackers, contests[contests[0].sooner_battled(attackers - 1) :])
    for k, each in enumerate(contests):
        floor = stop_at[k] - 1
        reached = float(total(start.above(floor).weights))
        won, stuck, lost, wrong = each.fight(start, floor, cutoff)
        left_out, error = left_out + lost, error + wrong
        stages.append((reached, float(total(won.weights))))
        stuck_at.append([(k, a + 1, d, weight) for a, d, weight in stuck])
        start = _band_moved_in(each, won, leave[k])
    chances = won.weights[::-1].tolist()
    left = zip(range(won.low + len(chances), won.low, -1), chances, strict=True)
    endings = [(len(contests), armies, 0, chance) for armies, chance in left if chance]
    return stages, _in_order(endings, stuck_at), left_out, error


def _band_moved_in(contest: Contest, won: Band, garrison: int) -> Band:
    """Return the distribution of fighting attackers on the next territory."""
    won = won.above(0)
    if garrison == 1 or not len(won.weights):
        return won.moved(-1)
    import numpy as np

    from ..engines.bands import Band

    left = np.arange(won.low + 1, won.low + 1 + len(won.weights))
    # what `moved` says, less the one that must stay
    dice = np.searchsorted(contest.rules.dice.attack.needs, left - 1, "right")
    inside = np.maximum(dice, left - garrison) - 1
    return Band(int(inside[0]), np.bincount(inside - inside[0], weights=won.weights))


def _moved_in(contest: Contest, won: Any, garrison: int, base: int = 1) -> Any:
    """Return the distribution of fighting attackers on the next territory.

    With scaled integers an army more than one that stays behind counts as lost: a factor `base`.
    """
    if garrison == 1 and len(won) > 1:
        return won[1:]
    won = plain(won)
    start = [0 * won[0]] * max(len(won) - 1, 1)
    for a in range(1, len(won)):
        inside = moved(contest, a + 1, garrison) - 1
        start[inside] += won[a] * base ** (a - 1 - inside)
    return start


def _in_order(taken: list[Ending], stuck_at: list[list[Ending]]) -> list[Ending]:
    """Return all endings, most captured first; within a stage the engines keep their order."""
    return [*taken, *(ending for stuck in reversed(stuck_at) for ending in stuck)]


def _exact_walk(
    attackers: int, contests: Sequence[Contest], leave: Sequence[int], stop_at: Sequence[int]
) -> tuple[list[tuple[Any, Any]], list[Ending]]:
    """Do what `_float_walk` does in fractions, by weights scaled to integers.

    The weight of a state is its chance times ``base ** (armies lost)`` and times the weights of
    all unknown defenders; that many armies are lost in every way to get there, if unknown
    defenders count as the most there may be, less some already lost.
    """
    from fractions import Fraction

    base = lcm(*(unit(each.rules.dice) for each in contests))
    armies = attackers + sum(each.opponents.most for each in contests)
    if armies * log10(base) > MOST_DIGITS:
        raise TooLargeError(
            f"exact fractions are limited to {int(MOST_DIGITS / log10(base)):,} armies of both "
            f"sides together ({MOST_DIGITS:,} digits), not {armies:,}"
        )
    start: list[int] = [0] * (attackers - 1) + [1]
    scale = 1  # of a start with attackers - 1 - k fighting armies
    stages: list[tuple[Any, Any]] = []
    stuck_at: list[list[Ending]] = []
    for k, each in enumerate(contests):
        top, most = attackers - 1 - k, each.opponents.most
        reached = _sum_scaled(start[stop_at[k] :], top - stop_at[k], scale, base)
        weights = [(d, weight * base ** (most - d)) for d, weight in each.opponents.weights]
        chain = integer_chain(each.rules.dice, base)
        stage = forward(start, weights, chain, stop_at[k] - 1, 0)
        scale *= each.opponents.total
        stuck_at.append(
            [
                (k, a + 1, d, Fraction(weight, scale * base ** (top - a + most - d)))
                for a, d, weight in stage.stuck
            ]
        )
        scale *= base**most
        captured = _sum_scaled(stage.won, top, scale, base)
        stages.append((reached, captured))
        start = _moved_in(each, stage.won, leave[k], base)
    endings = [
        (len(contests), a + 1, 0, Fraction(stage.won[a], scale * base ** (top - a)))
        for a in range(len(stage.won) - 1, -1, -1)
        if stage.won[a]
    ]
    found = _in_order(endings, stuck_at)
    whole = scale * base ** max(top, 0)
    if sum(each[3].numerator * (whole // each[3].denominator) for each in found) != whole:
        raise AccuracyError("the fractions of this answer do not add up to 1, so it is withheld")
    return stages, found


def exact_win(
    attackers: int, contests: Sequence[Contest], leave: Sequence[int], stop_at: Sequence[int]
) -> Any:
    """Return the chance to take all as a fraction."""
    ones = (1,) * len(contests)
    return _exact_walk(attackers, contests, leave or ones, stop_at or ones)[0][-1][1]


def _sum_scaled(weights: Sequence[int], top: int, scale: int, base: int) -> Any:
    """Return the sum of weight / (scale * base ** (top - n)) over n."""
    from fractions import Fraction

    together = 0
    for n, weight in enumerate(weights):
        together += weight * base**n
    return Fraction(together, scale * base**top) if together else Fraction(0)
