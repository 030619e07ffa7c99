"""A plan as a player follows it: what to do in every situation that it may lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from .tree_by_battle import Node, Plan
from .tree_by_roll import SwitchingPlan


@dataclass(frozen=True)
class Decision:
    """What the plan does in one situation.

    >>> from riskodds import tree
    >>> tree(5, "[1] [2]").policy[0]
    Decision(at=None, open=(0, 1), armies=5, attack=1, \
moves=((5, 3), (4, 3), (3, 2), (2, 1)), defenders=None)

    Territories are numbered from 0 in the order they are written.

    Attributes
    ----------
    at : int or None
        Where the stack stands; None where it starts.
    open : tuple of int
        The territories it may attack from there.
    armies : int
        All armies there.
    attack : int
        The one of `open` to attack.
    moves : tuple of (int, int)
        For each number of armies left after the capture, how many to move in.
    defenders : tuple of int, optional
        Roll by roll: the defenders left on each of `open`; the next roll is made against
        `attack`, and the one entry of `moves` holds if it is taken by that roll.
    """

    at: int | None
    open: tuple[int, ...]
    armies: int
    attack: int
    moves: tuple[tuple[int, int], ...]
    defenders: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as JSON types."""
        answer: dict[str, Any] = {"at": self.at, "open": list(self.open), "armies": self.armies}
        if self.defenders is not None:
            answer["defenders"] = list(self.defenders)
        answer["attack"] = self.attack
        answer["moves"] = [{"left": left, "move": move} for left, move in self.moves]
        return answer


class Place(NamedTuple):
    """A territory as a place to stand: its number, and the places beyond it."""

    number: int | None
    beyond: tuple[Node, ...]
    places: tuple[Place, ...]

    @classmethod
    def root(cls, branches: tuple[Node, ...]) -> Place:
        """Return the start, with every territory numbered in the order of writing."""
        count = iter(range(10**9))

        def places(beyond: tuple[Node, ...]) -> tuple[Place, ...]:
            return tuple(cls(next(count), node.beyond, places(node.beyond)) for node in beyond)

        return cls(None, branches, places(branches))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the territories beyond."""
        return tuple(place.number or 0 for place in self.places)


def by_battle(plan: Plan, start: Place, armies: int) -> Iterator[Decision]:
    """Iterate over the situations that the plan leads to, breadth first."""
    queue = [(start, plan.fights[start.beyond].full, armies)]
    known: set[tuple[int | None, int, int]] = {(None, queue[0][1], armies)}
    for place, state, n in queue:
        fights = plan.fights[place.beyond]
        kind = plan.choice(place.beyond, state, n)
        branch = fights.members[kind][len(fights.members[kind]) - fights.left(state, kind)]
        rest = state - fights.strides[kind]
        target = place.places[branch]
        moves = []
        won, _ = plan.table(place.beyond[branch].contest)
        by_left = plan.moves(place.beyond, state, kind)
        for left in range(n, 1, -1):
            if not won[n - 1, left - 1]:
                continue
            move = by_left[left]
            moves.append((left, move))
            for there, then, with_ in (
                (target, plan.fights[target.beyond].full, move),
                (place, rest, left - move),
            ):
                if then and with_ > 1 and (there.number, then, with_) not in known:
                    known.add((there.number, then, with_))
                    queue.append((there, then, with_))
        numbers = place.numbers
        yield Decision(
            place.number,
            tuple(numbers[n] for n in fights.open(state)),
            n,
            numbers[branch],
            tuple(moves),
        )


def by_roll(plan: SwitchingPlan, start: Place, armies: int) -> Iterator[Decision]:
    """Iterate over the situations that the plan leads to, breadth first."""
    queue = [(start, plan.rolls[start.beyond].full, armies)]
    known: set[tuple[int | None, int, int]] = {(None, queue[0][1], armies)}
    for place, state, n in queue:
        rolls = plan.rolls[place.beyond]
        c = rolls.choice(n, state)
        after = []
        moves = []
        for lost, fallen, chance in rolls.outcomes(c, n, state):
            then = state - fallen * rolls.strides[c]
            if not chance:
                continue
            if rolls.defenders[c][state] > fallen:
                after.append((place, then, n - lost))
                continue
            move = rolls.move(c, n, then)
            moves.append((n, move))
            target = place.places[c]
            after += [(target, plan.rolls[target.beyond].full, move), (place, then, n - move)]
        for there, then, with_ in after:
            if then and with_ > 1 and (there.number, then, with_) not in known:
                known.add((there.number, then, with_))
                queue.append((there, then, with_))
        open_ = [c for c in range(len(place.places)) if rolls.defenders[c][state]]
        yield Decision(
            place.number,
            tuple(place.numbers[c] for c in open_),
            n,
            place.numbers[c],
            tuple(moves),
            tuple(int(rolls.defenders[c][state]) for c in open_),
        )


def first_choice(solved: Plan | SwitchingPlan, armies: int) -> int | None:
    """Return the branch attacked first, for the likeliest armies, where first there is a choice."""
    beyond, stacks = solved.branches, {armies: 1.0}
    while len(beyond) == 1:
        (node,) = beyond
        arriving: dict[int, float] = {}
        for n, weight in stacks.items():
            won = node.contest.stage([0.0] * (n - 1) + [1.0]).won if n > 1 else []
            for left, chance in enumerate(won, 1):
                if chance and left > 1:
                    inside = solved.last_move(beyond, left)
                    arriving[inside] = arriving.get(inside, 0.0) + weight * chance
        beyond, stacks = node.beyond, arriving
    weights: dict[int, float] = {}
    for n, weight in stacks.items():
        if beyond and n > 1:
            branch = solved.first(beyond, n)
            weights[branch] = weights.get(branch, 0.0) + weight
    return max(weights, key=lambda branch: (weights[branch], -branch), default=None)
