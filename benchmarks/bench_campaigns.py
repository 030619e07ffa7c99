"""How long campaigns and advice take, warm, in this process, against what issue 5 asks for.

Run ``python benchmarks/bench_campaigns.py``. Each question is asked once before it is timed, and
then as often as fits in half a second; the best time counts. The yardstick for paths is a plain
sweep over a dictionary of states, written here, which carries the survivors from one territory to
the next. Beside the times stand the errors against exact fractions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from riskodds import battle, keep, needed, path, place, place_chain, stop, tree
from riskodds.dice.counts import loss_weights
from riskodds.dice.rules import CLASSIC

ROUTE = [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]
SIXES = [6] * 20
LEVELS = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
CONTINENT = "3 [2 1 [2] [1 3]] [4 [1] [2]] [3 [2] [5]]"
STAR = " ".join(f"[{n}]" for n in range(1, 13))
FRONTS = ["8:4", "16:8,3,2", "3:3", "10:12", "5:2 1 1"]


def dictionary_path(attackers: int, route: list[int]) -> dict[tuple[int, int, int], float]:
    """Carry a dictionary of states through a path: (captured, attackers, defenders) to chance."""
    rolls = {
        (i, j): [way / sum(ways) for way in ways]
        for i in range(1, 4)
        for j in range(1, 3)
        for ways in [loss_weights(CLASSIC, i, j)]
    }
    outcomes: dict[tuple[int, int, int], float] = {}
    survivors = {attackers: 1.0}
    for captured, defenders in enumerate(route):
        states = {(n - 1, defenders): weight for n, weight in survivors.items()}
        survivors = {}
        last = captured == len(route) - 1
        for d in range(defenders, -1, -1):
            for a in range(attackers - 1, -1, -1):
                weight = states.pop((a, d), 0.0)
                if not weight:
                    continue
                if a and d:
                    chances = rolls[min(a, 3), min(d, 2)]
                    for lost, chance in enumerate(chances):
                        state = (a - lost, d - len(chances) + 1 + lost)
                        states[state] = states.get(state, 0.0) + weight * chance
                elif d or last:
                    outcomes[captured + (not d), a + 1, d] = weight
                else:
                    survivors[a] = weight
    return outcomes


def best_of(question: Callable[[], object]) -> float:
    """Return the best time in seconds, after one call that does not count."""
    question()
    best, spent = float("inf"), 0.0
    while spent < 0.5:
        started = time.perf_counter()
        question()
        took = time.perf_counter() - started
        best, spent = min(best, took), spent + took
    return best


def all_needed() -> list[tuple[int, float, int]]:
    """Return (defenders, chance, attackers needed) for 200 numbers of defenders and 7 chances."""
    return [(d, p, needed(d, win=p).attackers) for d in range(1, 201) for p in LEVELS]


QUESTIONS: dict[str, Callable[[], Any]] = {
    "path of 72 through 14 territories": lambda: path(72, ROUTE),
    "the same in fractions": lambda: path(72, ROUTE, exact=True),
    "path of 200 through twenty 6s": lambda: path(200, SIXES),
    "needed, 1,400 questions": all_needed,
    "needed through 3 2 5": lambda: needed([3, 2, 5]),
    "tree of 12 territories, 60 armies": lambda: tree(60, CONTINENT),
    "the same with its policy": lambda: tree(60, CONTINENT).policy,
    "the same roll by roll": lambda: tree(60, CONTINENT, switch=True),
    "star of 12 branches, 60 armies": lambda: tree(60, STAR),
    "place 20 over 5 fronts": lambda: place(20, FRONTS),
    "place 20 on a chain of 5": lambda: place_chain(20, 5, 25),
    "stop 12 against 9": lambda: stop(12, 9, territory=4, card=3),
    "keep both, 14 against 6": lambda: keep(14, 6, counter=[8, "5@source"], both=True),
}


def check() -> dict[str, float]:
    """Return the largest errors, and make sure that every number needed is the fewest."""
    odds, exact = path(72, ROUTE), path(72, ROUTE, exact=True)
    errors = {"path of 72, win": abs(odds.win / float(exact.win) - 1)}
    errors["path of 72, any outcome"] = max(
        abs(chance / float(exact.outcomes[ending]) - 1) for ending, chance in odds.outcomes.items()
    )
    yardstick = dictionary_path(200, SIXES)
    outcomes = path(200, SIXES).outcomes
    assert outcomes.keys() == yardstick.keys()
    errors["path of 200, any outcome"] = max(
        abs(chance / yardstick[ending] - 1) for ending, chance in outcomes.items()
    )
    for defenders, chance, attackers in all_needed():
        assert battle(attackers, defenders).win >= chance
        assert attackers == 2 or battle(attackers - 1, defenders).win < chance
    return errors


def main() -> None:
    """Print the tables, and the same as one line of JSON."""
    figures = {}
    for name, question in QUESTIONS.items():
        figures[name] = best_of(question)
        print(f"{name:<36} {figures[name] * 1e3:>10.3f} ms")
    yardstick = best_of(lambda: dictionary_path(200, SIXES))
    figures["dictionary sweep of twenty 6s"] = yardstick
    ratio = yardstick / figures["path of 200 through twenty 6s"]
    print(f"{'dictionary sweep of twenty 6s':<36} {yardstick * 1e3:>10.3f} ms, {ratio:.1f} times")
    for name, error in check().items():
        figures[f"error of {name}"] = error
        print(f"{'error of ' + name:<36} {error:>10.1e}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
