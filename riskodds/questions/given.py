"""What is typed or sent, as the library takes it, and the names of its kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from ..dice.rules import MOST_DICE, MOST_SIDES
from ..errors import InputError
from ..values import MINUS, floating, integer, show, whole
from ..variants.rules import Rules, composed

# kinds of values, by which `ask` reads what comes as JSON
Number: TypeAlias = Any
Large: TypeAlias = Any
Text: TypeAlias = Any
Texts: TypeAlias = Iterable[Any]
Pair: TypeAlias = Any
Flag: TypeAlias = bool
# rules by name, or a value; the second kind takes the dice flags too
Ruled: TypeAlias = str | Rules
Flagged: TypeAlias = str | Rules
# not asked for: what only a program gives
Named: TypeAlias = Mapping[str, Rules] | None
Progress: TypeAlias = Callable[[float], None] | None

# flag -> (the change it stands for, help); a change with a number takes it from the flag
FLAGS = {
    "capital": ("capital", "The defender is in a capital."),
    "wall": ("wall", "The defender is behind a wall."),
    "zombie-attacker": ("zombie-attacker", "Zombies attack."),
    "zombie-defender": ("zombie-defender", "Zombies defend."),
    "attack-dice": ("dice{}att", "The attacker rolls N dice at most."),
    "defence-sides": ("d{}def", "Defence dice with N sides."),
    "blitz": ("blitz", "Balanced Blitz of the app."),
}


def number(text: str) -> int | str:
    """Return the whole number that was typed, or the text: the library refuses it in its words."""
    return integer(text.replace(MINUS, "-"))


def large_number(text: str) -> int | str:
    """Return what `number` does, and 10,000,000 for 1e7.

    >>> large_number("2.5e3"), large_number("1e-3")
    (2500, '1e-3')
    """
    found = number(text)
    if isinstance(found, str) and "e" in found.lower():
        value = floating(found)
        if value.is_integer():
            return int(value)
    return found


def with_flags(rules: Rules, given: Mapping[str, Any]) -> Rules:
    """Return rules changed by dice flags, by name; None and False change nothing."""
    changes = []
    for name, (change, _) in FLAGS.items():
        value = given.get(name)
        if value is None or value is False:
            continue
        if value is not True:
            most = MOST_DICE if name == "attack-dice" else MOST_SIDES
            change = change.format(whole(name.replace("-", " "), value, 1, most))
        changes.append(change)
    return composed(rules, changes) if changes else rules


def from_movable(attackers: Any, movable: bool, most: int = 10**12) -> Any:
    """Return the number of attackers that was typed as all armies on the territory."""
    if not movable:
        return attackers
    return whole("movable attackers", attackers, 1, most - 1) + 1


def word(value: Any) -> str:
    """Return a JSON value as one would have typed it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | list | dict) or value is None:
        import json

        return json.dumps(value)
    return str(value)


def words(value: Any) -> list[str]:
    """Return one value or several as they would have been typed."""
    return [word(each) for each in (value if isinstance(value, list | tuple) else [value])]


def typed(value: Any) -> str:
    """Return the words of a path or tree as one text."""
    return " ".join(words(value)).replace(MINUS, "-")


def counts(name: str, value: Any) -> list[int] | int:
    """Return whole numbers that were typed with commas for each stage of a path, or one for all."""
    parts = ",".join(words(value)).split(",")
    numbers = [whole(name, number(part.strip()), 1) for part in parts]
    return numbers if len(numbers) > 1 else numbers[0]


def flag(name: str, value: Any) -> bool:
    """Return true or false, or refuse anything else."""
    if not isinstance(value, bool):
        raise InputError(f"{name} must be true or false, not {show(word(value))}")
    return value
