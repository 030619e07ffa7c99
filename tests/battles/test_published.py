"""The checked values of the field: exact tables, published tables, known cases."""

from fractions import Fraction
from math import prod
from typing import Any

import pytest
from oracles import battles as oracles
from oracles.battles import case

from riskodds import DiceRules, Rules, Side, battle
from riskodds.dice.rules import CLASSIC

VECTORS = oracles.data("vectors.json")
CASES = oracles.data("cases.json")


@pytest.mark.parametrize(
    "row", VECTORS["battles"], ids=lambda r: f"{r['attackers']}v{r['defenders']}"
)
def test_battles(row: dict[str, Any]) -> None:
    question = row["attackers"], row["defenders"]
    exact = battle(*question, exact=True)
    assert exact.win == Fraction(row["win"])
    assert exact.lose == 1 - exact.win
    odds = battle(*question)
    for name in ("expected_attacker_losses", "expected_defender_losses"):
        assert getattr(odds, name) == pytest.approx(row[name], rel=1e-13)
    assert odds.win == pytest.approx(row["win_float"], rel=1e-13)
    assert odds.lose == pytest.approx(row["lose_float"], rel=1e-13)


@pytest.mark.parametrize(
    "row", VECTORS["distributions"], ids=lambda r: f"{r['attackers']}v{r['defenders']}"
)
def test_distributions(row: dict[str, Any]) -> None:
    question = row["attackers"], row["defenders"]
    expected = {
        (o["attackers"], o["defenders"]): Fraction(o["probability"]) for o in row["outcomes"]
    }
    assert dict(battle(*question, exact=True).outcomes) == expected
    odds = battle(*question)
    assert list(odds.outcomes) == sorted(expected, key=lambda end: (end[1], -end[0]))
    for ending, chance in expected.items():
        assert odds.outcomes[ending] == pytest.approx(float(chance), rel=1e-13)


@pytest.mark.parametrize(
    "row", VECTORS["large"], ids=lambda r: f"{r['attackers']}v{r['defenders']}"
)
def test_large_battles(row: dict[str, Any]) -> None:
    odds = battle(row["attackers"], row["defenders"])
    tolerance = 1e-12 if row["attackers"] <= 10_001 else 1e-10
    for name in ("win", "lose"):
        if name in row:
            assert getattr(odds, name) == pytest.approx(float(row[name]), rel=tolerance)
    assert abs(odds.win + odds.lose - 1) < 1e-12


def test_osborne_2003_table_3() -> None:
    for a, row in enumerate(VECTORS["osborne_2003_table_3"]["win"], 1):
        for d, win in enumerate(row, 1):
            assert battle(a + 1, d).win == pytest.approx(win, abs=0.00051)


def test_oeis_a371949() -> None:
    terms = iter(VECTORS["oeis_A371949"]["terms"])
    antidiagonal = 1
    for term in terms:
        row = [term, *(next(terms) for _ in range(antidiagonal - 1))]
        ours = [
            battle(a + 1, antidiagonal + 1 - a, exact=True).win * 7776**antidiagonal
            for a in range(1, antidiagonal + 1)
        ]
        assert row in (ours, ours[::-1])
        antidiagonal += 1


@pytest.mark.parametrize(
    "given",
    [c for c in CASES if set(c["input"]) <= {"attackers", "movable", "defenders"}
     and isinstance(c["input"].get("defenders"), int) and set(c["expected"]) & {"win", "lose"}
     and "blitz" not in c["question"] and "zombies" not in c["question"]],
    ids=lambda c: "-".join(map(str, c["input"].values())),
)  # fmt: skip
def test_battle_cases(given: dict[str, Any]) -> None:
    question, expected = given["input"], given["expected"]
    attackers = question.get("attackers", question.get("movable", 0) + 1)
    odds = battle(attackers, question["defenders"])
    for name, value in expected.items():
        if name == "mean_attackers_left":
            ours = odds.attackers_left().mean
        elif name == "mean_defenders_left":
            ours = odds.defenders_left().mean
        else:
            ours = getattr(odds, name)
        assert ours == pytest.approx(value, rel=2e-4 if name == "lose" else 1e-6)


def test_first_battle_in_the_attackers_favour() -> None:
    movable = case("first n with n movable against n in the attacker's favour")
    for n, win in movable["values"].items():
        assert round(battle(int(n) + 1, int(n)).win, 4) == win
    assert next(n for n in range(1, 20) if battle(n + 1, n).win > 0.5) == movable["n"]
    total = case("first n with n total against n in the attacker's favour")
    assert next(n for n in range(2, 20) if battle(n, n).win > 0.5) == total["n"]
    assert round(battle(total["n"], total["n"]).win, 4) == total["value"]


def test_needed_armies_are_never_decided_on_a_rounded_chance() -> None:
    expected = case("movable attackers for more than 80 %")["movable"]
    for defenders, movable in enumerate(expected, 1):
        assert battle(movable + 1, defenders, exact=True).win > Fraction(8, 10)
        assert battle(movable, defenders, exact=True).win <= Fraction(8, 10)
    expected = case("total attackers for at least p")["attackers"]
    for defenders, attackers in enumerate(expected, 1):
        assert battle(attackers, defenders, exact=True).win >= Fraction(99, 100)
        assert battle(attackers - 1, defenders, exact=True).win < Fraction(99, 100)


def test_needed_armies_against_a_capital() -> None:
    capital = Rules("capital", DiceRules(defence=Side(needs=(1, 2, 3))))
    expected = case("same against a capital (3 defence dice)")["attackers"]
    for defenders, attackers in enumerate(expected, 1):
        assert battle(attackers, defenders, rules=capital).win >= 0.99
        assert battle(attackers - 1, defenders, rules=capital).win < 0.99


def test_losses_of_endless_attackers() -> None:
    expected = case("attackers lost with endless attackers")["expected_attacker_losses"]
    for defenders, losses in enumerate(expected, 1):
        assert battle(300, defenders).expected_attacker_losses == pytest.approx(losses, abs=1e-6)


def test_stop_rules() -> None:
    stopped = battle(12, 5, stop_at=8)
    expected = case("stop when 7 movable or fewer are left")
    assert stopped.win == pytest.approx(expected["taken_with_more_than_7"], abs=1e-6)
    assert battle(12, 5).win == pytest.approx(expected["plain"], abs=1e-6)
    assert (stopped.lose, round(stopped.undecided, 6)) == (0, 0.492859)
    assert battle(7, 5, goal=2).reached == pytest.approx(
        case("wear down to 2 or fewer")["reached"], abs=1e-6
    )
    assert battle(11, 6, goal=2, stop_at=6).reached == pytest.approx(
        case("goal and stop together")["reached"], abs=1e-6
    )
    odds = battle(3, 2, stop_at=2)
    assert (round(odds.win, 6), round(odds.lose, 6), round(odds.undecided, 6)) == (
        0.227623,
        0.448302,
        0.324074,
    )


def test_followed_roll_by_roll() -> None:
    followed = next(c for c in CASES if c["question"] == "a battle followed roll by roll")
    for (a, d), win in zip(
        followed["input"]["movable_defenders"], followed["expected"]["win"], strict=True
    ):
        assert battle(a + 1, d).win == pytest.approx(win, abs=1e-6)


def test_zombies_and_capital() -> None:
    zombies = Rules("zombies", DiceRules(ties="attacker"))
    expected = next(c for c in CASES if "zombies" in c["question"])["expected"]["win"]
    assert battle(301, 800, rules=zombies).win == pytest.approx(expected, abs=1e-12)
    capital = Rules("capital", DiceRules(defence=Side(needs=(1, 2, 3))))
    exactly = next(c for c in CASES if c["question"].startswith("capital"))["expected"]["true"]
    assert battle(31, 15, rules=capital).outcomes[19, 0] == pytest.approx(exactly, rel=1e-13)


def test_the_far_tail_is_summed() -> None:
    exact = prod([Fraction(441, 1296)] * 48, start=Fraction(91 * 21, 216 * 36))
    assert battle(51, 1, exact=True).lose == exact
    assert battle(51, 1).lose == pytest.approx(8.289277064536258e-24, rel=1e-13)
    assert battle(51, 1, rules=Rules("as classic", CLASSIC)).lose == battle(51, 1).lose
