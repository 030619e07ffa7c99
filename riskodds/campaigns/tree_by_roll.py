"""The best plan of a branching attack when the target may change after every roll.

A state is the stack on a territory and the defenders left on each branch beyond it. With n
armies and defenders d = (d_1, d_2, ...), writing e_c for one defender of branch c,

    V(n, d) = max over c of  sum over k of p_k V(n - k, d - (m - k) e_c)

where a roll of m losses costs the attacker k; if that takes c, the split of the stack follows, as
in `tree_by_battle`. A roll removes m armies in all, so V is filled in by rising n + d_1 + d_2 +
..., all states with the same sum as one array.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from math import prod

import numpy as np

from ..errors import InputError, TooLargeError
from .tree_by_battle import GOALS, Array, Node, Progress

MOST_STATES = 5_000_000
# splits of a stack to look at, which take about ten seconds
MOST_SPLITS = 6e8


class Rolls:
    """One stack before the branches beyond a territory, roll by roll.

    ``worth[n, s]`` is V: s numbers the defenders d, with the digits of `strides`.
    ``taken[c][n, s]`` is the worth just after the last defender of c fell, before armies move in.
    """

    def __init__(
        self, beyond: Sequence[Node], inside: Sequence[Array], armies: int, goal: str
    ) -> None:
        self.beyond, self.inside, self.armies, self.goal = beyond, inside, armies, GOALS[goal]
        self.most = [node.contest.opponents.most for node in beyond]
        self.chains = [node.contest.chain for node in beyond]
        self.strides = [prod(most + 1 for most in self.most[:c]) for c in range(len(beyond) + 1)]
        states = np.arange(self.strides[-1])
        self.defenders = np.array(
            [states // self.strides[c] % (most + 1) for c, most in enumerate(self.most)],
            dtype=np.int64,
        ).reshape(len(beyond), len(states))
        self.sums = self.defenders.sum(axis=0)
        self.worth = np.full((armies + 1, len(states)), float(self.goal.stuck))
        self.worth[:, 0] = self.goal.nothing
        self.taken = [np.zeros_like(self.worth) for _ in beyond]
        # the best of the worths of 1 to n armies: what stays behind where nothing lies beyond
        self.behind = self.worth.copy()
        # branch, states that face so many dice, chances by attack dice
        self.groups = [
            (c, np.flatnonzero(dice == number), number)
            for c, chain in enumerate(self.chains)
            for dice in [np.searchsorted(chain.defence_needs, self.defenders[c], "right")]
            for number in range(1, len(chain.defence_needs) + 1)
        ]
        for total in range(armies + sum(self.most) + 1):
            self._fill(total)

    @property
    def full(self) -> int:
        """The number of the state in which nothing has fallen."""
        return int(self.strides[-1]) - 1

    def value(self, armies: int, state: int) -> float:
        """Return V."""
        return float(self.worth[armies, state])

    def _fill(self, total: int) -> None:
        """Fill in all states with `total` armies of both sides; those with fewer are known."""
        armies = total - self.sums
        for c, states, defence_dice in self.groups:
            chain = self.chains[c]
            bounds = [min(need, self.armies) for need in (*chain.attack_needs, self.armies)]
            fighting = armies[states] - 1
            for attack_dice, (low, high) in enumerate(pairwise(bounds), 1):
                here = states[(fighting >= low) & (fighting < high)]
                if len(here):
                    chances = chain.rolls[attack_dice][defence_dice]
                    at = armies[here], here
                    found = self._rolled(c, *at, chances)
                    self.worth[at] = self.goal.best(self.worth[at], found)
        here = np.flatnonzero((armies > 1) & (armies <= self.armies))
        at = armies[here], here
        self.behind[at] = self.goal.best(self.behind[at[0] - 1, here], self.worth[at])
        for c in range(len(self.beyond)):
            here = np.flatnonzero((self.defenders[c] == 0) & (armies > 1) & (armies <= self.armies))
            if len(here):
                best = self._best_split(c, armies[here], here)
                worth = self.beyond[c].worth if self.goal.counts else 0
                self.taken[c][armies[here], here] = best + worth

    def _rolled(self, c: int, armies: Array, states: Array, chances: Sequence[float]) -> Array:
        """Return the mean worth after a roll against branch c."""
        most = len(chances) - 1
        found = np.zeros(len(states))
        for lost, chance in enumerate(chances):
            after = armies - lost, states - (most - lost) * self.strides[c]
            worth = self.worth[after]
            if not lost:
                falls = self.defenders[c][states] == most
                worth = np.where(falls, self.taken[c][after], worth)
            found += chance * worth
        return found

    def _best_split(self, c: int, armies: Array, states: Array) -> Array:
        """Return the worth of the best split of the stack after branch c fell."""
        if not self.beyond[c].beyond:  # however many move in, they are worth the same there
            dice = np.searchsorted(self.chains[c].attack_needs, armies - 1, "right")
            stay = armies - np.minimum(dice, armies - 1)
            return np.asarray(self.goal.combine(self.inside[c][1], self.behind[stay, states]))
        able, values = self._splits(c, armies, states)
        worst = -np.inf if self.goal.best is np.maximum else np.inf
        return np.asarray(self.goal.best.reduce(np.where(able, values, worst), axis=0))

    def _splits(self, c: int, armies: Array, states: Array) -> tuple[Array, Array]:
        """Return [x - 1, state]: whether x may move in to branch c, and what that is worth."""
        moves = np.arange(1, int(armies.max()))[:, None]
        dice = np.searchsorted(self.chains[c].attack_needs, armies - 1, "right")
        able = (moves >= np.minimum(dice, armies - 1)) & (moves < armies)
        behind = self.worth[np.maximum(armies - moves, 0), states]
        return able, self.goal.combine(self.inside[c][1 : len(moves) + 1, None], behind)

    def outcomes(self, c: int, armies: int, state: int) -> list[tuple[int, int, float]]:
        """Return (attackers lost, defenders lost, chance) of a roll against branch c."""
        chain = self.chains[c]
        chances = chain.rolls[bisect_right(chain.attack_needs, armies - 1)][
            bisect_right(chain.defence_needs, int(self.defenders[c][state]))
        ]
        return [(lost, len(chances) - 1 - lost, p) for lost, p in enumerate(chances)]

    def choice(self, armies: int, state: int) -> int:
        """Return the branch to roll against next; of equally good ones the first."""
        best, chosen = None, -1
        for c in range(len(self.beyond)):
            if self.defenders[c][state]:
                chances = [chance for _, _, chance in self.outcomes(c, armies, state)]
                found = self._rolled(c, np.array([armies]), np.array([state]), chances)[0]
                if best is None or (found != best and self.goal.best(found, best) == found):
                    best, chosen = found, c
        return chosen

    def move(self, c: int, armies: int, state: int) -> int:
        """Return how many armies to move in with so many left: of equals the fewest.

        `state` is the one without branch c. If nothing else is left, all go that may be needed.
        """
        if not self.beyond[c].beyond:
            low = min(bisect_right(self.chains[c].attack_needs, armies - 1), armies - 1)
            best = self.behind[armies - low, state]
            moves = range(low, armies)
            return next(n for n in moves if self.worth[armies - n, state] == best)
        able, values = self._splits(c, np.array([armies]), np.array([state]))
        places = np.flatnonzero(able[:, 0])
        best = values[places, 0] == self.goal.best.reduce(values[places, 0])
        last = not state and self.beyond[c].beyond
        return int(places[best][-1 if last else 0]) + 1


class SwitchingPlan:
    """The best plan roll by roll for every number of armies up to a limit.

    Raises
    ------
    InputError
        Unknown defenders, or rules whose battles cannot be broken off.
    TooLargeError
        More states than fit, with their number.
    """

    def __init__(
        self,
        branches: tuple[Node, ...],
        armies: int,
        goal: str,
        progress: Progress | None = None,
    ) -> None:
        nodes = [node for branch in branches for node in branch.walk()]
        if not all(node.contest.opponents.known for node in nodes):
            raise InputError("a plan that switches targets needs known defenders")
        if not all(node.contest.plain for node in nodes):
            raise InputError(
                f"a plan that switches targets cannot be made under {nodes[0].contest.rules} rules"
            )
        places = {node.beyond: None for node in nodes} | {branches: None}
        states = armies * sum(
            prod(node.contest.opponents.most + 1 for node in beyond) for beyond in places
        )
        if states > MOST_STATES:
            raise TooLargeError(
                f"a plan that switches targets has {states:,} states here; at most "
                f"{MOST_STATES:,} fit: leave out --switch, or fewer armies or branches"
            )
        splits = (
            armies**2
            / 2
            * sum(
                prod(other.contest.opponents.most + 1 for other in beyond if other is not node)
                for beyond in places
                for node in beyond
                if node.beyond
            )
        )
        if splits > MOST_SPLITS:
            raise TooLargeError(
                f"a plan that switches targets looks at {splits:.0e} splits of armies here; at "
                f"most {MOST_SPLITS:.0e} are allowed: leave out --switch, or fewer armies"
            )
        self.branches, self.armies, self.goal = branches, armies, goal
        self.progress, self.places = progress, len(places)
        self.rolls: dict[tuple[Node, ...], Rolls] = {}
        self._solve(branches)

    def value(self, armies: int) -> float:
        """Return what the best plan is worth with so many armies at the start."""
        rolls = self.rolls[self.branches]
        return rolls.value(armies, rolls.full)

    def first(self, beyond: tuple[Node, ...], armies: int) -> int:
        """Return the branch to attack first while all of a place are left."""
        rolls = self.rolls[beyond]
        return rolls.choice(armies, rolls.full)

    def last_move(self, beyond: tuple[Node, ...], left: int) -> int:
        """Return how many move in to the only branch of a place."""
        return self.rolls[beyond].move(0, left, 0)

    def _solve(self, beyond: tuple[Node, ...]) -> Array:
        """Return the worth of a place by armies, from 0."""
        if beyond not in self.rolls:
            inside = [self._solve(node.beyond) for node in beyond]
            self.rolls[beyond] = Rolls(beyond, inside, self.armies, self.goal)
            if self.progress is not None:
                self.progress(len(self.rolls) / self.places)
        rolls = self.rolls[beyond]
        return np.array([rolls.value(n, rolls.full) for n in range(self.armies + 1)])
