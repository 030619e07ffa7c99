"""Are dice fair: against enumeration of every roll, and over many fair and loaded files."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from oracles import battles as oracles
from scipy.stats import chi2, chisquare, ncx2

from riskodds import InputError, fairness
from riskodds.records.fairness import Fit, effect_of_face, needed_for

Rolls = list[tuple[tuple[int, ...], tuple[int, ...]]]


@pytest.mark.parametrize("dice", [1, 3, 5])
def test_an_exact_chance_is_that_of_every_roll(dice: int) -> None:
    def distance(faces: tuple[int, ...]) -> int:
        # chi-square, up to a rising function
        return sum(n * n for n in Counter(faces).values())

    distances = Counter(map(distance, product(range(6), repeat=dice)))
    for faces in product(range(6), repeat=dice):
        if list(faces) == sorted(faces):
            counts = Counter(faces)
            fit = Fit(tuple(counts[n] for n in range(6)), (1 / 6,) * 6)
            rolls = sum(n for d, n in distances.items() if d >= distance(faces))
            assert fit.method == "exact"
            assert fit.chance == pytest.approx(float(Fraction(rolls, 6**dice)), rel=1e-9)


def test_many_dice_are_judged_by_scipy() -> None:
    counts = (90, 110, 100, 120, 80, 100)
    fit = Fit(counts, (1 / 6,) * 6)
    expected = chisquare(counts)
    assert fit.method == "chi-square (scipy)"
    assert fit.chi_square == pytest.approx(float(expected.statistic))
    assert fit.chance == pytest.approx(float(expected.pvalue))
    assert fit.effect == pytest.approx((float(expected.statistic) / 600) ** 0.5)


def test_exact_and_approximate_chances_meet() -> None:
    fit = Fit((70, 80), (0.5, 0.5))
    assert fit.method == "exact"
    assert fit.chance == pytest.approx(float(chi2.sf(fit.chi_square, 1)), abs=0.05)


def test_data_needed_to_see_a_bias() -> None:
    # Cohen 1988: w = 0.3 with one degree of freedom, and w = 0.1 with five
    assert needed_for(0.3, 1) == 88
    assert needed_for(0.1, 5) == 1283
    for effect, freedom in ((effect_of_face(6), 5), (0.25, 2)):
        number = needed_for(effect, freedom)
        critical = chi2.isf(0.05, freedom)
        power = [ncx2.sf(critical, freedom, n * effect**2) for n in (number - 1, number)]
        assert power[0] < 0.8 <= power[1]


def test_a_perfect_fit_shows_no_bias() -> None:
    fit = Fit((3, 3), (0.5, 0.5))
    assert (fit.chi_square, fit.effect, fit.needed) == (0, 0, None)
    assert fit.chance == pytest.approx(1)


def file_of(rng: Random, number: int, weights: tuple[int, ...] = (1,) * 6) -> Rolls:
    faces = range(1, 7)
    return [
        (
            tuple(rng.choices(faces, weights, k=rng.randint(1, 3))),
            tuple(rng.choices(faces, k=rng.randint(1, 2))),
        )
        for _ in range(number)
    ]


def test_counts_and_the_roll_table() -> None:
    rolls = file_of(Random(3), 300)
    found = fairness(rolls)
    faces = Counter(face for attack, _ in rolls for face in attack)
    assert found.attack.counts == tuple(faces[n] for n in range(1, 7))
    assert sum(found.defence.counts) == sum(len(defence) for _, defence in rolls)
    assert found.rolls == 300
    kills = losses = 0
    for (i, j), fit in found.table.items():
        assert fit.chances == pytest.approx([float(p) for p in oracles.enumerate_roll(i, j)])
        assert fit.number == sum((len(a), len(d)) == (i, j) for a, d in rolls)
        losses += sum(k * n for k, n in enumerate(fit.counts))
        kills += sum((min(i, j) - k) * n for k, n in enumerate(fit.counts))
    lost = 0
    for attack, defence in rolls:
        pairs = zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False)
        lost += sum(x <= y for x, y in pairs)
    assert losses == lost
    assert found.lead.lead == kills - losses
    mean = sum(
        fit.number
        * sum((min(pair) - 2 * k) * p for k, p in enumerate(oracles.enumerate_roll(*pair)))
        for pair, fit in found.table.items()
    )
    assert found.lead.expected == pytest.approx(float(mean))


def test_fair_dice_are_seldom_suspected_and_loaded_ones_always() -> None:
    rng = Random(5)
    fair = [fairness(file_of(rng, 80)).evidence for _ in range(150)]
    # at most one in twenty, and five standard deviations
    assert sum(word != "none" for word in fair) <= 7.5 + 5 * 2.7
    assert fair.count("strong") <= 2
    loaded = [fairness(file_of(rng, 400, (2, 2, 2, 2, 2, 4))).evidence for _ in range(10)]
    assert set(loaded) == {"strong"}


def test_other_rules() -> None:
    found = fairness([((8, 1), (3,)), ((2,), (1,))], rules="d8att+ties-attacker")
    assert len(found.attack.counts) == 8
    assert found.lead.lead == 2
    for name in ("blitz", "sees-the-roll"):
        with pytest.raises(InputError, match="leave it out"):
            fairness([((1,), (6,))], rules=name)
    with pytest.raises(InputError, match="at least one roll"):
        fairness([])
