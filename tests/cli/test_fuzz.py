"""A short fixed part of what `fuzzing` asks at length: every command and reader, a few times."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from fuzz_grammar import Case, Grammar, commands, kinds
from fuzzing import check, judge

from riskodds.cli.main import run
from riskodds.cli.words import COMMANDS

SEED, TIMES = 1, 9
# found at length, and the shortest that show it
FOUND = (
    "compare 12 8 --digits 15",
    "cards trade I I I --sets-traded x",
    "cards trade I I I --sets-traded 1e3",
    "cards trade I I I --sets 1e3",
    "cards trade I I I --bonus-taken -h",
    "keep 3 2 --counter 1e400",
    "stop 3 2 --army 1e400",
)
LINES = b"""{"command": "cards trade", "cards": ["I", "I", "I"], "sets_traded": "x"}
{"attackers": NaN, "defenders": 1}
[[[
{"attackers": 3, "defenders": 2}
"""
CASES = [Grammar(SEED, small=True).case(index) for index in range(TIMES * len(kinds()))]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the cases write their files where nothing else is."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", kinds())
def test_whatever_is_asked_is_answered_or_refused_in_a_line(kind: str) -> None:
    faults = {
        f"{case.seed}:{case.index}": fault
        for case in CASES
        if case.command == kind and (fault := check(case))
    }
    assert not faults


@pytest.mark.parametrize("line", FOUND)
def test_what_was_found_stays_mended(line: str) -> None:
    assert check(Case(0, 0, line.split()[0], tuple(line.split()))) is None


def test_a_bad_line_of_a_batch_loses_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    Path("lines").write_bytes(LINES)
    assert run(["batch", "lines"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("line") for answer in answers] == [1, 2, 3, None]


def test_every_command_and_option_is_asked() -> None:
    assert {name.split()[0] for name in commands()} == set(COMMANDS)
    assert {case.command for case in CASES} == set(kinds())
    many = [Grammar(SEED).case(index) for index in range(300 * len(kinds()))]
    for name, command in commands().items():
        said = {word for case in many if case.command == name for word in case.args}
        options = [each for each in command.params if isinstance(each, click.Option)]
        missing = [each.opts[0] for each in options if not said & set(each.opts)]
        assert not missing, name


def test_a_case_is_always_the_same() -> None:
    again = [Grammar(SEED, small=True).case(case.index) for case in CASES]
    assert [repr(case) for case in again] == [repr(case) for case in CASES]
    assert Grammar(SEED + 1, small=True).case(0) != CASES[0]


def test_valid_and_invalid_questions_are_both_common() -> None:
    plain = [Grammar(SEED, small=True).case(n) for n in range(40 * len(kinds()))]
    battles = [case for case in plain if case.command == "battle"]
    found = [_status(case) for case in battles]
    assert found.count(0) >= len(found) // 4
    assert found.count(2) >= len(found) // 10


def _status(case: Case) -> int:
    for name, content in case.files.items():
        Path(name).write_bytes(content)
    return run(list(case.args))


@pytest.mark.parametrize(
    ("command", "status", "out", "err"),
    [
        ("battle", 3, "", ""),
        ("battle", -11, "", ""),
        ("battle", 1, "", "Traceback (most recent call last):\nKeyError: 1\n"),
        ("battle", 2, "", ""),
        ("battle", 1, "", ""),
        ("battle", 2, "half an answer", "riskodds: no"),
        ("battle", 1, "", "riskodds: no\n" * 9),
        ("battle", 0, "", ""),
        ("battle", 0, "{", ""),
        ("battle", 0, '{"win": NaN}', ""),
        ("battle", 0, '{"outcomes": [{"probability": 1.1}]}', ""),
        ("battle", 0, '{"win": 0.5, "lose": 0.4, "undecided": 0.0, "left_out": 0.0}', ""),
        ("batch", 0, '{"win": 1.0}\nno\n', ""),
    ],
)
def test_the_judge_sees_every_kind_of_fault(command: str, status: int, out: str, err: str) -> None:
    assert judge(Case(0, 0, command, as_json=True), status, out, err)


def test_the_judge_takes_what_is_right() -> None:
    answer = json.dumps({"win": 0.5, "lose": 0.5, "undecided": 0.0, "left_out": 0.0})
    assert judge(Case(0, 0, "battle", as_json=True), 0, answer, "") is None
    assert judge(Case(0, 0, "battle"), 1, "", "riskodds: too large") is None
    assert judge(Case(0, 0, "battle"), 130, "", "riskodds: interrupted") is None


def test_what_leaves_run_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(args: list[str]) -> int:
        raise KeyError(1)

    monkeypatch.setattr("fuzzing.run", fail)
    fault = check(Case(0, 0, "battle", ("1", "1")))
    assert fault is not None
    assert fault.startswith("KeyError at test_fuzz.py")
