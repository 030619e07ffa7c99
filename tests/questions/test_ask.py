"""Questions as JSON: they take what the commands take, and answer what the commands print."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from cli_runner import ask
from json_schema import errors

import riskodds
from riskodds.cli.commands.schema import schema_of
from riskodds.cli.main import group
from riskodds.cli.options import FORMS
from riskodds.errors import InputError, TooLargeError
from riskodds.questions import battles, campaigns
from riskodds.questions.ask import QUESTIONS, answer, find

PRINTING = {*(f"as_{form}" for form in FORMS), "digits", "plot"}
# a question by name, as JSON without its command and as it is typed
ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "battle": ({"attackers": 11, "defenders": 9, "movable": True, "capital": True},
               "battle 11 9 --movable --capital"),
    "roll": ({"attack_dice": 3, "defence_dice": 2, "seen": [6, 5, 1], "armies": "11,10"},
             "roll 3 2 --seen 6,5,1 --armies 11,10"),
    "path": ({"attackers": 19, "territories": "3 2@capital", "movable": True, "leave": [1, 2]},
             "path 19 3 2@capital --movable --leave 1,2"),
    "tree": ({"attackers": 8, "territories": [2], "and": ["9:3 [4]"], "worth": [1, 2, 5]},
             "tree 8 2 --and '9:3 [4]' --worth 1,2,5"),
    "needed": ({"territories": "3 [2 1]", "win": "80%", "blitz": False},
               "needed '3 [2 1]' --win 80%"),
    "hold": ({"attackers": 12, "movable": True}, "hold 12 --movable"),
    "place": ({"armies": 12, "chain": 3, "enemy": 15}, "place 12 --chain 3 --enemy 15"),
    "stop": ({"attackers": 9, "defenders": 5, "movable": True, "card": 2.5},
             "stop 9 5 --movable --card 2.5"),
    "keep": ({"attackers": 14, "defenders": 6, "both": True, "counter": ["8", "5@source"]},
             "keep 14 6 --both --counter 8 --counter 5@source"),
    "luck": ({"asked": [12, 9], "left": [8, 5], "rolls": 4}, "luck 12 9 --left 8 5 --rolls 4"),
    "simulate": ({"attackers": 7, "defenders": 5, "trials": "1e3", "seed": 3},
                 "simulate 7 5 --trials 1e3 --seed 3"),
    "compare": ({"attackers": 9, "defenders": 7}, "compare 9 7"),
    "dice": ({"attackers": 5, "defenders": 4, "side": "attacker"}, "dice 5 4 --side attacker"),
    "cards value": ({"number": 8}, "cards value 8"),
    "cards trade": ({"cards": ["Alaska", "C", "A", "W"], "own": "Alaska"},
                    "cards trade Alaska C A W --own Alaska"),
    "cards odds": ({"hand": "I,C", "draw": 1, "seen": ["W", "A"]},
                   "cards odds --hand I,C --draw 1 --seen W,A"),
    "cards wait": ({"cards": ["I", "C", "A"], "sets-traded": 4},
                   "cards wait I C A --sets-traded 4"),
    "cards spoils": ({"taken": 4, "hand": ["I,I,C"]}, "cards spoils 4 --hand I,I,C"),
    "reinforce": ({"territories": 42, "continent": "all", "cards": 10},
                  "reinforce 42 --continent all --cards 10"),
    "setup": ({"players": 2, "deal": True, "seed": 7, "roll": ["6,2"]},
              "setup 2 --deal --seed 7 --roll 6,2"),
    "rules": ({}, "rules"),
    "rules show": ({"name": "classic+capital"}, "rules show classic+capital"),
    "table": ({"attackers": "2-6", "movable": True, "win": 0.5},
              "table --attackers 2-6 --movable --win 0.5"),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_answered_as_its_command_is(name: str) -> None:
    given, same = ASKED[name]
    found = answer({"command": name, **given})
    status, out, _ = ask(*shlex.split(same), "--json")
    assert (status, json.loads(json.dumps(found))) == (0, json.loads(out))
    assert errors(json.loads(out), schema_of(name)) == []


def commands_with_json() -> dict[str, click.Command]:
    """Return the commands that print JSON, by the name of their question."""
    context = click.Context(group)
    found = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[name] = command
        if isinstance(command, click.Group):
            found |= {f"{name} {inner}": each for inner, each in command.commands.items()}
    return {
        name: command
        for name, command in found.items()
        if any(each.name == "as_json" for each in command.params)
    }


def test_every_command_that_prints_json_is_a_question() -> None:
    # `live` reads what happens at the table as it comes
    assert set(QUESTIONS) == set(commands_with_json()) - {"live"}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_takes_what_its_command_takes(name: str) -> None:
    arguments, options = set(), set()
    required = set()
    for each in commands_with_json()[name].params:
        if each.name in PRINTING:
            continue
        if isinstance(each, click.Argument):
            word = (each.metavar or str(each.name)).strip("[].").lower()
            key = word if word.isidentifier() else str(each.name)
            arguments.add(key)
        else:
            key = next(typed for typed in each.opts if typed.startswith("--"))
            options.add(key)
        if each.required:
            required.add(key)
    plain = {option[2:].replace("-", "_") for option in options}
    question = find(name)
    assert set(question.takes) == arguments | options | plain
    assert set(question.required.values()) == required


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"command": "live"}, "command must be one that prints JSON, such as battle, roll, path, "),
        ({"command": 3}, "command must be one that prints JSON, such as "),
        ({"attackers": 3}, "battle needs defenders"),
        ({"command": "cards odds"}, "cards odds needs --draw"),
        ({"command": "cards trade", "cards": []}, "cards trade needs cards"),
        ({"command": "hold", "atackers": 3}, "hold takes no atackers; did you mean attackers?"),
        ({"command": "rules", "zzz": 3}, "rules takes no zzz; it takes "),
        ({"command": "luck", "asked": [1, 2], "left": 3}, "left must be a list of 2, not 3"),
        ({"command": "keep", "attackers": 3, "defenders": 1, "both": "yes"},
         "both must be true or false, not yes"),
        ({"attackers": 3, "defenders": 1, "attack_dice": 0}, "attack dice must be a whole number "),
        ({"attackers": 3, "defenders": 1, "rules": "mine"}, "rules must be one of classic, "),
        ({"command": "place", "armies": 3, "chain": 3}, "--chain and --enemy go together"),
        ({"command": "luck", "asked": ["log.csv"], "movable": True}, "a file says itself how "),
        ({"command": "cards wait", "cards": "I,C,A", "deck": "1066"}, "the deck must be one of "),
        ({"command": "table", "show": "needed", "movable": True}, "a table of needed armies "),
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_question_is_refused_in_a_line(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        answer(given)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_a_question_is_left_as_it_was() -> None:
    question = {"command": "hold", "attackers": 5, "win": None}
    answer(question)
    assert question == {"command": "hold", "attackers": 5, "win": None}


def test_an_argument_goes_before_a_flag_of_its_name() -> None:
    given = {"command": "roll", "attack_dice": 2, "defence_dice": 1}
    assert answer(given | {"--attack-dice": 2})["rules"] == "classic+dice2att"
    assert answer(given)["rules"] == "classic"


def test_rules_of_ones_own_come_by_name_or_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[mine]\nbase = "classic"\n')
    file = str(tmp_path / "own.toml")
    question = {"attackers": 5, "defenders": 3, "rules": "mine"}
    named = {"mine": riskodds.rules("capital")}
    capital = answer({"attackers": 5, "defenders": 3, "capital": True})["win"]
    classic = answer({"attackers": 5, "defenders": 3})["win"]
    assert answer(question, named_rules=named)["win"] == capital != classic
    assert answer(question, rules_file=file)["win"] == classic
    assert answer(question | {"rules_file": file})["win"] == classic
    two = {"command": "compare", "attackers": 5, "defenders": 3, "rules": ["mine", "classic"]}
    assert [row["win"] for row in answer(two, named_rules=named)["battles"]] == [capital, classic]


def test_a_function_takes_plain_values() -> None:
    found = battles.battle(12, 9)
    assert found.result.odds == riskodds.battle(12, 9)
    assert [*found.streamed()["outcomes"]] == found.to_dict()["outcomes"]
    assert "outcomes" not in found.about()
    assert campaigns.path(9, [3, 2], leave=[1, 2]).to_dict() == (
        riskodds.path(9, "3 2", leave=[1, 2]).to_dict()
    )
    with pytest.raises(TooLargeError):
        battles.battle(1000, 1000, exact=True)


def test_questions_need_no_command_line() -> None:
    code = (
        "import sys; from riskodds.questions.ask import answer;"
        "answer({'attackers': 12, 'defenders': 9});"
        "assert not {'click', 'numpy', 'scipy', 'numba', 'fractions'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
