"""Whatever is handed to a public function: an answer, or an error of our own in one short line.

`CALLS` holds a valid call of every public name; one argument at a time is replaced by each of
`NASTY`. What is right of these stays right by luck of the type (True as a flag, a numpy integer
as a number), so the test asks only how a refusal looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import riskodds
from riskodds import RiskOddsError, game as g

STATE = g.start(g.new_game(3))
DEALT = g.deal(g.new_game(3, rules="dealt"), rng=Random(1))
HAND = (g.Card("infantry"), g.Card("cavalry"), g.Card("artillery"), g.Card("wild"))
ODDS = riskodds.battle(5, 3)
DICE = riskodds.rules("classic").dice
PATH = riskodds.path(9, [3, 2])
KEEPING = riskodds.keep(8, 3, counter=[5])
STOPPING = riskodds.stop(6, 4)


CALLERS_OWN = {("function", "progress")}  # what a caller's function raises is the caller's


def valid() -> dict[str, tuple[Any, dict[str, Any]]]:
    """Return for every public name what to call and arguments that it takes."""
    calls: dict[str, tuple[Any, dict[str, Any]]] = {}

    def call(name: str, /, **arguments: Any) -> None:
        owner = g if name.partition(".")[0] in g.__all__ else riskodds
        function: Any = owner
        for part in name.split("."):
            function = getattr(function, part)
        calls[name] = function, arguments

    two = {"attackers": 5, "defenders": 3}
    target = {"stop_at": 2, "goal": 1}
    call("battle", **two, rules="classic", stop_at=2, goal=0, rolls=3, exact=False)
    call("roll", attack_dice=3, defence_dice=2, rules="classic")
    call("rules", name="classic+capital", named={"house": riskodds.rules("classic")})
    call("win_table", **two, rules="classic")
    call("win_probability", **two, rules="classic")
    call("Rules", name="own", dice=DICE, blitz=riskodds.Blitz(), game=(("divisor", 2),), changes=(),
         base=riskodds.rules("classic"))  # fmt: skip
    call("DiceRules", attack=DICE.attack, defence=DICE.defence, ties="attacker",
         choice="announced")  # fmt: skip
    call("Side", sides=6, needs=(1, 2), highest=1, lowest=0, every=0)
    call("with_changes", base=riskodds.rules("classic"), changes=["capital"])
    call("read_rules", path=Path("no such file.toml"))
    call("Blitz", win_cut=0.05, win_power=1.3, outcome_cut=0.1, outcome_power=1.8)
    call("defence_dice", seen=[6, 5, 1], most=2, armies=(5, 3), rules="sees-the-roll")
    call("dice_policy", **two, side="defender", aim="win", rules="classic")
    call("seen_odds", **two, rules="classic")
    call("fairness", rolls=[((6, 5, 1), (6, 4))], rules="classic")
    call("live", **two, rules="classic", **target, worths={"card": 1.0})
    call("luck", **two, left=(5, 0), rules="classic", stop_at=1, goal=0, rolls=None)
    call("simulate", **two, trials=10, seed=1, rules="classic", **target, rolls=3, level=0.9,
         threads=1, progress=None)  # fmt: skip
    call("path", attackers=9, territories=[3, 2], rules="classic", leave=[1, 2], stop_at=1,
         exact=False)  # fmt: skip
    call("lookup_table", attackers=[5, 2], defenders=[3], show="win", win=[0.8], rules="classic",
         progress=None)  # fmt: skip
    call("path_table", territories="3 2", win="90%", attackers=6, rules="classic", leave=1,
         stop_at=1)  # fmt: skip
    call("tree", attackers=9, territories=[3, [2, 1], [4]], aim="all", worth=None, switch=False,
         rules="classic", progress=None)  # fmt: skip
    call("trees", stacks=["8:4", "5:1"], aim="all", worth=None, switch=False, rules="classic",
         progress=None)  # fmt: skip
    call("needed", territories=[3, 2], win=0.9, rules="classic", leave=1, stop_at=1)
    call("hold", attackers=5, win="0.9", rules="classic")
    call("place", armies=2, fronts=["8:4", (5, 3)], aim="all", defend=False, rules="classic")
    call("place_chain", armies=7, territories=2, attackers=5, rules="classic")
    call("stop", **two, army=1.0, enemy=0.5, territory=0, card=2, rules="classic")
    call("keep", **two, counter=[3], both=False, rules="classic")
    call("CounterAttack.read", given="3")
    call("Armies.read", given="3:0.2/4:0.8", name="defenders")
    call("Post.read", given="3@capital", beyond=())
    call("BattleOdds.attackers_left", self=ODDS, given="win")
    call("BattleOdds.possible", self=ODDS, kind="win")
    call("BattleOdds.to_dict", self=ODDS, complete=True)
    call("PathOdds.attackers_left", self=PATH, given="lose")
    left = ODDS.attackers_left()
    call("Distribution.chance", self=left, number=2)
    call("Distribution.between", self=left, low=1, high=3)
    call("Distribution.at_least", self=left, number=2)
    call("Distribution.at_most", self=left, number=2)
    call("Distribution.quantile", self=left, chance=0.5)
    call("Distribution.interval", self=left, level=0.8)
    fight = riskodds.live(12, 9)
    call("LiveBattle.lost", self=fight, attackers=1, defenders=1, full=True)
    call("LiveBattle.fell", self=fight, text="653 64")
    call("LiveBattle.told", self=fight, text="1 1")
    call("LiveBattle.aimed", self=fight, stop_at=4, goal=2)
    table = riskodds.lookup_table([5, 2], [3], win=[0.8])
    call("LookupTable.marked", self=table, row=0, column=0)
    call("LookupTable.certain", self=table, row=0, column=0)
    call("Keeping.needed", self=KEEPING, win=0.8)
    call("Stopping.attacks", self=STOPPING, attackers=5, defenders=3)
    call("Stopping.best_of", self=STOPPING, kind="armies")
    call("Simulation.interval", self=riskodds.simulate(5, 3, trials=9, seed=1), ending="win")
    call("Side.dice_for", self=DICE.attack, armies=3)
    _cards(call)
    _positions(call)
    _values(call)
    return calls


def _cards(call: Any) -> None:
    rules = g.CardRules()
    known: dict[str, Any] = {"hand": HAND, "seen": (), "rules": rules}
    call("best_trade", **known, sets_traded=1, owned=["Alaska"], bonus_taken=0)
    call("best_trades", **known, sets=1, sets_traded=1, owned=["Alaska"], bonus_taken=0)
    call("rank_trades", **known, sets=1, sets_traded=1, owned=["Alaska"], bonus_taken=0)
    call("cards_until_set", **known)
    call("check_cards", cards=HAND, rules=rules)
    call("draw", pile=HAND, discards=HAND, rng=Random(1), rules=rules)
    call("expected_draws", **known)
    call("expected_sets", **known)
    call("attack_rules", state=STATE, target="Alaska")
    call("forced_hand_sizes", held=7, mid_turn=True, rules=rules)
    call("full_deck", symbols=g.load_board().decks["1993"], rules=rules, missions=["Alaska"])
    call("holds_set", hand=HAND, rules=rules)
    call("is_set", cards=HAND[:3], rules=rules)
    call("sets_in", hand=HAND, rules=rules)
    call("read_card", text="I", board=g.load_board(), deck="1993", rules=rules)
    call("set_chance", draws=2, **known, sets=1)
    call("spoils", taken=3, **known, sets_traded=1)
    call("territory_bonus", cards=HAND[:3], owned=["Alaska"], bonus_taken=0, rules=rules)
    call("trade_cards", cards=HAND[:3], hand=HAND, sets_traded=0, owned=[], bonus_taken=0,
         rules=rules)  # fmt: skip
    call("trade_duty", hand=HAND, mid_turn=False, rules=rules)
    call("trade_now_or_wait", **known, sets_traded=0, others={0: 0.5, 1: 0.5}, draws=1)
    call("trades_owed", held=7, mid_turn=True, rules=rules)


def _positions(call: Any) -> None:
    call("apply", state=STATE, move=g.Claim("Alaska"))
    call("is_legal", state=STATE, move=g.Claim("Alaska"))
    for name in ("is_valid", "legal_moves", "must_trade", "state_text", "state_to_dict",
                 "state_to_json", "status", "winner"):  # fmt: skip
        call(name, state=STATE)
    call("board_from_dict", data=g.load_board().to_dict())
    call("load_board", name="classic")
    call("board_names")
    call("read_board", path=__file__)
    call("game_rules", given="classic")
    call("deal", game=DEALT.game, order=g.load_board().names, first=0, rng=Random(1))
    call("give_missions", state=STATE, missions=None, rng=Random(1))
    call("mission_deck", players=("red", "blue"))
    call("move_from_dict", data={"kind": "Claim", "territory": "Alaska"})
    call("move_text", move=g.Claim("Alaska"))
    call("move_to_dict", move=g.Claim("Alaska"))
    call("new_game", players=3, board=g.load_board(), rules="classic", deck="1993",
         turns=g.GameRules())  # fmt: skip
    call("parse_move", text="claim Alaska", game=STATE.game)
    call("parse_state", text=g.state_text(STATE), game=STATE.game, check=True)
    call("pieces_for", armies=17)
    call("reinforcement_of", state=DEALT, player=0)
    call("reinforcements", territories=14, continents=["Asia"], cards=4, bonus=2,
         board=g.load_board(), rules="classic")  # fmt: skip
    call("schema")
    call("start", game=STATE.game, first=0)
    call("start_armies", players=3, rules="classic")
    call("state_from_dict", data=g.state_to_dict(STATE), check=True)
    call("state_from_json", text=g.state_to_json(STATE), check=True)
    call("who_starts", rounds=[[6, 2, 6], [1, 4]], sides=6)


def _values(call: Any) -> None:
    board, rules = g.load_board(), g.CardRules()
    call("Attack", source="Alaska", target="Kamchatka", attack_dice=(6, 1), defence_dice=(5,))
    call("Board", name="own", territories=board.territories, continents=board.continents)
    call("ByKind", table=(("infantry", 4), ("one of each", 10)))
    call("ByStars", stars=(("infantry", 1),), values=(2, 4), first=2)
    call("Capitals")
    call("Card", symbol="infantry", territory="Alaska")
    call("CardRules", **{each.name: getattr(rules, each.name) for each in fields(rules)})
    call("Claim", territory="Alaska")
    call("Conquest")
    call("Eliminate", player="red", otherwise=24)
    call("EndPhase")
    call("EndTurn", card=HAND[0])
    call("Fortify", source="Alaska", target="Kamchatka", armies=2)
    call("Game", players=("red", "blue", "green"), board=board, rules=STATE.game.rules, deck="1993",
         turns=STATE.game.turns)  # fmt: skip
    turns = g.GameRules()
    call("GameRules", **{each.name: getattr(turns, each.name) for each in fields(turns)})
    call("Headquarters", territory="Alaska")
    call("HoldContinents", continents=("Asia",), others=1)
    call("HoldTerritories", territories=18, armies=2)
    call("Missions")
    call("MoveIn", armies=3)
    call("Place", territory="Alaska", armies=3)
    call("Rising", values=(4, 6), step=5)
    call("Share", percent=60)
    call("Trade", cards=HAND[:3], bonus=("Alaska",))
    call("Board.find", self=board, name="Alaska")
    call("Board.continent", self=board, name="Asia")
    call("Board.borders_on", self=board, first="Alaska", second="Kamchatka")
    call("Board.distance", self=board, start="Alaska", end="Kamchatka")
    call("Board.connected", self=board, names=["Alaska", "Kamchatka"])
    call("Board.border_territories", self=board, continent="Asia")
    call("CardRules.value", self=rules, symbols=["infantry"] * 3, sets_traded=0)
    call("CardRules.may_draw", self=rules, held=3)
    call("Rising.armies", self=g.Rising(), kinds=("infantry",) * 3, sets_traded=3)
    call("Rising.by_kind", self=g.Rising(), sets_traded=3)
    call("Game.losses", self=STATE.game, attack=(6, 1), defence=(5,))
    call("GameState.owner", self=STATE, territory="Alaska")
    call("GameState.armies_on", self=STATE, territory="Alaska")
    call("GameState.territories_of", self=STATE, player=0)
    call("GameState.continents_of", self=STATE, player=0)
    call("GameState.linked", self=STATE, first=0, second=1)


# what functions return; made by them only
RESULTS = {
    "BattleOdds",
    "ChainPlacement",
    "CounterAttack",
    "Decision",
    "DefenceDice",
    "DicePolicy",
    "Distribution",
    "Fairness",
    "LiveBattle",
    "FixedRule",
    "Front",
    "Held",
    "Keeping",
    "LookupTable",
    "Luck",
    "Needed",
    "PathOdds",
    "PathTable",
    "Placement",
    "SeenOdds",
    "Simulation",
    "Split",
    "Stopping",
    "TreePlan",
    "TreePlans",
    "Armies",
    "Post",
    "GameState",
    "Pieces",
    "Reinforcement",
    "StartArmies",
    "RankedTrade",
    "TradeResult",
    "TradeTiming",
}
# the enumerations refuse in the words of Python, also a ValueError
NO_CALLS = {"AccuracyError", "NotationError", "Move", "Fault", "Phase", "RiskOddsError",
            "InputError", "TooLargeError", "UnreachableError",
            "FaultsError", "RuleError"}  # fmt: skip


class Odd:
    """An object whose text is long and on several lines."""

    def __repr__(self) -> str:
        return "odd\n" * 100


DEEP: Any = []
for _ in range(5000):
    DEEP = [DEEP]

NASTY: dict[str, Any] = {
    "none": None, "true": True, "minus one": -1, "zero": 0, "huge": 10**5000, "large": 10**30,
    "negative huge": -(10**5000), "half": 2.5, "float": 2.0, "nan": float("nan"),
    "infinite": float("inf"), "complex": 1j, "empty": "", "x": "x", "1e3": "1e3", "1_000": "1_000",
    "wide": "\uff11\uff12", "broken": "a\tb\n", "long": "9" * 5000,
    "surrogate": "\ud800", "bytes": b"3",
    "list": [1, "x", None], "empty list": [], "tuple": (1.5, -2), "dict": {"x": [1]},
    "mixed dict": {1: 2, None: "x"}, "set": {1, 2}, "deep": DEEP, "huge in a list": [10**5000],
    "object": Odd(), "type": int, "function": len, "numpy": np.int64(3),
    "numpy half": np.float32(2.5),
    "array": np.arange(3), "array of halves": np.array([[0.5, np.nan]]), "fraction": Fraction(1, 3),
    "decimal": Decimal("NaN"), "none in a tuple": (None,), "card": HAND[0], "state": STATE,
    "odds": ODDS, "range": range(3), "texts": ["a", "b"], "pairs": ((1, 2), (3, 4)),
    "pair of texts": (("x", 1),),
}  # fmt: skip


@pytest.fixture(scope="module")
def calls() -> dict[str, tuple[Any, dict[str, Any]]]:
    return valid()


def faults_of(call: Callable[[], Any]) -> str | None:
    """Return what is wrong with how a call ended, or None."""
    try:
        answer = call()
        if isinstance(answer, Iterator):
            list(answer)
    except RiskOddsError as error:
        text = str(error)
        return None if len(text) <= 300 and text.isprintable() else f"{len(text)}: {text[:80]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:80]}"
    return None


def test_every_public_name_has_a_call(calls: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    public = {*dir(riskodds), *dir(g)}
    assert public == RESULTS | NO_CALLS | {name for name in calls if "." not in name}


def test_the_calls_of_the_table_are_valid(calls: dict[str, tuple[Any, dict[str, Any]]]) -> None:
    for name, (function, arguments) in calls.items():
        if name not in ("read_rules", "read_board"):
            function(**arguments)


@pytest.mark.parametrize("label", NASTY)
def test_an_argument_of_any_kind_is_taken_or_refused_in_one_line(
    label: str, calls: dict[str, tuple[Any, dict[str, Any]]]
) -> None:
    value = NASTY[label]
    found = {
        f"{name}({argument})": fault
        for name, (function, arguments) in calls.items()
        for argument in arguments
        if argument != "self" and (label, argument) not in CALLERS_OWN
        if (fault := faults_of(partial(function, **{**arguments, argument: value})))
    }
    assert found == {}


QUESTIONS: dict[str, Callable[[g.GameState], Any]] = {
    "status": g.status,
    "is_valid": g.is_valid,
    "winner": g.winner,
    "must_trade": g.must_trade,
    "reinforcement_of": g.reinforcement_of,
    "state_text": g.state_text,
    "state_to_json": g.state_to_json,
    "legal_moves": lambda state: list(islice(g.legal_moves(state), 20)),
    "apply": lambda state: [g.apply(state, move) for move in MOVES],
    "owner": lambda state: (state.owner("Alaska"), state.armies_on("Alaska")),
    "linked": lambda state: (state.linked(0, 1), state.continents_of(0)),
}
MOVES: list[g.Move] = [
    g.Claim("Alaska"), g.Place("Alaska"), g.Attack("Alaska", "Kamchatka", (6,), (1,)),
    g.Trade(HAND[:3]), g.MoveIn(1), g.Fortify("Alaska", "Kamchatka", 1), g.EndPhase(), g.EndTurn(),
]  # fmt: skip
PLACING = DEALT.having(phase=g.Phase.REINFORCE, turn=1, hands=(HAND, (), ()))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_state_made_by_hand_with_a_field_of_any_kind(question: str) -> None:
    found = {
        f"{field.name} {label}": fault
        for state in (STATE, PLACING)
        for field in fields(state)
        for label, value in NASTY.items()
        if (fault := faults_of(lambda: QUESTIONS[question](state.having(**{field.name: value}))))  # noqa: B023
    }
    assert found == {}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("captured", "x", "captured of the state must be True or False, not x"),
        ("armies", (1.0,) * 42, "armies of the state must be a tuple of whole numbers"),
        ("player", True, "player of the state must be a whole number, not True"),
        ("winner", "red", "winner of the state must be a whole number or None, not red"),
    ],
)
def test_what_would_pass_for_something_else_is_no_state(
    field: str, value: Any, message: str
) -> None:
    with pytest.raises(RiskOddsError, match=message):
        g.status(STATE.having(**{field: value}))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: g.status(None), "state must be a GameState, not None"),  # type: ignore[arg-type]
        (lambda: riskodds.live(12, 9, worths={"x": 1}), "worths must be of army, enemy"),
        (lambda: g.apply(STATE.having(player=3), MOVES[0]), "player of the state must be below 3"),
        (lambda: g.best_trades(HAND, sets_traded="x"), "sets_traded must be a whole number from"),  # type: ignore[arg-type]
        (lambda: STATE.linked(0, 42), "territories have numbers below 42, not 0 and 42"),
    ],
)
def test_the_line_says_what_is_allowed(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(RiskOddsError, match=message):
        call()


def test_a_field_that_a_state_has_not() -> None:
    with pytest.raises(RiskOddsError, match="a state has no field armys"):
        STATE.having(armys=(1,) * 42)


def entries(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Iterate over where the first entries of nested data are."""
    yield path
    keys: Any = list(data)[:3] if isinstance(data, dict) else [0] if isinstance(data, list) else []
    for key in keys[: len(data)] if keys else ():
        yield from entries(data[key], (*path, key))


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return nested data with another value in one place."""
    if not path:
        return value
    changed = copy(data)
    changed[path[0]] = put(data[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize("move", MOVES, ids=lambda move: type(move).__name__)
def test_a_move_in_plain_data_with_an_entry_of_any_kind(move: g.Move) -> None:
    data = g.move_to_dict(move)
    for path in entries(data):
        for value in NASTY.values():
            changed = put(data, path, value)
            assert faults_of(lambda: g.move_from_dict(changed)) is None  # noqa: B023


def test_a_state_in_plain_data_with_an_entry_of_any_kind() -> None:
    data = g.state_to_dict(PLACING)
    for key in data:
        for path in entries(data[key], (key,)):
            for value in NASTY.values():
                changed = put(data, path, value)
                assert faults_of(lambda: g.state_from_dict(changed)) is None  # noqa: B023
