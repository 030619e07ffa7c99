"""Where to put new armies, against every split."""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, cast

import pytest
from hypothesis import given, strategies as st
from oracles.battles import dictionary_battle
from oracles.campaigns import path_win, spot

from riskodds import Front, InputError, TooLargeError, battle, path, place, place_chain, tree


def splits(armies: int, count: int, least: int = 0) -> list[tuple[int, ...]]:
    if count == 1:
        return [(armies,)]
    return [
        (first, *rest)
        for first in range(least, armies - least * (count - 1) + 1)
        for rest in splits(armies - first, count - 1, least)
    ]


def falls(attackers: int, route: list[int]) -> Fraction:
    return path_win(attackers, [spot(d) for d in route]) if attackers > 1 else Fraction(0)


def holds(defenders: int, attackers: int) -> Fraction:
    endings = dictionary_battle(attackers - 1, defenders)
    return sum((p for (_, d), p in endings.items() if d), Fraction(0))


GOALS: dict[str, Any] = {
    "all": prod,
    "any": lambda chances: 1 - prod(1 - p for p in chances),
    "weakest": min,
    "expected": sum,
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    ("armies", "fronts"),
    [
        (5, [(3, [2]), (4, [1, 1])]),
        (4, [(1, [1]), (2, [3]), (3, [2, 1])]),
        (3, [(1, [2])]),
        (6, [(2, [2]), (2, [2]), (2, [2])]),
    ],
)
def test_attacking_against_every_split(
    armies: int, fronts: list[tuple[int, list[int]]], goal: str
) -> None:
    chances = [[falls(own + n, route) for n in range(armies + 1)] for own, route in fronts]
    values = sorted(
        (
            GOALS[goal]([row[n] for row, n in zip(chances, split, strict=True)])
            for split in splits(armies, len(fronts))
        ),
        reverse=True,
    )
    best = place(armies, fronts, aim=goal)
    assert best.value == pytest.approx(float(values[0]), rel=1e-12)
    assert sum(best.placement) == armies
    got = GOALS[goal]([row[n] for row, n in zip(chances, best.placement, strict=True)])
    assert float(got) == pytest.approx(float(values[0]), rel=1e-12)
    if len(values) > 1:
        assert best.runner_up is not None
        assert best.runner_up != best.placement
        second = GOALS[goal]([row[n] for row, n in zip(chances, best.runner_up, strict=True)])
        assert best.runner_up_value == pytest.approx(float(second), rel=1e-12)
        if goal != "weakest":  # there the others break ties
            assert float(second) == pytest.approx(float(values[1]), rel=1e-12)
    for total, value in enumerate(best.values):
        expected = max(
            GOALS[goal]([row[n] for row, n in zip(chances, split, strict=True)])
            for split in splits(total, len(fronts))
        )
        assert value == pytest.approx(float(expected), rel=1e-12)
    assert best.chances == tuple(
        pytest.approx(float(row[n]), rel=1e-12)
        for row, n in zip(chances, best.placement, strict=True)
    )


@pytest.mark.parametrize("goal", ["none", "weakest"])
def test_defending_against_every_split(goal: str) -> None:
    armies, fronts = 6, [(1, 4), (2, 6), (3, 5)]
    chances = [[holds(own + n, enemy) for n in range(armies + 1)] for own, enemy in fronts]
    combine: Any = {"none": prod, "weakest": min}[goal]
    values = {
        split: combine([row[n] for row, n in zip(chances, split, strict=True)])
        for split in splits(armies, 3)
    }
    best = place(armies, [f"{own}:{enemy}" for own, enemy in fronts], defend=True, aim=goal)
    assert best.value == pytest.approx(float(max(values.values())), rel=1e-12)
    assert values[cast(Any, best.placement)] == max(values.values())
    assert best.aim == goal


def test_weakest_cares_for_the_others_too() -> None:
    # no army helps the first front enough, so the weakest chance leaves room
    best = place(4, ["2:30", "9:3", "3:3"], aim="weakest")
    order = sorted(best.chances)
    for split in splits(4, 3):
        chances = sorted(
            path(own + n, [d]).win
            for (own, d), n in zip([(2, 30), (9, 3), (3, 3)], split, strict=True)
        )
        assert chances <= [p * (1 + 1e-12) for p in order]


def test_equal_fronts_put_more_on_the_first() -> None:
    assert place(5, ["4:4", "4:4"]).placement == (3, 2)
    assert place(4, ["4:4", "4:4", "4:4", "4:4"]).placement == (1, 1, 1, 1)
    best = place(5, ["4:4", "4:4"])
    assert best.runner_up == (2, 3)
    assert best.runner_up_value == best.value


def test_chances_near_one_are_told_apart() -> None:
    # both fronts fall with 1 - 1e-18 or so: only the chance to fail has digits
    best = place(3, ["60:1", "50:1"])
    fails = {
        split: sum(path(own + n, [1]).lose for own, n in zip((60, 50), split, strict=True))
        for split in splits(3, 2)
    }
    assert fails[cast(Any, best.placement)] == min(fails.values())
    assert best.placement == (0, 3)
    some = place(3, ["60:1", "50:1"], aim="any")
    assert some.value == 1


def test_branching_fronts_and_rules() -> None:
    best = place(3, ["6:3 [2] [1]", "5:4@capital"], rules="d8att")
    values = {
        n: tree(6 + n, "3 [2] [1]", rules="d8att").value
        * path(8 - n, "4@capital", rules="d8att").win
        for n in range(4)
    }
    assert best.value == pytest.approx(max(values.values()), rel=1e-12)
    fog = place(4, ["3:4-6", "3:2:0.5/9:0.5"], defend=True)
    assert sum(fog.placement) == 4
    assert place(2, [Front(3, fog.fronts[0].against), "4:2"]).fronts[1].own == 4


@given(
    st.integers(1, 6),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 5)), min_size=1, max_size=3),
)
def test_more_armies_never_hurt(armies: int, fronts: list[tuple[int, int]]) -> None:
    for goal in GOALS:
        best = place(armies, [(own, [d]) for own, d in fronts], aim=goal)
        assert all(added >= -1e-14 for added in best.adds)
        assert len(best.values) == armies + 1
        assert best.value == best.values[-1]


def test_twenty_over_five() -> None:
    fronts = ["8:4", "16:8,3,2", "3:3", "10:12", "5:2 1 1"]
    best = place(20, fronts)
    # no army moved from one front to another makes it better
    for here, there in product(range(5), repeat=2):
        if here != there and best.placement[here]:
            other = list(best.placement)
            other[here] -= 1
            other[there] += 1
            value = prod(
                path(front.own + n, list(front.against)).win
                for front, n in zip(best.fronts, other, strict=True)
            )
            assert value <= best.value * (1 + 1e-12)


@pytest.mark.parametrize(
    ("total", "count", "attackers"), [(5, 2, 6), (7, 3, 8), (6, 4, 9), (4, 1, 5)]
)
def test_chains_against_every_split(total: int, count: int, attackers: int) -> None:
    values = {
        split: 1 - path_win(attackers, [spot(d) for d in split])
        for split in splits(total, count, least=1)
    }
    ranked = sorted(values.values(), reverse=True)
    best = place_chain(total, count, attackers)
    assert best.value == pytest.approx(float(ranked[0]), rel=1e-12)
    assert values[cast(Any, best.placement)] == ranked[0]
    if count == 1:
        assert best.runner_up is None
    else:
        assert values[cast(Any, best.runner_up)] == ranked[1]
        assert best.runner_up_value == pytest.approx(float(ranked[1]), rel=1e-12)
    if best.simple is not None:
        assert best.simple_value == pytest.approx(float(values[cast(Any, best.simple)]))


def test_glass_and_neller() -> None:
    # two everywhere and the rest on the last is best in almost all cases
    right = total = 0
    for armies, attackers in product(range(6, 13), range(6, 16)):
        best = place_chain(armies, 3, attackers)
        right += best.placement == best.simple
        total += 1
    assert right / total > 0.8


def test_as_json_types() -> None:
    answer = place(7, ["8:4", "16:8,3,2"]).to_dict()
    assert answer["placement"] == [2, 5]
    assert answer["fronts"][1]["front"] == "16:8 3 2"
    assert isinstance(answer["value"], float)
    again = place(7, [row["front"] for row in answer["fronts"]])
    assert again == place(7, ["8:4", "16:8,3,2"])
    chain = place_chain(12, 3, 15).to_dict()
    assert chain["placement"] == [2, 2, 8]


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda: place(0, ["8:4"]), "armies must be"),
        (lambda: place(3, []), "at least one front"),
        (lambda: place(3, ["8"]), "OWN:ENEMY"),
        (lambda: place(3, ["8:"]), "OWN:ENEMY"),
        (lambda: place(3, [":4"]), "OWN:ENEMY"),
        (lambda: place(3, ["0:4"]), "attackers must be"),
        (lambda: place(3, ["8:x"]), "not x"),
        (lambda: place(3, ["8:[4"]), "never closed"),
        (lambda: place(3, ["8:4"], aim="none"), "all, any, weakest, expected when attacking"),
        (lambda: place(3, ["8:4"], defend=True, aim="all"), "none, weakest when defending"),
        (lambda: place(3, ["8:1"], defend=True), "at least 2 armies"),
        (lambda: place(3, ["8:4 3"], defend=True), "defenders must be|one enemy"),
        (lambda: place(3, ["8:4"], defend=cast(Any, 1)), "true or false"),
        (lambda: place_chain(2, 3, 9), "at least 1 for each of 3"),
        (lambda: place_chain(3, 0, 9), "territories must be"),
        (lambda: place_chain(3, 2, 1), "attackers must be"),
    ],
)
def test_refused(ask: Any, what: str) -> None:
    with pytest.raises(InputError, match=what):
        ask()


def test_too_many_spreads() -> None:
    # 40 gaps between 41 armies, 8 of them borders
    with pytest.raises(TooLargeError, match=r"76,904,685 ways"):
        place_chain(41, 9, 30)


@pytest.mark.parametrize("goal", ["all", "any", "weakest", "expected"])
def test_spreads_that_arrays_leave_are_the_best(goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for fronts in (["5:6", "9:12", "4:4"], ["8:2"] * 4, ["3:30", "2:40"], ["2:9@capital", "7:1-9"]):
        answers = []
        for many in (1, 10**9):
            monkeypatch.setattr("riskodds.advice.placement.MANY", many)
            best = place(25, fronts, aim=goal)
            answers.append((best.placement, best.value, best.runner_up, best.values))
        assert answers[0] == answers[1]


def test_a_chain_of_one_has_one_spread() -> None:
    best = place_chain(10_000, 1, 100)
    assert (best.placement, best.runner_up) == ((10_000,), None)
    assert best.value == pytest.approx(battle(100, 10_000).lose, rel=1e-11)


def test_a_long_chain_of_two_is_tried() -> None:
    best = place_chain(1500, 2, 12)
    spreads = [(2, 1498), (1, 1499), (750, 750), (1499, 1)]
    assert best.value >= max(path(12, spread).lose for spread in spreads)
    assert best.value == pytest.approx(path(12, best.placement).lose, rel=1e-11)
    with pytest.raises(TooLargeError, match="numbers, and at most"):
        place_chain(10**12, 2, 2)
