"""A valid call of every public name, for tests that walk them all."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import riskodds
from riskodds import game as g

STATE = g.start(g.new_game(3))
DEALT = g.deal(g.new_game(3, rules="dealt"), rng=Random(1))
HAND = (g.Card("infantry"), g.Card("cavalry"), g.Card("artillery"), g.Card("wild"))
ODDS = riskodds.battle(5, 3)
DICE = riskodds.rules("classic").dice
PATH = riskodds.path(9, [3, 2])
KEEPING = riskodds.keep(8, 3, counter=[5])
STOPPING = riskodds.stop(6, 4)


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
