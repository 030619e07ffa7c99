"""Every preset as data, of the dice and of the game, and how the value of an option is said."""

from __future__ import annotations

from typing import Any

from ..dice.rules import CLASSIC, DiceRules, Side

DICE_PRESETS: dict[str, DiceRules] = {
    "classic": CLASSIC,
    "two-dice-from-three": DiceRules(defence=Side(needs=(1, 3))),
    "three-defence-dice": DiceRules(defence=Side(needs=(1, 2, 3))),
    "sees-the-roll": DiceRules(choice="optimal"),
    "global-domination": CLASSIC,
    "eight-sided": DiceRules(Side(sides=8), Side(sides=8, needs=(1, 2))),
}

# What differs from the classic game, as options of `game.rules.GameRules`; cards and ways to win
# are named as in `game.cards.rules.CARD_PRESETS` and `game.rules.GOAL_PRESETS`. Names are joined
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
