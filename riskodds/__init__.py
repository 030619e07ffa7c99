"""Exact odds of Risk battles: the whole distribution, at any size, under any rules.

>>> import riskodds
>>> odds = riskodds.battle(12, 9)
>>> f"{odds.win:.4f}"
'0.7230'

Everything returned is a frozen value. Names are loaded when they are first used, so that
importing the package costs next to nothing.

Where things live, each row importing only from rows below it, and `game` from `variants` on:

========================  =====================================================================
cli                       the command line: `main`, what the commands share, a command a file
questions                 what every front door asks, in plain values or as JSON, and is answered
records                   what happened at the table: luck, fair dice, a live battle, logs
advice                    how many armies, where, when to stop, which dice to roll
campaigns                 battles in a row: paths, and attacks that branch
battles                   one battle: one roll, the odds, tables, simulation
game                      the whole game: board, cards, turns, goals, and how they are written
variants                  rules by name: presets, changes, files of one's own
engines                   from rolls to endings: a table of the engines, and their contract
dice                      one roll: how a side rolls, what it costs, dice as written
distribution              a distribution over whole numbers
values, vectors           what a caller gave, read and checked; lists and arrays alike
errors                    every error
========================  =====================================================================
"""

from typing import TYPE_CHECKING

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
    from .advice.lookup import LookupTable as LookupTable, lookup_table as lookup_table
    from .advice.path_tables import PathTable as PathTable, path_table as path_table
    from .advice.placement import Front as Front, Placement as Placement, place as place
    from .advice.stopping import FixedRule as FixedRule, Stopping as Stopping, stop as stop
    from .advice.take_and_hold import (
        CounterAttack as CounterAttack,
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
    from .campaigns.territories import Post as Post
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
        AccuracyError as AccuracyError,
        InputError as InputError,
        NotationError as NotationError,
        RiskOddsError as RiskOddsError,
        TooLargeError as TooLargeError,
        UnreachableError as UnreachableError,
    )
    from .records.fairness import Fairness as Fairness, fairness as fairness
    from .records.live import LiveBattle as LiveBattle, live as live
    from .records.luck import Luck as Luck, luck as luck
    from .variants.files import read_rules as read_rules
    from .variants.rules import Rules as Rules, rules as rules, with_changes as with_changes

_NAMES = {
    "errors": "AccuracyError InputError NotationError RiskOddsError TooLargeError UnreachableError",
    "distribution": "Distribution",
    "dice.rules": "DiceRules Side",
    "engines.blitz": "Blitz",
    "variants.files": "read_rules",
    "variants.rules": "rules with_changes Rules",
    "battles.odds": "BattleOdds",
    "battles.roll": "roll",
    "battles.simulation": "simulate Simulation",
    "battles.solve": "battle",
    "battles.tables": "win_probability win_table",
    "campaigns.armies": "Armies",
    "campaigns.paths": "path PathOdds",
    "campaigns.territories": "Post",
    "campaigns.tree_policy": "Decision",
    "campaigns.trees": "tree trees TreePlan TreePlans",
    "advice.chain_placement": "place_chain ChainPlacement",
    "advice.dice_choice": "defence_dice dice_policy seen_odds DefenceDice DicePolicy SeenOdds",
    "advice.fewest": "hold needed Held Needed",
    "advice.lookup": "lookup_table LookupTable",
    "advice.path_tables": "path_table PathTable",
    "advice.placement": "place Front Placement",
    "advice.stopping": "stop FixedRule Stopping",
    "advice.take_and_hold": "keep CounterAttack Keeping Split",
    "records.fairness": "fairness Fairness",
    "records.live": "live LiveBattle",
    "records.luck": "luck Luck",
}

if not TYPE_CHECKING:
    from ._lazy import lazy

    __getattr__, __dir__ = lazy(__name__, _NAMES)

# all names but one that would hide what many programs call a path
__all__ = [name for names in _NAMES.values() for name in names.split() if name != "path"]
