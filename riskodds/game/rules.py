"""The rules of set-up, turn and winning: one frozen value with an option for each choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, get_args

from ..dice.rules import MOST_DICE
from ..errors import InputError
from ..guards import guarded
from ..values import show, whole
from ..variants.presets import said
from ..variants.rules import Rules, resolve
from .cards.rules import CARD_PRESETS, CLASSIC_CARDS, CardRules
from .fixed import changed_repr
from .goals import CONQUEST, Capitals, Goal, Missions, Share

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

TwoPlayers = Literal["neutral", "plain"]
Territories = Literal["claimed", "dealt"]
FortifyMode = Literal["none", "adjacent", "connected", "unlimited"]
MoveInRule = Literal["dice", "one", "all"]

_CHOICES = {
    "two_players": get_args(TwoPlayers),
    "territories": get_args(Territories),
    "fortify": get_args(FortifyMode),
    "move_in": get_args(MoveInRule),
}


@dataclass(frozen=True, repr=False)
class GameRules:
    """Everything that a table may agree on about set-up, turn and winning.

    >>> GameRules().start_armies[3]
    25
    >>> GameRules(fortify="connected").differences()
    ['fortify: connected (classic: adjacent)']

    Parameters
    ----------
    divisor : int
        Territories that bring one army a turn, rounded down; at least 1.
    minimum : int
        The least armies that the territories bring a turn.
    start_armies : tuple of int
        Armies to start with for 2, 3, 4, 5 and 6 players.
    neutral_armies : int
        Armies of the neutral in a game for two.
    plain_armies : int
        Armies to start with for two players without a neutral.
    two_players : {"neutral", "plain"}
        Whether two players share the board with a neutral army, which never attacks.
    territories : {"claimed", "dealt"}
        Whether 3 to 6 players claim territories in turn or are dealt their cards.
    fortify : {"none", "adjacent", "connected", "unlimited"}
        One move to a neighbour; one move through connected own territories; or any number of
        moves to neighbours.
    army_cap : int or None
        The most armies that may stand on a territory, 4 or more. What cannot be placed
        anywhere is lost.
    move_in : {"dice", "one", "all"}
        How many armies must move into a captured territory: as many as dice were rolled, one,
        or all that may.
    headquarters_dice : int
        Dice more for the defender of a headquarters, 0 to 2.
    goal : Conquest, Share, Capitals or Missions
        The way to win.
    cards : CardRules
        The rules of the cards.

    Raises
    ------
    InputError
        A value outside these ranges.
    """

    divisor: int = 3
    minimum: int = 3
    start_armies: tuple[int, ...] = (40, 35, 30, 25, 20)
    neutral_armies: int = 40
    plain_armies: int = 50
    two_players: TwoPlayers = "neutral"
    territories: Territories = "claimed"
    fortify: FortifyMode = "adjacent"
    army_cap: int | None = None
    move_in: MoveInRule = "dice"
    headquarters_dice: int = 0
    goal: Goal = CONQUEST
    cards: CardRules = CLASSIC_CARDS

    @guarded
    def __post_init__(self) -> None:
        whole("divisor", self.divisor, 1)
        for name in ("minimum", "neutral_armies"):
            whole(name, getattr(self, name), 0)
        whole("plain_armies", self.plain_armies, 1)
        if not isinstance(self.start_armies, tuple) or len(self.start_armies) != 5:
            raise InputError(
                "start_armies must be a tuple of five numbers, for 2 to 6 players, "
                f"not {show(self.start_armies)}"
            )
        for armies in self.start_armies:
            whole("the armies to start with", armies, 1)
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                options = ", ".join(map(repr, allowed))
                raise InputError(
                    f"{name} must be one of {options}, not {show(getattr(self, name))}"
                )
        if self.army_cap is not None:
            whole("army_cap", self.army_cap, MOST_DICE)
        whole("headquarters_dice", self.headquarters_dice, 0, 2)
        for name, kind in (("goal", Goal), ("cards", CardRules)):
            if not isinstance(getattr(self, name), kind):
                raise InputError(f"{name} cannot be {show(getattr(self, name))}")

    def __repr__(self) -> str:
        return changed_repr(self)

    def has_neutral(self, players: int) -> bool:
        """Return whether so many players share the board with a neutral army.

        >>> GameRules().has_neutral(2), GameRules().has_neutral(3)
        (True, False)
        """
        return players == FEWEST_PLAYERS and self.two_players == "neutral"

    def armies_each(self, players: int) -> int:
        """Return the armies that each of so many players, 2 to 6, starts with.

        >>> GameRules().armies_each(2), GameRules(two_players="plain").armies_each(2)
        (40, 50)
        """
        if players == FEWEST_PLAYERS and not self.has_neutral(players):
            return self.plain_armies
        return self.start_armies[players - FEWEST_PLAYERS]

    def differences(self) -> list[str]:
        """Return what differs from the classic rules, one line each.

        >>> from riskodds.game.cards.rules import CardRules
        >>> GameRules(cards=CardRules(bonus_per="card")).differences()
        ['cards, bonus_per: card (classic: turn)']
        """
        classic = GameRules()
        lines = [
            f"{field.name}: {said(mine)} (classic: {said(theirs)})"
            for field in fields(self)
            if (mine := getattr(self, field.name)) != (theirs := getattr(classic, field.name))
            and field.name != "cards"
        ]
        return lines + [f"cards, {line}" for line in self.cards.differences()]


@guarded
def game_rules(given: GameRules | Rules | str | None = None) -> GameRules:
    """Return the rules of set-up, turn, cards and winning that a name or `Rules` stand for.

    >>> game_rules("classic+connected").fortify, game_rules().divisor
    ('connected', 3)

    Parameters
    ----------
    given : GameRules, Rules or str, optional
        A value of `riskodds.rules` or its name, or what is to be returned; classic if left out.

    Returns
    -------
    GameRules
        The rules of the game.

    Raises
    ------
    InputError
        An unknown name.
    """
    return given if isinstance(given, GameRules) else _from_options(resolve(given).game)


@lru_cache(maxsize=64)
def _from_options(options: tuple[tuple[str, object], ...]) -> GameRules:
    """Return rules from plain data, in which cards and goals are named."""
    named: dict[str, Mapping[str, object]] = {"cards": CARD_PRESETS, "goal": GOAL_PRESETS}
    values: dict[str, Any] = {
        option: named[option][str(value)] if option in named else value for option, value in options
    }
    return GameRules(**values)


GOAL_PRESETS: dict[str, Goal] = {
    "conquest": CONQUEST,
    "capitals": Capitals(),
    "missions": Missions(),
    "60 percent": Share(60),
}
