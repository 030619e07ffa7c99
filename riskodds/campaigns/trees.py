"""Trees: the best plan of an attack that branches, and how a player follows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import prod
from typing import Any, Literal, get_args

from ..battles.solve import MOST_ARMIES
from ..errors import InputError
from ..guards import guarded
from ..values import real, show, whole
from ..variants.rules import Rules, RulesLike, resolve
from .contest import Contest, contests_of
from .territories import (
    Post,
    StackLike,
    TerritoriesLike,
    read_front,
    read_tree,
    show_tree,
    tree_to_dict,
)
from .tree_by_battle import Node, Plan, Progress
from .tree_by_roll import SwitchingPlan
from .tree_policy import Decision, Place, by_battle, by_roll, first_choice

BY_BATTLE, BY_ROLL = "battle by battle", "roll by roll"
MOST_DECISIONS = 10_000

Aim = Literal["all", "number", "worth"]


@dataclass(frozen=True)
class TreePlan:
    """The best plan for a tree, and what it is worth.

    >>> plan = tree(8, "[2] [2]")
    >>> round(plan.value, 6), plan.first, plan.plan
    (0.513592, 0, 'battle by battle')
    >>> plan.policy[0].moves[:2]
    ((8, 3), (7, 3))

    Made by `riskodds.tree`.

    Attributes
    ----------
    attackers : int
        The armies at the start, all of them.
    territories : tuple of Post
        What is attacked first, with all beyond.
    rules : Rules
        The rules of all battles that do not change them.
    aim : str
        "all" (the chance that all are taken), "number" (the expected number taken) or "worth"
        (the expected worth of those taken).
    worth : tuple of float
        The worth of each territory, in the order they are written; empty for other aims.
    plan : str
        "battle by battle", where a battle once begun is fought to its end, or "roll by roll",
        where the target may change after every roll.
    value : float
        What the plan is worth by the aim.
    first : int or None
        The branch to attack first where first there is a choice, counted from 0 among those
        met there; if it depends on the armies that get there, the likeliest. None if there is
        no choice.
    policy : tuple of Decision
        What to do in every situation the plan may lead to, the start first; at most 10,000.
    complete : bool
        Whether the policy lists all situations.
    """

    attackers: int
    territories: tuple[Post, ...]
    rules: Rules
    aim: Aim
    worth: tuple[float, ...] = field(repr=False)
    plan: str
    value: float
    first: int | None
    policy: tuple[Decision, ...] = field(repr=False)
    complete: bool = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as JSON types, the keys in the order they are documented in."""
        answer: dict[str, Any] = {
            "attackers": self.attackers,
            "tree": show_tree(self.territories),
            "territories": tree_to_dict(self.territories)["then"],
            "rules": str(self.rules),
            "goal": self.aim,
        }
        if self.worth:
            answer["worth"] = list(self.worth)
        answer |= {"plan": self.plan, "value": self.value, "first": self.first}
        answer["complete"] = self.complete
        answer["policy"] = [decision.to_dict() for decision in self.policy]
        return answer


@dataclass(frozen=True)
class TreePlans:
    """The plans of several stacks that share no territory, and what they are worth together.

    >>> found = trees(["8:2", "9:[3] [4]"], aim="number")
    >>> found.value == found.plans[0].value + found.plans[1].value
    True

    Made by `riskodds.trees`.

    Attributes
    ----------
    plans : tuple of TreePlan
        The plans, stack by stack.
    value : float
        What they are worth together.
    """

    plans: tuple[TreePlan, ...] = field(repr=False)
    value: float

    def to_dict(self) -> dict[str, Any]:
        """Return the plans as JSON types."""
        return {"value": self.value, "plans": [plan.to_dict() for plan in self.plans]}


@guarded
def tree(
    attackers: int,
    territories: TerritoriesLike,
    *,
    aim: Aim = "all",
    worth: Iterable[float] | None = None,
    switch: bool = False,
    rules: RulesLike = None,
    progress: Progress | None = None,
) -> TreePlan:
    """Return the best plan for an attack that branches: what to attack first, how many move in.

    >>> round(tree(8, "[2] [2]", switch=True).value, 6)
    0.542783
    >>> round(tree(6, "[1] [3]", aim="number").value, 6)
    1.132328

    Parameters
    ----------
    attackers : int
        All armies where the attack starts, 2 or more.
    territories : str or sequence
        A path with branches, ``"3 [2 1] [4]"``: take 3, from there 2 then 1, and separately 4.
        A branch may also be a list in a list: ``[3, [2, 1], [4]]``. See
        `riskodds.campaigns.territories`.
    aim : {"all", "number", "worth"}
        What to make as large as possible: the chance that all are taken, the expected number
        taken, or their expected worth.
    worth : iterable of float, optional
        For the aim "worth": what each territory is worth, in the order they are written, 0 or
        more. If given, that is the aim.
    switch : bool
        Whether the target may change after every roll: the true optimum, which needs known
        defenders and not too many states.
    rules : Rules or str, optional
        The rules of the battles; classic if left out.
    progress : callable, optional
        Called with the share that is done, from 0 to 1.

    Returns
    -------
    TreePlan
        The value of the best plan and the plan.

    Raises
    ------
    InputError
        A value outside these ranges.
    TooLargeError
        More states than fit; the message says how many.

    Notes
    -----
    After each capture at least the dice of the last roll move in, and at least one army stays.
    With one path and no branch this is `riskodds.path`.
    """
    branches = read_tree(territories)
    chosen = resolve(rules)
    aim, worths = _aim(aim, worth, sum(1 for each in branches for _ in each.walk()))
    return _planned(attackers, branches, chosen, aim, worths, switch, progress)


@guarded
def trees(
    stacks: Iterable[StackLike],
    *,
    aim: Aim = "all",
    worth: Iterable[float] | None = None,
    switch: bool = False,
    rules: RulesLike = None,
    progress: Progress | None = None,
) -> TreePlans:
    """Return the best plans of several stacks, one tree each, that share no territory.

    >>> both = trees(["8:2", (9, "[3] [4]")])
    >>> round(both.value / both.plans[1].value, 6) == round(tree(8, 2).value, 6)
    True

    Parameters
    ----------
    stacks : iterable
        Each a text ``"ARMIES:TREE"`` or a pair of both.
    aim, worth, switch, rules, progress
        As for `tree`; `worth` goes through all trees in order.

    Returns
    -------
    TreePlans
        The plans, and what they are worth together.

    Raises
    ------
    InputError, TooLargeError
        As for `tree`.
    """
    read = [read_front(each, "attackers") for each in stacks]
    if not read:
        raise InputError("at least one stack is needed, such as 8:2")
    branches = [read_tree(rest) for _, rest in read]
    chosen = resolve(rules)
    counts = [sum(1 for each in trunk for _ in each.walk()) for trunk in branches]
    aim, worths = _aim(aim, worth, sum(counts))
    plans = []
    for (attackers, _), trunk, count in zip(read, branches, counts, strict=True):
        own, worths = worths[:count], worths[count:]
        plans.append(_planned(attackers, trunk, chosen, aim, own, switch, progress))
    values = [plan.value for plan in plans]
    return TreePlans(tuple(plans), prod(values) if aim == "all" else sum(values))


def _aim(aim: Aim, worth: Iterable[float] | None, count: int) -> tuple[Aim, tuple[float, ...]]:
    """Return the aim and the worths, checked."""
    if worth is None:
        if aim == "worth":
            raise InputError("to aim at worth needs what each territory is worth")
        if aim not in get_args(Aim):
            raise InputError(f"what to aim at must be one of all, number, worth, not {show(aim)}")
        return aim, ()
    if aim not in ("all", "worth"):
        raise InputError(f"worths are for a plan that aims at worth, not {show(aim)}")
    worths = tuple(real("a worth", each, 0.0) for each in worth)
    if len(worths) != count:
        raise InputError(f"there are {count} territories and {len(worths)} worths")
    return "worth", worths


def tree_nodes(
    branches: Sequence[Post], rules: Rules, worths: Sequence[float], *, exact: bool = False
) -> tuple[Node, ...]:
    """Return the tree with rules and worths, these in the order of writing."""
    left = iter(worths)

    def made(each: Post) -> Node:
        (contest,) = contests_of([each], rules)
        worth = next(left, 1)
        beyond = tuple(made(branch) for branch in each.beyond)
        return Node(Contest(contest.opponents, contest.rules, exact), worth, beyond)

    return tuple(made(each) for each in branches)


def _planned(
    attackers: Any,
    branches: tuple[Post, ...],
    rules: Rules,
    aim: Aim,
    worths: tuple[float, ...],
    switch: Any,
    progress: Progress | None,
) -> TreePlan:
    attackers = whole("attackers", attackers, 2, MOST_ARMIES)
    if not isinstance(switch, bool):
        raise InputError(f"switch must be true or false, not {show(switch)}")
    nodes = tree_nodes(branches, rules, worths)
    solved: Plan | SwitchingPlan
    if switch:
        solved = SwitchingPlan(nodes, attackers, aim, progress)
        situations = by_roll(solved, Place.root(solved.branches), attackers)
    else:
        solved = Plan(nodes, attackers, aim, progress)
        situations = by_battle(solved, Place.root(solved.branches), attackers)
    policy = tuple(islice(situations, MOST_DECISIONS))
    return TreePlan(
        attackers=attackers,
        territories=branches,
        rules=rules,
        aim=aim,
        worth=worths,
        plan=BY_ROLL if switch else BY_BATTLE,
        value=float(solved.value(attackers)),
        first=first_choice(solved, attackers),
        policy=policy,
        complete=next(situations, None) is None,
    )
