"""What a public function makes of arguments of the wrong type: one line that says which, and why.

The annotations are the contract. They are looked at only after a call failed with an error that
is not of this package, so that a call that succeeds pays for nothing but one more frame. If an
argument breaks its annotation, that is what is reported; if none does, the error is a fault of
our own and goes on as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, wraps
from typing import Any, TypeVar

from .errors import InputError, RiskOddsError
from .values import show

Function = TypeVar("Function", bound=Callable[..., Any])

# how deep data is looked into: states hold hands, and hands hold cards
DEEPEST = 6
# in the flags of a function (inspect.CO_GENERATOR)
GENERATOR = 0x20
FAILURES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, RuntimeError,
    StopIteration, TypeError, ValueError,
)  # fmt: skip
SAID = {int: "a whole number", float: "a number", str: "a text", bool: "True or False"}
SAID_MANY = {int: "whole numbers", float: "numbers", str: "texts"}


def guarded(function: Function) -> Function:
    """Return the function, whose errors about what it is called with are `InputError`."""

    def explained(*args: Any, **kwargs: Any) -> InputError | None:
        message = _fault(function, args, kwargs)
        return None if message is None else InputError(message)

    if function.__code__.co_flags & GENERATOR:

        @wraps(function)
        def iterate(*args: Any, **kwargs: Any) -> Any:
            try:
                yield from function(*args, **kwargs)
            except RiskOddsError:
                raise
            except FAILURES:
                error = explained(*args, **kwargs)
                if error is None:
                    raise
                raise error from None

        return iterate  # type: ignore[return-value]

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except RiskOddsError:
            raise
        except FAILURES:
            error = explained(*args, **kwargs)
            if error is None:
                raise
            raise error from None

    return call  # type: ignore[return-value]


def check_types(what: str, value: Any) -> None:
    """Refuse a dataclass with a field that is not of its type.

    Raises
    ------
    InputError
        The first such field.
    """
    for line in _field_faults(what, value):
        raise InputError(line)


def _fault(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """Return what is wrong with the arguments, or None if they are of the right types."""
    import inspect

    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:  # too few or unknown arguments: Python says it well
        return None
    hints = _hints(function)
    for name, value in given.items():
        if name == "self":
            continue
        hint = hints.get(name, Any)
        if not _fits(value, hint):
            return f"{name} must be {_said(hint)}, not {show(value)}"
        for line in _field_faults(f"the {name}", value):
            return line
    held = [*given.values()]
    for name, value in getattr(given.get("self"), "__dict__", {}).items():
        for line in _field_faults(f"the {name}", value):
            return line
        held.append(value)
    own = given.get("self")
    for line in _field_faults(f"the {type(own).__name__}", own):
        return line
    # of the right types, and still nothing that can be: a value may know
    checks = [value.misfit for value in held if hasattr(type(value), "misfit")]
    return next(filter(None, (check() for check in checks)), None)


def _field_faults(what: str, value: Any) -> Iterator[str]:
    from dataclasses import is_dataclass

    if not is_dataclass(value) or isinstance(value, type):
        return
    for name, hint in _hints(type(value)).items():
        entry = getattr(value, name, None)
        if not _fits(entry, hint):
            yield f"{name} of {what} must be {_said(hint)}, not {show(entry)}"


@cache
def _hints(owner: Any) -> dict[str, Any]:
    """Return the annotations of a function or a dataclass; what only type checkers know is Any."""
    import inspect
    import sys
    import typing
    from random import Random

    known = {**vars(typing), "Random": Random, **vars(sys.modules[owner.__module__])}
    found = {}
    for name, text in inspect.get_annotations(owner).items():
        try:
            found[name] = eval(text, known, _Loaded()) if isinstance(text, str) else text
        except (NameError, AttributeError):
            found[name] = Any
    return found


class _Loaded(dict[str, Any]):
    """Our classes that a module imports for type checkers only: by then a module has them."""

    def __missing__(self, name: str) -> Any:
        import sys

        package = __name__.partition(".")[0]
        for module in [*sys.modules]:
            found = vars(sys.modules[module]).get(name) if module.startswith(package) else None
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise KeyError(name)


def _fits(value: Any, hint: Any, depth: int = 0) -> bool:
    """Return whether a value is of the type that an annotation names."""
    if type(value) is hint:
        return True
    import types
    import typing

    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any or hint is object or depth > DEEPEST:
        return True
    if origin in (typing.Union, types.UnionType):
        return any(_fits(value, part, depth) for part in parts)
    if origin is typing.Literal:
        return isinstance(value, str) and value in parts
    if origin is not None:
        return isinstance(value, origin) and _holds(value, origin, parts, depth + 1)
    if hint is None or hint is type(None):
        return value is None
    if hint is bool:
        return type(value).__name__ in ("bool", "bool_")
    if hint in (int, float):
        return not isinstance(value, bool) and _counts(value, hint)
    if not isinstance(hint, type):
        return True
    return isinstance(value, hint)


def _counts(value: Any, hint: Any) -> bool:
    """Return whether a value stands for one number; arrays have the methods, but may refuse."""
    import operator

    if isinstance(value, str | bytes):
        return False
    try:
        operator.index(value) if hint is int else float(value)
    except OverflowError:
        return True
    except (TypeError, ValueError):
        return False
    return True


def _holds(value: Any, origin: Any, parts: tuple[Any, ...], depth: int) -> bool:
    """Return whether what a container holds is of the types that its annotation names."""
    if issubclass(origin, Mapping):
        items = [*value.items()]
        return all(all(map(_fits, item, parts, [depth] * len(item))) for item in items)
    if origin is tuple and parts[-1:] != (...,):
        return len(value) == len(parts) and all(map(_fits, value, parts, [depth] * len(parts)))
    if not issubclass(origin, Iterable) or isinstance(value, Iterator):
        return True
    kinds = {*map(type, value)}
    return kinds <= {parts[0]} or all(_fits(each, parts[0], depth) for each in value)


def _said(hint: Any) -> str:
    """Return an annotation in words."""
    import typing

    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and hint in SAID:
        return SAID[hint]
    if hint is None or hint is type(None):
        return "None"
    if origin is typing.Literal:
        return " or ".join(map(str, parts))
    if origin is tuple and parts[-1:] != (...,):
        return f"a tuple of {len(parts)}"
    if origin is Callable:
        return "a function"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "a mapping"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        inner = parts[0]
        many = SAID_MANY.get(inner, getattr(inner, "__name__", "such") + " values")
        return f"a {'tuple' if origin is tuple else 'list'} of {many}"
    if parts:
        return " or ".join(_said(part) for part in parts)
    return f"a {getattr(hint, '__name__', hint)}"
