"""When a trade must, may or cannot be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...guards import guarded
from ...values import whole
from .deck import Card, holds_set
from .rules import CLASSIC_CARDS, SET_SIZE, CardRules

# no deck is larger
MOST_HELD = 10_000

Duty = Literal["none", "optional", "forced"]


@guarded
def forced_hand_sizes(
    held: int, *, mid_turn: bool = False, begun: bool = False, rules: CardRules = CLASSIC_CARDS
) -> tuple[int, ...]:
    """Return the sizes that a hand goes through by the trades its player must make.

    >>> [forced_hand_sizes(held, mid_turn=True) for held in (5, 6, 7, 8, 9, 10)]
    [(5,), (6, 3), (7, 4), (8, 5, 2), (9, 6, 3), (10, 7, 4)]
    >>> [forced_hand_sizes(held) for held in (4, 5, 6)]
    [(4,), (5, 2), (6, 3)]

    Parameters
    ----------
    held : int
        Cards in the hand, 0 or more.
    mid_turn : bool
        False at the start of a turn. True when the cards of an eliminated player were just
        taken, if they are: who eliminates a player may not get the cards.
    begun : bool
        Whether trades in mid-turn have begun: they go on below the size that begins them.
    rules : CardRules
        Says when a trade is forced.

    Returns
    -------
    tuple of int
        From `held` down, one size after each forced trade.
    """
    sizes = [whole("held", held, 0, MOST_HELD)]
    start = rules.forced_at
    until = 0 if start is None else start - 1
    if mid_turn:
        until = rules.mid_turn_until
        start = until + 1 if begun else rules.forced_mid_turn if rules.takes_cards else None
    if start is not None and held >= start:
        while sizes[-1] > until and sizes[-1] >= SET_SIZE:
            sizes.append(sizes[-1] - SET_SIZE)
    return tuple(sizes)


@guarded
def trades_owed(
    held: int, *, mid_turn: bool = False, begun: bool = False, rules: CardRules = CLASSIC_CARDS
) -> int:
    """Return how many sets the player who holds so many cards must trade now.

    >>> [trades_owed(held, mid_turn=True) for held in range(4, 12)]
    [0, 0, 1, 1, 2, 2, 2, 3]

    A hand in which no set is left owes nothing.

    Parameters
    ----------
    held, mid_turn, begun, rules
        As in `forced_hand_sizes`.

    Returns
    -------
    int
        The number of sets.
    """
    return len(forced_hand_sizes(held, mid_turn=mid_turn, begun=begun, rules=rules)) - 1


@guarded
def trade_duty(
    hand: Sequence[Card], *, mid_turn: bool = False, rules: CardRules = CLASSIC_CARDS
) -> Duty:
    """Return whether the player with this hand must, may, or cannot trade a set.

    >>> infantry = Card("infantry")
    >>> trade_duty([infantry] * 3), trade_duty([infantry] * 5), trade_duty([infantry] * 2)
    ('optional', 'forced', 'none')
    >>> trade_duty([infantry] * 5, mid_turn=True)
    'none'

    Parameters
    ----------
    hand : sequence of Card
        The cards held.
    mid_turn : bool
        False while reinforcing at the start of a turn. True when the cards of an eliminated
        player were just taken: then a trade is forced or not allowed.
    rules : CardRules
        Says when a trade is forced, and what a set is.

    Returns
    -------
    {"none", "optional", "forced"}
        Whether there is no set to trade, one that may be traded, or one that must be.
    """
    if not holds_set(hand, rules=rules):
        return "none"
    if trades_owed(len(hand), mid_turn=mid_turn, rules=rules):
        return "forced"
    return "none" if mid_turn else "optional"
