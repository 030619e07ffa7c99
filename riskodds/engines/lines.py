"""Endings as lines of neighbours, the form in which every engine hands them over.

A battle ends beside its grid: where no defender is left, where one attacker is left, or where
a stop rule halts it. Each of these is a line on which one side's armies are fixed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple


class Line(NamedTuple):
    """Neighbouring endings: one side's armies fixed, those of the other rising by one.

    `fixed` is "attackers" or "defenders", `at` the armies of that side, `low` the fewest of the
    other side, and `chances` belong to `low`, `low` + 1, ... of them.
    """

    fixed: str
    at: int
    low: int
    chances: Any

    @property
    def key(self) -> tuple[str, int]:
        """What tells this line from the others of a battle."""
        return self.fixed, self.at

    def ranked(self) -> Iterator[tuple[int, int, Any]]:
        """Iterate over (defenders, -attackers, chance), rising; impossible endings are left out."""
        chances = self.chances
        if self.fixed == "attackers":
            for n, chance in enumerate(chances, self.low):
                if chance:
                    yield n, -self.at, chance
        else:
            for n in range(len(chances) - 1, -1, -1):
                if chances[n]:
                    yield self.at, -self.low - n, chances[n]

    def chance(self, attackers: int, defenders: int) -> Any:
        """Return the chance of an ending, 0 if it is not on this line."""
        if self.fixed == "attackers":
            at, n = attackers, defenders - self.low
        else:
            at, n = defenders, attackers - self.low
        return self.chances[n] if at == self.at and 0 <= n < len(self.chances) else 0


def lines_of(weights: Mapping[tuple[int, int], Any]) -> list[Line]:
    """Return scattered endings, (a, d) of fighting armies to chance, as lines.

    Those with no attacker left that may fight make one line, all others a line for each number
    of defenders left. (A roll takes the attacker's last army only by taking none of the
    defender's, so such an ending always has defenders left.)
    """
    rows: dict[tuple[str, int], dict[int, Any]] = defaultdict(dict)
    for (a, d), weight in weights.items():
        if d and not a:
            rows["attackers", 0][d] = weight
        else:
            rows["defenders", d][a] = weight
    return [
        Line(fixed, at, min(row), [row.get(n, 0) for n in range(min(row), max(row) + 1)])
        for (fixed, at), row in rows.items()
    ]


def in_totals(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines with the attacker that must stay counted."""
    return tuple(
        Line(fixed, at + 1, low, chances)
        if fixed == "attackers"
        else Line(fixed, at, low + 1, chances)
        for fixed, at, low, chances in lines
    )
