"""Compiled code: the same answers as plain code, and none needed for an answer."""

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.battles import Plain
from strategies import rules_of

import riskodds
from riskodds import DiceRules, Side, battle, win_table
from riskodds.dice.rules import CLASSIC
from riskodds.engines import by_roll, closed_form, jit
from riskodds.engines.chain import Chain, float_chain
from riskodds.engines.jit import Kernel, SlowWarning

pytest.importorskip("numba")

RULES = {
    "classic": CLASSIC,
    "ties to the attacker": DiceRules(ties="attacker"),
    "two dice from three": DiceRules(defence=Side(needs=(1, 3))),
    "capital": DiceRules(defence=Side(needs=(1, 2, 3))),
    "one die": DiceRules(defence=Side(needs=(1,))),
    "4 v 4": DiceRules(Side(needs=(1, 2, 3, 4)), Side(needs=(1, 2, 3, 4))),
}


@pytest.fixture
def compile_all(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(jit, "ON", True)
    monkeypatch.setattr(jit, "COLD", 0)
    monkeypatch.setattr(jit, "WARM", 0)
    yield


def both(
    engine: Any, monkeypatch: pytest.MonkeyPatch, *args: Any, **options: Any
) -> tuple[Any, Any]:
    """Run an engine plain and compiled; return both answers with lists for arrays."""
    answers = []
    for on in (False, True):
        monkeypatch.setattr(jit, "ON", on)
        lines, left_out, _, error = engine(*args, **options)
        numbers = [
            (line.fixed, line.at, line.low, [float(p) for p in line.chances]) for line in lines
        ]
        assert all(isinstance(line.chances, np.ndarray) == on for line in lines)
        answers.append((numbers, left_out, error))
    return answers[0], answers[1]


@pytest.mark.usefixtures("compile_all")
@pytest.mark.parametrize("name", ["classic", "ties to the attacker", "two dice from three"])
def test_the_linear_engine_is_the_same_bit_for_bit(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = float_chain(RULES[name])
    for a, d in [(1, 1), (2, 7), (9, 9), (60, 51), (400, 380), (3000, 2500), (5000, 40), (7, 900)]:
        for floors in [(0, 0), (1, 0), (0, 1), (a // 2, d // 3)]:
            if floors[0] < a and floors[1] < d:
                plain, fast = both(closed_form.endings, monkeypatch, a, d, chain, *floors)
                assert plain == fast


@pytest.mark.usefixtures("compile_all")
@pytest.mark.parametrize("name", RULES)
def test_the_layers_are_the_same_bit_for_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chain = float_chain(RULES[name])
    for a, d in [(1, 1), (2, 7), (9, 9), (60, 51), (7, 90)]:
        for rolls in (None, 1, 5, 30):
            plain, fast = both(
                by_roll.endings, monkeypatch, a, d, chain, a // 3, d // 4, rolls=rolls
            )
            assert plain == fast


@pytest.mark.usefixtures("compile_all")
@pytest.mark.parametrize("name", RULES)
def test_tables_are_the_same_bit_for_bit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = riskodds.Rules(name, RULES[name])
    fast = win_table(40, 33, rules=rules)
    monkeypatch.setattr(jit, "ON", False)
    assert np.array_equal(win_table(40, 33, rules=rules), fast)


def test_small_work_is_done_plainly_until_something_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jit, "ON", True)
    kernel = Kernel(lambda x: x)
    assert not kernel.pays(jit.COLD - 1)
    assert kernel.pays(jit.COLD)
    kernel._twin = kernel.plain
    assert kernel.pays(jit.WARM)
    assert not kernel.pays(jit.WARM - 1)
    monkeypatch.setattr(jit, "ON", False)
    assert not kernel.pays(1e12)


def test_a_kernel_that_does_not_compile_answers_plainly_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jit, "ON", True)

    monkeypatch.setattr(Kernel, "broken", False)

    def odd(x: Any) -> Any:
        return {type(x): x}[int]

    kernel = Kernel(odd)
    with pytest.warns(SlowWarning, match="compiled code is not available"):
        assert kernel.compiled(3) == 3
    assert not kernel.pays(1e12)


PROGRAM = """
import sys, warnings
{before}
import riskodds
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    odds = riskodds.battle(10**7, 10**7)
    table = riskodds.win_table(1500, 1500)
print(repr(odds.win), repr(float(table[1200, 1300])), type(odds.lines[0].chances).__name__)
print([str(w.message) for w in caught], "numba" in sys.modules)
"""


def run(before: str = "", **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_without_numba_the_answer_is_the_same() -> None:
    odds = battle(10**7, 10**7)
    win, chance, _ = run()[0].split()
    assert float(win) == odds.win
    plain, message = run("sys.modules['numba'] = None")
    # once a process, though two kernels are asked for
    assert message.count("compiled code is not available") == 1
    assert "large armies take longer" in message
    assert float(plain.split()[0]) == pytest.approx(float(win), rel=1e-15)
    assert plain.split()[1] == chance


def test_it_can_be_turned_off() -> None:
    answer, loaded = run(RISKODDS_NO_JIT="1")
    assert loaded == "[] False"
    assert float(answer.split()[0]) == pytest.approx(battle(10**7, 10**7).win, rel=1e-15)


def copied(tmp_path: Path) -> Path:
    """Copy the package, so that its cache is its own."""
    home = tmp_path / "site"
    source = Path(riskodds.__file__).parent
    shutil.copytree(source, home / "riskodds", ignore=shutil.ignore_patterns("__pycache__"))
    return home


def test_a_read_only_installation_and_home(tmp_path: Path) -> None:
    home = copied(tmp_path)
    # a file where numba would make its cache folders stops even a user who may write anywhere
    (home / "riskodds" / "engines" / "__pycache__").write_text("")
    nowhere = tmp_path / "nowhere"
    nowhere.write_text("")
    answer, rest = run(
        PYTHONPATH=str(home),
        HOME=str(nowhere),
        XDG_CACHE_HOME=str(nowhere),
        PYTHONDONTWRITEBYTECODE="1",
        NUMBA_CACHE_DIR="",
    )
    assert float(answer.split()[0]) == battle(10**7, 10**7).win
    assert rest == "[] True"


def test_several_processes_may_compile_at_once(tmp_path: Path) -> None:
    program = "from riskodds import battle; print(repr(battle(10**7, 10**7).win))"
    environment = {
        **os.environ,
        "PYTHONPATH": str(copied(tmp_path)),
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(3)
    ]
    answers = {process.communicate() for process in processes}
    assert answers == {(f"{battle(10**7, 10**7).win!r}\n", "")}
    # and a damaged cache is no reason to fail
    for file in (tmp_path / "cache").rglob("*.nb*"):
        file.write_bytes(b"damaged")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    assert float(done.stdout) == pytest.approx(battle(10**7, 10**7).win, rel=1e-15)


def test_the_command_line_says_that_it_is_slower() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['numba'] = None\n"
            "from riskodds.__main__ import main; main(['10000000', '10000000'])",
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=True,
    )
    assert done.stdout.startswith("10,000,000 armies")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("riskodds: compiled code is not available")


def test_a_chain_is_found_at_once() -> None:
    rules = rules_of(Plain())
    assert float_chain(rules.dice) is float_chain(CLASSIC)
    assert isinstance(float_chain(CLASSIC), Chain)


def test_the_thread_lock_is_released() -> None:
    """A battle that is being computed lets other threads run."""
    import threading

    battle(10**10, 10**10)  # compile
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(1)
            done.wait(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    with warnings.catch_warnings():
        battle(10**12, 10**12 - 5)
    seen = len(ticks)
    done.set()
    thread.join()
    assert seen > 3
