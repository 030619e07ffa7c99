"""What the property tests draw from."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from oracles.battles import Plain

from riskodds import DiceRules, Rules, Side
from riskodds.engines.lines import Endings


def rules_of(plain: Plain, name: str = "drawn") -> Rules:
    """Return plain dice rules as the library's value."""
    attack, defence = (
        Side(
            sides=plain.sides[side],
            needs=plain.needs[side],
            highest=plain.highest[side],
            lowest=plain.lowest[side],
            every=plain.every[side],
        )
        for side in (0, 1)
    )
    dice = DiceRules(attack, defence, "attacker" if plain.attacker_wins_ties else "defender")
    return Rules(name, dice)


modifiers = st.integers(-2, 2)
needs = st.sampled_from([(1,), (1, 2), (1, 3), (1, 2, 3), (1, 2, 4)])
plain_rules = st.builds(
    Plain,
    sides=st.tuples(st.integers(2, 6), st.integers(2, 6)),
    needs=st.tuples(needs, needs),
    highest=st.tuples(modifiers, modifiers),
    lowest=st.tuples(modifiers, modifiers),
    every=st.tuples(modifiers, modifiers),
    attacker_wins_ties=st.booleans(),
)
attackers = st.integers(2, 40)
defenders = st.integers(1, 40)


def endings_of(found: Endings) -> dict[tuple[int, int], Any]:
    """Return what an engine found, (a, d) of fighting armies to chance, if above zero."""
    return {(-minus_a, d): chance for line in found.lines for d, minus_a, chance in line.ranked()}
