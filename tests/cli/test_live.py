"""riskodds live: sessions as scripts type them, and at a terminal."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import HEAVY, ask, loaded_by
from oracles import battles as oracles

from riskodds import battle, live

COMMAND = [sys.executable, "-m", "riskodds", "live", "12", "9"]
ENVIRONMENT = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "60"}


def test_a_session_in_a_pipe() -> None:
    lines = ["", "0 2", "1 1", "653 64", "d 1 1", "undo", "stop-at 4", "stop-at 1", "luck", "quit"]
    status, out, err = ask("live", "12", "9", stdin="\n".join(lines))
    assert (status, err) == (0, "")
    exact = oracles.dictionary_battle(11, 9, rolls=3)
    same = exact[10, 5]
    good = same + sum(p for (a, d), p in exact.items() if (d, -a) < (5, -10))
    bad = same + sum(p for (a, d), p in exact.items() if (d, -a) > (5, -10))
    luck = (
        f"luck {float(100 * (bad - same / 2)):.0f} of 100 in 3 rolls: "
        f"as bad {float(100 * bad):.1f} %, as good {float(100 * good):.1f} %"
    )
    assert out.splitlines() == [
        "12 v 9, take it 72.3 %",
        "lost 0, killed 2: 12 v 7, take it 85.2 % (+12.9)",
        "lost 1, killed 1: 11 v 6, take it 86.1 % (+0.9)",
        "lost 1, killed 1: 10 v 5, take it 87.3 % (+1.2)",
        "lost 1, killed 0: 9 v 5, take it 81.8 % (-5.5)",
        "lost 1, killed 1: 10 v 5, take it 87.3 % (+1.2)",
        "10 v 5, take it 73.4 % (-13.9), stop short 26.6 %",
        "10 v 5, take it 87.3 % (+13.9)",
        luck,
        luck,
    ]
    assert f"{100 * battle(12, 7).win:.1f}" == "85.2"
    assert f"{100 * battle(10, 5, stop_at=4).win:.1f}" == "73.4"


def test_the_end_says_how_lucky_it_was() -> None:
    lines = ask("live", "5", "1", stdin="1 0\n0 1\n").out.splitlines()
    exact = oracles.dictionary_battle(4, 1)
    bad = sum(p for (a, d), p in exact.items() if d or a <= 4)
    good = exact[5, 0] + exact[4, 0]
    rank = 100 * float(bad - exact[4, 0] / 2)
    assert lines[1] == f"lost 0, killed 1: 4 v 0, taken; luck {rank:.0f} of 100"
    assert lines[2] == (
        f"luck {rank:.0f} of 100 in 2 rolls: "
        f"as bad {100 * float(bad):.1f} %, as good {100 * float(good):.1f} %"
    )
    out = ask("live", "2", "1", stdin="1 0\nquit\n").out
    assert out.startswith("lost 1, killed 0: 1 v 1, failed; luck 29 of 100\n")
    assert ask("live", "12", "9").out == "12 v 9, take it 72.3 %\n"
    assert ask("live", "12", "9", stdin="q\n").out == "luck cannot be told: no roll was made\n"


def test_goals_stops_and_advice() -> None:
    out = ask("live", "12", "9", "--goal", "2", "--territory", "4", "--card", "3", stdin="\n").out
    odds = battle(12, 9, goal=2)
    reached, lose = (f"{100 * chance:.1f}" for chance in (odds.reached, odds.lose))
    assert out == f"12 v 9, get to 2 {reached} %, fail {lose} %; stop\n"
    out = ask("live", "12", "9", "--stop-at", "11", stdin="1 1\n1 1\n").out
    assert out.splitlines()[:2] == [
        "lost 1, killed 1: 11 v 8, stop here",
        "the target is reached: change it to go on, or undo",
    ]


def test_json_lines() -> None:
    typed = ["", "1 1", "nonsense", "653 64", "goal 2", "undo", "luck"]
    status, out, err = ask("live", "11", "9", "--movable", "--json", stdin="\n".join(typed))
    assert (status, err) == (0, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(typed) + 1
    start = live(12, 9)
    later = start.told("1 1").told("653 64")
    assert answers[0] == start.to_dict()
    assert answers[3] == later.to_dict()
    assert list(answers[2]) == ["error"]
    assert answers[4]["goal"] == 2
    # undone, it is exactly what it was
    assert answers[5] == answers[3]
    assert later.luck is not None
    assert answers[6] == answers[7]
    assert answers[6]["luck"]["percentile"] == later.luck.percentile


def test_lines_of_json_are_read_too() -> None:
    pairs = [
        ('{"lost": [1, 1]}', "1 1"),
        ('{"dice": [[6, 5, 3], [6, 4]]}', "653 64"),
        ('{"stop_at": 3}', "stop-at 3"),
        ('{"undo": true}', "undo"),
        ('{"goal": 2}', "goal 2"),
        ('{"luck": true}', "luck"),
        ('{"quit": true}', "quit"),
    ]
    objects, words = ("\n".join(column) for column in zip(*pairs, strict=True))
    said = ask("live", "12", "9", "--json", stdin=objects)
    assert said.out.count("\n") == len(pairs)
    assert said == ask("live", "12", "9", "--json", stdin=words)
    for wrong in ("{", "{}", '{"lost": 1}', '{"lost": [1, 1], "undo": true}', '{"dice": [6]}'):
        answer = json.loads(ask("live", "12", "9", "--json", stdin=wrong).out)
        assert answer["error"].startswith("an object must be one of")
    for wrong in ('{"lost": [1]}', '{"lost": [true, 1]}', '{"goal": 2.5}', '{"": 1}', '{"x": {}}'):
        assert "error" in json.loads(ask("live", "12", "9", "--json", stdin=wrong).out)


def test_wrong_lines_do_not_end_it() -> None:
    wrong = ["x", "undo", "9 9 9", "stop-at", "stop-at x", "goal -1", "\x00", "é", "undo 3", "0 1"]
    long = "6" * 100_000
    status, out, err = ask("live", "12", "9", stdin="\n".join([*wrong, long, "1 1"]))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == len(wrong) + 3
    assert lines[len(wrong) + 1].startswith("lost 1, killed 1: 11 v 8, take it")
    assert max(map(len, lines)) < 200
    assert lines[1] == "there is nothing to undo"
    assert lines[4] == "stop_at must be a whole number from 1 to 11, not x"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["1", "9"], "attackers must be a whole number from 2"),
        (["12", "9", "--stop-at", "12"], "stop_at must be"),
        (["12", "9", "--rules", "blitz"], "balanced blitz fights at once"),
        (["12", "9", "--territory", "x"], "the worth of the territory must be a number, not x"),
    ],
)
def test_wrong_usage(args: list[str], message: str) -> None:
    status, out, err = ask("live", *args, stdin="1 1\n")
    assert (status, out) == (2, "")
    assert err.startswith(f"riskodds: {message}")
    assert err.count("\n") == 1


def test_it_starts_quickly() -> None:
    code = (
        "import io, sys; from riskodds.cli.main import run\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b'1 1\\n653 64\\n'))\n"
        "run(['live', '12', '9'])"
    )
    assert not loaded_by(code) & {*HEAVY, "json", "fractions"}


def test_each_line_is_answered_at_once() -> None:
    """A program may write a line, and read the answer, before it writes the next."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, start in (
            ("1 1", "lost 1, killed 1: 11 v 8"),
            ("undo", "12 v 9, take it 72.3 %"),
        ):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(start)
        process.stdin.write("quit\n")
        process.stdin.close()
        assert process.stdout.readline() == "luck cannot be told: no roll was made\n"
    assert process.returncode == 0


@pytest.mark.needs("signals")
def test_ctrl_c() -> None:
    with subprocess.Popen(
        COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1 1\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "riskodds: interrupted\n")


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env={**ENVIRONMENT, "PYTHON": sys.executable},
    )


@pytest.mark.needs("bash")
def test_a_closed_input_and_a_broken_pipe() -> None:
    done = shell("$PYTHON -m riskodds live 12 9 <&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "riskodds: cannot read the rolls: standard input is closed\n"
    lines = "yes '1 1' | head -3000"
    done = shell(f"{lines} | $PYTHON -m riskodds live 12 9 | head -1; echo ${{PIPESTATUS[2]}}")
    assert done.stdout.splitlines() == ["lost 1, killed 1: 11 v 8, take it 72.4 % (+0.1)", "0"]
    assert done.stderr == ""


@pytest.mark.needs("a terminal")
@pytest.mark.parametrize("columns", [20, 40, 60])
def test_at_a_terminal(columns: int) -> None:
    import pty  # not on every system

    leader, follower = pty.openpty()
    with subprocess.Popen(
        COMMAND,
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, "COLUMNS": str(columns), "TERM": "dumb"},
    ) as process:
        os.close(follower)
        os.write(leader, b"1 1\ngoal 2\nquit\n")
        out, err = process.communicate(timeout=60)
    os.close(leader)
    assert (process.returncode, err.strip("> \n")) == (0, "")
    lines = [line.removeprefix("> ") for line in out.splitlines()]
    assert max(map(len, lines)) <= columns
    text = " ".join(line.strip() for line in lines)
    assert "12 armies, 11 can attack, against 9 classic rules 12 v 9, take it 72.3 %" in text
    assert "lost 1, killed 1: 11 v 8, take it 72.4 % (+0.1)" in text
    assert "luck 46 of 100 in 1 roll" in text


def test_colour_says_how_it_ended(tmp_path: Path) -> None:
    assert "\x1b" not in ask("live", "2", "1", stdin="0 1\n").out
