"""Small questions to a state that the checks, the moves and the view of them ask alike."""

from __future__ import annotations

from ...guards import guarded
from ...variants.rules import Rules, composed
from ..cards.deck import Cards, drawable, holds_set
from ..cards.forced import trades_owed
from ..games import NEUTRAL_STEP
from ..goals import Conquest, Missions
from ..state import GameState, Phase


@guarded
def must_trade(state: GameState) -> bool:
    """Return whether the player whose turn it is must trade a set before anything else.

    >>> from riskodds.game import new_game, start
    >>> must_trade(start(new_game(3)))
    False

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    bool
        True if nothing else is legal.
    """
    if state.phase not in (Phase.REINFORCE, Phase.SPOILS):
        return False
    spoils, hand, rules = state.phase is Phase.SPOILS, state.hand, state.game.turns.cards
    owed = trades_owed(len(hand), mid_turn=spoils, begun=spoils, rules=rules)
    return owed > 0 and holds_set(hand, rules=rules)


def lacks_missions(state: GameState) -> bool:
    """Return whether a game that is won by missions waits for them to be given."""
    return isinstance(state.game.turns.goal, Missions) and None in state.missions


def placing(state: GameState) -> int:
    """Return whose armies are being placed: the player's, or the neutral's in its step."""
    neutral = state.game.neutral
    if neutral is not None and state.phase is Phase.SETUP and state.step == NEUTRAL_STEP:
        return neutral
    return state.player


def room(state: GameState, number: int) -> int | None:
    """Return how many armies a territory can still take; None if there is no cap."""
    cap = state.game.turns.army_cap
    return None if cap is None else cap - state.armies[number]


def can_place(state: GameState, seat: int) -> bool:
    """Return whether any of a player's armies still to place has a territory to go to."""
    if not state.reserves[seat]:
        return False
    cap = state.game.turns.army_cap
    if cap is None:
        return True
    return any(o == seat and a < cap for o, a in zip(state.owners, state.armies, strict=True))


def bonus_choices(state: GameState, cards: Cards) -> tuple[tuple[str, ...], ...]:
    """Return the ways in which the territories of a traded set may get their extra armies."""
    rules, number = state.game.turns.cards, state.game.board.number
    each = rules.bonus_each(state.bonus_given)
    if not each:
        return ((),)
    owners, player, cap = state.owners, state.player, state.game.turns.army_cap
    shown = [name for _, name in cards if name in number and owners[number[name]] == player]
    if cap is not None:
        shown = [name for name in shown if state.armies[number[name]] + each <= cap]
    if rules.bonus_per == "card" or not shown:
        return (tuple(sorted(shown)),)
    return tuple([(territory,) for territory in sorted(shown)])


def next_cards(state: GameState) -> Cards | tuple[None]:
    """Return what may be drawn at the end of the turn: some cards, or None for no card."""
    rules = state.game.turns.cards
    if not state.captured or not rules.may_draw(len(state.hands[state.player])):
        return (None,)
    return drawable(state.draw, state.discards, rules=rules) or (None,)


def most_dice(state: GameState, source: int, target: int) -> tuple[int, int]:
    """Return the most dice that attacker and defender may roll."""
    game, armies = state.game, state.armies
    dice = game.rules.dice
    extra = game.turns.headquarters_dice
    side = game.headquarters_side if extra and target in state.headquarters else dice.defence
    return dice.attack.dice_for(armies[source] - 1), side.dice_for(armies[target])


@guarded
def attack_rules(state: GameState, target: str) -> Rules:
    """Return the rules of the battle for a territory, with the dice of a headquarters if it is one.

    >>> from riskodds.game import new_game, start
    >>> game = new_game(3, rules="global-domination+win-by-capitals")
    >>> state = start(game).having(headquarters=(0, None, None))
    >>> attack_rules(state, "Alaska").dice.defence.dice, attack_rules(state, "Peru") == game.rules
    (3, True)

    Parameters
    ----------
    state : GameState
        The state, whose headquarters count.
    target : str
        The territory under attack.

    Returns
    -------
    Rules
        What `battle` and the other functions for odds take as `rules`.

    Raises
    ------
    InputError
        An unknown territory.
    """
    game = state.game
    board, extra = game.board, game.turns.headquarters_dice
    if not extra or board.number[board.find(target)] not in state.headquarters:
        return game.rules
    # each of the two gives the defender a die more
    free = [word for word in ("capital", "wall") if word not in game.rules.changes]
    return composed(game.rules, free[:extra])


def most_moving(state: GameState, source: int, target: int) -> int:
    """Return the most armies that may go from one territory to another: one stays behind."""
    most, space = state.armies[source] - 1, room(state, target)
    return most if space is None else min(most, space)


@guarded
def winner(state: GameState) -> int | None:
    """Return the player who has won in a state, or None.

    >>> from riskodds.game import deal, new_game
    >>> state = deal(new_game(3, rules="dealt"), new_game(3).board.names)
    >>> winner(state) is None, winner(state.having(owners=(2,) * 42))
    (True, 2)

    If two have won at once, it is the one whose turn it is, or comes first after.

    Parameters
    ----------
    state : GameState
        The position.

    Returns
    -------
    int or None
        The number of the player, from 0.
    """
    standing = state.standing
    if len(standing) == 1:
        return standing[0]
    goal = state.game.turns.goal
    if isinstance(goal, Conquest):
        return None
    first = sum(player < state.player for player in standing)
    for player in standing[first:] + standing[:first]:
        if goal.met(state, player):
            return player
    return None
