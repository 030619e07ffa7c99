"""When to stop: the best policy by what armies, losses of the enemy and the territory are worth.

Stopping with a attackers and d defenders left is worth ``army * a + enemy * (defenders at the
start - d)``, and with d = 0 the territory and the card too. As a roll lowers a + d,

    W(a, d) = max(worth of stopping, E[W after a roll])

gives the best policy and its value from the smallest battles up. A fixed rule takes in place of
the maximum what it says, so that one pass values it as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from ..battles.solve import MOST_ARMIES
from ..engines.chain import float_chain
from ..errors import InputError, TooLargeError
from ..guards import guarded
from ..values import real, show, whole
from ..variants.rules import Rules, RulesLike, resolve

MOST_STATES = 250_000
# attacking must be better than stopping by more than rounding
SAME = 1e-13
# of a large battle fewer rules are valued: passes times states stay below this
MOST_STEPS = 1_000_000
FEWEST_RULES = 5
CHANCES = tuple(n / 20 for n in range(1, 20))

# rows by defenders, then by attackers: index 0 of either is no army
Grid = list[list[Any]]


@dataclass(frozen=True)
class FixedRule:
    """A simple rule and its value: "armies" (until fewer than `level`), or "chance".

    The rule of armies attacks while at least `level` attackers are left, all of them counted;
    that of the chance while the chance to take the territory is above `level`.

    >>> stop(12, 9, territory=9, card=3).best_of("armies").level
    2

    Attributes
    ----------
    kind : str
        "armies" or "chance".
    level : float
        The fewest attackers with which it attacks, or the chance above which it does.
    value : float
        What it is worth.
    cost : float
        How much less that is than the best.
    """

    kind: str
    level: float
    value: float
    cost: float


@dataclass(frozen=True)
class Stopping:
    """When to stop a battle, and what that is worth.

    >>> answer = stop(12, 9, territory=4, card=3)
    >>> answer.action, round(answer.value, 4)
    ('stop', 12.0)

    Made by `riskodds.stop`.

    Attributes
    ----------
    attackers, defenders : int
        The armies at the start, all of them.
    rules : Rules
        The rules of the battle.
    army, enemy, territory, card : float
        What an army of one's own kept is worth, one of the enemy destroyed, the territory if
        taken, and the card that it brings.
    action : str
        "attack" or "stop": what is best at the start.
    value : float
        The value of the best policy.
    fight_on : float
        The value of fighting to the end.
    stop_now : float
        The value of not attacking.
    """

    attackers: int
    defenders: int
    rules: Rules
    army: float
    enemy: float
    territory: float
    card: float
    value: float
    fight_on: float
    stop_now: float
    grid: tuple[tuple[bool, ...], ...] = field(repr=False, compare=False)

    @property
    def action(self) -> str:
        """What is best at the start: "attack" or "stop"."""
        return "attack" if self.attacks(self.attackers, self.defenders) else "stop"

    @guarded
    def attacks(self, attackers: int, defenders: int) -> bool:
        """Return whether it is better to attack than to stop with so many left.

        >>> stop(12, 9, territory=9).attacks(12, 3)
        True

        Raises
        ------
        InputError
            Armies that this battle cannot come to.
        """
        attackers = whole("attackers", attackers, 1, self.attackers)
        defenders = whole("defenders", defenders, 0, self.defenders)
        return self.grid[defenders][attackers]

    @cached_property
    def fixed_rules(self) -> tuple[FixedRule, ...]:
        """The simple rules that players use, with their values and what each costs."""
        worths = self.army, self.enemy, self.territory, self.card
        question = _Question(self.attackers, self.defenders, self.rules, *worths)
        chances = question.chances()
        rules = []
        most = max(FEWEST_RULES, MOST_STEPS // (self.attackers * self.defenders))
        for level in _some(range(2, self.attackers + 2), most):
            value = question.value(partial(_enough, level))
            rules.append(FixedRule("armies", level, value, self.value - value))
        for chance in _some(CHANCES, most):
            value = question.value(partial(_likely, chances, chance))
            rules.append(FixedRule("chance", chance, value, self.value - value))
        return tuple(rules)

    @guarded
    def best_of(self, kind: str) -> FixedRule:
        """Return the best rule of a kind, "armies" or "chance"; of equals the first.

        Raises
        ------
        InputError
            Another kind.
        """
        if kind not in ("armies", "chance"):
            raise InputError(f"kind must be armies or chance, not {show(kind)}")
        return min((r for r in self.fixed_rules if r.kind == kind), key=lambda rule: rule.cost)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON types, the keys in the order they are documented in."""
        names = "attackers defenders rules army enemy territory card action value fight_on stop_now"
        answer: dict[str, Any] = {name: getattr(self, name) for name in names.split()}
        answer["rules"] = str(self.rules)
        answer["attack"] = [
            {"defenders": d, "attackers": _runs(self.grid[d])} for d in range(1, self.defenders + 1)
        ]
        answer["fixed_rules"] = [
            {"kind": r.kind, "level": r.level, "value": r.value, "cost": r.cost}
            for r in self.fixed_rules
        ]
        return answer


def _enough(level: int, attackers: int, defenders: int) -> bool:
    return attackers >= level


def _likely(chances: Grid, level: float, attackers: int, defenders: int) -> bool:
    return bool(chances[defenders][attackers] > level)


def _some(numbers: Sequence[Any], most: int) -> Sequence[Any]:
    """Return at most so many of the numbers, evenly spread."""
    return numbers[:: -(-len(numbers) // most)]


def _runs(row: tuple[bool, ...]) -> list[list[int]]:
    """Return the numbers of attackers that attack as [first, last] of each run."""
    runs: list[list[int]] = []
    for armies, attacks in enumerate(row):
        if attacks and runs and runs[-1][1] == armies - 1:
            runs[-1][1] = armies
        elif attacks:
            runs.append([armies, armies])
    return runs


@guarded
def stop(
    attackers: int,
    defenders: int,
    *,
    army: float = 1.0,
    enemy: float = 0.0,
    territory: float = 0.0,
    card: float = 0.0,
    rules: RulesLike = None,
) -> Stopping:
    """Return when to stop a battle, by what armies and the territory are worth.

    >>> answer = stop(12, 9, territory=4, army=1, enemy=0.5, card=3)
    >>> answer.action, round(answer.value, 6)
    ('attack', 14.318753)

    Parameters
    ----------
    attackers, defenders : int
        All armies on both territories: at least 2 and at least 1.
    army : float
        The worth of each army of one's own that is left.
    enemy : float
        The worth of each army of the enemy destroyed.
    territory, card : float
        The worth of the territory if it is taken, and of the card earned by that.
    rules : Rules or str, optional
        The rules of the battle; classic if left out.

    Returns
    -------
    Stopping
        The best policy and its value, against fighting on, stopping now, and simple rules.

    Raises
    ------
    InputError
        A value outside these ranges, or rules whose battles cannot be broken off.
    TooLargeError
        More than 250,000 states, attackers times defenders.
    """
    a = whole("attackers", attackers, 2, MOST_ARMIES)
    d = whole("defenders", defenders, 1, MOST_ARMIES)
    army = real("the worth of an army", army)
    enemy = real("the worth of an enemy", enemy)
    territory = real("the worth of the territory", territory)
    card = real("the worth of the card", card)
    chosen = resolve(rules)
    if not chosen.rolled_out:
        raise InputError(f"a battle under {chosen} rules cannot be stopped between two rolls")
    if a * d > MOST_STATES:
        raise TooLargeError(
            f"the attackers times the defenders must be at most {MOST_STATES:,}, not {a * d:,}"
        )
    question = _Question(a, d, chosen, army, enemy, territory, card)
    values, grid = question.best()
    return Stopping(
        a,
        d,
        chosen,
        army,
        enemy,
        territory,
        card,
        values[d][a],
        question.value(lambda a, d: True),
        army * a,
        tuple(tuple(row) for row in grid),
    )


@dataclass(frozen=True)
class _Question:
    """The passes over all states of a battle, with what its ends are worth."""

    attackers: int
    defenders: int
    rules: Rules
    army: float
    enemy: float
    territory: float
    card: float

    def stopped(self, a: int, d: int) -> float:
        """Return the worth of stopping."""
        taken = 0.0 if d else self.territory + self.card
        return self.army * a + self.enemy * (self.defenders - d) + taken

    def best(self) -> tuple[Grid, Grid]:
        """Return the value of the best policy in every state, and whether it attacks."""
        scale = sum(map(abs, (self.army, self.enemy, self.territory, self.card)))
        same = SAME * scale * (self.attackers + self.defenders)

        def choose(a: int, d: int, go: float) -> tuple[float, bool]:
            stopped = self.stopped(a, d)
            return (go, True) if go > stopped + same else (stopped, False)

        return self._pass(choose)

    def value(self, attacks: Callable[[int, int], bool]) -> float:
        """Return the value of a fixed rule, which says in which states to attack."""

        def choose(a: int, d: int, go: float) -> tuple[float, bool]:
            return (go, True) if attacks(a, d) else (self.stopped(a, d), False)

        return float(self._pass(choose)[0][self.defenders][self.attackers])

    def chances(self) -> Grid:
        """Return the chance to take the territory in every state."""

        def choose(a: int, d: int, go: float) -> tuple[float, bool]:
            return go, True

        return self._pass(choose, lambda a, d: float(d == 0))[0]

    def _pass(
        self,
        choose: Callable[[int, int, float], tuple[float, bool]],
        ended: Callable[[int, int], float] | None = None,
    ) -> tuple[Grid, Grid]:
        ended = ended or self.stopped
        top, most = self.attackers, self.defenders
        values: Grid = [[ended(a, 0) for a in range(top + 1)]]
        attacks: Grid = [[False] * (top + 1)]
        chain = float_chain(self.rules.dice)
        dice = [bisect_right(chain.attack_needs, a - 1) for a in range(top + 1)]
        for d in range(1, most + 1):
            row = [ended(0, d), ended(1, d)]
            on = [False, False]
            values.append(row)
            attacks.append(on)
            defence_dice = bisect_right(chain.defence_needs, d)
            for a in range(2, top + 1):
                chances = chain.rolls[dice[a]][defence_dice]
                lowest = d - len(chances) + 1
                go = 0.0
                for lost, chance in enumerate(chances):
                    go += chance * values[lowest + lost][a - lost]
                value, attack = choose(a, d, go)
                row.append(value)
                on.append(attack)
        return values, attacks
