"""Time functions against each other in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

# a turn repeats a quick function until it takes this long, after a call that is not timed: warm
TURN = 0.005


def alternate(turns: int, **functions: Callable[[], Any]) -> dict[str, float]:
    """Return the median seconds of a call of each function; they take turns.

    Taking turns lets a drift of the machine meet all of them. The first calls are not timed.
    """
    repeats = {}
    for name, function in functions.items():
        function()
        repeats[name] = max(1, round(TURN / min(_seconds(function, 1) for _ in range(3))))
    times: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(turns):
        for name, function in functions.items():
            if repeats[name] > 1:
                function()  # the others have had the processor's caches
            times[name].append(_seconds(function, repeats[name]))
    return {name: statistics.median(measured) for name, measured in times.items()}


def _seconds(function: Callable[[], Any], repeats: int) -> float:
    started = time.perf_counter()
    for _ in range(repeats):
        function()
    return (time.perf_counter() - started) / repeats
