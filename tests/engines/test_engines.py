"""Engine against engine, and against routes that share nothing with them."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import assume, given, settings, strategies as st
from oracles import battles as oracles
from oracles.battles import Plain
from strategies import endings_of, plain_rules, rules_of

from riskodds import DiceRules, Side
from riskodds.dice.rules import CLASSIC
from riskodds.engines import closed_form, exact as fractions
from riskodds.engines.chain import Chain, float_chain, integer_chain
from riskodds.engines.forward import sweep
from riskodds.engines.lines import Line, lines_of
from riskodds.engines.reach import fits

LINEAR = {
    "classic": CLASSIC,
    "ties to the attacker": DiceRules(ties="attacker"),
    "two dice from three": DiceRules(defence=Side(needs=(1, 3))),
    "d6 v d8": DiceRules(defence=Side(sides=8, needs=(1, 2))),
    "d8 v d6": DiceRules(attack=Side(sides=8)),
    "bunker": DiceRules(defence=Side(needs=(1, 2), highest=1)),
    "fortification": DiceRules(defence=Side(needs=(1, 2), every=1)),
    "two attack dice": DiceRules(attack=Side(needs=(1, 2))),
    "2 v 3": DiceRules(attack=Side(needs=(1, 2)), defence=Side(needs=(1, 2, 3))),
    "d12 v d4": DiceRules(attack=Side(sides=12), defence=Side(sides=4, needs=(1, 2))),
    "d4 v d12": DiceRules(attack=Side(sides=4), defence=Side(sides=12, needs=(1, 2))),
}
# far below this a float has no digits left to compare
SMALLEST = 1e-290


def assert_same(ours: object, theirs: object, tolerance: float) -> None:
    assert isinstance(ours, dict)
    assert isinstance(theirs, dict)
    assert {k for k, p in ours.items() if p > SMALLEST} == {
        k for k, p in theirs.items() if p > SMALLEST
    }
    for ending, chance in theirs.items():
        if chance > SMALLEST:
            assert ours[ending] == pytest.approx(float(chance), rel=tolerance, abs=0), ending


def test_linear_engine_against_the_sweep_for_all_armies_up_to_60() -> None:
    chain = float_chain(CLASSIC)
    for a in range(1, 61):
        for d in range(1, 61):
            assert_same(
                endings_of(closed_form.endings(a, d, chain)), sweep({(a, d): 1.0}, chain), 1e-13
            )


def test_sweep_against_exact_fractions_in_the_tails() -> None:
    chain = float_chain(CLASSIC)
    for a, d in [(60, 60), (60, 1), (1, 60), (60, 5), (7, 60), (33, 48), (2, 59)]:
        exact = endings_of(fractions.endings(a, d, CLASSIC))
        assert sum(exact.values()) == 1
        assert_same(sweep({(a, d): 1.0}, chain), exact, 1e-13)
        assert_same(endings_of(closed_form.endings(a, d, chain)), exact, 1e-13)


@pytest.mark.parametrize("name", LINEAR)
def test_every_linear_rule_with_every_stop(name: str) -> None:
    chain = float_chain(LINEAR[name])
    assert fits(chain)
    battles = [(17, 12), (12, 17), (40, 38), (5, 44), (44, 5), (3, 3), (2, 9), (9, 1)]
    for a, d in battles:
        for a_floor in {0, 1, 2, a // 2, a - 1}:
            for d_floor in {0, 1, d // 2, d - 1}:
                if a_floor < a and d_floor < d:
                    ours = endings_of(closed_form.endings(a, d, chain, a_floor, d_floor))
                    assert_same(ours, sweep({(a, d): 1.0}, chain, a_floor, d_floor), 1e-13)


@pytest.mark.parametrize(("a", "d"), [(400, 400), (399, 311), (250, 390), (1, 400), (400, 2)])
def test_larger_battles_against_exact_fractions(a: int, d: int) -> None:
    chain = float_chain(CLASSIC)
    assert_same(
        endings_of(closed_form.endings(a, d, chain)),
        endings_of(fractions.endings(a, d, CLASSIC)),
        1e-12,
    )


@settings(max_examples=25)
@given(st.integers(61, 900), st.integers(61, 900), st.sampled_from(sorted(LINEAR)))
def test_random_larger_battles(a: int, d: int, name: str) -> None:
    chain = float_chain(LINEAR[name])
    assume(a * d < 250_000)
    assert_same(endings_of(closed_form.endings(a, d, chain)), sweep({(a, d): 1.0}, chain), 1e-12)


@pytest.mark.parametrize(("a", "d"), [(2600, 2200), (1200, 3000), (4000, 60)])
def test_lines_whose_start_underflows(a: int, d: int) -> None:
    """Windows on long lines, against the sweep, in the middle and in the tails."""
    chain = float_chain(CLASSIC)
    assert_same(endings_of(closed_form.endings(a, d, chain)), sweep({(a, d): 1.0}, chain), 1e-12)


@settings(max_examples=40)
@given(plain_rules, st.integers(1, 6), st.integers(1, 6), st.data())
def test_any_rule_any_stop_against_fractions(
    plain: Plain, a: int, d: int, data: st.DataObject
) -> None:
    stop_at = data.draw(st.integers(1, a))
    goal = data.draw(st.integers(0, d - 1))
    rolls = data.draw(st.none() | st.integers(1, 6))
    plain = plain._replace(sides=(min(plain.sides[0], 4), min(plain.sides[1], 4)))
    expected = oracles.dictionary_battle(a, d, plain, stop_at=stop_at, goal=goal, rolls=rolls)
    expected = {ending: chance for ending, chance in expected.items() if chance}
    dice = rules_of(plain).dice
    exact = endings_of(fractions.endings(a, d, dice, stop_at - 1, goal, rolls))
    assert {(x + 1, y): p for (x, y), p in exact.items()} == expected
    floats = sweep({(a, d): 1.0}, float_chain(dice), stop_at - 1, goal, rolls)
    assert_same({(x + 1, y): p for (x, y), p in floats.items()}, expected, 1e-13)


@pytest.mark.parametrize(("a", "d"), [(1, 1), (3, 2), (9, 12), (25, 20), (30, 3)])
def test_against_the_absorbing_chain_as_a_linear_system(a: int, d: int) -> None:
    solved = oracles.absorbing_battle(a, d)
    ours = endings_of(closed_form.endings(a, d, float_chain(CLASSIC)))
    for (x, y), chance in ours.items():
        assert solved[x + 1, y] == pytest.approx(chance, rel=1e-9, abs=1e-15)
    assert sum(solved.values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    "plain",
    [
        Plain(),
        Plain(attacker_wins_ties=True),
        Plain(sides=(6, 8)),
        Plain(needs=((1, 2), (1, 2, 3))),
    ],
    ids=["classic", "ties", "d8", "2v3"],
)
def test_against_simulation(plain: Plain) -> None:
    """20,000 battles rolled die by die; each ending within 4.5 standard errors."""
    trials = 20_000
    counts = oracles.simulated_battle(9, 8, trials, seed=20261130, rules=plain)
    exact = endings_of(fractions.endings(9, 8, rules_of(plain).dice))
    for (x, y), chance in exact.items():
        p = float(chance)
        error = sqrt(p * (1 - p) / trials)
        assert abs(counts.get((x + 1, y), 0) / trials - p) < 4.5 * error + 1 / trials


def test_a_sweep_from_two_starts_is_their_mixture() -> None:
    chain = float_chain(CLASSIC)
    for rolls in (None, 4):
        one = sweep({(9, 7): 1.0}, chain, 1, 1, rolls)
        other = sweep({(6, 8): 1.0}, chain, 1, 1, rolls)
        both = sweep({(9, 7): 0.25, (6, 8): 0.75}, chain, 1, 1, rolls)
        mixture = {
            ending: 0.25 * one.get(ending, 0) + 0.75 * other.get(ending, 0)
            for ending in {*one, *other}
        }
        assert_same(both, mixture, 1e-13)


def test_a_sweep_keeps_starts_that_are_over() -> None:
    chain = integer_chain(CLASSIC)
    assert sweep({(3, 0): 5, (0, 2): 7}, chain) == {(3, 0): 5, (0, 2): 7}
    assert sweep({(2, 2): 1, (0, 1): 7776}, chain, 1, 1)[0, 1] == 7776


def test_the_sweep_is_exact_in_any_number_type() -> None:
    rolls = tuple(
        tuple(oracles.enumerate_roll(i, j) if i and j else () for j in range(3)) for i in range(4)
    )
    chain = Chain((1, 2, 3), (1, 2), rolls)
    swept = sweep({(5, 4): Fraction(1)}, chain)
    assert swept == endings_of(fractions.endings(5, 4, CLASSIC))


def test_which_rules_the_linear_engine_takes() -> None:
    assert not fits(float_chain(DiceRules(defence=Side(needs=(1, 2, 3)))))  # four outcomes
    assert not fits(float_chain(DiceRules(defence=Side(needs=(1,)))))  # two outcomes
    # three outcomes with 4 p0 p2 <= p1^2: the recurrence is not stable there
    uneven = DiceRules(
        attack=Side(sides=2, needs=(1, 2)), defence=Side(sides=2, needs=(1, 2), highest=1)
    )
    assert not fits(float_chain(uneven))


def test_scattered_endings_become_lines() -> None:
    lines = lines_of({(3, 0): 0.5, (1, 0): 0.25, (0, 2): 0.125, (2, 2): 0.125})
    assert sorted(lines) == [
        Line("attackers", 0, 2, [0.125]),
        Line("defenders", 0, 1, [0.25, 0, 0.5]),
        Line("defenders", 2, 2, [0.125]),
    ]
