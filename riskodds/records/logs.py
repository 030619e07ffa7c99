"""Files in which a game was written down: battles as CSV, or dice roll by roll.

A CSV file has a header; each line is a battle::

    attackers,defenders,attackers_left,defenders_left,attacking_player,defending_player
    12,9,7,0,Ann,Bob
    5,8,1,6,Bob,Ann

The players may be left out; ``rules``, ``stop_at``, ``goal`` and ``rolls`` may be added. A file
of dice has a roll in each line, the attacker's dice and the defender's::

    653 64
    51 6

Lines that are empty or begin with # are left out in both. Faults are reported with their line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ..battles.solve import battle
from ..dice.faces import Faces, read_roll
from ..dice.rules import DiceRules
from ..errors import InputError, TooLargeError
from ..values import integer, show
from ..variants.rules import Rules, RulesLike, rules as read
from .luck import Fought, Luck, lead_of, rank

LARGEST = 10_000_000
NEEDED = ("attackers", "defenders", "attackers_left", "defenders_left")
STOPS = ("stop_at", "goal", "rolls")
# what tells one battle from another
SAME = ("attackers", "defenders", "rules", *STOPS)
COLUMNS = (*NEEDED, "attacking_player", "defending_player", "rules", *STOPS)

Lines = list[tuple[int, str]]


def read_lines(path: str | PathLike[str]) -> Lines:
    """Return the lines of a file that say something, with their numbers; "-" is standard input.

    Raises
    ------
    InputError
        A file that cannot be read, is too large, is not text, or is empty.
    """
    name = show(fspath(path))
    try:
        if fspath(path) == "-":
            import sys

            if sys.stdin is None:
                raise InputError("cannot read standard input: it is closed")
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read the file {name}: {reason}") from None
    if len(content) > LARGEST:
        raise InputError(f"the file {name} must be at most {LARGEST:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"the file {name} must be text in UTF-8") from None
    lines = [
        (n, line.strip())
        for n, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.strip().startswith("#")
    ]
    if not lines:
        raise InputError(f"the file {name} must hold battles or rolls, and is empty")
    return lines


def is_table(lines: Lines) -> bool:
    """Return whether lines are battles with a header, and not dice.

    >>> is_table([(1, "attackers,defenders")]), is_table([(1, "653 64")])
    (True, False)
    """
    return any(letter.isalpha() for letter in lines[0][1])


def read_battles(
    lines: Lines,
    *,
    rules: RulesLike = None,
    named: Mapping[str, Rules] | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[Fought]:
    """Return the battles of a table, under these rules where a line names none.

    >>> header = (1, "attackers,defenders,attackers_left,defenders_left")
    >>> read_battles([header, (2, "12,5,1,3")])[0].luck.left
    (1, 3)

    A battle is solved once, however often it was fought, and only its ranks are kept.

    Parameters
    ----------
    lines : list of (int, str)
        What `read_lines` returned.
    rules : Rules or str, optional
        The rules of battles that name none; classic if left out.
    named : mapping of str to Rules, optional
        Rules of one's own that a line may name, as of `riskodds.variants.files.read_rules`.
    progress : callable, optional
        Called with the share of the battles that are ranked, as they are.

    Raises
    ------
    InputError
        Unknown or missing columns; a battle that cannot be.
    TooLargeError
        A battle too large for its rules.
    """
    (first, header), *rows = ((n, _row(n, line)) for n, line in lines)
    names = [name.strip().lower() for name in header]
    for name in names:
        if name not in COLUMNS:
            raise InputError(
                f"line {first}: columns must be among {', '.join(COLUMNS)}, not {show(name)}"
            )
    missing = [name for name in NEEDED if name not in names]
    if missing or len(set(names)) < len(names):
        fault = f"it lacks {', '.join(missing)}" if missing else "one stands there twice"
        raise InputError(f"line {first}: the header must name each column once; {fault}")
    if not rows:
        raise InputError(f"line {first}: a header must be followed by battles")
    battles = [(n, dict(_cells(n, names, row))) for n, row in rows]
    alike: dict[tuple[str, ...], list[int]] = {}
    for place, (_, cells) in enumerate(battles):
        key = tuple(cells.get(name, "") for name in SAME)
        alike.setdefault(key, []).append(place)
    found: dict[int, Luck] = {}
    for places in alike.values():
        found.update(_ranked([(place, *battles[place]) for place in places], rules, named))
        if progress is not None:
            progress(len(found) / len(battles))
    return [
        Fought(found[n], cells.get("attacking_player", ""), cells.get("defending_player", ""))
        for n, (_, cells) in enumerate(battles)
    ]


def _row(n: int, line: str) -> list[str]:
    import csv

    try:
        return next(csv.reader([line], strict=True))
    except csv.Error:
        # a quote that does not end, or a cell of more than 131,072 characters
        raise InputError(f"line {n}: it must be CSV, not {show(line)}") from None


def _cells(n: int, names: list[str], row: list[str]) -> Iterator[tuple[str, str]]:
    if len(row) != len(names):
        raise InputError(f"line {n}: there must be {len(names)} cells, not {len(row)}")
    for name, cell in zip(names, row, strict=True):
        yield name, cell.strip()


def _pair(texts: tuple[str, str]) -> Any:
    return integer(texts[0]), integer(texts[1])


def _ranked(
    battles: list[tuple[int, int, dict[str, str]]],
    rules: RulesLike,
    named: Mapping[str, Rules] | None,
) -> Iterator[tuple[int, Luck]]:
    """Iterate over the places and ranks of battles that only differ in how they ended."""
    known: dict[tuple[str, str], Luck] = {}
    for place, n, cells in battles:
        left = cells["attackers_left"], cells["defenders_left"]
        try:
            if not known:
                stops: Any = {name: integer(cells[name]) for name in STOPS if cells.get(name)}
                own = cells.get("rules")
                # what is no number the library refuses in its words
                asked: Any = integer(cells["attackers"]), integer(cells["defenders"])
                odds = battle(*asked, rules=read(own, named=named) if own else rules, **stops)
                lead = lead_of(odds)
            if left not in known:
                known[left] = rank(odds, _pair(left), lead)
        except (InputError, TooLargeError) as error:
            kind = TooLargeError if isinstance(error, TooLargeError) else InputError
            raise kind(f"line {n}: {error}") from None
        yield place, known[left]


def read_rolls(lines: Lines, dice: DiceRules) -> list[tuple[Faces, Faces]]:
    """Return the dice of both sides, roll by roll.

    >>> from riskodds.dice.rules import CLASSIC
    >>> read_rolls([(1, "653 64"), (3, "1 6")], CLASSIC)
    [((6, 5, 3), (6, 4)), ((1,), (6,))]

    Raises
    ------
    InputError
        A line that is no roll under these rules.
    """
    rolls = []
    for n, line in lines:
        try:
            rolls.append(read_roll(line, dice))
        except InputError as error:
            raise InputError(f"line {n}: {error}") from None
    return rolls
