"""Battles rolled out with dice: fair, repeatable, and right as often as they claim."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from typing import Any

import pytest
from cli_runner import ask
from oracles import battles as oracles
from oracles.battles import Plain
from strategies import rules_of

from riskodds import InputError, TooLargeError, battle, rules
from riskodds.battles.simulation import LANES, Simulation, simulate
from riskodds.engines import jit, monte_carlo as literal

pytest.importorskip("numba")

WORD = 2**32


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


def thrown(words: list[int], dice: tuple[int, int], sides: tuple[int, int]) -> list[list[int]]:
    """Read all dice out of words, which then hold what is left of them."""
    many = [9] * len(words)
    rows = []
    for number, faces in zip(dice, sides, strict=True):
        # unsorted: one die at a time
        for _ in range(number):
            row = [[0] * len(words)]
            literal.throw(words, many, row, [0] * len(words), (faces, 0, 0, 0, 1))
            rows += row
    return rows


@pytest.mark.parametrize(("dice", "sides"), [((3, 2), (6, 6)), ((2, 3), (6, 8)), ((1, 1), (5, 12))])
def test_every_roll_has_as_many_words(dice: tuple[int, int], sides: tuple[int, int]) -> None:
    size = sides[0] ** dice[0] * sides[1] ** dice[1]
    reject = WORD % size
    # words that share a roll are neighbours; here are the first of each
    firsts = [-(-n * WORD // size) for n in range(size)]
    words = list(firsts)
    rolls = list(zip(*thrown(words, dice, sides), strict=True))
    faces = [range(1, sides[0] + 1)] * dice[0] + [range(1, sides[1] + 1)] * dice[1]
    assert rolls == list(product(*faces))
    accepted = [
        end - first - (rest < reject)
        for first, end, rest in zip(firsts, [*firsts[1:], WORD], words, strict=True)
    ]
    assert set(accepted) == {WORD // size}
    lasts = [first - 1 for first in firsts[1:]]
    assert list(zip(*thrown(lasts, dice, sides), strict=True)) == rolls[:-1]


def test_words_are_those_of_the_published_generator() -> None:
    state = [[1], [2], [3], [4]]
    words = [0]
    drawn = []
    for _ in range(10):
        literal.draw(state, words)
        drawn += words
    # the test values of the rand_xoshiro crate, made with the authors' program
    assert drawn == [
        641, 1573767, 3222811527, 3517856514, 836907274,
        4247214768, 3867114732, 1355841295, 495546011, 621204420,
    ]  # fmt: skip


def test_no_stream_is_a_shift_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[list[list[int]]] = []

    def keep(*args: Any) -> tuple[int, ...]:
        states.append([list(row) for row in args[3]])
        return (sum(args[4]), *(0,) * (len(literal.COUNTS) - 1))

    monkeypatch.setattr(jit, "ON", False)
    monkeypatch.setattr(literal.FIGHT, "plain", keep)
    for seed in (1, 2):
        simulate(12, 9, trials=2 * LANES * 256, seed=seed)
    assert len(states) == 4
    pairs: Counter[tuple[int, int]] = Counter()
    for state in states:
        before = [0] * LANES
        for n in range(40):
            words = [0] * LANES
            literal.draw(state, words)
            if n:
                pairs.update(zip(before, words, strict=True))
            before = words
    # pairs of words have 64 bits: two that agree would be one stream met twice
    assert len(pairs) == 39 * 4 * LANES


RULES = {
    "classic": Plain(),
    "three for the defender": Plain(needs=((1, 2, 3), (1, 2, 3))),
    "two from three": Plain(needs=((1, 2, 3), (1, 3))),
    "ties to the attacker": Plain(attacker_wins_ties=True),
    "other dice": Plain(sides=(8, 5)),
    "highest": Plain(highest=(0, 1)),
    "lowest": Plain(lowest=(1, -1)),
    "all": Plain(every=(-1, 1), highest=(2, 0)),
}


@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_enumerated_dice(name: str) -> None:
    trials = 400_000
    plain = RULES[name]
    stop_rules: list[dict[str, Any]] = [{}, {"stop_at": 3, "goal": 1}, {"rolls": 2}]
    for stops in stop_rules:
        exact = oracles.dictionary_battle(7, 5, plain, **stops)
        result = simulate(8, 5, trials=trials, seed=3, rules=rules_of(plain), **stops)
        goal = stops.get("goal", 0)
        chances = dict.fromkeys(("win", "lose", "undecided", "reached"), Fraction())
        for (a, d), chance in exact.items():
            chances["win" if not d else "lose" if a == 1 else "undecided"] += chance
            chances["reached"] += chance * (d <= goal)
        for ending, chance in chances.items():
            spread = sqrt(trials * chance * (1 - chance))
            assert abs(result.counts[ending] - trials * chance) <= 4.5 * spread, ending
        for side, start, mean in (
            (0, 8, result.mean_attacker_losses),
            (1, 5, result.mean_defender_losses),
        ):
            lost = sum((start - left[side]) * p for left, p in exact.items())
            assert abs(mean - lost) < 4.5 * start / 2 / sqrt(trials)


def test_its_intervals_are_right_as_often_as_they_say() -> None:
    win = float(sum(p for (_, d), p in oracles.dictionary_battle(11, 9).items() if not d))
    results = [simulate(12, 9, trials=5_000, seed=seed) for seed in range(100)]
    inside = sum(low < win < high for low, high in (r.interval("win") for r in results))
    assert 89 <= inside <= 99
    narrow = [simulate(12, 9, trials=5_000, seed=seed, level=0.5) for seed in range(100)]
    inside = sum(low < win < high for low, high in (r.interval("win") for r in narrow))
    assert 35 <= inside <= 65


def test_an_interval_by_its_definition() -> None:
    result = simulate(5, 4, trials=60, seed=2, level=0.9)
    count = result.counts["win"]
    low, high = result.interval("win")

    def tail(p: float, counts: range) -> float:
        return sum(comb(60, k) * p**k * (1 - p) ** (60 - k) for k in counts)

    assert tail(low, range(count, 61)) == pytest.approx(0.05, rel=1e-9)
    assert tail(high, range(count + 1)) == pytest.approx(0.05, rel=1e-9)
    assert result.counts["undecided"] == 0
    assert result.interval("undecided")[0] == 0
    assert result.interval("undecided")[1] == pytest.approx(1 - 0.05 ** (1 / 60))


def test_threads_do_not_change_the_dice() -> None:
    results = [simulate(9, 7, trials=700_001, seed=5, threads=n) for n in (1, 2, 5)]
    assert results[0] == results[1] == results[2]
    assert results[0].mean_attacker_losses == results[1].mean_attacker_losses
    assert sum(results[0].counts[e] for e in ("win", "lose", "undecided")) == 700_001
    assert simulate(9, 7, trials=700_001, seed=6).counts != results[0].counts


@pytest.mark.parametrize("name", ["classic", "capital+low-1def", "d8+ties-attacker"])
def test_plain_and_compiled_dice_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def counts(on: bool) -> Simulation:
        monkeypatch.setattr(jit, "ON", on)
        monkeypatch.setattr(jit, "COLD", 0)
        monkeypatch.setattr(jit, "WARM", 0)
        return simulate(7, 5, trials=1_500, seed=8, rules=name, goal=1)

    plain, fast = counts(False), counts(True)
    assert plain == fast
    assert plain.mean_defender_losses == fast.mean_defender_losses


def test_without_numba_the_dice_are_the_same() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from riskodds.cli.main import run\n"
        "run(['simulate', '12', '9', '--trials', '3000', '--seed', '4', '--json'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["counts"] == simulate(12, 9, trials=3000, seed=4).counts
    assert done.stderr.count("\n") == 1
    assert "compiled code is not available" in done.stderr


def test_progress_is_told() -> None:
    shares: list[float] = []
    simulate(12, 9, trials=500_000, seed=1, progress=shares.append)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trials": 0}, "trials must be a whole number from 1 to 100,000,000,000, not 0"),
        ({"trials": 2.5}, "not 2.5"),
        ({"seed": -1}, "seed must be a whole number from 0 to .*, not -1"),
        ({"level": 1}, "level must be a number between 0 and 1, not 1"),
        ({"level": "x"}, "level must be a number between 0 and 1, not x"),
        ({"level": True}, "not True"),
        ({"threads": 0}, "threads must be"),
        ({"stop_at": 12}, "stop_at must be a whole number from 1 to 11, not 12"),
        ({"goal": 9}, "goal must be a whole number from 0 to 8, not 9"),
        ({"rolls": 0}, "rolls must be"),
        ({"rules": "blitz"}, "balanced blitz rolls no dice"),
        ({"rules": "sees-the-roll"}, "a defender who sees the roll is not simulated"),
    ],
)
def test_bad_input(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        simulate(12, 9, **{"seed": 1, **options})  # type: ignore[arg-type]


def test_too_much_is_refused() -> None:
    with pytest.raises(TooLargeError, match="ask for 5,000,000 trials or fewer"):
        simulate(10**6, 10**6, trials=10**7, seed=1)
    with pytest.raises(InputError, match="attackers must be"):
        simulate(10**6 + 1, 1, seed=1)
    with pytest.raises(InputError, match="ending must be one of"):
        simulate(3, 1, trials=10, seed=1).interval("wins")


def test_large_armies() -> None:
    result = simulate(3_000, 3_500, trials=2_000, seed=1)
    low, high = result.interval("win")
    assert low < battle(3_000, 3_500).win < high
    assert low > 0.01
    assert high < 0.99


def test_json() -> None:
    args = ("simulate", "11", "9", "--movable", "--trials", "2e4", "--seed", "1", "--json")
    status, out, err = ask(*args)
    assert (status, err) == (0, "")
    answer = json.loads(out)
    result = simulate(12, 9, trials=20_000, seed=1)
    assert answer == {"movable": 11, **result.to_dict(battle(12, 9).win)}
    assert answer["low"] < answer["win"] < answer["high"]
    assert (answer["level"], answer["trials"]) == (0.95, 20_000)
    assert answer["exact"] == pytest.approx(0.7230, abs=5e-5)
    seeds = {
        json.loads(ask("simulate", "3", "2", "--trials", "9", "--json").out)["seed"]
        for _ in range(3)
    }
    assert len(seeds) == 3
    capital = ("--stop-at", "3", "--goal", "1", "--rolls", "5", "--capital")
    answer = json.loads(ask("simulate", "8", "5", "--seed", "2", *capital, "--json").out)
    odds = battle(8, 5, stop_at=3, goal=1, rolls=5, rules="capital")
    assert answer["rules"] == "classic+capital"
    assert answer["counts"]["reached"] / 1e6 == pytest.approx(odds.reached, abs=2.5e-3)


def test_text() -> None:
    status, out, err = ask("simulate", "12", "9", "--trials", "1e6", "--seed", "1")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "12 armies, 11 can attack, against 9",
        "classic rules",
        "1,000,000 trials, seed 1",
    ]
    assert "95 % interval" in lines[4]
    assert lines[5].split()[:2] == ["take", "it"]
    assert lines[5].endswith("72.30 %")
    assert lines[-1].startswith("the exact chance lies")
    assert max(map(len, lines)) <= 60
    goal = ask("simulate", "12", "9", "--goal", "2", "--seed", "1", "--digits", "4").out
    assert "get there" in goal
    outside = ask("simulate", "12", "9", "--level", "0.01", "--seed", "1", "--trials", "1e4").out
    assert "outside the interval, as it may for 99" in outside
    # an exact chance that is not certain is not printed as if it were
    line = ask("simulate", "60", "2", "--seed", "1", "--trials", "2000").out.splitlines()[5]
    assert line.endswith("> 99.99 %")


def test_narrow_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = ask("simulate", "12", "9", "--trials", "1e4", "--seed", "1").out.splitlines()
    assert max(map(len, lines)) <= 40
    assert any(line.startswith("take it ") and line.endswith(", exact 72.30 %") for line in lines)


def test_wrong_words_on_the_command_line() -> None:
    for args, words in (
        (["--trials", "1e-3"], "trials must be a whole number"),
        (["--trials", "many"], "trials must be a whole number"),
        (["--trials", "inf"], "trials must be a whole number"),
        (["--trials", "1e400"], "trials must be a whole number"),
        (["--seed", "x"], "seed must be a whole number"),
        (["--rules", "blitz"], "balanced blitz rolls no dice"),
    ):
        status, out, err = ask("simulate", "12", "9", *args)
        assert (status, out) == (2, "")
        assert err.startswith(f"riskodds: {words}")
        assert err.count("\n") == 1


@pytest.mark.needs("signals")
def test_ctrl_c_ends_it_at_once() -> None:
    simulate(12, 9, trials=100_000, seed=1)  # compiled, and in the cache
    with subprocess.Popen(
        [sys.executable, "-c", STARTED],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "riskodds: interrupted\n")


STARTED = """
import sys
from riskodds.battles import simulation
from riskodds.cli.main import run
told = simulation._Job.results
def results(*args):
    for n, found in enumerate(told(*args)):
        if n == 3:
            print("at work", flush=True)
        yield found
simulation._Job.results = results
sys.exit(run(["simulate", "12", "9", "--trials", "1e11"]))
"""


def test_rules_by_name_are_kept() -> None:
    result = simulate(4, 3, trials=10, seed=1, rules="capital")
    assert result.rules == rules("capital")
    assert result.to_dict()["exact"] is None
