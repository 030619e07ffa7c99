"""Take and hold, against the enumeration."""

from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st
from oracles.campaigns import held, kept

from riskodds import (
    Armies,
    CounterAttack,
    InputError,
    Keeping,
    TooLargeError,
    UnreachableError,
    battle,
    keep,
)
from riskodds.advice.take_and_hold import KeepCurve
from riskodds.campaigns.contest import Contest


def curve_of(answer: Keeping) -> KeepCurve:
    contest = Contest(Armies.read(answer.defenders), answer.rules)
    return KeepCurve(contest, answer.counters, answer.both)


@pytest.mark.parametrize("counters", [[], [4], [5, 3], [2, 2, 2]])
def test_one_territory_against_the_enumeration(counters: list[int]) -> None:
    for attackers, defenders in ((2, 1), (5, 3), (8, 4)):
        answer = keep(attackers, defenders, counter=counters)
        expected = kept(attackers, defenders, counters)
        assert answer.keep == pytest.approx(float(expected), rel=1e-12)
        assert answer.take == pytest.approx(battle(attackers, defenders).win, rel=1e-12)
        assert curve_of(answer).exact(attackers) == expected
        for split in answer.split:
            assert split.move == split.left - 1
            assert split.keep == pytest.approx(float(held(split.move, counters)), rel=1e-12)


@pytest.mark.parametrize(
    ("taken", "source"), [([4], [3]), ([6], []), ([], [5]), ([3, 3], [4]), ([2], [2, 3])]
)
def test_both_against_every_split(taken: list[int], source: list[int]) -> None:
    counters = [f"{n}@taken" for n in taken] + [f"{n}@source" for n in source]
    for attackers, defenders in ((4, 1), (7, 3), (9, 2)):
        answer = keep(attackers, defenders, counter=counters, both=True)
        expected = kept(attackers, defenders, taken, source)
        assert answer.keep == pytest.approx(float(expected), rel=1e-12)
        assert curve_of(answer).exact(attackers) == expected
        for split in answer.split:
            least = min(3, split.left - 1)
            values = {
                x: held(x, taken) * held(split.left - x, source) for x in range(least, split.left)
            }
            assert split.keep == pytest.approx(float(max(values.values())), rel=1e-12)
            assert values[split.move] == max(values.values())


def test_the_order_of_counters_at_one_aim_counts_as_given() -> None:
    orders = {n: keep(9, 3, counter=n).keep for n in ((8, 2), (2, 8))}
    for order, value in orders.items():
        assert value == pytest.approx(float(kept(9, 3, order)), rel=1e-12)
    apart = keep(9, 3, counter=["4@source", "6@taken"], both=True)
    assert apart.keep == keep(9, 3, counter=["6", "4@source"], both=True).keep


def test_unknown_counters() -> None:
    answer = keep(9, 3, counter="4:0.25/6:0.75")
    expected = 0.25 * keep(9, 3, counter=4).keep + 0.75 * keep(9, 3, counter=6).keep
    assert answer.keep == pytest.approx(expected, rel=1e-12)


@given(st.integers(2, 14), st.integers(1, 6), st.lists(st.integers(2, 8), max_size=2))
def test_more_armies_never_hurt(attackers: int, defenders: int, counters: list[int]) -> None:
    fewer = keep(attackers, defenders, counter=counters)
    more = keep(attackers + 1, defenders, counter=counters)
    assert fewer.keep <= more.keep * (1 + 1e-12)
    assert fewer.keep <= fewer.take * (1 + 1e-12)
    worse = keep(attackers, defenders, counter=[*counters, 3])
    assert worse.keep <= fewer.keep * (1 + 1e-12)
    both = keep(attackers, defenders, counter=[*counters, "3@source"], both=True)
    assert both.keep <= fewer.keep * (1 + 1e-12)


def test_needed_by_the_neighbour() -> None:
    for counters, both in (([8], False), ([5, 5], False), (["6@taken", "4@source"], True)):
        answer = keep(10, 4, counter=counters, both=both)
        armies, chance = answer.needed(0.8)
        assert keep(armies, 4, counter=counters, both=both).keep == chance >= 0.8
        assert keep(armies - 1, 4, counter=counters, both=both).keep < 0.8
        assert answer.needed("50%")[0] < armies < answer.needed(0.95)[0]
    exact = kept(8, 4, [5])
    answer = keep(8, 4, counter=5)
    assert answer.needed(exact)[0] == 8
    assert answer.needed(exact + Fraction(1, 10**40))[0] == 9


def test_other_rules() -> None:
    for rules in ("blitz", "sees-the-roll"):
        answer = keep(7, 3, counter=[4, 3], rules=rules)

        def holds(armies: int, enemies: tuple[int, ...], rules: str = rules) -> float:
            if not enemies:
                return 1.0
            endings = battle(enemies[0], armies, rules=rules).outcomes
            return float(sum(p * holds(d, enemies[1:]) for (_, d), p in endings.items() if d))

        expected = sum(
            p * holds(left - 1, (4, 3))
            for (left, d), p in battle(7, 3, rules=rules).outcomes.items()
            if not d
        )
        assert answer.keep == pytest.approx(expected, rel=1e-12)
    assert keep(9, 3, counter=6, rules="capital").keep < keep(9, 3, counter=6).take


def test_the_answer_as_a_value() -> None:
    answer = keep(14, 6, counter=8)
    assert isinstance(answer, Keeping)
    assert answer == keep(14, 6, counter=["8@taken"])
    assert answer.counters == (CounterAttack.read(8),)
    rows = answer.to_dict()
    assert {"take", "keep", "split"} <= rows.keys()
    assert rows["counters"] == ["8@taken"]
    assert rows["needed"] == {"attackers": 19, "keep": pytest.approx(0.825435), "target": 0.8}
    assert CounterAttack.read(str(CounterAttack.read("8-9@source"))) == CounterAttack.read(
        "8-9@source"
    )


def test_out_of_reach() -> None:
    with pytest.raises(UnreachableError, match="with certainty"):
        keep(9, 3, counter=5).needed(1)
    # who attacks with dice that always win cannot be held off
    hopeless = keep(9, 3, counter=5, rules="ties-attacker+high5att")
    with pytest.raises(UnreachableError):
        hopeless.needed(0.9)
    assert hopeless.to_dict()["needed"]["attackers"] is None


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda: keep(1, 3), "attackers must be"),
        (lambda: keep(9, 0), "defenders must be"),
        (lambda: keep(9, 3, counter=1), "at least 2"),
        (lambda: keep(9, 3, counter="x"), "not x"),
        (lambda: keep(9, 3, counter="8@home"), "taken or source, not home"),
        (lambda: keep(9, 3, counter="8@"), "taken or source"),
        (lambda: keep(9, 3, counter="8@source"), "only if both"),
        (lambda: keep(9, 3, both=cast(Any, "yes")), "true or false"),
        (lambda: keep(9, 3).needed(2), "from 0 to 1"),
    ],
)
def test_refused(ask: Any, what: str) -> None:
    with pytest.raises(InputError, match=what):
        ask()


def test_too_large() -> None:
    with pytest.raises(TooLargeError, match="too many"):
        keep(20_000, 3, counter=5, both=True)
    # each attacker more takes a step, however few the defenders
    with pytest.raises(TooLargeError, match="attackers times 25, all others and 20, must be at"):
        keep(3_669_478, 5)
