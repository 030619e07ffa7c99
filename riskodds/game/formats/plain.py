"""Values as plain data and back: rules, goals, missions and moves as JSON can hold them.

A value becomes an object with its class as ``kind`` and its fields; a tuple becomes a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TypeAlias, get_args

from ...errors import InputError, RiskOddsError
from ...values import listed, show

DEEPEST = 20
Plain: TypeAlias = "bool | int | float | str | Sequence[Plain] | Mapping[str, Plain] | None"


@cache
def kinds_of(*values: type) -> dict[str, type]:
    """Return the classes that data may name, by name; of a union, all its members.

    >>> from riskodds.game.goals import Mission
    >>> list(kinds_of(Mission))
    ['HoldContinents', 'HoldTerritories', 'Eliminate']
    """
    return {cls.__name__: cls for value in values for cls in get_args(value) or (value,)}


def to_plain(value: object) -> Plain:
    """Return a value as plain data.

    >>> from riskodds.game import Place
    >>> to_plain(Place("Alaska", 3))
    {'kind': 'Place', 'territory': 'Alaska', 'armies': 3}
    """
    names = getattr(value, "_fields", None)
    if names is None and is_dataclass(value):
        names = [field.name for field in fields(value)]
    if names is not None:
        data = {name: to_plain(getattr(value, name)) for name in names}
        return {"kind": type(value).__name__} | data
    if isinstance(value, tuple):
        return [to_plain(part) for part in value]
    assert value is None or isinstance(value, int | float | str)
    return value


def from_plain(data: object, kinds: Mapping[str, type], *, depth: int = 0) -> object:
    """Return the value that plain data stands for.

    >>> from riskodds.game.moves import Place
    >>> from_plain({"kind": "Place", "territory": "Alaska", "armies": 3}, kinds_of(Place))
    Place(territory='Alaska', armies=3)

    Parameters
    ----------
    data : object
        What `to_plain` returned.
    kinds : mapping of str to type
        The classes that it may name.
    depth : int
        How deep in the data this part of it lies.

    Raises
    ------
    InputError
        Data that stands for no value.
    """
    if depth > DEEPEST:
        raise InputError(f"data must be nested at most {DEEPEST} deep, not deeper")
    if isinstance(data, list | tuple):
        return tuple(from_plain(part, kinds, depth=depth + 1) for part in data)
    if not isinstance(data, dict):
        return data
    kind = data.get("kind")
    cls = kinds.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise InputError(f"kind must be one of {listed(kinds)}, not {show(kind)}")
    values = {k: from_plain(v, kinds, depth=depth + 1) for k, v in data.items() if k != "kind"}
    try:
        value: object = cls(**values)
    except RiskOddsError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"a {kind} cannot be made from {show(values)}: {error}") from None
    return value
