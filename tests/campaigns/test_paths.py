"""Paths, against every stack followed by itself in fractions."""

from fractions import Fraction
from itertools import product
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, strategies as st
from oracles import battles as oracles
from oracles.battles import Plain
from oracles.campaigns import path_win, spot, walk_path
from strategies import plain_rules, rules_of

import riskodds
from riskodds import InputError, TooLargeError, battle, path
from riskodds.campaigns.contest import contests_of
from riskodds.campaigns.paths import PathOdds
from riskodds.dice.rules import CLASSIC
from riskodds.engines.backward import Climb, mirrored
from riskodds.engines.bands import Band, fight
from riskodds.engines.chain import float_chain
from riskodds.engines.convolution import forward

CASES = oracles.data("cases.json")
CAPITAL = Plain(needs=((1, 2, 3), (1, 2, 3)))
D8 = Plain(sides=(6, 8))


def test_small_paths_are_the_enumeration() -> None:
    for attackers, first, second, third in product((2, 3, 4, 6), (1, 2, 3), (1, 2), (1, 3)):
        expected, reached = walk_path(attackers, [spot(first), spot(second), spot(third)])
        odds = path(attackers, [first, second, third], exact=True)
        assert dict(odds.outcomes) == expected
        assert [stage.reached for stage in odds.stages] == reached


@pytest.mark.parametrize(
    ("leave", "stop_at"),
    [
        ((1, 1, 3), (1, 1, 1)),
        ((3, 2, 1), (1, 1, 1)),
        ((1, 1, 1), (4, 2, 3)),
        ((2, 9, 1), (3, 1, 2)),
    ],
)
def test_garrisons_and_stop_levels(leave: tuple[int, ...], stop_at: tuple[int, ...]) -> None:
    spots = [spot(3), spot({2: Fraction(1, 3), 4: Fraction(2, 3)}), spot(2, D8)]
    question: list[Any] = [3, {2: Fraction(1, 3), 4: Fraction(2, 3)}, "2@d8"]
    for attackers in (5, 8, 11):
        expected, reached = walk_path(attackers, spots, leave, stop_at)
        exact = path(attackers, question, leave=leave, stop_at=stop_at, exact=True)
        assert dict(exact.outcomes) == expected
        assert [stage.reached for stage in exact.stages] == reached
        odds = path(attackers, question, leave=leave, stop_at=stop_at)
        assert odds.outcomes.keys() == expected.keys()
        for ending, chance in expected.items():
            assert odds.outcomes[ending] == pytest.approx(float(chance), rel=1e-13)
        taken = sum(p for (k, _, _), p in expected.items() if k == 3)
        stuck = sum(p for (k, left, _), p in expected.items() if k < 3 and left == 1)
        assert (exact.win, exact.lose, exact.undecided) == (taken, stuck, 1 - taken - stuck)


@given(plain_rules, plain_rules, st.integers(2, 9), st.integers(1, 4), st.integers(1, 4))
def test_any_rules(one: Plain, two: Plain, attackers: int, d: int, e: int) -> None:
    # the rules of the whole path, and those of one territory put there by hand
    from riskodds.campaigns.armies import Armies
    from riskodds.campaigns.contest import Contest
    from riskodds.campaigns.paths import exact_win

    contests = [Contest(Armies.read(n), rules_of(plain)) for n, plain in ((d, one), (e, two))]
    expected = path_win(attackers, [spot(d, one), spot(e, two)])
    assert exact_win(attackers, contests, (), ()) == expected


def test_a_path_of_one_territory_is_a_battle() -> None:
    for attackers, defenders in ((2, 1), (12, 9), (5, 20), (70, 300)):
        odds, one = path(attackers, [defenders]), battle(attackers, defenders)
        expected = {(int(d == 0), a, d): p for (a, d), p in one.outcomes.items()}
        assert odds.outcomes.keys() == expected.keys()
        for ending, chance in expected.items():
            assert odds.outcomes[ending] == pytest.approx(chance, rel=1e-12)
        assert odds.win == pytest.approx(one.win, rel=1e-12)
        assert odds.lose == pytest.approx(one.lose, rel=1e-12)
    stopped = path(12, [5], stop_at=8)
    assert stopped.undecided == pytest.approx(battle(12, 5, stop_at=8).undecided, rel=1e-13)


def test_the_long_path_of_the_issue() -> None:
    route = [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]
    exact, odds = path(72, route, exact=True), path(72, route)
    assert sum(exact.outcomes.values()) == 1
    assert odds.win == pytest.approx(float(exact.win), rel=1e-13)
    assert odds.outcomes.keys() == exact.outcomes.keys()
    for ending, chance in exact.outcomes.items():
        assert odds.outcomes[ending] == pytest.approx(float(chance), rel=1e-13)
    # the fractions, by a route of their own: every stack by itself, its battle exact
    chances = {72: Fraction(1)}
    for defenders in route:
        following: dict[int, Fraction] = {}
        for attackers, weight in chances.items():
            if attackers > 1:
                for (left, against), p in battle(attackers, defenders, exact=True).outcomes.items():
                    if not against:
                        following[left - 1] = following.get(left - 1, Fraction(0)) + weight * p
        chances = following
    assert sum(chances.values()) == exact.win


def test_many_attackers_by_kernels_and_without() -> None:
    route = [6] * 20
    odds = path(200, route)  # large enough for the kernels
    slow = path(200, [*route[:-1], {6: 1}], stop_at=[1] * 19 + [1])
    start: list[float] = [0.0] * 199 + [1.0]
    captured = []
    for defenders in route:
        won = forward(start, [(defenders, 1.0)], float_chain(CLASSIC)).won
        captured.append(sum(won))
        start = won[1:]
    assert [stage.captured for stage in odds.stages] == pytest.approx(captured, rel=1e-12)
    assert slow.win == pytest.approx(odds.win, rel=1e-13)
    assert sum(odds.outcomes.values()) == pytest.approx(1, abs=1e-12)


@given(
    plain_rules,
    st.integers(0, 9),
    st.integers(1, 30),
    st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True),
    st.integers(0, 20),
    st.integers(0, 10**6),
)
def test_bands_are_the_plain_pass(
    plain: Plain, low: int, count: int, numbers: list[int], floor: int, seed: int
) -> None:
    chain = float_chain(rules_of(plain).dice)
    start = np.random.default_rng(seed).random(count)
    defenders = [(d, 1 / len(numbers)) for d in sorted(numbers)]
    slow = forward([0.0] * low + start.tolist(), defenders, chain, floor)
    won, stuck, left_out, _ = fight(Band(low, start), defenders, chain, floor)
    found = [0.0] * won.low + won.weights.tolist()
    found += [0.0] * (len(slow.won) - len(found))
    assert found == pytest.approx(slow.won, rel=1e-13, abs=0)
    assert [each[:2] for each in stuck] == [each[:2] for each in slow.stuck]
    assert [each[2] for each in stuck] == pytest.approx(
        [each[2] for each in slow.stuck], rel=1e-13, abs=0
    )
    assert left_out < 1e-290


@given(plain_rules, st.integers(1, 60), st.integers(1, 9))
def test_what_bands_drop_is_left_out(plain: Plain, a: int, d: int) -> None:
    chain = float_chain(rules_of(plain).dice)
    whole = fight(Band(a, np.ones(1)), [(d, 1.0)], chain)
    part = fight(Band(a, np.ones(1)), [(d, 1.0)], chain, cutoff=1e-3)
    lost = [
        sum(all_of.won.weights) + sum(each[2] for each in all_of.stuck) for all_of in (whole, part)
    ]
    assert lost[0] == pytest.approx(1, abs=1e-13)
    assert -1e-13 <= 1 - lost[1] <= part.left_out + 1e-13


@pytest.mark.parametrize(
    ("attackers", "route", "options"),
    [
        (3000, [900, 700, 5], {}),
        (900, ["300-320", 200], {"leave": [40, 1]}),
        (700, [100, "90@capital", 3], {"stop_at": [1, 30, 2]}),
        (400, [200, 300], {"rules": "needs1:50:90att+needs1:70def"}),
        (60, [400, 3], {}),
    ],
)
def test_long_paths_are_the_plain_pass(
    attackers: int, route: list[Any], options: dict[str, Any]
) -> None:
    from riskodds.campaigns.paths import _float_walk

    odds = path(attackers, route, **options)
    contests = contests_of(odds.territories, odds.rules)
    stages, endings, *_ = _float_walk(attackers, contests, odds.leave, odds.stop_at)
    for found, (reached, captured) in zip(odds.stages, stages, strict=True):
        assert found.reached == pytest.approx(reached, rel=1e-10, abs=1e-290)
        assert found.captured == pytest.approx(captured, rel=1e-10, abs=1e-290)
    expected = {each[:3]: each[3] for each in endings if each[3] > 1e-290}
    likely = {ending: p for ending, p in odds.outcomes.items() if p > 1e-290}
    assert likely == pytest.approx(expected, rel=1e-10)
    assert abs(sum(odds.outcomes.values()) - 1) < 1e-12


def test_a_long_path_of_one_territory_is_a_battle() -> None:
    for attackers, defenders, changes in (
        (3000, 10000, "classic"),
        (10**6, 10**6, "classic"),
        (3 * 10**7, 1, "classic"),
        (3000, 2000, "capital"),
    ):
        odds = path(attackers, [defenders], rules=changes)
        one = battle(attackers, defenders, rules=changes)
        assert odds.win == pytest.approx(one.win, rel=1e-11, abs=1e-290)
        assert odds.lose == pytest.approx(one.lose, rel=1e-11, abs=1e-290)
        mean = odds.attackers_left().mean
        left = attackers - one.expected_attacker_losses
        assert mean == pytest.approx(left, abs=attackers * 1e-13)


@given(plain_rules, st.integers(1, 12), st.integers(1, 9))
def test_a_climb_is_the_pass_backward(plain: Plain, a: int, defenders: int) -> None:
    chain = float_chain(rules_of(plain).dice)
    worth = [0.0, *(1 / (3 + n) for n in range(a))]
    climb = Climb(chain, [(defenders, 1.0)], lost=0.25)
    for n in range(a + 1):
        found = climb.rise(worth[n])
    won, stuck, *_ = forward([0.0] * a + [1.0], [(defenders, 1.0)], chain)
    expected = sum(map(lambda p, w: p * w, won, worth)) + 0.25 * sum(p for _, _, p in stuck)
    assert found == pytest.approx(expected, rel=1e-12)
    # and the mirror image: the defenders win where the attackers lose
    other = Climb(mirrored(chain), [(a, 1.0)], lost=0.0)
    for _ in range(defenders + 1):
        held = other.rise(1.0)
    assert held == pytest.approx(sum(p for _, _, p in stuck), rel=1e-12)


def test_unknown_defenders_are_a_mixture() -> None:
    fog = path(9, ["3:0.2/4:0.5/5:0.3", 2])
    parts = {3: 0.2, 4: 0.5, 5: 0.3}
    for stage in range(2):
        expected = sum(w * path(9, [n, 2]).stages[stage].captured for n, w in parts.items())
        assert fog.stages[stage].captured == pytest.approx(expected, rel=1e-13)
    assert sum(path(6, ["1-9", "2-3"], exact=True).outcomes.values()) == 1


@pytest.mark.parametrize("case", [c for c in CASES if "path" in c["input"]], ids=str)
def test_published_cases(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    attackers = given_.get("attackers") or given_["movable"] + 1
    route = [
        each if isinstance(each, int) else f"{each['defenders']}@d{each['defender_sides']}"
        for each in given_["path"]
    ]
    odds = path(attackers, route)
    checked = 0
    if "win" in expected:
        digits = len(str(expected["win"])) - 2
        assert odds.win == pytest.approx(expected["win"], abs=0.51 * 10**-digits)
        checked += 1
    if "captured" in expected:
        captured = [stage.captured for stage in odds.stages]
        digits = max(len(str(p)) for p in expected["captured"]) - 2
        assert captured == pytest.approx(expected["captured"], abs=0.51 * 10**-digits)
        checked += 1
    for left, against, chance in expected.get("stuck_before_first", ()):
        assert odds.outcomes[0, left, against] == pytest.approx(chance, abs=5.1e-7)
        checked += 1
    assert checked


def test_reached_and_order() -> None:
    odds = path(4, [2, 1])
    assert odds.stages[1].reached == pytest.approx(0.565972, abs=5e-7)
    assert list(odds.outcomes) == [(2, 3, 0), (2, 2, 0), (1, 1, 1), (0, 1, 1), (0, 1, 2)]
    assert odds.expected_captured == pytest.approx(sum(s.captured for s in odds.stages))


def test_the_answer_as_a_value() -> None:
    odds = path(20, [3, "2@capital", 5])
    assert odds == path(20, "3 2@capital 5") != path(20, "3 2 5")
    with pytest.raises(AttributeError):
        odds.attackers = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        odds.outcomes[3, 3, 0] = 1  # type: ignore[index]
    left = odds.attackers_left("win")
    expected = sum(a * p for (k, a, _), p in odds.outcomes.items() if k == 3) / odds.win
    assert left.mean == pytest.approx(expected)
    assert sum(odds.attackers_left().chances) == pytest.approx(1)
    with pytest.raises(InputError, match="given must be one of"):
        odds.attackers_left(cast(Any, "draw"))
    with pytest.raises(InputError, match="no ending"):
        odds.attackers_left("undecided")


def test_as_json_types() -> None:
    answer = path(5, [3, "2@d8", "1-2"], exact=True).to_dict()
    assert answer["defenders"] == [3, 2, "1-2"]
    assert answer["stages"][1]["rules"] == "d8"
    assert Fraction(answer["win_exact"]) == path(5, [3, "2@d8", "1-2"], exact=True).win
    assert {"captured", "attackers", "defenders", "probability"} <= answer["outcomes"][0].keys()
    assert path(5, [3], leave=2).to_dict()["leave"] == [2]


@given(st.integers(2, 25), st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_more_attackers_never_hurt(attackers: int, route: list[int]) -> None:
    fewer, more = path(attackers, route), path(attackers + 1, route)
    for a, b in zip(fewer.stages, more.stages, strict=True):
        assert a.captured <= b.captured * (1 + 1e-12)
        assert a.reached <= b.reached * (1 + 1e-12)
    assert sum(more.outcomes.values()) == pytest.approx(1, abs=1e-12)


def test_both_tails_keep_their_digits() -> None:
    exact, odds = path(60, [1, 1, 2], exact=True), path(60, [1, 1, 2])
    assert 0 < float(exact.lose) < 1e-14  # 1 - win would be two digits
    assert odds.lose == pytest.approx(float(exact.lose), rel=1e-12)


def stages_by_hand(rules: str, attackers: int, route: list[int]) -> list[float]:
    """Every stack's battle by itself, then mixed."""
    stacks, captured = {attackers: 1.0}, []
    for defenders in route:
        following: dict[int, float] = {}
        for n, weight in stacks.items():
            if n > 1:
                for (left, against), p in battle(n, defenders, rules=rules).outcomes.items():
                    if not against:
                        following[left - 1] = following.get(left - 1, 0.0) + weight * p
        stacks = following
        captured.append(sum(stacks.values()))
    return captured


@pytest.mark.parametrize("rules", ["blitz", "sees-the-roll"])
def test_rules_that_answer_every_stack_by_itself(rules: str) -> None:
    odds = path(9, [3, 2, 2], rules=rules)
    captured = [stage.captured for stage in odds.stages]
    assert captured == pytest.approx(stages_by_hand(rules, 9, [3, 2, 2]), rel=1e-12)
    assert sum(odds.outcomes.values()) == pytest.approx(1, abs=1e-12)
    for refused in ({"stop_at": 2}, {"exact": True}):
        with pytest.raises(InputError, match="cannot be asked with"):
            path(9, [3, 2], rules=rules, **refused)


def test_tables_are_the_paths() -> None:
    table = riskodds.path_table([3, "2@d8", 1], win=0.95)
    assert table.rows[-1][0] == 17  # published
    for attackers, captured in table.rows:
        odds = path(attackers, [3, "2@d8", 1])
        assert captured == pytest.approx([s.captured for s in odds.stages], rel=1e-12)
    assert table.rows[-2][1][-1] < 0.95 <= table.rows[-1][1][-1]
    longer = riskodds.path_table([3, 2], win=0.5, attackers=30, leave=2)
    assert longer.rows[-1][0] == 30
    assert longer.rows[9][1][-1] == pytest.approx(path(11, [3, 2], leave=2).win)


@pytest.mark.parametrize(
    ("attackers", "route", "options", "what"),
    [
        (1, [3], {}, "attackers must be a whole number from 2"),
        (2.5, [3], {}, "not 2.5"),
        (True, [3], {}, "not True"),
        (9, [], {}, "at least one territory"),
        (9, "3 [2] [1]", {}, "tree"),
        (9, [3, 2], {"leave": [1, 2, 3]}, "one for each of the 2 territories"),
        (9, [3], {"leave": 0}, "leave must be"),
        (9, [3], {"stop_at": 9}, "stop_at must be a whole number from 1 to 8"),
        (9, [3], {"stop_at": "x"}, "not x"),
        (9, [3], {"rules": "clasic"}, "rules"),
        (9, ["3@nonsense"], {}, "nonsense"),
        (9, [3], {"exact": 1}, "exact must be true or false"),
    ],
)
def test_refused(attackers: Any, route: Any, options: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError, match=what):
        path(attackers, route, **options)


def test_too_large() -> None:
    refused: list[tuple[int, Any, str]] = [
        (10**6, [10**5] * 2, r"a path of 2 takes about \d\.\de\+\d\d steps"),
        (10**6, ["90001-99999"], "a path of 1 takes about"),
        (10**12, [10**12], "a path of 1 takes about"),
        (10**12, [3, "2@blitz"], "every battle by itself, as classic.blitz rules ask, takes about"),
        (2000, [1000, "1000@sees-the-roll"], "every battle by itself"),
    ]
    for attackers, route, about in refused:
        with pytest.raises(TooLargeError, match=about):
            path(attackers, route)
    with pytest.raises(TooLargeError, match="digits"):
        path(1000, [500], exact=True)


def test_a_short_stack_on_a_long_path() -> None:
    odds = path(3, [1] * 9)
    assert len(odds.stages) == 9
    assert odds.win == 0
    assert odds.stages[8].reached == 0
    assert isinstance(odds, PathOdds)
    assert sum(path(3, [1] * 9, exact=True).outcomes.values()) == 1


def test_long_tables_are_refused_before_they_start() -> None:
    for attackers, route in ((10**9, [1]), (10**6, [1]), (2, [10**6])):
        with pytest.raises(TooLargeError, match="steps; at most"):
            riskodds.path_table(route, attackers=attackers)
