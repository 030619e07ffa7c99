"""Every public value travels: pickled, copied, compared, hashed and printed."""

from __future__ import annotations

import copy
import pickle
from dataclasses import is_dataclass
from typing import Any

import pytest
from public_calls import valid

LONGEST = 260  # characters of a repr, some lines of a terminal

# answers that are no values of ours but numbers, texts, lists, mappings and arrays
PLAIN = (int, float, str, bool, list, dict, type(None))


def values() -> dict[str, Any]:
    """Return what every public call answers, for those that answer with a value of ours."""
    found = {}
    for name, (function, arguments) in valid().items():
        if name in ("read_rules", "read_board"):  # ask for a file
            continue
        value = function(**arguments)
        if not isinstance(value, PLAIN) and type(value).__module__.partition(".")[0] == "riskodds":
            found[name] = value
    return found


VALUES = values()


def test_there_are_values_of_all_kinds() -> None:
    kinds = {type(value).__name__ for value in VALUES.values()}
    assert {"BattleOdds", "PathOdds", "TreePlan", "GameState", "Board", "Luck", "Rules"} <= kinds
    assert len(kinds) > 60


@pytest.mark.parametrize("name", VALUES)
def test_it_travels(name: str) -> None:
    value = VALUES[name]
    for other in (
        pickle.loads(pickle.dumps(value)),
        copy.copy(value),
        copy.deepcopy(value),
    ):
        assert type(other) is type(value)
        assert other == value
        if type(value).__hash__ is not None:
            assert hash(other) == hash(value)


@pytest.mark.parametrize("name", VALUES)
def test_it_prints_itself_in_a_line(name: str) -> None:
    text = repr(VALUES[name])
    assert len(text) <= LONGEST
    assert "\n" not in text
    assert " at 0x" not in text
    assert type(VALUES[name]).__name__ in text or name == "legal_moves"


@pytest.mark.parametrize("name", VALUES)
def test_it_cannot_be_changed(name: str) -> None:
    value = VALUES[name]
    if is_dataclass(value):
        kind: Any = type(value)
        assert kind.__dataclass_params__.frozen
        assert type(value).__hash__ is not None
