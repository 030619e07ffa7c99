"""Run all benchmarks and keep what they print: ``python benchmarks/run.py``.

Needs the extra ``bench``. Prints the tables of README.md and writes results/latest.json.
"""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

import batch
import growth
import ratios
import startup


def main() -> None:
    """Run, print, keep."""
    results = Path(__file__).parent / "results"
    results.mkdir(exist_ok=True)
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    print(f"# {machine}\n\n## Ratios\n")
    found: dict[str, Any] = {"machine": machine, "ratios": ratios.main()}
    print("\n## Growth\n")
    found["growth"] = growth.main()
    print("\n## Start-up\n")
    found["startup"] = startup.main()
    print("\n## Batch\n")
    found["batch"] = batch.main()
    (results / "latest.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
