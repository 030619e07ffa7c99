"""Random legal games of 2 to 6 players, watched by invariants after every move."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from game_players import attacking_move
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from riskodds.game import (
    Attack,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    GameState,
    Move,
    MoveIn,
    Phase,
    Place,
    RuleError,
    Trade,
    apply,
    deal,
    is_legal,
    is_valid,
    legal_moves,
    move_text,
    new_game,
    parse_move,
    parse_state,
    start,
    state_from_dict,
    state_from_json,
    state_text,
    state_to_dict,
    state_to_json,
)

SEEDS = st.integers(0, 2**32 - 1)
BONUS = {"North America": 5, "South America": 2, "Europe": 5, "Africa": 3, "Asia": 7}
NAMES = new_game(3).board.names


def gained(before: GameState, move: Move, after: GameState) -> int:
    """The armies that a move brings, by the rules and not by the state."""
    if isinstance(move, Trade):
        n = before.sets_traded + 1
        mine = before.territories_of(before.player)
        shown = [card.territory for card in move.cards if card.territory in mine]
        extra = 2 if shown and not before.bonus_given else 0
        return (2 * n + 2 if n <= 5 else 5 * n - 15) + extra
    if after.turn > before.turn:
        board = after.game.board
        mine = after.territories_of(after.player)
        held = [c.name for c in board.continents if set(c.territories) <= set(mine)]
        return max(3, len(mine) // 3) + sum(BONUS.get(name, 2) for name in held)
    return 0


def lost(move: Move) -> int:
    """The armies that a move costs both sides together: as many as pairs of dice."""
    if isinstance(move, Attack):
        return min(len(move.attack_dice), len(move.defence_dice))
    return 0


class Games(RuleBasedStateMachine):
    state: GameState
    armies: int

    @initialize(players=st.integers(2, 6), seed=SEEDS)
    def begin(self, players: int, seed: int) -> None:
        game = new_game(players)
        self.state = deal(game, rng=Random(seed)) if players == 2 else start(game)
        self.armies = 120 if players == 2 else players * {3: 35, 4: 30, 5: 25, 6: 20}[players]

    def play(self, move: Move) -> None:
        before = self.state
        text = move_text(move)
        assert parse_move(text, before.game) == move
        self.state = apply(before, move)
        self.armies += gained(before, move, self.state) - lost(move)
        self.check()

    def check(self) -> None:
        state = self.state
        assert is_valid(state)
        empty = [n for n, armies in enumerate(state.armies) if armies < 1]
        if state.phase is Phase.CLAIM:
            assert empty == [n for n, owner in enumerate(state.owners) if owner == -1]
        else:
            assert len(state.owners) == 42
            assert min(state.owners) >= 0
            assert empty == ([state.moving[1]] if state.moving else [])
        held = sum(map(len, state.hands))
        assert held + len(state.draw) + len(state.discards) == 44
        assert sum(state.armies) + sum(state.reserves) == self.armies

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(seed=SEEDS, moves=st.integers(1, 40))
    def play_at_random(self, seed: int, moves: int) -> None:
        rng = Random(seed)
        for _ in range(moves):
            if self.state.phase is not Phase.OVER:
                self.play(legal_moves(self.state).choose(rng))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(seed=SEEDS, moves=st.integers(1, 200))
    def play_to_win(self, seed: int, moves: int) -> None:
        rng = Random(seed)
        for _ in range(moves):
            if self.state.phase is not Phase.OVER:
                self.play(attacking_move(self.state, rng))

    @precondition(lambda self: self.state.phase in (Phase.CLAIM, Phase.SETUP))
    @rule(seed=SEEDS)
    def finish_the_set_up(self, seed: int) -> None:
        rng = Random(seed)
        while self.state.phase in (Phase.CLAIM, Phase.SETUP):
            self.play(legal_moves(self.state).choose(rng))

    @rule(seed=SEEDS)
    def every_legal_move_applies(self, seed: int) -> None:
        view = legal_moves(self.state)
        moves = list(view) if len(view) <= 5_000 else [view.choose(Random(seed))]
        assert len(moves) == len(view) or len(view) > 5_000
        for move in Random(seed).sample(moves, min(len(moves), 40)):
            assert move in view
            assert is_legal(self.state, move)
            apply(self.state, move)

    @rule(data=st.data())
    def moves_outside_the_view_are_refused(self, data: st.DataObject) -> None:
        state = self.state
        listed = set(legal_moves(state)) if len(legal_moves(state)) <= 5_000 else None
        for move in some_moves(state, data.draw(SEEDS)):
            legal = is_legal(state, move)
            if listed is not None:
                assert legal == (move in listed)
            if not legal:
                with pytest.raises(RuleError):
                    apply(state, move)

    @invariant()
    def the_state_survives_text_and_json(self) -> None:
        state = self.state
        assert state_from_json(state_to_json(state)) == state
        assert state_from_dict(json.loads(json.dumps(state_to_dict(state)))) == state
        assert parse_state(state_text(state)) == state


def some_moves(state: GameState, seed: int) -> list[Move]:
    """Moves of every kind, legal or not, that name real territories, dice and cards."""
    rng = Random(seed)

    def place() -> str:
        return rng.choice(NAMES)

    def dice() -> tuple[int, ...]:
        return tuple(rng.randint(1, 6) for _ in range(rng.randint(0, 4)))

    moves: list[Move] = [EndPhase(), EndTurn(), EndTurn(rng.choice(state.game.cards))]
    hand: Any = state.hand if len(state.hand) >= 3 else state.game.cards
    for _ in range(12):
        near = rng.choice(state.game.board[place()].neighbours)
        moves += [
            Claim(place()),
            Place(place(), rng.randint(1, 6)),
            Attack(rng.choice(state.game.board[near].neighbours), near, dice(), dice()),
            MoveIn(rng.randint(1, 9)),
            Fortify(rng.choice(state.game.board[near].neighbours), near, rng.randint(1, 4)),
            Fortify(place(), place(), rng.randint(1, 4)),
            Trade(tuple(rng.sample(hand, 3)), (place(),) if rng.random() < 0.3 else ()),
        ]
    return moves


Games.TestCase.settings = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    stateful_step_count=16,
)
TestGames = Games.TestCase
