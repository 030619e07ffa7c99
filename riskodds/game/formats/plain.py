"""Values as plain data and back: rules, goals, missions and moves as JSON can hold them.

A value becomes an object with its class as ``kind`` and its fields; a tuple becomes a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TypeAlias

from ...dice.rules import DiceRules, Side
from ...errors import InputError, RiskOddsError, show
from ..cards.deck import Card
from ..cards.rules import CardRules
from ..cards.values import ByKind, ByStars, Rising
from ..goals import (
    Capitals,
    Conquest,
    Eliminate,
    HoldContinents,
    HoldTerritories,
    Missions,
    Share,
)
from ..moves import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    Headquarters,
    Move,
    MoveIn,
    Place,
    Trade,
)
from ..rules import GameRules

RULES = (DiceRules, Side, GameRules, CardRules, Rising, ByKind, ByStars)
GOALS = (Conquest, Share, Capitals, Missions)
MISSIONS = (HoldContinents, HoldTerritories, Eliminate)
MOVES = (Claim, Headquarters, Place, Trade, Attack, MoveIn, Fortify, EndPhase, EndTurn)
KINDS: dict[str, type] = {cls.__name__: cls for cls in (*RULES, *GOALS, *MISSIONS, *MOVES, Card)}
DEEPEST = 20
Plain: TypeAlias = "bool | int | float | str | Sequence[Plain] | Mapping[str, Plain] | None"


def to_plain(value: object) -> Plain:
    """Return a value as plain data.

    >>> from riskodds.game import Place
    >>> to_plain(Place("Alaska", 3))
    {'kind': 'Place', 'territory': 'Alaska', 'armies': 3}
    """
    if isinstance(value, Card):
        return {"kind": "Card", "symbol": value.symbol, "territory": value.territory}
    if is_dataclass(value):
        data = {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
        return {"kind": type(value).__name__} | data
    if isinstance(value, tuple):
        return [to_plain(part) for part in value]
    assert value is None or isinstance(value, int | float | str)
    return value


def from_plain(data: object, *, depth: int = 0) -> object:
    """Return the value that plain data stands for.

    >>> from_plain({"kind": "Place", "territory": "Alaska", "armies": 3})
    Place(territory='Alaska', armies=3)

    Raises
    ------
    InputError
        Data that stands for no value.
    """
    if depth > DEEPEST:
        raise InputError(f"data must be nested at most {DEEPEST} deep, not deeper")
    if isinstance(data, list | tuple):
        return tuple(from_plain(part, depth=depth + 1) for part in data)
    if not isinstance(data, dict):
        return data
    kind = data.get("kind")
    cls = KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise InputError(f"kind must be one of {', '.join(KINDS)}, not {show(kind)}")
    values = {k: from_plain(v, depth=depth + 1) for k, v in data.items() if k != "kind"}
    try:
        return cls(**values)
    except RiskOddsError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"a {kind} cannot be made from {show(values)}: {error}") from None


def move_to_dict(move: Move) -> dict[str, Plain]:
    """Return a move as plain data.

    >>> from riskodds.game import MoveIn
    >>> move_to_dict(MoveIn(3))
    {'kind': 'MoveIn', 'armies': 3}
    """
    data = to_plain(move)
    assert isinstance(data, dict)
    return data


def move_from_dict(data: Mapping[str, object]) -> Move:
    """Return the move that plain data stands for.

    >>> move_from_dict({"kind": "MoveIn", "armies": 3})
    MoveIn(armies=3)

    Raises
    ------
    InputError
        Data that stands for no move.
    """
    try:
        move = from_plain(dict(data))
    except RiskOddsError:
        raise
    except (TypeError, ValueError):
        raise InputError(f"a move must be an object, not {show(data)}") from None
    if not isinstance(move, Move):
        raise InputError(f"a move must be one of the moves, not {show(data)}")
    return move
