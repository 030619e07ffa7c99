"""What `battle` promises whatever is asked."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import fsum, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from oracles import battles as oracles
from oracles.battles import Plain
from strategies import attackers, defenders, plain_rules, rules_of

import riskodds
from riskodds import BattleOdds, InputError, Rules, TooLargeError, battle, rules, tree
from riskodds.battles.odds import _joined


def relative(value: Any) -> Any:
    return pytest.approx(value, rel=1e-12, abs=0)


@given(attackers, defenders)
def test_the_chances_add_up_to_one(a: int, d: int) -> None:
    odds = battle(a, d)
    assert abs(odds.win + odds.lose - 1) < 1e-13
    assert fsum(odds.outcomes.values()) == pytest.approx(1, abs=1e-13)
    assert odds.undecided == 0
    assert odds.left_out == 0
    assert len(odds.outcomes) == a - 1 + d


@given(attackers, defenders)
def test_more_attackers_never_hurt_and_more_defenders_never_help(a: int, d: int) -> None:
    odds = battle(a, d)
    assert battle(a + 1, d).win >= odds.win * (1 - 1e-13)
    assert battle(a + 1, d).lose <= odds.lose * (1 + 1e-13)
    assert battle(a, d + 1).win <= odds.win * (1 + 1e-13)


@given(attackers, defenders)
def test_stops_that_stop_nothing_change_nothing(a: int, d: int) -> None:
    plain = battle(a, d)
    assert dict(battle(a, d, stop_at=1, goal=0).outcomes) == dict(plain.outcomes)
    assert dict(battle(a, d, rolls=a + d).outcomes) == dict(plain.outcomes)
    assert dict(battle(a, d, rolls=2 * 10**12).outcomes) == dict(plain.outcomes)


@given(attackers, defenders)
def test_exact_and_float_agree(a: int, d: int) -> None:
    odds, exact = battle(a, d), battle(a, d, exact=True)
    assert exact.win + exact.lose == 1
    for name in ("win", "lose", "expected_attacker_losses", "expected_defender_losses"):
        assert isinstance(getattr(exact, name), Fraction)
        assert getattr(odds, name) == relative(float(getattr(exact, name)))
    for name in ("sd_attacker_losses", "sd_defender_losses"):
        assert getattr(odds, name) == pytest.approx(getattr(exact, name), rel=1e-9)
    for ending, chance in exact.outcomes.items():
        assert odds.outcomes[ending] == relative(float(chance))
        error = abs(Fraction(odds.outcomes[ending]) / chance - 1)
        assert error <= odds.error_bound


@settings(max_examples=40)
@given(plain_rules, st.integers(2, 7), st.integers(1, 6), st.data())
def test_every_part_of_the_answer(plain: Plain, a: int, d: int, data: st.DataObject) -> None:
    """All that follows from a distribution, from the distribution of an independent route."""
    stop_at = data.draw(st.integers(1, a - 1))
    goal = data.draw(st.integers(0, d - 1))
    rolls = data.draw(st.none() | st.integers(1, 8))
    plain = plain._replace(sides=(min(plain.sides[0], 4), min(plain.sides[1], 4)))
    expected = {
        ending: chance
        for ending, chance in oracles.dictionary_battle(
            a - 1, d, plain, stop_at=stop_at, goal=goal, rolls=rolls
        ).items()
        if chance
    }
    rules = rules_of(plain)
    odds = battle(a, d, rules=rules, stop_at=stop_at, goal=goal, rolls=rolls, exact=True)
    check(odds, expected, goal)
    floats = battle(a, d, rules=rules, stop_at=stop_at, goal=goal, rolls=rolls)
    for ending, chance in expected.items():
        assert floats.outcomes[ending] == relative(float(chance))
    assert floats.reached == pytest.approx(float(odds.reached), rel=1e-12)


def check(odds: BattleOdds, expected: dict[tuple[int, int], Fraction], goal: int) -> None:
    assert dict(odds.outcomes) == expected
    assert list(odds.outcomes) == sorted(expected, key=lambda end: (end[1], -end[0]))
    kinds = {
        "win": [e for e in expected if e[1] == 0],
        "lose": [e for e in expected if e[1] > 0 and e[0] == 1],
        "undecided": [e for e in expected if e[1] > 0 and e[0] > 1],
    }
    for kind, endings in kinds.items():
        share = sum((expected[e] for e in endings), start=Fraction(0))
        assert getattr(odds, kind) == share
        for side, left in ((0, odds.attackers_left), (1, odds.defenders_left)):
            if share:
                chances: dict[int, Fraction] = {}
                for ending in endings:
                    number = ending[side]
                    chances[number] = chances.get(number, Fraction(0)) + expected[ending] / share
                distribution = left(kind)
                assert {n: p for n, p in distribution if p} == dict(sorted(chances.items()))
                assert distribution.mean == sum(n * p for n, p in chances.items())
            else:
                with pytest.raises(InputError, match=f"no ending that is '{kind}'"):
                    left(kind)
    assert odds.reached == sum(p for (_, left_), p in expected.items() if left_ <= goal)
    lost = [(odds.attackers - x, p) for (x, _), p in expected.items()]
    mean = sum(n * p for n, p in lost)
    assert odds.expected_attacker_losses == mean
    assert odds.sd_attacker_losses == pytest.approx(sqrt(sum((n - mean) ** 2 * p for n, p in lost)))
    lost = [(odds.defenders - y, p) for (_, y), p in expected.items()]
    assert odds.expected_defender_losses == sum(n * p for n, p in lost)
    assert expected[odds.most_likely] == max(expected.values())


def test_averages_follow_the_stop_rule() -> None:
    plain, stopped = battle(12, 9), battle(12, 9, stop_at=6)
    assert stopped.expected_attacker_losses < plain.expected_attacker_losses - 1
    assert stopped.expected_defender_losses < plain.expected_defender_losses - 1


def test_an_overshoot_down_to_one_army_is_lost() -> None:
    assert battle(3, 2, stop_at=2).outcomes[1, 2] == relative(581 / 1296)
    assert battle(3, 2, stop_at=2).lose == relative(581 / 1296)


def test_two_armies_against_an_army_of_armies_is_not_impossible() -> None:
    odds = battle(2, 1000)
    assert odds.win == 0  # the true chance, about 1e-594, is no double
    assert 0 < odds.left_out < 1e-290
    assert battle(2, 1000, exact=True).win > 0


def test_four_outcomes_a_roll() -> None:
    capital = riskodds.rules("three-defence-dice")
    expected = oracles.dictionary_battle(7, 6, Plain(needs=((1, 2, 3), (1, 2, 3))))
    assert dict(battle(8, 6, rules=capital, exact=True).outcomes) == expected


def test_outcomes_are_a_mapping() -> None:
    outcomes = battle(4, 2).outcomes
    assert list(outcomes) == [(4, 0), (3, 0), (2, 0), (1, 1), (1, 2)]
    assert outcomes[4, 0] == outcomes.get((4, 0))
    assert (1, 0) not in outcomes
    assert (5, 0) not in outcomes
    assert outcomes.get((3, 1)) is None
    with pytest.raises(KeyError):
        outcomes[3, 1]
    assert repr(outcomes) == "<5 outcomes>"
    assert len(outcomes.items()) == 5
    assert ((4, 0), outcomes[4, 0]) in outcomes.items()


def test_odds_are_values() -> None:
    odds = battle(12, 9)
    assert odds == battle(12, 9)
    assert hash(odds) == hash(battle(12, 9))
    assert odds != battle(12, 9, stop_at=3)
    assert odds != battle(12, 9, rules="three-defence-dice")
    with pytest.raises(AttributeError):
        odds.attackers = 3  # type: ignore[misc]


def test_quantiles_and_cumulative_chances() -> None:
    left = battle(12, 9).attackers_left("win")
    exact = battle(12, 9, exact=True)
    cumulative = Fraction(0)
    for number in range(2, 13):
        cumulative += exact.outcomes[number, 0] / exact.win
        assert left.at_most(number) == pytest.approx(float(cumulative), rel=1e-12)
        assert left.at_least(number + 1) == pytest.approx(float(1 - cumulative), abs=1e-13)
        assert exact.attackers_left("win").quantile(cumulative) == number
    assert left.quantile(0) == 2
    assert left.quantile(1) == 12
    assert left.chance(7) == relative(float(exact.outcomes[7, 0] / exact.win))
    assert left.chance(13) == 0
    assert left.between(3, 5) == relative(
        float(sum(exact.outcomes[n, 0] for n in (3, 4, 5)) / exact.win)
    )
    assert left.mode == max(range(2, 13), key=lambda n: exact.outcomes[n, 0])
    assert left.sd == pytest.approx(exact.attackers_left("win").sd)


def test_to_dict_has_the_documented_keys() -> None:
    answer = battle(3, 1, exact=True).to_dict()
    assert list(answer) == [
        "attackers", "defenders", "rules", "win", "win_exact", "lose", "lose_exact", "undecided",
        "undecided_exact", "expected_attacker_losses", "expected_attacker_losses_exact",
        "expected_defender_losses", "expected_defender_losses_exact", "left_out", "error_bound",
        "outcomes",
    ]  # fmt: skip
    assert answer["win_exact"] == "1955/2592"
    assert answer["undecided_exact"] == "0/1"
    assert answer["outcomes"][0] == {
        "attackers": 3,
        "defenders": 0,
        "probability": 125 / 216,
        "probability_exact": "125/216",
    }
    stopped = battle(8, 5, stop_at=2, goal=1, rolls=3).to_dict()
    assert (stopped["stop_at"], stopped["goal"], stopped["rolls"]) == (2, 1, 3)
    assert stopped["reached"] == battle(8, 5, stop_at=2, goal=1, rolls=3).reached


TRILLION = "1,000,000,000,000"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((0, 3), f"attackers must be a whole number from 2 to {TRILLION}, not 0"),
        ((1, 3), f"attackers must be a whole number from 2 to {TRILLION}, not 1"),
        ((-3, 3), f"attackers must be a whole number from 2 to {TRILLION}, not -3"),
        ((2.5, 3), f"attackers must be a whole number from 2 to {TRILLION}, not 2.5"),
        ((True, 3), f"attackers must be a whole number from 2 to {TRILLION}, not True"),
        (("abc", 3), f"attackers must be a whole number from 2 to {TRILLION}, not abc"),
        (("a\nb", 3), f"attackers must be a whole number from 2 to {TRILLION}, not 'a\\nb'"),
        ((None, 3), f"attackers must be a whole number from 2 to {TRILLION}, not None"),
        ((3, 0), f"defenders must be a whole number from 1 to {TRILLION}, not 0"),
        ((3, float("nan")), f"defenders must be a whole number from 1 to {TRILLION}, not nan"),
        (
            (10**400, 3),
            f"attackers must be a whole number from 2 to {TRILLION}, "
            "not a number of more than 40 digits",
        ),
        (
            ("9" * 5000, 3),
            f"attackers must be a whole number from 2 to {TRILLION}, "
            "not a number of more than 40 digits",
        ),
        (
            ("x" * 100, 3),
            f"attackers must be a whole number from 2 to {TRILLION}, not {'x' * 37}...",
        ),
    ],
)
def test_bad_armies(given: tuple[Any, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        battle(*given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stop_at": 12}, "stop_at must be a whole number from 1 to 11, not 12"),
        ({"stop_at": 0}, "stop_at must be a whole number from 1 to 11, not 0"),
        ({"stop_at": 2.0}, "stop_at must be a whole number from 1 to 11, not 2.0"),
        ({"goal": 9}, "goal must be a whole number from 0 to 8, not 9"),
        ({"goal": -1}, "goal must be a whole number from 0 to 8, not -1"),
        ({"rolls": 0}, "rolls must be a whole number from 1 to 2,000,000,000,000, not 0"),
        ({"exact": 1}, "exact must be true or false, not 1"),
        (
            {"rules": "clasic"},
            "rules must be known ones, not clasic; did you mean classic?",
        ),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        battle(12, 9, **options)
    assert str(caught.value) == message


def test_questions_too_large() -> None:
    with pytest.raises(TooLargeError, match="exact fractions are limited to 1,105 fighting armies"):
        battle(1000, 1000, exact=True)
    with pytest.raises(TooLargeError, match="at most 2e\\+10 are allowed"):
        battle(10**6, 10**6, rules="three-defence-dice")
    with pytest.raises(TooLargeError, match="at most 2e\\+10 are allowed"):
        battle(10**6, 10**6, rolls=500_000)


def test_bad_levels_and_words() -> None:
    left = battle(3, 2).attackers_left()
    for bad in (-0.1, 1.1, "half", None, True):
        with pytest.raises(InputError, match="a quantile must be a chance from 0 to 1, not"):
            left.quantile(bad)
        with pytest.raises(InputError, match="a level must be a chance from 0 to 1, not"):
            left.interval(bad)
    with pytest.raises(InputError, match="given must be one of win, lose, undecided, not draw"):
        battle(3, 2).attackers_left("draw")


def test_numpy_integers_are_integers() -> None:
    import numpy as np

    odds = battle(np.int64(12), np.uint8(9), stop_at=np.int32(3))  # type: ignore[arg-type]
    assert odds == battle(12, 9, stop_at=3)
    assert isinstance(odds.attackers, int)
    for bad in (np.float64(3), np.bool_(True), np.array([3, 4])):
        with pytest.raises(InputError):
            battle(bad, 3)  # type: ignore[arg-type]


def test_results_cannot_be_changed() -> None:
    odds = battle(12, 9, rolls=1)
    with pytest.raises(TypeError):
        odds.attackers_left().chances[0] = 50  # type: ignore[index]
    with pytest.raises(TypeError):
        odds.attackers_left("undecided").chances[0] = 50  # type: ignore[index]
    with pytest.raises(TypeError):
        odds.lines[0].chances[0] = 50
    with pytest.raises(ValueError, match="read-only"):
        battle(50_000_000, 50_000_000).lines[0].chances[0] = 50
    answer = odds.to_dict()
    answer["outcomes"].clear()
    assert odds.to_dict()["outcomes"]


def test_endings_that_cannot_be_are_no_outcomes() -> None:
    outcomes = battle(3, 2).outcomes
    for strange in (5, None, (1,), (1, 2, 3), "ab", (5.0, 0), (None, 0)):
        assert strange not in outcomes
        assert outcomes.get(strange) is None  # type: ignore[arg-type]
        with pytest.raises(KeyError):
            outcomes[strange]  # type: ignore[index]


def test_what_is_possible() -> None:
    """Known by the answer where it is small, by the rules where a chance may have sunk to 0."""
    questions: list[dict[str, Any]] = [
        {}, {"stop_at": 2}, {"stop_at": 3}, {"goal": 1}, {"goal": 2}, {"rolls": 3}, {"rolls": 4},
        {"rolls": 5}, {"rolls": 6, "stop_at": 4},
    ]  # fmt: skip
    for stops in questions:
        small, large = battle(12, 9, **stops), battle(12, 9, **stops)
        object.__setattr__(large, "left_out", 1e-299)
        for kind in ("win", "lose", "undecided"):
            assert small.possible(kind) == bool(getattr(small, kind))
            assert large.possible(kind) == small.possible(kind), (stops, kind)


def test_values_that_are_no_rules() -> None:
    for make in (
        lambda: riskodds.Rules("a", None),  # type: ignore[arg-type]
        lambda: riskodds.Rules(5),  # type: ignore[arg-type]
        lambda: riskodds.DiceRules(attack=None),  # type: ignore[arg-type]
        lambda: battle(3, 2, rules=[5]),  # type: ignore[arg-type]
        lambda: riskodds.Side(needs=10**5000),  # type: ignore[arg-type]
        lambda: riskodds.Side(needs=(10**5000,)),
        lambda: riskodds.DiceRules(ties=10**5000),  # type: ignore[arg-type]
    ):
        with pytest.raises(InputError) as caught:
            make()
        assert "\n" not in str(caught.value)


def test_no_loss_is_plain_zero() -> None:
    """A defender who cannot lose an army loses 0.0, not -0.0."""
    never = riskodds.Rules("never", riskodds.DiceRules(riskodds.Side(every=-12)))
    assert str(battle(5, 3, rules=never).expected_defender_losses) == "0.0"


@pytest.mark.parametrize(
    ("side", "needs"),
    [
        ("attack", (1, 10**8)),
        ("defence", (1, 10**8)),
        ("attack", (1, 2, 10**8)),
        ("defence", (1, 2, 10**8)),
    ],
)
def test_dice_that_no_army_reaches_change_nothing_and_take_no_memory(
    side: str, needs: tuple[int, ...]
) -> None:
    three = rules("capital").dice
    far = Rules("far", replace(three, **{side: replace(getattr(three, side), needs=needs)}))
    few = Rules("few", replace(three, **{side: replace(getattr(three, side), needs=needs[:-1])}))
    questions: list[dict[str, Any]] = [{}, {"rolls": 4}, {"stop_at": 4, "goal": 2}]
    for stops in questions:
        expected = dict(battle(12, 9, rules=few, exact=True, **stops).outcomes)
        assert dict(battle(12, 9, rules=far, exact=True, **stops).outcomes) == expected
        found = dict(battle(12, 9, rules=far, **stops).outcomes)
        assert found == {end: pytest.approx(float(p), rel=1e-13) for end, p in expected.items()}
    won = tree(12, [[5], [3, 2]], rules=far).value
    assert won == pytest.approx(tree(12, [[5], [3, 2]], rules=few).value, rel=1e-12)


def test_endings_on_two_long_lines_are_joined_without_sorting() -> None:
    # long enough for arrays: the attacker stops on one of two lines
    odds = battle(50_000, 60_000, stop_at=30_000, goal=10)
    assert len(odds.lines) > 1
    sums: dict[int, float] = defaultdict(float)
    for (_, d), chance in odds.outcomes.items():
        sums[d] += chance
    left = odds.defenders_left()
    assert {d: p for d, p in left if p} == pytest.approx(dict(sums), rel=1e-13)
    parts = [
        (range(5, 8), np.array([0.1, 0.2, 0.3])),
        (range(2), np.array([0.1, 0.1])),
        (range(7, 10), np.array([0.1, 0.05, 0.05])),
    ]
    values, chances = _joined(parts)
    assert values.tolist() == [0, 1, 5, 6, 7, 8, 9]
    assert chances.tolist() == pytest.approx([0.1, 0.1, 0.1, 0.2, 0.4, 0.05, 0.05], rel=1e-15)
