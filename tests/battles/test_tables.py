"""Many battles at once."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from oracles import battles as oracles
from oracles.battles import Plain
from strategies import plain_rules, rules_of

from riskodds import InputError, TooLargeError, battle, win_probability, win_table


def test_the_edges_of_a_table() -> None:
    table = win_table(5, 4)
    assert table.shape == (6, 5)
    assert table.dtype == np.float64
    assert (table[:, 0] == 1).all()
    assert (table[:2, 1:] == 0).all()
    assert win_table(0, 0).tolist() == [[1.0]]
    assert win_table(1, 2).tolist() == [[1.0, 0.0, 0.0]] * 2
    assert win_table(3, 0).tolist() == [[1.0]] * 4


def test_a_table_against_single_battles_in_fractions() -> None:
    table = win_table(61, 60)
    for a in range(2, 62, 7):
        for d in range(1, 61, 6):
            assert table[a, d] == pytest.approx(float(battle(a, d, exact=True).win), rel=1e-13)


@settings(max_examples=40)
@given(plain_rules)
def test_tables_of_any_rule(plain: Plain) -> None:
    plain = plain._replace(sides=(min(plain.sides[0], 4), min(plain.sides[1], 4)))
    table = win_table(8, 7, rules=rules_of(plain))
    for a, d in [(8, 7), (2, 7), (8, 1), (5, 4), (3, 6)]:
        expected = oracles.dictionary_battle(a - 1, d, plain)
        win = sum(p for (_, left), p in expected.items() if left == 0)
        assert table[a, d] == pytest.approx(float(win), rel=1e-13)


def test_probabilities_broadcast() -> None:
    attackers, defenders = np.arange(1, 20)[:, None], np.arange(0, 15)
    wins = win_probability(attackers, defenders)
    assert np.array_equal(wins, win_table(19, 14)[1:])
    assert win_probability([3, 4], [1, 2]).shape == (2,)
    assert win_probability(3, [[1], [2]]).shape == (2, 1)
    assert win_probability([], 3).shape == (0,)
    assert win_probability(np.array([200], dtype=np.uint8), np.int16(3)).shape == (1,)


def test_scalars_give_a_float() -> None:
    assert type(win_probability(12, 9)) is float
    assert win_probability(12, 9) == pytest.approx(battle(12, 9).win, rel=1e-14)
    assert win_probability(1, 3) == 0.0
    assert win_probability(1, 0) == 1.0


def test_large_and_small_queries_together() -> None:
    a, d = np.array([1_000_000, 3, 1, 853_416, 3]), np.array([853_414, 1, 9, 1_000_000, 1])
    wins = win_probability(a, d)
    assert wins[1] == wins[4] == battle(3, 1).win
    assert wins[2] == 0
    assert wins[3] == pytest.approx(0.49998230850675312, rel=1e-10)


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 60)), min_size=1, max_size=30))
def test_probabilities_are_those_of_the_battles(pairs: list[tuple[int, int]]) -> None:
    a, d = np.array(pairs).T
    for win, (x, y) in zip(win_probability(a, d), pairs, strict=True):
        if x > 1 and y:
            assert win == pytest.approx(battle(x, y).win, rel=1e-13)
        else:
            assert win == (y == 0)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ([2.5], "2.5"),
        ([float("nan")], "nan"),
        (["a"], "a"),
        ([True], "True"),
        ([10**30], "1000000000000000000000000000000"),
        ([0], "0"),
        ([-4, 3], "-4"),
        ([10**12 + 1], "1000000000001"),
        ([[1, 2], [3]], r"\[\[1, 2\], \[3\]\]"),
        (None, "None"),
        (2.0, "2.0"),
    ],
)
def test_bad_arrays(given: Any, shown: str) -> None:
    message = f"^attackers must be whole numbers from 1 to 1,000,000,000,000, not {shown}$"
    with pytest.raises(InputError, match=message):
        win_probability(given, 3)


def test_bad_shapes_and_sizes() -> None:
    with pytest.raises(InputError, match=r"must have shapes that broadcast, not \(2,\) and \(3,\)"):
        win_probability([2, 3], [1, 2, 3])
    with pytest.raises(InputError, match="defenders must be whole numbers from 0 to"):
        win_probability(3, -1)
    with pytest.raises(TooLargeError, match=r"1,000,001 by 1,000,001 takes 7,450.6 GiB; here at"):
        win_table(10**6, 10**6)
    with pytest.raises(InputError, match="attackers must be a whole number from 0 to"):
        win_table(-1, 5)
    with pytest.raises(InputError, match="defenders must be a whole number from 0 to"):
        win_table(5, 2.0)  # type: ignore[arg-type]


def test_arrays_of_objects_and_empty_arrays() -> None:
    wins = win_probability(np.array([2, 3], dtype=object), 3)
    assert wins.tolist() == pytest.approx([battle(2, 3).win, battle(3, 3).win], rel=1e-13)
    assert win_probability(np.array([], dtype=float), 3).shape == (0,)
