"""What comes back from text and JSON is equal to what went in, or is refused."""

from dataclasses import replace

import pytest

from riskodds import DiceRules, Rules, rules
from riskodds.errors import InputError
from riskodds.game import (
    Board,
    Game,
    GameRules,
    load_board,
    new_game,
    parse_state,
    start,
    state_from_dict,
    state_from_json,
    state_text,
    state_to_dict,
    state_to_json,
)


def other_bonus() -> Board:
    board = load_board()
    return replace(board, continents=tuple(replace(c, bonus=9) for c in board.continents))


OWN_GAMES = {
    "board": new_game(3, board=other_bonus()),
    "dice": new_game(3, rules=Rules("classic", DiceRules(ties="attacker"))),
    "turns": new_game(3, turns=GameRules(fortify="connected")),
    "house": new_game(3, rules=GameRules(fortify="connected")),
    "options": new_game(3, rules=Rules("mine", game=(("start_armies", (9, 35, 30, 25, 20)),))),
    "changes": new_game(3, rules=rules("classic+d8def+capital")),
}


@pytest.mark.parametrize("game", OWN_GAMES.values(), ids=OWN_GAMES)
def test_json_gives_an_equal_state_back(game: Game) -> None:
    state = start(game)
    assert state_from_json(state_to_json(state)) == state


@pytest.mark.parametrize("name", ["board", "dice", "turns", "house", "options"])
def test_text_of_what_has_no_name_of_its_own_needs_its_game(name: str) -> None:
    game = OWN_GAMES[name]
    state = start(game)
    with pytest.raises(InputError):
        parse_state(state_text(state))
    assert parse_state(state_text(state), game) == state


def test_text_is_not_read_into_another_game() -> None:
    text = state_text(start(OWN_GAMES["board"]))
    with pytest.raises(InputError, match=r"board classic; rules: classic.*not classic \(own\)"):
        parse_state(text, new_game(3))


@pytest.mark.parametrize(
    "path", ["", "game", "territories", "territories Peru", "hands", "reserves"]
)
def test_entries_that_the_schema_does_not_know_are_refused(path: str) -> None:
    import json

    data = json.loads(state_to_json(start(new_game(3))))
    inner = data
    for name in path.split():
        inner = inner[name]
    inner["Atlantis"] = 1
    with pytest.raises(InputError, match=r"must (have only|be those of).*not Atlantis"):
        state_from_dict(data)


def test_faults_name_their_place() -> None:
    state = start(new_game(3))
    data = state_to_dict(state.having(armies=(1, *state.armies[1:])))
    with pytest.raises(InputError, match="an empty one has some: Alaska"):
        state_from_dict(data)
