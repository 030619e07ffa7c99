"""Playthroughs: the state printed after every move, made again and compared with the file.

A file in tests/data/playthroughs holds a comment, the first state, and after each line
``> move`` the next state. The moves are read from the file and made again. After a wanted change
of the printed form, ``python tests/test_game_golden.py`` (with the package importable) writes the
files anew; what they then say must be read against the rules.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from game_positions import house, position
from oracles.battles import DATA

from riskodds.game import (
    CardRules,
    GameState,
    Phase,
    apply,
    board_from_dict,
    deal,
    is_valid,
    new_game,
    parse_move,
    parse_state,
    start,
    state_text,
)

FILES = DATA / "playthroughs"


def isles() -> GameState:
    """Three players claim six isles in two continents; 6 armies each, a deck of eight cards."""
    links = {
        "Ash": ("North", "infantry", ["Birch", "Cedar"]),
        "Birch": ("North", "cavalry", ["Ash", "Cedar", "Dune"]),
        "Cedar": ("North", "artillery", ["Ash", "Birch", "Fir"]),
        "Dune": ("South", "infantry", ["Birch", "Elm", "Fir"]),
        "Elm": ("South", "cavalry", ["Dune", "Fir"]),
        "Fir": ("South", "artillery", ["Cedar", "Dune", "Elm"]),
    }
    board = board_from_dict(
        {
            "name": "isles",
            "continents": {"North": 2, "South": 1},
            "territories": {
                name: {"continent": c, "neighbours": near, "cards": {"isles": symbol}}
                for name, (c, symbol, near) in links.items()
            },
        }
    )
    cards = CardRules(symbols=(("infantry", 2), ("cavalry", 2), ("artillery", 2)), wilds=2)
    rules = house(start_armies=(40, 4, 30, 25, 20), cards=cards)
    return start(new_game(3, board=board, rules=rules, deck="isles"), first=1)


def duel() -> GameState:
    """Two players and the neutral, with two rounds of the set-up in place of thirteen."""
    rules = house(start_armies=(18, 35, 30, 25, 20), neutral_armies=18)
    game = new_game(2, rules=rules)
    return deal(game, game.board.names, first=1)


def spoils() -> GameState:
    """Red is about to take the last territory of green, who holds four cards like red."""
    return position(
        {"red": {"Siam": 6, "China": 1, "Alaska": 1}, "green": {"India": 2}},
        hands={
            "red": ("Alaska", "Alberta", "Congo", "wild"),
            "green": ("China", "Egypt", "Siam", "wild"),
            "blue": ("Peru", "Brazil", "Iceland", "Japan"),
        },
        phase=Phase.ATTACK,
        sets_traded=4,
    )


PLAYTHROUGHS: dict[str, Callable[[], GameState]] = {"isles": isles, "duel": duel, "spoils": spoils}


def transcript(state: GameState, text: str) -> str:
    """Return the playthrough with the comment and the moves of a text."""
    lines = text.splitlines()
    comment = [line for line in lines if line.startswith("#")]
    parts = ["\n".join(comment) + "\n", state_text(state)]
    for line in lines:
        if line.startswith("> "):
            state = apply(state, parse_move(line[2:], state.game))
            parts += [f"{line}\n", state_text(state)]
    return "\n".join(parts)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    text = (FILES / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(PLAYTHROUGHS[name](), text) == text


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_every_printed_state_is_read_back(name: str) -> None:
    state = PLAYTHROUGHS[name]()
    text = (FILES / f"{name}.txt").read_text(encoding="utf-8")
    for part in text.split("\n\n")[1:]:
        if part.startswith("> "):
            state = apply(state, parse_move(part.strip()[2:], state.game))
        else:
            read = parse_state(part, state.game)
            assert read == state
            assert is_valid(read)


def test_each_kind_of_event_is_in_them() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in FILES.glob("*.txt"))
    for event in (
        "> claim ",
        "> place ",
        "> trade ",
        "> attack ",
        "> move in: ",
        "> fortify ",
        "> end phase",
        "> end turn: ",
        "> end turn\n",
        "eliminated by: ",
        " spoils\n",
        "then trade",
        "extra armies given: 2",
        "winner: ",
        "neutral: ",
    ):
        assert event in text, event


if __name__ == "__main__":
    for name, first in PLAYTHROUGHS.items():
        file = FILES / f"{name}.txt"
        file.write_text(transcript(first(), file.read_text("utf-8")), encoding="utf-8")
