"""Named rules. A preset is one line of data in `DICE_PRESETS`, and one in `GAME_PRESETS`.

The game half is plain data here, so that a battle never loads the rules of the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
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
# are named as in `game.card_rules.CARD_PRESETS` and `game.rules.GOAL_PRESETS`. Names are joined
# with "+", so most of these change one thing.
GAME_PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "connected": {"fortify": "connected"},
    "dealt": {"territories": "dealt"},
    "no-neutral": {"two_players": "plain"},
    "win-by-capitals": {"goal": "capitals"},
    "win-by-missions": {"goal": "missions"},
    "win-by-60-percent": {"goal": "60 percent"},
    "global-domination": {"headquarters_dice": 1},
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

    def differences(self) -> list[str]:
        """Return what differs from the classic rules, one line each.

        >>> rules("two-dice-from-three").differences()
        ['defence, needs: 1, 3 (classic: 1, 2)']
        >>> rules("classic").differences()
        []
        """
        return [*_dice_differences(self.dice), *self.game.differences()]

    def __str__(self) -> str:
        return self.name


def _dice_differences(dice: DiceRules) -> list[str]:
    lines = []
    for part in fields(dice):
        mine, theirs = getattr(dice, part.name), getattr(CLASSIC, part.name)
        if not isinstance(mine, Side):
            lines += _difference(part.name, mine, theirs)
            continue
        for option in fields(mine):
            name = option.name
            lines += _difference(f"{part.name}, {name}", getattr(mine, name), getattr(theirs, name))
    return lines


def _difference(option: str, mine: object, theirs: object) -> list[str]:
    return [] if mine == theirs else [f"{option}: {said(mine)} (classic: {said(theirs)})"]


def said(value: object) -> str:
    """Return an option's value as a reader would say it.

    >>> said((1, 3)), said((("wild", 2),)), said(None), said(True)
    ('1, 3', 'wild 2', 'none', 'yes')
    """
    if isinstance(value, tuple):
        parts = [" ".join(map(str, p)) if isinstance(p, tuple) else str(p) for p in value]
        return ", ".join(parts) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def rules(name: str = "classic") -> Rules:
    """Return the rules with this name.

    >>> rules("two-dice-from-three").dice.defence.needs
    (1, 3)
    >>> rules("classic+connected+fixed-cards").differences()[0]
    'fortify: connected (classic: adjacent)'

    Parameters
    ----------
    name : str
        One name, or several joined with "+", of which later ones change what earlier ones say.
        Of the dice: "classic" (1993: 3 dice against 2, ties to the defender),
        "two-dice-from-three" (UK and New Zealand, about 1990: the defender needs three armies
        for two dice) or "three-defence-dice" (Risiko!, War: up to 3 against 3). Of the game:
        the keys of `GAME_PRESETS`.

    Raises
    ------
    InputError
        An unknown name; the message lists the known ones.
    """
    dice = CLASSIC
    for part in name.split("+") if isinstance(name, str) else (name,):
        if part not in rules_names():
            raise InputError(f"rules must be one of {', '.join(rules_names())}, not {show(part)}")
        dice = DICE_PRESETS.get(part, dice)
    return Rules(name, dice)


def rules_names() -> tuple[str, ...]:
    """Return the names that `rules` knows.

    >>> "classic" in rules_names()
    True
    """
    return tuple(DICE_PRESETS | GAME_PRESETS)


def resolve(given: Rules | str | None) -> Rules:
    """Return what a caller passed as `rules` as a value; classic if nothing."""
    return given if isinstance(given, Rules) else rules("classic" if given is None else given)
