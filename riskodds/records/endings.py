"""Which endings a battle can have, by the armies that rolls take.

A roll of m dice against n takes min(m, n) armies together. Dice get fewer only as armies do, so
as long as both sides have armies for all their dice, every roll has taken the most it can.
"""

from __future__ import annotations

from ..battles.odds import BattleOdds
from ..values import counted


def reason_against(odds: BattleOdds, a: int, d: int) -> str:
    """Return why a battle cannot end like that, if the number of losses tells."""
    attack, defence = odds.rules.dice.attack, odds.rules.dice.defence
    pairs = min(attack.dice, defence.dice)
    lost = odds.attackers - a + odds.defenders - d
    if odds.rolls is not None and lost > odds.rolls * pairs:
        most = odds.rolls * pairs
        return f"{counted(odds.rolls, 'roll', 'rolls')} can take {most:,} armies, not {lost:,}"
    # there were as many before the last roll, and too many to stop
    fewest = max(a - 1, odds.stop_at), max(d, odds.goal + 1)
    full = min(attack.dice_for(fewest[0]), defence.dice_for(fewest[1])) == pairs
    if not full or not odds.rules.rolled_out:
        return ""
    if lost % pairs:
        return f"every roll takes {pairs}, so both together lose a multiple of that, not {lost:,}"
    made = lost // pairs
    if odds.rolls is not None and made != odds.rolls:
        return f"every roll takes {pairs}, so that takes {counted(made, 'roll', 'rolls')}"
    return ""


def conceivable(odds: BattleOdds, a: int, d: int) -> bool:
    """Return whether a battle could end like that, by the armies that rolls take."""
    attack, defence = odds.rules.dice.attack, odds.rules.dice.defence
    pairs = min(attack.dice, defence.dice)
    lost = odds.attackers - a + odds.defenders - d
    most = lost if odds.rolls is None else odds.rolls * pairs
    if a <= odds.stop_at or d <= odds.goal:
        # the last roll takes more than it has to by less than it takes
        short = a > odds.stop_at - pairs and d > odds.goal - pairs
        return short and 0 < lost <= most and not (a == 1 and d == 0)
    if a - 1 < attack.needs[-1] or d < defence.needs[-1]:
        return odds.rolls is not None and odds.rolls <= lost <= most
    return odds.rolls is not None and lost == most
