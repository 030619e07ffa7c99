"""Plain data read entry by entry: each of the right type, or one clear line that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, overload

from ...errors import InputError
from ...values import listed, show, whole

Value = TypeVar("Value")
Missing = TypeVar("Missing")
_MISSING = object()
_JSON = {str: "string", dict: "object", list: "array", bool: "boolean"}


class Names:
    """Names and their numbers; an unknown name is an error."""

    def __init__(self, what: str, names: tuple[str, ...]) -> None:
        self.what, self.numbers = what, {name: number for number, name in enumerate(names)}

    def __getitem__(self, name: str) -> int:
        if name not in self.numbers:
            known = listed(self.numbers)
            raise InputError(f"the {self.what} must be one of {known}, not {show(name)}")
        return self.numbers[name]


class Reader:
    """Plain data that is read entry by entry, each of the right type or refused."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, Mapping):
            raise InputError(f"{what} must be an object, not {show(data)}")
        self.data, self.what = data, what

    def only(self, names: tuple[str, ...]) -> None:
        """Refuse entries with other names than these."""
        for name in self.data:
            if name not in names:
                raise InputError(f"{self.what} must have only {listed(names)}, not {show(name)}")

    @overload
    def get(self, name: str, kind: type[Value]) -> Value: ...

    @overload
    def get(self, name: str, kind: type[Value], missing: Missing) -> Value | Missing: ...

    def get(self, name: str, kind: type, missing: object = _MISSING) -> object:
        """Return an entry of this type; `missing`, if given, may stand in its place."""
        value = self.data.get(name, missing)
        if value is _MISSING:
            raise InputError(f"{self.what} must have an entry '{show(name)}'")
        if not (isinstance(value, kind) or (missing is None and value is None)):
            raise InputError(f"'{name}' must be a JSON {_JSON[kind]}, not {show(value)}")
        return value

    def count(self, name: str) -> int:
        """Return an entry that is a whole number of at least 0."""
        return whole(f"'{name}'", self.get(name, object), 0)

    def below(self, name: str) -> Reader:
        """Return an entry that is an object itself."""
        return Reader(self.get(name, dict), f"'{name}'")

    def rows(self, names: tuple[str, ...]) -> list[Reader]:
        """Return the entries with these names, and refuse others."""
        for name in self.data:
            if name not in names:
                raise InputError(f"{self.what} must be those of the game, not {show(name)}")
        return [Reader(self.get(name, dict), f"'{name}'") for name in names]

    def places(self, names: tuple[str, ...], numbers: Names) -> tuple[int | None, ...]:
        """Return the numbers of the entries with these names, each a name or null."""
        values = [self.get(name, str, None) for name in names]
        return tuple(None if value is None else numbers[value] for value in values)
