"""Luck: ranks against enumeration, uniform over battles that were rolled out."""

import pickle
from collections import defaultdict
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from oracles import battles as oracles
from scipy.stats import kstest

from riskodds import InputError, TooLargeError, battle, luck
from riskodds.records import luck as fortune
from riskodds.records.logs import read_battles
from riskodds.records.luck import Fought, evidence, record, together

STOPS: list[dict[str, Any]] = [
    {},
    {"stop_at": 3},
    {"goal": 2},
    {"stop_at": 4, "goal": 1},
    {"rolls": 2},
    {"rolls": 3, "stop_at": 2, "goal": 1},
]


@pytest.mark.parametrize("stops", STOPS, ids=str)
@pytest.mark.parametrize(("attackers", "defenders"), [(2, 1), (7, 5), (5, 9), (12, 6)])
def test_ranks_are_those_of_enumeration(
    attackers: int, defenders: int, stops: dict[str, Any]
) -> None:
    if stops.get("stop_at", 1) >= attackers or stops.get("goal", 0) >= defenders:
        return
    exact = oracles.dictionary_battle(attackers - 1, defenders, **stops)
    ordered = sorted(exact, key=lambda left: (left[1], -left[0]))
    for n, left in enumerate(ordered):
        found = luck(attackers, defenders, left=left, **stops)
        better = sum(exact[other] for other in ordered[:n])
        worse = sum(exact[other] for other in ordered[n + 1 :])
        assert found.same == pytest.approx(float(exact[left]), rel=1e-12)
        good, bad = float(better + exact[left]), float(worse + exact[left])
        assert found.at_least_this_good == pytest.approx(good, rel=1e-12)
        assert found.at_least_this_bad == pytest.approx(bad, rel=1e-12)
        assert found.percentile == pytest.approx(100 * (bad - float(exact[left]) / 2), rel=1e-12)
    for left in product(range(1, attackers + 1), range(defenders + 1)):
        if left not in exact:
            with pytest.raises(InputError, match=r"cannot (end|stop like that)"):
                luck(attackers, defenders, left=left, **stops)


def test_the_example_by_hand() -> None:
    exact = oracles.dictionary_battle(11, 5)
    found = luck(12, 5, left=(1, 3))
    assert found.at_least_this_bad == pytest.approx(float(sum(exact[1, d] for d in (3, 4, 5))))
    assert found.at_least_this_good == pytest.approx(1 - float(sum(exact[1, d] for d in (4, 5))))


def rolled_out(rng: Random, a: int, d: int, weights: tuple[int, ...]) -> tuple[int, int]:
    """Fight a battle with dice whose faces have these weights for the attacker."""
    faces = range(1, 7)
    while a > 1 and d:
        attack = sorted(rng.choices(faces, weights, k=min(3, a - 1)), reverse=True)
        defence = sorted(rng.choices(faces, k=min(2, d)), reverse=True)
        for x, y in zip(attack, defence, strict=False):
            if x > y:
                d -= 1
            else:
                a -= 1
    return a, d


def ranks(weights: tuple[int, ...], number: int = 1500) -> list[float]:
    rng = Random(11)
    found = []
    for _ in range(number):
        a, d = rng.randint(2, 15), rng.randint(1, 12)
        found.append(luck(a, d, left=rolled_out(rng, a, d, weights)).randomised(rng))
    return found


def test_randomised_ranks_of_fair_battles_are_uniform() -> None:
    assert kstest(ranks((1,) * 6), "uniform").pvalue > 0.01
    # and the test would see dice with more sixes
    assert kstest(ranks((10, 10, 10, 10, 10, 15)), "uniform").pvalue < 1e-6


def test_large_battles() -> None:
    found = luck(100_000, 117_000, left=(300, 0))
    assert found.better + found.same + found.worse == pytest.approx(1, abs=1e-12)
    assert 0 < found.at_least_this_good < 1e-6 or found.percentile > 1
    odds = found.odds
    better = sum(p for (a, d), p in odds.outcomes.items() if d == 0 and a > 300)
    assert found.better == pytest.approx(better, rel=1e-9)
    rare = luck(1000, 1000, left=(1000, 0))
    assert rare.at_least_this_good < 1e-200
    assert rare.percentile == pytest.approx(100)


def leads(battles: list[tuple[int, int, int]]) -> dict[int, Fraction]:
    """Enumerate the sum of the leads of battles (movable attackers, defenders, side)."""
    sums = {0: Fraction(1)}
    for a, d, sign in battles:
        following: dict[int, Fraction] = defaultdict(Fraction)
        for total, weight in sums.items():
            for (x, y), chance in oracles.dictionary_battle(a, d).items():
                following[total + sign * (x - y)] += weight * chance
        sums = following
    return sums


def test_battles_together_are_those_of_enumeration() -> None:
    battles = [(7, 5, 1), (3, 4, -1), (5, 5, 1)]
    lefts = [(2, 0), (1, 3), (1, 1)]
    found = together(
        (luck(a + 1, d, left=left) for (a, d, _), left in zip(battles, lefts, strict=True)),
        [sign for *_, sign in battles],
    )
    assert found.method == "exact"
    lead = 2 + 2 + 0
    assert found.lead == lead
    exact = leads(battles)
    assert found.expected == pytest.approx(float(sum(n * p for n, p in exact.items())))
    bad = float(sum(p for n, p in exact.items() if n <= lead))
    good = float(sum(p for n, p in exact.items() if n >= lead))
    assert found.at_least_this_bad == pytest.approx(bad, rel=1e-12)
    assert found.at_least_this_good == pytest.approx(good, rel=1e-12)
    assert found.percentile == pytest.approx(100 * (bad - (bad + good - 1) / 2))
    assert found.chance == pytest.approx(2 * min(bad, good))


def test_one_battle_together_is_that_battle() -> None:
    for left in [(9, 0), (2, 0), (1, 1), (1, 7)]:
        one = luck(12, 9, left=left)
        fortune = together([one])
        assert fortune.at_least_this_bad == pytest.approx(one.at_least_this_bad, rel=1e-12)
        assert fortune.percentile == pytest.approx(one.percentile, rel=1e-9)


def test_the_approximation_is_named_and_near(monkeypatch: pytest.MonkeyPatch) -> None:
    fights = [luck(60, 50, left=left) for left in [(30, 0), (12, 0), (1, 3), (25, 0)] * 8]
    exact = together(fights)
    monkeypatch.setattr(fortune, "MOST_WORK", 0)
    near = together(fights)
    assert near.method == "normal approximation (scipy)"
    assert near.expected == exact.expected
    assert near.at_least_this_bad == pytest.approx(exact.at_least_this_bad, abs=0.01)
    assert near.at_least_this_good == pytest.approx(exact.at_least_this_good, abs=0.01)


def test_a_record_takes_both_sides_of_each_battle() -> None:
    fights = [
        Fought(luck(12, 9, left=(1, 5)), "Ann", "Bob"),
        Fought(luck(6, 6, left=(1, 2)), "Bob", "Ann"),
        Fought(luck(4, 2, left=(3, 0))),
    ]
    found = record(fights)
    assert list(found.players) == ["Ann", "Bob"]
    ann, bob = found.players.values()
    assert ann.lead == -4 + 1
    assert bob.lead == -ann.lead
    assert ann.at_least_this_bad == pytest.approx(bob.at_least_this_good, rel=1e-12)
    assert found.together.number == 3
    assert found.together.lead == -4 - 1 + 3
    assert found.chance == min(1, 3 * min(ann.chance, bob.chance, found.together.chance))
    assert found.to_dict()["battles"][0]["attacking_player"] == "Ann"
    assert "attacking_player" not in found.to_dict()["battles"][2]


def test_evidence_needs_more_than_bad_luck() -> None:
    assert [evidence(p) for p in (1.0, 0.05, 0.049, 0.001, 0.0009)] == [
        "none", "none", "weak", "weak", "strong",
    ]  # fmt: skip
    often = record([Fought(luck(12, 5, left=(1, 3)))] * 6)
    assert often.evidence == "strong"


@pytest.mark.parametrize(
    ("left", "message"),
    [
        ((13, 0), "attackers left must be a whole number from 1 to 12, not 13"),
        ((1, 10), "defenders left must be a whole number from 0 to 9, not 10"),
        ((0, 3), "attackers left must be"),
        ((1.0, 3), "not 1.0"),
        ((5, 4), "cannot end with 5 against 4 left; say what ended it: stop-at, goal or rolls"),
        ((1, 0), "12 attackers against 9 cannot end with 1 against 0 left"),
        ((1,), "left must be attackers and defenders left"),
        ("13", "left must be attackers and defenders left"),
    ],
)
def test_bad_input(left: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        luck(12, 9, left=left)


def test_nothing_fought() -> None:
    with pytest.raises(InputError, match="at least one battle"):
        together([])


def test_a_table_is_ranked_as_its_battles_one_by_one_and_keeps_no_distribution() -> None:
    rng = Random(7)
    rows, single = [], []
    for _ in range(60):
        a, d = rng.choice([(12, 9), (5, 8), (30, 30)])
        left = rng.choice([(1, 4), (3, 0), (2, 0), (1, 1)])
        rows.append(f"{a},{d},{left[0]},{left[1]}")
        single.append(luck(a, d, left=left))
    header = "attackers,defenders,attackers_left,defenders_left"
    shares: list[float] = []
    lines = list(enumerate([header, *rows], 1))
    found = [each.luck for each in read_battles(lines, progress=shares.append)]
    assert found == single
    assert together(found) == together(single)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) == 3
    # a kept distribution of a million v a million would be megabytes
    large = luck(1_000_000, 1_000_000, left=(1, 1000))
    assert len(pickle.dumps(large)) < 10_000


def test_moments_of_a_lead_are_those_of_enumeration() -> None:
    exact = leads([(7, 5, 1)])
    mean = sum(n * p for n, p in exact.items())
    variance = sum((n - mean) ** 2 * p for n, p in exact.items())
    lead = luck(8, 5, left=(2, 0)).lead
    for side in (lead, lead.mirrored()):
        sign = 1 if side is lead else -1
        assert side.mean == pytest.approx(sign * float(mean), rel=1e-12)
        assert side.variance == pytest.approx(float(variance), rel=1e-12)
        chances = {n: p for n, p in enumerate(side.chances().tolist(), side.low) if p}
        assert chances == {sign * n: pytest.approx(float(p), rel=1e-12) for n, p in exact.items()}


def test_a_line_too_large_for_its_rules_is_named() -> None:
    header = "attackers,defenders,attackers_left,defenders_left,rules"
    lines = [(1, header), (2, "3,1,3,0,"), (4, "10000,10000,9,0,sees-the-roll")]
    with pytest.raises(TooLargeError, match=r"^line 4: against a defender who sees the roll"):
        read_battles(lines)


def test_no_chance_of_a_rank_is_above_one() -> None:
    # the worst ending: all are as good, and the chances of all of them may end a rounding above 1
    for attackers in range(2, 30):
        for defenders in range(1, 30):
            assert luck(attackers, defenders, left=(1, defenders)).at_least_this_good <= 1
            assert luck(attackers, defenders, left=(attackers, 0)).at_least_this_bad <= 1


def test_why_an_ending_cannot_be() -> None:
    """By listing all endings: what is refused has no chance, whatever the reason given."""
    reasons = {
        "every roll takes 2, so both together lose a multiple of that": 0,
        "every roll takes 2, so that takes": 0,
        "can take": 0,
    }
    every: list[dict[str, Any]] = [{"stop_at": 4}, {"rolls": 2}, {"goal": 3}, {}]
    for stops in every:
        odds = battle(9, 7, **stops)
        for left in product(range(1, 10), range(8)):
            if left in odds.outcomes:
                assert luck(9, 7, left=left, **stops).left == left
                continue
            with pytest.raises(InputError) as refused:
                luck(9, 7, left=left, **stops)
            for reason in reasons:
                reasons[reason] += reason in str(refused.value)
    assert all(reasons.values())
    with pytest.raises(InputError, match=r"every roll takes 2, so both .* of that, not 9$"):
        luck(12, 9, left=(4, 8), stop_at=4)
    with pytest.raises(InputError, match=r"every roll takes 2, so both .* of that, not 17$"):
        luck(12, 9, left=(1, 3), stop_at=2)
    # a lone die of the defender takes one army: no reason by parity
    with pytest.raises(InputError, match=r"left; say what ended it: stop-at, goal or rolls$"):
        luck(12, 9, left=(5, 1))


def test_no_parity_where_the_defender_chooses() -> None:
    with pytest.raises(InputError) as refused:
        luck(12, 9, left=(5, 8), rolls=None, rules="sees-the-roll")
    assert "every roll" not in str(refused.value)
