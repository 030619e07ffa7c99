"""Battles under every way people roll: engines, published cases, symmetry, monotony, simulation."""

from fractions import Fraction

import pytest
from hypothesis import given
from oracles import battles as oracles
from oracles.battles import Plain, case
from oracles.variants import SAYS
from strategies import plain_rules, rules_of

from riskodds import DiceRules, battle, rules, win_probability, win_table, with_changes
from riskodds.dice.counts import loss_weights
from riskodds.engines.chain import float_chain
from riskodds.engines.forward import sweep
from riskodds.engines.reach import fits
from riskodds.errors import InputError, TooLargeError

CAPITAL = "global-domination+capital"
# without SAYS: what changes more than a roll
WHOLE = ["sees-the-roll", "sees-greedy", "global-domination+blitz", f"{CAPITAL}+blitz",
         "sees-the-roll+capital", "sees-greedy+zombie-defender", "sees-the-roll+blitz"]  # fmt: skip
QUESTIONS = [(2, 1), (2, 3), (4, 2), (5, 5), (9, 7), (7, 12)]


@pytest.mark.parametrize("name", SAYS)
def test_engines_agree_with_a_dictionary_of_fractions(name: str) -> None:
    for attackers, defenders in QUESTIONS:
        exact = battle(attackers, defenders, rules=name, exact=True)
        odds = battle(attackers, defenders, rules=name)
        if len(SAYS[name].needs[1]) < 4:  # too many rolls to enumerate
            assert dict(exact.outcomes) == oracles.dictionary_battle(
                attackers - 1, defenders, SAYS[name]
            )
        assert list(odds.outcomes) == list(exact.outcomes)
        for ending, chance in exact.outcomes.items():
            assert odds.outcomes[ending] == pytest.approx(float(chance), rel=odds.error_bound)


@pytest.mark.parametrize("name", SAYS)
def test_the_linear_engine_and_the_sweep_agree(name: str) -> None:
    dice = rules(name).dice
    odds = battle(41, 35, rules=name)
    expected = sweep({(40, 35): 1.0}, float_chain(dice))
    endings = {(a - 1, d): p for (a, d), p in odds.outcomes.items()}
    assert endings.keys() == expected.keys()
    for ending, chance in expected.items():
        assert endings[ending] == pytest.approx(chance, rel=1e-12)


def test_which_rules_take_the_linear_engine() -> None:
    """Three outcomes a roll do; four, or one, do not."""
    linear = {name for name in SAYS if fits(float_chain(rules(name).dice))}
    assert linear >= {
        "classic", "two-dice-from-three", "eight-sided", "global-domination+zombie-attacker",
        "global-domination+zombie-defender", "classic+bunker", "classic+fortification",
        "classic+d8def", "classic+d8att", "classic+dice2att",
    }  # fmt: skip
    assert not linear & {"three-defence-dice", CAPITAL, "global-domination+capital+wall"}


@given(plain_rules)
def test_a_mirrored_roll_is_the_roll_of_mirrored_rules(plain: Plain) -> None:
    dice = rules_of(plain).dice
    ties = "attacker" if dice.ties == "defender" else "defender"
    mirrored = DiceRules(dice.defence, dice.attack, ties)  # type: ignore[arg-type]
    for i in range(1, dice.attack.dice + 1):
        for j in range(1, dice.defence.dice + 1):
            assert loss_weights(dice, i, j) == loss_weights(mirrored, j, i)[::-1]


def test_a_mirrored_battle_is_the_battle_of_mirrored_rules() -> None:
    """With equal dice on both sides and the ties given away, the sides change places."""
    for name, other in (("dice2+d8", "dice2+d8+ties-attacker"),
                        ("three-defence-dice", "three-defence-dice+ties-attacker"),
                        ("dice1+d4att", "dice1+d4def+ties-attacker")):  # fmt: skip
        for a, d in ((1, 1), (3, 5), (8, 6)):
            there = battle(a + 1, d, rules=name, exact=True)
            back = battle(d + 1, a, rules=other, exact=True)
            assert there.win == back.lose
            swapped = {(y + 1, x - 1): p for (x, y), p in there.outcomes.items()}
            assert swapped == dict(back.outcomes)


def test_ties_to_the_attacker_as_published() -> None:
    """THEORY 2, the last line of the table of rolls."""
    dice = rules("ties-attacker").dice
    for (i, j), counts in {
        (3, 2): (4816, 1981, 979), (2, 2): (581, 420, 295), (1, 2): (91, 125),
        (3, 1): (1071, 225), (2, 1): (161, 55), (1, 1): (21, 15),
    }.items():  # fmt: skip
        assert loss_weights(dice, i, j) == counts


@pytest.mark.parametrize("name", [*SAYS, *WHOLE])
def test_more_armies_never_hurt(name: str) -> None:
    """True under every preset and change, blitz and chosen dice included: no exception known."""
    top = 11 if name in WHOLE else 16
    win = {(a, d): battle(a, d, rules=name).win for a in range(2, top) for d in range(1, top)}
    slack = 1e-13
    for (a, d), chance in win.items():
        assert win.get((a + 1, d), 1) >= chance * (1 - slack)
        assert win.get((a, d + 1), 0) <= chance * (1 + slack)


@pytest.mark.parametrize(
    "name",
    ["classic", "two-dice-from-three", "three-defence-dice", "eight-sided", CAPITAL,
     "global-domination+zombie-attacker", "global-domination+zombie-defender", "classic+bunker",
     "classic+low-1def", "global-domination+capital+wall"],
)  # fmt: skip
def test_simulation_agrees(name: str) -> None:
    trials = 6_000
    odds = battle(7, 5, rules=name)
    seen = oracles.simulated_battle(6, 5, trials, 2024, SAYS[name])
    assert sum(seen.values()) == trials
    assert seen.keys() <= odds.outcomes.keys()
    spare = 4.5
    for ending, chance in odds.outcomes.items():
        allowed = spare * (trials * chance * (1 - chance)) ** 0.5 + 1
        assert abs(seen.get(ending, 0) - trials * chance) < allowed, ending


def test_zombies_as_published() -> None:
    expected = case("true random against zombies (ties to the attacker)")["win"]
    for name in ("global-domination+zombie-defender", "ties-attacker"):
        assert battle(301, 800, rules=name).win == pytest.approx(expected, abs=5e-13)


def test_attackers_needed_against_a_capital_as_published() -> None:
    expected = case("same against a capital (3 defence dice)")["attackers"]
    held = [12, 17, 26, 30]
    for defenders, attackers in enumerate(expected, 1):
        need = next(
            a for a in range(2, 99) if battle(a, defenders, rules=CAPITAL, exact=True).win >= P99
        )
        assert need == attackers
    for attackers, defenders in zip(expected, held, strict=True):
        need = next(
            d for d in range(1, 99) if battle(attackers, d, rules=CAPITAL, exact=True).lose >= P99
        )
        assert need == defenders


P99 = Fraction(99, 100)


def test_a_path_whose_middle_territory_defends_with_d8() -> None:
    """The survivors of each battle attack the next, leaving one army behind."""
    expected = case("path, chance after each territory; the middle one defends with d8")
    stack = {5: 1.0}
    captured = []
    for defenders, changes in ((3, []), (2, ["d8"]), (1, [])):
        there = with_changes(rules("classic"), changes)
        after: dict[int, float] = {}
        for armies, chance in stack.items():
            outcomes = battle(armies, defenders, rules=there).outcomes if armies > 1 else {}
            for (left, against), p in outcomes.items():
                if not against:
                    after[left - 1] = after.get(left - 1, 0) + chance * p
        stack = after
        captured.append(sum(stack.values()))
    assert captured == pytest.approx(expected["captured"], abs=5e-7)


def test_engines_that_know_one_kind_of_roll_refuse_the_rest() -> None:
    for name in ("sees-the-roll", "sees-greedy"):
        with pytest.raises(InputError, match="cannot be used here"):
            float_chain(rules(name).dice)


def test_the_same_rules_by_another_name() -> None:
    for name, other in (
        (CAPITAL, "three-defence-dice"),
        ("needs1:3def", "two-dice-from-three"),
        ("d8", "eight-sided"),
        ("zombie-attacker", "dice2att"),
        ("high1def", "bunker"),
        ("sees-the-roll", "classic+sees-the-roll"),
    ):
        assert battle(9, 7, rules=name).win == battle(9, 7, rules=other).win


@pytest.mark.parametrize(
    "name", ["capital", *WHOLE, "blitz:0:1.3:0:2", "sees-greedy+capital+blitz"]
)
def test_tables_are_the_battles(name: str) -> None:
    table = win_table(14, 11, rules=name)
    assert table.shape == (15, 12)
    assert table[:, 0].tolist() == [1.0] * 15
    assert not table[:2, 1:].any()
    for a in range(2, 15):
        for d in range(1, 12):
            win = battle(a, d, rules=name).win
            assert table[a, d] == pytest.approx(win, rel=1e-12, abs=1e-15)
    wins = win_probability([2, 9, 14], 7, rules=name)
    assert wins == pytest.approx(table[[2, 9, 14], 7], rel=1e-12, abs=1e-15)


def test_tables_too_large_for_a_defender_who_sees_the_roll() -> None:
    with pytest.raises(TooLargeError, match=r"at most 4,000,000 battles, not 9000000$"):
        win_table(3000, 3000, rules="sees-the-roll")
    one = win_probability([301, 12], [300, 9], rules="sees-the-roll")
    assert one[1] == pytest.approx(battle(12, 9, rules="sees-the-roll").win, rel=1e-12)
