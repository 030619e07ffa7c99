"""The best plan of a tree, battle by battle, as a curve to be searched."""

from __future__ import annotations

from typing import Any

from ..battles.solve import MOST_ARMIES
from ..campaigns.territories import Post
from ..campaigns.tree_by_battle import Plan
from ..campaigns.trees import tree_nodes
from ..engines.chain import ROUNDING
from ..variants.rules import Rules
from .curves import Curve, expected

# fractions of plans with more armies take minutes
MOST_EXACT = 60


class TreeCurve(Curve):
    """Plans for more and more armies, each twice as many as the one before."""

    low = 2

    def __init__(self, territories: tuple[Post, ...], rules: Rules) -> None:
        self.territories, self.rules = territories, rules
        self.branches = tree_nodes(territories, rules, ())
        self.plans: dict[str, Plan] = {}
        self.nodes = [node for branch in self.branches for node in branch.walk()]
        # all battles to come, as far as can be told
        likely = round(expected([node.contest for node in self.nodes])[0])
        for contest in dict.fromkeys(node.contest for node in self.nodes):
            contest.check_table(min(_next_size(likely), MOST_ARMIES) - 1)

    def chance(self, armies: int, *, fails: bool = False) -> float:
        """Return the chance that all are taken, or not."""
        aim = "fail" if fails else "all"
        if aim not in self.plans or self.plans[aim].armies < armies:
            self.plans[aim] = Plan(self.branches, _next_size(armies), aim)
        return float(self.plans[aim].value(armies))

    def error(self, armies: int) -> float:
        """Return a bound on the relative error of both."""
        defenders = sum(node.contest.opponents.most for node in self.nodes)
        return 5 * (armies * len(self.nodes) + defenders) * ROUNDING

    def exact(self, armies: int) -> Any:
        """Return the chance as a fraction, or None if that cannot be had."""
        if armies > MOST_EXACT or not all(node.contest.plain for node in self.nodes):
            return None
        return Plan(tree_nodes(self.territories, self.rules, (), exact=True), armies, "all").value(
            armies
        )


def _next_size(armies: int) -> int:
    size = 16
    while size < armies:
        size *= 2
    return size
