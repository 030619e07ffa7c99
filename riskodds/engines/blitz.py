"""Balanced Blitz: how RISK: Global Domination changes the chances of a whole battle.

With Balanced Blitz the app does not roll a battle out. It takes the true chances of all its
endings and changes them in four steps, so that the likely becomes likelier:

1. *Win cut-off.* A side that wins with chance `win_cut` or less does not win at all.
2. *Win power.* The chances of winning W and losing L become W^p / (W^p + L^p) and
   L^p / (W^p + L^p), p = `win_power`; within a side the endings keep their shares.
3. *Outcome cut-off.* The endings are put in order from the attacker's best to his worst (fewest
   own armies lost; then, defeated, fewest defenders left). From each end `outcome_cut` of the
   probability is cut away, from the ending at the border only a part, and the rest is scaled to
   one.
4. *Outcome power.* Each chance is raised to `outcome_power`; each side is scaled to what it had.

Step 3 cuts as much from the one end as from the other, and step 4 moves nothing between the
sides. So the win chance alone has the closed form clip((q - c) / (1 - 2 c), 0, 1), with q the
result of step 2 and c the outcome cut-off.

The steps and their parameters are those that the makers published for version 3.3 of the app.
It has changed since, and estimates large battles in a way that is not published; so every
answer names the version. A roll made by hand in the app is a true random one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from ..errors import InputError
from ..guards import guarded
from ..values import floating, show
from ..vectors import index_of_largest, possible, times, total
from .lines import Endings, Line

PUBLISHED = "3.3"
CUSTOM = "custom"
LONGEST_LIST = 10_000
MOST_POWER = 100


@dataclass(frozen=True)
class Blitz:
    """The parameters of the four steps.

    >>> Blitz()
    Blitz(win_cut=0.05, win_power=1.3, outcome_cut=0.1, outcome_power=1.8)
    >>> Blitz().version, Blitz(win_cut=0.0).version
    ('3.3', 'custom')

    Parameters
    ----------
    win_cut : float
        Step 1, 0 to below 0.5; 0 leaves it out.
    win_power : float
        Step 2, above 0 to 100; 1 leaves it out.
    outcome_cut : float
        Step 3, 0 to below 0.5; 0 leaves it out.
    outcome_power : float
        Step 4, above 0 to 100; 1 leaves it out.

    Raises
    ------
    InputError
        A value outside these ranges.
    """

    win_cut: float = 0.05
    win_power: float = 1.3
    outcome_cut: float = 0.1
    outcome_power: float = 1.8

    @guarded
    def __post_init__(self) -> None:
        for name in ("win_cut", "outcome_cut"):
            value = _number(name, getattr(self, name))
            if not 0 <= value < 0.5:
                raise InputError(f"{name} must be from 0 to below 0.5, not {show(value)}")
        for name in ("win_power", "outcome_power"):
            value = _number(name, getattr(self, name))
            if not 0 < value <= MOST_POWER:
                raise InputError(
                    f"{name} must be above 0 and at most {MOST_POWER}, not {show(value)}"
                )

    @property
    def version(self) -> str:
        """The version of the app that published these parameters, or "custom"."""
        return PUBLISHED if self == Blitz() else CUSTOM

    def to_dict(self) -> dict[str, Any]:
        """Return the version and the parameters as JSON types."""
        return {
            "version": self.version,
            "win_cut": self.win_cut,
            "win_power": self.win_power,
            "outcome_cut": self.outcome_cut,
            "outcome_power": self.outcome_power,
        }

    def powered(self, win: float, lose: float) -> tuple[float, float]:
        """Return the chances of winning and losing after steps 1 and 2.

        >>> Blitz().powered(0.04, 0.96)
        (0.0, 1.0)
        """
        if win <= self.win_cut:
            return 0.0, 1.0
        if lose <= self.win_cut:
            return 1.0, 0.0
        win, lose = win**self.win_power, lose**self.win_power
        return win / (win + lose), lose / (win + lose)

    def chances(self, win: float, lose: float) -> tuple[float, float]:
        """Return the chances of winning and losing after all steps, from the true ones alone.

        >>> [round(chance, 6) for chance in Blitz().chances(0.567592872135, 0.432407127865)]
        [0.609377, 0.390623]

        Parameters
        ----------
        win, lose : float
            The true chances of a battle to the end; they add up to one, but are both needed, as
            ``1 - win`` would lose the digits of a small `lose`.

        Notes
        -----
        Step 3 cuts the same from either end and step 4 moves nothing between the sides.
        """
        cut = self.outcome_cut
        return tuple(
            min(max((chance - cut) / (1 - 2 * cut), 0.0), 1.0) for chance in self.powered(win, lose)
        )  # type: ignore[return-value]

    def of_table(self, wins: Any) -> Any:
        """Return the win chances after all steps, for a numpy array of true ones.

        Their complements have digits enough: small ones are cut off, or end up next to one.
        """
        import numpy as np

        raised, other = wins**self.win_power, (1 - wins) ** self.win_power
        chances = raised / (raised + other)
        chances = np.where(wins <= self.win_cut, 0.0, chances)
        chances = np.where(1 - wins <= self.win_cut, 1.0, chances)
        return np.clip((chances - self.outcome_cut) / (1 - 2 * self.outcome_cut), 0.0, 1.0)

    def error(self, win: float, lose: float, error: float) -> float:
        """Return a bound on the relative error of `chances`, given that of the true chances.

        It is 1, which says that nothing is known, where the true chances are too close to a
        cut-off to tell on which side of it they are.
        """
        if any(abs(chance - self.win_cut) <= error * chance for chance in (win, lose)):
            return 1.0
        before = self.powered(win, lose)
        # of the odds to the power, and four more roundings
        moved = 2 * (self.win_power * error + 2.0**-51) * before[0] * before[1]
        away = [abs(chance - self.outcome_cut) for chance in before if chance]
        return min(1.0, max(moved / distance + 2.0**-51 if distance else 1.0 for distance in away))


def blitzed(blitz: Blitz, found: Endings) -> Endings:
    """Return the `transform` of what an engine found of a battle to the end."""
    win, lose = (
        total([total(line.chances) for line in found.lines if line.fixed == side] or [0.0])
        for side in ("defenders", "attackers")
    )
    left_out = found.left_out
    if blitz.outcome_cut:
        # endings that rare are cut away, listed or not
        left_out = 0.0
    elif min(blitz.win_power, blitz.outcome_power) < 1 and left_out:
        left_out = 1.0
    lines = transform(blitz, found.lines)
    together = total([total(line.chances) for line in lines])
    return Endings(lines, left_out, together, blitz.error(win, lose, found.error))


def transform(blitz: Blitz, lines: Sequence[Line]) -> list[Line]:
    """Return the endings of a battle as Balanced Blitz changes them.

    Parameters
    ----------
    blitz : Blitz
        The parameters.
    lines : sequence of Line
        All endings of a battle to the end: one line of wins, one of losses, or one of them.
    """
    # the attacker's best ending first
    lines = sorted(lines, key=lambda line: line.fixed, reverse=True)
    sides = [_best_first(line, _buffer(line.chances)) for line in lines]
    sums = {line.fixed: total(side) for line, side in zip(lines, sides, strict=True)}
    after = blitz.powered(sums.get("defenders", 0.0), sums.get("attackers", 0.0))
    shares = dict(zip(("defenders", "attackers"), after, strict=True))
    for n, line in enumerate(lines):
        # a side whose chances have all sunk to nothing has no shape to keep
        sides[n] = times(sides[n], shares[line.fixed] / (sums[line.fixed] or 1.0))
    if blitz.outcome_cut:
        sides = _cut(sides, blitz.outcome_cut)
        back = _cut([side[::-1] for side in sides[::-1]], blitz.outcome_cut)
        sides = [side[::-1] for side in back[::-1]]
        rest = sum(map(total, sides))
        sides = [times(side, 1 / rest) for side in sides]
    if blitz.outcome_power != 1:
        sides = [_raised(side, blitz.outcome_power) for side in sides]
    changed = []
    for line, side in zip(lines, sides, strict=True):
        chances = _best_first(line, side)
        first, last = possible(chances)
        if first < last:
            changed.append(line._replace(low=line.low + first, chances=chances[first:last]))
    if len(changed) == 1:
        # the other side is cut away: this one is certain, and not nearly so
        chances = changed[0].chances
        largest = index_of_largest(chances)
        for _ in range(4):
            chances[largest] += 1 - total(chances)
    return changed


def _best_first(line: Line, chances: Any) -> Any:
    """Turn the chances of a line round, if its lowest is the attacker's worst."""
    return chances[::-1] if line.fixed == "defenders" else chances


def _buffer(chances: Any) -> Any:
    """Return chances as a list if they are few, and else as a numpy array."""
    if len(chances) <= LONGEST_LIST:
        return list(chances)
    import numpy as np

    return np.asarray(chances, dtype=np.float64)


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name} must be a number, not {show(value)}")
    return floating(value)


def _cut(sides: list[Any], cut: float) -> list[Any]:
    """Return the chances without the first `cut` of their probability."""
    rest = []
    for side in sides:
        if isinstance(side, list):
            kept = []
            for chance in side:
                taken = min(chance, cut)
                cut -= taken
                kept.append(chance - taken)
            rest.append(kept)
        else:
            below = side.cumsum()
            n = int(below.searchsorted(cut, side="right"))
            kept_array = side.copy()
            kept_array[:n] = 0.0
            if n < len(side):
                kept_array[n] = below[n] - cut
            cut = max(0.0, cut - float(below[-1])) if n == len(side) else 0.0
            rest.append(kept_array)
    return rest


def _raised(chances: Any, power: float) -> Any:
    """Return the chances to a power, scaled to the sum they had."""
    before = total(chances)
    if not before:
        return chances
    # a chance of 1e-200 has no square: powers are taken of shares of the largest
    most = max(chances) if isinstance(chances, list) else chances.max()
    shares = times(chances, 1 / most)
    raised = [p**power for p in shares] if isinstance(shares, list) else shares**power
    return times(raised, before / total(raised))
