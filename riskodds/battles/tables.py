"""The win chances of many battles at once, in numpy arrays."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from ..dice.rules import DiceRules
from ..engines.chain import float_chain, rolls_array
from ..engines.dice_choice import MOST_SEEN, seen_grid
from ..engines.win_grid import FILL, fill_question, plain_table
from ..errors import InputError, TooLargeError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, resolve
from .solve import MOST_ARMIES, battle

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# the share of the machine's memory that one table may take
MOST_MEMORY = 0.5
# steps of a table that take as long as one battle; no table larger than this is made in passing
STEPS_OF_A_BATTLE = 5_000
LARGEST_TABLE = 50_000_000


@guarded
def win_table(
    attackers: int, defenders: int, *, rules: Rules | str | None = None
) -> NDArray[np.float64]:
    """Return the win chances of all battles up to these armies.

    >>> table = win_table(12, 9)
    >>> table.shape, round(float(table[12, 9]), 6)
    ((13, 10), 0.723034)

    Parameters
    ----------
    attackers : int
        The most armies on the attacking territory, 0 or more.
    defenders : int
        The most armies on the territory under attack, 0 or more.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.

    Returns
    -------
    numpy.ndarray
        float64 of shape (attackers + 1, defenders + 1), indexed [attackers, defenders]. Column 0
        is 1.0; rows 0 and 1, that cannot attack, are 0.0 elsewhere.

    Raises
    ------
    InputError
        Armies that are not whole numbers, or negative.
    TooLargeError
        A table that takes more than half of this machine's memory, or too many battles against
        a defender who sees the roll.
    """
    attackers = whole("attackers", attackers, 0, MOST_ARMIES)
    defenders = whole("defenders", defenders, 0, MOST_ARMIES)
    shape = attackers + 1, defenders + 1
    needed, allowed = 8 * shape[0] * shape[1], MOST_MEMORY * _memory()
    if needed > allowed:
        raise TooLargeError(
            f"a win table of {shape[0]:,} by {shape[1]:,} takes {_gib(needed)}; "
            f"here at most {_gib(allowed)} are allowed"
        )
    chosen = resolve(rules)
    way = _announced if chosen.dice.choice == "announced" else _seen
    table = way(attackers, defenders, chosen.dice)
    if chosen.blitz is not None:
        table[2:, 1:] = chosen.blitz.of_table(table[2:, 1:])
    return table


def _seen(attackers: int, defenders: int, dice: DiceRules) -> NDArray[np.float64]:
    """Return the win table against a defender who sees the roll."""
    if attackers * defenders > MOST_SEEN:
        raise TooLargeError(
            f"against a defender who sees the roll a table must have at most {MOST_SEEN:,} "
            f"battles, not {show(attackers * defenders)}"
        )
    table = np.zeros((attackers + 1, defenders + 1))
    table[0, 0] = 1.0
    if attackers:
        table[1:] = seen_grid(dice, attackers - 1, defenders).values()
    return table


def _announced(attackers: int, defenders: int, dice: DiceRules) -> NDArray[np.float64]:
    """Return the win table of battles in which both sides roll all their dice."""
    chain = float_chain(dice)
    table = np.empty((attackers + 1, defenders + 1))
    table[0] = 0.0
    table[0, 0] = 1.0
    if attackers:
        flat = table[1:].reshape(-1)
        if FILL.pays(flat.size):
            question = fill_question(attackers, defenders, chain)
            FILL.compiled(flat, *question, rolls_array(chain))
        else:
            flat[:] = plain_table(attackers, defenders, chain)
    return table


@guarded
@overload
def win_probability(
    attackers: int, defenders: int, *, rules: Rules | str | None = ...
) -> float: ...
@overload
def win_probability(
    attackers: ArrayLike, defenders: ArrayLike, *, rules: Rules | str | None = ...
) -> Any: ...


def win_probability(attackers: Any, defenders: Any, *, rules: Rules | str | None = None) -> Any:
    """Return the win chances of battles given as arrays, which are broadcast.

    >>> win_probability([3, 12], 9).round(6).tolist()
    [0.002588, 0.723034]
    >>> round(win_probability(12, 9), 6)
    0.723034

    Parameters
    ----------
    attackers : int or array of int
        Armies on the attacking territory, 1 or more; 1 cannot attack.
    defenders : int or array of int
        Armies on the territory under attack, 0 or more; 0 is taken already.
    rules : Rules or str, optional
        A value of `riskodds.rules` or its name; classic if left out.

    Returns
    -------
    float or numpy.ndarray
        A float for two numbers, else float64 of the broadcast shape.

    Raises
    ------
    InputError
        Numbers that are not whole or out of range, shapes that do not fit.
    TooLargeError
        A single battle that is too large for its rules.
    """
    chosen = resolve(rules)
    counts = _whole_array("attackers", attackers, 1), _whole_array("defenders", defenders, 0)
    try:
        a, d = np.broadcast_arrays(*counts)
    except ValueError:
        raise InputError(
            f"attackers and defenders must have shapes that broadcast, not "
            f"{counts[0].shape} and {counts[1].shape}"
        ) from None
    wins = np.where(d == 0, 1.0, 0.0)
    fought = (a > 1) & (d > 0)
    if fought.any():
        wins[fought] = _wins(a[fought], d[fought], chosen)
    return float(wins) if wins.ndim == 0 else wins


def _wins(a: NDArray[np.int64], d: NDArray[np.int64], rules: Rules) -> Any:
    """Return win chances from one table or from single battles, whichever is less work."""
    most_a, most_d = int(a.max()), int(d.max())
    if one_table(most_a, most_d, a.size, rules):
        return win_table(most_a, most_d, rules=rules)[a, d]
    pairs, where = np.unique(np.stack([a, d]), axis=1, return_inverse=True)
    single = [battle(x, y, rules=rules).win for x, y in pairs.T.tolist()]
    return np.array(single)[where.reshape(-1)]


def one_table(attackers: int, defenders: int, battles: int, rules: Rules) -> bool:
    """Return whether so many battles up to these armies are less work together than one by one."""
    # a defender who sees the roll has a grid to himself for every battle
    seen = rules.dice.choice != "announced"
    most = MOST_SEEN if seen else min(LARGEST_TABLE, battles * STEPS_OF_A_BATTLE)
    return attackers * defenders <= most


def _whole_array(name: str, given: Any, low: int) -> NDArray[np.int64]:
    allowed = f"{name} must be whole numbers from {low} to {MOST_ARMIES:,}"
    try:
        numbers = np.asarray(given)
    except (ValueError, TypeError):
        raise InputError(f"{allowed}, not {show(given)}") from None
    if numbers.size == 0 or (numbers.dtype == object and all(map(_is_whole, numbers.flat))):
        numbers = numbers.astype(np.int64)
    if numbers.dtype.kind not in "iu":
        wrong = next(x for x in numbers.ravel().tolist() if not _is_whole(x))
        raise InputError(f"{allowed}, not {show(wrong)}")
    bad = (numbers < low) | (numbers > MOST_ARMIES)
    if bad.any():
        raise InputError(f"{allowed}, not {show(int(numbers[bad].flat[0]))}")
    return numbers.astype(np.int64)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_ARMIES


def _memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not a POSIX system
        return 8 * 2**30


def _gib(size: float) -> str:
    return f"{size / 2**30:,.1f} GiB"
