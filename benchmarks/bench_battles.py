"""Single functions, by pytest-benchmark: ``pytest benchmarks/bench_battles.py``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import riskodds
from riskodds.dice.counts import loss_weights
from riskodds.dice.rules import DiceRules, Side
from riskodds.engines import closed_form, jit
from riskodds.engines.chain import float_chain

SIZES = [10, 100, 1_000, 10_000, 1_000_000, 1_000_000_000]
CAPITAL = riskodds.rules("three-defence-dice")


@pytest.mark.parametrize("size", SIZES, ids=lambda n: f"{n}v{n}")
def test_compiled_battle(benchmark: Any, size: int) -> None:
    riskodds.battle(10**8, 10**8)
    riskodds.battle(size, size)
    benchmark(lambda: riskodds.battle(size, size).lines)


@pytest.mark.parametrize("size", SIZES[:4], ids=lambda n: f"{n}v{n}")
def test_plain_battle(benchmark: Any, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "ON", False)
    chain = float_chain(riskodds.rules("classic").dice)
    benchmark(closed_form.endings, size, size, chain)


@pytest.mark.parametrize("size", [30, 300, 3_000], ids=lambda n: f"{n}v{n}")
def test_capital(benchmark: Any, size: int) -> None:
    riskodds.battle(30_000, 30_000, rules=CAPITAL)
    benchmark(lambda: riskodds.battle(size, size, rules=CAPITAL).lines)


@pytest.mark.parametrize("size", [60, 1_000, 5_000], ids=lambda n: f"{n}x{n}")
def test_table(benchmark: Any, size: int) -> None:
    riskodds.win_table(2_000, 2_000)
    benchmark(riskodds.win_table, size, size)


def test_win_probability_of_10000(benchmark: Any) -> None:
    rng = np.random.default_rng(1)
    a, d = rng.integers(2, 201, 10_000), rng.integers(1, 201, 10_000)
    riskodds.win_probability(a, d)
    benchmark(riskodds.win_probability, a, d)


def test_exact_fractions_of_100v100(benchmark: Any) -> None:
    benchmark(lambda: riskodds.battle(100, 100, exact=True).win)


def test_rolls_of_four_twelve_sided_dice(benchmark: Any) -> None:
    many = DiceRules(Side(12, (1, 2, 3, 4)), Side(12, (1, 2, 3, 4)))
    benchmark.pedantic(lambda: loss_weights.__wrapped__(many, 4, 4), rounds=3)
