"""Many questions in one process: order, errors between good lines, streaming, pipes."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cli_runner import ask
from hypothesis import given, strategies as st
from json_schema import errors

from riskodds import battle
from riskodds.cli.commands.schema import schema_of

PROGRAM = [sys.executable, "-m", "riskodds", "batch"]


def batch(path: Path, *lines: str | bytes) -> list[dict[str, Any]]:
    raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
    (path / "questions.jsonl").write_bytes(b"\n".join(raw) + b"\n")
    status, out, err = ask("batch", str(path / "questions.jsonl"))
    assert (status, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


SAME = [
    ({"attackers": 12, "defenders": 9}, "12 9"),
    ({"command": "battle", "attackers": "12", "defenders": 9, "goal": None}, "12 9"),
    ({"command": "battle", "attackers": 11, "defenders": 9, "movable": True}, "11 9 --movable"),
    (
        {"attackers": 12, "defenders": 9, "stop_at": 4, "goal": 2, "exact": True},
        "12 9 --stop-at 4 --goal 2 --exact",
    ),
    ({"attackers": 12, "defenders": 9, "stop-at": 4, "--goal": 2}, "12 9 --stop-at 4 --goal 2"),
    (
        {"attackers": 12, "defenders": 9, "rules": "classic+blitz", "capital": True},
        "12 9 --rules classic+blitz --capital",
    ),
    ({"command": "roll", "attack_dice": 3, "defence_dice": 2}, "roll 3 2"),
    (
        {"command": "roll", "attack_dice": 3, "defence_dice": 2, "seen": [6, 5, 1]},
        "roll 3 2 --seen 6,5,1",
    ),
    (
        {"command": "path", "attackers": 20, "territories": [3, "2@capital", "3-6"]},
        "path 20 3 2@capital 3-6",
    ),
    (
        {"command": "path", "attackers": 20, "territories": [3, 2], "leave": [1, 3]},
        "path 20 3 2 --leave 1,3",
    ),
    ({"command": "tree", "attackers": 8, "territories": "[2] [2]"}, "tree 8 '[2] [2]'"),
    ({"command": "needed", "territories": 9, "win": 0.8}, "needed 9 --win 0.8"),
    ({"command": "hold", "attackers": "8-12"}, "hold 8-12"),
    (
        {"command": "place", "armies": 7, "front": ["8:4", "16:8,3"]},
        "place 7 --front 8:4 --front 16:8,3",
    ),
    ({"command": "stop", "attackers": 9, "defenders": 5, "card": 3}, "stop 9 5 --card 3"),
    (
        {"command": "compare", "attackers": 5, "defenders": 5, "rules": ["capital"]},
        "compare 5 5 --rules capital",
    ),
    ({"command": "cards odds", "hand": ["I", "C"], "draw": 2}, "cards odds --hand I,C --draw 2"),
    ({"command": "cards value", "number": 8}, "cards value 8"),
    ({"command": "reinforce", "territories": 14, "continent": "asia"},
     "reinforce 14 --continent asia"),
    ({"command": "luck", "asked": [12, 5], "left": [1, 3]}, "luck 12 5 --left 1 3"),
    (
        {"command": "simulate", "attackers": 12, "defenders": 9, "trials": 1000, "seed": 1},
        "simulate 12 9 --trials 1000 --seed 1",
    ),
    ({"command": "rules"}, "rules"),
    ({"command": "rules show", "name": "capital"}, "rules show capital"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "same"), SAME, ids=lambda v: str(v)[:50])
def test_a_line_answers_as_the_command_does(
    question: dict[str, Any], same: str, tmp_path: Path
) -> None:
    (answer,) = batch(tmp_path, json.dumps(question))
    assert answer == json.loads(ask(*shlex.split(same), "--json").out)


WRONG: list[tuple[str | bytes, str]] = [
    ("nonsense", "this line is no JSON: Expecting value: line 1 column 1 (char 0)"),
    ('{"attackers": 12', "this line is no JSON: "),
    (b"\xff\xfe", "this line is no JSON: it is not UTF-8"),
    ("[" * 100_000, "this line is no JSON: it is nested too deeply"),
    ('{"attackers": ' + "9" * 5000 + "}", "this line is no JSON: "),
    (b"9" * 1_000_001, "a question must be shorter than 1,000,000 bytes"),
    ("[1]", "a question must be an object such as "),
    ("null", "a question must be an object such as "),
    ('{"command": "batle", "attackers": 1}', "command must be one that prints JSON, such as "),
    ('{"command": "batch"}', "command must be one that prints JSON, such as "),
    ('{"command": "cards"}', "command must be one that prints JSON, such as "),
    ('{"command": "live", "attackers": 9, "defenders": 5}', "command must be one that prints "),
    (
        '{"command": "luck", "asked": [12, 5], "left": [1, 3, 4]}',
        "left must be a list of 2, not [1, 3, 4]",
    ),
    ('{"command": ["battle"]}', "command must be one that prints JSON, such as "),
    ('{"command": "battle", "attackers": 12}', "battle needs defenders"),
    ('{"attackers": 12, "defenders": null}', "battle needs defenders"),
    ('{"atackers": 3}', "battle takes no atackers; did you mean attackers?"),
    ('{"json": true}', "battle takes no json; "),
    (
        '{"attackers": 1, "defenders": 9}',
        "attackers must be a whole number from 2 to 1,000,000,000,000, not 1",
    ),
    (
        '{"attackers": 2.5, "defenders": 9}',
        "attackers must be a whole number from 2 to 1,000,000,000,000, not 2.5",
    ),
    (
        '{"attackers": true, "defenders": 9}',
        "attackers must be a whole number from 2 to 1,000,000,000,000, not true",
    ),
    (
        '{"attackers": 12, "defenders": NaN}',
        "defenders must be a whole number from 1 to 1,000,000,000,000, not nan",
    ),
    (
        '{"attackers": 12, "defenders": {"n": 9}}',
        'defenders must be a whole number from 1 to 1,000,000,000,000, not {"n": 9}',
    ),
    ('{"attackers": 12, "defenders": 9, "exact": 1}', "exact must be true or false, not 1"),
    ('{"attackers": 12, "defenders": 9, "rules": "clasic"}', "rules must be known ones, not "),
    ('{"attackers": 12, "defenders": 9, "rules_file": "no/such"}', ""),
    ('{"command": "path", "attackers": 9, "territories": "3 2@"}', "rules of a territory "),
    ('{"command": "needed", "territories": 9, "win": 2}', ""),
    ('{"attackers": 1000, "defenders": 1000, "exact": true}', "exact fractions are limited to "),
]  # fmt: skip


def test_a_rules_file_alone_asks_for_a_name(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[mine]\n")
    question = {"attackers": 12, "defenders": 9, "rules_file": str(tmp_path / "own.toml")}
    alone, named, after = batch(
        tmp_path,
        json.dumps(question),
        json.dumps({**question, "rules": "mine"}),
        json.dumps({"attackers": 12, "defenders": 9}),
    )
    assert alone["error"] == "choose from the rules file with --rules; it has mine"
    assert named["win"] == after["win"] == battle(12, 9).win


@pytest.mark.parametrize(("line", "message"), WRONG, ids=lambda v: str(v)[:40])
def test_a_wrong_line_is_one_clear_line(line: str | bytes, message: str, tmp_path: Path) -> None:
    good = '{"attackers": 3, "defenders": 1}'
    first, wrong, last = batch(tmp_path, good, line, good)
    assert first == last == battle(3, 1).to_dict()
    assert wrong["error"].startswith(message)
    assert wrong["line"] == 2
    assert errors(wrong, schema_of("batch")) == []


def test_wrong_lines_in_between_lose_none_of_the_good_ones(tmp_path: Path) -> None:
    rng = Random(7)
    lines: list[str | bytes] = []
    expected: list[Any] = []
    for _ in range(300):
        if rng.random() < 0.4:
            lines.append(rng.choice(WRONG)[0])
            expected.append(None)
        else:
            a, d = rng.randint(2, 30), rng.randint(1, 30)
            lines.append(json.dumps({"attackers": a, "defenders": d}))
            expected.append(battle(a, d).to_dict())
        if rng.random() < 0.1:
            lines.append("  ")
    got = batch(tmp_path, *lines)
    assert [None if "error" in line else line for line in got] == expected


@given(st.lists(st.binary(max_size=60).filter(lambda raw: raw.strip() and b"\n" not in raw)))
def test_no_line_of_rubbish_ends_the_rest(
    tmp_path_factory: pytest.TempPathFactory, rubbish: list[bytes]
) -> None:
    good = '{"attackers": 3, "defenders": 1}'
    got = batch(tmp_path_factory.getbasetemp(), *rubbish, good)
    assert len(got) == len(rubbish) + 1
    assert got[-1] == battle(3, 1).to_dict()


def test_an_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(
        [*PROGRAM, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as done:
        assert done.stdin is not None
        assert done.stdout is not None
        for a in (3, 4):
            done.stdin.write(json.dumps({"attackers": a, "defenders": 1}) + "\n")
            done.stdin.flush()
            assert json.loads(done.stdout.readline()) == battle(a, 1).to_dict()
        done.stdin.close()
        assert done.stdout.read() == ""
    assert done.returncode == 0


def shell(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHON": sys.executable, **more},
    )


@pytest.mark.needs("bash")
def test_standard_input_closed_or_empty() -> None:
    done = shell("$PYTHON -m riskodds batch - <&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "riskodds: cannot read the questions: standard input is closed\n"
    done = shell("$PYTHON -m riskodds batch </dev/null")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.needs("bash")
def test_a_closed_pipe_ends_it_quietly() -> None:
    endless = """yes '{"attackers": 12, "defenders": 9}'"""
    done = shell(f"{endless} | $PYTHON -m riskodds batch | head -1; echo ${{PIPESTATUS[1]}}")
    first, status = done.stdout.splitlines()
    assert json.loads(first) == battle(12, 9).to_dict()
    assert (status, done.stderr) == ("0", "")


@pytest.mark.needs("signals")
def test_ctrl_c_ends_it_with_a_line() -> None:
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as done:
        assert done.stdin is not None
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdin.write('{"attackers": 3, "defenders": 1}\n')
        done.stdin.flush()
        assert done.stdout.readline()
        done.send_signal(signal.SIGINT)
        assert done.stderr.read() == "riskodds: interrupted\n"
    assert done.returncode == 130


@pytest.mark.parametrize("file", ["no/such.jsonl", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_one_clear_line(file: str) -> None:
    status, out, err = ask("batch", file)
    assert (status, out) == (2, "")
    assert err.startswith("riskodds: cannot read ")
    assert err.count("\n") == 1


def test_nothing_heavy_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"attackers": 12, "defenders": 9}\n')
    code = (
        "import sys; from riskodds.cli.main import run;"
        f"run(['batch', {str(tmp_path / 'q.jsonl')!r}]);"
        "assert not {'numpy', 'scipy', 'numba', 'rich', 'fractions'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
