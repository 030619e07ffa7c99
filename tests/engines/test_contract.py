"""What the docstring of the engines promises."""

from __future__ import annotations

import inspect
import pkgutil
import re
from importlib import import_module

import pytest

from riskodds import engines
from riskodds.dice.rules import CLASSIC, DiceRules
from riskodds.engines.chain import float_chain
from riskodds.engines.lines import Endings

MODULES = {module.name for module in pkgutil.iter_modules(engines.__path__)}
TEXT = inspect.getdoc(engines) or ""
ROWS = dict(re.findall(r"^(\w+)  +(\S.*)$", TEXT, re.MULTILINE))
HELPERS = set(re.findall(r"`(\w+)` \(", TEXT))


def test_every_engine_has_a_row_and_every_helper_a_word() -> None:
    assert {*ROWS, *HELPERS} - {"one", "many"} == MODULES
    assert not HELPERS & set(ROWS)


@pytest.mark.parametrize("name", sorted(MODULES))
def test_what_has_endings_says_so(name: str) -> None:
    has = hasattr(import_module(f"riskodds.engines.{name}"), "endings")
    assert has == ("Endings" in ROWS.get(name, "") and name != "blitz")


@pytest.mark.parametrize("name", ["exact", "dice_choice", "closed_form", "by_roll"])
@pytest.mark.parametrize(("a", "d", "floors"), [(1, 1, (0, 0)), (11, 9, (0, 0)), (9, 11, (2, 3))])
def test_endings_are_all_there_are(name: str, a: int, d: int, floors: tuple[int, int]) -> None:
    engine = import_module(f"riskodds.engines.{name}")
    rolled = {"exact": CLASSIC, "dice_choice": DiceRules(choice="greedy")}
    found = engine.endings(a, d, rolled.get(name) or float_chain(CLASSIC), *floors)
    assert isinstance(found, Endings)
    assert found.complete
    # no bound so wide that it says nothing
    assert found.left_out + found.error < 1e-11
    assert sum(sum(line.chances) for line in found.lines) == pytest.approx(1, abs=1e-13)
    for line in found.lines:
        for n in range(len(line.chances)):
            x, y = line.ending(n)
            assert x <= floors[0] or y <= floors[1]
