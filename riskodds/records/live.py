"""A battle followed roll by roll: what is left, the new odds, and how they moved.

A `LiveBattle` is a value; each roll or change of the target makes a new one that remembers the
last, so undoing a step returns exactly what was before. What was typed at the table is read by
`LiveBattle.told`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..battles.solve import battle
from ..dice.counts import losses
from ..dice.faces import read_roll
from ..errors import InputError
from ..guards import guarded
from ..values import integer, show, whole
from ..variants.rules import Rules, RulesLike, resolve

if TYPE_CHECKING:
    from ..advice.stopping import Stopping
    from ..battles.odds import BattleOdds
    from .luck import Luck

WORTHS = ("army", "enemy", "territory", "card")
KINDS = ("win", "lose", "undecided", "reached")


@dataclass(frozen=True)
class LiveBattle:
    """A battle that is going on, or over.

    Made by `live`.

    >>> begun = live(12, 9)
    >>> later = begun.told("653 64")
    >>> later.attackers, later.defenders, later.last
    (11, 8, (1, 1))
    >>> later.undone() is begun
    True

    Attributes
    ----------
    start : (int, int)
        Attackers and defenders at the start, all of them.
    attackers, defenders : int
        Those that are left.
    rules : Rules
        The rules it is fought under.
    stop_at, goal : int
        The target, as in `riskodds.battle`.
    made : int
        How many rolls were made.
    full : bool
        Whether all of them were made with all dice, as far as is known.
    last : (int, int), optional
        What the attacker and the defender lost by the last roll, if that was the last step.
    before : LiveBattle, optional
        The battle before the last step.
    worths : Stopping, optional
        When to stop, if it is known what armies and the territory are worth.
    """

    start: tuple[int, int]
    attackers: int
    defenders: int
    rules: Rules
    stop_at: int = 1
    goal: int = 0
    made: int = 0
    full: bool = True
    last: tuple[int, int] | None = None
    before: LiveBattle | None = field(default=None, repr=False, compare=False)
    worths: Stopping | None = field(default=None, repr=False, compare=False)

    @property
    def state(self) -> str:
        """Where it stands: "on", "taken", "failed", or "stopped" by its target."""
        if not self.defenders:
            return "taken"
        if self.attackers == 1:
            return "failed"
        stopped = self.attackers <= self.stop_at or self.defenders <= self.goal
        return "stopped" if stopped else "on"

    @property
    def odds(self) -> BattleOdds:
        """The odds from here while it is on, solved again each time: they are not kept."""
        return battle(
            self.attackers, self.defenders, rules=self.rules, stop_at=self.stop_at, goal=self.goal
        )

    @cached_property
    def chances(self) -> dict[str, float]:
        """The chances from here: to win, to lose, to stop undecided, and to reach the goal."""
        if self.state == "on":
            odds = self.odds
            return {kind: getattr(odds, kind) for kind in KINDS}
        certain = {
            "win": self.state == "taken",
            "lose": self.state == "failed",
            "undecided": self.state == "stopped",
            "reached": self.defenders <= self.goal,
        }
        return {kind: float(so) for kind, so in certain.items()}

    @property
    def chance(self) -> float:
        """The chance of what is wanted: to reach the goal if there is one, else to win."""
        return self.chances["reached" if self.goal else "win"]

    @property
    def moved(self) -> float:
        """How much the last step added to `chance`."""
        return self.chance - self.before.chance if self.before is not None else 0.0

    @property
    def advice(self) -> str | None:
        """What is best now, "attack" or "stop", if the worths are known."""
        if self.worths is None or self.state in ("taken", "failed"):
            return None
        return "attack" if self.worths.attacks(self.attackers, self.defenders) else "stop"

    @property
    def pairs(self) -> int:
        """How many armies a roll with all dice removes."""
        return min(self._dice)

    @property
    def _chosen(self) -> bool:
        """Whether the defender, who sees the roll, may roll fewer dice in the course of things."""
        return self.rules.dice.choice != "announced"

    @property
    def _dice(self) -> tuple[int, int]:
        attack, defence = self.rules.dice.attack, self.rules.dice.defence
        return attack.dice_for(self.attackers - 1), defence.dice_for(self.defenders)

    @guarded
    def lost(self, attackers: int, defenders: int, *, full: bool = True) -> LiveBattle:
        """Return the battle after a roll in which so many armies were lost.

        >>> live(12, 9).lost(0, 2).defenders
        7

        Parameters
        ----------
        attackers, defenders : int
            Armies lost, together what a roll removes.
        full : bool
            Whether all dice were rolled, which is known to remove `pairs` armies.

        Raises
        ------
        InputError
            A battle that is over, or losses that no roll brings.
        """
        self._check_on()
        mine = whole("attackers lost", attackers, 0, self.pairs)
        theirs = whole("defenders lost", defenders, 0, self.pairs)
        if not 1 <= mine + theirs <= self.pairs or (full and mine + theirs < self.pairs):
            least = "" if full or self.pairs == 1 else "1 to "
            raise InputError(f"losses must add up to {least}{self.pairs}, not {mine + theirs}")
        return replace(
            self,
            attackers=self.attackers - mine,
            defenders=self.defenders - theirs,
            made=self.made + 1,
            full=self.full and (self._chosen or mine + theirs == self.pairs),
            last=(mine, theirs),
            before=self,
        )

    @guarded
    def fell(self, text: str) -> LiveBattle:
        """Return the battle after dice, such as ``653 64``.

        Raises
        ------
        InputError
            A battle that is over, or dice that these armies cannot roll.
        """
        self._check_on()
        rolled = read_roll(text, self.rules.dice)
        for name, faces, most in zip(("attack", "defence"), rolled, self._dice, strict=True):
            if len(faces) > most:
                raise InputError(
                    f"{name} dice must be at most {most} with these armies, not {len(faces)}"
                )
        after = self.lost(*losses(self.rules.dice, *rolled), full=False)
        attack, defence = (
            len(faces) < most for faces, most in zip(rolled, self._dice, strict=True)
        )
        return replace(after, full=after.full and not attack and (self._chosen or not defence))

    @guarded
    def told(self, text: str) -> LiveBattle:
        """Return the battle after what was typed: losses, or the dice that fell.

        >>> begun = live(12, 9)
        >>> begun.told("1 1").last, begun.told("d 1 1").last, begun.told("6 5").last
        ((1, 1), (1, 0), (0, 1))

        Parameters
        ----------
        text : str
            Two numbers are losses, the attacker's first, if they add up to what a roll with all
            dice removes, else dice. A "d" in front makes them dice, an "l" losses, which then
            may be those of fewer dice.

        Raises
        ------
        InputError
            Anything else.
        """
        self._check_on()
        words = text.split()
        if words[:1] == ["d"]:
            return self.fell(" ".join(words[1:]))
        forced = words[:1] == ["l"]
        words = words[forced:]
        read = [integer(word) for word in words if word[:1] not in ("+", "-")]
        numbers = [number for number in read if isinstance(number, int)][:2]
        if len(words) != 2 or (forced and len(numbers) != 2):
            raise InputError(
                f"a roll must be losses such as 1 1, or dice such as 653 64, not {show(text)}"
            )
        if forced:
            return self.lost(*numbers, full=False)
        if len(numbers) == 2 and sum(numbers) == self.pairs:
            return self.lost(*numbers)
        if "0" in words:
            fewer = len(numbers) == 2 and 0 < sum(numbers) < self.pairs
            hint = f"; 'l {' '.join(words)}' is a roll with fewer dice" if fewer else ""
            raise InputError(
                f"losses by all dice must add up to {self.pairs}, not {show(text)}{hint}"
            )
        return self.fell(text)

    @guarded
    def aimed(self, *, stop_at: int | None = None, goal: int | None = None) -> LiveBattle:
        """Return the battle with another target.

        >>> live(12, 9).aimed(stop_at=4).stop_at
        4

        Raises
        ------
        InputError
            A target that the battle could not have had from the start, or that its rules refuse.
        """
        start = self.start
        if stop_at is not None:
            stop_at = whole("stop_at", stop_at, 1, start[0] - 1)
        if goal is not None:
            goal = whole("goal", goal, 0, start[1] - 1)
        after = replace(
            self,
            stop_at=self.stop_at if stop_at is None else stop_at,
            goal=self.goal if goal is None else goal,
            last=None,
            before=self,
        )
        after.chances  # noqa: B018  # what the rules refuse is refused here
        return after

    def undone(self) -> LiveBattle:
        """Return the battle before the last step.

        Raises
        ------
        InputError
            Nothing was done yet.
        """
        if self.before is None:
            raise InputError("there is nothing to undo")
        return self.before

    @cached_property
    def luck(self) -> Luck | None:
        """How lucky the attacker was, or None if that cannot be told.

        A battle that was fought to the end is ranked among all its endings; one that was not
        among all that so many rolls with all dice can lead to.
        """
        if not self.made or not self.full:
            return None
        from .luck import luck

        over = self.state in ("taken", "failed")
        try:
            return luck(
                *self.start,
                left=(self.attackers, self.defenders),
                rules=self.rules,
                rolls=None if over else self.made,
            )
        except InputError:
            # the defender chose his dice, by rules that do not say how they go on
            return None

    def _check_on(self) -> None:
        if self.state == "stopped":
            raise InputError("the target is reached: change it to go on, or undo")
        if self.state != "on":
            raise InputError("the battle is over: undo, or quit")

    def to_dict(self) -> dict[str, Any]:
        """Return where it stands as JSON types."""
        answer: dict[str, Any] = {
            "attackers": self.attackers,
            "defenders": self.defenders,
            "rules": str(self.rules),
            "stop_at": self.stop_at,
            "goal": self.goal,
            "rolls": self.made,
            "state": self.state,
            "lost": None if self.last is None else list(self.last),
            **self.chances,
            "moved": self.moved,
        }
        if self.advice is not None:
            answer["advice"] = self.advice
        return answer


@guarded
def live(
    attackers: int,
    defenders: int,
    *,
    rules: RulesLike = None,
    stop_at: int = 1,
    goal: int = 0,
    worths: Mapping[str, float] | None = None,
) -> LiveBattle:
    """Return a battle to be followed roll by roll.

    >>> live(12, 9, worths={"territory": 4, "card": 3}).advice
    'stop'

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories: at least 2 and at least 1.
    rules : Rules or str, optional
        Rules that roll dice; classic if left out.
    stop_at, goal : int
        The target, as in `riskodds.battle`.
    worths : dict, optional
        What army, enemy, territory and card are worth, as in `riskodds.stop`, for its advice.

    Returns
    -------
    Fight
        The battle at its start; each roll makes a new one.

    Raises
    ------
    InputError
        A value outside these ranges; rules by which a battle is not rolled.
    """
    chosen = resolve(rules)
    if chosen.blitz is not None:
        raise InputError("balanced blitz fights at once, there is no roll to follow: leave it out")
    odds = battle(attackers, defenders, rules=chosen, stop_at=stop_at, goal=goal)
    advice = None
    if worths is not None:
        from ..advice.stopping import stop

        for name in worths:
            if name not in WORTHS:
                raise InputError(f"worths must be of {', '.join(WORTHS)}, not {show(name)}")

        advice = stop(attackers, defenders, rules=chosen, **worths)
    start = odds.attackers, odds.defenders
    return LiveBattle(start, *start, chosen, odds.stop_at, odds.goal, worths=advice)
