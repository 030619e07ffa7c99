"""How many armies it takes: fewest attackers for a path or tree, fewest defenders to hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..campaigns.armies import Armies
from ..campaigns.contest import Contest, check_plain, contests_of, per_stage
from ..campaigns.territories import Post, read_tree, show_tree
from ..errors import InputError, TooLargeError, UnreachableError
from ..guards import guarded
from ..variants.rules import Rules, resolve
from .curves import Curve, hold_curve, path_curve
from .targets import Target, check_ceiling, check_holding

LEVELS = ("0.5", "0.75", "0.9", "0.95", "0.99")
# rows of the table of neighbours, on either side
BEFORE, AFTER = 2, 3


@dataclass(frozen=True)
class Level:
    """How many armies reach a chance, and what they then have; None if no number is found."""

    target: float
    armies: int | None
    chance: float | None


@dataclass(frozen=True)
class Step:
    """A number of armies, the chance it has, and what the last of them added."""

    armies: int
    chance: float
    gain: float


@dataclass(frozen=True)
class _Need:
    """What `Needed` and `Held` share: the target, and the curve that other rows come from."""

    rules: Rules
    target: float
    curve: Curve = field(repr=False, compare=False)

    @property
    def _armies(self) -> int:
        raise NotImplementedError

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The armies for 50, 75, 90, 95 and 99 %."""
        rows = []
        for text in LEVELS:
            target = Target.read("a level", text)
            try:
                self._check(target)
                armies = self.curve.first(target)
            except (UnreachableError, TooLargeError):
                rows.append(Level(float(target), None, None))
            else:
                rows.append(Level(float(target), armies, self.curve.chance(armies)))
        return tuple(rows)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What one army more or less is worth: the numbers around the answer."""
        low = max(self.curve.low, self._armies - BEFORE)
        chances = {n: self.curve.chance(n) for n in range(low, self._armies + AFTER + 1)}
        fewer = self.curve.chance(low - 1) if low > self.curve.low else 0.0
        rows = []
        for armies, chance in chances.items():
            rows.append(Step(armies, chance, chance - fewer))
            fewer = chance
        return tuple(rows)

    def _check(self, target: Target) -> None:
        raise NotImplementedError

    def _rows(self, armies: str, chance: str) -> dict[str, Any]:
        return {
            "levels": [
                {"target": row.target, armies: row.armies, chance: row.chance}
                for row in self.levels
            ],
            "steps": [
                {armies: row.armies, chance: row.chance, "gain": row.gain} for row in self.steps
            ],
        }


@dataclass(frozen=True)
class Needed(_Need):
    """The fewest attackers that take a path or tree with a chance.

    >>> answer = needed([9], win=0.9)
    >>> answer.attackers, round(answer.win, 6)
    (16, 0.912312)
    >>> [(level.target, level.armies) for level in answer.levels][:2]
    [(0.5, 10), (0.75, 13)]

    Made by `riskodds.needed`.

    Attributes
    ----------
    attackers : int
        The fewest, all of them counted.
    win : float
        The chance they have, at least `target`.
    target : float
        What was asked for.
    territories : tuple of Post
        What is attacked.
    rules : Rules
        The rules of all battles that do not change them.
    levels : tuple of Level
        The same for 50, 75, 90, 95 and 99 %.
    steps : tuple of Step
        The chances of a few attackers less and more, with what the last of them added.
    """

    territories: tuple[Post, ...]
    attackers: int
    win: float
    contests: tuple[Contest, ...] = field(repr=False, compare=False)

    @property
    def _armies(self) -> int:
        return self.attackers

    def _check(self, target: Target) -> None:
        check_ceiling(target, self.contests)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in."""
        return {
            "attackers": self.attackers,
            "movable": self.attackers - 1,
            "win": self.win,
            "target": self.target,
            "territories": show_tree(self.territories),
            "rules": str(self.rules),
            **self._rows("attackers", "win"),
        }


@dataclass(frozen=True)
class Held(_Need):
    """The fewest defenders that hold a territory with a chance.

    >>> answer = hold(12, win=0.8)
    >>> answer.defenders, round(answer.hold, 6)
    (18, 0.827477)

    Made by `riskodds.hold`; `levels` and `steps` are those of `Needed`.

    Attributes
    ----------
    defenders : int
        The fewest.
    hold : float
        The chance they have, at least `target`.
    target : float
        What was asked for.
    attackers : Armies
        Those who attack, all of them counted.
    rules : Rules
        The rules of the battle.
    """

    attackers: Armies
    defenders: int
    hold: float

    @property
    def _armies(self) -> int:
        return self.defenders

    def _check(self, target: Target) -> None:
        check_holding(target, Contest(self.attackers, self.rules))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in."""
        return {
            "defenders": self.defenders,
            "hold": self.hold,
            "target": self.target,
            "attackers": self.attackers.to_json(),
            "rules": str(self.rules),
            **self._rows("defenders", "hold"),
        }


@guarded
def needed(
    territories: Any,
    *,
    win: Any = 0.9,
    rules: Rules | str | None = None,
    leave: int | Iterable[int] = 1,
    stop_at: int | Iterable[int] = 1,
) -> Needed:
    """Return the fewest attackers that take a path or tree with at least this chance.

    >>> needed([3, "2@d8", 1], win=0.95).attackers
    17
    >>> needed("3-6", win="1/2").attackers
    6

    Parameters
    ----------
    territories : int, str or sequence
        The path or tree, as for `riskodds.path` and `riskodds.tree`; an int is a path of one
        territory.
    win : float, str or Fraction
        The chance to take all, from 0 to 1, "at least", read as the decimal written: 0.9 is
        9/10. It is compared with exact values: where floats are too close to tell, with
        fractions.
    rules : Rules or str, optional
        The rules of the battles; classic if left out.
    leave, stop_at : int or iterable of int
        Garrisons and stop levels of a path, as for `riskodds.path`.

    Returns
    -------
    Needed
        The number, its chance, and the numbers for other chances.

    Raises
    ------
    InputError
        A value outside these ranges.
    UnreachableError
        A chance that no number of attackers reaches.
    TooLargeError
        A path too large to be searched.
    """
    target = Target.read("win", win)
    tree = read_tree(territories)
    chosen = resolve(rules)
    places = [each for branch in tree for each in branch.walk()]
    contests = tuple(contests_of(places, chosen))
    check_ceiling(target, contests)
    if len(tree) > 1 or any(len(each.beyond) > 1 for each in places):
        from .tree_curves import TreeCurve

        given = [
            n for each in (leave, stop_at) for n in (each if isinstance(each, Iterable) else [each])
        ]
        if any(number != 1 for number in given):
            raise InputError("leave and stop_at are for paths, not for trees")
        curve: Curve = TreeCurve(tree, chosen)
    else:
        garrisons = per_stage("leave", leave, len(places))
        stops = per_stage("stop_at", stop_at, len(places))
        check_plain(contests, stop_at=max(stops) > 1)
        curve = path_curve(contests, garrisons, stops)
    armies = curve.first(target)
    return Needed(chosen, float(target), curve, tree, armies, curve.chance(armies), contests)


@guarded
def hold(attackers: Any, *, win: Any = 0.9, rules: Rules | str | None = None) -> Held:
    """Return the fewest defenders that hold a territory with at least this chance.

    >>> hold(12, win=0.9).defenders
    21

    Parameters
    ----------
    attackers : int, str or mapping
        All armies on the attacking territory, 2 or more; or the chances of several numbers, as
        in ``"8-12"``.
    win : float, str or Fraction
        The chance to hold, the defender's win, read as in `riskodds.needed`.
    rules : Rules or str, optional
        The rules of the battle; classic if left out.

    Returns
    -------
    Held
        The number, its chance, and the numbers for other chances.

    Raises
    ------
    InputError
        A value outside these ranges.
    UnreachableError
        A chance that no number of defenders reaches.
    """
    target = Target.read("win", win)
    enemy = Armies.read(attackers, "attackers")
    if enemy.weights[0][0] < 2:
        raise InputError("attackers must be at least 2, as one of them must stay")
    contest = Contest(enemy, resolve(rules))
    check_holding(target, contest)
    curve = hold_curve(contest)
    armies = curve.first(target)
    return Held(contest.rules, float(target), curve, enemy, armies, curve.chance(armies))
