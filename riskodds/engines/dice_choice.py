r"""Battles in which a side chooses how many dice to roll: dynamic programming over the grid.

Where dice are chosen, a roll begins with a *situation*: what the chooser sees. A defender who
sees the attack roll faces one situation for each set of attack faces; a side that announces its
dice faces a single one. In a situation there is an *option* for each number of dice: the chances
of what is lost. With v the value of a state to whoever chooses,

    v(a, d) = sum over situations of chance * best over options of E[v after the roll]

Every roll lowers a + d, so v is filled in by diagonals a + d = 1, 2, ..., and the chances of the
endings follow in the other direction, along the options chosen. On a diagonal the states with
the same dice on both sides are alike, and are worked on as one numpy slice.

**Winning or losing.** A defender who sees the roll wants the attacker's chance to win low, which
is to want his chance to lose high; but near 1 a float has no digits left to tell two options
apart. So both are computed, all terms positive, and the smaller of the two decides. Options that
differ by less than rounding count as equal, and of equal options the one with most dice is taken.
Where even the smaller chance has sunk below what a float holds, nothing can be decided: such
states are not rolled on, and the chance to come to one is returned. A chance that is zero because
all that can follow is zero has not sunk.

**Error.** All terms are positive, so errors do not grow but add up along a path of rolls, at most
one for each of the n armies. A roll rounds the chance of a situation, that of a loss in it, their
product, and that with the weight of the state, and adds up s situations: s + 3 roundings of
u = 2^-53. What comes to a state is added to what is there, once for every number of dice and
every loss by which it may come, w ways in all. So every chance is off by (s + 3 + w) n u at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, fsum, log, log10
from typing import Any, NamedTuple

import numpy as np

from ..dice.counts import loss_weights
from ..dice.rules import DiceRules
from ..errors import TooLargeError
from ..values import show
from .chain import ROUNDING, SMALLEST, sunk, unit
from .lines import Endings, lines_of

# below this a chance has lost digits to underflow and tells no options apart
FAINT = 1e-290

# steps, products of a chance, that take about ten seconds; what one takes more with integers, and
# the digits by which it takes that once more
MOST_WORK = 7e8
# what numpy is called for once takes as long as so many of them
CALL_STEPS = 2000.0
# states kept at once, of a few bytes each
MOST_CELLS = 40_000_000
EXACT_STEP = 25.0
LONG_NUMBER = 500
# battles of a grid, and what may sink in it
MOST_SEEN = 4_000_000
MOST_LEFT_OUT = 1e-15

Array = np.ndarray[Any, Any]


class Choice(NamedTuple):
    """What may be chosen when i attack dice face j defence dice.

    Parameters
    ----------
    chance : array of situations
        The chance of each.
    dice : tuple of int
        The number of dice of each option, most first.
    losses : tuple of arrays, situations by attacker losses
        For each option and situation the chance of each number of armies the attacker loses.
    fixed : array of situations, optional
        The option taken in each situation, if that does not depend on the armies.
    seen : tuple of tuples
        What is seen in each situation: the attack dice as they count, highest first.
    """

    chance: Array
    dice: tuple[int, ...]
    losses: tuple[Array, ...]
    fixed: Array | None = None
    seen: tuple[tuple[int, ...], ...] = ()


# choices[i][j]; index 0 is not used
Choices = tuple[tuple[Choice | None, ...], ...]


def ways_after(rules: DiceRules, attack: tuple[int, ...], dice: int) -> tuple[int, ...]:
    """Return the ordered defence rolls of so many dice by attacker losses, the attack seen.

    >>> from riskodds.dice.rules import CLASSIC
    >>> ways_after(CLASSIC, (6, 5, 1), 2), ways_after(CLASSIC, (6, 5, 1), 1)
    ((24, 9, 3), (5, 1))
    """
    return ways_by_sight(rules, [attack], dice)[0]


def ways_by_sight(
    rules: DiceRules, seen: Sequence[tuple[int, ...]], dice: int
) -> list[tuple[int, ...]]:
    """Return `ways_after` for each of many attacks of as many dice."""
    pairs = min(dice, len(seen[0]))
    rolls = rules.defence.rolls(dice, pairs)
    attacks, values, counts = np.array(seen), np.array(list(rolls)), np.array(list(rolls.values()))
    lost: Array = np.zeros((len(attacks), len(values)), np.int8)
    for k in range(pairs):
        lost += rules.attacker_loses(attacks[:, k, None], values[:, k])  # type: ignore[arg-type]
    by_loss = [np.where(lost == k, counts, 0).sum(axis=1).tolist() for k in range(pairs + 1)]
    return list(zip(*by_loss, strict=True))


def greedy(options: list[tuple[int, ...]]) -> int:
    """Return which option costs the attacker most against the defender, the first of equals."""

    def balance(ways: tuple[int, ...]) -> Fraction:
        pairs = len(ways) - 1
        return Fraction(sum((2 * lost - pairs) * n for lost, n in enumerate(ways)), sum(ways))

    return max(range(len(options)), key=lambda n: balance(options[n]))


@lru_cache(maxsize=64)
def seen_choices(rules: DiceRules, base: int | None = None) -> Choices:
    """Return the choices of a defender who sees the attack roll.

    With a `base` the chances are scaled to integers: those of a roll that removes m armies,
    the chance of the situation included, by ``base ** m``.
    """

    def choice(i: int, j: int) -> Choice:
        rolls = sorted(rules.attack.rolls(i, min(i, j)).items(), reverse=True)
        seen = tuple(faces for faces, _ in rolls)
        all_ways = rules.attack.sides**i
        dice = tuple(range(j, 0, -1))
        by_dice = [ways_by_sight(rules, seen, n) for n in dice]
        ways = [list(options) for options in zip(*by_dice, strict=True)]
        fixed = None
        if rules.choice == "greedy":
            fixed = np.array([greedy(options) for options in ways])
        if base is None:
            chance = np.array([count / all_ways for _, count in rolls])
            losses = [
                np.array([[way / sum(row[n]) for way in row[n]] for row in ways])
                for n in range(len(dice))
            ]
        else:
            chance = np.array([count for _, count in rolls], dtype=object)
            losses = []
            for n in range(len(dice)):
                removed = len(ways[0][n]) - 1
                factor, rest = divmod(base**removed, all_ways * sum(ways[0][n]))
                assert rest == 0
                losses.append(np.array([row[n] for row in ways], dtype=object) * factor)
        return Choice(chance, dice, tuple(losses), fixed, seen)

    return _table(rules, choice)


def check_work(rules: DiceRules, a: int, d: int, base: int | None = None) -> None:
    """Refuse a grid of so many fighting armies that would take too long.

    >>> from riskodds.dice.rules import DiceRules
    >>> check_work(DiceRules(choice="optimal"), 5000, 5000)
    Traceback (most recent call last):
    ...
    riskodds.errors.TooLargeError: a defender who sees the roll takes about 3e+09 steps for 5,000 \
armies that may attack against 5,000; at most 7e+08 are allowed

    Raises
    ------
    TooLargeError
        With the work it would take.
    """
    i, j = rules.attack.dice_for(a), rules.defence.dice_for(d)
    # what is seen, each with the losses of every number of dice
    sights = comb(rules.attack.sides + min(i, j) - 1, min(i, j))
    work = float(a * d * sights * sum(min(i, n) + 1 for n in range(1, j + 1)))
    kind = ""
    if base is not None:
        work *= EXACT_STEP * (1 + (a + d) * log10(base) / LONG_NUMBER)
        kind = " in fractions"
    if work > MOST_WORK:
        raise TooLargeError(
            f"a defender who sees the roll takes about {work:.0e} steps{kind} for {a:,} armies "
            f"that may attack against {d:,}; at most {MOST_WORK:.0e} are allowed"
        )


def check_shape(rules: DiceRules, a: int, d: int) -> None:
    """Refuse a grid with too many diagonals, or too wide ones, however few its states.

    Raises
    ------
    TooLargeError
        With the work or the states.
    """
    alike = min(a, d, len(rules.attack.needs) + len(rules.defence.needs))
    work = (a + d) * alike * rules.defence.dice * CALL_STEPS
    cells = a * (a // 2 + d)
    for kind, found, most in ("steps", work, MOST_WORK), ("states", cells, MOST_CELLS):
        if found > most:
            raise TooLargeError(
                f"choosing dice takes about {found:.0e} {kind} for {a:,} armies that may attack "
                f"against {d:,}; at most {most:.0e} are allowed"
            )


def announced_choices(rules: DiceRules, side: str) -> Choices:
    """Return the choices of a side that announces its dice against one that rolls all."""

    def choice(i: int, j: int) -> Choice:
        dice = tuple(range(i if side == "attacker" else j, 0, -1))
        losses = []
        for n in dice:
            ways = loss_weights(rules, *((n, j) if side == "attacker" else (i, n)))
            losses.append(np.array([[way / sum(ways) for way in ways]]))
        return Choice(np.ones(1), dice, tuple(losses))

    return _table(rules, choice)


def all_dice(choices: Choices) -> Choices:
    """Return the choices without any: the option with most dice is the only one."""
    return tuple(
        tuple(
            choice and choice._replace(dice=choice.dice[:1], losses=choice.losses[:1])
            for choice in row
        )
        for row in choices
    )


def _table(rules: DiceRules, make: Callable[[int, int], Choice]) -> Choices:
    return tuple(
        tuple(make(i, j) if i and j else None for j in range(rules.defence.dice + 1))
        for i in range(rules.attack.dice + 1)
    )


class Grid:
    """The values of all states with up to `a` fighting attackers and `d` defenders.

    Parameters
    ----------
    rules : DiceRules
        Who rolls how many dice.
    choices : Choices
        What may be chosen.
    a, d : int
        The most fighting armies of each side.
    ends : callable
        (a, d) of a battle that is over to its values, one for each kind of value.
    better : callable
        Given the values of an option and the best so far, arrays with the kinds first, where
        the option is better; with the armies left as third argument.
    dtype : type
        float, or object for scaled integers.
    """

    def __init__(
        self,
        rules: DiceRules,
        choices: Choices,
        a: int,
        d: int,
        ends: Callable[[int, int], tuple[Any, ...]],
        better: Callable[[Array, Array, int], Array],
        dtype: type = float,
    ) -> None:
        check_shape(rules, a, d)
        self.rules, self.choices, self.a, self.d = rules, choices, a, d
        self.better, self.dtype = better, dtype
        self.diagonals: list[Array] = []
        # where a value has lost digits to underflow, or all of them, in states as in `diagonals`
        self.sunk: list[Array] = []
        for s in range(a + d + 1):
            row: Array = np.zeros((len(ends(0, 1)), min(a, s) + 1), dtype)
            self.diagonals.append(row)
            self.sunk.append(np.zeros(row.shape[1], bool))
            if s <= d:
                row[:, 0] = ends(0, s)
            if s <= a:
                row[:, s] = ends(s, 0)
            for low, high, choice in slices(rules, choices, s, a, d):
                best, _ = self.decide(s, low, high, choice)
                row[:, low : high + 1] = np.matmul(choice.chance, best)
                if dtype is float:
                    self.sunk[s][low : high + 1] = self._sinks(s, low, high, choice)

    def _sinks(self, s: int, low: int, high: int, choice: Choice) -> Array:
        """Return where a value is faint: not zero, or zero only as those after a roll are faint."""
        values = self.diagonals[s][:, low : high + 1]
        sinks: Array = np.asarray(((values > 0) & (values < FAINT)).any(axis=0))
        nothing = (values == 0).any(axis=0)
        for losses in choice.losses:
            for k in range(losses.shape[1]):
                sinks |= nothing & self.sunk[s - losses.shape[1] + 1][low - k : high + 1 - k]
        return sinks

    def decide(self, s: int, low: int, high: int, choice: Choice) -> tuple[Array, Array]:
        """Return the best values and the options chosen, situations by states."""
        best: Any = None
        fixed = None if choice.fixed is None else choice.fixed[:, None]
        chosen: Any = None
        for n, losses in enumerate(choice.losses):
            row = self.diagonals[s - losses.shape[1] + 1]
            after = np.stack(
                [row[:, low - k : high + 1 - k] for k in range(losses.shape[1])], axis=1
            )
            values = np.matmul(losses, after)
            if best is None:
                best, chosen = values, np.zeros(values.shape[1:], int)
            else:
                better = self.better(values, best, s) if fixed is None else fixed == n
                best = np.where(better, values, best)
                chosen = np.where(better, n, chosen)
        return best, chosen

    def after(self, a: int, d: int, ways: tuple[int, ...]) -> Array:
        """Return the mean values after a roll in a state, given the ways of attacker losses."""
        row = self.diagonals[a + d - len(ways) + 1]
        chances = np.array(ways) / sum(ways)
        return np.asarray(row[:, [a - k for k in range(len(ways))]] @ chances)

    def value(self, a: int, d: int, kind: int = -1) -> float:
        """Return one kind of value of a state, the last if none is named."""
        return float(self.diagonals[a + d][kind, a])

    def values(self, kind: int = 0) -> Array:
        """Return the values of one kind as an array [a, d]."""
        table: Array = np.zeros((self.a + 1, self.d + 1), self.dtype)
        for s, row in enumerate(self.diagonals):
            low, high = max(0, s - self.d), min(self.a, s)
            armies = np.arange(low, high + 1)
            table[armies, s - armies] = row[kind, low : high + 1]
        return table


def slices(
    rules: DiceRules, choices: Choices, s: int, a: int, d: int, a_floor: int = 0, d_floor: int = 0
) -> Iterator[tuple[int, int, Choice]]:
    """Iterate over (lowest a, highest a, choice) of the states of a diagonal that roll alike."""
    low, high = max(a_floor + 1, s - d), min(a, s - d_floor - 1)
    if low > high:
        return
    starts = {low, *rules.attack.needs, *(s - n + 1 for n in rules.defence.needs)}
    cuts = sorted(n for n in starts if low <= n <= high)
    for first, last in zip(cuts, [*cuts[1:], high + 1], strict=True):
        i, j = rules.attack.dice_for(first), rules.defence.dice_for(s - first)
        choice = choices[i][j]
        assert choice is not None
        yield first, last - 1, choice


def lowers_win(values: Array, best: Array, armies: int) -> Array:
    """Return where an option is better for a defender; the kinds are winning and losing."""
    if values.dtype == object:
        return np.asarray(values[0] < best[0])
    same = 8 * armies * ROUNDING
    lower, higher = values[0] < best[0] * (1 - same), values[1] > best[1] * (1 + same)
    return np.asarray(np.where(best[0] < best[1], lower, higher))


def raises(values: Array, best: Array, armies: int) -> Array:
    """Return where an option gives more of a single kind of value, counted in armies."""
    return np.asarray(values[0] > best[0] + 8 * armies * armies * ROUNDING)


def seen_grid(rules: DiceRules, a: int, d: int, base: int | None = None) -> Grid:
    """Return the chances (winning, losing) against a defender who sees the roll.

    Raises
    ------
    TooLargeError
        A grid that would take too long.
    """
    check_work(rules, a, d, base)
    check_shape(rules, a, d)
    unit: Any = 1.0 if base is None else base

    def ends(a: int, d: int) -> tuple[Any, Any]:
        whole = unit ** (a + d) if base else 1.0
        return (0 * whole, whole) if d else (whole, 0 * whole)

    dtype = float if base is None else object
    return Grid(rules, seen_choices(rules, base), a, d, ends, lowers_win, dtype)


def seen_weights(
    a: int,
    d: int,
    rules: DiceRules,
    a_floor: int = 0,
    d_floor: int = 0,
    base: int | None = None,
) -> tuple[dict[tuple[int, int], Any], float]:
    """Return the weight of every ending against a defender who sees the roll, and what is left out.

    The parameters are those of `exact.endings`, `base` that of `seen_choices`. Floors are
    only for the greedy choice: the best one is known for battles to the end.

    Raises
    ------
    TooLargeError
        A battle that would take too long.
    """
    check_work(rules, a, d, base)
    check_shape(rules, a, d)
    choices = seen_choices(rules, base)
    grid = None if rules.choice == "greedy" else seen_grid(rules, a, d, base)
    assert grid is None or not (a_floor or d_floor)
    dtype = float if base is None else object
    weights = [np.zeros(min(a, s) + 1, dtype) for s in range(a + d + 1)]
    weights[a + d][a] = 1
    left_out = 0.0
    ended: dict[tuple[int, int], Any] = {}
    for s in range(a + d, -1, -1):
        row = weights[s]
        for low, high, choice in slices(rules, choices, s, a, d, a_floor, d_floor):
            here = row[low : high + 1].copy()
            row[low : high + 1] = 0
            if not here.any():
                continue
            if grid is None:
                assert choice.fixed is not None
                chosen = choice.fixed[:, None]
            else:
                _, chosen = grid.decide(s, low, high, choice)
                if base is None:
                    faint = grid.sunk[s][low : high + 1]
                    left_out += float(here[faint].sum())
                    here[faint] = 0.0
            for n, losses in enumerate(choice.losses):
                taken = np.where(chosen == n, choice.chance[:, None], 0)
                flow = np.matmul(losses.T, taken) * here
                target = weights[s - losses.shape[1] + 1]
                for k in range(losses.shape[1]):
                    target[low - k : high + 1 - k] += flow[k]
        ended.update(((int(n), s - int(n)), row[n]) for n in np.flatnonzero(row))
    return ended, left_out


def endings(a: int, d: int, rules: DiceRules, a_floor: int = 0, d_floor: int = 0) -> Endings:
    """Return the endings of a battle against a defender who sees the roll.

    >>> from riskodds.dice.rules import DiceRules
    >>> found = endings(1, 1, DiceRules(choice="greedy"))
    >>> sorted(round(float(line.chances[0]), 6) for line in found.lines)
    [0.416667, 0.583333]

    The parameters and errors are those of `seen_weights`.
    """
    if a * d > MOST_SEEN:
        raise TooLargeError(
            f"against a defender who sees the roll the attackers times the defenders must be "
            f"at most {MOST_SEEN:,}, not {show(a * d)}"
        )
    chances, left_out = seen_weights(a, d, rules, a_floor, d_floor)
    left_out += sunk(a + d, -log(unit(rules)))
    if left_out > MOST_LEFT_OUT:
        raise TooLargeError(
            f"against a defender who sees the roll {a + 1:,} against {d:,} is too one-sided: "
            f"chances sink below {SMALLEST:g}, where the best dice cannot be told"
        )
    most = rules.attack.dice
    sights = comb(rules.attack.sides + most - 1, most)
    ways = sum(min(most, dice) + 1 for dice in range(1, rules.defence.dice + 1))
    error = (sights + 3 + ways) * (a + d) * ROUNDING
    return Endings(lines_of(chances), left_out, fsum(chances.values()), error)
