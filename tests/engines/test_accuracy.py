"""What is returned is right within what it says, adds up to one, or is not returned."""

import os
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from cli_runner import ask

from riskodds import (
    AccuracyError,
    DiceRules,
    InputError,
    Rules,
    Side,
    TooLargeError,
    battle,
    hold,
    luck,
    needed,
    path,
    rules,
    win_probability,
)
from riskodds.engines import by_roll, closed_form
from riskodds.engines.chain import float_chain, integer_chain, unit
from riskodds.engines.forward import sweep
from riskodds.engines.lines import Endings, Line
from riskodds.engines.reach import fade, takes

# chances further down have no digits left to compare
SMALLEST = 1e-280


def assert_within(
    ours: Mapping[Any, float], true: Mapping[Any, Fraction], bound: float, left_out: float
) -> None:
    assert all(true.get(ending) for ending, chance in ours.items() if chance > SMALLEST)
    for ending, chance in true.items():
        if chance > SMALLEST:
            off = abs(Fraction(ours[ending]) - chance)
            assert off <= Fraction(bound) * chance + Fraction(left_out), ending


def random_side(rng: Random, most: int) -> Side:
    dice = rng.randint(1, most)
    needs = [1]
    while len(needs) < dice:
        needs.append(needs[-1] + rng.choice([1, 1, 1, 2, 9, 50]))
    return Side(
        sides=rng.choice([2, 4, 6, 6, 8, 12]),
        needs=tuple(needs),
        highest=rng.choice([0, 0, 0, 1, -1]),
        lowest=rng.choice([0, 0, 0, 1, -1]),
    )


def random_rules(rng: Random) -> Rules:
    if rng.random() < 0.4:
        return rules(rng.choice(["classic", "eight-sided", "two-dice-from-three", "capital"]))
    ties = "attacker" if rng.random() < 0.5 else "defender"
    dice = DiceRules(random_side(rng, 3), random_side(rng, 3), ties=ties)  # type: ignore[arg-type]
    return Rules("any", dice)


@pytest.mark.parametrize("seed", range(20))
def test_random_questions_are_within_their_bounds(seed: int) -> None:
    """Ten questions a seed, over all engines, against exact fractions, tails included."""
    rng = Random(seed)
    for kind in ("even", "even", "many attackers", "many defenders", "stops", "stops", "rolls"):
        chosen = random_rules(rng)
        a = rng.randint(150, 260) if kind == "many attackers" else rng.randint(2, 45)
        d = rng.randint(150, 260) if kind == "many defenders" else rng.randint(1, 45)
        options: dict[str, Any] = {}
        if kind in ("stops", "rolls"):
            options = {"stop_at": rng.randint(1, a - 1), "goal": rng.randint(0, d - 1)}
        if kind == "rolls":
            options["rolls"] = rng.randint(1, a + d)
        odds = battle(a, d, rules=chosen, **options)
        exact = battle(a, d, rules=chosen, exact=True, **options)
        assert_within(odds.outcomes, exact.outcomes, odds.error_bound, odds.left_out)
    chosen = random_rules(rng)
    a, places = rng.randint(2, 60), [rng.randint(1, 9) for _ in range(rng.randint(1, 3))]
    found, whole = (path(a, places, rules=chosen), path(a, places, rules=chosen, exact=True))
    assert_within(found.outcomes, whole.outcomes, found.error_bound, found.left_out)
    seen = rules(rng.choice(["sees-the-roll", "sees-the-roll+d4att", "sees-the-roll+d8def"]))
    a, d = rng.randint(2, 20), rng.randint(1, 20)
    odds, exact = (battle(a, d, rules=seen, exact=exact) for exact in (False, True))
    ours, true = ({"win": o.win, "lose": o.lose} for o in (odds, exact))
    assert_within(ours, true, odds.error_bound, odds.left_out)
    chosen = random_rules(rng)
    exact = battle(a, d, rules=chosen, exact=True)
    chance = float(win_probability([a, a], d, rules=chosen)[0])
    assert_within({"win": chance}, {"win": exact.win}, 5 * (a + d) * 2.0**-53, 0.0)


@pytest.mark.parametrize(
    ("a", "d", "name", "stop_at"),
    [
        (9, 1442, "eight-sided", 4),
        (900, 60, "d4att+d12def", 1),
        (60, 900, "d12att+d4def", 1),
        (1400, 12, "classic", 1),
    ],
)
def test_far_tails_are_within_their_bounds(a: int, d: int, name: str, stop_at: int) -> None:
    """Lines walked far beyond their middle, against a sweep over integers."""
    chosen = rules(name)
    base = unit(chosen.dice)
    weights = sweep({(a - 1, d): 1}, integer_chain(chosen.dice), stop_at - 1)
    odds = battle(a, d, rules=chosen, stop_at=stop_at)
    true = {
        (x + 1, y): Fraction(weight, base ** (a - 1 + d - x - y))
        for (x, y), weight in weights.items()
        if (x + y) % 7 == 0
    }
    ours = {ending: chance for ending, chance in odds.outcomes.items() if ending in true}
    assert_within(ours, true, odds.error_bound, odds.left_out)


@pytest.mark.parametrize(
    ("a", "d", "name"),
    [
        (470, 300, "needs1:2:999att"),
        (330, 260, "needs1:2:300att"),
        (300, 330, "needs1:250def"),
        (300, 300, "needs1:298:299att+needs1:299def"),
        (900, 40, "needs1:2:3:400att+needs1:30def"),
    ],
)
def test_sides_that_need_many_armies_for_their_dice(a: int, d: int, name: str) -> None:
    """Wide strips, against the row by row sweep of a path."""
    odds, other = battle(a, d, rules=name), path(a, [d], rules=name)
    assert odds.win == pytest.approx(other.win, rel=1e-11)
    assert odds.lose == pytest.approx(other.lose, rel=1e-11)
    for captured, attackers, defenders in other.outcomes:
        expected = other.outcomes[captured, attackers, defenders]
        if expected > SMALLEST:
            assert odds.outcomes[attackers, defenders] == pytest.approx(expected, rel=1e-10, abs=0)


def test_strips_of_thousands_of_lines() -> None:
    # from a path, row by row in plain floats: 0.5015865100205, 0.00153533664083
    assert battle(4700, 3000, rules="needs1:2:9999att").win == pytest.approx(
        0.5015865100205, rel=1e-11
    )
    assert battle(2050, 1500, rules="needs1:2:2000att").win == pytest.approx(
        0.00153533664083, rel=1e-11
    )
    odds = battle(9000, 9000, rules="needs1:9998:9999att+needs1:9999def")
    assert odds.win + odds.lose == pytest.approx(1, abs=1e-12)
    assert 0 < odds.win < 1e-100
    # searches ask the same battles
    armies = needed(300, rules="needs1:200def").attackers
    assert path(armies, [300], rules="needs1:200def").win >= 0.9
    assert path(armies - 1, [300], rules="needs1:200def").win < 0.9
    kept = hold(300, rules="needs1:2:200att").defenders
    assert path(300, [kept], rules="needs1:2:200att").lose >= 0.9
    assert path(300, [kept - 1], rules="needs1:2:200att").lose < 0.9


def test_a_strip_is_followed_as_far_as_it_is_wide() -> None:
    chain = float_chain(rules("needs1:2:9999att").dice)
    reaches = [fade(chain, "defenders", lines) for lines in (1, 10, 100, 1000, 10_000)]
    assert reaches == sorted(reaches)
    # 2 against 2 dice cost the defender 1010/1296 armies a roll, the attacker 1582/1296
    assert reaches[-1] > 10_000 * 1010 / 1582


def test_strips_too_large_are_handed_on() -> None:
    dice = DiceRules(Side(needs=(1, 2, 90_000)), Side(needs=(1, 90_000)))
    assert takes(80, 80, float_chain(dice))
    assert not takes(80_000, 80_000, float_chain(dice))
    with pytest.raises(TooLargeError, match="GiB"):
        battle(80_000, 80_000, rules=Rules("wide", dice))


@pytest.mark.parametrize(
    ("a", "d", "name"),
    [
        (853_414_000, 10**9, "classic"),
        (10**9, 1_170_000_000, "classic"),
        (10**9, 10**9, "eight-sided"),
        (10**9, 8 * 10**8, "d8def"),
        (100_000, 100_000, "three-defence-dice"),
        (60_000, 40_000, "capital+d8att"),
    ],
)
def test_what_rounding_loses_is_not_lost(a: int, d: int, name: str) -> None:
    odds = battle(a, d, rules=name)
    assert abs(odds.win + odds.lose - 1) < 1e-14


@pytest.mark.parametrize("a", [9, 3000])
def test_an_answer_that_does_not_add_up_is_answered_by_the_layers(
    a: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = battle(a, a)
    wrong = Endings([Line("defenders", 0, 1, [0.5])], 0.0, 0.5, 1e-14)
    monkeypatch.setattr(closed_form, "endings", lambda *_: wrong)
    assert battle(a, a).win == pytest.approx(right.win, rel=1e-12)
    monkeypatch.setattr(by_roll, "endings", lambda *_: wrong)
    with pytest.raises(AccuracyError, match=r"add up to 0.5 instead of 1"):
        battle(a, a)
    done = ask(str(a), str(a))
    assert (done.status, done.out) == (1, "")
    assert "withheld" in done.err


def test_what_is_left_out_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for together, left_out, fine in (
        (0.9, 0.1, True),
        (0.9, 0.09, False),
        (float("nan"), 1, False),
    ):
        found = Endings([Line("defenders", 0, 1, [0.9])], left_out, together, 1e-14)
        monkeypatch.setattr(by_roll, "endings", lambda *_, found=found: found)
        if fine:
            assert battle(9, 9, rules="capital").left_out == 0.1
        else:
            with pytest.raises(AccuracyError):
                battle(9, 9, rules="capital")


def test_layers_carry_what_a_rounded_roll_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with a limit on rolls, where battles still go on."""
    for limit in (None, 9_000):
        odds = battle(20_000, 20_000, rules="capital", rolls=limit)
        together = odds.win + odds.lose + odds.undecided
        assert abs(together - 1) < 2e-15
    monkeypatch.setattr(by_roll, "fsum", lambda _: 0.0)
    odds = battle(20_000, 20_000, rules="capital")
    assert abs(odds.win + odds.lose - 1) > 5e-14


def test_an_ending_that_underflows_is_not_impossible() -> None:
    # (2890/7776)^900 is 2e-387
    rank = luck(2000, 2000, rolls=900, left=(2000, 200))
    assert (rank.better, rank.same) == (0, 0)
    assert rank.worse == pytest.approx(1)
    rank = luck(2000, 2000, rolls=900, left=(200, 2000))
    assert (rank.same, rank.worse) == (0, 0)
    assert luck(2000, 2000, stop_at=4, left=(3, 1999)).same == 0
    impossible: tuple[tuple[tuple[int, int], dict[str, Any]], ...] = (
        ((2000, 201), {"rolls": 900}),
        ((1999, 200), {"rolls": 900}),
        ((2000, 200), {}),
        ((2, 1999), {"stop_at": 4}),
        ((5, 1999), {"stop_at": 4}),
        ((1, 0), {}),
    )
    for left, options in impossible:
        with pytest.raises(InputError, match="cannot"):
            luck(2000, 2000, left=left, **options)


def test_an_exact_zero_has_not_sunk() -> None:
    """With two sides and a bunker's bonus a defender who sees the roll never loses the last one."""
    odds = battle(6, 5, rules="sees-the-roll+d2+bunker")
    exact = battle(6, 5, rules="sees-the-roll+d2+bunker", exact=True)
    assert odds.win == exact.win == 0
    assert odds.left_out == 0
    assert {e: p for e, p in odds.outcomes.items() if p} == {
        ending: pytest.approx(float(chance)) for ending, chance in exact.outcomes.items() if chance
    }
    assert battle(300, 200, rules="sees-the-roll+d2+bunker").lose == pytest.approx(1, abs=1e-12)
    # and what has sunk is still told
    with pytest.raises(TooLargeError, match="one-sided"):
        battle(3, 1500, rules="sees-the-roll")


def test_the_switch_of_numba_turns_compiled_code_off() -> None:
    command = [sys.executable, "-m", "riskodds", "simulate", "12", "9", "--trials", "3000"]
    command += ["--seed", "1", "--json"]
    plain, usual = (
        subprocess.run(
            command, capture_output=True, text=True, env={**os.environ, **switch}, check=True
        )
        for switch in ({"NUMBA_DISABLE_JIT": "1"}, {})
    )
    assert (plain.stdout, plain.stderr) == (usual.stdout, usual.stderr)
