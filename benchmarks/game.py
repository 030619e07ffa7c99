"""The rules of the game: time of a check and of a move, and of a thousand random games.

Run ``python benchmarks/game.py`` with the package importable. Moves are those of games played by
chance; each is checked and made several times in a row, as a program does that looks for a move.
Times are medians over the moves, in microseconds.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from random import Random

from riskodds.game import (
    GameState,
    Move,
    Phase,
    apply,
    deal,
    is_legal,
    legal_moves,
    new_game,
    start,
)

GAMES, MOVES = 1000, 500
SAMPLED, REPEATS = 60, 10


def first_state(seed: int) -> GameState:
    """Return the first state of a game for 2 to 6 players, claimed or dealt."""
    players = 2 + seed % 5
    if players == 2:
        return deal(new_game(2), rng=Random(seed))
    return start(new_game(players))


def likely_move(state: GameState, rng: Random) -> Move:
    """Return a move at random, of which more are attacks and trades than `choose` gives."""
    view = legal_moves(state)
    trade = next(view.trades(), None)
    if trade is not None:
        return trade
    move = view.choose(rng)
    if state.phase is Phase.ATTACK and rng.random() < 0.8:
        move = view.choose(rng)
    return move


def timed(call: Callable[[GameState, Move], object], state: GameState, move: Move) -> float:
    """Return the seconds that a call takes."""
    started = time.perf_counter()
    for _ in range(REPEATS):
        call(state, move)
    return (time.perf_counter() - started) / REPEATS


def each_move() -> list[dict[str, object]]:
    """Time `is_legal` and `apply` of each kind of move."""
    checks, makes = defaultdict(list), defaultdict(list)
    for seed in range(SAMPLED):
        rng, state = Random(seed), first_state(seed)
        for _ in range(4 * MOVES):
            if state.phase is Phase.OVER:
                break
            move = likely_move(state, rng)
            kind = type(move).__name__
            checks[kind].append(timed(is_legal, state, move))
            makes[kind].append(timed(apply, state, move))
            state = apply(state, move)
    print(f"{'move':<12} {'number':>7} {'is_legal':>9} {'apply':>7}   medians, microseconds")
    rows: list[dict[str, object]] = []
    for kind in checks:
        legal, made = (1e6 * statistics.median(times[kind]) for times in (checks, makes))
        print(f"{kind:<12} {len(checks[kind]):>7} {legal:>9.2f} {made:>7.2f}")
        rows.append({"move": kind, "is_legal": legal, "apply": made})
    return rows


def whole_games() -> float:
    """Return the seconds that random games of legal moves take."""
    started = time.perf_counter()
    moves = 0
    for seed in range(GAMES):
        rng, state = Random(seed), first_state(seed)
        for _ in range(MOVES):
            if state.phase is Phase.OVER:
                break
            state = apply(state, legal_moves(state).choose(rng))
            moves += 1
    seconds = time.perf_counter() - started
    print(f"\n{GAMES:,} games, {moves:,} moves: {seconds:.1f} seconds")
    return seconds


def main() -> None:
    """Print the tables, and the same as one line of JSON."""
    print(json.dumps({"moves": each_move(), "games_seconds": whole_games()}))


if __name__ == "__main__":
    main()
