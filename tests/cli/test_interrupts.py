"""Ctrl-C at moments that a sign of progress tells, and little memory: a line and a status."""

import subprocess
import sys
from typing import Any

import numba
import pytest

from riskodds import battle, simulate, win_table
from riskodds.engines.by_roll import MARCH
from riskodds.engines.closed_form import SOLVE
from riskodds.engines.jit import Kernel
from riskodds.engines.monte_carlo import FIGHT
from riskodds.engines.win_grid import FILL

PROGRAM = """
import sys
from typing import Any
from signal import SIGINT, raise_signal
{before}
from riskodds.__main__ import main
main(sys.argv[1:])
"""
# a callback whose errors Python drops, an import, the compiler, output, the interpreter's end
DROPPED = """
class Gone:
    def __del__(self): raise_signal(SIGINT)
import riskodds.cli.main
run = riskodds.cli.main.run
def lost(args):
    Gone()
    return run(args)
riskodds.cli.main.run = lost
"""
AT_IMPORT = """
class Finder:
    def find_spec(name, *_):
        if name == "{name}": raise_signal(SIGINT)
sys.meta_path.insert(0, Finder)
"""
AT_OUTPUT = """
import click
click.echo = lambda *_, **__: raise_signal(SIGINT)
"""
AT_EXIT = """
import atexit
atexit.register(raise_signal, SIGINT)
"""
LARGE = ("1000000000000", "1000000000000")


def told(before: str, *args: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before), *args], capture_output=True, text=True
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("before", "args"),
    [
        (DROPPED, ("12", "9")),
        (AT_IMPORT.format(name="click"), ("12", "9")),
        (AT_IMPORT.format(name="riskodds.cli.commands.battle"), ("12", "9")),
        (AT_OUTPUT, ("12", "9")),
        (AT_IMPORT.format(name="numba"), LARGE),
        (AT_IMPORT.format(name="llvmlite"), LARGE),
    ],
    ids=["dropped", "click", "command", "output", "numba", "llvmlite"],
)
def test_an_interrupt_is_a_line_and_a_status(before: str, args: tuple[str, ...]) -> None:
    assert told(before, *args) == (130, "riskodds: interrupted\n")


def test_an_interrupt_when_all_is_done_is_none() -> None:
    assert told(AT_EXIT, "12", "9") == (0, "")


@pytest.mark.parametrize("kernel", [SOLVE, MARCH, FIGHT, FILL])
def test_a_kernel_returns_nothing_that_python_must_help_to_make(kernel: Kernel) -> None:
    battle(10**7, 10**7)
    battle(9000, 9000, rules="three-defence-dice")
    simulate(12, 9, trials=100_000, seed=1)
    win_table(1500, 1500)
    assert kernel.loaded
    assert kernel._twin is not None
    for signature in kernel._twin.nopython_signatures:  # type: ignore[attr-defined]
        returned: Any = signature.return_type
        for part in returned if hasattr(returned, "__iter__") else [returned]:
            assert isinstance(part, numba.types.Number | numba.types.NoneType)


@pytest.mark.needs("memory limits")
@pytest.mark.parametrize("megabytes", [40, 60, 100, 140])
def test_little_memory_is_a_line(megabytes: int) -> None:
    import resource  # not on every system

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)

    done = subprocess.run(
        [sys.executable, "-m", "riskodds", "path", "1500", "40", "30", "20"],
        capture_output=True,
        text=True,
        preexec_fn=limit,
    )
    said = "riskodds: this question needs more memory than there is\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
