"""Where to put new armies: the best spread over fronts, and over a chain of territories.

Every front gives the chance to succeed for every number of armies on it. A spread of R armies
is the best first share together with the best spread of the rest, for each number of armies:
a knapsack, exact. Each spread carries the chance to succeed and that to fail, so that spreads
with chances near 0 or near 1 are told apart; and the second best is kept beside the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import nan
from typing import Any, NamedTuple

from ..campaigns.contest import check_battled, contests_of
from ..campaigns.territories import Post, StackLike, read_front, read_tree, show_tree
from ..errors import InputError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, RulesLike, resolve
from .curves import Curve, hold_curve, path_curve

MOST_PLACED = 1000
# spreads whose chances differ by less than rounding are equally good
SAME = 1e-13
# from so many armies arrays tell first which spreads may be best, by more than that
MANY = 100
SLACK = 1e-9


class Spread(NamedTuple):
    """A spread over some of the fronts, with what it achieves on them together."""

    win: float
    fail: float
    low: tuple[float, ...]
    armies: tuple[int, ...]


Combine = Callable[[Spread, Spread], tuple[float, float]]

# chances to succeed and to fail of two groups of fronts together, every term positive
ATTACK_AIMS: dict[str, Combine] = {
    "all": lambda a, b: (a.win * b.win, a.fail + a.win * b.fail),
    "any": lambda a, b: (a.win + a.fail * b.win, a.fail * b.fail),
    "weakest": lambda a, b: (min(a.win, b.win), max(a.fail, b.fail)),
    "expected": lambda a, b: (a.win + b.win, a.fail + b.fail),
}
DEFENCE_AIMS = {"none": ATTACK_AIMS["all"], "weakest": ATTACK_AIMS["weakest"]}


@dataclass(frozen=True)
class Front:
    """A front: the armies of one's own there and what is against them.

    When attacking, `against` is the path or tree to be taken; when defending, the one territory
    that the enemy attacks from, with the rules of the battle.

    >>> str(place(3, ["4:6", "5:8@capital"], defend=True).fronts[1])
    '5:8@capital'

    Attributes
    ----------
    own : int
        All armies of one's own there.
    against : tuple of Territory
        What is against them.
    """

    own: int
    against: tuple[Post, ...]

    def __str__(self) -> str:
        return f"{self.own}:{show_tree(self.against)}"


class Failing(NamedTuple):
    """The chances of the contrary, each summed by itself: whether a chance is certain."""

    value: float
    chances: tuple[float, ...]
    runner_up_value: float | None
    without: float


@dataclass(frozen=True)
class Placement:
    """The best spread of new armies over fronts.

    >>> best = place(7, ["8:4", "16:8,3,2"])
    >>> best.placement, round(best.value, 6)
    ((2, 5), 0.826888)

    Made by `riskodds.place`.

    Attributes
    ----------
    armies : int
        The new armies.
    fronts : tuple of Front
        Where they may go.
    aim : str
        "all", "any", "weakest" or "expected"; "none" (falls) or "weakest" when defending.
    defend : bool
        Whether the fronts are defended.
    rules : Rules
        The rules of all battles that do not change them.
    placement : tuple of int
        How many go to each front.
    value : float
        What the aim then is: a chance, or an expected number of fronts.
    chances : tuple of float
        The chance of each front then.
    runner_up : tuple of int or None
        The second best spread.
    runner_up_value : float or None
        Its value.
    values : tuple of float
        The best value with 0, 1, 2, ... armies.
    fails : Failing
        The chances of the contrary of `value`, of the `chances`, of `runner_up_value`, and of
        what is best without new armies.
    """

    armies: int
    fronts: tuple[Front, ...]
    aim: str
    defend: bool
    rules: Rules
    placement: tuple[int, ...]
    value: float
    chances: tuple[float, ...] = field(repr=False)
    runner_up: tuple[int, ...] | None = field(repr=False)
    runner_up_value: float | None = field(repr=False)
    values: tuple[float, ...] = field(repr=False)
    fails: Failing | None = field(default=None, repr=False, compare=False)

    @property
    def adds(self) -> tuple[float, ...]:
        """What the first, second, ... army adds to the best value."""
        return tuple(b - a for a, b in zip(self.values, self.values[1:], strict=False))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in."""
        return {
            "armies": self.armies,
            "goal": self.aim,
            "defend": self.defend,
            "rules": str(self.rules),
            "placement": list(self.placement),
            "value": self.value,
            "runner_up": None if self.runner_up is None else list(self.runner_up),
            "runner_up_value": self.runner_up_value,
            "fronts": [
                {"front": str(front), "placed": placed, "chance": chance}
                for front, placed, chance in zip(
                    self.fronts, self.placement, self.chances, strict=True
                )
            ],
            "values": list(self.values),
        }


@guarded
def place(
    armies: int,
    fronts: Iterable[Front | StackLike],
    *,
    aim: str | None = None,
    defend: bool = False,
    rules: RulesLike = None,
) -> Placement:
    """Return the best spread of new armies over fronts.

    >>> place(3, ["4:6", "4:6"], defend=True).placement
    (2, 1)

    Parameters
    ----------
    armies : int
        The new armies, 1 to 1,000.
    fronts : iterable
        Each a text ``"ATTACKERS:PATH"`` such as ``"16:8,3,2"``, when defending
        ``"OWN:ENEMY"`` such as ``"4:6"``; or a pair of both. The path may branch, and is then
        attacked by the best plan battle by battle.
    aim : str, optional
        When attacking "all" (all fall; if left out), "any" (any falls), "weakest" (the front
        with the lowest chance) or "expected" (the number that fall). When defending "none" (no
        front falls; if left out) or "weakest".
    defend : bool
        Whether the fronts are attacked by the enemy, each once and to the end.
    rules : Rules or str, optional
        The rules of the battles; classic if left out.

    Returns
    -------
    Placement
        The best spread, the second best, and what each army adds.

    Raises
    ------
    InputError
        A value outside these ranges.
    TooLargeError
        A front too large to be answered.

    Notes
    -----
    Of equally good spreads the one with more armies on the first fronts is given. For the aim
    "weakest" those are equal that are so on every front, from the weakest on.
    """
    count = whole("armies", armies, 1, MOST_PLACED)
    chosen = resolve(rules)
    if not isinstance(defend, bool):
        raise InputError(f"defend must be true or false, not {show(defend)}")
    aims = DEFENCE_AIMS if defend else ATTACK_AIMS
    aim = next(iter(aims)) if aim is None else aim
    if aim not in aims:
        how = "defending" if defend else "attacking"
        raise InputError(
            f"what to aim at must be one of {', '.join(aims)} when {how}, not {show(aim)}"
        )
    if isinstance(fronts, str):
        fronts = [fronts]
    read = [_front(each, defend) for each in fronts]
    if not read:
        raise InputError("at least one front is needed, such as 8:4")
    # equal fronts share what is known of them
    shared = {each.against: _curve(each, defend, chosen, count) for each in read}
    curves = [shared[each.against] for each in read]
    choices = [
        [_alone(curve, front.own, n) for n in range(count + 1)]
        for front, curve in zip(read, curves, strict=True)
    ]
    spreads = _best_spreads(choices, aims[aim], aim, count)
    best, *others = spreads[count]
    alone = [row[n] for row, n in zip(choices, best.armies, strict=True)]
    second = others[0] if others else None
    values = tuple(each[0].win for each in spreads)
    own = count, tuple(read), aim, defend, chosen
    found = best.armies, best.win, tuple(each.win for each in alone)
    runner_up = second.armies if second else None, second.win if second else None
    fails = Failing(
        best.fail,
        tuple(each.fail for each in alone),
        second.fail if second else None,
        spreads[0][0].fail,
    )
    return Placement(*own, *found, *runner_up, values, fails)


def _front(given: Front | StackLike, defend: bool) -> Front:
    if isinstance(given, Front):
        return given
    own, rest = read_front(given, "own armies" if defend else "attackers")
    if not defend:
        return Front(own, read_tree(rest))
    enemy = Post.read(rest.strip() if isinstance(rest, str) else rest)
    if enemy.beyond:
        raise InputError("a defended front has one enemy, written OWN:ENEMY such as 4:6")
    if enemy.armies.weights[0][0] < 2:
        raise InputError("an enemy must have at least 2 armies, as one of them must stay")
    return Front(own, (enemy,))


def _curve(front: Front, defend: bool, rules: Rules, count: int) -> Curve:
    places = [each for top in front.against for each in top.walk()]
    contests = contests_of(places, rules)
    for each in contests:
        if not each.plain:
            check_battled(each.rules, count * each.battle_steps(front.own + count // 2))
    if defend:
        return hold_curve(contests[0])
    if any(len(each.beyond) > 1 for each in places) or len(front.against) > 1:
        from .tree_curves import TreeCurve

        return TreeCurve(front.against, rules)
    return path_curve(contests)


def _alone(curve: Curve, own: int, placed: int) -> Spread:
    armies = own + placed
    win, fail = 0.0, 1.0
    if armies >= curve.low:
        win, fail = curve.chance(armies), curve.chance(armies, fails=True)
    return Spread(win, fail, (win,), (placed,))


def _best_spreads(
    choices: list[list[Spread]], combine: Combine, aim: str, armies: int
) -> list[list[Spread]]:
    """Return, for each number of armies, the best spread over all fronts and the second best."""
    known = [[choice] for choice in choices[0]]
    for row in choices[1:]:
        pairs = _Contenders(known, row, aim).pairs if armies >= MANY else _all_pairs
        known = [
            _two_best(
                (
                    _joined(before, row[placed], combine, aim)
                    for placed, n in pairs(total)
                    for before in known[total - placed][n : n + 1]
                ),
                aim,
            )
            for total in range(armies + 1)
        ]
    return known


def _all_pairs(total: int) -> Iterator[tuple[int, int]]:
    """Iterate over armies on a front, and which spread of the rest: the best or the second."""
    return product(range(total + 1), (0, 1))


class _Contenders:
    """What `_all_pairs` gives without those pairs that two others beat by more than rounding."""

    def __init__(self, known: list[list[Any]], row: list[Spread], aim: str) -> None:
        import numpy as np

        self.aim = aim
        # without a second best there is nothing to be better
        self.before = [
            (
                np.array([each[n].win if n < len(each) else nan for each in known]),
                np.array([each[n].fail if n < len(each) else nan for each in known]),
            )
            for n in (0, 1)
        ]
        self.row = np.array([each.win for each in row]), np.array([each.fail for each in row])
        # of equals the last by armies is best
        self.ranks = [
            _ranked([[each[n][key] if n < len(each) else () for each in known] for n in (0, 1)])
            for key in (3, 2)
        ]

    def pairs(self, total: int) -> Iterator[tuple[int, int]]:
        """Iterate over the pairs of armies on the front and which spread of the rest."""
        import numpy as np

        here = [part[: total + 1] for part in self.row]
        ways = [
            _combined([part[total::-1] for part in before], here, self.aim)
            for before in self.before
        ]
        chances = tuple(np.concatenate(part) for part in zip(*ways, strict=True))
        wins, fails = chances
        some = np.flatnonzero(~np.isnan(wins))
        wins, fails = wins[some], fails[some]
        kept = np.ones(len(some), dtype=bool)
        small = (fails < wins) & (self.aim != "weakest")
        if small.sum() > 1:
            second = np.partition(fails[small], 1)[1]
            kept = small & (fails <= second * (1 + SLACK))
        elif len(some) > 1:
            second = np.partition(wins, -2)[-2]
            slack = SLACK if self.aim != "weakest" else 0.0
            kept = small | (wins >= second * (1 - slack))
        some = some[kept]
        placed, which = some % (total + 1), some // (total + 1)
        armies, low = (rank[which, total - placed] for rank in self.ranks)
        if self.aim == "weakest":
            same = low, here[0][placed]
        else:
            # what `_better` looks at
            low = (fails < wins)[kept]
            same = low, np.where(low, fails[kept], wins[kept])
        return _last_two(placed, which, armies, *same)


def _ranked(keys: list[list[tuple[float, ...]]]) -> Any:
    """Return for each of the keys, which are tuples, its number among them all."""
    import numpy as np

    numbers = {key: n for n, key in enumerate(sorted({key for part in keys for key in part}))}
    return np.array([[numbers[key] for key in part] for part in keys])


def _last_two(
    placed: Any, which: Any, armies: Any, one: Any, two: Any
) -> Iterator[tuple[int, int]]:
    """Iterate over pairs in the order of `_all_pairs`: two of each group of equals."""
    import numpy as np

    order = np.lexsort((placed, armies, one, two))
    one, two = one[order], two[order]
    kept = np.ones(len(order), dtype=bool)
    kept[:-2] = (one[:-2] != one[2:]) | (two[:-2] != two[2:])
    pairs = zip(placed[order[kept]].tolist(), which[order[kept]].tolist(), strict=True)
    return iter(sorted(pairs))


def _combined(a: Any, b: Any, aim: str) -> tuple[Any, Any]:
    """Return what `ATTACK_AIMS` do, for arrays of chances to succeed and to fail."""
    if aim == "weakest":
        import numpy as np

        return np.minimum(a[0], b[0]), np.maximum(a[1], b[1])
    aim = "all" if aim == "none" else aim
    spreads = (Spread(win, fail, (), ()) for win, fail in (a, b))
    return ATTACK_AIMS[aim](*spreads)


def _joined(a: Spread, b: Spread, combine: Combine, aim: str) -> Spread:
    low = tuple(sorted(a.low + b.low)) if aim == "weakest" else ()
    return Spread(*combine(a, b), low, a.armies + b.armies)


def _two_best(spreads: Iterable[Spread], aim: str) -> list[Spread]:
    best: list[Spread] = []
    for spread in spreads:
        at = next((n for n, each in enumerate(best) if _better(spread, each, aim)), len(best))
        best.insert(at, spread)
        del best[2:]
    return best


def _better(one: Spread, other: Spread, aim: str) -> bool:
    if aim == "weakest" and one.low != other.low:
        return one.low > other.low
    # whichever of the two chances is small has the digits
    small = one.fail < one.win
    a, b = (other.fail, one.fail) if small else (one.win, other.win)
    if aim != "weakest" and abs(a - b) > SAME * max(a, b):
        return a > b
    return one.armies > other.armies
