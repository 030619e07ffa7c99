"""Branching attacks: the goals of a tree, and its best plan battle by battle.

From a captured territory v the stack may split. With n armies on v and the territories S beyond
it not yet fought for, finishing one battle before the next, the best plan is worth

    V(v, n, S) = max over c in S of  sum over s of P(win with s left | n, c)
                                      * max over x of  F_c(x) combined with V(v, s - x, S - c)

where x armies move in, at least the dice of the last roll and at most all but one, and
F_c(x) = V(c, x, all beyond c). After the split the two sides share nothing. So the chance that
both take all is a product, an expected number or worth a sum, and a chance to fail the union.

Equal branches count once: S says how many of each kind are left. All n, and all S with as many
territories, are worked on as one array; the rows P(win with s left | n, c) are a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import add, mul
from typing import Any, NamedTuple

import numpy as np

from ..errors import TooLargeError
from .contest import Contest

# numbers held at once, and steps that take about a minute
MOST_NUMBERS = 50_000_000
MOST_WORK = 30_000_000_000

Progress = Callable[[float], None]
Array = np.ndarray[Any, Any]


class Goal(NamedTuple):
    """What a plan is worth: with nothing left to take, when stuck, and two sides together."""

    nothing: int
    stuck: int
    combine: Callable[[Any, Any], Any]
    best: Any
    counts: bool


def _either(one: Any, other: Any) -> Any:
    return one + (1 - one) * other


GOALS = {
    "all": Goal(1, 0, mul, np.maximum, False),
    "number": Goal(0, 0, add, np.maximum, True),
    "worth": Goal(0, 0, add, np.maximum, True),
    # the chance that not all are taken, as small as can be: the goal "all", summed by itself
    "fail": Goal(0, 1, _either, np.minimum, False),
}


@dataclass(frozen=True)
class Node:
    """A territory of a tree with what lies beyond, and its worth."""

    contest: Contest
    worth: Any
    beyond: tuple[Node, ...]

    def walk(self) -> Iterator[Node]:
        """Iterate over the node and all beyond it."""
        yield self
        for each in self.beyond:
            yield from each.walk()


class Fights:
    """The fights for the branches beyond a territory, and what each stage of them is worth.

    Equal branches are of one kind. A state says how many of each kind are left, written as one
    number with the digits of `strides`; ``worth[state, n]`` is V with n armies, and
    ``choice[state, n]`` the kind to attack first.
    """

    def __init__(self, beyond: Sequence[Node]) -> None:
        self.kinds = list(dict.fromkeys(beyond))
        self.members = [[n for n, each in enumerate(beyond) if each == kind] for kind in self.kinds]
        self.strides = [1]
        for members in self.members:
            self.strides.append(self.strides[-1] * (len(members) + 1))
        self.size = self.strides[-1]
        self.full = self.size - 1
        self.worth: Array = np.zeros((0, 0))
        self.choice: Array = np.zeros((0, 0), dtype=np.int16)

    def left(self, state: Any, kind: int) -> Any:
        """Return how many of a kind are left in a state, or in an array of states."""
        return state % self.strides[kind + 1] // self.strides[kind]

    def open(self, state: int) -> list[int]:
        """Return the places of the branches left; of equal ones the first are fought first."""
        places = []
        for kind, members in enumerate(self.members):
            places += members[len(members) - self.left(state, kind) :]
        return sorted(places)


class Plan:
    """The best plan battle by battle for every number of armies up to a limit.

    Parameters
    ----------
    branches : tuple of Node
        What the stack attacks first.
    armies : int
        The limit.
    goal : str
        A key of `GOALS`.
    progress : callable, optional
        Called with the share that is done.

    Raises
    ------
    TooLargeError
        More states than fit, or than can be solved in sensible time.
    """

    def __init__(
        self,
        branches: tuple[Node, ...],
        armies: int,
        goal: str,
        progress: Progress | None = None,
    ) -> None:
        self.branches, self.armies, self.goal = branches, armies, GOALS[goal]
        self.fights: dict[tuple[Node, ...], Fights] = {}
        for beyond in _places(branches):
            if beyond not in self.fights:
                self.fights[beyond] = Fights(beyond)
        states = sum(fights.size for fights in self.fights.values())
        work = sum(len(f.kinds) * f.size * armies**2 for f in self.fights.values())
        kinds = {node.contest for fights in self.fights.values() for node in fights.kinds}
        numbers = (states + len(kinds) * armies) * armies
        if numbers > MOST_NUMBERS or work > MOST_WORK:
            raise TooLargeError(
                f"a plan battle by battle for {armies:,} armies has {states * armies:,} states "
                f"and takes {work:,} steps here, too many: fewer armies or branches"
            )
        exact = any(node.contest.exact for branch in branches for node in branch.walk())
        self.numbers: Any = object if exact else float
        self.tables: dict[Contest, tuple[Array, Array]] = {}
        self.known: dict[tuple[tuple[Node, ...], int, int], list[int]] = {}
        for n, fights in enumerate(self.fights.values(), 1):
            self._solve(fights)
            if progress is not None:
                progress(n / len(self.fights))

    def value(self, armies: int) -> Any:
        """Return what the best plan is worth with so many armies at the start."""
        fights = self.fights[self.branches]
        return fights.worth[fights.full, armies]

    def choice(self, beyond: tuple[Node, ...], state: int, armies: int) -> int:
        """Return the kind to attack first; of equally good ones the first."""
        return int(self.fights[beyond].choice[state, armies])

    def moves(self, beyond: tuple[Node, ...], state: int, kind: int) -> list[int]:
        """Return how many armies to move in with 0, 1, 2, ... left: of equals the fewest.

        If nothing else is left to fight for, all but one go where they may be needed.
        """
        key = (beyond, state, kind)
        if key not in self.known:
            fights = self.fights[beyond]
            node = fights.kinds[kind]
            rest = state - fights.strides[kind]
            inside, behind = self._inside(node), fights.worth[rest]
            last = not rest and bool(node.beyond)
            moves = [0, 0]
            for left in range(2, self.armies + 1):
                low = min(node.contest.dice(left - 1), left - 1)
                values = self.goal.combine(inside[low:left], behind[left - low : 0 : -1])
                places = np.flatnonzero(values == self.goal.best.reduce(values))
                moves.append(low + int(places[-1 if last else 0]))
            self.known[key] = moves
        return self.known[key]

    def first(self, beyond: tuple[Node, ...], armies: int) -> int:
        """Return the branch to attack first while all of a place are left."""
        fights = self.fights[beyond]
        return fights.members[self.choice(beyond, fights.full, armies)][0]

    def last_move(self, beyond: tuple[Node, ...], left: int) -> int:
        """Return how many move in to the only branch of a place."""
        return self.moves(beyond, self.fights[beyond].full, 0)[left]

    def table(self, contest: Contest) -> tuple[Array, Array]:
        """Return the chances to take a territory, and to fail, by fighting armies."""
        if contest not in self.tables:
            self.tables[contest] = contest.table(self.armies - 1)
        return self.tables[contest]

    def _inside(self, node: Node) -> Array:
        fights = self.fights[node.beyond]
        worth: Array = fights.worth[fights.full]
        return worth

    def _solve(self, fights: Fights) -> None:
        goal = self.goal
        states = np.arange(fights.size)
        levels = sum(fights.left(states, kind) for kind in range(len(fights.kinds)))
        fights.worth = np.full((fights.size, self.armies + 1), goal.stuck, dtype=self.numbers)
        fights.worth[0] = goal.nothing
        fights.choice = np.full(fights.worth.shape, -1, dtype=np.int16)
        for level in range(1, int(np.max(levels, initial=0)) + 1):
            here = states[levels == level]
            for kind in range(len(fights.kinds)):
                able = here[fights.left(here, kind) > 0]
                if len(able):
                    found, best = self._found(fights, able, kind), fights.worth[able]
                    new = fights.choice[able] < 0
                    better = new | ((found != best) & (goal.best(found, best) == found))
                    fights.worth[able] = np.where(better, found, best)
                    fights.choice[able] = np.where(better, kind, fights.choice[able])

    def _found(self, fights: Fights, states: Array, kind: int) -> Array:
        """Return the worth of attacking a kind first, by state and armies."""
        node = fights.kinds[kind]
        won, failed = self.table(node.contest)
        behind = fights.worth[states - fights.strides[kind]]
        taken = self._taken(node, behind)
        found = np.full_like(taken, self.goal.stuck)
        found[:, 1:] = taken[:, 1:] @ won.T + self.goal.stuck * failed
        return found

    def _taken(self, node: Node, behind: Array) -> Array:
        """Return the worth of having taken a branch, by what is left behind and armies left."""
        goal = self.goal
        inside = self._inside(node)
        taken = np.zeros_like(behind)
        # with nothing beyond, what stays behind decides
        stays = goal.best.accumulate(behind[:, 1:], axis=1)
        for left in range(2, self.armies + 1):
            low = min(node.contest.dice(left - 1), left - 1)
            if node.beyond:
                values = goal.combine(inside[low:left], behind[:, left - low : 0 : -1])
                taken[:, left] = goal.best.reduce(values, axis=1)
            else:
                taken[:, left] = stays[:, left - low - 1]
        if goal.counts:
            taken += node.worth
        return taken


def _places(branches: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """Iterate over all places with their branches, each after those that lie beyond."""
    for each in branches:
        yield from _places(each.beyond)
    yield branches
