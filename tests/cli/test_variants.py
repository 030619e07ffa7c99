"""The command line with rules of every kind: flags, files, compare, dice, roll --seen."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_runner import HEAVY, ask, ask_process

from riskodds import battle, defence_dice, dice_policy, rules
from riskodds.cli.options import FLAGS

APP = "global-domination"


def modules_after(args: list[str]) -> set[str]:
    code = f"from riskodds.cli.main import run; run({args!r}); import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return set(done.stdout.decode().splitlines()[-1].split())


def answer(*args: str) -> dict[str, Any]:
    said = ask(*args, "--json")
    assert said.status == 0, said.err
    assert said.err == ""
    return dict(json.loads(said.out))


def test_a_capital_as_published() -> None:
    given = ("battle", "31", "15", "--rules", APP, "--capital")
    for more, expected in (((), 0.0222128001707278), (("--blitz",), 0.0100282888709122)):
        got = answer(*given, *more)
        chance = next(
            row["probability"]
            for row in got["outcomes"]
            if (row["attackers"], row["defenders"]) == (19, 0)
        )
        assert chance == pytest.approx(expected, rel=1e-12)
    assert got["rules"] == "global-domination+capital+blitz"
    assert got["blitz"]["version"] == "3.3"


def test_sees_the_roll_as_published() -> None:
    got = answer("battle", "11", "10", "--rules", "sees-the-roll")
    assert got["win"] == pytest.approx(0.452924, abs=5e-7)
    assert got["seen"]["optimal"] == pytest.approx(0.452924, abs=5e-7)
    assert got["seen"]["greedy"] == pytest.approx(0.456534, abs=5e-7)
    assert got["seen"]["announced"] == pytest.approx(0.567593, abs=5e-7)
    greedy = answer("11", "10", "--rules", "sees-greedy")
    assert greedy["win"] == pytest.approx(0.456534, abs=5e-7)
    assert list(got)[-1] == "outcomes"
    assert "seen" not in answer("11", "10", "--rules", "sees-greedy", "--stop-at", "3")


def test_zombies_as_published() -> None:
    got = answer("battle", "300", "800", "--movable", "--rules", APP, "--zombie-defender")
    assert got["win"] == pytest.approx(0.88973326217, abs=5e-12)
    assert got["movable"] == 300


@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_is_a_change(flag: str) -> None:
    change, _ = FLAGS[flag]
    numbered = "{}" in change
    value = {"attack-dice": "2", "defence-sides": "8"}.get(flag, "")
    flags = (f"--{flag}", value) if numbered else (f"--{flag}",)
    name = f"{APP}+{change.format(value)}"
    for command in (("battle", "9", "7"), ("roll", "2", "1"), ("needed", "7")):
        said = answer(*command, "--rules", APP, *flags)
        assert said == answer(*command, "--rules", name)
        assert said["rules"] == str(rules(name))
    assert answer("9", "7", *flags)["rules"].startswith("classic+")


def test_what_is_printed_can_be_asked_again() -> None:
    got = answer("9", "7", "--defence-sides", "8", "--wall", "--rules", "bunker+capital")
    assert got["rules"] == "classic+capital+wall+d8def+bunker"
    assert answer("9", "7", "--rules", got["rules"]) == got


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["9", "7", "--blitz", "--stop-at", "3"],
         "balanced blitz fights to the end: leave out stop_at"),
        (["9", "7", "--blitz", "--exact"],
         "balanced blitz has no exact fractions, as it takes powers of chances"),
        (["9", "7", "--rules", "sees-the-roll", "--rolls", "3"],
         "a defender who sees the roll chooses dice for a battle to the end: leave out rolls"),
        (["9", "7", "--zombie-defender", "--rules", "ties-defender"],
         "rules 'ties-defender' and 'zombie-defender' cannot go together: both decide ties"),
        (["9", "7", "--defence-sides", "6", "--rules", "classic+d8def"],
         "rules 'd8def' and 'd6def' cannot go together: both decide the defender's die sides"),
        (["9", "7", "--blitz", "--rules", "true-random"],
         "rules 'true-random' and 'blitz' cannot go together: both decide blitz"),
        (["9", "7", "--capital", "--rules", "capital"], "rules give 'capital' twice"),
        (["9", "7", "--capital", "--wall", "--rules", "three-defence-dice"],
         "rules 'wall': dice must be a whole number from 1 to 4, not 5"),
        (["9", "7", "--attack-dice", "5"],
         "attack dice must be a whole number from 1 to 4, not 5"),
        (["9", "7", "--attack-dice", "two"],
         "attack dice must be a whole number from 1 to 4, not two"),
        (["9", "7", "--defence-sides", "1"],
         "rules 'd1def': sides must be a whole number from 2 to 12, not 1"),
        (["9", "7", "--rules", "global-dominaton"],
         "rules must be known ones, not global-dominaton; did you mean global-domination?"),
        (["9", "7", "--rules", "classic+captal"],
         "rules must be known ones, not captal; did you mean capital?"),
        (["9", "7", "--rules", ""],
         "rules must be names joined by +, such as classic+capital; one is empty"),
        (["roll", "3", "2", "--rules", "sees-the-roll"],
         "how many dice the defender rolls depends on the dice seen and on the armies: "
         "give both, or use sees-greedy"),
        (["roll", "3", "2", "--seen", "6,5"],
         "--seen must give the attacker's dice, 3 of them joined by commas, not 6,5"),
        (["roll", "3", "2", "--seen", "6,5,x"],
         "a die that was seen must be a whole number from 1 to 6, not x"),
        (["roll", "3", "3", "--seen", "6,5,1"],
         "defence dice must be a whole number from 1 to 2, not 3"),
        (["roll", "3", "2", "--armies", "11,10"],
         "--armies needs --seen, the attack dice that were rolled"),
        (["roll", "3", "2", "--seen", "6,5,1", "--armies", "11"],
         "--armies must be attackers and defenders such as 11,10, not 11"),
        (["roll", "3", "2", "--seen", "6,5,1", "--armies", "3,10"],
         "attack dice must be at most 2 with these armies, not 3"),
        (["roll", "3", "2", "--seen", "6,5,1", "--blitz"],
         "balanced blitz shows no dice: leave it out of the rules"),
        (["compare", "9", "7", "--rules", "clasic"],
         "rules must be known ones, not clasic; did you mean classic?"),
        (["compare", "1", "7"], "attackers must be a whole number from 2 to "
         "1,000,000,000,000, not 1"),
        (["dice", "9", "7", "--goal", "fun"],
         "what to aim at must be one of win, kept, lead, not fun"),
        (["dice", "9", "7", "--side", "me"], "side must be one of attacker, defender, not me"),
        (["dice", "9", "7", "--rules", "blitz"], "dice are chosen before each roll under rules "
         "that announce them: leave out blitz and sees-the-roll"),
        (["9", "7", "--rules-file", "no/such.toml"],
         "cannot read the rules file no/such.toml: No such file or directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_wrong_rules_are_one_clear_line(args: list[str], message: str) -> None:
    said = ask(*args)
    assert said.status == 2
    assert said.out == ""
    assert said.err.splitlines() == [f"riskodds: {message}"]


HOUSE = '[house]\nbase = "classic+capital"\n[house.attack]\nsides = 8\n'


def test_a_file_of_rules(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    for command in (("battle", "9", "7"), ("roll", "3", "3")):
        got = answer(*command, "--rules", "house+wall", "--rules-file", str(path))
        assert got["rules"] == "house+wall"
        same = answer(*command, "--rules", "capital+wall+d8att")
        assert {**got, "rules": ""} == {**same, "rules": ""}
    compared = answer("compare", "9", "7", "--rules", "house", "--rules-file", str(path))
    assert compared["battles"][0]["win"] == battle(9, 7, rules="capital+d8att").win
    path.write_text(HOUSE.replace("sides = 8", "sides = 80"), encoding="utf-8")
    said = ask("9", "7", "--rules", "house", "--rules-file", str(path))
    assert said.status == 2
    assert said.err == (
        f"riskodds: {path}, line 4, house.attack.sides: "
        "sides must be a whole number from 2 to 12, not 80\n"
    )


def test_the_file_can_be_set_in_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    said = ask_process("9", "7", "--rules", "house", "--json", RISKODDS_RULES=str(path))
    assert json.loads(said.out)["rules"] == "house"


def test_needed_under_blitz_as_published() -> None:
    args = ("needed", "50", "--rules", APP, "--blitz", "--win", "0.8", "--movable")
    got = answer(*args)
    assert (got["movable"], got["attackers"]) == (49, 50)
    assert got["rules"] == f"{APP}+blitz"
    assert ask(*args).out.startswith("49 armies free to attack, 50 in all, take 50\n")
    # the chance goes up in steps: one army less fails, and two
    for attackers in (49, 48):
        assert battle(attackers, 50, rules="blitz").win < 0.8 <= got["win"]


def test_needed_and_hold_of_a_capital_as_published() -> None:
    for defenders, attackers in ((1, 6), (2, 10), (3, 19), (4, 23)):
        for rules_given in (("--rules", "classic+capital"), ("--capital",)):
            got = answer("needed", str(defenders), *rules_given, "--win", "0.99")
            assert got["attackers"] == attackers
    for attackers, defenders in ((6, 12), (10, 17), (19, 26), (23, 30)):
        got = answer("hold", str(attackers), "--rules", "classic+capital", "--win", "0.99")
        assert got["defenders"] == defenders


def test_territories_of_a_path_have_rules_of_their_own() -> None:
    got = answer("path", "5", "3", "2@d8", "1")
    captured = [round(stage["captured"], 6) for stage in got["stages"]]
    assert captured == [0.641623, 0.158342, 0.065073]
    blitz = answer("path", "12", "3", "2@capital", "1@true-random", "--rules", "blitz")
    stack = {12: 1.0}
    for stage, (defenders, name) in zip(
        blitz["stages"], ((3, "blitz"), (2, "blitz+capital"), (1, "classic")), strict=True
    ):
        after: dict[int, float] = {}
        for armies, chance in stack.items():
            outcomes = battle(armies, defenders, rules=name).outcomes if armies > 1 else {}
            for (left, against), p in outcomes.items():
                if not against:
                    after[left - 1] = after.get(left - 1, 0) + chance * p
        stack = after
        assert stage["captured"] == pytest.approx(sum(stack.values()), rel=1e-12)


@pytest.mark.parametrize("command", [["path", "9", "3", "2"], ["needed", "3", "2"], ["hold", "9"],
    ["tree", "9", "[3] [2]"], ["place", "3", "--front", "8:4"], ["stop", "9", "7"],
    ["keep", "9", "4", "--counter", "5"], ["setup", "4"], ["reinforce", "14"]],
    ids=lambda args: args[0])  # fmt: skip
def test_rules_are_one_option_everywhere(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    for given, printed in (
        (("--rules", "d8def+capital"), "classic+capital+d8def"),
        (("--rules", "house+wall", "--rules-file", str(path)), "house+wall"),
    ):
        said = ask(*command, *given)
        assert said.status == 0, said.err
        assert f"{printed} rules" in said.out.replace("+\n", "+")
    wrong = ask(*command, "--rules", "classic+captal")
    assert wrong.status == 2
    assert wrong.err == "riskodds: rules must be known ones, not captal; did you mean capital?\n"


def test_compare() -> None:
    got = answer("compare", "12", "9")
    names = [row["rules"] for row in got["battles"]]
    assert "classic" in names
    assert "global-domination+capital" in names
    for row in got["battles"]:
        odds = battle(12, 9, rules=row["rules"])
        assert (row["win"], row["lose"]) == (odds.win, odds.lose)
        assert row["expected_attacker_losses"] == odds.expected_attacker_losses
    (verdict,) = got["blitz_or_roll"]
    assert verdict == {
        "rules": APP,
        "roll": battle(12, 9).win,
        "blitz": battle(12, 9, rules="blitz").win,
        "better": "blitz",
        "version": "3.3",
    }


@pytest.mark.parametrize(
    ("question", "better"),
    [(("11", "11"), "roll"), (("12", "9"), "blitz"), (("2", "30"), "roll"), (("60", "1"), "blitz")],
)
def test_blitz_or_roll_by_hand(question: tuple[str, str], better: str) -> None:
    """Blitz makes the likely likelier: who is ahead should blitz, who is behind roll."""
    got = answer("compare", *question, "--rules", f"{APP}+capital+blitz", "--rules", APP)
    for verdict in got["blitz_or_roll"]:
        ahead = verdict["roll"] > 0.5
        assert verdict["better"] == ("blitz" if ahead else "roll")
    assert got["blitz_or_roll"][0]["rules"] == f"{APP}+capital"
    assert got["blitz_or_roll"][1]["better"] == better
    text = ask("compare", *question).out
    words = {"roll": "roll by hand", "blitz": "blitz"}
    assert f"blitz or roll by hand? {words[better]}\n" in text


def test_compare_as_csv_and_movable() -> None:
    said = ask("compare", "11", "9", "--movable", "--csv", "--rules", "classic", "--rules", "d8")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert [row["rules"] for row in rows] == ["classic", "classic+d8"]
    assert float(rows[0]["win"]) == battle(12, 9).win
    assert answer("compare", "11", "9", "--movable")["movable"] == 11


def test_roll_seen() -> None:
    got = answer("roll", "3", "2", "--seen", "1,5,6")
    assert got["dice"] == 1
    assert got["seen"] == [6, 5, 1]
    assert got["policy"] == "greedy"
    best = answer("roll", "3", "2", "--seen", "6,5,1", "--armies", "11,10")
    expected = defence_dice([6, 5, 1], 2, armies=(11, 10)).to_dict()
    assert {key: best[key] for key in expected} == expected
    assert (best["attackers"], best["defenders"]) == (11, 10)
    assert "roll 1 die, best for this roll" in ask("roll", "3", "2", "--seen", "6,5,1").out
    text = ask("roll", "3", "2", "--seen", "4,4,1", "--armies", "11,10").out
    assert "best for the battle" in text
    rows = list(csv.reader(io.StringIO(ask("roll", "2", "2", "--seen", "6,5", "--csv").out)))
    assert rows[0] == ["dice", "expected_attacker_losses", "expected_defender_losses"]
    assert len(rows) == 3


def test_roll_under_blitz_is_a_true_roll() -> None:
    assert answer("roll", "3", "2", "--blitz")["outcomes"] == answer("roll", "3", "2")["outcomes"]
    assert "a true random one" in ask("roll", "3", "2", "--blitz").out


def test_dice() -> None:
    got = answer("dice", "5", "4", "--rules", "low-2def")
    assert got == dice_policy(5, 4, rules="low-2def").to_dict()
    text = ask("dice", "5", "4", "--rules", "low-2def").out
    assert "1 die   4 : 2   4 : 3   4 : 4" in text
    assert "fewer are never better" in ask("dice", "12", "9").out
    assert answer("dice", "4", "4", "--movable", "--side", "attacker")["movable"] == 4
    rows = list(csv.DictReader(io.StringIO(ask("dice", "5", "4", "--csv").out)))
    assert len(rows) == 16
    many = ask("dice", "30", "30", "--rules", "low-2def").out
    assert "more; --csv lists them all" in many


@pytest.mark.parametrize(
    "args",
    [
        ["compare", "12", "9"],
        ["compare", "1000", "900", "--digits", "3"],
        ["compare", "9", "7", "--rules", "global-domination+capital+wall+zombie-defender+d8att"],
        ["dice", "12", "9", "--goal", "lead", "--rules", "low-2def"],
        ["roll", "3", "2", "--seen", "6,5,1", "--armies", "11,10", "--digits", "2"],
        ["roll", "2", "2", "--blitz", "--capital", "--wall", "--zombie-attacker"],
        ["12", "9", "--rules", "sees-the-roll"],
        ["12", "9", "--capital", "--wall", "--zombie-attacker", "--zombie-defender",
         "--attack-dice", "2", "--defence-sides", "8", "--blitz"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_text_fits_sixty_columns(args: list[str]) -> None:
    said = ask(*args)
    assert said.status == 0
    assert max(map(len, said.out.splitlines())) <= 60


@pytest.mark.parametrize(
    ("args", "loaded"),
    [
        (["12", "9"], set()),
        (["12", "9", "--capital"], {"variants.changes"}),
        (["12", "9", "--blitz"], {"engines.blitz", "variants.changes"}),
    ],
    ids=["classic", "capital", "blitz"],
)
def test_quick_answers_load_only_what_they_use(args: list[str], loaded: set[str]) -> None:
    names = modules_after(args)
    assert not names & HEAVY
    ours = {"engines.blitz", "variants.changes", "advice.dice_choice", "variants.files"}
    found = {name.removeprefix("riskodds.") for name in names} & ours
    assert found - {"engines.blitz"} == loaded - {"engines.blitz"}
    assert loaded <= found


def test_one_row_that_cannot_be_had_does_not_cost_the_others() -> None:
    said = ask("compare", "3000", "3000")
    assert said.status == 0
    assert said.err.startswith("riskodds: left out sees-the-roll: against a defender who sees")
    assert "three-defence-dice" in said.out
    assert ask("compare", "3000", "3000", "--rules", "sees-the-roll").status == 1


@pytest.mark.parametrize(
    "path",
    ["big.toml", ".", "a\x00b", pytest.param("/dev/zero", marks=pytest.mark.needs("/dev/zero"))],
)
def test_rules_files_that_are_no_files(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("big.toml").write_text(f"[h.attack]\nsides = {'9' * 5000}\n")
    said = ask("9", "7", "--rules", "h", "--rules-file", path)
    assert said.status == 2
    assert said.err.startswith("riskodds: cannot read the rules file")
    assert said.err.count("\n") == 1
