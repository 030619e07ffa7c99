"""Positions on the classic board for tests: a few holdings, and the rest to somebody."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from riskodds.game import (
    Card,
    Game,
    GameRules,
    GameState,
    Move,
    Phase,
    RuleError,
    apply,
    is_legal,
    is_valid,
    legal_moves,
    new_game,
)
from riskodds.variants.rules import Rules

Holdings = dict[str, dict[str, int]]


def house(**options: Any) -> GameRules:
    """Classic rules but for these options."""
    return GameRules(**options)


def cards(game: Game, *names: str) -> tuple[Card, ...]:
    """The cards of the deck with these territories, or symbols."""
    return tuple(sorted(game.card_texts[name] for name in names))


def position(
    holdings: Holdings,
    *,
    rest: str = "blue",
    players: int = 3,
    rules: Rules | GameRules | None = None,
    phase: Phase = Phase.ATTACK,
    hands: Mapping[str, tuple[str, ...]] | None = None,
    reserve: int = 0,
    **fields: Any,
) -> GameState:
    """A position in a turn of the first player, red, unless the fields say another."""
    game = new_game(players, rules=rules)
    number, seats = game.board.number, game.seats
    owners, armies = [seats.index(rest)] * 42, [1] * 42
    for name, held in holdings.items():
        for territory, count in held.items():
            owners[number[territory]] = seats.index(name)
            armies[number[territory]] = count
    given = {name: cards(game, *texts) for name, texts in (hands or {}).items()}
    hand = tuple(given.get(name, ()) for name in game.players)
    left = list(game.cards)
    for card in [card for held_cards in hand for card in held_cards]:
        left.remove(card)
    player = fields.pop("player", 0)
    reserves = [0] * len(seats)
    reserves[player] = reserve
    gone = tuple(None if p in owners else player for p in range(players))
    values: dict[str, Any] = {
        "game": game,
        "owners": tuple(owners),
        "armies": tuple(armies),
        "phase": phase,
        "player": player,
        "reserves": tuple(reserves),
        "hands": hand,
        "draw": tuple(left),
        "turn": 1,
        "headquarters": (None,) * players,
        "missions": (None,) * players,
        "eliminated_by": gone,
    }
    return GameState(**values | fields)


def garbled(data: Any, rng: Random) -> Any:
    """Plain data with something in it changed."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        other = rng.choice([key, key, key, "x", "kind"])
        rest = {k: v for k, v in data.items() if k != key or rng.random() < 0.2}
        return rest | {other: garbled(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.7:
        place = rng.randrange(len(data))
        return [*data[:place], garbled(data[place], rng), *data[place + 1 :]]
    return rng.choice([None, True, -1, 0, 1, 2.5, 10**30, "", "red", "wild", "Peru", [], {}, [[]]])


# Red holds Alaska (5) and Alberta (2), green Kamchatka (3) and Japan, blue everything else.
BORDER = {
    "red": {"Alaska": 5, "Alberta": 2},
    "green": {"Kamchatka": 3, "Japan": 1},
}


def play(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = apply(state, move)
        assert is_valid(state)
    return state


def refused(state: GameState, move: Move, rule: str) -> None:
    assert not is_legal(state, move)
    assert move not in legal_moves(state)
    with pytest.raises(RuleError) as caught:
        apply(state, move)
    assert rule in caught.value.rule
    assert str(caught.value).startswith(caught.value.rule)
    assert "\n" not in str(caught.value)


# Reinforcing
