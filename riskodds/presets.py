"""Named rules. A preset is one line of data in `DICE_PRESETS`, and one in `GAME_PRESETS`.

The game half is plain data here, so that a battle never loads the rules of the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .dice import CLASSIC, DiceRules, Side
from .errors import InputError, show

if TYPE_CHECKING:
    from .game.rules import GameRules

DICE_PRESETS: dict[str, DiceRules] = {
    "classic": CLASSIC,
    "two-dice-from-three": DiceRules(defence=Side(needs=(1, 3))),
    "three-defence-dice": DiceRules(defence=Side(needs=(1, 2, 3))),
}

# What differs from the classic game, as options of `game.rules.GameRules`; cards and ways to win
# are named as in `game.card_rules.CARD_PRESETS` and `game.rules.GOAL_PRESETS`.
GAME_PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "adjacent": {"fortify": "adjacent"},
    "connected": {"fortify": "connected"},
    "dealt": {"territories": "dealt"},
    "no-neutral": {"two_players": "plain"},
    "capitals": {"goal": "capitals"},
    "missions": {"goal": "missions"},
    "fixed-cards": {"cards": "fixed"},
    "domination-cards": {"cards": "fixed-domination"},
    "italian-cards": {"cards": "italian-like"},
    "stars-2008": {"cards": "stars-2008"},
}


@dataclass(frozen=True)
class Rules:
    """The rules a question is asked under, with the name that results carry.

    >>> str(Rules("eights", DiceRules(defence=Side(sides=8, needs=(1, 2)))))
    'eights'

    Parameters
    ----------
    name : str
        The name to print.
    dice : DiceRules
        The rules of one roll.
    turns : GameRules, optional
        The rules of set-up, turn, cards and winning, if they are not those of the name.
    """

    name: str = "classic"
    dice: DiceRules = field(default=CLASSIC, repr=False)
    turns: GameRules | None = field(default=None, repr=False)

    @property
    def game(self) -> GameRules:
        """The rules of set-up, turn, cards and winning.

        >>> rules("classic").game.divisor
        3
        """
        if self.turns is not None:
            return self.turns
        from .game.rules import preset_rules

        return preset_rules(tuple(self.name.split("+")))

    def __str__(self) -> str:
        return self.name


def rules(name: str = "classic") -> Rules:
    """Return the rules with this name.

    >>> rules("two-dice-from-three").dice.defence.needs
    (1, 3)

    Parameters
    ----------
    name : str
        "classic" (1993: 3 dice against 2, ties to the defender), "two-dice-from-three" (UK and
        New Zealand, about 1990: the defender needs three armies for two dice) or
        "three-defence-dice" (Risiko!, War: up to 3 against 3).

    Raises
    ------
    InputError
        An unknown name; the message lists the known ones.
    """
    if name not in DICE_PRESETS:
        raise InputError(f"rules must be one of {', '.join(DICE_PRESETS)}, not {show(name)}")
    return Rules(name, DICE_PRESETS[name])


def resolve(given: Rules | str | None) -> Rules:
    """Return what a caller passed as `rules` as a value; classic if nothing."""
    return given if isinstance(given, Rules) else rules("classic" if given is None else given)
