"""The answers: frozen values that hold the whole distribution of a battle's endings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from math import sqrt
from operator import index
from typing import Any

from ..distribution import Distribution
from ..engines.lines import Line
from ..errors import InputError
from ..guards import guarded
from ..values import show
from ..vectors import count_above, index_of_largest, moment, shares, sum_below, total
from .question import Answer, Question

ENDINGS = ("win", "lose", "undecided")
# how many outcomes are listed unless all are asked for, and what is too small to be one of them
MOST_LISTED = 10_000
NEGLIGIBLE = 1e-12


class Outcomes(Mapping[tuple[int, int], Any]):
    """All endings of a battle: (attackers left, defenders left) to chance.

    Sorted by defenders left, then by most attackers left. It reads the lines it is made of, so
    even a battle of millions builds no tuple before it is asked for one.
    """

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self._lines = {line.key: line for line in lines}

    def __getitem__(self, ending: tuple[int, int]) -> Any:
        try:
            attackers, defenders = map(index, ending)
        except (TypeError, ValueError):
            raise KeyError(ending) from None
        at = {"defenders": defenders, "attackers": attackers, "sum": attackers + defenders}
        for key in at.items():
            line = self._lines.get(key)
            chance = line.chance(attackers, defenders) if line else 0
            if chance:
                return chance
        raise KeyError(ending)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return (ending for ending, _ in self.items())

    def __len__(self) -> int:
        return sum(count_above(line.chances, 0) for line in self._lines.values())

    def items(self) -> ItemsView[tuple[int, int], Any]:
        """Return the pairs of ending and chance, in order."""
        return _Items(self)

    def ranked(self, least: float = 0.0) -> Iterator[tuple[int, int, Any]]:
        """Iterate over (attackers left, defenders left, chance) above `least`, in order."""
        lines = sorted(self._lines.values(), key=_span)
        ranked = [line.ranked(least) for line in lines]
        apart = all(_span(line)[1] < _span(other)[0] for line, other in pairwise(lines))
        if apart:  # as in most battles: lines that follow each other
            outcomes: Iterable[tuple[int, int, Any]] = chain(*ranked)
        else:
            from heapq import merge

            outcomes = merge(*ranked)
        for defenders, minus_attackers, chance in outcomes:
            yield -minus_attackers, defenders, chance

    def least_of(self, most: int) -> float:
        """Return the chance above which there are at most this many outcomes, all that matter.

        With no more outcomes than that, all matter; else those above 1e-12 of the largest.
        """
        if len(self) <= most:
            return 0.0
        lines = self._lines.values()
        largest = max(line.chances[index_of_largest(line.chances)] for line in lines)
        least = float(largest) * NEGLIGIBLE
        if sum(count_above(line.chances, least) for line in lines) <= most:
            return least
        import numpy as np

        parts = [np.asarray(line.chances, dtype=np.float64) for line in lines]
        kept = np.concatenate([part[part > least] for part in parts])
        return float(np.partition(kept, len(kept) - most - 1)[len(kept) - most - 1])

    def __repr__(self) -> str:
        return f"<{sum(len(line.chances) for line in self._lines.values())} outcomes>"


def _span(line: Line) -> tuple[int, int]:
    """Return the fewest and the most defenders left on a line."""
    defenders = line.values("defenders")
    if isinstance(defenders, int):
        return defenders, defenders
    return min(defenders[0], defenders[-1]), max(defenders[0], defenders[-1])


class _Items(ItemsView[tuple[int, int], Any]):
    _mapping: Outcomes

    def __iter__(self) -> Iterator[tuple[tuple[int, int], Any]]:
        for attackers, defenders, chance in self._mapping.ranked():
            yield (attackers, defenders), chance


@dataclass(frozen=True)
class BattleOdds(Answer):
    """Everything there is to know about how a battle ends.

    >>> from riskodds import battle
    >>> odds = battle(3, 1)
    >>> odds
    BattleOdds(3, 1, win=0.754244)
    >>> round(odds.win, 6), round(odds.lose, 6)
    (0.754244, 0.245756)
    >>> odds.most_likely
    (3, 0)

    Made by `riskodds.battle`; two of them are equal if they answer the same question. Every
    number is a float, or a `fractions.Fraction` (standard deviations excepted) if the battle
    was asked for with ``exact=True``.

    Attributes
    ----------
    asked : Question
        What was asked, in one value: all of the following.
    attackers, defenders : int
        The armies at the start, all of them.
    rules : Rules
        The rules it was fought under.
    stop_at, goal, rolls : int, int, int or None
        The stop rules: 1, 0 and None for a battle fought to the end.
    exact : bool
        Whether the chances are fractions.
    left_out : float
        A bound on what has been left out: the chance of all endings that are not listed, and
        what any chance may lack.
    error_bound : float
        A bound on the relative error of every chance that is well above `left_out`.
    """

    asked: Question
    exact: bool = False
    lines: tuple[Line, ...] = field(default=(), compare=False)
    left_out: float = field(default=0.0, compare=False)
    error_bound: float = field(default=0.0, compare=False)

    def __repr__(self) -> str:
        asked = f"{self.attackers}, {self.defenders}"
        rules = "" if str(self.rules) == "classic" else f", rules={str(self.rules)!r}"
        return f"BattleOdds({asked}{rules}, win={float(self.win):.6g})"

    @cached_property
    def outcomes(self) -> Outcomes:
        """Every ending, (attackers left, defenders left), and its chance."""
        return Outcomes(self.lines)

    @cached_property
    def win(self) -> Any:
        """The chance that no defender is left."""
        return self._total("win")

    @cached_property
    def lose(self) -> Any:
        """The chance that one attacker is left and the territory not taken, summed by itself."""
        return self._total("lose")

    @cached_property
    def undecided(self) -> Any:
        """The chance that a stop rule halts the battle with both sides able to go on."""
        return self._total("undecided")

    @cached_property
    def reached(self) -> Any:
        """The chance that at most `goal` defenders are left, wins included."""
        return self.defenders_left().at_most(self.goal)

    @cached_property
    def expected_attacker_losses(self) -> Any:
        """The mean number of armies the attacker loses."""
        return abs(self._moment("attackers", self.attackers, 1))

    @cached_property
    def expected_defender_losses(self) -> Any:
        """The mean number of armies the defender loses."""
        return abs(self._moment("defenders", self.defenders, 1))

    @cached_property
    def sd_attacker_losses(self) -> float:
        """The standard deviation of the attacker's losses."""
        mean = self.attackers - self.expected_attacker_losses
        return sqrt(self._moment("attackers", mean, 2))

    @cached_property
    def sd_defender_losses(self) -> float:
        """The standard deviation of the defender's losses."""
        mean = self.defenders - self.expected_defender_losses
        return sqrt(self._moment("defenders", mean, 2))

    @cached_property
    def most_likely(self) -> tuple[int, int]:
        """The ending with the highest chance, (attackers left, defenders left)."""
        best = []
        for line in self.lines:
            n = index_of_largest(line.chances)
            best.append((line.chances[n], line.ending(n)))
        return max(best)[1]

    @guarded
    def attackers_left(self, given: str | None = None) -> Distribution:
        """Return the distribution of armies the attacker has left.

        >>> from riskodds import battle
        >>> battle(12, 9).attackers_left(given="win").interval(0.8)
        (3, 10)

        Parameters
        ----------
        given : {"win", "lose", "undecided"}, optional
            Count only endings of this kind, and make them add up to one.

        Raises
        ------
        InputError
            Another word, or a kind of ending that cannot happen.
        """
        return self._left("attackers", given)

    def defenders_left(self, given: str | None = None) -> Distribution:
        """Return the distribution of armies the defender has left.

        >>> from riskodds import battle
        >>> battle(12, 9).defenders_left(given="lose").quantile(0.5)
        3

        The parameter and the errors are those of `attackers_left`.
        """
        return self._left("defenders", given)

    @guarded
    def possible(self, kind: str) -> bool:
        """Return whether an ending of this kind can happen, however small its chance.

        >>> from riskodds import battle
        >>> odds = battle(2, 1000)
        >>> odds.win, odds.possible("win"), battle(12, 5, stop_at=8).possible("lose")
        (0.0, True, False)

        Parameters
        ----------
        kind : {"win", "lose", "undecided"}
            The kind of ending.
        """
        if self._total(kind) or not self.left_out:
            return bool(self._total(kind))
        # nothing is listed, but a chance may have sunk below the smallest float
        pairs = min(self.rules.dice.attack.dice, self.rules.dice.defence.dice)
        lost = pairs * (self.attackers + self.defenders if self.rolls is None else self.rolls)
        if kind == "win":
            return self.goal < pairs and lost >= self.defenders
        if kind == "lose":
            return self.stop_at - 1 < pairs and lost >= self.attackers - 1
        return self.stop_at > 1 or self.goal > 0 or self.rolls is not None

    @guarded
    def to_dict(self, *, complete: bool = False) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in.

        >>> from riskodds import battle
        >>> battle(2, 1).to_dict()["outcomes"][0]
        {'attackers': 2, 'defenders': 0, 'probability': 0.4166666666666667}

        Parameters
        ----------
        complete : bool
            List all outcomes. If not, a battle with more than 10,000 lists those above 1e-12 of
            the largest, at most 10,000, and `left_out` counts what is not listed too.
        """
        return {**self.summary(complete=complete), "outcomes": list(self.rows(complete=complete))}

    def summary(self, *, complete: bool = False) -> dict[str, Any]:
        """Return what `to_dict` returns, without the outcomes.

        >>> from riskodds import battle
        >>> battle(2, 1).summary()["win"]
        0.4166666666666667
        """
        answer = self.asked.head()
        if self.rules.blitz is not None:
            # whose battles have no stop rules that would stand behind it
            answer["blitz"] = self.rules.blitz.to_dict()
        names = ["win", "lose", "undecided"]
        if self.goal > 0:
            names.append("reached")
        names += ["expected_attacker_losses", "expected_defender_losses"]
        for name in names:
            answer[name] = float(getattr(self, name))
            if self.exact:
                answer[f"{name}_exact"] = _fraction(getattr(self, name))
        least = 0.0 if complete else self._least_listed
        unlisted = [sum_below(line.chances, least) for line in self.lines] if least else []
        answer["left_out"] = self.left_out + total(unlisted)
        answer["error_bound"] = self.error_bound
        return answer

    def rows(self, *, complete: bool = False) -> Iterator[dict[str, Any]]:
        """Iterate over the outcomes that `to_dict` lists, as JSON types.

        >>> from riskodds import battle
        >>> next(battle(2, 1).rows())
        {'attackers': 2, 'defenders': 0, 'probability': 0.4166666666666667}
        """
        least = 0.0 if complete else self._least_listed
        for attackers, defenders, chance in self.outcomes.ranked(least):
            row: dict[str, Any] = {
                "attackers": attackers,
                "defenders": defenders,
                "probability": float(chance),
            }
            if self.exact:
                row["probability_exact"] = _fraction(chance)
            yield row

    @cached_property
    def _least_listed(self) -> float:
        return self.outcomes.least_of(MOST_LISTED)

    def _lines(self, kind: str | None) -> list[Line]:
        if kind is not None and kind not in ENDINGS:
            raise InputError(f"given must be one of {', '.join(ENDINGS)}, not {show(kind)}")
        return [line for line in self.lines if kind in (None, _kind(line))]

    def _total(self, kind: str) -> Any:
        # rounded sums may come to a last digit more than one
        return min(
            total([total(line.chances) for line in self._lines(kind)] or [self._zero]),
            self._zero + 1,
        )

    @property
    def _zero(self) -> Any:
        if self.exact:
            from fractions import Fraction

            return Fraction(0)
        return 0.0

    def _moment(self, side: str, center: Any, power: int) -> Any:
        parts = []
        for line in self.lines:
            values = line.values(side)
            if isinstance(values, int):
                parts.append(total(line.chances) * (values - center) ** power)
            else:
                parts.append(moment(values, line.chances, center, power))
        return total(parts)

    def _left(self, side: str, given: str | None) -> Distribution:
        lines = self._lines(given)
        if not lines:
            raise InputError(f"this battle has no ending that is '{given}'")
        parts = []
        for line in lines:
            values = line.values(side)
            if isinstance(values, int):
                parts.append((range(values, values + 1), (total(line.chances),)))
            elif values.step < 0:
                parts.append((values[::-1], line.chances[::-1]))
            else:
                parts.append((values, line.chances))
        return _mixture(parts, 1 if given is None else self._total(given))


def _kind(line: Line) -> str:
    if line.key == ("defenders", 0):
        return "win"
    return "lose" if line.key == ("attackers", 1) else "undecided"


def _mixture(parts: list[tuple[Any, Any]], share: Any) -> Distribution:
    """Return the distribution of values that occur in several parts, divided by `share`."""
    if len(parts) == 1:
        values, chances = parts[0]
    elif any(hasattr(chances, "sum") for _, chances in parts):
        values, chances = _joined(parts)
    else:
        sums: dict[int, Any] = {}
        for numbers, weights in parts:
            for number, weight in zip(numbers, weights, strict=True):
                sums[number] = sums.get(number, 0) + weight
        values = sorted(sums)
        chances = [sums[number] for number in values]
    if share != 1:
        chances = shares(chances, share)
    return Distribution(values, chances)


def _joined(parts: list[tuple[range, Any]]) -> tuple[Any, Any]:
    """Return the values of several rising ranges, each once, and the sums of their chances."""
    import numpy as np

    # ranges that touch make a run; a run of millions is never sorted
    runs: list[range] = []
    for values in sorted((values for values, _ in parts), key=lambda values: values.start):
        if runs and values.start <= runs[-1].stop:
            runs[-1] = range(runs[-1].start, max(runs[-1].stop, values.stop))
        else:
            runs.append(values)
    sums = [np.zeros(len(run)) for run in runs]
    for values, chances in parts:
        n = bisect_right(runs, values.start, key=lambda run: run.start) - 1
        first = values.start - runs[n].start
        sums[n][first : first + len(values)] += chances
    if len(runs) == 1:
        return runs[0], sums[0]
    return np.concatenate([np.asarray(run, dtype=np.int64) for run in runs]), np.concatenate(sums)


def _fraction(value: Any) -> str:
    return f"{value.numerator}/{value.denominator}"
