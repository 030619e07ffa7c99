"""What a state and a board answer when they are asked in an unusual way."""

import pytest

from riskodds.errors import InputError
from riskodds.game import GameRules, GameState, deal, legal_moves, load_board, new_game

BOARD = load_board()
STATE: GameState = deal(new_game(3, turns=GameRules(territories="dealt")), BOARD.names)


def test_players_go_by_name_too() -> None:
    assert STATE.territories_of("blue") == STATE.territories_of(1) == BOARD.names[1::3]
    assert STATE.continents_of("red") == STATE.continents_of(0) == ()


@pytest.mark.parametrize("player", ["pink", 7, -2, None, 1.5])
def test_nobody_in_the_game_is_refused(player: int) -> None:
    for ask in (STATE.territories_of, STATE.continents_of):
        with pytest.raises(InputError, match="player must be"):
            ask(player)


def test_a_board_holds_the_names_it_finds() -> None:
    assert "Kamchatka" in BOARD and "russia" in BOARD
    assert "Atlantis" not in BOARD and 3 not in BOARD
    assert tuple(BOARD) == BOARD.names


def test_a_phase_that_is_none_is_refused() -> None:
    odd = STATE.having(phase="attack")
    with pytest.raises(InputError, match="phase of the state must be a Phase, not attack"):
        list(legal_moves(odd))
