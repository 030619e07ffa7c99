"""Files of named rules, in TOML: a table for each name, an option in each line.

    [table-night]
    base = "classic+capital"    # a preset and changes, or a name from above; else classic
    ties = "attacker"
    choice = "greedy"           # "announced", "optimal" or "greedy"
    blitz = true                # or a table of its own with its parameters

    [table-night.attack]        # or defence
    sides = 8
    needs = [1, 2, 3]           # armies needed for one die, two, three
    highest = 1                 # added to the highest die; also lowest, every

The options are those of `Side`, `DiceRules` and `Blitz`, and whatever the base says holds where
a line says nothing. Faults are reported with their line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from os import PathLike
from typing import Any

from ..dice.rules import Side
from ..engines.blitz import Blitz
from ..errors import InputError
from ..guards import guarded
from ..values import show, shown_path
from .changes import is_change
from .rules import Rules, rules, rules_names

LARGEST = 1_000_000
# what may be set, and by which value it is checked
PARTS = {"attack": Side, "defence": Side, "blitz": Blitz}
OPTIONS = ("base", "ties", "choice", *PARTS)

Key = tuple[str, ...]


@guarded
def read_rules(path: str | PathLike[str]) -> dict[str, Rules]:
    """Return the rules that a TOML file names, in its order.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "house.toml")
    ...     _ = file.write_text('[eights]\\nbase = "capital"\\ndefence = {sides = 8}\\n')
    ...     named = read_rules(file)
    >>> rules("eights+wall", named=named).dice.defence
    Side(sides=8, needs=(1, 2, 3, 4), highest=0, lowest=0, every=0)

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    dict of str to Rules
        To pass to `rules` as `named`.

    Raises
    ------
    InputError
        A file that cannot be read, is not TOML, or has an unknown key or a bad value; the
        message names file, line and key.
    """
    import tomllib

    try:
        name = os.fsdecode(path)
    except TypeError:
        raise InputError(f"a rules file must be a path, not {show(path)}") from None
    name = shown_path(name)
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - bytes are paths too
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read the rules file {name}: {reason}") from None
    try:
        if len(content) > LARGEST:
            raise InputError(f"it must be at most {LARGEST:,} bytes")
        text = content.decode("utf-8")
        tables = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"cannot read the rules file {name}: it is nested too deeply") from None
    except ValueError as error:  # TOML, UTF-8, or an integer too long to read
        if "integer string conversion" in str(error):
            error = ValueError("it has a number of more than 4300 digits")
        raise InputError(f"cannot read the rules file {name}: {error}") from None
    found: dict[str, Rules] = {}
    for word, table in tables.items():
        key: Key = (word,)
        try:
            _check_name(word)
            if not isinstance(table, dict):
                raise InputError("options must be in a table named as the rules, such as [house]")
            made = Rules()
            if "base" in table:
                key = (word, "base")
                made = rules(table["base"], named=found)
            made = Rules(word, made.dice, made.blitz, made.game)
            for place, change in _changes(word, table):
                key = place
                made = change(made)
        except InputError as error:
            where = f"{name}, line {_line(text, key)}, {'.'.join(key)}"
            raise InputError(f"{where}: {error}") from None
        found[word] = made
    return found


def _check_name(word: str) -> None:
    if word in rules_names() or is_change(word):
        raise InputError("a name of one's own must not be one that riskodds knows")
    if not word.replace("-", "").replace("_", "").isalnum() or word != word.lower():
        raise InputError("a name must be of small letters, digits, - and _ only")


def _changes(word: str, table: Mapping[str, Any]) -> Iterator[tuple[Key, Callable[[Rules], Rules]]]:
    """Iterate over what each line of a table changes; a fault shows when it is called."""
    for option, value in table.items():
        key = (word, option)
        if option not in OPTIONS:
            yield key, _refuse(f"no such option; there are {', '.join(OPTIONS)}")
        elif option not in PARTS:
            if option != "base":
                yield key, _dice(option, value)
        elif isinstance(value, dict):
            known = [part.name for part in fields(PARTS[option])]
            for inner, given in value.items():
                if inner not in known:
                    yield (*key, inner), _refuse(f"no such option; there are {', '.join(known)}")
                else:
                    yield (*key, inner), _part(option, inner, given)
        elif option == "blitz" and isinstance(value, bool):
            yield key, lambda made, v=value: replace(made, blitz=Blitz() if v else None)  # type: ignore[misc]
        else:
            yield key, _refuse(f"must be a table, not {show(value)}")


def _refuse(message: str) -> Callable[[Rules], Rules]:
    def refuse(made: Rules) -> Rules:
        raise InputError(message)

    return refuse


def _dice(option: str, value: Any) -> Callable[[Rules], Rules]:
    return lambda made: replace(made, dice=replace(made.dice, **{option: value}))


def _part(option: str, inner: str, value: Any) -> Callable[[Rules], Rules]:
    given: Any = {inner: tuple(value) if isinstance(value, list) else value}

    def change(made: Rules) -> Rules:
        if option == "blitz":
            return replace(made, blitz=replace(made.blitz or Blitz(), **given))
        part = replace(getattr(made.dice, option), **given)
        return _dice(option, part)(made)

    return change


def _line(text: str, key: Key) -> int:
    """Return the line on which a key, or the closest thing it is part of, is set."""
    table: Key = ()
    best, length = 1, 0
    for n, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            table = _parts(line.strip().strip("[]").partition("]")[0])
            here = table
        elif "=" in line:
            here = table + _parts(line.partition("=")[0])
        else:
            continue
        if here == key[: len(here)] and len(here) > length:
            best, length = n, len(here)
    return best


def _parts(dotted: str) -> Key:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
