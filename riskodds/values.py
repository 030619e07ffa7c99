"""What a caller gave, read and checked: numbers, texts and JSON, and how a message quotes them."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from .errors import InputError, TooLargeError

LONGEST_SHOWN = 40
# stands for "-" in front of a digit, as a command line takes that for an option
MINUS = "\N{MINUS SIGN}"
# numbers whose products with armies are still finite
LARGEST = 1e100
# Python reads no longer integer whatever it is told (sys.int_info.str_digits_check_threshold)
MOST_DIGITS = 640
# of what may be said, so much is listed
LONGEST_LIST = 160
LONGEST_PATH = 120


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
        except Exception:  # integers of too many digits, nested too deeply, half-made values
            text = f"a {type(value).__name__} that cannot be shown"
    text = " ".join(text.split()) or repr(value)
    text = text if text.isprintable() else ascii(text)
    if len(text) <= LONGEST_SHOWN:
        return text
    if text.lstrip("+-").isdecimal():
        return "a number of more than 40 digits"
    return text[: LONGEST_SHOWN - 3] + "..."


def listed(names: Iterable[str]) -> str:
    """Return names as a message lists them: all that there is room for.

    >>> listed(["attack", "defence"])
    'attack, defence'
    """
    known = list(names)
    shown, length = 0, 0
    for name in known:
        length += len(name) + 2
        shown += length <= LONGEST_LIST
    more = f" and {len(known) - shown} more" if shown < len(known) else ""
    return ", ".join(known[:shown]) + more


def integer(text: str) -> int | str:
    """Return the whole number that a text writes, or the text, which `whole` then refuses.

    >>> integer(" -12 "), integer("+3"), integer("1_000"), integer("1e3")
    (-12, 3, '1_000', '1e3')

    This is the one place that decides what a number looks like: the digits 0 to 9, and a sign.
    Python's own reading also takes underscores, and the digits of every alphabet.
    """
    plain = text.strip()
    digits = plain.removeprefix("-") if plain.startswith("-") else plain.removeprefix("+")
    if digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS:
        return int(plain)
    return text


def from_json(text: str | bytes, must: str) -> Any:
    """Return what a JSON text holds, or refuse it; `must` begins the message.

    >>> from_json('{"a": 1, "a": 2}', "a line must be JSON")
    Traceback (most recent call last):
    ...
    riskodds.errors.InputError: a line must be JSON: a is given twice
    """
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = {}
        for name, value in pairs:
            if name in found:
                raise InputError(f"{must}: {show(name)} is given twice")
            found[name] = value
        return found

    def number(digits: str) -> int:
        found = integer(digits)
        if isinstance(found, str):
            raise InputError(f"{must}: a number has more than {MOST_DIGITS} digits")
        return found

    try:
        return json.loads(text, object_pairs_hook=once, parse_int=number)
    except InputError:
        raise
    except RecursionError:
        raise InputError(f"{must}: it is nested too deeply") from None
    except UnicodeDecodeError:
        raise InputError(f"{must}: it is not UTF-8") from None
    except (ValueError, TypeError) as error:
        raise InputError(f"{must}: {' '.join(str(error).split())}") from None


def shown_path(path: str) -> str:
    """Return the name of a file as a message shows it: its end, which tells more, if it is long."""
    text = path if path.isprintable() else ascii(path)
    return text if len(text) <= LONGEST_PATH else f"...{text[-LONGEST_PATH:]}"


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
    except (TypeError, AttributeError):  # a class has the method, but unbound
        number = None
    if number is None or number < low or (high is not None and number > high):
        allowed = f"a whole number of at least {low}"
        if high is not None:
            allowed = f"{low}" if low == high else f"a whole number from {low} to {high:,}"
        digits = isinstance(value, str) and value.isdecimal() and len(value) <= LONGEST_SHOWN
        text = "the text " if digits else ""
        raise InputError(f"{name} must be {allowed}, not {text}{show(value)}")
    return number


def counted(number: int, singular: str, plural: str) -> str:
    """Return a number and a word that agrees with it.

    >>> counted(1, "moves", "move"), counted(3, "moves", "move")
    ('1 moves', '3 move')
    """
    return f"{number:,} {singular if number == 1 else plural}"


def span(high: int, low: int = 1) -> str:
    """Return what numbers are allowed: "1 to 3", or the only one there is.

    >>> span(3), span(1)
    ('1 to 3', '1')
    """
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def real(name: str, value: object, low: float | None = None) -> float:
    """Return `value` as a float, or refuse it unless it is a finite number of at least `low`.

    >>> real("a worth", "2.5")
    2.5
    """
    number = floating(value)
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


def floating(value: object) -> float:
    """Return `value` as a float, and NaN if it is no number.

    >>> floating("2.5e3"), floating("1_000"), floating(10**400)
    (2500.0, nan, nan)
    """
    foreign = isinstance(value, str) and (not value.isascii() or "_" in value)
    try:
        return float("nan") if foreign or isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return float("nan")
