"""Battles of any size: right, bounded, and said how right."""

import json
import signal
import subprocess
import sys
from fractions import Fraction
from math import comb, log

import numpy as np
import pytest
from cli_runner import ask
from strategies import endings_of

from riskodds import DiceRules, InputError, Rules, Side, TooLargeError, battle, rules
from riskodds.dice.rules import CLASSIC
from riskodds.engines import closed_form, exact as fractions
from riskodds.engines.chain import float_chain
from riskodds.engines.reach import mark
from riskodds.engines.walks import careful_sum, visits

CAPITAL = rules("three-defence-dice")


@pytest.fixture(autouse=True, scope="module")
def compiled_code() -> None:
    """Load the compiled engine: whether it is loaded decides the form of middling results."""
    battle(10**8, 10**8)


# 40 digits and more, from THEORY
KNOWN = [
    (1001, 1000, "win", 0.99891132342895129931869, 1e-12),
    (10001, 10000, "lose", 1.134373446401941e-22, 1e-12),
    (853416, 1000000, "win", 0.49998230850675312, 1e-10),
]


@pytest.mark.parametrize(("a", "d", "name", "value", "tolerance"), KNOWN)
def test_known_values(a: int, d: int, name: str, value: float, tolerance: float) -> None:
    odds = battle(a, d)
    assert getattr(odds, name) == pytest.approx(value, rel=tolerance)
    assert abs(getattr(odds, name) / value - 1) <= odds.error_bound


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12])
def test_even_battles_add_up(n: int) -> None:
    even = round(2387 / 2797 * n)
    odds = battle(even, n)
    assert abs(odds.win + odds.lose - 1) < (1e-9 if n > 10**9 else 1e-11)
    assert abs(odds.win + odds.lose - 1) <= odds.error_bound
    assert 0.2 < odds.win < 0.8
    assert 0 <= odds.left_out < 1e-19
    # by the drift of a roll, attackers lose 2387 for 2797 of the defenders; balance of the means
    assert odds.expected_attacker_losses / odds.expected_defender_losses == pytest.approx(
        2387 / 2797, rel=1e-5
    )


@pytest.mark.parametrize("length", [1199, 1200, 4001])
def test_a_long_line_against_the_trinomial_coefficient_in_integers(length: int) -> None:
    ways = (2275, 2611, 2890)  # of 7776: the attacker loses 2, 1, 0

    def coefficient(j: int) -> Fraction:
        rolls = (j + length) // 2
        both, one = j // 2, j % 2  # rolls that cost the attacker two armies and one
        term = comb(rolls, both) * comb(rolls - both, one)
        term *= ways[0] ** both * ways[1] ** one * ways[2] ** (rolls - both - one)
        total = 0
        while both >= 0 and rolls >= both + one:
            total += term
            # one roll of two armies a side and one of the other side become two of one each
            rest = rolls - both - one
            term = term * both * rest * ways[1] ** 2
            term //= (one + 1) * (one + 2) * ways[0] * ways[2]
            both, one = both - 1, one + 2
        return Fraction(total, 7776**rolls)

    p0, p1, p2 = (n / 7776 for n in ways)
    first, weights, count, left_out, _ = visits(
        length, 10**7, p0, p1, p2, log(p2), 1400.0, mark(float_chain(CLASSIC), length, 1), 0
    )
    middle, spread = round(0.853414 * length), round(1.45 * length**0.5)
    for deviations in (-12, -3, 0, 1, 6, 15):
        j = middle + deviations * spread
        j += (j - length) % 2
        if j >= 0:
            expected = float(coefficient(j))
            assert weights[(j - first) // 2] == pytest.approx(expected, rel=1e-12, abs=0)
    assert careful_sum(weights, count) == pytest.approx(1 / (p1 + 2 * p2), rel=1e-12)
    assert left_out == 0


def test_narrow_windows_say_what_they_leave_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from riskodds.engines import jit, walks as module

    chain = float_chain(CLASSIC)
    lines, left_out, *_ = closed_form.endings(40_000, 45_000, chain)
    assert left_out == 0
    whole = {line[:2]: line for line in lines}
    monkeypatch.setattr(jit, "ON", False)
    monkeypatch.setattr(module, "WIDE_CELLS", 100.0)
    monkeypatch.setattr(module, "NARROW", 3.0)
    cut, left_out, *_ = closed_form.endings(40_000, 45_000, chain)
    assert 1e-12 < left_out < 0.02
    kept = sum(sum(line.chances) for line in cut)
    assert 1 - kept <= left_out
    for line in cut:
        for n in range(0, len(line.chances), 97):
            true = whole[line[:2]].chance(*line.ending(n))
            assert abs(line.chances[n] - true) <= left_out


@pytest.mark.parametrize(
    ("a", "d", "rolls"), [(300, 220, None), (150, 200, None), (260, 250, 90), (40, 300, 60)]
)
@pytest.mark.parametrize("dice", ["classic", "three-defence-dice"])
def test_layers_against_exact_fractions(a: int, d: int, rolls: int | None, dice: str) -> None:
    chosen = rules(dice)
    exact = endings_of(fractions.endings(a - 1, d, chosen.dice, 3, 2, rolls))
    odds = battle(a, d, rules=chosen, stop_at=4, goal=2, rolls=rolls)
    for (x, y), chance in exact.items():
        if chance > 1e-280:
            assert odds.outcomes[x + 1, y] == pytest.approx(float(chance), rel=1e-12)


def test_a_band_leaves_out_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = battle(20_000, 20_000, rules=CAPITAL)
    assert abs(odds.win + odds.lose - 1) < 1e-11
    from riskodds.engines import by_roll as module

    monkeypatch.setattr(module, "EXACT_WORK", 1.0)
    banded = battle(20_000, 20_000, rules=CAPITAL)
    assert 0 < banded.left_out < 1e-22
    assert banded.win == pytest.approx(odds.win, rel=1e-12, abs=1e-22)
    assert banded.lose == pytest.approx(odds.lose, rel=1e-12)


def test_a_hundred_thousand_against_a_capital() -> None:
    odds = battle(100_000, 100_000, rules=CAPITAL)
    assert abs(odds.win + odds.lose - 1) <= odds.error_bound
    assert odds.left_out < 1e-18
    # the drift of 3 against 3 rolls gives the losses of a lost battle
    losses = [6420 * 0 + 10017 + 12348 * 2 + 17871 * 3, 6420 * 3 + 10017 * 2 + 12348]
    assert odds.expected_attacker_losses / odds.expected_defender_losses == pytest.approx(
        losses[0] / losses[1], rel=1e-3
    )


def test_large_results_have_the_interface_of_small_ones() -> None:
    large = battle(30_000, 25_000)
    assert isinstance(large.lines[0].chances, np.ndarray)
    left = large.attackers_left("win")
    middle = left.quantile(0.5)
    assert left.at_most(middle) >= 0.5 > left.at_most(middle - 1)
    assert left.interval(0.8)[0] < middle < left.interval(0.8)[1]
    assert left.mean == pytest.approx(30_000 - large.expected_attacker_losses, abs=1e-6)
    assert left.sd == pytest.approx(large.sd_attacker_losses, rel=1e-6)
    assert large.outcomes[large.most_likely] == max(large.lines[0].chances)
    assert abs(left.mode - left.mean) < 2
    ending, chance = next(iter(large.outcomes.items()))
    assert ending[1] == 0
    assert type(ending[0]) is int
    assert type(chance) is float
    both = large.attackers_left()
    assert both.at_least(2) == pytest.approx(large.win, rel=1e-12)
    assert both.chance(1) == pytest.approx(large.lose, rel=1e-12)


def test_a_stop_level_of_a_large_battle() -> None:
    odds = battle(200_000, 230_000, stop_at=5_000, goal=3_000)
    assert odds.win == odds.lose == 0
    assert odds.undecided == pytest.approx(1, abs=1e-11)
    assert odds.reached == pytest.approx(odds.defenders_left().at_most(3_000))
    assert {line.key for line in odds.lines} == {
        ("attackers", 4_999), ("attackers", 5_000), ("defenders", 2_999), ("defenders", 3_000),
    }  # fmt: skip


def test_only_what_matters_is_listed_unless_all_is_asked_for() -> None:
    odds = battle(60_000, 51_000)
    answer = odds.to_dict()
    largest = max(line.chances.max() for line in odds.lines)
    shown = [row["probability"] for row in answer["outcomes"]]
    assert 1000 < len(shown) <= 10_000
    assert min(shown) > 1e-12 * largest
    assert answer["left_out"] == pytest.approx(
        odds.left_out + odds.win + odds.lose - sum(shown), abs=1e-12
    )
    complete = odds.to_dict(complete=True)
    assert len(complete["outcomes"]) == len(odds.outcomes)
    assert complete["left_out"] == odds.left_out
    order = [(row["defenders"], -row["attackers"]) for row in answer["outcomes"]]
    assert order == sorted(order)
    # even more outcomes that matter: the 10,000 most likely
    many = battle(10_000_000, 10_000_000).to_dict()
    assert len(many["outcomes"]) == 10_000
    assert many["left_out"] > 1e-9


def test_json_of_a_large_battle() -> None:
    answer = json.loads(ask("60000", "51000", "--json").out)
    assert answer == battle(60_000, 51_000).to_dict()
    everything = json.loads(ask("12000", "9000", "--json", "--all").out)
    assert everything == battle(12_000, 9_000).to_dict(complete=True)


def test_limits_are_said() -> None:
    with pytest.raises(InputError, match="1,000,000,000,000, not 1000000000001"):
        battle(10**12 + 1, 5)
    with pytest.raises(TooLargeError, match="steps for 999,999,999 armies that may attack"):
        battle(10**9, 10**9, rules=CAPITAL)
    d2 = Rules("even", DiceRules(Side(needs=(1,)), Side(needs=(1,))))
    with pytest.raises(TooLargeError, match="steps"):
        battle(10**9, 10**9, rules=d2)


@pytest.mark.needs("signals")
def test_ctrl_c_ends_long_work_cleanly() -> None:
    program = """
from riskodds.__main__ import main
from riskodds.engines.by_roll import MARCH
compiled = MARCH.compiled
def ready(*args, **options):
    print("ready", flush=True)
    return compiled(*args, **options)
MARCH.compiled = ready
main(["300000", "300000", "--rules", "three-defence-dice"])
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "riskodds: interrupted\n")


def test_the_tail_of_a_capital_is_kept_as_long_as_that_is_cheap() -> None:
    # by a backward recursion over the table of all smaller battles, rows in a ring
    assert battle(56_544, 30_000, rules=CAPITAL).lose == pytest.approx(4.16e-27, rel=1e-3)


def test_a_chance_lacks_no_more_than_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from riskodds.engines import by_roll as module

    whole = battle(10_000, 5_000, rules=CAPITAL)
    assert 0 < whole.lose < 1e-12
    monkeypatch.setattr(module, "EXACT_WORK", 1.0)
    monkeypatch.setattr(module, "BAND_CUTOFF", 1e-9)
    banded = battle(10_000, 5_000, rules=CAPITAL)
    assert banded.lose < whole.lose / 2  # the band has cut it off
    assert banded.lose <= whole.lose <= banded.lose + banded.left_out
    monkeypatch.setenv("COLUMNS", "60")
    out = ask("10000", "5000", "--rules", "three-defence-dice").out
    assert "fail             < 0.1 %   less than 1 in " in out


def test_few_rolls_of_many_armies_take_little_memory() -> None:
    assert dict(battle(10**12, 3, rolls=1).outcomes) == {
        (10**12 - lost, 1 + lost): pytest.approx(chance)
        for lost, chance in enumerate([2890 / 7776, 2611 / 7776, 2275 / 7776])
    }
    for a, d in ((10**12, 10**12), (10**9, 7), (9, 10**9)):
        small = battle(min(a, 40), min(d, 40), rolls=3)
        shift = a - min(a, 40), d - min(d, 40)
        moved = {(x + shift[0], y + shift[1]): p for (x, y), p in small.outcomes.items()}
        assert dict(battle(a, d, rolls=3).outcomes) == moved


def test_a_question_that_needs_too_much_memory_is_refused() -> None:
    with pytest.raises(TooLargeError, match=r"take about 26.8 GiB for 599,999,999 armies"):
        battle(6 * 10**8, 3, rules=CAPITAL)
