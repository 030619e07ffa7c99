"""The answer to a battle, as text, JSON and CSV."""

import csv
import io
import json
from fractions import Fraction

import pytest
from cli_runner import ask
from oracles import battles as oracles

from riskodds import battle
from riskodds.cli.shares import Share, one_in

TWELVE_NINE = """\
12 armies, 11 can attack, against 9
classic rules

take it           72.3 %
fail              27.7 %

expected losses  attacker 7.0, defender 8.0
if it works      6.6 attackers left, likely 3 to 10
if it fails      3.5 defenders left, likely 1 to 6
"""


def test_the_text_says_it_at_a_glance() -> None:
    out = ask("12", "9").out
    assert out.startswith(TWELVE_NINE)
    # the figures, by the independent route
    exact = oracles.dictionary_battle(11, 9)
    win = sum(p for (_, d), p in exact.items() if d == 0)
    assert f"{100 * float(win):.1f}" == "72.3"
    assert f"{12 - float(sum(a * p for (a, _), p in exact.items())):.1f}" == "7.0"
    assert f"{9 - float(sum(d * p for (_, d), p in exact.items())):.1f}" == "8.0"
    kept = sum(a * p for (a, d), p in exact.items() if d == 0) / win
    assert f"{float(kept):.1f}" == "6.6"
    below = [float(sum(exact[a, 0] for a in range(2, n)) / win) for n in (3, 4, 10, 11)]
    assert below[0] < 0.1 <= below[1]
    assert below[2] < 0.9 <= below[3]


def test_every_likely_ending_has_a_bar() -> None:
    lines = ask("12", "9").out.splitlines()
    rows = {line.split("  ")[0].strip(): line for line in lines[lines.index("") + 8 :]}
    for (a, d), chance in battle(12, 9).outcomes.items():
        if chance > 0.005:
            line = next(line for label, line in rows.items() if label == f"{a} : {d}")
            assert f"{100 * chance:.1f} %" in line
            assert "█" in line or "▏" in line
    assert rows["others"].endswith("0.2 %")


def test_beside_each_bar_is_the_chance_of_this_or_better() -> None:
    exact = oracles.dictionary_battle(11, 9)
    order = sorted(exact, key=lambda ending: (ending[1], -ending[0]))
    lines = ask("12", "9").out.splitlines()
    rows = lines[lines.index("attackers : defenders left, its chance, this or better") + 1 : -1]
    assert len(rows) > 15
    for row in rows:
        a, _, d, _, _, better, percents, *_ = row.split()
        ending = (int(a), int(d))
        summed = sum(exact[other] for other in order[: order.index(ending) + 1])
        assert (better, percents) == (f"{100 * float(summed):.1f}", "%")
    # nothing is worse than the last ending, so this or better is certain
    assert ask("3", "1").out.splitlines()[-1].startswith("1 : 1   24.6 %    100 %  ")
    # an undecided ending is neither better nor worse than others with more defenders left
    stopped = ask("12", "5", "--stop-at", "8").out
    assert "9 : 0   14.5 %   50.7 %  █" in stopped
    assert "8 : 1   11.2 %           █" in stopped


def test_a_narrow_terminal_has_bars_and_no_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    out = ask("5", "3").out
    assert "attackers : defenders left\n5 : 0   24.5 %  █" in out


def test_many_endings_are_drawn_in_groups() -> None:
    lines = ask("2000", "1800").out.splitlines()
    assert len(lines) < 40
    assert any("-" in line.split(":")[0] and "█" in line for line in lines)


def test_nothing_uncertain_is_printed_as_certain() -> None:
    out = ask("51", "1").out
    assert "100 %" not in out
    assert "take it          > 99.9 %" in out
    assert "fail             < 0.1 %   1 in 1.2e23" in out
    assert "> 99.9999 %" in ask("51", "1", "--digits", "4").out
    out = ask("2", "1000").out
    assert "take it          < 0.1 %   less than 1 in 1e297" in out
    assert "fail             > 99.9 %" in out
    assert "take it             0 %" not in ask("1000000", "1000000").out


def test_what_is_certain_is_printed_as_certain() -> None:
    out = ask("12", "5", "--stop-at", "8").out
    assert "fail                 0 %\n" in out
    out = ask("8", "5", "--goal", "3", "--rolls", "1").out
    assert "stop short         100 %\n" in out


def test_percent() -> None:
    assert Share(0.5).percent(0) == "50 %"
    assert Share(0.999).percent(0) == "> 99 %"
    assert Share(0.001).percent(0) == "< 1 %"
    assert Share(0.0004).percent(1) == "< 0.1 %"
    assert Share(0.0005).percent(1) == "0.1 %"
    assert Share(0.0).percent(3) == "0 %"
    assert Share(0.0, 1.0, 1e-300).percent(3) == "< 0.001 %"
    assert Share(1.0, 0.0).percent(3) == "100 %"
    assert Share(1.0, 0.0, 1e-300).percent(3) == "> 99.999 %"
    assert Share(1.0, 1e-300).percent(3) == "> 99.999 %"
    assert Share(Fraction(1)).percent(3) == "100 %"
    assert Share(1 - Fraction(1, 10**30)).percent(3) == "> 99.999 %"


def test_one_in() -> None:
    assert one_in(0.5) == ""
    assert one_in(1 / 5000) == "1 in 5,000"
    assert one_in(8.289277064536258e-24) == "1 in 1.2e23"


def test_json_is_the_answer_of_the_library() -> None:
    for args, odds in (
        (["12", "9"], battle(12, 9)),
        (["12", "5", "--stop-at", "8"], battle(12, 5, stop_at=8)),
        (["8", "5", "--goal", "2", "--rolls", "3"], battle(8, 5, goal=2, rolls=3)),
        (["6", "4", "--exact"], battle(6, 4, exact=True)),
        (
            ["6", "4", "--rules", "three-defence-dice"],
            battle(6, 4, rules="three-defence-dice"),
        ),
    ):
        status, out, err = ask("battle", *args, "--json")
        assert (status, err) == (0, "")
        assert json.loads(out) == odds.to_dict()


def test_movable_counts_the_armies_free_to_attack() -> None:
    answer = json.loads(ask("battle", "10", "10", "--movable", "--json").out)
    assert (answer["movable"], answer["attackers"]) == (10, 11)
    assert answer["win"] == pytest.approx(0.567592872135130, abs=1e-14)
    assert "movable" not in json.loads(ask("10", "10", "--json").out)
    assert ask("11", "9", "--movable").out == ask("12", "9").out


def test_the_figures_the_issue_names() -> None:
    assert json.loads(ask("battle", "10", "10", "--json").out)["win"] == pytest.approx(
        0.4799352564776802, abs=1e-15
    )
    assert json.loads(ask("battle", "51", "1", "--json").out)["lose"] == pytest.approx(
        8.289277064536258e-24, rel=1e-12
    )
    answer = json.loads(ask("battle", "12", "5", "--stop-at", "8", "--json").out)
    assert round(answer["win"], 6) == 0.507141
    assert round(answer["undecided"], 6) == 0.492859
    assert round(json.loads(ask("12", "5", "--json").out)["win"], 6) == 0.943042


def test_csv_lists_the_outcomes() -> None:
    rows = list(csv.DictReader(io.StringIO(ask("5", "3", "--csv", "--exact").out)))
    outcomes = battle(5, 3, exact=True).outcomes
    assert [(int(r["attackers"]), int(r["defenders"])) for r in rows] == list(outcomes)
    for row, chance in zip(rows, outcomes.values(), strict=True):
        assert float(row["probability"]) == float(chance)
        assert row["probability_exact"] == str(chance)


def test_exact_text() -> None:
    out = ask("3", "2", "--stop-at", "2", "--exact").out
    assert "take it           22.8 %\n  = 295/1296\n" in out
    assert "  = 35/108\n" in out
    assert "  = a fraction of " in ask("30", "30", "--exact").out


def test_stop_rules_are_said() -> None:
    out = ask("12", "9", "--stop-at", "4", "--goal", "2", "--rolls", "5").out
    assert out.splitlines()[1] == "classic rules, stop at 4, goal 2, 5 rolls"
    assert "get to 2 or less" in out
    assert "stop short" in out


def test_chances_below_every_float() -> None:
    assert "take it          < 0.1 %   1 in 7.5e593" in ask("2", "1000", "--exact").out
    # 1.9e-309, as a float of few digits left
    assert "take it          < 0.1 %   less than 1 in 1.9e297" in ask("2", "520").out


def test_what_is_impossible_is_0_in_large_battles_too() -> None:
    out = ask("1000", "900", "--rolls", "1").out
    assert [line.split()[-2:] for line in out.splitlines()[3:6]] == [["0", "%"]] * 2 + [
        ["100", "%"]
    ]
    out = ask("1000", "900", "--stop-at", "100").out
    assert out.splitlines()[4].split() == ["fail", "0", "%"]


@pytest.mark.parametrize(
    "args",
    [
        ["1000000", "900000"],
        ["12", "9", "--digits", "15"],
        ["1000000000", "1"],
        ["1000000000000", "3"],
        ["1000000", "1000000", "--stop-at", "999999", "--goal", "999999"],
        ["roll", "3", "2", "--digits", "15"],
        ["40000", "40000", "--rules", "three-defence-dice"],
    ],
    ids=" ".join,
)
def test_no_answer_is_wider_than_60_columns(args: list[str]) -> None:
    answer = ask(*args)
    assert answer.status == 0
    assert max(map(len, answer.out.splitlines())) <= 60
