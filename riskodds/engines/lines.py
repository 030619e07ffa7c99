"""Endings as lines of neighbours, the form in which every engine hands over one battle.

A battle ends beside its grid: where no defender is left, where one attacker is left, or where
a stop rule halts it. Each of these is a line on which one side's armies are fixed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import AccuracyError
from ..vectors import plain

BLOCK = 2**16
# what adding up may round, beside what the chances themselves do
SLACK = 2.0**-49


def adds_up(found: float, left_out: float, error: float) -> bool:
    """Return whether chances that add up to `found` can be all there are.

    >>> adds_up(1 - 1e-12, 0.0, 1e-11), adds_up(0.99, 0.0, 1e-11), adds_up(0.99, 0.02, 0.0)
    (True, False, True)

    Parameters
    ----------
    found : float
        The sum of the chances.
    left_out : float
        A bound on what they leave out.
    error : float
        A bound on their relative error.
    """
    return Endings([], left_out, found, error).complete


def confirm(found: float, left_out: float, error: float) -> None:
    """Refuse to return an answer whose chances do not add up.

    Raises
    ------
    AccuracyError
        Chances that are not all there are.
    """
    if not adds_up(found, left_out, error):
        raise AccuracyError(
            f"the chances of this answer add up to {found:.12g} instead of 1, so it is withheld; "
            "please report the question"
        )


class Endings(NamedTuple):
    """What an engine makes of one battle: every ending, how sure, and the sum to check it by.

    Parameters
    ----------
    lines : list of Line
        The endings, in fighting armies.
    left_out : float
        A bound on the chance of what is not listed, and on what any chance lacks of it.
    together : float
        The sum of all chances.
    error : float
        A bound on the relative error of every chance.
    """

    lines: list[Line]
    left_out: float
    together: float
    error: float

    @property
    def complete(self) -> bool:
        """Whether these can be all endings there are, by their sum."""
        _, left_out, together, error = self
        return -error - SLACK <= 1 - together <= left_out + error + SLACK


def confirmed(found: Endings) -> Endings:
    """Return the endings, or refuse to if they cannot be all there are.

    Raises
    ------
    AccuracyError
        Chances that do not add up.
    """
    confirm(found.together, found.left_out, found.error)
    return found


class Line(NamedTuple):
    """Neighbouring endings: the armies of one side, or the sum of both, are the same in all.

    `fixed` is "attackers", "defenders" or "sum", `at` that number of armies, and `chances`
    belong to `low`, `low` + 1, ... armies of the other side, for "sum" of the attacker.
    """

    fixed: str
    at: int
    low: int
    chances: Any

    @property
    def key(self) -> tuple[str, int]:
        """What tells this line from the others of a battle."""
        return self.fixed, self.at

    def values(self, side: str) -> int | range:
        """Return the armies of a side: one number for all endings, or one for each."""
        if side == self.fixed:
            return self.at
        if self.fixed == "sum" and side == "defenders":
            most = self.at - self.low
            return range(most, most - len(self.chances), -1)
        return range(self.low, self.low + len(self.chances))

    def ending(self, n: int) -> tuple[int, int]:
        """Return the armies left, (attackers, defenders), in the n-th ending."""
        if self.fixed == "attackers":
            return self.at, self.low + n
        return self.low + n, self.at - (self.low + n if self.fixed == "sum" else 0)

    def ranked(self, least: float = 0.0) -> Iterator[tuple[int, int, Any]]:
        """Iterate over (defenders, -attackers, chance), rising, where the chance is above `least`.

        Of an array only a block at a time is turned into Python's numbers.
        """
        rising = self.fixed == "attackers"
        count = len(self.chances)
        for done in range(0, count, BLOCK):
            start = done if rising else max(0, count - done - BLOCK)
            block = self.chances[start : start + min(BLOCK, count - done)]
            chances = plain(block)
            numbers = range(self.low + start, self.low + start + len(chances))
            if rising:
                for defenders, chance in zip(numbers, chances, strict=True):
                    if chance > least:
                        yield defenders, -self.at, chance
                continue
            summed = self.fixed == "sum"
            for attackers, chance in zip(reversed(numbers), reversed(chances), strict=True):
                if chance > least:
                    yield self.at - (attackers if summed else 0), -attackers, chance

    def chance(self, attackers: int, defenders: int) -> Any:
        """Return the chance of an ending, 0 if it is not on this line."""
        n = (defenders if self.fixed == "attackers" else attackers) - self.low
        here = 0 <= n < len(self.chances) and self.ending(n) == (attackers, defenders)
        if not here:
            return 0
        return plain(self.chances[n])


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
    """Return the lines with the attacker that must stay counted, their chances unchangeable."""
    totals = []
    for fixed, at, low, chances in lines:
        if isinstance(chances, list):
            chances = tuple(chances)
        else:
            chances.setflags(write=False)
        if fixed == "defenders":
            totals.append(Line(fixed, at, low + 1, chances))
        else:
            totals.append(Line(fixed, at + 1, low + (fixed == "sum"), chances))
    return tuple(totals)
