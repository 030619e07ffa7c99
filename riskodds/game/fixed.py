"""Mappings that nobody can change, and the short form of values with many fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, NoReturn, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Key = TypeVar("Key")
Value = TypeVar("Value")


class Fixed(dict[Key, Value]):
    """A dict without its ways to change; unlike a proxy it can be pickled, and is as fast.

    >>> Fixed({"Alaska": 0})["Alaska"] = 1
    Traceback (most recent call last):
    ...
    TypeError: this mapping cannot be changed
    """

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> Fixed[Key, Value]:
        return self

    def __reduce__(self) -> tuple[Callable[..., Fixed[Key, Value]], tuple[dict[Key, Value]]]:
        return type(self), (dict(self),)


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
