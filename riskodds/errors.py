"""The errors of riskodds and the checks that raise them.

Every message says what is wrong, the value that was given, and what is allowed,
in one line and in lower case, so that the command line can print it as it is.
"""

from __future__ import annotations

import operator
from typing import Any

LONGEST_SHOWN = 40
# numbers whose products with armies are still finite
LARGEST = 1e100


class RiskOddsError(ValueError):
    """Any question that riskodds refuses or cannot answer."""

    def __reduce__(self) -> tuple[Any, ...]:
        # an exception is otherwise made anew from its message, which is not what all are made from
        return _remade, (type(self), self.args), self.__dict__


def _remade(kind: type[RiskOddsError], args: tuple[Any, ...]) -> RiskOddsError:
    """Return an error as it was, for pickle and copy; its attributes are set by them."""
    return kind.__new__(kind, *args)


class InputError(RiskOddsError):
    """A value outside what is allowed; the message says what is."""


class TooLargeError(RiskOddsError):
    """A question whose answer would need more memory or time than is sensible."""


class AccuracyError(RiskOddsError):
    """An answer that failed its own check: its chances do not add up to one."""


class NotationError(InputError):
    """Text whose fault has a place: `text`, and `position` counted from 0."""

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message)
        self.text, self.position = text, position


class UnreachableError(RiskOddsError):
    """A chance that no number of armies reaches."""


def show(value: object) -> str:
    """Return a value as an error message quotes it: on one line, and short."""
    text = value if isinstance(value, str) and value.isprintable() else None
    if text is None and isinstance(value, int) and not isinstance(value, bool):
        if abs(value) >= 10**LONGEST_SHOWN:
            return "a number of more than 40 digits"
        text = str(value)
    elif text is None:
        try:
            text = repr(value)
        except ValueError:  # it holds an integer of more digits than Python prints
            text = f"a {type(value).__name__} of numbers of more than 4300 digits"
    text = " ".join(text.split()) or repr(value)
    if len(text) <= LONGEST_SHOWN:
        return text
    if text.lstrip("+-").isdecimal():
        return "a number of more than 40 digits"
    return text[: LONGEST_SHOWN - 3] + "..."


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """Return `value` as an int, or refuse it unless it is a whole number in the range.

    >>> whole("defenders", 9, 1)
    9
    >>> whole("defenders", 2.5, 1, 100)
    Traceback (most recent call last):
    ...
    riskodds.errors.InputError: defenders must be a whole number from 1 to 100, not 2.5

    Anything with ``__index__`` (numpy integers too) is a whole number; bools, floats and
    strings are not.
    """
    if type(value) is int and low <= value and (high is None or value <= high):
        return value
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < low or (high is not None and number > high):
        allowed = f"of at least {low}" if high is None else f"from {low} to {high:,}"
        raise InputError(f"{name} must be a whole number {allowed}, not {show(value)}")
    return number


def real(name: str, value: object, low: float | None = None) -> float:
    """Return `value` as a float, or refuse it unless it is a finite number of at least `low`.

    >>> real("a worth", "2.5")
    2.5
    """
    try:
        number = float("nan") if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not (low is None or number >= low) or not abs(number) <= LARGEST:
        least = "" if low is None else f" of at least {low:g}"
        raise InputError(f"{name} must be a number{least}, not {show(value)}")
    return number


def check_steps(what: str, steps: float, most: float, instead: str = "") -> None:
    """Refuse work that was estimated to take more steps than are allowed.

    >>> check_steps("a path of 9 against 9", 81, 1e6)

    Raises
    ------
    TooLargeError
        More steps than `most`; the message says how many, and what to do `instead`.
    """
    if steps > most:
        raise TooLargeError(
            f"{what} takes about {steps:.1e} steps; at most {most:.1e} are allowed{instead}"
        )
