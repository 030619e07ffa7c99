"""Public names that are loaded when they are first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package, from modules and their names.

    Hide both from type checkers: one that sees a `__getattr__` takes every misspelt name for one
    that is there.

    >>> find, names = lazy("riskodds", {"battles.solve": "battle", "dice.rules": "Side DiceRules"})
    >>> find("Side").__name__, names()
    ('Side', ['DiceRules', 'Side', 'battle'])
    """
    home_of = {name: home for home, words in homes.items() for name in words.split()}

    def find(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module("." + home_of[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted(home_of)

    return find, names
