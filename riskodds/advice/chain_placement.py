"""Defending a chain of territories: the best spread against one stack that goes through all.

Every spread is tried, but not one by one: those that agree on the last territories share the
chance of the attacker to get through them, for every number of attackers. See Glass and Neller,
Math. Mag. 88(3), 2015: two armies everywhere and the rest on the last territory is best, or
nearly so, in almost all cases.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np

from ..campaigns.armies import Armies
from ..campaigns.contest import Ground
from ..campaigns.paths import path
from ..errors import InputError, TooLargeError, whole
from ..variants.rules import Rules, resolve

MOST_NUMBERS = 20_000_000

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class ChainPlacement:
    """The best spread of defenders along a chain.

    >>> best = place_chain(12, 3, 15)
    >>> best.placement, round(best.value, 6)
    ((2, 2, 8), 0.387262)

    Made by `riskodds.place_chain`.

    Attributes
    ----------
    armies, territories, attackers : int
        The defenders, the territories of the chain, and all armies of the attacker.
    rules : Rules
        The rules of the battles.
    placement : tuple of int
        How many defend each territory, the first attacked first.
    value : float
        The chance that the last territory holds.
    runner_up : tuple of int or None
        The second best spread.
    runner_up_value : float or None
        Its value.
    simple : tuple of int or None
        Two everywhere and the rest on the last, if there are as many.
    simple_value : float or None
        Its value.
    """

    armies: int
    territories: int
    attackers: int
    rules: Rules
    placement: tuple[int, ...]
    value: float
    runner_up: tuple[int, ...] | None = field(repr=False)
    runner_up_value: float | None = field(repr=False)
    simple: tuple[int, ...] | None = field(repr=False)
    simple_value: float | None = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in."""
        answer: dict[str, Any] = {
            "armies": self.armies,
            "territories": self.territories,
            "attackers": self.attackers,
            "rules": str(self.rules),
        }
        for name in ("placement", "value", "runner_up", "runner_up_value", "simple"):
            value = getattr(self, name)
            answer[name] = list(value) if isinstance(value, tuple) else value
        answer["simple_value"] = self.simple_value
        return answer


def place_chain(
    armies: int, territories: int, attackers: int, *, rules: Rules | str | None = None
) -> ChainPlacement:
    """Return the best spread of defenders along a chain that one stack attacks from one end.

    >>> place_chain(6, 2, 9).placement
    (2, 4)

    Parameters
    ----------
    armies : int
        The defenders in all, at least one for each territory.
    territories : int
        How many territories the chain has.
    attackers : int
        All armies where the attack starts, 2 or more. One stays on each territory taken.
    rules : Rules or str, optional
        The rules of the battles; classic if left out.

    Returns
    -------
    ChainPlacement
        The spread that makes it least likely that all are taken, and the second best.

    Raises
    ------
    InputError
        A value outside these ranges.
    TooLargeError
        More spreads than can be tried; the message says how many.
    """
    count = whole("territories", territories, 1, 200)
    total = whole("armies", armies, 1)
    if total < count:
        raise InputError(f"armies must be at least 1 for each of {count} territories, not {total}")
    enemy = whole("attackers", attackers, 2, 10_000)
    chosen = resolve(rules)
    spreads = comb(total - 1, count - 1)
    if spreads * enemy > MOST_NUMBERS or total * enemy**2 > 10 * MOST_NUMBERS:
        raise TooLargeError(
            f"{total:,} armies on {count:,} territories can be spread in {spreads:,} ways, "
            f"against {enemy:,} attackers too many to try"
        )
    wins, ways = _tried(total, count, enemy, chosen)
    order = np.lexsort((*(-column for column in ways.T[::-1]), wins))[:2]
    found = [tuple(int(n) for n in ways[at]) for at in order]
    values = [_holds(spread, enemy, chosen) for spread in found]
    simple = (2,) * (count - 1) + (total - 2 * (count - 1),)
    fits = simple[-1] >= 1
    return ChainPlacement(
        total,
        count,
        enemy,
        chosen,
        found[0],
        values[0],
        found[1] if len(found) > 1 else None,
        values[1] if len(found) > 1 else None,
        simple if fits else None,
        _holds(simple, enemy, chosen) if fits else None,
    )


def _holds(spread: tuple[int, ...], attackers: int, rules: Rules) -> float:
    return float(path(attackers, list(spread), rules=rules).lose)


def _tried(total: int, count: int, attackers: int, rules: Rules) -> tuple[Array, Array]:
    """Return the attacker's chance to take all for every spread, and the spreads."""
    most = total - count + 1
    tables = [Ground(Armies.read(d), rules).table(attackers - 1)[0] for d in range(1, most + 1)]
    # chances by fighting attackers, and spreads, of the last territories together, by their armies
    known = {0: (np.ones((1, attackers)), np.zeros((1, 0), dtype=np.int64))}
    for k in range(count - 1, -1, -1):
        following: dict[int, list[tuple[Array, Array]]] = {}
        for behind, (chances, ways) in known.items():
            # one army stays: with a of the attackers left, a - 1 may fight on
            taken = np.zeros_like(chances)
            if behind:
                taken[:, 1:] = chances[:, :-1]
            else:
                taken[:, 1:] = 1.0
            least = 1 if k else total - behind
            for d in range(least, total - behind - k + 1):
                here = np.full((len(ways), 1), d)
                part = (taken @ tables[d - 1].T, np.hstack([here, ways]))
                following.setdefault(behind + d, []).append(part)
        known = {
            armies: (np.vstack([p for p, _ in parts]), np.vstack([w for _, w in parts]))
            for armies, parts in following.items()
        }
    chances, ways = known[total]
    return chances[:, attackers - 1], ways
