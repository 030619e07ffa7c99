"""Every public value of the game travels: pickled, copied, compared, shown, and never changed."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import riskodds.game as g
from riskodds import rules

BOARD = g.load_board()
CARD = g.Card("infantry", "Alaska")
SET = (CARD, g.Card("cavalry"), g.Card("wild"))
GAME = g.new_game(3, rules="global-domination+win-by-capitals")
STATE = g.start(GAME)
LONGEST_REPR = 200

VALUES: dict[str, Callable[[], Any]] = {
    "Attack": lambda: g.Attack("Alaska", "Kamchatka", (6, 2), (5,)),
    "Board": lambda: BOARD,
    "ByKind": lambda: g.ByKind((("infantry", 4),)),
    "ByStars": lambda: g.ByStars((("one star", 1),), (2, 4)),
    "Capitals": g.Capitals,
    "Card": lambda: CARD,
    "CardRules": lambda: g.CardRules(bonus_per="card", wilds=3),
    "Claim": lambda: g.Claim("Alaska"),
    "Conquest": g.Conquest,
    "Eliminate": lambda: g.Eliminate("red"),
    "EndPhase": g.EndPhase,
    "EndTurn": lambda: g.EndTurn(CARD),
    "Fault": lambda: g.Fault.ARMIES | g.Fault.CARDS,
    "Fortify": lambda: g.Fortify("Alaska", "Alberta", 2),
    "Game": lambda: GAME,
    "GameRules": lambda: g.GameRules(fortify="connected", cards=g.CardRules(wilds=3)),
    "GameState": lambda: STATE,
    "Headquarters": lambda: g.Headquarters("Alaska"),
    "HoldContinents": lambda: g.HoldContinents(("Asia",), others=1),
    "HoldTerritories": lambda: g.HoldTerritories(18, 2),
    "Missions": g.Missions,
    "MoveIn": lambda: g.MoveIn(3),
    "Phase": lambda: g.Phase.SPOILS,
    "Pieces": lambda: g.pieces_for(17),
    "Place": lambda: g.Place("Alaska", 3),
    "RankedTrade": lambda: g.rank_trades(SET)[0],
    "Reinforcement": lambda: g.reinforcements(14, ["Asia"]),
    "Rising": lambda: g.Rising((4, 7), 3),
    "Share": lambda: g.Share(60),
    "StartArmies": lambda: g.start_armies(2),
    "Trade": lambda: g.Trade(SET, ("Alaska",)),
    "TradeResult": lambda: g.best_trade(SET),
    "TradeTiming": lambda: g.trade_now_or_wait(SET),
    # what functions return that is no class of that name
    "legal_moves": lambda: g.legal_moves(STATE),
    "Territory": lambda: BOARD["Alaska"],
    "Continent": lambda: BOARD.continent("Asia"),
    "attack_rules": lambda: g.attack_rules(STATE.having(headquarters=(0, None, None)), "Alaska"),
    "number": lambda: BOARD.number,
}
ERRORS: dict[str, Callable[[], g.RuleError | g.FaultsError]] = {
    "FaultsError": lambda: g.FaultsError("the board", ["it has no deck"]),
    "RuleError": lambda: g.RuleError("leave an army behind", "Alaska has 3"),
}


def test_no_public_value_is_left_out() -> None:
    classes = {name for name in g.__all__ if isinstance(getattr(g, name), type)}
    assert classes <= {*VALUES, *ERRORS}


@pytest.mark.parametrize("name", VALUES)
def test_value_travels(name: str) -> None:
    value = VALUES[name]()
    used = _use(VALUES[name]())  # what a value keeps once it was asked something travels too
    for given in (value, used):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            back = pickle.loads(pickle.dumps(given, protocol))
            assert back == value and type(back) is type(value)
        assert copy.copy(given) == value == copy.deepcopy(given)
        if name != "number":
            assert len({given, copy.deepcopy(given), value}) == 1
    assert value != object()


def _use(value: Any) -> Any:
    for name in dir(type(value)):
        if not name.startswith("__") and not callable(getattr(type(value), name)):
            getattr(value, name)
    return value


@pytest.mark.parametrize("name", sorted(VALUES.keys() - {"number"}))
def test_value_shows_what_it_is_in_short(name: str) -> None:
    shown = repr(VALUES[name]())
    assert len(shown) <= LONGEST_REPR and "\n" not in shown and " object at 0x" not in shown


def test_reprs_of_rules_are_read_back() -> None:
    for value in (g.GameRules(), VALUES["GameRules"](), VALUES["CardRules"]()):
        assert eval(repr(value), vars(g)) == value
    assert repr(g.GameRules()) == "GameRules()"


@pytest.mark.parametrize("name", ERRORS)
def test_errors_travel(name: str) -> None:
    error = ERRORS[name]()
    for back in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (str(back), vars(back), type(back)) == (str(error), vars(error), type(error))


@pytest.mark.parametrize(
    "mapping",
    [
        BOARD.number,
        BOARD.decks,
        BOARD.decks["1993"],
        g.CardRules().counts,
        g.CardRules().sets,
        GAME.card_texts,
    ],
    ids=["number", "decks", "deck", "counts", "sets", "card_texts"],
)
def test_mappings_cannot_be_changed(mapping: Any) -> None:
    before, key = dict(mapping), next(iter(mapping))
    changes: list[Callable[[], object]] = [
        lambda: mapping.__setitem__(key, "x"),
        lambda: mapping.__delitem__(key),
        lambda: mapping.__ior__({"x": 1}),
        lambda: mapping.pop(key),
        lambda: mapping.setdefault("x", 1),
        lambda: mapping.update(x=1),
        mapping.popitem,
        mapping.clear,
    ]
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert mapping == before


def test_every_field_is_frozen() -> None:
    for value in (BOARD, GAME, STATE, g.GameRules(), g.CardRules(), g.Place("Alaska", 1)):
        for name in type(value).__dataclass_fields__:
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, None)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_values_go_to_another_process_and_back(method: str) -> None:
    values = [make() for make in VALUES.values()]
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply(copy.copy, (values,)) == values


def test_games_of_equal_rules_are_equal() -> None:
    assert g.new_game(3, rules=rules("classic")) == g.new_game(3) != g.new_game(4)
