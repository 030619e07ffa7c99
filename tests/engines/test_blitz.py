"""Balanced Blitz against its published values and against the four steps followed literally."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st
from oracles import battles as oracles, variants as variant_oracles
from oracles.battles import case

import riskodds.engines.blitz
from riskodds import Blitz, InputError, battle
from riskodds.engines.blitz import blitzed, transform
from riskodds.engines.lines import Endings, Line

APP = "global-domination"
BLITZ = f"{APP}+blitz"


def movable(attackers: int, defenders: int, rules: str) -> float:
    return float(battle(attackers + 1, defenders, rules=rules).win)


@pytest.mark.parametrize(
    ("a", "d", "true", "blitzed"),
    [(3, 2, 0.655954, 0.747794), (4, 4, 0.476531, 0.461882), (10, 10, 0.567593, 0.609377),
     (50, 50, 0.735535, 0.863501)],
)  # fmt: skip
def test_published_win_chances(a: int, d: int, true: float, blitzed: float) -> None:
    assert movable(a, d, APP) == pytest.approx(true, abs=5e-7)
    assert movable(a, d, BLITZ) == pytest.approx(blitzed, abs=5e-7)


def test_published_capital() -> None:
    assert movable(10, 10, f"{APP}+capital") == pytest.approx(0.190248, abs=5e-7)
    assert movable(10, 10, f"{BLITZ}+capital") == pytest.approx(0.040067, abs=5e-7)
    true = battle(31, 15, rules=f"{APP}+capital").outcomes[19, 0]
    blitz = battle(31, 15, rules=f"{APP}+capital+blitz").outcomes[19, 0]
    expected = case("capital: win having lost exactly 12")
    assert true == pytest.approx(expected["true"], rel=1e-13)
    assert blitz == pytest.approx(expected["blitz"], rel=1e-13)


def test_published_cases() -> None:
    questions = next(c for c in oracles.data("cases.json") if c["question"] == "blitz win")
    pairs = questions["input"]["movable_defenders"]
    for (a, d), win in zip(pairs, questions["expected"]["win"], strict=True):
        assert movable(a, d, BLITZ) == pytest.approx(win, abs=5e-6)


def test_published_smallest_force_for_80_percent_against_50() -> None:
    smallest = case("blitz, movable attackers for 80 % against 50")["movable"]
    assert movable(smallest, 50, BLITZ) >= 0.8 > movable(smallest - 1, 50, BLITZ)


QUESTIONS = [(2, 1), (2, 3), (3, 1), (4, 2), (5, 5), (7, 9), (11, 10), (16, 4), (21, 25)]
PARAMETERS = [
    ("0.05", "1.3", "0.1", "1.8"),
    ("0", "1", "0.1", "1"),
    ("0", "1.3", "0", "1"),
    ("0", "1", "0", "1.8"),
    ("0.05", "1", "0.25", "0.5"),
    ("0.3", "2", "0.45", "3"),
]


@pytest.mark.parametrize("parameters", PARAMETERS, ids=":".join)
@pytest.mark.parametrize("capital", [False, True])
def test_the_four_steps(parameters: tuple[str, ...], capital: bool) -> None:
    plain = oracles.Plain(needs=((1, 2, 3), (1, 2, 3))) if capital else oracles.CLASSIC
    name = f"blitz:{':'.join(parameters)}" + "+capital" * capital
    for attackers, defenders in QUESTIONS:
        odds = battle(attackers, defenders, rules=name)
        true = oracles.dictionary_battle(attackers - 1, defenders, plain)
        expected = variant_oracles.blitz_by_steps(true, *parameters)
        assert odds.outcomes.keys() == expected.keys()
        for ending, chance in expected.items():
            assert odds.outcomes[ending] == pytest.approx(chance, rel=1e-11, abs=1e-14)
        assert odds.win + odds.lose == pytest.approx(1, abs=1e-14)
        win = sum(p for (_, d), p in expected.items() if d == 0)
        assert odds.win == pytest.approx(win, rel=max(odds.error_bound, 1e-14))


@pytest.mark.parametrize("name", ["classic", "capital", "zombie-defender", "d8def", "sees-greedy"])
def test_the_closed_form_is_the_whole_transform(name: str) -> None:
    blitz = Blitz()
    for attackers in (2, 3, 5, 9, 17, 30):
        for defenders in (1, 2, 4, 8, 16, 31):
            true = battle(attackers, defenders, rules=name)
            odds = battle(attackers, defenders, rules=f"{name}+blitz")
            win, lose = blitz.chances(true.win, true.lose)
            assert odds.win == pytest.approx(win, abs=1e-14)
            assert odds.lose == pytest.approx(lose, abs=1e-14)
            assert odds.win + odds.lose == pytest.approx(1, abs=1e-14)


@given(st.integers(2, 40), st.integers(1, 40))
def test_neutral_parameters_change_nothing(attackers: int, defenders: int) -> None:
    true = battle(attackers, defenders)
    same = battle(attackers, defenders, rules="blitz:0:1:0:1")
    assert list(same.outcomes) == list(true.outcomes)
    for ending, chance in true.outcomes.items():
        assert same.outcomes[ending] == pytest.approx(chance, rel=1e-14, abs=0)


@given(st.integers(2, 60), st.integers(1, 60))
def test_what_is_left_keeps_its_order(attackers: int, defenders: int) -> None:
    true = battle(attackers, defenders).outcomes
    blitz = battle(attackers, defenders, rules="blitz").outcomes
    assert list(blitz) == [ending for ending in true if ending in blitz]
    # a likelier ending stays likelier within its side, but for the two that the cut splits
    inside = list(blitz)[1:-1]
    for side in (0, 1):
        ours = [ending for ending in inside if (ending[1] > 0) == side]
        ours.sort(key=lambda ending: true[ending])
        for less, more in pairwise(ours):
            assert blitz[less] <= blitz[more] * (1 + 1e-9)


@given(st.integers(2, 40), st.integers(1, 40))
def test_likely_gets_likelier(attackers: int, defenders: int) -> None:
    true, blitz = battle(attackers, defenders), battle(attackers, defenders, rules="blitz")
    better, worse = (true.win, blitz.win) if true.win > true.lose else (true.lose, blitz.lose)
    assert worse >= better


@pytest.mark.parametrize("parameters", PARAMETERS, ids=":".join)
def test_arrays_are_transformed_as_lists_are(
    parameters: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    blitz = Blitz(*map(float, parameters))
    for question in ((60, 70), (60, 50), (2, 9), (30, 2)):
        odds = battle(*question)
        lists = transform(blitz, odds.lines)
        monkeypatch.setattr(riskodds.engines.blitz, "LONGEST_LIST", 0)
        arrays = transform(blitz, odds.lines)
        monkeypatch.undo()
        for line, other in zip(lists, arrays, strict=True):
            assert isinstance(other.chances, np.ndarray)
            assert line[:3] == other[:3]
            assert line.chances == pytest.approx(other.chances.tolist(), rel=1e-11, abs=1e-15)


def test_thousands_of_armies() -> None:
    for n in (1_000, 20_000):
        d = round(n / 0.853414)
        true, odds = battle(n, d), battle(n, d, rules="blitz")
        assert 0.3 < true.win < 0.7
        win, lose = Blitz().chances(true.win, true.lose)
        assert (odds.win, odds.lose) == pytest.approx((win, lose), rel=1e-9)
        assert sum(odds.outcomes.values()) == pytest.approx(1, abs=1e-12)
        assert odds.left_out == 0


def test_the_error_bound_knows_a_cut_off() -> None:
    blitz = Blitz()
    assert blitz.error(0.5, 0.5, 1e-14) < 1e-13
    assert blitz.error(0.05, 0.95, 1e-14) == 1.0
    assert blitz.error(0.05 + 1e-12, 0.95 - 1e-12, 1e-14) < 1.0
    # next to where the outcome cut-off begins to give a chance, its digits are few
    odds = (1 / 9) ** (1 / 1.3) * (1 + 1e-7)
    win = odds / (1 + odds)
    assert 0 < blitz.chances(win, 1 - win)[0] < 1e-6
    assert blitz.error(win, 1 - win, 1e-14) > 1e-8


def test_endings_left_out_are_cut_away_or_said() -> None:
    lines = [Line("defenders", 0, 2, [0.6]), Line("attackers", 1, 1, [0.4])]
    found = Endings(lines, 1e-290, 1.0, 1e-15)
    assert blitzed(Blitz(), found).left_out == 0.0
    assert blitzed(Blitz(0, 1, 0, 1), found).left_out == 1e-290
    assert blitzed(Blitz(0, 1, 0, 0.5), found).left_out == 1.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stop_at": 3}, "balanced blitz fights to the end: leave out stop_at"),
        ({"goal": 2, "rolls": 3}, "balanced blitz fights to the end: leave out goal, rolls"),
        ({"exact": True}, "balanced blitz has no exact fractions, as it takes powers of chances"),
    ],
)
def test_what_blitz_cannot_answer(options: dict[str, int], message: str) -> None:
    with pytest.raises(InputError) as error:
        battle(9, 7, rules=BLITZ, **options)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_the_version_is_named() -> None:
    answer = battle(11, 10, rules=BLITZ).to_dict()
    assert answer["blitz"] == {
        "version": "3.3", "win_cut": 0.05, "win_power": 1.3, "outcome_cut": 0.1,
        "outcome_power": 1.8,
    }  # fmt: skip
    assert answer["rules"] == BLITZ
    assert battle(3, 2, rules="blitz:0:1:0:1").to_dict()["blitz"]["version"] == "custom"
    assert "blitz" not in battle(11, 10).to_dict()


def test_certain_is_certain() -> None:
    """An ending that is cut away cannot happen: the chances are 0 and 1, and not nearly so."""
    for attackers in range(6, 60):
        odds = battle(attackers, 2, rules=BLITZ)
        assert (odds.win, odds.lose) == (1.0, 0.0)
        assert all(defenders == 0 for _, defenders in odds.outcomes)
        hopeless = battle(2, attackers, rules=BLITZ)
        assert (hopeless.win, hopeless.lose) == (0.0, 1.0)
    assert movable(3, 1, BLITZ) == 1.0


def test_fractions_are_not_touched() -> None:
    assert battle(4, 2, rules=APP, exact=True).win == Fraction(
        next(
            row["win"]
            for row in oracles.data("vectors.json")["battles"]
            if (row["attackers"], row["defenders"]) == (4, 2)
        )
    )


def test_a_side_that_has_sunk_to_nothing() -> None:
    lines = [Line("defenders", 0, 2, [0.0, 0.0]), Line("attackers", 1, 1, [0.25, 0.75])]
    (line,) = transform(Blitz(), lines)
    assert line.key == ("attackers", 1)
    assert sum(line.chances) == pytest.approx(1, abs=1e-15)
    odds = battle(20_000, 20_000, rules="capital+blitz")
    assert odds.win == 0.0
    assert odds.lose == pytest.approx(1, abs=1e-12)
