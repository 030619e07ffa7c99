"""Defending a chain of territories: the best spread against one stack that goes through all.

Every spread is tried, but not one by one: those that agree on the last territories share the
chance of the attacker to get through them, for every number of attackers. See Glass and Neller,
Math. Mag. 88(3), 2015: two armies everywhere and the rest on the last territory is best, or
nearly so, in almost all cases.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np

from ..campaigns.armies import Armies
from ..campaigns.contest import Contest, check_battled
from ..campaigns.paths import path
from ..errors import InputError, TooLargeError
from ..guards import guarded
from ..values import show, whole
from ..variants.rules import Rules, RulesLike, resolve

MOST_NUMBERS = 50_000_000

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


@guarded
def place_chain(
    armies: int, territories: int, attackers: int, *, rules: RulesLike = None
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
    total = whole("armies", armies, 1, 10**12)
    if total < count:
        raise InputError(
            f"armies must be at least 1 for each of {count} territories, not {show(total)}"
        )
    enemy = whole("attackers", attackers, 2, 10_000)
    chosen = resolve(rules)
    spreads = comb(total - 1, count - 1)
    # a path of its own if there is one spread; else all battles are held at once
    numbers = 0 if count == 1 else spreads * (enemy + count) + (total - count + 1) * enemy**2
    numbers = min(numbers, 10**300)
    if numbers > MOST_NUMBERS:
        said = f"{spreads:,}" if spreads < 10**12 else f"{float(min(spreads, 10**300)):.1e}"
        raise TooLargeError(
            f"{total:,} armies on {count:,} territories can be spread in {said} ways, "
            f"against {enemy:,} attackers too many to try: {float(numbers):.1e} numbers, and at "
            f"most {MOST_NUMBERS:.1e} fit"
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


def _tables(most: int, attackers: int, rules: Rules) -> Iterator[Array]:
    """Return for 0, 1, 2, ... defenders: [a, s], the chance to win with s of a fighting left.

    The first roll ties each to those of fewer armies.
    """
    contest = Contest(Armies.read(1), rules)
    if not contest.plain:
        middle = Contest(Armies.read((most + 1) // 2), rules)
        check_battled(rules, most * attackers * middle.battle_steps(attackers // 2))
        for d in range(1, most + 1):
            yield Contest(Armies.read(d), rules).table(attackers - 1)[0]
        return
    chain = contest.chain
    known = [np.eye(attackers)]
    for d in range(1, most + 1):
        table = np.zeros((attackers, attackers))
        by_dice = [by_defence[bisect_right(chain.defence_needs, d)] for by_defence in chain.rolls]
        for a in range(1, attackers):
            chances = by_dice[bisect_right(chain.attack_needs, a)]
            for lost, chance in enumerate(chances):
                fewer = len(chances) - 1 - lost
                table[a] += chance * (known[-fewer] if fewer else table)[a - lost]
        known = [*known[1 - len(chain.defence_needs) :], table]
        yield table


def _tried(total: int, count: int, attackers: int, rules: Rules) -> tuple[Array, Array]:
    """Return the attacker's chance to take all for every spread, and the spreads."""
    if count == 1:
        won = path(attackers, [total], rules=rules).win
        return np.array([won]), np.array([[total]])
    tables = list(_tables(total - count + 1, attackers, rules))
    # of the last territories together: armies, chances by fighting attackers, spreads
    behind, chances = np.zeros(1, dtype=np.int64), np.ones((1, attackers))
    ways = np.zeros((1, 0), dtype=np.int64)
    for k in range(count - 1, -1, -1):
        # one army stays: with a of the attackers left, a - 1 may fight on
        taken = np.zeros_like(chances)
        taken[:, 1:] = chances[:, :-1] if k < count - 1 else 1.0
        parts = []
        for d, table in enumerate(tables, 1):
            some = np.flatnonzero(behind + d <= total - k if k else behind + d == total)
            if len(some):
                here = np.full((len(some), 1), d)
                found = taken[some] @ table.T
                parts.append((behind[some] + d, found, np.hstack([here, ways[some]])))
        behind, chances, ways = (np.concatenate(part) for part in zip(*parts, strict=True))
    return chances[:, attackers - 1], ways
