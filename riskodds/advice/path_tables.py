"""A path for every starting stack, until a target is passed: one pass for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..battles.solve import MOST_ARMIES
from ..campaigns.armies import ChanceLike
from ..campaigns.contest import MOST_CELLS, ROW_CELLS, Contest, PathClimb, contests_of, per_stage
from ..campaigns.territories import Post, TerritoriesLike, read_path
from ..guards import guarded
from ..values import check_steps, whole
from ..variants.rules import Rules, RulesLike, resolve
from .fewest import needed


@dataclass(frozen=True)
class PathTable:
    """A path for every starting stack.

    >>> path_table([3, 2], win=0.5).rows[-1][0]
    7

    Made by `riskodds.path_table`.

    Attributes
    ----------
    territories : tuple of Post
        What is attacked, in order.
    rules : Rules
        The rules of all battles that do not change them.
    target : float
        The chance that the last row passes.
    rows : tuple of (int, tuple of float)
        Attackers, rising by one from 2, and the chance to take each territory.
    """

    territories: tuple[Post, ...]
    rules: Rules
    target: float
    rows: tuple[tuple[int, tuple[float, ...]], ...] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as JSON types."""
        return {
            "defenders": [each.armies.to_json() for each in self.territories],
            "rules": str(self.rules),
            "target": self.target,
            "rows": [
                {"attackers": attackers, "win": captured[-1], "captured": list(captured)}
                for attackers, captured in self.rows
            ],
        }


@guarded
def path_table(
    territories: TerritoriesLike,
    *,
    win: ChanceLike = 0.9,
    attackers: int = 2,
    rules: RulesLike = None,
    leave: int | Iterable[int] = 1,
    stop_at: int | Iterable[int] = 1,
) -> PathTable:
    """Return the chances of a path for every starting stack until one takes it all often enough.

    >>> table = path_table([3, "2@d8", 1], win=0.95)
    >>> table.rows[-1][0], round(table.rows[-1][1][-1], 6)
    (17, 0.953038)

    Parameters
    ----------
    territories, rules, leave, stop_at
        As for `riskodds.path`.
    win : float, str or Fraction
        The chance to take all that the last stack passes, read as the decimal written.
    attackers : int
        The table goes on at least to this many.

    Returns
    -------
    PathTable
        A row for each starting stack, and in it a chance for each territory.

    Raises
    ------
    InputError
        A value outside what is allowed.
    UnreachableError
        A chance that no number of attackers passes.
    """
    places = read_path(territories)
    chosen = resolve(rules)
    contests = contests_of(places, chosen)
    leave = per_stage("leave", leave, len(places))
    stop_at = per_stage("stop_at", stop_at, len(places))
    least = whole("attackers", attackers, 2, MOST_ARMIES)
    _check_rows(least, contests)
    enough = needed(places, win=win, rules=chosen, leave=leave, stop_at=stop_at)
    climbs = [
        PathClimb(
            contests[: k + 1], taken=1.0, lost=0.0, leave=leave[: k + 1], stop_at=stop_at[: k + 1]
        )
        for k in range(len(contests))
    ]
    _check_rows(enough.attackers, contests)
    last = max(least, enough.attackers)
    rows = [(one, tuple(climb.rise() for climb in climbs)) for one in range(1, last + 1)]
    return PathTable(places, chosen, enough.target, tuple(rows[1:]))


def _check_rows(rows: int, path: Sequence[Contest]) -> None:
    """Refuse a table of so many rows, each of as many climbs as there are territories.

    Raises
    ------
    TooLargeError
        About how many steps it would take.
    """
    climbs = sum(each.climb_steps * (len(path) - k) + ROW_CELLS for k, each in enumerate(path))
    check_steps(f"a table of {rows:,} rows for a path of {len(path):,}", rows * climbs, MOST_CELLS)
