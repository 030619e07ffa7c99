"""Whole-process time and memory of each quick command, against ``python -c "import click"``.

Run ``python benchmarks/startup.py`` with the package installed (an installed package has its
byte code compiled, as its users have it). Commands take turns, so that a drift of the machine
meets all of them; the ratio is that of the medians.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import Any

YARDSTICK = [sys.executable, "-c", "import click"]
COMMANDS = [
    ["20", "15"],
    ["1000", "1000"],
    ["12", "9", "--json"],
    ["12", "9", "--stop-at", "4"],
    ["12", "9", "--exact"],
    ["roll", "3", "2"],
    ["table", "--attackers", "2-41", "--defenders", "1-40"],
]
HEAVY = ("numpy", "scipy", "numba", "rich", "json", "fractions")
ROUNDS = 40


def timed(command: list[str]) -> tuple[float, int]:
    """Run a command; return its wall time in seconds and its peak memory in KiB."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return time.perf_counter() - started, usage.ru_maxrss


def modules(args: list[str]) -> str:
    """Return which of the heavy modules a command loads."""
    code = (
        "import os, sys\n"
        f"from riskodds.cli.main import run; sys.stdout = open(os.devnull, 'w'); run({args!r})\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    return " ".join(name for name in HEAVY if name in loaded) or "-"


def main() -> list[dict[str, Any]]:
    """Print the table."""
    commands = [YARDSTICK, *([sys.executable, "-P", "-m", "riskodds", *args] for args in COMMANDS)]
    times: list[list[float]] = [[] for _ in commands]
    peaks = [0] * len(commands)
    for turn in range(ROUNDS + 1):
        for n, command in enumerate(commands):
            seconds, peak = timed(command)
            if turn:  # the first round only warms the file cache
                times[n].append(seconds)
                peaks[n] = max(peaks[n], peak)
    yardstick = statistics.median(times[0])
    print(f"{'command':<32} {'ms':>7} {'ratio':>6} {'MiB':>6}  loads")
    rows = []
    for n, command in enumerate(commands):
        name = "python -c 'import click'" if n == 0 else "riskodds " + " ".join(COMMANDS[n - 1])
        median = statistics.median(times[n])
        heavy = "-" if n == 0 else modules(command[4:])
        rows.append({"command": name, "seconds": median, "ratio": median / yardstick})
        print(
            f"{name:<32} {1e3 * median:>7.1f} {median / yardstick:>6.2f} "
            f"{peaks[n] / 1024:>6.1f}  {heavy}"
        )
    return rows


if __name__ == "__main__":
    main()
