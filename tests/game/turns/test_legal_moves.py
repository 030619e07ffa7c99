"""Move counts from fixed positions to a fixed depth, against a second generator of the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from game_players import attacking_move
from game_positions import position
from oracles import game as game_oracle

from riskodds.game import (
    Attack,
    GameState,
    MoveIn,
    Phase,
    apply,
    deal,
    legal_moves,
    move_text,
    new_game,
    parse_move,
    start,
)
from riskodds.game.turns.legality import broken_rule

FOUR = ("Alaska", "Alberta", "Congo", "wild")
THREE = ("Iceland", "Peru", "Japan")


def _two_dice() -> GameState:
    return position({"red": {"Madagascar": 2, "South Africa": 1}, "green": {"East Africa": 1}})


def _three_dice() -> GameState:
    return position({"red": {"Argentina": 4}, "green": {"Brazil": 2, "Siam": 1}}, rest="green")


def _reinforcing() -> GameState:
    return position(
        {"red": {"Alaska": 1, "Kamchatka": 2}, "green": {"Siam": 1}},
        phase=Phase.REINFORCE,
        reserve=2,
        hands={"red": FOUR},
    )


def _five_cards() -> GameState:
    return position(
        {"red": {"Alaska": 1, "Congo": 1}, "green": {"Siam": 1}},
        phase=Phase.REINFORCE,
        reserve=1,
        hands={"red": (*FOUR, "Peru")},
        sets_traded=4,
    )


def _spoils() -> GameState:
    state = position(
        {"red": {"Japan": 3}, "green": {"Kamchatka": 1}}, hands={"red": FOUR, "green": THREE}
    )
    state = apply(state, Attack("Japan", "Kamchatka", (6, 4), (2,)))
    return apply(state, MoveIn(2))


def _elimination() -> GameState:
    return position(
        {"red": {"Japan": 2}, "green": {"Kamchatka": 1}},
        rest="blue",
        hands={"red": FOUR, "green": THREE},
    ).having(owners=_only("Japan", "Kamchatka"))


def _only(red: str, green: str) -> tuple[int, ...]:
    names = new_game(3).board.names
    return tuple({red: 0, green: 2}.get(name, 1) for name in names)


def _end_of_turn() -> GameState:
    return position(
        {"red": {"Venezuela": 3, "Peru": 1, "Brazil": 1}, "green": {"Siam": 1}},
        phase=Phase.FORTIFY,
        captured=True,
        player=0,
        hands={"blue": ("Alaska", "Egypt")},
    )


def _few_cards_left() -> GameState:
    state = position(
        {"red": {"Venezuela": 3, "Peru": 1}, "green": {"Siam": 1}},
        phase=Phase.FORTIFY,
        captured=True,
    )
    return state.having(draw=(), discards=state.draw)


def _dealt() -> GameState:
    return deal(new_game(2), rng=Random(11))


def _last_claims() -> GameState:
    state = start(new_game(4))
    for _ in range(39):
        state = apply(state, next(iter(legal_moves(state))))
    return state


COUNTS: list[tuple[Callable[[], GameState], tuple[int, ...]]] = [
    (_two_dice, (37, 38, 1_363, 883_137)),
    (_three_dice, (2_740, 1_055_936)),
    (_reinforcing, (7, 54, 2_772, 604_552)),
    (_five_cards, (7, 182, 2_198, 40_198)),
    (_spoils, (19, 152, 51_836)),
    (_elimination, (73, 73, 1_542, 749_275)),
    (_end_of_turn, (45, 42_230)),
    (_few_cards_left, (45, 47_042)),
    (_dealt, (14, 196, 2_744, 38_416)),
    (_last_claims, (3, 6, 6, 60)),
]
IDS = [make.__name__.strip("_") for make, _ in COUNTS]


def count(state: GameState, depth: int) -> int:
    if depth == 1:
        return len(legal_moves(state))
    return sum(count(apply(state, move), depth - 1) for move in legal_moves(state))


def oracle_count(p: game_oracle.Position, depth: int) -> int:
    found = game_oracle.moves(p)
    if depth == 1:
        return len(found)
    return sum(oracle_count(game_oracle.after(p, move), depth - 1) for move in found)


@pytest.mark.parametrize(("make", "counts"), COUNTS, ids=IDS)
def test_counts_of_moves(make: Callable[[], GameState], counts: tuple[int, ...]) -> None:
    state = make()
    assert tuple(count(state, depth) for depth in range(1, len(counts) + 1)) == counts
    p = game_oracle.read(state)
    assert tuple(oracle_count(p, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(("make", "counts"), COUNTS, ids=IDS)
def test_the_moves_and_positions_are_the_same(
    make: Callable[[], GameState], counts: tuple[int, ...]
) -> None:
    rng = Random(7)
    state = make()
    p = game_oracle.read(state)
    for _ in range(25):
        listed = [move_text(move) for move in legal_moves(state)]
        assert len(listed) == len(legal_moves(state))
        assert sorted(listed) == sorted(game_oracle.moves(p))
        if not listed or state.phase is Phase.SETUP:
            break
        move = rng.choice(listed)
        state, p = apply(state, parse_move(move, state.game)), game_oracle.after(p, move)
        assert _canonical(game_oracle.read(state)) == _canonical(p)


def _canonical(p: game_oracle.Position) -> game_oracle.Position:
    piles = {name: sorted(p[name]) for name in ("draw", "discards")}
    return p | piles | {"hand": {player: sorted(hand) for player, hand in p["hand"].items()}}


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_whole_games_are_the_same(players: int) -> None:
    rng = Random(players)
    state = start(new_game(players)) if players > 2 else deal(new_game(2), rng=rng)
    while state.phase in (Phase.CLAIM, Phase.SETUP):
        state = apply(state, legal_moves(state).choose(rng))
    p = game_oracle.read(state)
    for step in range(900):
        if state.phase is Phase.OVER:
            break
        if step % 10 == 0:
            listed = sorted(map(move_text, legal_moves(state)))
            assert listed == sorted(game_oracle.moves(p))
        move = attacking_move(state, rng)
        state, p = apply(state, move), game_oracle.after(p, move_text(move))
        if step % 5 == 0:
            assert _canonical(game_oracle.read(state)) == _canonical(p)
    assert _canonical(game_oracle.read(state)) == _canonical(p)


def test_messages_count_one_as_one() -> None:
    state = _two_dice()
    refused = broken_rule(state, Attack("Madagascar", "East Africa", (6, 5), (1,)))
    assert refused is not None
    assert "Madagascar has 2 armies and rolls 1 die, not 2" in str(refused)
    refused = broken_rule(state, Attack("Madagascar", "East Africa", (6,), (1, 1)))
    assert refused is not None
    assert "East Africa has 1 army and rolls 1 die, not 2" in str(refused)
    many = broken_rule(_three_dice(), Attack("Argentina", "Brazil", (6, 5, 4), (1, 1, 1)))
    assert "Brazil has 2 armies and rolls 1 to 2 dice, not 3" in str(many)
