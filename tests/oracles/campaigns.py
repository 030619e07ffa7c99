"""Slow, independent routes to campaigns: every roll enumerated, in fractions.

Nothing here uses the code it checks. Armies are totals, except in the dice rules of `oracles`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from oracles.battles import CLASSIC, Plain, dice_of, dictionary_battle, next_states


class Spot(NamedTuple):
    """A territory: defenders with their chances, and the rules there."""

    defenders: tuple[tuple[int, Fraction], ...]
    rules: Plain = CLASSIC


def spot(defenders: int | dict[int, Fraction], rules: Plain = CLASSIC) -> Spot:
    """Return a territory with known defenders, or with chances."""
    known = {defenders: Fraction(1)} if isinstance(defenders, int) else defenders
    return Spot(tuple(known.items()), rules)


Outcomes = dict[tuple[int, int, int], Fraction]


def walk_path(
    attackers: int,
    spots: Sequence[Spot],
    leave: Sequence[int] | None = None,
    stop_at: Sequence[int] | None = None,
) -> tuple[Outcomes, list[Fraction]]:
    """Follow every stack to its end by itself; return the outcomes and the chances to fight."""
    leave = leave or [1] * len(spots)
    stop_at = stop_at or [1] * len(spots)
    outcomes: Outcomes = defaultdict(Fraction)
    reached = [Fraction(0)] * len(spots)

    def stand(k: int, armies: int, weight: Fraction) -> None:
        if k == len(spots):
            return
        for defenders, chance in spots[k].defenders:
            share = weight * chance
            if armies <= stop_at[k] or armies < 2:
                outcomes[k, armies, defenders] += share
                continue
            reached[k] += share
            rules = spots[k].rules
            endings = dictionary_battle(armies - 1, defenders, rules, stop_at=stop_at[k])
            for (left, against), p in endings.items():
                if against:
                    outcomes[k, left, against] += share * p
                elif k == len(spots) - 1:
                    outcomes[k + 1, left, 0] += share * p
                else:
                    dice = dice_of(rules.needs[0], left - 1)
                    moving = max(min(dice, left - 1), left - leave[k])
                    stand(k + 1, moving, share * p)

    stand(0, attackers, Fraction(1))
    return dict(outcomes), reached


def path_win(attackers: int, spots: Sequence[Spot]) -> Fraction:
    """Return the chance that one stack takes all, armies left behind being one each."""
    outcomes, _ = walk_path(attackers, spots)
    return sum(
        (p for (captured, _, _), p in outcomes.items() if captured == len(spots)), Fraction(0)
    )


Branch = tuple[Spot, tuple["Branch", ...]]
_Left = tuple[int, Branch]


def branch(defenders: int | dict[int, Fraction], *beyond: Branch, rules: Plain = CLASSIC) -> Branch:
    """Return a territory of a tree with what lies beyond."""
    return (spot(defenders, rules), beyond)


def all_plans(armies: int, branches: Sequence[Branch], goal: str) -> Fraction:
    """Return the best value of all battle-by-battle plans, each tried to its end.

    A situation is every stack with the branches it may still attack. A plan may go on with any
    stack and any of its branches, at any time; nothing is known of stacks that share nothing.
    """

    @cache
    def best(stacks: tuple[tuple[int, tuple[Branch, ...]], ...]) -> Fraction:
        open_ = [(n, b) for n, b in stacks if b]
        if not open_:
            return Fraction(int(goal == "all"))
        values = [Fraction(0)]
        for which, (n, here) in enumerate(open_):
            others = open_[:which] + open_[which + 1 :]
            if n < 2:
                continue
            for chosen, (place, beyond) in enumerate(here):
                rest = here[:chosen] + here[chosen + 1 :]
                value = Fraction(0)
                for defenders, chance in place.defenders:
                    for (left, against), p in dictionary_battle(
                        n - 1, defenders, place.rules
                    ).items():
                        if against:
                            # this stack is lost for good; only a count goes on elsewhere
                            if goal == "number":
                                value += chance * p * best(tuple(sorted(others)))
                            continue
                        dice = min(dice_of(place.rules.needs[0], left - 1), left - 1)
                        value += (
                            chance
                            * p
                            * (
                                int(goal == "number")
                                + max(
                                    best(tuple(sorted([*others, (left - x, rest), (x, beyond)])))
                                    for x in range(dice, left)
                                )
                            )
                        )
                values.append(value)
        return max(values)

    return best(((armies, tuple(branches)),))


def all_rolls(armies: int, branches: Sequence[Branch], goal: str) -> Fraction:
    """Return the best value when every roll may be made by any stack against any branch.

    A situation is every stack with the defenders left on each of its branches.
    """

    def fresh(beyond: Sequence[Branch]) -> tuple[_Left, ...]:
        return tuple((place.defenders[0][0], (place, more)) for place, more in beyond)

    @cache
    def best(stacks: tuple[tuple[int, tuple[_Left, ...]], ...]) -> Fraction:
        open_ = [(n, b) for n, b in stacks if b]
        if not open_:
            return Fraction(int(goal == "all"))
        values = [Fraction(0)]
        for which, (n, here) in enumerate(open_):
            others = open_[:which] + open_[which + 1 :]
            if n < 2:
                continue
            for chosen, (defenders, (place, beyond)) in enumerate(here):
                rest = here[:chosen] + here[chosen + 1 :]
                value = Fraction(0)
                for (a, d), p in next_states(n - 1, defenders, place.rules):
                    if d:
                        left: tuple[_Left, ...] = (
                            *here[:chosen],
                            (d, (place, beyond)),
                            *here[chosen + 1 :],
                        )
                        value += p * best(tuple(sorted([*others, (a + 1, left)])))
                        continue
                    dice = min(dice_of(place.rules.needs[0], a), a)
                    value += p * (
                        int(goal == "number")
                        + max(
                            best(tuple(sorted([*others, (a + 1 - x, rest), (x, fresh(beyond))])))
                            for x in range(dice, a + 1)
                        )
                    )
                values.append(value)
        return max(values)

    return best(((armies, fresh(branches)),))


def best_stop(
    attackers: int,
    defenders: int,
    worth: dict[str, Fraction],
    rule: Callable[[int, int], bool] | None = None,
    rules: Plain = CLASSIC,
) -> tuple[Fraction, bool]:
    """Return the value of the best policy, or of a rule that says when to attack, and its start."""

    @cache
    def value(a: int, d: int) -> tuple[Fraction, bool]:
        stopped = worth["army"] * (a + 1) + worth["enemy"] * (defenders - d)
        if not d:
            return stopped + worth["territory"] + worth["card"], False
        if not a:
            return stopped, False
        go = sum((p * value(*state)[0] for state, p in next_states(a, d, rules)), Fraction(0))
        attack = go > stopped if rule is None else rule(a + 1, d)
        return (go if attack else stopped), attack

    return value(attackers - 1, defenders)


def held(defenders: int, enemies: Sequence[int], rules: Plain = CLASSIC) -> Fraction:
    """Return the chance to hold against several attacks in turn, each to its end."""
    if not enemies:
        return Fraction(1)
    endings = dictionary_battle(enemies[0] - 1, defenders, rules)
    return sum((p * held(d, enemies[1:], rules) for (_, d), p in endings.items() if d), Fraction(0))


def kept(
    attackers: int,
    defenders: int,
    taken: Sequence[int],
    source: Sequence[int] | None = None,
    rules: Plain = CLASSIC,
) -> Fraction:
    """Return the chance to take it and then hold, the source too unless it is None."""
    total = Fraction(0)
    for (left, against), p in dictionary_battle(attackers - 1, defenders, rules).items():
        if against:
            continue
        least = min(dice_of(rules.needs[0], left - 1), left - 1)
        moves = [left - 1] if source is None else range(least, left)
        total += p * max(
            held(x, taken, rules) * (1 if source is None else held(left - x, source, rules))
            for x in moves
        )
    return total
