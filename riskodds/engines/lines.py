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

    def trimmed(self) -> Line:
        """Return the line without impossible endings at its ends."""
        chances = self.chances
        if hasattr(chances, "argmax"):
            possible = chances > 0
            first = int(possible.argmax())
            last = len(chances) - int(possible[::-1].argmax()) if possible[first] else first
        else:
            first, last = 0, len(chances)
            while first < last and not chances[first]:
                first += 1
            while first < last and not chances[last - 1]:
                last -= 1
        return self._replace(low=self.low + first, chances=chances[first:last])


def lines_of(weights: Mapping[tuple[int, int], Any]) -> list[Line]:
    """Return scattered endings, (a, d) of fighting armies to chance, as lines.

    Those with no attacker left that may fight make one line, all others a line for each number
    of defenders left.
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
    """Return the lines with the attacker that must stay counted, one line for each key.

    Endings with defenders left and no other attacker are gathered in one line of their own.
    """
    pieces: dict[tuple[str, int], list[Line]] = defaultdict(list)
    for line in lines:
        if line.fixed == "attackers":
            line = line._replace(at=line.at + 1)
        else:
            line = line._replace(low=line.low + 1)
            if line.at and line.low == 1:
                failed = Line("attackers", 1, line.at, line.chances[:1])
                pieces[failed.key].append(failed)
                line = line._replace(low=2, chances=line.chances[1:])
        pieces[line.key].append(line)
    joined = (_join(sorted(parts, key=lambda line: line.low)) for parts in pieces.values())
    return tuple(line for line in joined if len(line.chances))


def _join(pieces: list[Line]) -> Line:
    first = pieces[0]
    chances = first.chances
    if len(pieces) > 1:
        chances = list(chances)
        for piece in pieces[1:]:
            chances += [0.0] * (piece.low - first.low - len(chances))
            chances += piece.chances
    return first._replace(chances=chances).trimmed()
