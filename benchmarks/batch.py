"""Answers a second of ``riskodds batch``, after start: 20,000 battles of up to 100 armies a side.

Run ``python benchmarks/batch.py`` with the package installed. The clock starts with the first
answer, so that the start of the process is not counted, and ends with the last. The processor's
time, start included, tells what a machine that does other work too would have done.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

BATTLES = 20_000
MOST = 100


def main() -> dict[str, Any]:
    """Print how many answers a second there are."""
    rng = Random(1)
    before = os.times()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "questions.jsonl"
        with file.open("w", encoding="utf-8") as questions:
            for _ in range(BATTLES):
                armies = {"attackers": rng.randint(2, MOST), "defenders": rng.randint(1, MOST)}
                print(json.dumps({"command": "battle", **armies}), file=questions)
        command = [sys.executable, "-m", "riskodds", "batch", str(file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            answers = [process.stdout.readline()]
            started = time.perf_counter()
            answers += process.stdout
            seconds = time.perf_counter() - started
    assert len(answers) == BATTLES
    assert all(b"error_bound" in answer for answer in answers)
    used = os.times()
    cpu = sum(used[2:4]) - sum(before[2:4])  # of child processes, user and system
    rates = {"answers_a_second": (BATTLES - 1) / seconds, "by_processor_time": BATTLES / cpu}
    print(
        f"batch: {BATTLES:,} battles of up to {MOST} armies, "
        f"{rates['answers_a_second']:,.0f} answers a second, "
        f"{rates['by_processor_time']:,.0f} by processor time"
    )
    return {"battles": BATTLES, **rates}


if __name__ == "__main__":
    main()
