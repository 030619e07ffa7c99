"""How many armies it takes: fewest attackers for a path or tree, fewest defenders to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple

from ..campaigns.armies import Armies, ArmiesLike, ChanceLike
from ..campaigns.contest import Contest, check_plain, contests_of, per_stage
from ..campaigns.territories import Post, TerritoriesLike, read_tree, show_tree
from ..errors import InputError, TooLargeError, UnreachableError
from ..guards import guarded
from ..variants.rules import Rules, RulesLike, resolve
from .curves import Curve, SearchedCurve, hold_curve, path_curve
from .targets import Target, check_ceiling, check_holding

LEVELS = ("0.5", "0.75", "0.9", "0.95", "0.99")
# rows of the table of neighbours, on either side
BEFORE, AFTER = 2, 3


@dataclass(frozen=True)
class Level:
    """How many armies reach a chance, what they then have, and the chance that they fail.

    None where no number is found.
    """

    target: float
    armies: int | None
    chance: float | None
    fails: float | None


@dataclass(frozen=True)
class Step:
    """A number of armies, the chance it has, what the last of them added, the chance to fail."""

    armies: int
    chance: float
    gain: float
    fails: float


class _Around(NamedTuple):
    """What an answer says of other numbers of armies than its own."""

    levels: tuple[Level, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class _Need:
    """What `Needed` and `Held` share: the target, and the rows around the answer."""

    rules: Rules
    target: float
    # what a search that went through all lower numbers knows at once; others look when asked
    near: _Around | None = field(repr=False, compare=False)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The armies for 50, 75, 90, 95 and 99 %."""
        return self._around.levels

    @property
    def steps(self) -> tuple[Step, ...]:
        """What one army more or less is worth: the numbers around the answer."""
        return self._around.steps

    @cached_property
    def _around(self) -> _Around:
        return self.near or self._search().around(self._armies)

    @property
    def _armies(self) -> int:
        raise NotImplementedError

    def _search(self) -> _Search:
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
class _Search:
    """A curve, and what refuses a target that it never reaches."""

    curve: Curve
    check: Callable[[Target], None]

    def first(self, target: Target) -> int:
        """Return the fewest armies that reach the target."""
        self.check(target)
        return self.curve.first(target)

    def answer(self, target: Target) -> dict[str, Any]:
        """Return the fields of an answer that follow from the curve alone."""
        armies = self.first(target)
        return {
            "armies": armies,
            "chance": self.curve.chance(armies),
            "fails": self.curve.chance(armies, fails=True),
            "near": None if isinstance(self.curve, SearchedCurve) else self.around(armies),
        }

    def around(self, armies: int) -> _Around:
        """Return the armies for usual chances, and the chances of a few more and less."""
        return _Around(tuple(map(self._level, LEVELS)), tuple(self._steps(armies)))

    def _level(self, text: str) -> Level:
        target = Target.read("a level", text)
        try:
            armies = self.first(target)
        except (UnreachableError, TooLargeError):
            return Level(float(target), None, None, None)
        chances = self.curve.chance(armies), self.curve.chance(armies, fails=True)
        return Level(float(target), armies, *chances)

    def _steps(self, armies: int) -> Iterator[Step]:
        curve = self.curve
        low = max(curve.low, armies - BEFORE)
        fewer = curve.chance(low - 1) if low > curve.low else 0.0
        for n in range(low, armies + AFTER + 1):
            try:
                chance, fails = curve.chance(n), curve.chance(n, fails=True)
            except TooLargeError:
                return
            yield Step(n, chance, chance - fewer, fails)
            fewer = chance


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
    fails : float
        The chance not to take all, summed by itself.
    leave, stop_at : tuple of int
        Garrisons and stop levels of a path, one for each territory.
    """

    territories: tuple[Post, ...]
    attackers: int
    win: float
    fails: float = field(repr=False)
    leave: tuple[int, ...] = field(repr=False)
    stop_at: tuple[int, ...] = field(repr=False)

    @property
    def _armies(self) -> int:
        return self.attackers

    def _search(self) -> _Search:
        return _search_of(self.territories, self.rules, self.leave, self.stop_at)

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
    fails : float
        The chance to lose it, summed by itself.
    """

    attackers: Armies
    defenders: int
    hold: float
    fails: float = field(repr=False)

    @property
    def _armies(self) -> int:
        return self.defenders

    def _search(self) -> _Search:
        return _search_against(self.attackers, self.rules)

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
    territories: TerritoriesLike,
    *,
    win: ChanceLike = 0.9,
    rules: RulesLike = None,
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
    count = sum(1 for branch in tree for _ in branch.walk())
    garrisons = per_stage("leave", leave, count)
    stops = per_stage("stop_at", stop_at, count)
    found = _search_of(tree, chosen, garrisons, stops, target).answer(target)
    return Needed(
        rules=chosen,
        target=float(target),
        near=found["near"],
        territories=tree,
        attackers=found["armies"],
        win=found["chance"],
        fails=found["fails"],
        leave=garrisons,
        stop_at=stops,
    )


def _search_of(
    tree: tuple[Post, ...],
    rules: Rules,
    leave: tuple[int, ...],
    stop_at: tuple[int, ...],
    target: Target | None = None,
) -> _Search:
    """Return the search for attackers; a target that cannot be reached is refused before it."""
    places = [each for branch in tree for each in branch.walk()]
    contests = contests_of(places, rules)
    check = partial(check_ceiling, contests=contests)
    if target is not None:
        check(target)
    if len(tree) > 1 or any(len(each.beyond) > 1 for each in places):
        from .tree_curves import TreeCurve

        if max(*leave, *stop_at) > 1:
            raise InputError("leave and stop_at are for paths, not for trees")
        return _Search(TreeCurve(tree, rules), check)
    check_plain(contests, stop_at=max(stop_at) > 1)
    return _Search(path_curve(contests, leave, stop_at), check)


@guarded
def hold(attackers: ArmiesLike, *, win: ChanceLike = 0.9, rules: RulesLike = None) -> Held:
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
    chosen = resolve(rules)
    found = _search_against(enemy, chosen, target).answer(target)
    return Held(
        rules=chosen,
        target=float(target),
        near=found["near"],
        attackers=enemy,
        defenders=found["armies"],
        hold=found["chance"],
        fails=found["fails"],
    )


def _search_against(attackers: Armies, rules: Rules, target: Target | None = None) -> _Search:
    """Return the search for defenders; a target that cannot be reached is refused before it."""
    contest = Contest(attackers, rules)
    check = partial(check_holding, attackers=contest)
    if target is not None:
        check(target)
    return _Search(hold_curve(contest), check)
