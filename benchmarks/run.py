"""Run all benchmarks and keep what they print: ``python benchmarks/run.py``.

Needs the extra ``bench``. Prints the tables of README.md and writes results/latest.json.
"""

from __future__ import annotations

import json
import platform
from importlib import import_module
from pathlib import Path
from typing import Any

# start-up first: a process reports no less memory than the one that starts it had
PARTS = {
    "startup": "Start-up",
    "batch": "Batch",
    "ratios": "Ratios",
    "growth": "Growth",
    "bench_simulation": "Simulation",
    "bench_campaigns": "Campaigns",
    "bench_variants": "Variants",
    "game": "The game",
}


def main() -> None:
    """Run, print, keep."""
    results = Path(__file__).parent / "results"
    results.mkdir(exist_ok=True)
    found: dict[str, Any] = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
    print(f"# {found['machine']}")
    for module, title in PARTS.items():
        print(f"\n## {title}\n", flush=True)
        found[module] = import_module(module).main()
    (results / "latest.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
