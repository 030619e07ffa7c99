"""Exact odds of Risk battles: the whole distribution, at any size, under any rules.

>>> import riskodds
>>> odds = riskodds.battle(12, 9)
>>> f"{odds.win:.4f}"
'0.7230'

Everything returned is a frozen value. Names are loaded when they are first used, so that
importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .advice.chain_placement import ChainPlacement as ChainPlacement, place_chain as place_chain
    from .advice.dice_choice import (
        DefenceDice as DefenceDice,
        DicePolicy as DicePolicy,
        SeenOdds as SeenOdds,
        defence_dice as defence_dice,
        dice_policy as dice_policy,
        seen_odds as seen_odds,
    )
    from .advice.fewest import Held as Held, Needed as Needed, hold as hold, needed as needed
    from .advice.path_tables import PathTable as PathTable, path_table as path_table
    from .advice.placement import Front as Front, Placement as Placement, place as place
    from .advice.stopping import FixedRule as FixedRule, Stopping as Stopping, stop as stop
    from .advice.take_and_hold import (
        Counter as Counter,
        Keeping as Keeping,
        Split as Split,
        keep as keep,
    )
    from .battles.odds import BattleOdds as BattleOdds
    from .battles.roll import roll as roll
    from .battles.simulation import Simulation as Simulation, simulate as simulate
    from .battles.solve import battle as battle
    from .battles.tables import win_probability as win_probability, win_table as win_table
    from .campaigns.armies import Armies as Armies
    from .campaigns.paths import PathOdds as PathOdds, path as path
    from .campaigns.territories import Territory as Territory
    from .campaigns.tree_policy import Decision as Decision
    from .campaigns.trees import (
        TreePlan as TreePlan,
        TreePlans as TreePlans,
        tree as tree,
        trees as trees,
    )
    from .dice.rules import DiceRules as DiceRules, Side as Side
    from .distribution import Distribution as Distribution
    from .engines.blitz import Blitz as Blitz
    from .errors import (
        InputError as InputError,
        RiskOddsError as RiskOddsError,
        TooLargeError as TooLargeError,
        UnreachableError as UnreachableError,
    )
    from .records.fairness import Fairness as Fairness, fairness as fairness
    from .records.live import Fight as Fight, follow as follow
    from .records.luck import Luck as Luck, luck as luck
    from .variants.files import read_rules as read_rules
    from .variants.rules import Rules as Rules, rules as rules, with_changes as with_changes

_HOMES = {
    "battle": "battles.solve",
    "roll": "battles.roll",
    "rules": "variants.rules",
    "win_table": "battles.tables",
    "win_probability": "battles.tables",
    "Rules": "variants.rules",
    "DiceRules": "dice.rules",
    "Side": "dice.rules",
    "with_changes": "variants.rules",
    "read_rules": "variants.files",
    "Blitz": "engines.blitz",
    "defence_dice": "advice.dice_choice",
    "DefenceDice": "advice.dice_choice",
    "dice_policy": "advice.dice_choice",
    "DicePolicy": "advice.dice_choice",
    "seen_odds": "advice.dice_choice",
    "SeenOdds": "advice.dice_choice",
    "fairness": "records.fairness",
    "Fairness": "records.fairness",
    "follow": "records.live",
    "Fight": "records.live",
    "luck": "records.luck",
    "Luck": "records.luck",
    "simulate": "battles.simulation",
    "Simulation": "battles.simulation",
    "BattleOdds": "battles.odds",
    "path": "campaigns.paths",
    "path_table": "advice.path_tables",
    "tree": "campaigns.trees",
    "trees": "campaigns.trees",
    "needed": "advice.fewest",
    "hold": "advice.fewest",
    "place": "advice.placement",
    "place_chain": "advice.chain_placement",
    "stop": "advice.stopping",
    "keep": "advice.take_and_hold",
    "PathOdds": "campaigns.paths",
    "PathTable": "advice.path_tables",
    "Decision": "campaigns.tree_policy",
    "TreePlan": "campaigns.trees",
    "TreePlans": "campaigns.trees",
    "Needed": "advice.fewest",
    "Held": "advice.fewest",
    "Front": "advice.placement",
    "Placement": "advice.placement",
    "ChainPlacement": "advice.chain_placement",
    "Stopping": "advice.stopping",
    "FixedRule": "advice.stopping",
    "Keeping": "advice.take_and_hold",
    "Counter": "advice.take_and_hold",
    "Split": "advice.take_and_hold",
    "Armies": "campaigns.armies",
    "Territory": "campaigns.territories",
    "Distribution": "distribution",
    "RiskOddsError": "errors",
    "InputError": "errors",
    "TooLargeError": "errors",
    "UnreachableError": "errors",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'riskodds' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
