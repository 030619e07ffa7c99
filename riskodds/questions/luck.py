"""The question how likely it was what happened: a battle, a log of battles, or dice."""

from __future__ import annotations

from typing import Any

from ..errors import InputError
from ..values import show
from ..variants.rules import Rules, resolve
from .answers import Answer, answered
from .battles import stops
from .given import Flag, Flagged, Named, Number, Pair, Progress, Texts, from_movable, number, words


def luck(
    asked: Texts,
    *,
    left: Pair = None,
    stop_at: Number = None,
    goal: Number = None,
    rolls: Number = None,
    rules: Flagged = "classic",
    named: Named = None,
    movable: Flag = False,
    progress: Progress = None,
) -> Answer:
    """How lucky a battle was, with what was left; or the battles or dice of a file."""
    about = words(asked)
    ends: dict[str, Any] = stops(stop_at, goal, rolls)
    if left is None and len(about) == 1:
        if movable or any(n not in (None, 0, 1) for n in ends.values()):
            raise InputError("a file says itself how its battles went: leave out options")
        return _file(about[0], resolve(rules), named, progress)
    if left is None or len(about) != 2:
        raise InputError(
            "luck needs a battle and what was left of it, as 12 5 --left 1 3, or a file"
        )
    from ..records.luck import luck as ranked

    attackers: Any = from_movable(number(about[0]), movable)
    defenders: Any = number(about[1])
    found = ranked(attackers, defenders, left=left, rules=rules, **ends)
    return answered(found, found.asked.attackers if movable else None)


def _file(path: str, rules: Rules, named: Named, progress: Progress) -> Answer:
    from ..records.logs import is_table, read_battles, read_lines, read_rolls

    if path.lstrip("+-\N{MINUS SIGN}").isdecimal():
        raise InputError(f"luck needs two numbers with --left, or a file, not {show(path)}")
    lines = read_lines(path)
    if is_table(lines):
        from ..records.luck import record

        battles = read_battles(lines, rules=rules, named=named, progress=progress)
        return answered(record(battles))
    from ..records.fairness import fairness

    return answered(fairness(read_rolls(lines, rules.dice), rules=rules))
