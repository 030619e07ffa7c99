from fractions import Fraction

import pytest
from hypothesis import given, settings
from oracles import battles as oracles
from oracles.battles import Plain
from strategies import plain_rules, rules_of

from riskodds import DiceRules, InputError, Side, roll
from riskodds.dice.counts import SIX_SIDED, loss_weights
from riskodds.dice.rules import CLASSIC

# THEORY: rolls of 6-sided dice, ties to the defender, and the checked modified rolls of RULES
TABLE = [
    (3, 3, (6420, 10017, 12348, 17871)),
    (2, 3, (979, 1981, 4816)),
    (1, 3, (225, 1071)),
    (3, 4, (20515, 41531, 65535, 152355)),
    (2, 4, (3543, 9394, 33719)),
    (1, 4, (979, 6797)),
]
TIES_TO_ATTACKER = [
    (3, 2, (4816, 1981, 979)),
    (2, 2, (581, 420, 295)),
    (1, 2, (91, 125)),
    (3, 1, (1071, 225)),
    (2, 1, (161, 55)),
    (1, 1, (21, 15)),
]
MODIFIED = {
    "ammo shortage": (Side(needs=(1, 2), highest=-1), (4120, 2061, 1595)),
    "bunker": (Side(needs=(1, 2), highest=1), (1860, 3176, 2740)),
    "fortification": (Side(needs=(1, 2), every=1), (1470, 2436, 3870)),
    "low die -1": (Side(needs=(1, 2), lowest=-1), (3280, 2951, 1545)),
}


def test_the_literal_counts_are_those_of_enumerated_dice() -> None:
    for (attack, defence), counts in SIX_SIDED.items():
        total = sum(counts)
        assert total == 6 ** (attack + defence)
        chances = tuple(Fraction(n, total) for n in counts)
        assert chances == oracles.enumerate_roll(attack, defence)


@pytest.mark.parametrize(("attack", "defence", "counts"), TABLE)
def test_more_dice(attack: int, defence: int, counts: tuple[int, ...]) -> None:
    rules = DiceRules(defence=Side(needs=(1, 2, 3, 4)))
    assert loss_weights(rules, attack, defence) == counts


@pytest.mark.parametrize(("attack", "defence", "counts"), TIES_TO_ATTACKER)
def test_ties_to_the_attacker(attack: int, defence: int, counts: tuple[int, ...]) -> None:
    assert loss_weights(DiceRules(ties="attacker"), attack, defence) == counts


@pytest.mark.parametrize("name", MODIFIED)
def test_modified_dice(name: str) -> None:
    side, counts = MODIFIED[name]
    assert loss_weights(DiceRules(defence=side), 3, 2) == counts


def test_six_against_eight_sides() -> None:
    weights = loss_weights(DiceRules(defence=Side(sides=8, needs=(1, 2))), 3, 2)
    shares = [round(n / sum(weights), 4) for n in weights]
    assert shares == [0.2091, 0.3451, 0.4458]


@settings(max_examples=40)
@given(plain_rules)
def test_any_rule_against_enumeration(plain: Plain) -> None:
    dice = rules_of(plain).dice
    for attack in range(1, min(dice.attack.dice, 3) + 1):
        for defence in range(1, min(dice.defence.dice, 2) + 1):
            counts = loss_weights(dice, attack, defence)
            total = sum(counts)
            assert total == plain.sides[0] ** attack * plain.sides[1] ** defence
            assert tuple(Fraction(n, total) for n in counts) == oracles.enumerate_roll(
                attack, defence, plain
            )


def test_mirrored_rules_give_mirrored_rolls() -> None:
    one, other = Side(sides=8, needs=(1, 2, 3)), Side(sides=6, needs=(1, 2), highest=1)
    for attack in (1, 2, 3):
        for defence in (1, 2):
            counts = loss_weights(DiceRules(one, other, "defender"), attack, defence)
            mirrored = loss_weights(DiceRules(other, one, "attacker"), defence, attack)
            assert counts == mirrored[::-1]


def test_four_dice_of_twelve_sides_do_not_explode() -> None:
    many = Side(sides=12, needs=(1, 2, 3, 4))
    # ordered rolls would be 430 million pairs; the time is in the benchmarks
    counts = loss_weights(DiceRules(many, many), 4, 4)
    assert sum(counts) == 12**8
    # by symmetry: swapping sides and ties mirrors the counts
    assert counts == loss_weights(DiceRules(many, many, "attacker"), 4, 4)[::-1]


def test_the_published_wrong_rolls_are_not_ours() -> None:
    product_of_marginals = (0.2865, 0.5061, 0.2074)
    shares = [float(p) for p in roll(3, 2).values()]
    assert shares == pytest.approx([0.371656, 0.335777, 0.292567], abs=1e-6)
    assert all(abs(p - q) > 0.05 for p, q in zip(shares, product_of_marginals, strict=True))
    # one die against two takes one army, and 1 v 2 counts 55 of 216
    assert roll(1, 2) == {(0, 1): Fraction(55, 216), (1, 0): Fraction(161, 216)}


def test_roll_keys_are_losses_of_attacker_and_defender() -> None:
    assert roll(3, 2) == {
        (0, 2): Fraction(2890, 7776),
        (1, 1): Fraction(2611, 7776),
        (2, 0): Fraction(2275, 7776),
    }


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Side(sides=1), "sides must be a whole number from 2 to 12, not 1"),
        (lambda: Side(sides=13), "sides must be a whole number from 2 to 12, not 13"),
        (lambda: Side(needs=()), "needs must be"),
        (lambda: Side(needs=(2, 3)), "needs must be"),
        (lambda: Side(needs=(1, 1)), "needs must be"),
        (lambda: Side(needs=(1, 2, 3, 4, 5)), "needs must be"),
        (lambda: Side(highest=99), "the modifier 'highest' must be a whole number"),
        (
            lambda: DiceRules(ties="nobody"),  # type: ignore[arg-type]
            "ties must be 'defender' or 'attacker', not nobody",
        ),
        (lambda: roll(4, 2), "attack dice must be a whole number from 1 to 3, not 4"),
        (lambda: roll(3, 0), "defence dice must be a whole number from 1 to 2, not 0"),
        (lambda: roll(True, 1), "attack dice must be a whole number from 1 to 3, not True"),
    ],
)
def test_impossible_dice_are_refused(make: object, message: str) -> None:
    with pytest.raises(InputError, match="^" + message.replace("(", r"\(")):
        make()  # type: ignore[operator]


def test_dice_by_armies() -> None:
    assert [CLASSIC.attack.dice_for(n) for n in range(6)] == [0, 1, 2, 3, 3, 3]
    assert [CLASSIC.defence.dice_for(n) for n in range(6)] == [0, 1, 2, 2, 2, 2]
    assert [Side(needs=(1, 3)).dice_for(n) for n in range(5)] == [0, 1, 1, 2, 2]
