"""Every argument and option of every command with texts that nobody should type.

A valid command line for each command; one word at a time is replaced. The answer is a status of
the contract, and at most two lines on standard error, one of them the message.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from cli_runner import Answer, ask

from riskodds.cli.main import group
from riskodds.cli.words import COMMANDS

NASTY = {
    "empty": "", "x": "x", "1e3": "1e3", "minus one": "-1", "zero": "0", "large": "9" * 30,
    "huge": "9" * 5000, "nan": "nan", "underscore": "1_000", "wide": "\uff11\uff12",
    "broken": "a\tb\n", "surrogate": "\ud800\udfff",
}  # fmt: skip

# command -> its arguments, and each option with a value that it takes beside them
FILE = {"--rules": "classic", "--rules-file": "no-such-file.toml"}
COMMON = FILE | {"--digits": "2"}
AIMS = {"--stop-at": "2", "--goal": "1"}
SIDES = {"--attack-dice": "2", "--defence-sides": "8"}
WORTHS = {"--army": "1", "--enemy": "1", "--territory": "1", "--card": "1"}
CARDS = FILE | {"--deck": "1993", "--seen": "I"}
LINES: dict[str, tuple[str, dict[str, str]]] = {
    "battle": ("5 3", COMMON | AIMS | SIDES | {"--rolls": "3"}),
    "roll": ("3 2", COMMON | SIDES | {"--seen": "6,5,1", "--armies": "11,10"}),
    "path": ("9 3 2", COMMON | {"--leave": "1,2", "--stop-at": "1", "--win": "0.9"}),
    "tree": ("9 3 [2] [1]", COMMON | {"--goal": "all", "--worth": "1,1,1", "--and": "5:[2]"}),
    "needed": ("3 2", COMMON | SIDES | {"--win": "0.9", "--leave": "1", "--stop-at": "1"}),
    "hold": ("5", COMMON | {"--win": "0.9"}),
    "place": ("3", COMMON | {"--front": "8:4", "--goal": "all", "--chain": "2", "--enemy": "5"}),
    "stop": ("6 4", COMMON | WORTHS),
    "keep": ("8 3", COMMON | {"--counter": "5"}),
    "live": ("5 3", COMMON | AIMS | SIDES | WORTHS),
    "luck": ("5 3", COMMON | AIMS | SIDES | {"--left": "5", "--rolls": "3"}),
    "simulate": (
        "5 3",
        COMMON | AIMS | SIDES
        | {"--trials": "9", "--seed": "1", "--level": "0.9", "--threads": "1", "--rolls": "3"},
    ),
    "compare": ("5 3", COMMON),
    "dice": ("5 3", COMMON | {"--side": "defender", "--goal": "win"}),
    "cards value": ("8", FILE),
    "cards trade": (
        "I I I",
        CARDS | {"--own": "Alaska", "--sets": "1", "--sets-traded": "1", "--bonus-taken": "0"},
    ),
    "cards odds": ("", CARDS | {"--hand": "I", "--draw": "2", "--digits": "1"}),
    "cards wait": (
        "I C A", CARDS | {"--sets-traded": "1", "--others": "1", "--draw": "1", "--digits": "1"}
    ),
    "cards spoils": ("4", CARDS | {"--hand": "I", "--sets-traded": "1", "--digits": "1"}),
    "reinforce": ("14", FILE | {"--continent": "Asia", "--cards": "4", "--bonus": "2"}),
    "setup": ("3", FILE | {"--roll": "6,2,1", "--seed": "1"}),
    "rules show": ("classic", {}),
    "table": (
        "", COMMON | {"--attackers": "2-5", "--defenders": "1-3", "--show": "win", "--win": "0.9"}
    ),
    "schema": ("battle", {}),
    "completion": ("bash", {}),
    "help": ("rules", {}),
    "batch": ("no-such-file.jsonl", {}),
}  # fmt: skip
# an option that belongs to others, or shuts them out
BESIDE = {
    ("roll", "--armies"): ["--seen", "6,5,1"],
    ("luck", "--left"): ["0"],
    ("place", "--chain"): ["--enemy", "5"],
    ("place", "--enemy"): ["--chain", "2"],
    ("place", "--goal"): ["--front", "8:4"],
    ("path", "--win"): ["--sweep"],
    ("cards odds", "--hand"): ["--draw", "2"],
    ("cards odds", "--deck"): ["--draw", "2"],
}


def test_every_command_and_option_is_tried() -> None:
    found = {}

    def walk(name: str, command: click.Command) -> None:
        inner = command.commands if isinstance(command, click.Group) else {}
        for word, each in inner.items():
            walk(f"{name} {word}", each)
        if not inner:
            options = (p for p in command.params if isinstance(p, click.Option) and not p.is_flag)
            found[name] = {each.opts[0] for each in options} - {"--plot"}

    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        walk(name, command)
    assert found == {name: set(options) for name, (_, options) in LINES.items()}


def check(answer: Answer) -> None:
    lines = answer.err.splitlines()
    assert answer.status in (0, 1, 2), answer
    # what an answer lacks: rules it left out, or decimals that are not certain
    notes = r"riskodds: (left out .*|\d+ decimals? (is|are) certain here, not \d+)"
    assert (answer.status == 0) == all(re.fullmatch(notes, line) for line in lines)
    if answer.status:
        assert lines[0].startswith("riskodds: ")
        assert len(lines[0]) <= len("riskodds: ") + 300
        # what was typed and a caret, if the place is known
        assert len(lines) == 1 or (len(lines) == 3 and lines[2].strip() == "^")
        assert "Traceback" not in answer.err
        assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("name", LINES)
def test_what_nobody_should_type_is_one_clear_line(name: str) -> None:
    arguments, options = LINES[name]
    words = arguments.split()
    for text in NASTY.values():
        for place in range(len(words)):
            check(ask(*name.split(), *words[:place], text, *words[place + 1 :]))
        for option in options:
            check(ask(*name.split(), *words, option, text, *BESIDE.get((name, option), [])))


@pytest.mark.parametrize(
    "name", [name for name, (_, options) in LINES.items() if "--digits" in options]
)
def test_fifteen_digits_are_printed_or_refused(name: str) -> None:
    arguments = LINES[name][0]
    extra = ["--draw", "2"] if name == "cards odds" else []
    extra += ["--left", "5", "0"] if name == "luck" else []
    check(ask(*name.split(), *arguments.split(), *extra, "--digits", "15"))


def test_fifteen_digits_leave_no_room_for_the_names_of_rules() -> None:
    answer = ask("compare", "12", "8", "--digits", "15")
    assert answer.status == 0
    check(answer)


@pytest.mark.parametrize(
    "text", ["1e3", "1_0", "\uff15", "\u0665", "\u00b2", "5.0", "0x5", "9" * 5000]
)
@pytest.mark.parametrize(
    "line",
    [
        ["battle", "{}", "3"],
        ["path", "9", "{}"],
        ["place", "3", "--front", "{}:4"],
        ["roll", "3", "2", "--seen", "{},1,1"],
        ["setup", "3", "--roll", "{},2,1"],
        ["cards", "trade", "I", "I", "I", "--sets-traded", "{}"],
        ["needed", "3", "--win", "{}/7"],
    ],
    ids=" ".join,
)
def test_a_number_is_digits_and_nothing_else(text: str, line: list[str]) -> None:
    answer = ask(*(word.format(text) for word in line))
    assert answer.status == 2
    check(answer)


def test_a_number_may_have_a_sign() -> None:
    assert ask("battle", "+5", "3") == ask("battle", "5", "3")


BAD_LINES = [
    '{"command": "cards trade", "hand": ["I", "I", "I"], "sets_traded": "x"}',
    '{"command": "cards trade", "hand": ["I", "I", "I"], "sets_traded": 1.5}',
    '{"attackers": "1e3", "defenders": 9}',
    '{"attackers": NaN, "defenders": 9}',
    '{"attackers": 12, "attackers": 13, "defenders": 9}',
    '{"attackers": ' + "9" * 5000 + ', "defenders": 9}',
    '{"attackers": ' + "[" * 5000 + "]" * 5000 + ', "defenders": 9}',
    '{"attackers": {"a": 1}, "defenders": null}',
    '{"command": "live", "attackers": 12, "defenders": 9}',
    '{"command": ["battle"], "attackers": 12, "defenders": 9}',
    '{"command": "setup", "players": 3, "roll": [[6, "\\ud800"]]}',
    "[" * 100_000,
    "{",
    "null",
]


def test_one_bad_line_of_a_batch_loses_no_other() -> None:
    good = '{"attackers": 3, "defenders": 1}'
    answer = ask("batch", stdin="\ufeff" + "\n".join([good, *BAD_LINES, good]))
    assert answer.status == 0
    first, *bad, last = map(json.loads, answer.out.splitlines())
    assert first == last == json.loads(ask(*["battle", "3", "1", "--json"]).out)
    assert [each["line"] for each in bad] == list(range(2, len(BAD_LINES) + 2))
    assert all(len(each["error"]) <= 300 and each["error"].isprintable() for each in bad)
    assert "fault of riskodds" not in answer.out


@pytest.mark.parametrize(
    "content",
    [
        "[house.attack]\nneeds = [1, 2, 99999999999999999999]\n",
        "[house]\nbase = " + "9" * 5000 + "\n",
        "[house.blitz]\nwin_cut = 1" + "0" * 400 + "\n",
        "house = " + "[" * 3000 + "]" * 3000 + "\n",
        "[house]\nattack = " + "{a = " * 3000 + "1" + "}" * 3000 + "\n",
        "[" + ".".join("a" * 3000) + "]\nb = 1\n",
        "[house.attack]\nneeds = 1979-05-27\n",
        "[house]\nties = nan\n",
        "[house.defence]\nsides = inf\nhighest = 1_0\n",
    ],
    ids=range(9),
)
def test_a_bad_rules_file_is_one_clear_line(content: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(content)
    answer = ask("battle", "5", "3", "--rules", "house", "--rules-file", str(file))
    assert answer.status == 2
    check(answer)
