"""What the cells and heads of a table say: shared by text, the printed sheet and pictures."""

from __future__ import annotations

from typing import Any

from ..advice.lookup import LookupTable
from .shares import Share, rounding, supported, trimmed

TITLES = {
    "win": "chance to take it, in %",
    "losses": "expected losses of the attacker",
    "kills": "expected losses of the defender",
    "needed": "fewest attackers for a chance",
}


def short_head(column: Any) -> str:
    """Return the head of a column: a number of defenders, or a chance."""
    return str(column) if isinstance(column, int) else f"{100 * float(column):.10g} %"


def heads_of(found: LookupTable) -> list[str]:
    """Return the heads of the columns."""
    return [f"{n:,}" if isinstance(n, int) else short_head(n) for n in found.columns]


def cells(found: LookupTable, digits: int) -> list[list[str]]:
    """Return what every cell says, a star before what is on the frontier."""
    texts: list[list[str]] = []
    error = 0.0
    if found.shows != "needed" and found.rows and found.columns:
        error = rounding(int(max(found.rows) + max(found.columns)))
    if found.shows == "win":
        digits = trimmed(digits, error)
    for r, row in enumerate(found.values):
        texts.append([])
        for c, value in enumerate(row):
            if value is None:
                text = "-"
            elif found.shows == "needed":
                text = f"{value:,}"
            elif found.shows == "win":
                certain = found.certain(r, c)
                text = Share(value, not certain, float(not certain)).percent(digits)
                text = text.removesuffix(" %").replace(" ", "")
            else:
                text = f"{value:,.{supported(digits, error, max(1.0, value))}f}"
            texts[-1].append(f"*{text}" if found.marked(r, c) else text)
    return texts


def kind_of(value: Any) -> str:
    """Return the ending that a win chance makes likely, for its colour."""
    return "win" if value >= 2 / 3 else "undecided" if value > 1 / 3 else "lose"


def axes(found: LookupTable, movable: bool) -> str:
    """Return in words what goes down and what goes across."""
    if found.shows == "needed":
        return "defenders down, all armies of the attacker in the cells"
    count = "free to attack" if movable else "all armies"
    return f"attackers down ({count}), defenders across"


def mark(found: LookupTable) -> str:
    """Return in words what is marked, or nothing."""
    if found.target is None:
        return ""
    return f"fewest attackers for {100 * found.target:.10g} % or more"
