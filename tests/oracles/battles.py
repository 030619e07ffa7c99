"""Slow, independent routes to the answers. Nothing here uses the code it checks.

They take dice rules as plain keyword values and count movable attackers: all armies but one.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[1] / "data"


def data(name: str) -> Any:
    """Read a file of tests/data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def case(question: str, **given: Any) -> dict[str, Any]:
    """Find the one case with this question and these inputs."""
    found = [
        c["expected"]
        for c in data("cases.json")
        if c["question"] == question and c["input"].items() >= given.items()
    ]
    assert len(found) == 1, (question, given, found)
    return dict(found[0])


class Plain(NamedTuple):
    """Dice rules as plain values, attack first in every pair."""

    sides: tuple[int, int] = (6, 6)
    needs: tuple[tuple[int, ...], tuple[int, ...]] = ((1, 2, 3), (1, 2))
    highest: tuple[int, int] = (0, 0)
    lowest: tuple[int, int] = (0, 0)
    every: tuple[int, int] = (0, 0)
    attacker_wins_ties: bool = False


CLASSIC = Plain()


def _face_values(rules: Plain, side: int, faces: tuple[int, ...]) -> list[int]:
    values = sorted(faces, reverse=True)
    values = [v + rules.every[side] for v in values]
    values[0] += rules.highest[side]
    if len(values) > 1:
        values[-1] += rules.lowest[side]
    return sorted((max(1, min(rules.sides[side], v)) for v in values), reverse=True)


@cache
def enumerate_roll(attack: int, defence: int, rules: Plain = CLASSIC) -> tuple[Fraction, ...]:
    """Roll every ordered combination of dice; chance that the attacker loses 0, 1, 2, ..."""
    pairs = min(attack, defence)
    counts = [0] * (pairs + 1)
    for faces in product(range(1, rules.sides[0] + 1), repeat=attack):
        attacker = _face_values(rules, 0, faces)
        for other in product(range(1, rules.sides[1] + 1), repeat=defence):
            defender = _face_values(rules, 1, other)
            lost = 0
            for a, d in zip(attacker, defender, strict=False):
                if a < d or (a == d and not rules.attacker_wins_ties):
                    lost += 1
            counts[lost] += 1
    total = sum(counts)
    return tuple(Fraction(n, total) for n in counts)


def dice_of(needs: tuple[int, ...], armies: int) -> int:
    """Return how many dice this many armies roll."""
    return sum(armies >= need for need in needs)


State = tuple[int, int]


def next_states(a: int, d: int, rules: Plain) -> Iterator[tuple[State, Fraction]]:
    """One roll from a state."""
    chances = enumerate_roll(dice_of(rules.needs[0], a), dice_of(rules.needs[1], d), rules)
    for lost, chance in enumerate(chances):
        yield (a - lost, d - (len(chances) - 1 - lost)), chance


def dictionary_battle(
    a: int,
    d: int,
    rules: Plain = CLASSIC,
    *,
    stop_at: int = 1,
    goal: int = 0,
    rolls: int | None = None,
) -> dict[State, Fraction]:
    """Carry a dictionary of states from roll to roll, in fractions; endings in totals."""
    endings: dict[State, Fraction] = defaultdict(Fraction)
    layer = {(a, d): Fraction(1)}
    made = 0
    while layer:
        following: dict[State, Fraction] = defaultdict(Fraction)
        for (x, y), weight in layer.items():
            over = x + 1 <= stop_at or x == 0 or y <= goal or made == rolls
            if over:
                endings[x + 1, y] += weight
            else:
                for state, chance in next_states(x, y, rules):
                    following[state] += weight * chance
        layer = following
        made += 1
    return dict(endings)


def absorbing_battle(a: int, d: int, rules: Plain = CLASSIC) -> dict[State, float]:
    """Solve the absorbing Markov chain as a sparse linear system; endings in totals."""
    import numpy as np
    from scipy.sparse import csc_array, eye_array
    from scipy.sparse.linalg import spsolve

    fighting = [(x, y) for x in range(1, a + 1) for y in range(1, d + 1)]
    index = {state: n for n, state in enumerate(fighting)}
    rows, columns, values = [], [], []
    exits: dict[State, list[tuple[int, float]]] = defaultdict(list)
    for state, n in index.items():
        for target, chance in next_states(*state, rules):
            if target in index:
                rows.append(index[target])
                columns.append(n)
                values.append(float(chance))
            else:
                exits[target].append((n, float(chance)))
    size = len(fighting)
    transposed = csc_array((values, (rows, columns)), shape=(size, size))
    start = np.zeros(size)
    start[index[a, d]] = 1.0
    visits = spsolve((eye_array(size, format="csc") - transposed).tocsc(), start)
    return {
        (x + 1, y): sum(float(visits[n]) * chance for n, chance in sources)
        for (x, y), sources in exits.items()
    }


def simulated_battle(
    a: int, d: int, trials: int, seed: int, rules: Plain = CLASSIC
) -> dict[State, int]:
    """Roll dice; count the endings, in totals."""
    rng = random.Random(seed)
    endings: dict[State, int] = defaultdict(int)
    for _ in range(trials):
        x, y = a, d
        while x and y:
            attacker = tuple(
                rng.randint(1, rules.sides[0]) for _ in range(dice_of(rules.needs[0], x))
            )
            defender = tuple(
                rng.randint(1, rules.sides[1]) for _ in range(dice_of(rules.needs[1], y))
            )
            for p, q in zip(
                _face_values(rules, 0, attacker), _face_values(rules, 1, defender), strict=False
            ):
                if p > q or (p == q and rules.attacker_wins_ties):
                    y -= 1
                else:
                    x -= 1
        endings[x + 1, y] += 1
    return dict(endings)
