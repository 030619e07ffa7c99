"""The comparison of dice that fell, against the counts of `riskodds.dice.rules` over every roll."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from riskodds.dice.counts import loss_weights, losses
from riskodds.dice.rules import CLASSIC, DiceRules, Side

RULES = {
    "classic": CLASSIC,
    "ties to the attacker": DiceRules(ties="attacker"),
    "three defence dice": DiceRules(defence=Side(needs=(1, 2, 3))),
    "ammo shortage": DiceRules(defence=Side(needs=(1, 2), highest=-1)),
    "bunker": DiceRules(defence=Side(needs=(1, 2), highest=1)),
    "fortification": DiceRules(defence=Side(needs=(1, 2), every=1)),
    "low die": DiceRules(defence=Side(needs=(1, 2), lowest=-1)),
    "attacker's low die": DiceRules(attack=Side(lowest=2)),
    "four and eight sides": DiceRules(attack=Side(sides=4), defence=Side(sides=8, needs=(1, 2))),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_ordered_roll(rules: DiceRules) -> None:
    attack, defence = rules.attack, rules.defence
    for a, d in product(range(1, attack.dice + 1), range(1, defence.dice + 1)):
        if a + d > 5:
            continue
        counts: Counter[int] = Counter()
        for mine in product(range(1, attack.sides + 1), repeat=a):
            for theirs in product(range(1, defence.sides + 1), repeat=d):
                lost, taken = losses(rules, mine, theirs)
                assert lost + taken == min(a, d)
                counts[lost] += 1
        assert tuple(counts[k] for k in range(min(a, d) + 1)) == loss_weights(rules, a, d)


def test_checked_counts() -> None:
    """RULES.md: 3 against 2 with an ammo shortage is 4120 / 2061 / 1595 of 7776."""
    counts = Counter(
        losses(RULES["ammo shortage"], roll[:3], roll[3:])[0]
        for roll in product(range(1, 7), repeat=5)
    )
    assert [counts[k] for k in range(3)] == [4120, 2061, 1595]
