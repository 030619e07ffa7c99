"""What is certain is printed as 0 % or 100 %, and nothing else is: all commands, held against
fractions from an enumeration of the dice."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from cli_runner import ask
from oracles.battles import Plain, dictionary_battle

from riskodds.cli.words import COMMANDS

# a six for every die of a side, which loses no tie: what it rolls is certain
RULES = {
    "classic": Plain(),
    "all6def": Plain(every=(0, 6)),
    "ties-attacker+all6att": Plain(every=(6, 0), attacker_wins_ties=True),
}
FAILS, WINS = ("all6def", "ties-attacker+all6att")
BATTLES = [
    ("classic", 60, 2),
    ("classic", 2, 60),
    ("classic", 12, 9),
    (FAILS, 12, 3),
    (WINS, 12, 3),
]
# what is asked, and the words before the chance to take it, or to hold it
CHANCES = {
    "{a} {d}": "take it",
    "{a} {d} --stop-at 1": "take it",
    "{a} {d} --rolls 200": "take it",
    "compare {a} {d}": "",
    "keep {a} {d}": "take and hold",
    "place 1 --front {less}:{d}": "all fall",
    "place 1 --front {less}:{d} --goal any": "any falls",
    "dice {a} {d} --side attacker": "with all dice",
    "tree {a} {d}": "take all",
    "path {a} {d}": "take all",
    "path  {a} {d}": "{d} +100 %",
    "table --attackers {a} --defenders {d} --digits 1": "{a}",
    "live {a} {d}": "take it",
}


@cache
def exact(rules: str, a: int, d: int) -> Fraction:
    endings = dictionary_battle(a - 1, d, RULES[rules])
    return sum((p for (_, left), p in endings.items() if not left), Fraction(0))


def said(chance: Fraction) -> str:
    """Return a chance as the text must print it, with a decimal."""
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    text = f"{float(100 * chance):.1f}"
    return {"0.0": "< 0.1 %", "100.0": "> 99.9 %"}.get(text, f"{text} %")


def shown(out: str, words: str) -> str:
    """Return the chance behind these words."""
    found = re.search(rf"^(?:.*, )? *(?:{words}) +([<>] )?([\d.]+) ?%?", out, re.MULTILINE)
    assert found, out
    return f"{found[1] or ''}{found[2]} %"


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("question", CHANCES)
def test_chances_to_take(question: str, battle: tuple[str, int, int]) -> None:
    rules, a, d = battle
    asked = question.format(a=a, d=d, less=a - 1).split()
    status, out, err = ask(*asked, "--rules", rules)
    assert (status, err) == (0, "")
    words = CHANCES[question].format(a=a, d=d) or re.escape(out.split("killed\n")[1].split()[0])
    if question.startswith("table"):
        out = re.sub(r"([<>])(?=\d)", r"\1 ", out)
    assert shown(out, words) == said(exact(rules, a, d))


@pytest.mark.parametrize("battle", BATTLES)
def test_chances_to_hold(battle: tuple[str, int, int]) -> None:
    rules, a, d = battle
    held = said(1 - exact(rules, a, d))
    for asked, words in (
        (f"{a} {d}", "fail"),
        (f"place 1 --defend --front {d - 1}:{a}", "none falls"),
        (f"place {d} --chain 1 --enemy {a}", "best"),
        (f"dice {a} {d}", "with all dice"),
    ):
        assert shown(ask(*asked.split(), "--rules", rules).out, words) == held, asked


def test_armies_that_are_enough_for_certain() -> None:
    assert shown(ask("needed", "3", "--rules", WINS).out, "chance to win") == "100 %"
    assert shown(ask("hold", "5", "--rules", FAILS).out, "chance to hold") == "100 %"
    assert "> 99.9 %" in ask("needed", "1", "--win", "0.9999").out
    assert "100 %" not in ask("needed", "1", "--win", "0.9999").out


def test_blitz_is_certain_where_it_cuts_the_other_side_away() -> None:
    # a side that wins with 5 % or less does not win at all
    assert 0 < 1 - exact("classic", 12, 1) < Fraction(5, 100)
    for asked, words in (
        ("12 1", "take it"),
        ("keep 12 1", "take and hold"),
        ("keep 12 1 --counter 2", "take and hold"),
        ("place 3 --front 9:1", "all fall"),
        ("tree 12 1", "take all"),
        ("path 12 1 1", "take all"),
        ("path 12 1 1 --sweep --win 0.99", "12 +100 %"),
        ("needed 1 --win 0.95", "chance to win"),
    ):
        assert shown(ask(*asked.split(), "--rules", "blitz").out, words) == "100 %", asked


def test_sums_of_blitz_stand_above_no_others() -> None:
    for defenders in range(5, 13):
        lines = ask("12", str(defenders), "--blitz").out.splitlines()
        sums = [n for n, line in enumerate(lines) if line.count("%") == 2 and " 100 %" in line]
        others = [n for n, line in enumerate(lines) if line.startswith("others")]
        assert not sums or not others or max(others) < min(sums)


def test_chain_that_two_armies_cannot_get_through() -> None:
    # one of two armies moves on, and cannot attack
    assert shown(ask("place", "3", "--chain", "2", "--enemy", "2").out, "best") == "100 %"
    assert shown(ask("place", "3", "--chain", "2", "--enemy", "3").out, "best") != "100 %"


def test_a_split_that_no_counter_attack_threatens_holds() -> None:
    out = ask("keep", "6", "2").out
    assert shown(out, "6 +5 +1") == "100 %"
    out = ask("keep", "60", "2", "--counter", "2").out
    assert shown(out, "60 +59 +1") == "> 99.9 %"
    out = ask("keep", "60", "2", "--both", "--counter", "2@source").out
    assert shown(out, "take, hold both") != "100 %"


def test_single_rolls() -> None:
    out = ask("roll", "3", "2", "--rules", WINS).out
    assert shown(out, "0 +2") == "100 %"
    asked = ("roll", "3", "2", "--seen", "6,6,6", "--armies", "5,2")
    assert shown(ask(*asked, "--rules", WINS).out, r"2 +0\.00 +2\.00") == "100 %"
    assert shown(ask(*asked).out, r"1 +0\.\d+ +0\.\d+") != "100 %"


def test_the_best_and_the_worst_ending() -> None:
    best = ask("luck", "12", "9", "--left", "12", "0").out
    assert shown(best, "as bad or worse") == "100 %"
    assert shown(best, "as good or better") != "100 %"
    rare = ask("luck", "60", "2", "--left", "59", "0").out
    assert shown(rare, "as bad or worse") != "100 %"
    certain = ask("luck", "12", "3", "--left", "1", "3", "--rules", FAILS).out
    assert [shown(certain, f"as {way}") for way in ("bad or worse", "good or better")] == [
        "100 %",
        "100 %",
    ]


def test_logs_and_dice(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    header = "attackers,defenders,attackers_left,defenders_left\n"
    # the chance of a better lead than the second best in 40 battles at once is far below 1e-17
    for battles, bad in (("3,1,3,0\n" * 40, "100 %"), ("3,1,3,0\n" * 39 + "3,1,2,0\n", "> 99.9 %")):
        log.write_text(header + battles)
        assert shown(ask("luck", str(log)).out, r"all attackers +40 +\d+ +[\d.]+") == bad
    dice = tmp_path / "dice.txt"
    for rolls, good in (("1 6\n" * 30, "100 %"), ("1 6\n" * 29 + "6 1\n", "> 99.9 %")):
        dice.write_text(rolls)
        out = ask("luck", str(dice)).out
        assert shown(out, r"attacker +30 +-?\d+ +-[\d.]+ +[<>\d.]+ ?[\d.]* %") == good
    # a perfect fit, and one that another beats
    dice.write_text("".join(f"{face} {face}\n" for face in range(1, 7)))
    assert shown(ask("luck", str(dice)).out, "attack faces +6") == "100 %"
    dice.write_text("".join(f"{face} {face}\n" for face in (*range(1, 6), 5)))
    assert shown(ask("luck", str(dice)).out, "attack faces +6") != "100 %"


def test_simulated_and_exact() -> None:
    for rules, ends in ((FAILS, "0 %"), (WINS, "100 %"), ("classic", "> 99.99 %")):
        armies = ("60", "2") if rules == "classic" else ("12", "3")
        out = ask("simulate", *armies, "--trials", "9", "--seed", "1", "--rules", rules).out
        (row,) = re.findall(r"^take it +(.*)", out, re.MULTILINE)
        assert row.endswith(ends) and row.startswith(ends.strip("> ").replace("99.99", "100"))


def test_cards() -> None:
    out = ask("cards", "odds", "--hand", "I,I,C,C", "--draw", "1").out
    # three of a kind, or one of each, or a wild card
    assert shown(out, "a set") == "100 %"
    assert shown(out, "two sets") == "0 %"
    assert shown(ask("cards", "odds", "--hand", "I,I", "--draw", "1").out, "a set") not in (
        "0 %",
        "100 %",
    )


def test_every_command_with_chances_was_asked() -> None:
    asked = {question.split()[0] for question in CHANCES} - {"{a}"}
    asked |= {"battle", "simulate", "place", "needed", "hold", "luck", "roll", "cards"}
    without = {"stop", "reinforce", "setup", "rules", "batch", "schema", "completion", "help"}
    assert asked | without == set(COMMANDS)


@pytest.mark.parametrize(("a", "d"), [(12, 9), (60, 55), (8, 20)])
@pytest.mark.parametrize(
    "question",
    ["{a} {d}", "compare {a} {d} --rules classic", "path {a} {d}", "tree {a} {d}", "keep {a} {d}",
     "table --attackers {a} --defenders {d}", "place 1 --front {less}:{d}",
     "dice {a} {d} --side attacker", "{a} {d} --exact"],
)  # fmt: skip
def test_no_digit_is_printed_that_is_not_right(question: str, a: int, d: int) -> None:
    status, out, err = ask(*question.format(a=a, d=d, less=a - 1).split(), "--digits", "15")
    assert status == 0
    words = f"classic|take it|take all|take and hold|all fall|with all dice|{a}"
    (number, *_) = re.findall(rf"^(?:{words}) +([\d.]+)(?: %|$)", out, re.MULTILINE)
    places = len(number.partition(".")[2])
    # half of the last digit, and nothing more
    assert abs(Fraction(number) - 100 * exact("classic", a, d)) <= Fraction(1, 2 * 10**places)
    if "--exact" in question:
        assert (places, err) == (15, "")
    else:
        assert 8 <= places < 15
        assert err == f"riskodds: {places} decimals are certain here, not 15\n"


def test_expected_losses_have_no_digit_that_is_not_right() -> None:
    endings = dictionary_battle(39, 30, RULES["classic"])
    lost = sum(((40 - left) * p for (left, _), p in endings.items()), Fraction(0))
    said_ = re.search(r"losses +attacker ([\d.]+)", ask("40", "30", "--digits", "15").out)
    assert said_ is not None
    places = len(said_[1].partition(".")[2])
    assert 8 <= places < 15
    assert abs(Fraction(said_[1]) - lost) <= Fraction(1, 2 * 10**places)
