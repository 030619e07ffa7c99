"""What a type checker must refuse. Nothing here runs: mypy reads it, and an error that is no longer
found is an ignore that is no longer used, which strict mode reports.
"""

# ruff: noqa: F401, B018

from __future__ import annotations

import riskodds
import riskodds.game
from riskodds import batle  # type: ignore[attr-defined]
from riskodds.game import new_gmae  # type: ignore[attr-defined]


def names() -> None:
    riskodds.win_probabilty(1, 2)  # type: ignore[attr-defined]
    riskodds.game.new_gmae(3)  # type: ignore[attr-defined]
    riskodds.battle(12, 9).wins  # type: ignore[attr-defined]
    riskodds.battle(12, 9, stopat=4)  # type: ignore[call-arg]


def values() -> None:
    riskodds.battle("12", 9)  # type: ignore[arg-type]
    riskodds.battle(12, 9, 4)  # type: ignore[call-arg, arg-type]
    riskodds.DiceRules(ties="nobody")  # type: ignore[arg-type]
    riskodds.battle(12, 9, rules=3)  # type: ignore[arg-type]
    riskodds.battle(12, 9).stop_at = 4  # type: ignore[misc]
    riskodds.game.GameRules(fortify="everywhere")  # type: ignore[arg-type]
