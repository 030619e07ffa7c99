"""riskodds luck: a battle, a log of battles, a file of dice."""

import csv
import io
import json
import re
from pathlib import Path
from random import Random

import pytest
from cli_runner import HEAVY, ask, loaded_by

from riskodds import luck

LOG = """\
# Friday night
attackers,defenders,attackers_left,defenders_left,attacking_player,defending_player,rules,stop_at

12,9,7,0,Ann,Bob,,
5,8,1,6,Bob,Ann,,
9,4,5,2,Ann,"Charlotte, the long-named",capital,5
"""


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "battles.csv"
    path.write_text(LOG, encoding="utf-8")
    return str(path)


def test_one_battle() -> None:
    assert ask("luck", "12", "5", "--left", "1", "3").out == (
        "12 armies, 11 can attack, against 5\n"
        "classic rules\n"
        "1 attacker and 3 defenders left\n"
        "\n"
        "as bad or worse     2.0 %\n"
        "as good or better  99.2 %\n"
        "percentile          1.4     0 worst, 100 best\n"
        "\n"
        "bad luck for the attacker: 1 in 51 battles goes as badly\n"
    )
    out = ask("luck", "51", "1", "--left", "1", "1").out
    assert "< 0.1 %   1 in 1.2e23" in out
    assert "very bad luck for the attacker: 1 in 1.2e23" in out
    assert "nothing unusual" in ask("luck", "12", "9", "--left", "5", "0").out
    assert "good luck" in ask("luck", "9", "12", "--left", "8", "0").out


def test_chances_below_every_float() -> None:
    out = ask("luck", "1000000", "1000000", "--left", "300", "0").out
    assert "very bad luck for the attacker: less than 1 in " in out


def test_json_of_one_battle() -> None:
    answer = json.loads(ask("luck", "11", "5", "--movable", "--left", "1", "3", "--json").out)
    assert answer == {"movable": 11, **luck(12, 5, left=(1, 3)).to_dict()}
    keys = ("at_least_this_bad", "at_least_this_good", "percentile")
    assert all(key in answer for key in keys)
    stops = ("--stop-at", "5", "--rolls", "3", "--goal", "1", "--capital")
    answer = json.loads(ask("luck", "9", "5", "--left", "5", "3", *stops, "--json").out)
    assert (answer["stop_at"], answer["rolls"], answer["goal"]) == (5, 3, 1)
    assert answer["rules"] == "classic+capital"


def test_one_battle_is_a_quick_command() -> None:
    question = ["luck", "12", "5", "--left", "1", "3"]
    assert not loaded_by(f"from riskodds.cli.main import run; run({question!r})") & HEAVY


def test_a_log_of_battles(log: str) -> None:
    status, out, err = ask("luck", log)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 60
    assert lines[3].split() == ["12", "v", "9", "7", ":", "0", "Ann", "v", "Bob", "68.7"]
    assert any(line.split()[:3] == ["all", "attackers", "3"] for line in lines)
    assert lines[-1] == "no evidence of unfair dice"
    answer = json.loads(ask("luck", log, "--json").out)
    assert answer["battles"][0]["percentile"] == luck(12, 9, left=(7, 0)).percentile
    assert answer["battles"][2]["rules"] == "classic+capital"
    assert answer["battles"][2]["stop_at"] == 5
    names = ["Ann", "Bob", "Charlotte, the long-named"]
    assert [row["player"] for row in answer["players"]] == names
    assert [row["number"] for row in answer["players"]] == [3, 2, 1]
    assert answer["together"]["method"] == "exact"
    assert answer["evidence"] == "none"
    rows = list(csv.DictReader(io.StringIO(ask("luck", log, "--csv").out)))
    assert [row["attackers"] for row in rows] == ["12", "5", "9"]


def test_a_long_log_shows_its_first_battles(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    header = "attackers,defenders,attackers_left,defenders_left\n"
    path.write_text(header + "12,9,7,0\n" * 40, encoding="utf-8")
    out = ask("luck", str(path)).out
    assert "and 20 more, which --csv lists" in out
    assert any(line.split()[:3] == ["all", "attackers", "40"] for line in out.splitlines())
    assert ask("luck", str(path), "--csv").out.count("\n") == 41


def dice(weights: tuple[int, ...], number: int) -> str:
    rng = Random(4)

    def rolled(most: int, *weights: int) -> str:
        return "".join(map(str, rng.choices(range(1, 7), weights, k=rng.randint(1, most))))

    return "".join(f"{rolled(3, *weights)} {rolled(2, *(1,) * 6)}\n" for _ in range(number))


def test_a_file_of_dice(tmp_path: Path) -> None:
    path = tmp_path / "dice.txt"
    path.write_text("# ours\n" + dice((1,) * 6, 100), encoding="utf-8")
    status, out, err = ask("luck", str(path))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 60
    assert lines[0] == "100 rolls, classic rules"
    assert "no evidence of unfair dice" in lines
    assert "1,604 dice" in out
    answer = json.loads(ask("luck", str(path), "--json").out)
    assert sum(answer["dice"]["attack"]["counts"]) == answer["dice"]["attack"]["number"]
    assert sum(row["number"] for row in answer["roll_table"]) == answer["rolls"] == 100
    assert answer["evidence"] == "none"
    rows = list(csv.DictReader(io.StringIO(ask("luck", str(path), "--csv").out)))
    assert [row["test"] for row in rows][:2] == ["attack faces", "defence faces"]
    path.write_text(dice((1, 1, 1, 1, 1, 3), 400), encoding="utf-8")
    assert "strong evidence of unfair dice" in ask("luck", str(path)).out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must hold battles or rolls, and is empty"),
        ("attackers,defenders\n3,2\n", "line 1: the header must name each column once; it lacks"),
        ("attackers,what\n", "line 1: columns must be among attackers, "),
        (LOG + "12,9,7\n", "line 7: there must be 8 cells, not 3"),
        (
            LOG + "12,9,x,0,,,,\n",
            "line 7: attackers left must be a whole number from 1 to 12, not x",
        ),
        (LOG + "12,9,5,3,,,,\n", "line 7: 12 attackers against 9 cannot end with 5 against 3 left"),
        (LOG + "12,9,5,0,,,nonsense,\n", "line 7: rules must be"),
        (
            "attackers,defenders,attackers_left,defenders_left\n",
            "line 1: a header must be followed",
        ),
        (LOG + '12,9,5,0,"Ann,,,\nnext",,,\n', "line 7: it must be CSV"),
        (LOG + "12,9,5,0," + "A" * 200_000 + ",,,\n", "line 7: it must be CSV"),
        ("653 64\n\n653\n", "line 3: a roll must be the attacker's dice and the defender's"),
        (
            "653 74\n",
            "line 1: a face of the defence dice must be a whole number from 1 to 6, not 7",
        ),
        ("6531 64\n", "line 1: attack dice must be 1 to 3, not 4: 6531"),
    ],
)
def test_a_bad_file_is_one_clear_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_text(text, encoding="utf-8")
    status, out, err = ask("luck", str(path))
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for args, message in (
        ([str(tmp_path / "nothing")], "cannot read the file"),
        ([str(tmp_path)], "Is a directory"),
        ([str(tmp_path / "bytes")], "must be text in UTF-8"),
        (["12"], "luck needs two numbers with --left, or a file, not 12"),
        (["12", "5"], "luck needs a battle and what was left of it, as 12 5 --left 1 3, or a file"),
        (["12", "--left", "1", "3"], "luck needs a battle"),
        (["12", "5", "--left", "1"], "--left' requires 2 arguments"),
        (["12", "x", "--left", "1", "3"], "defenders must be"),
        ([str(tmp_path / "nothing"), "--goal", "2"], "leave out options"),
    ):
        status, out, err = ask("luck", *args)
        assert (status, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1


def test_a_log_may_name_rules_of_a_file(tmp_path: Path) -> None:
    own, log = tmp_path / "own.toml", tmp_path / "log.csv"
    own.write_text('[house]\nbase = "classic+capital"\n', encoding="utf-8")
    header = "attackers,defenders,attackers_left,defenders_left,rules\n"
    log.write_text(header + "9,7,3,0,house\n9,7,3,0,house+d8def\n9,7,3,0,\n", encoding="utf-8")
    found = ask("luck", str(log), "--rules-file", str(own), "--json")
    assert found.status == 0, found.err
    log.write_text(
        header + "9,7,3,0,classic+capital\n9,7,3,0,classic+capital+d8def\n9,7,3,0,\n",
        encoding="utf-8",
    )
    same = json.loads(ask("luck", str(log), "--json").out)
    ranks = [each["percentile"] for each in same["battles"]]
    assert [each["percentile"] for each in json.loads(found.out)["battles"]] == ranks
    assert len(set(ranks)) == 3
    alone = ask("luck", "9", "7", "--left", "3", "0", "--rules-file", str(own))
    assert "choose from the rules file with --rules; it has house" in alone.err


def test_a_player_may_be_called_all_attackers(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "attackers,defenders,attackers_left,defenders_left,attacking_player,defending_player\n"
        "3,1,3,0,Ann,all attackers\n3,1,1,1,Ann,all attackers\n",
        encoding="utf-8",
    )
    out = ask("luck", str(log)).out
    leads = re.findall(r"^(Ann|all attackers|\(together\)) +2 +(-?\d+)", out, re.MULTILINE)
    assert leads == [("Ann", "3"), ("all attackers", "-3"), ("(together)", "3")]


def test_single_rolls_are_about_armies_killed(tmp_path: Path) -> None:
    dice = tmp_path / "dice.txt"
    dice.write_text("6 1\n6 1\n1 6\n", encoding="utf-8")
    out = ask("luck", str(dice)).out
    assert re.search(r"^ +rolls +net kills +expected", out, re.MULTILINE)
    assert re.search(r"^attacker +3 +1 ", out, re.MULTILINE)
    assert "net kills: armies killed less armies lost" in out
