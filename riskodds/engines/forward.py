"""The plain sweep: any rule, any stop rule, any start, any kind of number.

Armies only fall, so the states visited form a graph without loops. Walking the defenders
downward, and within a row the attackers downward, every state is complete before it is rolled
on: one pass gives the chance of every ending. All terms are positive, nothing is subtracted,
so even the smallest chance keeps its relative accuracy.

With a limit on rolls the state needs the number of rolls too; then one layer of states is
carried from roll to roll.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from .chain import Chain

Weights = dict[tuple[int, int], Any]


def sweep(
    start: Mapping[tuple[int, int], Any],
    chain: Chain,
    a_floor: int = 0,
    d_floor: int = 0,
    rolls: int | None = None,
) -> Weights:
    """Return the weight of every ending of a battle from a weighted start.

    >>> from riskodds.dice.rules import CLASSIC
    >>> from riskodds.engines.chain import float_chain
    >>> sweep({(1, 1): 1.0}, float_chain(CLASSIC))
    {(0, 1): 0.5833333333333334, (1, 0): 0.4166666666666667}

    Parameters
    ----------
    start : mapping of (a, d) to weight
        Fighting armies of both sides; weights of any number type.
    chain : Chain
        The chances of each roll, in the same number type.
    a_floor, d_floor : int
        The battle is over at or below these.
    rolls : int, optional
        The battle is over after this many rolls.

    Returns
    -------
    dict
        (a, d) of every ending that can happen to its weight.
    """
    endings: Weights = defaultdict(int)
    fighting: Weights = {}
    for (a, d), weight in start.items():
        (fighting if a > a_floor and d > d_floor else endings)[a, d] = weight
    if fighting:
        # every roll removes an army, so a limit this high is none
        most_rolls = max(a + d for a, d in fighting) - a_floor - d_floor - 1
        if rolls is not None and rolls < most_rolls:
            _by_layers(endings, fighting, chain, a_floor, d_floor, rolls)
        else:
            _by_rows(endings, fighting, chain, a_floor, d_floor)
    return dict(endings)


def _by_rows(endings: Weights, start: Weights, chain: Chain, a_floor: int, d_floor: int) -> None:
    a_top = max(a for a, _ in start)
    attack_dice = [bisect_right(chain.attack_needs, a) for a in range(a_top + 1)]
    rows: dict[int, list[Any]] = defaultdict(lambda: [0] * (a_top + 1))
    for (a, d), weight in start.items():
        rows[d][a] = weight
    for d in range(max(rows), d_floor, -1):
        defence_dice = bisect_right(chain.defence_needs, d)
        moves = [
            [
                (lost, rows[d - len(chances) + 1 + lost], chance)
                for lost, chance in enumerate(chances)
            ]
            for chances in (by_defence[defence_dice] for by_defence in chain.rolls[1:])
        ]
        row = rows.pop(d)
        for a in range(a_top, a_floor, -1):
            weight = row[a]
            if weight:
                for lost, target, chance in moves[attack_dice[a] - 1]:
                    target[a - lost] += weight * chance
        _collect(endings, row[: a_floor + 1], d)
    for d, row in rows.items():
        _collect(endings, row, d)


def _collect(endings: Weights, row: list[Any], d: int) -> None:
    for a, weight in enumerate(row):
        if weight:
            endings[a, d] += weight


def _by_layers(
    endings: Weights, start: Weights, chain: Chain, a_floor: int, d_floor: int, rolls: int
) -> None:
    layer = start
    for _ in range(rolls):
        following: Weights = defaultdict(int)
        for (a, d), weight in layer.items():
            chances = chain.rolls[bisect_right(chain.attack_needs, a)][
                bisect_right(chain.defence_needs, d)
            ]
            for lost, chance in enumerate(chances):
                if not chance:
                    continue
                state = (a - lost, d - len(chances) + 1 + lost)
                over = state[0] <= a_floor or state[1] <= d_floor
                (endings if over else following)[state] += weight * chance
        layer = following
    for state, weight in layer.items():
        endings[state] += weight
