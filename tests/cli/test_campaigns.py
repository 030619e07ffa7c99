"""Paths, trees and advice on the command line: text, JSON, CSV, bad input."""

import csv
import io
import json
import pickle
import subprocess
import sys
import threading
from typing import Any

import pytest
from cli_runner import ask, ask_process

import riskodds
from riskodds.cli import text


def answer(*args: str) -> Any:
    status, out, err = ask(*args, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


PATH = """\
20 armies, 19 can attack, through 3, 2, 5
classic rules

take all          94.8 %
fail               5.2 %

territory  reached    taken
3            100 %  > 99.9 %  █████████████████████████████
2          > 99.9 %   99.8 %  █████████████████████████████
5           99.8 %   94.8 %  ███████████████████████████▌

expected taken   2.9 of 3
if it works      10.7 attackers left, likely 6 to 15
"""
TREE = """\
20 armies, 19 can attack: 3 [2 1] [4]
classic rules, best plan battle by battle

take all          89.6 %

named A: 3 [B: 2 C: 1] [D: 4]
from the start attack A
  all but one move on
from A attack D, then B, with 11 to 19 armies
    4 to 19 left: 3 move on
"""


def test_what_it_looks_like() -> None:
    assert ask("path", "20", "3", "2", "5").out == PATH
    assert ask("tree", "20", "3 [2 1] [4]").out.startswith(TREE)
    # the words of a tree need no quotes of their own
    assert ask("tree", "20", "3", "[2", "1]", "[4]").out.startswith(TREE)


COMMANDS = [
    ["path", "72", *["22", "8", "2", "2", "2", "7", "1", "1", "3", "1", "2", "3", "5", "1"]],
    ["path", "12", "3-6", "2@capital", "3:0.2/4:0.5/5:0.3", "--leave", "1,2,1", "--exact"],
    ["path", "20", "3", "2", "5", "--stop-at", "4", "--digits", "3"],
    ["path", "20", *["3", "2", "5", "1", "2", "1", "1"], "--sweep", "--win", "50%"],
    ["path", "9", "3", "2", "--rules", "blitz"],
    ["tree", "20", "3 [2 1] [4]"],
    ["tree", "60", "3 [2 1 [2] [1 3]] [4 [1] [2]] [3 [2] [5]]"],
    ["tree", "8", "[2] [2]", "--switch"],
    ["tree", "8", "2", "--and", "9:3 [4] [3]", "--goal", "number"],
    ["tree", "9", "[3] [4]", "--worth", "5,2"],
    ["needed", "9", "--win", "0.8"],
    [
        "needed",
        *[
            "3",
            "2",
            "5",
            "9",
            "8",
            "7",
            "6",
            "5",
            "4",
            "3",
            "2",
            "1",
            "1",
            "1",
            "1",
            "1",
            "1",
            "2",
            "2",
            "3",
        ],
    ],
    ["needed", "20000"],
    ["hold", "12", "--win", "80%"],
    ["hold", "8-12"],
    ["place", "7", "--front", "8:4", "--front", "16:8,3,2"],
    ["place", "20", "--front", "3:2 [3] [4]", "--front", "16:8,3,2", "--goal", "expected"],
    ["place", "5", "--front", "4:6", "--front", "3:9@capital", "--defend"],
    ["place", "12", "--chain", "3", "--enemy", "15"],
    ["stop", "12", "9", "--territory", "4", "--enemy", "0.5", "--card", "3"],
    ["stop", "70", "60", "--territory", "4"],
    ["stop", "9", "3", "--enemy", "-1"],
    ["keep", "14", "6", "--counter", "8", "--counter", "5"],
    ["keep", "44", "6", "--both", "--counter", "8", "--counter", "5@source"],
    ["keep", "9", "3"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_text_fits_sixty_columns_and_json_and_csv_parse(command: list[str]) -> None:
    status, out, err = ask(*command)
    assert (status, err) == (0, "")
    assert all(len(line) <= 60 for line in out.splitlines()), out
    assert "rules" in out
    found = answer(*command)
    assert json.loads(json.dumps(found)) == found
    status, text, _ = ask(*command, "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert status == 0
    assert rows
    assert all(None not in row and None not in row.values() for row in rows)


def test_path_as_json() -> None:
    found = answer("path", "4", "2", "1")
    assert list(found)[:2] == ["attackers", "defenders"]
    assert found["win"] == pytest.approx(0.361284, abs=5e-7)
    assert [set(stage) for stage in found["stages"]] == [{"defenders", "reached", "captured"}] * 2
    assert found["outcomes"][2] == {
        "captured": 1,
        "attackers": 1,
        "defenders": 1,
        "probability": pytest.approx(0.294670, abs=5e-7),
    }
    movable = answer("path", "3", "2", "1", "--movable")
    assert (movable.pop("movable"), movable) == (3, found)
    captured = answer("path", "5", "3", "2@d8", "1")["stages"]
    assert [round(stage["captured"], 6) for stage in captured] == [0.641623, 0.158342, 0.065073]
    table = answer("path", "5", "3", "2@d8", "1", "--sweep")
    assert table["rows"][-1]["attackers"] == 17


def test_tree_as_json() -> None:
    found = answer("tree", "8", "[2] [2]")
    assert {"value", "first", "policy", "plan"} <= found.keys()
    assert (found["plan"], found["first"]) == ("battle by battle", 0)
    assert found["value"] == pytest.approx(0.513592, abs=5e-7)
    switching = answer("tree", "8", "[2] [2]", "--switch")
    assert switching["value"] == pytest.approx(0.542783, abs=5e-7)
    both = answer("tree", "8", "[2] [2]", "--and", "5:1")
    assert both["value"] == pytest.approx(found["value"] * riskodds.path(5, 1).win)
    again = answer(
        "tree", "20", json.dumps({"then": answer("tree", "20", "3 [2] [4]")["territories"]})
    )
    assert again == answer("tree", "20", "3 [2] [4]")


def test_needed_and_hold_as_json() -> None:
    found = answer("needed", "9", "--win", "0.9")
    assert (found["attackers"], found["movable"], found["target"]) == (16, 15, 0.9)
    assert answer("needed", "3 2 5")["attackers"] == riskodds.needed([3, 2, 5]).attackers
    found = answer("hold", "12", "--win", "0.8")
    assert (found["defenders"], round(found["hold"], 6)) == (18, 0.827477)
    assert answer("hold", "11", "--movable", "--win", "0.8") == found


def test_advice_as_json() -> None:
    found = answer("place", "7", "--front", "8:4", "--front", "16:8,3,2")
    assert found["placement"] == [2, 5]
    found = answer("stop", "12", "9", "--territory", "4", "--enemy", "0.5", "--card", "3")
    assert found["action"] == "attack"
    assert found["fight_on"] < found["value"] > found["stop_now"]
    found = answer("keep", "14", "6", "--counter", "8")
    assert (round(found["take"], 6), round(found["keep"], 6)) == (0.956112, 0.547475)
    assert found["split"][0] == {"left": 14, "move": 13, "keep": pytest.approx(0.869612, abs=5e-7)}


WRONG = [
    (["path", "20"], 2, "a path needs at least one territory"),
    (["path", "1", "3"], 2, "attackers must be a whole number from 2"),
    (["path", "20", "3", "-1"], 2, "not -1"),
    (["path", "20", "3", "x"], 2, "not x"),
    (["path", "20", "3", "2", "--leave", "1,2,3"], 2, "one for each of the 2 territories"),
    (["path", "9", "3", "--stop-at", "9"], 2, "stop_at must be"),
    (["path", "9", "3 [2] [1]"], 2, "a path has no branches"),
    (["path", "9", "3", "--rules", "clasic"], 2, "did you mean classic"),
    (["path", "9", "3@capitol"], 2, "did you mean capital"),
    (["path", "0", "3", "--movable"], 2, "movable attackers must be"),
    (["path", "1000000", "50000", "50000"], 1, "steps; at most 3.0e+08 are allowed"),
    (["tree", "9", "[3] [4]", "--worth", "5,x"], 2, "must be a number of at least 0, not x"),
    (["tree", "9", "[3] [4]", "--worth", "5"], 2, "2 territories and 1 worths"),
    (["tree", "9", "[3] [4]", "--goal", "some"], 2, "what to aim at must be one of"),
    (["tree", "60", "[9] [9] [9] [9] [9] [9]", "--switch"], 1, "60,000,060 states"),
    (["tree", "9", "3", "--and", "[4]"], 2, "OWN:ENEMY"),
    (["needed", "9", "--win", "1.2"], 2, "win must be a chance from 0 to 1, not 1.2"),
    (["needed", "9", "--win", "1"], 1, "no number of attackers takes all with certainty"),
    (["hold", "9", "--win", "100%"], 1, "no number of defenders holds with certainty"),
    (["hold", "1"], 2, "at least 2"),
    (["needed"], 2, "at least one territory"),
    (["place", "7"], 2, "at least one front"),
    (["place", "7", "--front", "8:"], 2, "a front is written OWN:ENEMY"),
    (["place", "7", "--front", "8:4", "--goal", "none"], 2, "what to aim at must be one of"),
    (["place", "7", "--chain", "3"], 2, "--chain and --enemy go together"),
    (["place", "41", "--chain", "9", "--enemy", "30"], 1, "76,904,685 ways"),
    (["stop", "12", "9", "--army", "x"], 2, "the worth of an army must be a number, not x"),
    (["stop", "12", "9", "--rules", "blitz"], 2, "cannot be stopped"),
    (["keep", "14", "6", "--counter", "5@source"], 2, "only if both"),
    (["keep", "14", "6", "--counter", "5@home"], 2, "taken or source"),
    (["keep", "14", "6", "--csv", "--json"], 2, "choose one"),
]


@pytest.mark.parametrize(("command", "status", "what"), WRONG, ids=lambda v: str(v)[:60])
def test_bad_input_gets_one_clear_line(command: list[str], status: int, what: str) -> None:
    got, out, err = ask(*command)
    assert got == status
    assert out == ""
    assert err.startswith("riskodds: ")
    assert err.count("\n") == 1
    assert what in err


@pytest.mark.parametrize(("tree", "place"), [("3 [2 1", 2), ("[3] [4]]", 7), ("3 [] [2]", 3)])
def test_brackets_get_a_caret_under_the_place(tree: str, place: int) -> None:
    status, out, err = ask("tree", "9", tree)
    assert (status, out) == (2, "")
    message, typed, below = err.splitlines()
    assert message.startswith("riskodds: ")
    assert typed == f"  {tree}"
    assert below == " " * (2 + place) + "^"


def test_the_quick_commands_load_no_large_module() -> None:
    code = (
        "import sys; from riskodds.cli.main import run; "
        "[run(c.split()) for c in ('path 20 3 2 5', 'needed 9', 'hold 12', 'keep 14 6', "
        "'stop 12 9 --card 3', 'needed 3 2 5', 'place 7 --front 8:4 --front 9:3')]; "
        "sys.exit(any(m in sys.modules for m in ('numpy', 'scipy', 'numba', 'rich')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_certain_only_if_it_is() -> None:
    out = ask("path", "80", "1", "1").out
    assert "take all         > 99.9 %" in out
    assert "1 in 3e34" in out
    assert "100 %" not in ask("needed", "1", "--win", "0.99999999999999999").out
    out = ask("path", "3", "1", "1", "1").out
    assert "take all             0 %" in out


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "PATIENCE", -1.0)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    with text.progress() as report:
        report(0.25)
        report(0.251)
        report(1.0)
    assert shown.getvalue().count("25%") == 1
    assert "100% done" in shown.getvalue()


def test_progress_is_a_line_now_and_then_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for silence, said in ((-1.0, "riskodds: 25% done\nriskodds: 50% done\n"), (60.0, "")):
        monkeypatch.setattr(text, "SILENCE", silence)
        shown = io.StringIO()
        monkeypatch.setattr("sys.stderr", shown)
        with text.progress() as report:
            report(0.25)
            report(0.5)
        assert shown.getvalue() == said


def test_long_work_is_announced_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for patience, said in ((0.0, True), (60.0, False)):
        monkeypatch.setattr(text, "PATIENCE", patience)
        shown = Terminal()
        monkeypatch.setattr("sys.stderr", shown)
        happened = threading.Event()
        with text.waiting():
            # wait until the timer has spoken, if it is to speak at all
            while said and "working" not in shown.getvalue():
                happened.wait(0.001)
        assert ("working" in shown.getvalue()) is said
        assert shown.getvalue().endswith("\r") is said


def test_ctrl_c_ends_cleanly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **kwargs: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("riskodds.campaigns.tree_by_battle.Plan._solve", interrupted)
    status, out, err = ask("tree", "9", "[3] [4]")
    assert (status, out, err) == (130, "", "riskodds: interrupted\n")


def test_a_pipe_that_closes() -> None:
    found = ask_process("tree", "8", "[2] [2]", COLUMNS="60")
    assert (found.status, found.err) == (0, "")


def test_needed_answers_for_a_tree() -> None:
    answer = json.loads(ask("needed", "3 [2 1] [4]", "--win", "0.8", "--json").out)
    assert answer["attackers"] == riskodds.needed("3 [2 1] [4]", win=0.8).attackers == 18
    assert ask("needed", "3 [2 1] [4]", "--leave", "2").status == 2


def test_movable_counts_the_same_armies_everywhere_in_the_text() -> None:
    out = ask("needed", "9", "--movable").out
    total = ask("needed", "9").out
    assert "    90 %          15" in out
    assert "    90 %          16" in total
    assert "      15      91.2 %" in out
    assert "      16      91.2 %" in total


@pytest.mark.parametrize(
    "question",
    [["tree", "3", "[2] [2]"], ["tree", "2", "3 2"], ["tree", "2", "[1] [1]", "--switch"]],
    ids=" ".join,
)
def test_a_tree_that_cannot_be_taken_is_answered(question: list[str]) -> None:
    status, out, err = ask(*question)
    assert (status, err) == (0, "")
    assert "take all             0 %\n" in out


def test_what_is_never_taken_is_needed_by_nobody() -> None:
    status, out, err = ask("needed", "9", "--rules", "all11def")
    assert (status, out) == (1, "")
    assert err == "riskodds: no number of attackers takes all; the chance is always 0\n"


def test_no_chance_is_above_one() -> None:
    answer = json.loads(ask("path", "60", "2", "2", "--rules", "blitz", "--json").out)
    assert answer["win"] <= 1


def test_a_plan_that_would_take_minutes_is_refused_at_once() -> None:
    status, out, err = ask("tree", "1000", "[300][300]")
    assert (status, out) == (1, "")
    what = "riskodds: a plan with all battles of up to 1,000 against 300 takes about 1.5e+08 steps"
    assert err.startswith(what)


def test_paths_can_be_pickled() -> None:
    odds = riskodds.path(5, [3, 2])
    outcomes = dict(odds.outcomes)
    copy = pickle.loads(pickle.dumps(odds))
    assert copy == odds
    assert dict(copy.outcomes) == outcomes


def test_one_is_counted_as_one() -> None:
    assert ask("place", "1", "--front", "2:1").out.startswith("1 new army over 1 front, attacking")
    two = ask("place", "2", "--front", "2:1", "--front", "3:1").out
    assert two.startswith("2 new armies over 2 fronts, attacking")
    assert ask("place", "1", "--chain", "1", "--enemy", "2").out.startswith("1 defender on a chain")
    for asked, words in (
        (("roll", "2", "1", "--rules", "dice1att"), "attack dice must be 1, not 2"),
        (("roll", "1", "1", "--seen", "3", "--rules", "classic+dice1", "--armies", "9,9,9"), ""),
        (("roll", "2", "1", "--seen", "3,3", "--rules", "dice1att"), "must be 1 face, not 2"),
        (("table", "--attackers", "2", "--defenders", "0"), "whole number from 1 to"),
    ):
        assert words in ask(*asked).err
        assert "1 to 1 " not in ask(*asked).err


def test_a_table_without_rows_has_a_header() -> None:
    # dice that always show a six, and lose no tie: nothing is left to be kept
    certain = ask("keep", "3", "2", "--rules", "all6def", "--csv")
    assert certain == (0, "left,move,keep\n", "")
    assert ask("keep", "3", "2", "--csv").out.splitlines()[0] == "left,move,keep"


def test_the_last_garrison_has_no_effect_and_the_text_says_so() -> None:
    says = "the last --leave has no effect, as no attack follows"
    for args, heading, said in (
        (("2", "1", "--leave", "5"), "classic rules", True),
        (("20", "3", "2", "--leave", "1,3"), "classic rules", True),
        (("20", "3", "2", "5", "--leave", "2,3,4"), "classic rules, leave 2, 3", True),
        (("20", "3", "2", "5", "--leave", "2,3,1"), "classic rules, leave 2, 3", False),
        (("20", "3", "2", "5", "--leave", "2"), "classic rules, leave 2, 2", False),
        (("20", "3", "2"), "classic rules", False),
    ):
        lines = ask("path", *args).out.splitlines()
        assert lines[1] == heading
        assert (says in lines) == said
        swept = ask("path", *args, "--sweep").out.splitlines()
        assert (says in swept) == said
    one, five = (ask("path", "4", "1", "--leave", leave, "--csv").out for leave in "15")
    assert one == five


def test_a_stop_level_under_movable_gives_both_counts() -> None:
    for command, left in (
        (["battle"], []),
        (["simulate", "--trials", "9", "--seed", "1"], []),
        (["luck"], ["--left", "5", "0"]),
    ):
        asked = [*command, "12", "9", "--stop-at", "2", *left]
        assert "stop at 2 (1 can attack)" in ask(*asked, "--movable").out
        assert "stop at 2\n" in ask(*asked).out
    path = ("path", "12", "3", "2", "--stop-at", "3,2")
    assert "stop at 3, 2 (2, 1 can attack)" in ask(*path, "--movable").out
    assert "stop at 3, 2\n" in ask(*path).out


def test_dice_with_a_number_added_stay_within_their_sides() -> None:
    for rules, sides in (
        ("bunker", "6"),
        ("high1att", "6"),
        ("low-1def", "6"),
        ("fortification+d8def", "8"),
        ("all1+d8def", "6 or 8"),
    ):
        out = ask("9", "7", "--rules", rules).out.replace("\n", " ")
        assert f"changed dice stay within 1 to {sides} " in out, out
    assert "stay within" not in ask("9", "7", "--rules", "d8def+capital").out
    # a six and one more is a six: the same as a five and one more
    seven, eight = (ask("9", "7", "--rules", f"all{n}def", "--csv").out for n in (5, 6))
    assert seven == eight
