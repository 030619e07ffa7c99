"""What a question is answered with: the value of the library, and its JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """An answer; its JSON is put together only when it is asked for."""

    result: Any
    about: Callable[[], dict[str, Any]]
    # long lists at the end of the JSON, which a front door may send row by row
    lists: Mapping[str, Callable[[], Iterable[Any]]] = MappingProxyType({})

    def to_dict(self) -> dict[str, Any]:
        """Return the whole answer as a dictionary for JSON."""
        return {**self.about(), **{name: list(rows()) for name, rows in self.lists.items()}}

    def streamed(self) -> dict[str, Iterable[Any]]:
        """Return the long lists by name, their rows made as they are taken."""
        return {name: rows() for name, rows in self.lists.items()}


def answered(result: Any, attackers: int | None = None) -> Answer:
    """Return the answer that a value of the library gives, with the movable attackers if any."""
    if attackers is None:
        return Answer(result, result.to_dict)
    return Answer(result, lambda: {"movable": attackers - 1, **result.to_dict()})
