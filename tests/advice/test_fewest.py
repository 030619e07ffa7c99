"""The fewest attackers and defenders, each checked by its neighbour."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from oracles import battles as oracles
from oracles.battles import case, dictionary_battle
from oracles.campaigns import path_win, spot

import riskodds
from riskodds import InputError, TooLargeError, UnreachableError, battle, hold, needed, path
from riskodds.advice.curves import BattleCurve, HoldCurve, PathCurve
from riskodds.advice.targets import Target
from riskodds.campaigns.armies import Armies
from riskodds.campaigns.contest import Contest, contests_of
from riskodds.campaigns.territories import read_path

VECTORS = oracles.data("vectors.json")
LEVELS = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")


def win(attackers: int, defenders: int) -> Fraction:
    """Enumerated; one attacker cannot win."""
    if attackers < 2:
        return Fraction(0)
    endings = dictionary_battle(attackers - 1, defenders)
    return sum((p for (_, d), p in endings.items() if not d), Fraction(0))


def test_small_numbers_by_enumeration() -> None:
    chances = {(a, d): win(a, d) for d in range(1, 9) for a in range(1, 4 * d + 8)}
    for d in range(1, 9):
        for level in LEVELS:
            target = Fraction(level)
            first = next(a for a in range(2, 4 * d + 8) if chances[a, d] >= target)
            answer = needed(d, win=level)
            assert answer.attackers == first
            assert answer.win == pytest.approx(float(chances[first, d]), rel=1e-13)
    for a in range(2, 9):
        for level in LEVELS[:6]:
            first = next(d for d in range(1, 40) if 1 - win(a, d) >= Fraction(level))
            assert hold(a, win=level).defenders == first


def test_all_up_to_200_by_the_neighbour() -> None:
    for d in range(1, 201):
        for level in LEVELS:
            answer = needed([d], win=float(level))
            target = float(level)
            a = answer.attackers
            # no chance is this close to a level, so floats tell
            assert battle(a, d).win >= target
            assert abs(battle(a, d).win - target) > 1e-9
            assert a == 2 or battle(a - 1, d).win < target


def test_published() -> None:
    for expected, given_, question in (
        (case("total attackers for at least p"), None, "classic"),
        (case("same against a capital (3 defence dice)"), None, "capital"),
    ):
        assert given_ is None
        for defenders, attackers in enumerate(expected["attackers"], 1):
            assert needed(defenders, win=0.99, rules=question).attackers == attackers
            assert (
                needed(
                    f"{defenders}@{question}" if question == "capital" else defenders, win=0.99
                ).attackers
                == attackers
            )
    movable = case("movable attackers for more than 80 %")["movable"]
    assert [needed(d, win=0.8).attackers - 1 for d in range(1, 10)] == movable
    found = needed([3, "2@d8", 1], win=0.95)
    expected = case("fewest attackers for that path at 95 %")
    assert found.attackers == expected["attackers"]
    assert found.win == pytest.approx(expected["win"], abs=5e-7)
    assert case("blitz, movable attackers for 80 % against 50") == {"movable": 49}
    assert needed(50, win=0.8, rules="blitz").attackers == 50


def test_hold_as_the_issue_says() -> None:
    answer = hold(12, win=0.8)
    assert (answer.defenders, round(answer.hold, 6)) == (18, 0.827477)
    assert hold(12, win=0.9).defenders == 21
    assert 1 - win(12, 18) == pytest.approx(answer.hold)


@pytest.mark.parametrize("route", [[3, 2, 5], [1, 1, 1, 1], ["2@d8", "1-3", 4], [4, 4]])
def test_needed_is_the_inverse_of_path(route: list[Any]) -> None:
    for level in LEVELS:
        answer = needed(route, win=level)
        assert answer.win == pytest.approx(path(answer.attackers, route).win, rel=1e-12)
        assert path(answer.attackers, route, exact=True).win >= Fraction(level)
        assert path(answer.attackers - 1, route, exact=True).win < Fraction(level)


def test_garrisons_and_stop_levels() -> None:
    for options in ({"leave": [3, 1, 2]}, {"stop_at": [2, 4, 1]}, {"leave": 2, "stop_at": 3}):
        a = needed([3, 2, 2], win=0.7, **options).attackers
        assert path(a, [3, 2, 2], **options).win >= 0.7 > path(a - 1, [3, 2, 2], **options).win


@pytest.mark.parametrize("defenders", [5, 30, 77, 200])
@pytest.mark.parametrize("level", [*LEVELS, "0.999999", "1e-9"])
def test_the_search_is_the_climb(defenders: int, level: str) -> None:
    target = Target.read("win", level)
    contests = contests_of(read_path(defenders), riskodds.rules("classic"))
    search = BattleCurve(defenders, contests[0], defends=False)
    assert search.first(target) == PathCurve(contests).first(target)
    # few looks: the secant is good
    assert len(search.known) <= 9
    if defenders > 1:
        search = BattleCurve(defenders, contests[0], defends=True)
        assert search.first(target) == HoldCurve(contests[0]).first(target)


def test_no_cap() -> None:
    # six are needed against one at 99 %, more than five times as many
    assert needed(1, win=0.99).attackers == 6
    far = needed(1, win="0.999999999999999999999999999999")
    assert far.attackers > 60
    lose = 1 - Fraction("0.999999999999999999999999999999")
    assert battle(far.attackers, 1, exact=True).lose <= lose
    assert battle(far.attackers - 1, 1, exact=True).lose > lose
    many = needed(20_000, win=0.9)
    assert battle(many.attackers, 20_000).win >= 0.9 > battle(many.attackers - 1, 20_000).win
    held = hold(20_000, win=0.9)
    assert battle(20_000, held.defenders).lose >= 0.9 > battle(20_000, held.defenders - 1).lose


def test_a_target_hit_exactly_counts() -> None:
    # decided in fractions: floats cannot tell these apart
    for attackers, defenders in ((7, 4), (25, 30), (12, 21)):
        exact = battle(attackers, defenders, exact=True).win
        assert needed(defenders, win=exact).attackers == attackers
        assert needed(defenders, win=exact + Fraction(1, 10**40)).attackers == attackers + 1
        lose = battle(attackers, defenders, exact=True).lose
        assert hold(attackers, win=lose).defenders == defenders
        assert hold(attackers, win=lose + Fraction(1, 10**40)).defenders == defenders + 1
    exact = path(9, [3, 2], exact=True).win
    assert needed([3, 2], win=exact).attackers == 9
    assert needed([3, 2], win=exact + Fraction(1, 10**40)).attackers == 10
    with pytest.raises(TooLargeError, match="too close to tell"):
        needed(2000, win=battle(1800, 2000).win)


def test_unknown_armies() -> None:
    chances = {3: 0.2, 4: 0.5, 5: 0.3}

    def mixed(attackers: int) -> float:
        return sum(w * float(win(attackers, d)) for d, w in chances.items())

    answer = needed("3:0.2/4:0.5/5:0.3", win=0.9)
    assert mixed(answer.attackers - 1) < 0.9 <= mixed(answer.attackers)
    held = hold("4-6", win=0.75)

    def holds(defenders: int) -> float:
        return sum(1 - float(win(a, defenders)) for a in (4, 5, 6)) / 3

    assert holds(held.defenders - 1) < 0.75 <= holds(held.defenders)
    assert held.hold == pytest.approx(holds(held.defenders))


@given(st.integers(1, 12), st.integers(1, 99))
def test_more_defenders_need_more(defenders: int, per_cent: int) -> None:
    level = f"{per_cent}%"
    assert needed(defenders, win=level).attackers <= needed(defenders + 1, win=level).attackers
    assert hold(defenders + 1, win=level).defenders <= hold(defenders + 2, win=level).defenders


@pytest.mark.parametrize("rules", ["sees-the-roll", "blitz", "capital", "d8def+ties-attacker"])
def test_other_rules(rules: str) -> None:
    for level in (0.3, 0.8):
        a = needed(6, win=level, rules=rules).attackers
        assert battle(a, 6, rules=rules).win >= level > battle(a - 1, 6, rules=rules).win
        d = hold(7, win=level, rules=rules).defenders
        assert battle(7, d, rules=rules).lose >= level
        assert d == 1 or battle(7, d - 1, rules=rules).lose < level
    assert needed(40, win=0.6, rules="blitz").win >= 0.6


def test_the_levels_and_the_steps() -> None:
    answer = needed([3, 2], win=0.8)
    for level in answer.levels:
        assert level.armies == needed([3, 2], win=level.target).attackers
        assert level.chance == pytest.approx(path(level.armies or 0, [3, 2]).win)
    assert answer.attackers in [step.armies for step in answer.steps]
    for step in answer.steps:
        assert step.chance == pytest.approx(path(step.armies, [3, 2]).win)
        fewer = path(step.armies - 1, [3, 2]).win
        assert step.gain == pytest.approx(step.chance - fewer, abs=1e-12)
    assert hold(2, win=0.1).steps[0].gain == pytest.approx(1 - float(win(2, 1)))


def test_as_json_types() -> None:
    answer = needed("3 2@d8", win="90%").to_dict()
    assert list(answer)[:5] == ["attackers", "movable", "win", "target", "territories"]
    assert answer["movable"] == answer["attackers"] - 1
    assert answer["territories"] == "3 2@d8"
    held = hold("8-12", win=0.8).to_dict()
    assert list(held)[:4] == ["defenders", "hold", "target", "attackers"]


def test_out_of_reach() -> None:
    for bad in (1, "1.0", "100%", Fraction(1)):
        with pytest.raises(UnreachableError, match="with certainty"):
            needed(9, win=bad)
        with pytest.raises(UnreachableError, match="with certainty"):
            hold(9, win=bad)
    # a defender whose lone die is always the highest there is, and wins ties
    with pytest.raises(UnreachableError):
        needed(1, win=0.1, rules="high5def")
    assert needed(9, win=0).attackers == 2
    assert hold(9, win=0).defenders == 1
    # blitz rounds what is likely enough up to certain
    assert battle(needed(3, win=1, rules="blitz").attackers, 3, rules="blitz").win == 1


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda: needed(9, win=1.5), "win must be a chance from 0 to 1"),
        (lambda: needed(9, win="x"), "not x"),
        (lambda: needed(0), "defenders must be"),
        (lambda: needed([]), "at least one"),
        (lambda: needed([3, 2], leave=[1, 1, 1]), "one for each"),
        (lambda: needed(3, rules="blitz", stop_at=2), "cannot be asked"),
        (lambda: hold(1), "at least 2"),
        (lambda: hold("x"), "attackers must be"),
        (lambda: hold(9, win=-1), "from 0 to 1"),
    ],
)
def test_refused(ask: Any, what: str) -> None:
    with pytest.raises(InputError, match=what):
        ask()


def test_an_independent_path() -> None:
    answer = needed([2, 3], win=0.5)
    spots = [spot(2), spot(3)]
    assert (
        path_win(answer.attackers - 1, spots) < Fraction(1, 2) <= path_win(answer.attackers, spots)
    )


def test_long_searches_look_at_few_points() -> None:
    answer = needed([1, 1], win=0.9, leave=10**9)
    assert answer.attackers - 10**9 == needed([1, 1], win=0.9, leave=50).attackers - 50
    answer = needed([3, 2], win=0.9, stop_at=10**11)
    fewer = needed([3, 2], win=0.9, stop_at=10**3)
    assert answer.attackers - 10**11 == fewer.attackers - 10**3
    for route, rules in (([20000, 2], "classic"), ([5, 4000], "d8att")):
        answer = needed(route, win=0.8, rules=rules)
        chances = [path(answer.attackers - n, route, rules=rules).win for n in (1, 0)]
        assert chances[0] < 0.8 <= chances[1]
        assert answer.win == pytest.approx(chances[1], rel=1e-10)


@pytest.mark.parametrize(
    ("attackers", "options"),
    [(2000, {"rules": "capital"}), ("400-420", {}), (900, {"rules": "needs1:999att"})],
)
def test_many_attackers_are_held_as_battles_say(attackers: Any, options: dict[str, Any]) -> None:
    answer = hold(attackers, win=0.9, **options)
    numbers = range(400, 421) if attackers == "400-420" else [attackers]
    for defenders, holds in ((answer.defenders - 1, False), (answer.defenders, True)):
        lose = sum(battle(n, defenders, **options).lose for n in numbers) / len(numbers)
        assert (lose >= 0.9) == holds
    assert answer.hold == pytest.approx(lose, rel=1e-11)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: needed(10**5, rules="capital"),
        lambda: needed([10**5, 10**5]),
        lambda: needed(10**12),
        lambda: needed("90001-99999"),
        lambda: hold(10**5, rules="capital"),
        lambda: hold(800, rules="sees-the-roll"),
        lambda: needed([300, 300], rules="sees-the-roll"),
    ],
)
def test_long_searches_are_refused_before_they_start(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for engine in ("campaigns.contest.battle", "advice.curves.battle", "engines.bands.fight"):
        monkeypatch.setattr(f"riskodds.{engine}", None)
    with pytest.raises(TooLargeError, match=r"takes about \d\.\de\+\d\d steps; at most \d"):
        ask()


def test_rules_that_need_a_battle_each_are_refused_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("riskodds.campaigns.contest.MOST_BATTLED", 200_000)
    with pytest.raises(TooLargeError, match="every battle by itself"):
        needed([9, 40], win=0.9, rules="sees-the-roll")
    # large single battles are looked up, not climbed to
    answer = needed(60, win=0.9, rules="sees-the-roll")
    assert answer.win >= 0.9 > battle(answer.attackers - 1, 60, rules="sees-the-roll").win
    search = BattleCurve(60, Contest(Armies.read(60), answer.rules), defends=False)
    assert search.first(Target.read("win", 0.9)) == answer.attackers
    assert len(search.known) < 10
