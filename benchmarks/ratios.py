"""Our times against named yardsticks, in one run: ``python benchmarks/ratios.py``."""

from __future__ import annotations

from typing import Any

import numpy as np
from compare import dyce_table, icepool_table, yardsticks
from timing import alternate

import riskodds
from riskodds.engines import closed_form, jit
from riskodds.engines.chain import float_chain


def rows() -> list[dict[str, Any]]:
    """Measure every row of the table; a ratio says how many times faster we are."""
    full_grid = yardsticks.make_full_grid()
    riskodds.battle(10**8, 10**8)  # loads the compiled engine
    full_grid(3, 3)
    found: list[dict[str, Any]] = []

    def row(what: str, yardstick: str, at_least: float, runs: int, **pair: Any) -> None:
        measured = alternate(runs, **pair)
        found.append(
            {
                "what": what,
                "yardstick": yardstick,
                "at_least": at_least,
                "ratio": measured["theirs"] / measured["ours"],
                **measured,
            }
        )

    row(
        "1,000 v 1,000, full distribution", "compiled full grid", 100, 60,
        ours=lambda: riskodds.battle(1000, 1000).lines,
        theirs=lambda: full_grid(999, 1000),
    )  # fmt: skip
    row(
        "a million v a million", "compiled full grid of 1,000 v 1,000", 1, 40,
        ours=lambda: riskodds.battle(10**6, 10**6).lines,
        theirs=lambda: full_grid(999, 1000),
    )  # fmt: skip
    row(
        "a million v a million", "4,000,000 v 4,000,000 (at most 2.6 times)", 1, 40,
        ours=lambda: riskodds.battle(10**6, 10**6).lines,
        theirs=lambda: riskodds.battle(4 * 10**6, 4 * 10**6).lines,
    )  # fmt: skip
    row(
        "win_table(5000, 5000)", "numpy ones of that shape (at most 3 times slower)", 1 / 3, 10,
        ours=lambda: riskodds.win_table(5000, 5000),
        theirs=lambda: np.ones((5001, 5001)),
    )  # fmt: skip
    row(
        "101 v 100, full distribution", "icepool memo table", 1000, 3,
        ours=lambda: riskodds.battle(101, 100).lines,
        theirs=lambda: icepool_table.battle(100, 100),
    )  # fmt: skip
    row(
        "101 v 100, full distribution", "dyce memo table", 1000, 3,
        ours=lambda: riskodds.battle(101, 100).lines,
        theirs=lambda: dyce_table.battle(100, 100),
    )  # fmt: skip
    rng = np.random.default_rng(1)
    a, d = rng.integers(2, 201, 10_000), rng.integers(1, 201, 10_000)
    pairs = list(zip(a.tolist(), d.tolist(), strict=True))
    row(
        "win_probability of 10,000 up to 200 v 200", "a loop of single calls", 20, 5,
        ours=lambda: riskodds.win_probability(a, d),
        theirs=lambda: [riskodds.battle(x, y).win for x, y in pairs],
    )  # fmt: skip
    chain = float_chain(riskodds.rules("classic").dice)
    on, jit.ON = jit.ON, False
    row(
        "500 v 400 in plain Python", "dictionary sweep", 100, 10,
        ours=lambda: closed_form.endings(500, 400, chain),
        theirs=lambda: yardsticks.dictionary_sweep(500, 400),
    )  # fmt: skip
    jit.ON = on
    row(
        "1,000 v 1,000, full distribution", "numpy diagonals", 1, 3,
        ours=lambda: riskodds.battle(1000, 1000).lines,
        theirs=lambda: yardsticks.numpy_diagonals(999, 1000),
    )  # fmt: skip
    capital = riskodds.rules("three-defence-dice")
    riskodds.battle(30_000, 30_000, rules=capital)  # loads by_roll
    row(
        "2,000 v 2,000 against a capital (3 v 3 dice)",
        "compiled classic full grid of that size (at most 3 times slower)", 1 / 3, 20,
        ours=lambda: riskodds.battle(2001, 2000, rules=capital).lines,
        theirs=lambda: full_grid(2000, 2000),
    )  # fmt: skip
    return found


def check() -> None:
    """Make sure that all of them answer the same battle the same way."""
    odds = riskodds.battle(31, 30)
    grid = yardsticks.make_full_grid()(30, 30)
    answers = [
        icepool_table.battle(30, 30),
        dyce_table.battle(30, 30),
        yardsticks.dictionary_sweep(30, 30),
        yardsticks.numpy_diagonals(30, 30),
        (float(grid[1:, 0].sum()), float(grid[0, 1:].sum())),
    ]
    for win, lose in answers:
        assert abs(win / odds.win - 1) < 1e-12, (win, odds.win)
        assert abs(lose / odds.lose - 1) < 1e-12, (lose, odds.lose)


def main() -> list[dict[str, Any]]:
    """Print the table."""
    check()
    found = rows()
    print("| what | against | ours, ms | theirs, ms | times faster | at least |")
    print("|---|---|---|---|---|---|")
    for r in found:
        print(
            f"| {r['what']} | {r['yardstick']} | {1e3 * r['ours']:.4g} | {1e3 * r['theirs']:.4g} "
            f"| {r['ratio']:,.3g} | {r['at_least']:.3g} |"
        )
    return found


if __name__ == "__main__":
    main()
