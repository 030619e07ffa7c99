"""Answers for many attackers against many defenders, as a table to print."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..battles.solve import MOST_ARMIES, battle
from ..campaigns.armies import ChanceLike
from ..engines.chain import float_chain
from ..engines.win_grid import loss_rows, plain_table
from ..errors import InputError, TooLargeError, UnreachableError
from ..guards import guarded
from ..values import show as quote, whole
from ..variants.rules import Rules, RulesLike, resolve

if TYPE_CHECKING:
    from fractions import Fraction

Shown = Literal["win", "losses", "kills", "needed"]
SHOWN: tuple[Shown, ...] = get_args(Shown)
MOST_CELLS = 100_000
# as many battles as plain code answers sooner than numpy is loaded
QUICK_TABLE = 100_000
LOSSES = {
    "losses": ("attacker", "expected_attacker_losses"),
    "kills": ("defender", "expected_defender_losses"),
}
# battles of a grid of losses that take as long as one battle by itself, and as long as is allowed
LOSSES_OF_A_BATTLE = 200
MOST_LOSSES = 4_000_000

Progress = Callable[[float], None] | None


@dataclass(frozen=True)
class LookupTable:
    """Rows of numbers: chances and losses by attackers and defenders, or fewest attackers.

    >>> lookup_table([2, 3], [1], show="win").values
    ((0.4166666666666667,), (0.7542438271604939,))

    Made by `riskodds.lookup_table`.

    Attributes
    ----------
    shows : str
        "win", "losses" (the attacker's, expected), "kills" (the defender's) or "needed".
    rules : Rules
        The rules of the battles.
    rows, columns : tuple
        Attackers and defenders; or for "needed" defenders and chances to be reached.
    values : tuple of tuple
        The numbers, row by row; None where no number of attackers reaches the chance.
    target : float or None
        The chance whose frontier is marked.
    frontier : tuple
        For every column the fewest attackers that reach the target; None if none do.
    """

    shows: Shown
    rules: Rules
    rows: tuple[int, ...]
    columns: tuple[int, ...] | tuple[Fraction, ...]
    values: tuple[tuple[float | None, ...], ...]
    target: float | None = None
    frontier: tuple[int | None, ...] = ()

    @guarded
    def marked(self, row: int, column: int) -> bool:
        """Return whether a cell, its row and column counted from 0, is on the frontier.

        Raises
        ------
        InputError
            A cell that the table has not.
        """
        row, column = self._cell(row, column)
        return bool(self.frontier) and self.frontier[column] == self.rows[row]

    @guarded
    def certain(self, row: int, column: int) -> bool:
        """Return whether a chance that rounds to 0 or 1 is exactly that.

        Raises
        ------
        InputError
            A cell that the table has not.
        """
        row, column = self._cell(row, column)
        chance = self.values[row][column]
        if self.shows != "win" or chance not in (0, 1):
            return False
        limit = self._limit(column, chance == 1)
        attackers = self.rows[row]
        return limit is not None and (attackers >= limit if chance else attackers <= limit)

    def _cell(self, row: int, column: int) -> tuple[int, int]:
        return (
            whole("row", row, 0, len(self.rows) - 1),
            whole("column", column, 0, len(self.columns) - 1),
        )

    def _limit(self, column: int, wins: bool) -> int | None:
        """Return the fewest attackers that win for certain, or the most that lose for certain.

        More attackers are never worse, so few of the battles of a column need a look.
        """
        limits = self._limits
        if (column, wins) not in limits:
            rows = sorted(
                n for n, row in zip(self.rows, self.values, strict=True) if row[column] == wins
            )
            place = bisect_left(rows, True, key=lambda n: self._certainly(n, column, wins) == wins)
            found = rows[place:] if wins else rows[:place][::-1]
            limits[column, wins] = found[0] if found else None
        return limits[column, wins]

    def _certainly(self, attackers: int, column: int, wins: bool) -> bool:
        try:
            odds = battle(attackers, int(self.columns[column]), rules=self.rules)
        except TooLargeError:
            return False
        return not odds.possible("lose" if wins else "win")

    @cached_property
    def _limits(self) -> dict[tuple[int, bool], int | None]:
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return the table as JSON types, the keys in the order they are documented in."""
        answer: dict[str, Any] = {"show": self.shows, "rules": str(self.rules)}
        names = ("defenders", "targets") if self.shows == "needed" else ("attackers", "defenders")
        for name, numbers in zip(names, (self.rows, self.columns), strict=True):
            answer[name] = [float(n) if name == "targets" else n for n in numbers]
        if self.target is not None:
            answer |= {"target": self.target, "frontier": list(self.frontier)}
        answer["values"] = [list(row) for row in self.values]
        return answer


@guarded
def lookup_table(
    attackers: Sequence[int],
    defenders: Sequence[int],
    *,
    show: Shown = "win",
    win: Sequence[ChanceLike] = (),
    rules: RulesLike = None,
    progress: Progress = None,
) -> LookupTable:
    """Return a table of win chances, expected losses, or fewest attackers.

    >>> lookup_table([], [5, 9], show="needed", win=["0.8"]).values
    ((9,), (14,))

    Parameters
    ----------
    attackers, defenders : sequence of int
        All armies on the territory, 2 or more, and on its target, 1 or more. A table of
        "needed" takes no attackers.
    show : {"win", "losses", "kills", "needed"}
        What to show.
    win : sequence
        Chances, at least, read as in `riskodds.needed`: the columns of "needed"; for the others
        none, or the one whose frontier is marked.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.
    progress : callable, optional
        Called with the share of the cells that are found, as they are.

    Returns
    -------
    LookupTable
        The rows, columns and values.

    Raises
    ------
    InputError
        Anything else, or a chance twice.
    TooLargeError
        A table of more than 100,000 cells, or a battle too large for its rules.
    """
    if show not in SHOWN:
        raise InputError(f"show must be one of {', '.join(SHOWN)}, not {quote(show)}")
    chosen = resolve(rules)
    if show == "needed" and not win:
        raise InputError("a table of needed armies must have chances to be reached")
    if show != "needed" and len(win) > 1:
        raise InputError(f"one chance can be marked, not {len(win)}")
    columns = win if show == "needed" else defenders
    rows = defenders if show == "needed" else attackers
    if len(rows) * len(columns) > MOST_CELLS:
        raise TooLargeError(
            f"a table may have at most {MOST_CELLS:,} cells, not {len(rows) * len(columns):,}"
        )
    across = tuple(whole("defenders", n, 1, MOST_ARMIES) for n in defenders)
    if show == "needed":
        from .targets import Target

        targets = tuple(Target.read("win", each).chance for each in win)
        if len(set(targets)) < len(targets):
            raise InputError("the chances of a table must differ")
        fewest = _fewest(across, targets, chosen, progress)
        return LookupTable(show, chosen, across, targets, fewest)
    down = tuple(whole("attackers", n, 2, MOST_ARMIES) for n in attackers)
    values = (
        _wins(down, across, chosen, progress)
        if show == "win"
        else _losses(down, across, chosen, show, progress)
    )
    if not win:
        return LookupTable(show, chosen, down, across, values)
    from .targets import Target

    target = Target.read("win", win[0])
    marks = _fewest(across, (target.chance,), chosen, progress)
    return LookupTable(
        show, chosen, down, across, values, float(target), tuple(n for (n,) in marks)
    )


def _fewest(
    defenders: Sequence[int], targets: Sequence[Any], rules: Rules, progress: Progress
) -> tuple[tuple[int | None, ...], ...]:
    found = []
    for done, d in enumerate(defenders, 1):
        found.append(tuple(_needed(d, each, rules) for each in targets))
        if progress is not None:
            progress(done / len(defenders))
    return tuple(found)


def _needed(defenders: int, target: Any, rules: Rules) -> int | None:
    from .fewest import needed

    try:
        return needed(defenders, win=target, rules=rules).attackers
    except UnreachableError:
        return None


def _wins(
    attackers: Any, defenders: Any, rules: Rules, progress: Progress
) -> tuple[tuple[float, ...], ...]:
    if rules.rolled_out and attackers and defenders:
        most = max(attackers), max(defenders)
        if most[0] * most[1] <= QUICK_TABLE:
            flat, size = plain_table(*most, float_chain(rules.dice)), most[1] + 1
            return tuple(tuple(flat[(a - 1) * size + d] for d in defenders) for a in attackers)
    import numpy as np

    from ..battles.tables import one_table, win_probability

    cells = len(attackers) * len(defenders)
    if cells and not one_table(max(attackers), max(defenders), cells, rules):
        return _one_by_one(attackers, defenders, rules, "win", progress)
    found = win_probability(np.array(attackers)[:, None], np.array(defenders), rules=rules)
    return tuple(map(tuple, found.tolist()))


def _losses(
    attackers: Any, defenders: Any, rules: Rules, shown: str, progress: Progress
) -> tuple[tuple[float, ...], ...]:
    side, name = LOSSES[shown]
    cells = len(attackers) * len(defenders)
    whole_grid = max(attackers, default=0) * max(defenders, default=0)
    if rules.rolled_out and whole_grid <= min(MOST_LOSSES, LOSSES_OF_A_BATTLE * cells):
        wanted = set(attackers)
        rows: dict[int, tuple[float, ...]] = {}
        most = max(attackers, default=0), max(defenders, default=0)
        for a, row in enumerate(loss_rows(*most, float_chain(rules.dice), side), 1):
            if a in wanted:
                rows[a] = tuple(row[d] for d in defenders)
        return tuple(rows[a] for a in attackers)
    return _one_by_one(attackers, defenders, rules, name, progress)


def _one_by_one(
    attackers: Any, defenders: Any, rules: Rules, name: str, progress: Progress
) -> tuple[tuple[float, ...], ...]:
    """Return one number of every battle, each solved by itself."""
    found: list[tuple[float, ...]] = []
    cells, done = len(attackers) * len(defenders), 0
    for a in attackers:
        row = []
        for d in defenders:
            row.append(getattr(battle(a, d, rules=rules), name))
            done += 1
            if progress is not None:
                progress(done / cells)
        found.append(tuple(row))
    return tuple(found)
