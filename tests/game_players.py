"""Players for tests: one that attacks wherever it has the upper hand."""

from __future__ import annotations

from random import Random

from riskodds.game import Attack, EndPhase, GameState, Move, MoveIn, Phase, Place, legal_moves
from riskodds.game.turns.questions import most_dice


def attacking_move(state: GameState, rng: Random) -> Move:
    """Return a legal move of a player who masses armies at a border and attacks from there."""
    names, view = state.game.board.names, legal_moves(state)
    if state.phase is Phase.ATTACK:
        better = [(s, t) for s, t in view.attacks() if state.armies[s] > state.armies[t]]
        if not better:
            return EndPhase()
        source, target = max(better, key=lambda pair: state.armies[pair[0]])
        attack, defence = (
            tuple(rng.randint(1, 6) for _ in range(dice))
            for dice in most_dice(state, source, target)
        )
        return Attack(names[source], names[target], attack, defence)
    if state.phase is Phase.MOVE_IN:
        return MoveIn(max(view.move_ins()))
    if state.phase in (Phase.REINFORCE, Phase.SPOILS):
        trade = next(view.trades(), None)
        if trade is not None:
            return trade
        fronts = [(n, most) for n, most in view.placements() if _border(state, n)]
        if fronts:
            number, most = max(fronts, key=lambda front: state.armies[front[0]])
            return Place(names[number], most)
    return view.choose(rng)


def _border(state: GameState, number: int) -> bool:
    owner = state.owners[number]
    return any(state.owners[other] != owner for other in state.game.board.neighbours[number])
