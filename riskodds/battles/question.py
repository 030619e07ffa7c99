"""What is asked of one battle: checked once, and what every answer to it says of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..values import whole
from ..variants.rules import Rules, resolve

MOST_ARMIES = 10**12


class Question(NamedTuple):
    """A battle: its armies, its rules, and what ends it.

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories.
    rules : Rules
        The rules it is fought under.
    stop_at, goal, rolls : int, int, int or None
        The stop rules, as in `riskodds.battle`: 1, 0 and None for a battle to the end.
    """

    attackers: int
    defenders: int
    rules: Rules
    stop_at: int = 1
    goal: int = 0
    rolls: int | None = None

    def head(self) -> dict[str, Any]:
        """Return what the JSON of every answer starts with.

        >>> ask(5, 3, "classic", goal=1).head()
        {'attackers': 5, 'defenders': 3, 'rules': 'classic', 'goal': 1}
        """
        head: dict[str, Any] = {
            "attackers": self.attackers,
            "defenders": self.defenders,
            "rules": str(self.rules),
        }
        if self.stop_at > 1:
            head["stop_at"] = self.stop_at
        if self.goal:
            head["goal"] = self.goal
        if self.rolls is not None:
            head["rolls"] = self.rolls
        return head


def ask(
    attackers: int,
    defenders: int,
    rules: Rules | str | None,
    stop_at: int = 1,
    goal: int = 0,
    rolls: int | None = None,
    most: int = MOST_ARMIES,
) -> Question:
    """Return the question that a caller asked, of at most so many armies on a side.

    Raises
    ------
    InputError
        A value outside its range.
    """
    attackers = whole("attackers", attackers, 2, most)
    defenders = whole("defenders", defenders, 1, most)
    stop_at = whole("stop_at", stop_at, 1, attackers - 1)
    goal = whole("goal", goal, 0, defenders - 1)
    if rolls is not None:
        rolls = whole("rolls", rolls, 1, 2 * MOST_ARMIES)
    return Question(attackers, defenders, resolve(rules), stop_at, goal, rolls)


class Answer:
    """An answer, which holds what was asked and has the armies, rules and stop rules of it."""

    asked: Question

    @property
    def attackers(self) -> int:
        """The attackers at the start, all of them."""
        return self.asked.attackers

    @property
    def defenders(self) -> int:
        """The defenders at the start."""
        return self.asked.defenders

    @property
    def rules(self) -> Rules:
        """The rules it was fought under."""
        return self.asked.rules

    @property
    def stop_at(self) -> int:
        """With how many attackers left it stops; 1 for a battle to the end."""
        return self.asked.stop_at

    @property
    def goal(self) -> int:
        """With how many defenders left it stops; 0 for a battle to the end."""
        return self.asked.goal

    @property
    def rolls(self) -> int | None:
        """After how many rolls it stops, if after any."""
        return self.asked.rolls
