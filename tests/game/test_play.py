"""Whole games: random ones without a fault, and games that end in each way to win."""

from __future__ import annotations

from random import Random

import pytest
from game_players import attacking_move
from game_positions import house

from riskodds.game import (
    Capitals,
    Conquest,
    GameRules,
    GameState,
    Missions,
    Phase,
    Share,
    apply,
    deal,
    give_missions,
    is_valid,
    legal_moves,
    new_game,
    start,
    winner,
)
from riskodds.game.goals import Goal


def first_state(players: int, rng: Random, rules: GameRules) -> GameState:
    game = new_game(players, rules=rules)
    state = start(game) if players > 2 else deal(game, rng=rng)
    return give_missions(state, rng=rng) if isinstance(rules.goal, Missions) else state


GOALS = [Conquest(), Share(60), Capitals(), Missions()]


@pytest.mark.parametrize(
    ("players", "goal"),
    [(n, g) for n in (2, 3, 4, 5, 6) for g in GOALS if n > 2 or not isinstance(g, Missions)],
    ids=str,
)
def test_attacking_players_end_the_game(players: int, goal: Goal) -> None:
    rng = Random(players)
    state = first_state(players, rng, house(goal=goal))
    moves = 0
    while state.phase is not Phase.OVER:
        state = apply(state, attacking_move(state, rng))
        moves += 1
        assert moves < 20_000
    assert is_valid(state)
    assert state.winner is not None
    assert winner(state) == state.winner
    assert goal.met(state, state.winner) or state.standing == (state.winner,)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_have_no_fault(seed: int) -> None:
    rng = Random(seed)
    options = [{}, {"fortify": "connected"}, {"fortify": "unlimited", "army_cap": 9}]
    rules = GameRules(**options[seed % 3])  # type: ignore[arg-type]
    state = first_state(2 + seed % 5, rng, rules)
    for move_number in range(500):
        if state.phase is Phase.OVER:
            break
        state = apply(state, legal_moves(state).choose(rng))
        if move_number % 10 == 0:
            assert is_valid(state)
