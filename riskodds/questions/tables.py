"""The question for a table of many battles."""

from __future__ import annotations

from ..advice.lookup import MOST_CELLS, lookup_table
from ..battles.solve import MOST_ARMIES
from ..errors import InputError, TooLargeError
from ..values import show as quote, whole
from .answers import Answer
from .given import Flag, Number, Progress, Ruled, Text, number, words

# columns of a table of needed armies
USUAL = "0.5,0.6,0.7,0.8,0.9,0.95,0.99"


def table(
    *,
    attackers: Text = None,
    defenders: Text = "1-10",
    show: Text = "win",
    win: Text = None,
    rules: Ruled = "classic",
    movable: Flag = False,
    progress: Progress = None,
) -> Answer:
    """A table of chances, losses or armies."""
    needs = show == "needed"
    if needs and (attackers is not None or movable):
        raise InputError(
            "a table of needed armies finds the attackers: leave out --attackers and --movable"
        )
    rows: list[int] = []
    if not needs:
        asked = "2-20" if attackers is None else attackers
        rows = [n + movable for n in _numbers("attackers", asked, 1 if movable else 2)]
    if win is None and needs:
        win = USUAL
    chances = [] if win is None else [part.strip() for part in ",".join(words(win)).split(",")]
    columns = _numbers("defenders", defenders, 1)
    found = lookup_table(rows, columns, show=show, win=chances, rules=rules, progress=progress)
    if movable:
        return Answer(found, lambda: {"movable": [n - 1 for n in rows], **found.to_dict()})
    return Answer(found, found.to_dict)


def _numbers(name: str, value: Number, least: int) -> list[int]:
    """Return the numbers that were typed as 2-20 or 5,10,20-30."""
    text = ",".join(words(value))
    numbers: list[int] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        ends = (low, high if dash else low)
        first, last = (whole(name, number(end), least, MOST_ARMIES) for end in ends)
        if first > last or (numbers and first <= numbers[-1]):
            raise InputError(f"{name} must rise, as in 2-20 or 5,10,20-30, not {quote(text)}")
        if len(numbers) + last - first >= MOST_CELLS:
            raise TooLargeError(f"a table may have at most {MOST_CELLS:,} cells, not more {name}")
        numbers += range(first, last + 1)
    return numbers
