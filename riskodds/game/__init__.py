"""The rules of the whole game, as values: the board, the set-up, the turn, the ways to win.

>>> from riskodds.game import Claim, apply, legal_moves, new_game, start
>>> state = start(new_game(3))
>>> state = apply(state, Claim("Alaska"))
>>> state.owner("Alaska"), len(legal_moves(state))
('red', 41)

Nothing here rolls dice or draws cards: what fell and what was drawn is handed in, as part of a
move. Territories go by the names on the board, and inside a state by their number on it; players
go by their number, from 0. Every value is frozen.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..errors import FaultsError as FaultsError, RuleError as RuleError
    from .board import Board as Board
    from .board_files import (
        board_from_dict as board_from_dict,
        board_names as board_names,
        load_board as load_board,
        read_board as read_board,
    )
    from .cards.deck import (
        Card as Card,
        check_cards as check_cards,
        draw as draw,
        full_deck as full_deck,
        holds_set as holds_set,
        is_set as is_set,
        read_card as read_card,
        sets_in as sets_in,
    )
    from .cards.forced import (
        forced_hand_sizes as forced_hand_sizes,
        trade_duty as trade_duty,
        trades_owed as trades_owed,
    )
    from .cards.odds import (
        TradeTiming as TradeTiming,
        cards_until_set as cards_until_set,
        expected_draws as expected_draws,
        expected_sets as expected_sets,
        set_chance as set_chance,
        spoils as spoils,
        trade_now_or_wait as trade_now_or_wait,
    )
    from .cards.rules import CardRules as CardRules
    from .cards.trades import (
        RankedTrade as RankedTrade,
        TradeResult as TradeResult,
        best_trade as best_trade,
        best_trades as best_trades,
        rank_trades as rank_trades,
        territory_bonus as territory_bonus,
        trade_cards as trade_cards,
    )
    from .cards.values import ByKind as ByKind, ByStars as ByStars, Rising as Rising
    from .formats.move_text import move_text as move_text, parse_move as parse_move
    from .formats.state_json import (
        schema as schema,
        state_from_dict as state_from_dict,
        state_from_json as state_from_json,
        state_to_dict as state_to_dict,
        state_to_json as state_to_json,
    )
    from .formats.state_text import parse_state as parse_state, state_text as state_text
    from .games import Game as Game, new_game as new_game
    from .goals import (
        Capitals as Capitals,
        Conquest as Conquest,
        Eliminate as Eliminate,
        HoldContinents as HoldContinents,
        HoldTerritories as HoldTerritories,
        Missions as Missions,
        Share as Share,
    )
    from .moves import (
        Attack as Attack,
        Claim as Claim,
        EndPhase as EndPhase,
        EndTurn as EndTurn,
        Fortify as Fortify,
        Headquarters as Headquarters,
        Move as Move,
        MoveIn as MoveIn,
        Place as Place,
        Trade as Trade,
        move_from_dict as move_from_dict,
        move_to_dict as move_to_dict,
    )
    from .pieces import Pieces as Pieces, pieces_for as pieces_for
    from .rules import GameRules as GameRules, game_rules as game_rules
    from .state import GameState as GameState, Phase as Phase
    from .turns.apply import apply as apply
    from .turns.legal_moves import legal_moves as legal_moves
    from .turns.legality import is_legal as is_legal
    from .turns.questions import (
        attack_rules as attack_rules,
        must_trade as must_trade,
        winner as winner,
    )
    from .turns.reinforcement import (
        Reinforcement as Reinforcement,
        reinforcement_of as reinforcement_of,
        reinforcements as reinforcements,
    )
    from .turns.setup import (
        StartArmies as StartArmies,
        deal as deal,
        give_missions as give_missions,
        mission_deck as mission_deck,
        start as start,
        start_armies as start_armies,
        who_starts as who_starts,
    )
    from .turns.status import Fault as Fault, is_valid as is_valid, status as status

_NAMES = {
    "board": "Board",
    "board_files": "board_from_dict board_names load_board read_board",
    "cards.odds": "TradeTiming cards_until_set expected_draws expected_sets set_chance spoils "
    "trade_now_or_wait",
    "cards.rules": "CardRules",
    "cards.deck": "Card check_cards draw full_deck holds_set is_set read_card sets_in",
    "turns.legality": "is_legal",
    "turns.questions": "attack_rules must_trade winner",
    ".errors": "FaultsError RuleError",  # of the package above
    "turns.status": "Fault is_valid status",
    "goals": "Capitals Conquest Eliminate HoldContinents HoldTerritories Missions Share",
    "turns.legal_moves": "legal_moves",
    "moves": "Attack Claim EndPhase EndTurn Fortify Headquarters Move MoveIn Place Trade "
    "move_from_dict move_to_dict",
    "formats.move_text": "move_text parse_move",
    "pieces": "Pieces pieces_for",
    "formats.state_text": "parse_state state_text",
    "turns.reinforcement": "Reinforcement reinforcements reinforcement_of",
    "rules": "GameRules game_rules",
    "cards.values": "ByKind ByStars Rising",
    "formats.state_json": "schema state_from_dict state_from_json state_to_dict state_to_json",
    "turns.setup": "StartArmies deal give_missions mission_deck start start_armies who_starts",
    "games": "Game new_game",
    "state": "GameState Phase",
    "cards.forced": "forced_hand_sizes trade_duty trades_owed",
    "cards.trades": "RankedTrade TradeResult best_trade best_trades rank_trades territory_bonus "
    "trade_cards",
    "turns.apply": "apply",
}
if not TYPE_CHECKING:
    from .._lazy import lazy

    __getattr__, __dir__ = lazy(__name__, _NAMES)

__all__ = sorted(name for names in _NAMES.values() for name in names.split())
