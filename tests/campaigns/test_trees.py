"""Branching attacks, against every plan tried to its end."""

import json
import random
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, strategies as st
from oracles.battles import Plain, dice_of
from oracles.campaigns import Branch, all_plans, all_rolls, branch

import riskodds
from riskodds import InputError, TooLargeError, TreePlan, path, tree, trees
from riskodds.campaigns.territories import read_tree
from riskodds.campaigns.tree_by_battle import Plan
from riskodds.campaigns.tree_by_roll import SwitchingPlan
from riskodds.campaigns.trees import tree_nodes

CAPITAL = Plain(needs=((1, 2, 3), (1, 2, 3)))
SMALL: list[tuple[str, list[Branch]]] = [
    ("[2] [2]", [branch(2), branch(2)]),
    ("[3] [1]", [branch(3), branch(1)]),
    ("2 [1] [2]", [branch(2, branch(1), branch(2))]),
    ("[2 1] [1]", [branch(2, branch(1)), branch(1)]),
    ("[1] [1] [2]", [branch(1), branch(1), branch(2)]),
    ("[2@capital] [3]", [branch(2, rules=CAPITAL), branch(3)]),
]


@pytest.mark.parametrize(("text", "branches"), SMALL, ids=[text for text, _ in SMALL])
def test_no_plan_battle_by_battle_is_better(text: str, branches: list[Branch]) -> None:
    for armies in (2, 3, 5, 7):
        for goal in ("all", "number"):
            expected = all_plans(armies, branches, goal)
            assert tree(armies, text, aim=goal).value == pytest.approx(float(expected), abs=1e-14)
        exact = Plan(tree_nodes(read_tree(text), riskodds.rules(), (), exact=True), armies, "all")
        assert exact.value(armies) == all_plans(armies, branches, "all")
        failing = Plan(tree_nodes(read_tree(text), riskodds.rules(), ()), armies, "fail")
        assert failing.value(armies) == pytest.approx(
            float(1 - all_plans(armies, branches, "all")), rel=1e-12
        )


def test_unknown_defenders_battle_by_battle() -> None:
    fog = {1: Fraction(1, 4), 3: Fraction(3, 4)}
    expected = all_plans(6, [branch(fog), branch(2)], "all")
    assert tree(6, "[1:0.25/3:0.75] [2]").value == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("text", "branches"), [s for s in SMALL if s[0] != "[1] [1] [2]"], ids=lambda v: str(v)[:12]
)
def test_no_plan_roll_by_roll_is_better(text: str, branches: list[Branch]) -> None:
    for armies in (2, 4, 6):
        for goal in ("all", "number"):
            expected = all_rolls(armies, branches, goal)
            found = tree(armies, text, aim=goal, switch=True)
            assert found.plan == "roll by roll"
            assert found.value == pytest.approx(float(expected), abs=1e-14)


def test_published_values() -> None:
    assert tree(8, "[2] [2]").value == pytest.approx(0.513592, abs=5e-7)
    assert tree(8, "[2] [2]", switch=True).value == pytest.approx(0.542783, abs=5e-7)
    assert tree(9, "[3] [4]", switch=True).value == pytest.approx(0.384938, abs=5e-7)
    assert tree(6, "[1] [3]", aim="number").value == pytest.approx(1.132328, abs=5e-7)
    found = tree(6, "[1] [3]", aim="number", switch=True)
    assert found.value == pytest.approx(1.210058, abs=5e-7)
    # battle by battle, by two battles: the four first, then the three
    expected = sum(
        p * (riskodds.battle(left - min(3, left - 1), 3).win if left > 4 else 0)
        for (left, d), p in riskodds.battle(9, 4).outcomes.items()
        if not d
    )
    assert tree(9, "[3] [4]").value == pytest.approx(expected)
    assert tree(9, "[3] [4]").first == 1


places = st.sampled_from(
    ["[2] [3]", "[1] [1]", "3 [2] [1]", "[2 1] [3]", "[1 [1] [2]] [2]", "[4] [2] [1]"]
)


@given(places, st.integers(2, 16), st.sampled_from(["all", "number"]))
def test_switching_and_more_armies_never_hurt(text: str, armies: int, goal: Any) -> None:
    plan = tree(armies, text, aim=goal)
    assert plan.value <= tree(armies, text, aim=goal, switch=True).value * (1 + 1e-12)
    assert plan.value <= tree(armies + 1, text, aim=goal).value * (1 + 1e-12)


@pytest.mark.parametrize("route", ["3 2 5", "1 1 1 1", "2@d8 1-3 4"])
def test_without_a_branch_it_is_the_path(route: str) -> None:
    for armies in (2, 3, 9, 20):
        odds = path(armies, route)
        assert tree(armies, route).value == pytest.approx(odds.win, rel=1e-12)
        number = tree(armies, route, aim="number")
        assert number.value == pytest.approx(odds.expected_captured, rel=1e-12)
        assert number.first is None
        if "-" not in route:
            assert tree(armies, route, switch=True).value == pytest.approx(odds.win, rel=1e-12)


def test_equal_branches_are_symmetric() -> None:
    one, other = tree(12, "[2 [1] [3]] [4]"), tree(12, "[4] [2 [3] [1]]")
    assert one.value == pytest.approx(other.value, rel=1e-13)
    assert {one.first, other.first} == {0, 1}
    for switch in (False, True):
        plan = tree(9, "[3] [3]", switch=switch)
        assert plan.first == 0
    # a worth sets equal branches apart
    assert tree(9, "[3] [3]", worth=[1, 2]).first == 1
    assert tree(9, "[3] [3]", worth=[2, 1]).first == 0


def test_worths() -> None:
    text = "2 [1] [3 1]"
    number = tree(9, text, aim="number").value
    assert tree(9, text, worth=[1, 1, 1, 1]).value == pytest.approx(number)
    assert tree(9, text, worth=[2, 2, 2, 2]).value == pytest.approx(2 * number)
    # worth on the last territory of a branch alone: the chance to get there
    assert tree(9, text, worth=[0, 0, 0, 1]).value == pytest.approx(path(9, [2, 3, 1]).win)
    assert tree(9, "[3] [4]", worth=[1, 0]).value == pytest.approx(path(9, 3).win)


def roll(attack: int, defence: int, rng: random.Random) -> tuple[int, int]:
    ours = sorted((rng.randint(1, 6) for _ in range(attack)), reverse=True)
    theirs = sorted((rng.randint(1, 6) for _ in range(defence)), reverse=True)
    lost = sum(a <= d for a, d in zip(ours, theirs, strict=False))
    return lost, min(attack, defence) - lost


def follow(plan: dict[str, Any], rng: random.Random) -> int:
    """Play the attack by the policy as printed, with dice; return the territories taken."""
    flat: list[dict[str, Any]] = []

    def number(territories: list[dict[str, Any]]) -> list[int]:
        numbers = []
        for each in territories:
            numbers.append(len(flat))
            flat.append(each)
            each["beyond"] = number(each.get("then", []))
        return numbers

    start = number(json.loads(json.dumps(plan["territories"])))
    by_roll = plan["plan"] == "roll by roll"

    def key(at: int | None, left: dict[int, int], armies: int) -> Any:
        return at, tuple(left), tuple(left.values()) if by_roll else None, armies

    policy = {
        (
            each["at"],
            tuple(each["open"]),
            tuple(each["defenders"]) if by_roll else None,
            each["armies"],
        ): each
        for each in plan["policy"]
    }
    taken = 0
    stacks = [(None, {n: flat[n]["defenders"] for n in start}, plan["attackers"])]
    while stacks:
        at, left, armies = stacks.pop()
        if not left or armies < 2:
            continue
        decision = policy[key(at, left, armies)]
        target, defenders = decision["attack"], left[decision["attack"]]
        while True:
            dice = dice_of((1, 2, 3), armies - 1), dice_of((1, 2), defenders)
            ours, theirs = roll(*dice, rng)
            armies, defenders = armies - ours, defenders - theirs
            if by_roll or armies < 2 or not defenders:
                break
        if defenders:
            if by_roll:
                stacks.append((at, {**left, target: defenders}, armies))
            continue
        taken += 1
        move = next(each["move"] for each in decision["moves"] if each["left"] == armies)
        assert min(3, armies - 1) <= move <= armies - 1
        left = {n: d for n, d in left.items() if n != target}
        stacks.append((at, left, armies - move))
        beyond = {n: flat[n]["defenders"] for n in flat[target]["beyond"]}
        stacks.append((target, beyond, move))
    return taken


@pytest.mark.parametrize("switch", [False, True])
@pytest.mark.parametrize(("armies", "text"), [(9, "[3] [2]"), (11, "2 [2 1] [3]")])
def test_the_policy_as_printed_wins_what_it_says(armies: int, text: str, switch: bool) -> None:
    for goal in ("all", "number"):
        plan = tree(armies, text, aim=goal, switch=switch)
        assert plan.complete
        answer = json.loads(json.dumps(plan.to_dict()))
        rng, trials = random.Random(f"{armies} {text} {goal}"), 6000
        count = sum(1 for top in read_tree(text) for _ in top.walk())
        taken = [follow(answer, rng) for _ in range(trials)]
        got = [n == count for n in taken] if goal == "all" else taken
        mean = sum(got) / trials
        spread = (sum((g - mean) ** 2 for g in got) / trials / trials) ** 0.5
        assert abs(mean - plan.value) < 4.5 * spread


def test_first_counts_where_first_there_is_a_choice() -> None:
    plan = tree(20, "3 [2 1] [4]")
    assert plan.first == 1
    start = plan.policy[0]
    assert (start.at, start.open, start.attack) == (None, (0,), 0)
    at_three = [each for each in plan.policy if each.at == 0 and each.open == (1, 3)]
    assert at_three[0].attack == 3
    # all armies but one go where they are needed
    assert start.moves[0] == (20, 19)


def test_as_json_types() -> None:
    answer = tree(12, "3 [2@d8 1] [4]", worth=[1, 2, 3, 4]).to_dict()
    assert answer["tree"] == "3 [2@d8 1] [4]"
    assert read_tree({"then": answer["territories"]}) == read_tree(answer["tree"])
    assert answer["worth"] == [1, 2, 3, 4]
    assert {"value", "first", "policy", "plan"} <= answer.keys()
    assert json.loads(json.dumps(answer)) == answer
    assert tree(12, answer["tree"], worth=[1, 2, 3, 4]) == tree(
        12, json.dumps({"then": answer["territories"]}), worth=[1, 2, 3, 4]
    )


def test_several_stacks() -> None:
    both = trees(["8:2", (9, "[3] [4]")])
    assert [type(plan) for plan in both.plans] == [TreePlan, TreePlan]
    assert both.value == pytest.approx(path(8, 2).win * tree(9, "[3] [4]").value)
    number = trees(["8:2", "9:[3] [4]"], aim="number")
    assert number.value == pytest.approx(path(8, 2).win + tree(9, "[3] [4]", aim="number").value)
    worth = trees(["8:2", "9:[3] [4]"], worth=[5, 0, 1])
    assert worth.value == pytest.approx(5 * path(8, 2).win + path(9, 4).win)
    assert both.to_dict()["plans"][0]["attackers"] == 8


def test_needed_for_a_tree() -> None:
    for text in ("[2] [3]", "3 [2 1] [4]"):
        answer = riskodds.needed(text, win=0.8)
        assert tree(answer.attackers, text).value == pytest.approx(answer.win)
        assert tree(answer.attackers, text).value >= 0.8 > tree(answer.attackers - 1, text).value
    exact = all_plans(6, [branch(2), branch(2)], "all")
    assert riskodds.needed("[2] [2]", win=exact).attackers == 6
    assert riskodds.needed("[2] [2]", win=exact + Fraction(1, 10**30)).attackers == 7


def test_a_whole_continent() -> None:
    plan = tree(60, "3 [2 1 [2] [1 3]] [4 [1] [2]] [3 [2] [5]]")
    assert sum(1 for top in plan.territories for _ in top.walk()) == 12
    assert plan.complete
    assert 0.85 < plan.value < 0.86
    fewer = tree(60, "3 [2 1 [2] [1 3]] [4 [1] [2]] [3 [2]]")
    assert plan.value < fewer.value


def test_progress_rises_to_one() -> None:
    for switch in (False, True):
        shares: list[float] = []
        tree(9, "3 [2] [1 2]", switch=switch, progress=shares.append)
        assert shares == sorted(shares)
        assert shares[-1] == 1


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda: tree(1, "[2] [2]"), "attackers must be"),
        (lambda: tree(9, ""), "at least one territory"),
        (lambda: tree(9, "[2"), "never closed"),
        (
            lambda: tree(9, "[2] [3]", aim=cast(Any, "some")),
            "what to aim at must be one of all, number, worth",
        ),
        (lambda: tree(9, "[2] [3]", aim=cast(Any, "fail")), "what to aim at must be one of"),
        (lambda: tree(9, "[2] [3]", aim="worth"), "needs what each territory"),
        (lambda: tree(9, "[2] [3]", worth=[1]), "2 territories and 1 worths"),
        (lambda: tree(9, "[2] [3]", worth=[1, "x"]), "not x"),  # type: ignore[list-item]
        (lambda: tree(9, "[2] [3]", worth=[1, -1]), "at least 0"),
        (lambda: tree(9, "[2] [3]", worth=[1, float("nan")]), "not nan"),
        (lambda: tree(9, "[2] [3]", worth=[1, 2], aim="number"), "for a plan that aims at worth"),
        (lambda: tree(9, "[2] [3]", switch=cast(Any, 1)), "switch must be true or false"),
        (lambda: tree(9, "[2-3] [3]", switch=True), "known defenders"),
        (lambda: tree(9, "[2] [3]", switch=True, rules="blitz"), "blitz"),
        (lambda: trees([]), "at least one stack"),
        (lambda: trees(["[2] [3]"]), "OWN:ENEMY"),
        (lambda: riskodds.needed("[2] [3]", leave=2), "not for trees"),
    ],
)
def test_refused(ask: Any, what: str) -> None:
    with pytest.raises(InputError, match=what):
        ask()


def test_too_many_states() -> None:
    with pytest.raises(TooLargeError, match=r"60,000,060 states"):
        tree(60, " ".join(["[9]"] * 6), switch=True)
    with pytest.raises(TooLargeError, match="states"):
        tree(500, " ".join(f"[{n}]" for n in range(1, 21)))
    with pytest.raises(TooLargeError, match=r"looks at 2e\+09 splits of armies"):
        tree(40_000, "[2] [20 [1]]", switch=True)


@pytest.mark.parametrize("goal", ["all", "number"])
def test_splits_where_nothing_lies_beyond_are_those_of_the_search(goal: str) -> None:
    nodes = tree_nodes(read_tree("[3] [2 [1]] [2@needs1:4att]"), riskodds.rules(), ())
    quick = SwitchingPlan(nodes, 30, goal).rolls[nodes]
    for c, node in enumerate(nodes):
        if not node.beyond:
            for state in range(len(quick.sums)):
                for armies in range(2, 31):
                    if not quick.defenders[c][state]:
                        at = np.array([armies]), np.array([state])
                        able, values = quick._splits(c, *at)
                        best = quick.goal.best.reduce(values[able])
                        move = int(np.flatnonzero(able[:, 0] & (values[:, 0] == best))[0]) + 1
                        assert quick._best_split(c, *at)[0] == best
                        assert quick.move(c, armies, state) == move


@pytest.mark.parametrize(
    ("armies", "text"),
    [(587, "2 [2@sees-greedy]"), (6, "[4] [1 [1809387]]")],
)
def test_few_cells_in_many_rows_are_counted(armies: int, text: str) -> None:
    with pytest.raises(TooLargeError, match=r"takes about \d\.\de\+\d\d steps"):
        tree(armies, text)
