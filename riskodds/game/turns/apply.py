"""Making a move: each gives a new state, or an error that names the rule it breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...guards import guarded
from ..cards.deck import Cards, after_draw, without
from ..cards.forced import trades_owed
from ..games import NEUTRAL_STEP
from ..goals import Capitals
from ..moves import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    Headquarters,
    Move,
    MoveIn,
    Place,
    Trade,
)
from ..state import NOBODY, SETUP_PHASES, GameState, Phase
from .legality import broken_rule
from .questions import can_place, most_moving, must_trade, placing, winner
from .reinforcement import reinforcement_of


@guarded
def apply(state: GameState, move: Move) -> GameState:
    """Return the state after a move.

    >>> from riskodds.game import Claim, new_game, start
    >>> state = apply(start(new_game(3)), Claim("Alaska"))
    >>> state.owner("Alaska"), state.player_name
    ('red', 'blue')
    >>> apply(state, Claim("Alaska"))
    Traceback (most recent call last):
    ...
    riskodds.errors.RuleError: claim empty territories until none is left: Alaska is red's

    Parameters
    ----------
    state : GameState
        The state, which stays as it is.
    move : Move
        A move, with the dice that fell or the card that was drawn.

    Returns
    -------
    GameState
        A new state.

    Raises
    ------
    RuleError
        A move that is not legal; the message, and its attribute `rule`, name the rule.
    InputError
        Something that is no move.
    """
    error = broken_rule(state, move)
    if error is not None:
        raise error
    new = _EFFECTS[type(move)](state, move)
    return new if new.phase in SETUP_PHASES or new.phase is Phase.MOVE_IN else decided(new)


def decided(state: GameState) -> GameState:
    """Return a state, over if somebody has won in it."""
    won = winner(state)
    return state if won is None else state.having(phase=Phase.OVER, winner=won)


def _changed(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _placed(state: GameState, seat: int, number: int, armies: int) -> dict[str, tuple[int, ...]]:
    return {
        "armies": _changed(state.armies, number, state.armies[number] + armies),
        "reserves": _changed(state.reserves, seat, state.reserves[seat] - armies),
    }


def _claim(state: GameState, move: Claim) -> GameState:
    number = state.game.board.number[move.territory]
    owners = _changed(state.owners, number, state.player)
    new = state.having(owners=owners, **_placed(state, state.player, number, 1))
    return next_in_setup(new)


def _place(state: GameState, move: Place) -> GameState:
    seat = placing(state)
    number = state.game.board.number[move.territory]
    new = state.having(**_placed(state, seat, number, move.armies))
    return next_in_setup(new) if state.phase is Phase.SETUP else _after_spoils(new)


def next_in_setup(state: GameState) -> GameState:
    """Return a state of the set-up, passed on to who places next, or to the first turn."""
    count, neutral = len(state.game.players), state.game.neutral
    steps = state.game.setup_steps
    claiming = NOBODY in state.owners
    player, step = state.player, state.step
    for _ in range(count * steps):
        step += 1
        if step >= steps:
            player, step = (player + 1) % count, 0
        seat = neutral if step == NEUTRAL_STEP and neutral is not None else player
        if state.reserves[seat] if claiming else can_place(state, seat):
            phase = Phase.CLAIM if claiming else Phase.SETUP
            return state.having(phase=phase, player=player, step=step)
    done = state.having(reserves=(0,) * len(state.reserves), step=0, player=state.first)
    if isinstance(state.game.turns.goal, Capitals):
        return done.having(phase=Phase.HEADQUARTERS)
    return _begin_turn(done, state.first)


def _headquarters(state: GameState, move: Headquarters) -> GameState:
    number = state.game.board.number[move.territory]
    places = list(state.headquarters)
    places[state.player] = number
    new = state.having(headquarters=tuple(places), player=(state.player + 1) % len(places))
    return _begin_turn(new, state.first) if new.player == state.first else new


def _begin_turn(state: GameState, player: int) -> GameState:
    got = reinforcement_of(state, player).total
    return state.having(
        phase=Phase.REINFORCE,
        player=player,
        turn=state.turn + 1,
        reserves=_changed(state.reserves, player, got),
        captured=False,
        bonus_given=0,
    )


def _trade(state: GameState, move: Trade) -> GameState:
    rules, player = state.game.turns.cards, state.player
    value = rules.value([card.symbol for card in move.cards], state.sets_traded)
    each = rules.bonus_each(state.bonus_given)
    armies = list(state.armies)
    for territory in move.bonus:
        armies[state.game.board.number[territory]] += each
    return _after_spoils(
        state.having(
            armies=tuple(armies),
            reserves=_changed(state.reserves, player, state.reserves[player] + value),
            hands=_hands(state, player, without(state.hand, move.cards)),
            discards=tuple(sorted(state.discards + move.cards)),
            sets_traded=state.sets_traded + 1,
            bonus_given=state.bonus_given + each * len(move.bonus),
        )
    )


def _hands(state: GameState, player: int, hand: Cards) -> tuple[Cards, ...]:
    return (*state.hands[:player], hand, *state.hands[player + 1 :])


def _after_spoils(state: GameState) -> GameState:
    """Go back to attacking once the cards of the eliminated are traded and the armies placed."""
    if state.phase is not Phase.SPOILS or must_trade(state) or can_place(state, state.player):
        return state
    return state.having(phase=Phase.ATTACK, reserves=_changed(state.reserves, state.player, 0))


def _attack(state: GameState, move: Attack) -> GameState:
    game = state.game
    source, target = game.board.number[move.source], game.board.number[move.target]
    attacker_lost, defender_lost = game.losses(move.attack_dice, move.defence_dice)
    armies = list(state.armies)
    armies[source] -= attacker_lost
    armies[target] = max(armies[target] - defender_lost, 0)
    if armies[target]:
        return state.having(armies=tuple(armies))
    victim = state.owners[target]
    new = state.having(
        armies=tuple(armies),
        owners=_changed(state.owners, target, state.player),
        phase=Phase.MOVE_IN,
        captured=True,
    )
    most = most_moving(new, source, target)
    rule = game.turns.move_in
    least = min(len(move.attack_dice), most) if rule == "dice" else 1 if rule == "one" else most
    new = new.having(moving=(source, target, least))
    return new if victim in new.owners or victim == game.neutral else _eliminate(new, victim)


def _eliminate(state: GameState, victim: int) -> GameState:
    """Return the state after a player has lost the last territory: who did it takes the cards."""
    by = list(state.eliminated_by)
    by[victim] = state.player
    taken = state.hands[victim]
    hands = list(state.hands)
    hands[victim] = ()
    rules = state.game.turns.cards
    if not rules.takes_cards:
        discards = tuple(sorted(state.discards + taken))
        return state.having(eliminated_by=tuple(by), hands=tuple(hands), discards=discards)
    hands[state.player] = tuple(sorted(state.hand + taken))
    owed = trades_owed(len(hands[state.player]), mid_turn=True, rules=rules)
    return state.having(eliminated_by=tuple(by), hands=tuple(hands), spoils=owed > 0)


def _move_in(state: GameState, move: MoveIn) -> GameState:
    assert state.moving is not None
    source, target, _ = state.moving
    armies = list(state.armies)
    armies[source] -= move.armies
    armies[target] += move.armies
    phase = Phase.SPOILS if state.spoils else Phase.ATTACK
    new = state.having(armies=tuple(armies), moving=None, phase=phase, spoils=False)
    return _after_spoils(new)


def _fortify(state: GameState, move: Fortify) -> GameState:
    number = state.game.board.number
    armies = list(state.armies)
    armies[number[move.source]] -= move.armies
    armies[number[move.target]] += move.armies
    again = state.game.turns.fortify == "unlimited"
    return state.having(armies=tuple(armies), phase=Phase.FORTIFY if again else Phase.END)


def _end_phase(state: GameState, move: EndPhase) -> GameState:
    if state.phase is Phase.REINFORCE:
        return state.having(phase=Phase.ATTACK, reserves=_changed(state.reserves, state.player, 0))
    none = state.game.turns.fortify == "none"
    return state.having(phase=Phase.END if none else Phase.FORTIFY)


def _end_turn(state: GameState, move: EndTurn) -> GameState:
    if move.card is not None:
        rules = state.game.turns.cards
        draw, discards = after_draw(move.card, state.draw, state.discards, rules=rules)
        hand = tuple(sorted((*state.hand, move.card)))
        hands = _hands(state, state.player, hand)
        state = state.having(draw=draw, discards=discards, hands=hands)
    count, standing = len(state.game.players), state.standing
    following = ((state.player + offset) % count for offset in range(1, count + 1))
    return _begin_turn(state, next(player for player in following if player in standing))


_EFFECTS: dict[type, Callable[[GameState, Any], GameState]] = {
    Claim: _claim,
    Headquarters: _headquarters,
    Place: _place,
    Trade: _trade,
    Attack: _attack,
    MoveIn: _move_in,
    Fortify: _fortify,
    EndPhase: _end_phase,
    EndTurn: _end_turn,
}
