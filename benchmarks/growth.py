"""How time and memory grow with armies: ``python benchmarks/growth.py``."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from math import log
from typing import Any

import numpy as np
from timing import alternate

from riskodds import battle

SIZES = [10**n for n in range(2, 10)]
MEMORY = [10**6, 10**9, 10**12]


def times() -> list[dict[str, Any]]:
    """Return the seconds of an even battle of each size."""
    battle(10**9, 10**9)
    found = []
    for size in SIZES:
        attackers = round(2387 / 2797 * size)
        seconds = alternate(15, ours=partial(battle, attackers, size))["ours"]
        found.append({"defenders": size, "seconds": seconds})
    return found


def exponent(found: list[dict[str, Any]], least: int) -> float:
    """Return the exponent fitted to the times from `least` armies on."""
    chosen = [row for row in found if row["defenders"] >= least]
    x = [log(row["defenders"]) for row in chosen]
    return float(np.polyfit(x, [log(row["seconds"]) for row in chosen], 1)[0])


def peak(size: int) -> float:
    """Return the peak memory in MiB of a process that answers an even battle and its means."""
    code = (
        "import riskodds\n"
        f"odds = riskodds.battle({round(2387 / 2797 * size)}, {size})\n"
        "odds.win, odds.lose, odds.expected_attacker_losses, odds.sd_attacker_losses\n"
        # not ru_maxrss, which a process inherits from the one that starts it
        "status = open('/proc/self/status').read()\n"
        "print(int(status.partition('VmHWM:')[2].split()[0]) / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> dict[str, Any]:
    """Print both tables."""
    found = times()
    print("| defenders | ms |\n|---|---|")
    for row in found:
        print(f"| {row['defenders']:,} | {1e3 * row['seconds']:.4g} |")
    fits = {str(least): exponent(found, least) for least in (10**2, 10**5)}
    for least, fitted in fits.items():
        print(f"\nFrom {int(least):,} on, time grows as armies to the power {fitted:.2f}.")
    print("\n| defenders | peak MiB |\n|---|---|")
    peaks = {size: peak(size) for size in MEMORY}
    for size, mebibytes in peaks.items():
        print(f"| {size:,} | {mebibytes:,.0f} |")
    return {"times": found, "exponents": fits, "peaks": {str(k): v for k, v in peaks.items()}}


if __name__ == "__main__":
    main()
