"""When to stop, against the same in fractions and against fixed rules."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st
from oracles import battles as oracles
from oracles.campaigns import best_stop

from riskodds import InputError, TooLargeError, battle, stop

WORTHS: list[dict[str, Any]] = [
    {"army": 1, "enemy": 0.5, "territory": 4, "card": 3},
    {"army": 1, "enemy": 0, "territory": 9, "card": 0},
    {"army": 1, "enemy": 1, "territory": 0, "card": 0},
    {"army": 0, "enemy": 1, "territory": 0, "card": 2},
    {"army": 1, "enemy": 0.25, "territory": -2, "card": 0},
]


def fractions(worth: dict[str, Any]) -> dict[str, Fraction]:
    return {name: Fraction(str(value)) for name, value in worth.items()}


@pytest.mark.parametrize("worth", WORTHS, ids=lambda w: " ".join(map(str, w.values())))
def test_the_best_policy_is_the_one_of_fractions(worth: dict[str, Any]) -> None:
    for attackers, defenders in product((2, 3, 6, 11), (1, 2, 5, 8)):
        answer = stop(attackers, defenders, **worth)
        value, attack = best_stop(attackers, defenders, fractions(worth))
        assert answer.value == pytest.approx(float(value), rel=1e-12)
        assert answer.action == ("attack" if attack else "stop")
        assert answer.stop_now == worth["army"] * attackers
        on, _ = best_stop(attackers, defenders, fractions(worth), lambda a, d: True)
        assert answer.fight_on == pytest.approx(float(on), rel=1e-12)
        assert answer.value >= max(answer.fight_on, answer.stop_now) - 1e-12


def test_the_table_says_what_is_best_everywhere() -> None:
    worth = WORTHS[0]
    answer = stop(9, 6, **worth)
    for a, d in product(range(2, 10), range(1, 7)):
        # what is destroyed so far counts on both sides, and cancels
        _, attack = best_stop(a, d, fractions(worth))
        assert answer.attacks(a, d) is attack
    assert not answer.attacks(1, 3)
    assert not answer.attacks(5, 0)
    rows = {row["defenders"]: row["attackers"] for row in answer.to_dict()["attack"]}
    for d, runs in rows.items():
        listed = {a for low, high in runs for a in range(low, high + 1)}
        assert listed == {a for a in range(2, 10) if answer.attacks(a, d)}


def test_fixed_rules_cost_what_they_cost() -> None:
    worth = WORTHS[0]
    answer = stop(8, 5, **worth)
    chances = {
        (a, d): sum(
            float(p) for (_, left), p in oracles.dictionary_battle(a - 1, d).items() if not left
        )
        for a in range(2, 9)
        for d in range(1, 6)
    }
    for fixed in answer.fixed_rules:
        rule = (
            (lambda a, d, level=fixed.level: a >= level)
            if fixed.kind == "armies"
            else (lambda a, d, level=fixed.level: chances[a, d] > level)
        )
        value, _ = best_stop(8, 5, fractions(worth), rule)
        assert fixed.value == pytest.approx(float(value), rel=1e-12)
        assert fixed.cost == pytest.approx(answer.value - float(value), abs=1e-12)
        assert fixed.cost >= -1e-12
    armies = [rule for rule in answer.fixed_rules if rule.kind == "armies"]
    assert [rule.level for rule in armies] == list(range(2, 10))
    assert armies[0].value == pytest.approx(answer.fight_on)
    assert armies[-1].value == pytest.approx(answer.stop_now)
    for kind in ("armies", "chance"):
        costs = [rule.cost for rule in answer.fixed_rules if rule.kind == kind]
        assert answer.best_of(kind).cost == min(costs)


@given(
    st.integers(2, 14),
    st.integers(1, 10),
    st.sampled_from([0, 0.5, 1, 2]),
    st.sampled_from([0, 0.5, 1, 2]),
    st.sampled_from([0, 1, 4, 20]),
)
def test_never_worse_than_any_rule(
    attackers: int, defenders: int, army: float, enemy: float, territory: float
) -> None:
    answer = stop(attackers, defenders, army=army, enemy=enemy, territory=territory)
    scale = 1e-12 * (attackers + defenders + territory)
    assert all(rule.cost >= -scale for rule in answer.fixed_rules)
    more = stop(attackers + 1, defenders, army=army, enemy=enemy, territory=territory)
    assert more.value >= answer.value - scale


def test_all_on_the_territory_is_fighting_on() -> None:
    for attackers, defenders in ((5, 9), (12, 9), (30, 20)):
        answer = stop(attackers, defenders, army=0, territory=10)
        assert answer.value == answer.fight_on
        assert answer.value == pytest.approx(10 * battle(attackers, defenders).win, rel=1e-12)
        assert answer.action == "attack"
        half = stop(attackers, defenders, army=0, territory=6, card=4)
        assert half.value == pytest.approx(answer.value)


def test_all_on_the_armies_is_stopping() -> None:
    answer = stop(12, 9)
    assert (answer.action, answer.value) == ("stop", 12)


def test_fighting_on_is_the_mean_of_the_battle() -> None:
    odds = battle(12, 9)
    answer = stop(12, 9, army=1, enemy=0.5, territory=4, card=3)
    mean = 12 - odds.expected_attacker_losses + 0.5 * odds.expected_defender_losses + 7 * odds.win
    assert answer.fight_on == pytest.approx(mean, rel=1e-13)


def test_other_rules() -> None:
    eight = oracles.Plain(sides=(6, 8))
    value, _ = best_stop(7, 4, fractions(WORTHS[0]), rules=eight)
    assert stop(7, 4, rules="d8def", **WORTHS[0]).value == pytest.approx(float(value))


def test_large_battles_value_fewer_rules() -> None:
    answer = stop(300, 40, territory=20)
    armies = [rule.level for rule in answer.fixed_rules if rule.kind == "armies"]
    assert 5 <= len(armies) < 299
    assert armies[0] == 2


def test_as_json_types() -> None:
    answer = stop(12, 9, territory="4", card=3).to_dict()  # type: ignore[arg-type]
    assert {"action", "value", "fight_on", "stop_now"} <= answer.keys()
    assert answer["territory"] == 4.0
    assert stop(12, 9, territory=4) == stop(12, 9, territory=4.0)


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda: stop(1, 9), "attackers must be"),
        (lambda: stop(9, 0), "defenders must be"),
        (lambda: stop(9, 9, army="x"), "worth of an army must be a number, not x"),  # type: ignore[arg-type]
        (lambda: stop(9, 9, enemy=float("inf")), "worth of an enemy"),
        (lambda: stop(9, 9, card=float("nan")), "worth of the card"),
        (lambda: stop(9, 9, territory=True), "worth of the territory"),
        (lambda: stop(9, 9, rules="blitz"), "cannot be stopped"),
        (lambda: stop(9, 9, rules="sees-the-roll"), "cannot be stopped"),
        (lambda: stop(9, 9).attacks(10, 3), "attackers must be"),
        (lambda: stop(9, 9).best_of("luck"), "armies or chance"),
    ],
)
def test_refused(ask: Any, what: str) -> None:
    with pytest.raises(InputError, match=what):
        ask()


def test_too_large() -> None:
    with pytest.raises(TooLargeError, match="250,000"):
        stop(1000, 251)
