"""What advice returns are values: small when pickled, equal when made again, short when printed."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import riskodds as r

RESULTS: dict[str, tuple[Callable[[], Any], int]] = {
    "needed": (lambda: r.needed(300), 2_000),
    "needed path": (lambda: r.needed("30 20@d8 3-6", leave=[2, 1, 1]), 3_000),
    "needed tree": (lambda: r.needed("3 [2 1] [4]"), 3_000),
    "hold": (lambda: r.hold(200), 2_000),
    "hold unknown": (lambda: r.hold("8-12"), 2_000),
    "keep": (lambda: r.keep(14, 6, counter=[8, "4@source"], both=True), 3_000),
    "place": (lambda: r.place(7, ["8:4", "16:8,3,2"]), 2_000),
    "place_chain": (lambda: r.place_chain(12, 3, 15), 2_000),
    "tree": (lambda: r.tree(8, "[2] [2]"), 3_000),
    "tree by roll": (lambda: r.tree(8, "[2] [2]", switch=True), 4_000),
    "trees": (lambda: r.trees(["8:2", "9:[3] [4]"]), 6_000),
    "path_table": (lambda: r.path_table([3, 2]), 4_000),
    "lookup_table": (lambda: r.lookup_table([2, 3], [1, 2], win=["0.8"]), 2_000),
    "live": (lambda: r.live(12, 9).told("653 64").told("1 1"), 3_000),
    "stop": (lambda: r.stop(12, 9, territory=4), 6_000),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_value(name: str) -> None:
    make, most = RESULTS[name]
    result = make()
    told = result.to_dict()
    assert result == make()
    assert len(repr(result)) < 1_200
    packed = pickle.dumps(result)
    assert len(packed) < most
    again = pickle.loads(packed)
    assert again == result
    assert again.to_dict() == told


def test_rows_around_an_answer_are_those_of_the_questions_themselves() -> None:
    for question in ("300", "9", "3-6", "3 [2 1] [4]", "9 4"):
        answer = r.needed(question)
        for level in answer.levels:
            own = r.needed(question, win=level.target)
            assert (own.attackers, own.win, own.fails) == (level.armies, level.chance, level.fails)
    held = r.hold(60)
    for level in held.levels:
        own_hold = r.hold(60, win=level.target)
        assert (own_hold.defenders, own_hold.hold) == (level.armies, level.chance)


def test_the_chance_to_fail_keeps_its_digits() -> None:
    answer = r.needed(9, win="0.999999999999")
    odds = r.battle(answer.attackers, 9)
    assert answer.fails == pytest.approx(odds.lose, rel=1e-12)
    assert 0 < answer.fails < 1e-12
