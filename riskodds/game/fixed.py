"""The short form of values with many fields."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def changed_repr(value: DataclassInstance) -> str:
    """Return how a value with defaults is made, without the fields that have theirs.

    >>> from riskodds.game import GameRules
    >>> changed_repr(GameRules(fortify="connected", divisor=3))
    "GameRules(fortify='connected')"
    """
    usual = type(value)()
    changed = (
        f"{field.name}={getattr(value, field.name)!r}"
        for field in fields(value)
        if getattr(value, field.name) != getattr(usual, field.name)
    )
    return f"{type(value).__name__}({', '.join(changed)})"
