"""Every JSON output has a schema, and the outputs of the commands keep to it."""

from __future__ import annotations

import copy
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from cli_runner import ask
from json_schema import errors

from riskodds.cli.commands.schema import schema_names, schema_of
from riskodds.cli.main import group
from riskodds.cli.words import COMMANDS
from riskodds.variants.rules import rules_names

# command -> questions that between them show every form of its answer
QUESTIONS: dict[str, list[str]] = {
    "battle": [
        "12 9",
        "11 9 --movable",
        "12 9 --stop-at 4 --goal 2 --rolls 3 --exact",
        "12 9 --blitz",
        "12 9 --rules sees-the-roll",
        "12 9 --capital",
        "51 1",
        "3000 2500",
    ],
    "roll": ["3 2", "3 3 --capital", "3 2 --seen 6,5,1", "3 2 --seen 6,5,1 --armies 11,10"],
    "path": [
        "20 3 2 5",
        "8 2@capital 3-6 1:.5/2:.5 --leave 1,2,1 --stop-at 3 --exact",
        "7 3 2 --movable",
        "20 3 2 5 --sweep --leave 2 --stop-at 2",
    ],
    "tree": [
        "8 '3-4 [2@capital] [1]'",
        "8 '[2] [2]' --switch",
        "7 2 --and '9:3 [4]' --movable",
        "9 '[3] [4]' --worth 5,2",
        "9 '[3] [4]' --goal number",
    ],
    "needed": ["9", "3 2 5 --win 0.8", "'3 [2 1] [4]'", "3-6"],
    "hold": ["12", "8-12 --win 0.8"],
    "place": [
        "7 --front 8:4 --front 16:8,3,2",
        "5 --front 4:6 --front 3:9 --defend",
        "4 --front 8:4 --front 9:6 --goal expected",
        "12 --chain 3 --enemy 15",
    ],
    "stop": ["12 9 --territory 4 --card 3", "11 9 --movable"],
    "keep": ["14 6 --counter 8", "14 6 --both --counter 5@source", "9 3 --movable"],
    "compare": ["12 9", "12 9 --movable", "12 9 --rules capital"],
    "dice": ["12 9", "9 4 --movable", "6 5 --goal kept", "4 6 --goal lead --side attacker"],
    "table": [
        "--attackers 2-5 --defenders 1,3 --win 0.8",
        "--attackers 1-3 --movable --show losses",
        "--show needed --defenders 5",
    ],
    "simulate": [
        "12 9 --trials 1000 --seed 1",
        "11 9 --movable --stop-at 3 --goal 2 --rolls 5 --trials 1000 --seed 1",
    ],
    "luck": ["12 5 --left 1 3", "11 9 --movable --stop-at 2 --goal 1 --rolls 4 --left 8 5"],
    "cards value": ["8", "8 --rules italian-cards"],
    "cards trade": [
        "Alaska C A W --own Alaska",
        "I I I C C C A W --sets 2",
        "I I I C A",
        "I I I W C C --why",
    ],
    "cards odds": ["--hand I,I,C --draw 2", "--draw 3 --seen W,A"],
    "cards wait": ["I C A --others 1", "I I I C A"],
    "cards spoils": ["4 --hand I,I,C", "1"],
    "reinforce": ["14", "14 --continent asia --cards 10 --bonus 2"],
    "setup": ["4", "3 --roll 6,2,6 --roll 1,4", "2 --deal --seed 7"],
    "rules": [""],
    "rules show": [*rules_names(), "classic+blitz+d8def"],
}
CASES = [(name, question) for name, asked in QUESTIONS.items() for question in asked]


def answer(name: str, question: str) -> dict[str, Any]:
    status, out, err = ask(*name.split(), *shlex.split(question), "--json")
    assert (status, err) == (0, "")
    parsed: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    return parsed


def commands_with_json() -> Iterator[str]:
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        inner = command.commands if isinstance(command, click.Group) else {}
        for path, each in {name: command, **{f"{name} {sub}": inner[sub] for sub in inner}}.items():
            if any(option.name == "as_json" for option in each.params):
                yield path


def test_every_command_that_prints_json_has_a_schema_and_is_asked_here() -> None:
    assert sorted(schema_names()) == sorted([*commands_with_json(), "batch", "game-state"])
    assert sorted([*QUESTIONS, "live"]) == sorted(commands_with_json())


@pytest.mark.parametrize(("name", "question"), CASES, ids=" ".join)
def test_outputs_keep_to_the_schema(name: str, question: str) -> None:
    assert errors(answer(name, question), schema_of(name)) == []


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_questions_show_every_key(name: str, tmp_path: Path) -> None:
    shown: set[str] = set()
    for question in QUESTIONS[name]:
        shown |= keys(answer(name, question))
    if name == "luck":
        for text in FILES:
            shown |= keys(luck_of(text, tmp_path))
    schema = schema_of(name)
    assert named(schema) - shown == set()


# what luck reads
FILES = (
    "attackers,defenders,attackers_left,defenders_left,attacking_player,defending_player\n"
    "12,5,1,3,Ann,Bob\n8,4,5,0,,\n",
    "attackers,defenders,rules,stop_at,goal,rolls,attackers_left,defenders_left\n"
    "12,9,classic,3,2,4,8,5\n",
    "653 64\n311 52\n61 4\n",
)


def luck_of(text: str, folder: Path) -> dict[str, Any]:
    (folder / "log").write_text(text)
    return answer("luck", str(folder / "log"))


@pytest.mark.parametrize("text", FILES)
def test_luck_of_a_file_keeps_to_the_schema(text: str, tmp_path: Path) -> None:
    assert errors(luck_of(text, tmp_path), schema_of("luck")) == []


def test_lines_of_live_keep_to_the_schema() -> None:
    told = "1 1\n653 64\nundo\nluck\nnonsense\ngoal 2\nstop-at 4\n2 0\n2 0\n2 0\nquit\n"
    shown: set[str] = set()
    for worth in ([], ["--territory", "4"]):
        status, out, err = ask("live", "12", "9", *worth, "--json", stdin=told)
        assert (status, err) == (0, "")
        lines = [json.loads(line) for line in out.splitlines()]
        assert len(lines) == 11
        for line in lines:
            assert errors(line, schema_of("live")) == []
            shown |= keys(line)
    assert named(schema_of("live")) - shown == set()


def keys(data: Any) -> set[str]:
    """Return every key anywhere in the data."""
    if isinstance(data, list):
        return set().union(*map(keys, data))
    if isinstance(data, dict):
        return set(data).union(*map(keys, data.values()))
    return set()


def named(schema: Any) -> set[str]:
    """Return every key that a schema knows."""
    if isinstance(schema, list):
        return set().union(*map(named, schema))
    if isinstance(schema, dict):
        return set(schema.get("properties", ())).union(*map(named, schema.values()))
    return set()


@pytest.mark.parametrize(("name", "question"), [(n, q[0]) for n, q in QUESTIONS.items()])
def test_a_key_too_few_or_too_many_is_found(name: str, question: str) -> None:
    good, schema = answer(name, question), schema_of(name)
    for key in good:
        optional = key in ("movable", "stop_at", "goal", "rolls", "target", "frontier")
        less = {k: v for k, v in good.items() if k != key}
        assert optional or errors(less, schema), key
        # no value of an answer may be a list of nothing but nothing
        assert errors({**good, key: [None, {}]}, schema), key
    assert errors({**good, "more": 1}, schema)


def test_chances_are_chances() -> None:
    good, schema = answer("battle", "3 1"), schema_of("battle")
    for wrong in (-0.1, 1.1, "0.5", None):
        assert errors({**good, "win": wrong}, schema)
        bad = copy.deepcopy(good)
        bad["outcomes"][0]["probability"] = wrong
        assert errors(bad, schema)


def test_the_command_prints_the_schema_whole() -> None:
    for name in schema_names():
        status, out, err = ask("schema", *name.split())
        assert (status, err) == (0, "")
        assert json.loads(out) == schema_of(name)
        assert "common.json" not in out
    assert ask("schema").out.splitlines() == schema_names()


@pytest.mark.parametrize("name", ["batle", "schema", "common", "../common", "cards"])
def test_what_has_no_schema_is_one_clear_line(name: str) -> None:
    status, out, err = ask("schema", name)
    assert (status, out) == (2, "")
    assert err.startswith(f"riskodds: no schema of '{name}'; ")
    assert err.count("\n") == 1
